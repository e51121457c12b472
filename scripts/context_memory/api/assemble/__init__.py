"""Constructs the concrete classes for commands, API and server."""
