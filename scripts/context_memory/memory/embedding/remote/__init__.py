"""Embedders: offline models and servers."""
