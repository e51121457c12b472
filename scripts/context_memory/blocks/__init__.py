"""Journal, blocks, capsules, views."""
