"""Recorded failed actions, and the check of a new action against them."""
