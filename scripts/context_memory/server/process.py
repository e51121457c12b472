"""What a process that answers asks of Python, so that no message waits for what Python does beside it."""

import gc
import sys

SWITCH_SECONDS = 0.0005
"""After which a thread that computes lets others on; with Python's 5 ms a message waits so for each write."""
COLLECTED = (5_000, 50, 100)
"""New objects before a search for cycles among them, and how often each before the next older ones are searched: all
objects of large sessions take a tenth of a second, in which nobody is answered."""


def tune() -> None:
    """For a process that has loaded what it needs; what is there now is never searched for cycles again."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
