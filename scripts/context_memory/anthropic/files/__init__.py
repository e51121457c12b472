"""The folder that the memory tool shows as /memories."""
