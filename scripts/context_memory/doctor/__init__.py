"""The deployment checklist: checks, repairs, a trial compaction."""
