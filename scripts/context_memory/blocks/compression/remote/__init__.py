"""Models and programs that write capsules."""
