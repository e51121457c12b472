"""Cache-safe prompts: sections, checks, cache audit."""
