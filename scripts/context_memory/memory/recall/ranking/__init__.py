"""The order of candidates."""
