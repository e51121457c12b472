"""The history of the memory files: record, query, restore."""
