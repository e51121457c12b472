"""How the time of a call grows with its input: a count that a busy machine does not change."""

from collections.abc import Callable
from time import process_time

TIMES_LARGER = 4
MOST_TIMES_SLOWER = 10
"""An input four times as large takes four times as long where each part is read once, sixteen where each is compared
with each."""
_NOTHING = 0.002
"""Seconds of the processor; below it there is nothing to compare."""


def assert_linear(call: Callable[[str], object], text: str) -> None:
    """The call takes at most in proportion longer for the whole text than for its first quarter, one time in three."""
    part = text[: len(text) // TIMES_LARGER]
    assert any(_seconds(call, text) < MOST_TIMES_SLOWER * max(_seconds(call, part), _NOTHING) for _ in range(3))


def _seconds(call: Callable[[str], object], text: str) -> float:
    """What a run takes, in seconds of the processor."""
    started = process_time()
    call(text)
    return process_time() - started
