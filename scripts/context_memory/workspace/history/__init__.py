"""Every change of the memory files, kept and restorable."""
