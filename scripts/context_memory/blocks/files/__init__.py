"""Stores of journals, blocks and capsules."""
