"""Files, databases, templates and transcripts, in and out: no decisions."""
