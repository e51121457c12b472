"""What to do: pure functions. Everything comes in by argument, the clock and ids included."""
