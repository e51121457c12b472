"""The network. Nothing here is needed for a result; it makes a result better."""
