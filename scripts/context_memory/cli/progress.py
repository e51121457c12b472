"""How far long work is, in lines on stderr that come no more often than people read."""

import time

from .console import Console

EVERY_SECONDS = 2.0
"""Between two lines; work that is done sooner says nothing."""


class ProgressLines:
    """Lines about one piece of work."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = self._said = time.monotonic()
        self._what = ""

    def tell(self, what: str, done: int, total: int = 0) -> None:
        """So many of `what` are done; with a total also of how many."""
        now = time.monotonic()
        if what != self._what:
            self._what, self._begun = what, now
        if now - self._said < EVERY_SECONDS:
            return
        self._said = now
        of = f" of {total:,}" if total else ""
        speed = done / max(now - self._begun, 0.001)
        self._console.note(f"{done:,}{of} {what}, {speed:,.0f}/s")
