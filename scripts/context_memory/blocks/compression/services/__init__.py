"""Who compresses which block, when, and at what cost."""
