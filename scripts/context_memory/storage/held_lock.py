"""A file lock that keeps its file open between uses: opening it safely costs ten times as much as locking."""

import contextlib
import fcntl
import os
import threading
from pathlib import Path

from . import files


class HeldLock:
    """`files.locked` for callers that lock the same path often; excludes processes and threads."""

    def __init__(self, path: Path) -> None:
        self._path = path.parent / f".{path.name}.lock"
        self._threads = threading.Lock()
        self._descriptor = -1
        self._waiting, self._at_once = _Held(self, may_wait=True), _Held(self, may_wait=False)

    def held(self, *, may_wait: bool = True) -> contextlib.AbstractContextManager[None]:
        """Hold the lock; released when the process dies. BlockingIOError if it is taken and waiting is not allowed."""
        return self._waiting if may_wait else self._at_once

    def acquire(self, *, may_wait: bool = True) -> None:
        """Take the lock; BlockingIOError if it is taken and waiting is not allowed."""
        if not self._threads.acquire(blocking=may_wait):
            raise BlockingIOError
        is_taken = False
        try:
            while not is_taken:
                if self._descriptor < 0:
                    self._descriptor = files.open_lock(self._path)
                fcntl.flock(self._descriptor, fcntl.LOCK_EX if may_wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
                is_taken = os.fstat(self._descriptor).st_nlink > 0
                if not is_taken:  # somebody removed it: others lock a new file
                    self._close_file()
        finally:
            if not is_taken:
                self._threads.release()

    def release(self) -> None:
        """Let others take it."""
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        finally:
            self._threads.release()

    def close(self) -> None:
        """Close the file."""
        with self._threads:
            self._close_file()

    def _close_file(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class _Held:
    """The lock while a block runs; a generator would take three times as long as the lock itself."""

    __slots__ = ("_lock", "_may_wait")

    def __init__(self, lock: HeldLock, *, may_wait: bool) -> None:
        self._lock = lock
        self._may_wait = may_wait

    def __enter__(self) -> None:
        self._lock.acquire(may_wait=self._may_wait)

    def __exit__(self, *_error: object) -> None:
        self._lock.release()
