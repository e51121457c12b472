"""Compresses blocks: codecs, scheduling and cost."""
