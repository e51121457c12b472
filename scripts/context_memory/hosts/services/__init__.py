"""Answers events of hosts by the verbs of the provider, and puts the plugin into hosts and out again."""
