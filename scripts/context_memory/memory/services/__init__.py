"""Remembering, changing and moving docs."""
