"""Learning from a session, with a model or without."""
