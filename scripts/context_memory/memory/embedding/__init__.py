"""Vectors of meaning: which embedder, whose vectors, when to try again."""
