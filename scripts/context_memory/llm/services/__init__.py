"""Chooses a model, limits its cost and retries calls."""
