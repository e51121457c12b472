"""Vector search beside the search by words, and new vectors for a changed embedder."""
