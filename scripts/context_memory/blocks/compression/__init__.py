"""Compresses blocks to capsules, and verifies these."""
