"""Use cases: each puts rules, disk and remote together and returns an outcome."""
