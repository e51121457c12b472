"""Dated notes of a session: what it did, decided and was told."""
