"""Versions of hosts that the plugin was driven with, newest first. `make test-hosts` proves the first of each."""

CLAUDE_CODE = ("2.1.330",)
OPENCLAW = ("2026.9.6",)
CODEX = ("0.169.0",)
GEMINI = ("0.61.0",)
"""Gemini CLI."""
INSPECTOR = ("2.12.0",)
"""The inspector of the Model Context Protocol."""
