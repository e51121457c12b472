"""Which concrete classes a command works with."""
