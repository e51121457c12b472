"""Detects and redacts secrets in text."""
