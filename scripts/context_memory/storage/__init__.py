"""Shared access to files and SQLite."""
