"""Starts hosts, to see whether the plugin does in them what it should."""
