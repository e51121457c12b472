"""Models reached over the network or as a program."""
