"""Commands of the memory tool on the files of a workspace."""
