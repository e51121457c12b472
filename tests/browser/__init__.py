"""Checks of our pages in a real browser; not part of `make test`."""
