"""The use cases of MEMORY.md: scaffold, update, verify, migrate."""
