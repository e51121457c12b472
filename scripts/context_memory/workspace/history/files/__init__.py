"""The repository of changes and the queue in front of it."""
