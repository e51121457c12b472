"""Commands of the memory tool, done on the files of a workspace."""
