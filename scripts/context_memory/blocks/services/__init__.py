"""Taking messages in, building views, swapping blocks for capsules."""
