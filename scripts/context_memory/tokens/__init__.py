"""How large a context is, and how large it may be."""
