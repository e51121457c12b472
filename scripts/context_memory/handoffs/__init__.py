"""Tasks and results for other agents, as XML."""
