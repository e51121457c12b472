"""Gathers facts for the checklist, and repairs what it finds."""
