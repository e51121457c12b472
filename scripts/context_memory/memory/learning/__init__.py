"""Lasting facts, rules and lessons from what people said."""
