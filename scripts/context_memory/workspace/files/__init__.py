"""Memory files of a workspace on disk."""
