"""What is done once a second beside the calls, so that none of them waits for the disk."""

import threading
from collections.abc import Callable, Sequence

from ...errors import ContextMemoryError

EVERY = 1.0
"""Seconds; what was acknowledged with batch durability is on the disk after them."""


class Ticker:
    """Does its jobs one after the other, on a thread of its own, until it is closed; `tell` hears what goes wrong."""

    def __init__(self, jobs: Sequence[Callable[[], object]], tell: Callable[[str], None]) -> None:
        self._jobs = jobs
        self._tell = tell
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End after the job that runs."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(EVERY):
            for job in self._jobs:
                try:
                    job()
                except (ContextMemoryError, OSError) as error:
                    self._tell(f"the disk could not be brought up to date: {error}")
