"""One page that shows what fills a context and what compaction did."""
