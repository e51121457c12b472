"""Permits that threads and processes share: at most so many hold one, and the dead hold none."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from ..model.errors import NotReadyError
from .files import FILE_MODE, make_folder


@contextlib.contextmanager
def try_one(folder: Path, name: str, count: int) -> Iterator[bool]:
    """Hold one of `count` permits for as long as the block lasts; False at once when all are taken."""
    import fcntl

    make_folder(folder)
    taken = None
    try:
        for number in range(1, count + 1):
            lock = folder / f".{name}.{number}.lock"
            try:
                descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, FILE_MODE)
            except OSError as error:
                raise NotReadyError(f"cannot lock {lock}: {error.strerror}", hint="check its owner and mode") from error
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                continue
            taken = descriptor
            break
        yield taken is not None
    finally:
        if taken is not None:
            os.close(taken)
