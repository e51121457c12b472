"""The use cases of compaction: each puts rules and files together and returns an outcome."""
