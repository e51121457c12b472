"""Whether agents that have the skill behave: trigger queries, pressure scenarios, graders."""
