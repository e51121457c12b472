"""The real clock, waiting and chance."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..services.asking import World


def world() -> "World":
    """The real clock, real waiting and real chance."""
    import random
    import time
    from datetime import UTC, datetime

    from ..services.asking import World

    return World(now=lambda: datetime.now(UTC), sleep=time.sleep, jitter=random.random)
