"""Which model is asked, how often, and for how much money."""
