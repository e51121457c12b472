"""The one door to the package anthropic."""
