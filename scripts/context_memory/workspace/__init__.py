"""Files of a workspace: MEMORY.md, its pointers, notes, project facts, history."""
