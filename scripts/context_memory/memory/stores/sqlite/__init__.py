"""Docs in files of the workspace: a journal and SQLite."""
