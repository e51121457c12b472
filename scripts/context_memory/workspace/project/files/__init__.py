"""Manifests and git, read."""
