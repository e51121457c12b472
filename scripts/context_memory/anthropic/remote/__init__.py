"""The only importer of the package anthropic in this folder."""
