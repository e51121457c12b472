"""Tidying the memory while nobody waits."""
