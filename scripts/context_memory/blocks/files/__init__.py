"""Journal, blocks and capsules on disk."""
