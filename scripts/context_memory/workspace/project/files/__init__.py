"""Readers of manifests and git state."""
