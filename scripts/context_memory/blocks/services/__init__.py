"""Ingests messages, builds views, swaps blocks for capsules."""
