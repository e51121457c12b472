"""A session made small: summary, newest messages, restored files, breaker, emergency."""
