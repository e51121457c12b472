"""The deployment checklist: checks, repairs, a rehearsal."""
