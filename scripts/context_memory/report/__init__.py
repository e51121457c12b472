"""The report: one HTML page about what fills a context and what compaction did."""
