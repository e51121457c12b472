"""Docs on a server that many agents share."""
