"""The only place that picks concrete classes; everything else gets what it needs by argument."""
