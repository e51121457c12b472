"""What compaction keeps beside a session."""
