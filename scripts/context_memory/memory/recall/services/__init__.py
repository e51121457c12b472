"""The search of a workspace."""
