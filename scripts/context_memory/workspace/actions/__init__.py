"""Actions that were refused or failed before, and the check of a new one."""
