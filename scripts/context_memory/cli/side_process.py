"""Another process of this program that works on pieces of bytes.

It reads pieces from its standard input and ends with it, so that none outlives a command that was killed. One that
fails costs nothing but time: what it was given is done by whoever gave it.
"""

import contextlib
import fcntl
import gc
import importlib
import os
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TypeAlias

Work: TypeAlias = Callable[[bytes, bytes], bytes]
"""Turns a piece into its result; the second argument is the same for all pieces."""
_ROOT = Path(__file__).parent.parent.parent
_START = "import sys; sys.path.insert(0, sys.argv[1]); from context_memory.cli import side_process as s; s.serve()"
_LENGTH = 8  # bytes in front of each message
_ROOM = 1 << 20
"""Bytes of a pipe; Linux gives everybody as many."""
_WAKING = 0.02
"""Seconds in which a result that is done is on its way; a piece takes longer."""
_SWITCH = 0.0005
"""Seconds after which a thread lets another one read or write; ten times as often as by default."""


class Side:
    """One other process; a message to it has no result of no bytes."""

    def __init__(self, work: Work, given: bytes) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, str(_ROOT)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt from the keyboard is for this process
        )
        self._in, self._out = (file.fileno() for file in (self._process.stdin, self._process.stdout) if file)
        for pipe in (self._in, self._out):
            _enlarge(pipe)
        self._is_well = True
        self.before_it = 0
        """Pieces that it was given and whose results nobody has taken."""
        self._send(f"{work.__module__}:{work.__qualname__}".encode())
        self._send(given)

    def __enter__(self) -> "Side":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        for file in (self._process.stdin, self._process.stdout):
            if file:
                file.close()
        self._process.wait()

    def give(self, piece: bytes) -> None:
        """One more piece for it."""
        self.before_it += 1
        self._send(piece)

    def _send(self, message: bytes) -> None:
        if self._is_well:
            try:
                _send(self._in, message)
            except OSError:
                self._is_well = False

    def is_ready(self) -> bool:
        """Whether something of the next result is there, or comes as soon as its sender wakes, or will never be."""
        return not self._is_well or bool(select.select([self._out], [], [], _WAKING)[0])

    def taken(self) -> bytes | None:
        """The result of the first piece that it was given and nobody has taken; None when the process failed."""
        self.before_it -= 1
        result = _receive(self._out) if self._is_well else None
        self._is_well = result is not None
        return result


def serve() -> None:
    """What the other process does: results for pieces, until its input ends. It reads and writes while it works."""
    name, given = _receive(0), _receive(0)
    if name is None or given is None:
        return
    gc.disable()  # as the work is done there: nothing outlives its piece
    sys.setswitchinterval(_SWITCH)
    module, _, function = name.decode().partition(":")
    work: Work = getattr(importlib.import_module(module), function)
    pieces: SimpleQueue[bytes | None] = SimpleQueue()
    results: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        while (piece := _receive(0)) is not None:
            pieces.put(piece)
        pieces.put(None)

    def write() -> None:
        with contextlib.suppress(OSError):
            while True:
                _send(1, results.get())

    Thread(target=read, daemon=True).start()
    Thread(target=write, daemon=True).start()
    while (piece := pieces.get()) is not None:
        results.put(work(piece, given))


def _enlarge(pipe: int) -> None:
    """Room for a message, so that who sends one seldom waits; where the system does not offer it they do."""
    with contextlib.suppress(OSError, AttributeError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _ROOM)


def _send(descriptor: int, message: bytes) -> None:
    left = memoryview(len(message).to_bytes(_LENGTH, "big") + message)
    while left:
        left = left[os.write(descriptor, left) :]


def _receive(descriptor: int) -> bytes | None:
    """The next message; None where there is no whole one."""
    head = _bytes(descriptor, _LENGTH)
    return None if head is None else _bytes(descriptor, int.from_bytes(head, "big"))


def _bytes(descriptor: int, length: int) -> bytes | None:
    parts, missing = list[bytes](), length
    while missing:
        part = os.read(descriptor, missing)
        if not part:
            return None
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)
