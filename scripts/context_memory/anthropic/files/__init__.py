"""The folder that the memory tool exposes as /memories."""
