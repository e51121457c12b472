"""Files and SQLite for everybody; no decisions."""
