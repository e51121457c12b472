"""From a question to hits: what it asks, what is found, in which order, how much is shown."""
