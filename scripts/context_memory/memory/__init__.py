"""What an agent remembers for good: docs, their search, learning, upkeep."""
