"""Changes that read before they write, done again where another writer of a shared store was faster."""

import random
import time
from collections.abc import Callable
from typing import TypeVar

from ..model.errors import CollidedError
from ..model.stores import DocStore, DocWriter

ATTEMPTS = 10
PAUSE_SECONDS = 0.02
"""Before the second attempt, and twice as long before each later one: five seconds in all."""

Result = TypeVar("Result")


def in_one_write(store: DocStore, change: Callable[[DocWriter], Result]) -> Result:
    """What the change gives back, once all of it is kept; it reads anew each time that it is tried."""
    for attempt in range(1, ATTEMPTS):
        try:
            with store.write() as writer:
                return change(writer)
        except CollidedError:
            time.sleep(PAUSE_SECONDS * 2 ** (attempt - 1) * random.uniform(0.5, 1.0))  # not in step with the other
    with store.write() as writer:
        return change(writer)
