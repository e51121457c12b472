"""Writing dated notes, with a model's words or without."""
