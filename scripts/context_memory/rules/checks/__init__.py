"""The lines of the deployment checklist: facts in, one `Check` out. Nothing here looks at a disk."""
