"""The repository of changes and the queue before it."""
