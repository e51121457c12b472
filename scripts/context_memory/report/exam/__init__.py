"""Cloze questions about what a view still contains."""
