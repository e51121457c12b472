"""Where docs are kept."""
