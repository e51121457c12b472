"""The network and other programs: who answers."""
