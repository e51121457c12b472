"""The lock of a path whose file stays open between uses: to open it safely costs ten times what locking it does."""

import contextlib
import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path

from . import files


class HeldLock:
    """`files.locked` for who locks the same path again and again; processes and threads exclude each other."""

    def __init__(self, path: Path) -> None:
        self._path = path.parent / f".{path.name}.lock"
        self._threads = threading.Lock()
        self._descriptor = -1

    @contextlib.contextmanager
    def held(self, *, may_wait: bool = True) -> Iterator[None]:
        """Hold the lock; released when the process dies. BlockingIOError where it is taken and nobody may wait."""
        if not self._threads.acquire(blocking=may_wait):
            raise BlockingIOError
        try:
            descriptor = self._opened()
            fcntl.flock(descriptor, fcntl.LOCK_EX if may_wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                yield
            finally:
                fcntl.flock(descriptor, fcntl.LOCK_UN)
        finally:
            self._threads.release()

    def close(self) -> None:
        """Let go of the file."""
        with self._threads:
            self._let_go()

    def _opened(self) -> int:
        """The file, opened again when it is another one now."""
        if self._descriptor >= 0 and not os.fstat(self._descriptor).st_nlink:  # somebody removed it
            self._let_go()
        if self._descriptor < 0:
            self._descriptor = files.open_lock(self._path)
        return self._descriptor

    def _let_go(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
