"""Memory files and sessions, cut into chunks that a search finds."""
