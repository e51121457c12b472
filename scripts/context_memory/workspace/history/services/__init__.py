"""Recording changes, and going back to one."""
