"""Record what a command does to the memory files: everything between begin and end is one change of their history."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from ..disk.places import Places
from ..services import history
from .console import Console


@contextmanager
def recording(places: Places, cause: str, console: Console, *, dry_run: bool = False) -> Iterator[None]:
    """Run the command's work; what it changed is recorded with the cause, also when it fails half-way."""
    if dry_run or places.workspace is None:
        yield
        return
    before = history.begin(places)
    try:
        yield
    finally:
        problem = history.record(places, cause, datetime.now(UTC), before)
        if problem:
            console.warn(problem)
