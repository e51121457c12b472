"""Gathering facts for the checklist, and repairing what it finds."""
