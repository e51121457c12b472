"""The files that people and hosts edit too: MEMORY.md, its pointers, notes, project facts, history."""
