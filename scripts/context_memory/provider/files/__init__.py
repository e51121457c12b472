"""Files of the provider: the tokens of its clients."""
