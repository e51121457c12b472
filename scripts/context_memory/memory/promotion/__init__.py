"""Facts that are worth a line of MEMORY.md."""
