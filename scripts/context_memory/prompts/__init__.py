"""Prompts that keep their cache: sections, checks, advice."""
