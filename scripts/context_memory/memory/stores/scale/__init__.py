"""Docs in large stores: tantivy for words, usearch for vectors."""
