"""Settings: values, validation, sources."""
