"""Making capsules of blocks, and verifying them."""
