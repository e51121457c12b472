"""What a session said and did, as structured state, and the summary of it."""
