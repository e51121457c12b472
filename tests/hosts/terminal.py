"""A program in a terminal of its own, driven as a person does it: type a line, wait until the screen stands still."""

import contextlib
import fcntl
import os
import pty
import signal
import struct
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from context_memory.errors import RemoteError

ROWS, COLUMNS = 40, 120
QUIET_SECONDS = 0.4
"""Without output: a program that works moves a spinner."""
ENTER_SECONDS = 3
"""Until Enter is pressed again; on an empty line it does nothing."""
SILENT_SECONDS = 180
"""After which a program that is not through is given up."""
_PASTED = "\x1b[200~{}\x1b[201~"
_KEPT = 20_000  # characters of output, to look for a text in


class Terminal:
    """The program, from its start to its end."""

    def __init__(self, words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._process, self._terminal = pty.fork()
        if not self._process:  # the child
            with contextlib.suppress(OSError):
                os.chdir(folder)
                os.execve(words[0], list(words), {**environment, "TERM": "xterm-256color"})
            os._exit(127)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._seen, self._last, self._is_over = "", time.monotonic(), threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._process, 0)
        self._is_over.wait(10)
        os.close(self._terminal)

    def type(self, line: str, is_taken: Callable[[], bool]) -> None:
        """Paste the line, and press Enter until the program takes it: too early an Enter is a part of the paste."""
        self._seen = ""
        os.write(self._terminal, _PASTED.format(line).encode())
        self.wait_for_quiet(lambda: bool(self._seen))
        end = time.monotonic() + SILENT_SECONDS
        while not is_taken() and time.monotonic() < end:
            with contextlib.suppress(OSError):  # it has ended
                os.write(self._terminal, b"\r")
            again = time.monotonic() + ENTER_SECONDS
            while not is_taken() and time.monotonic() < again:
                time.sleep(0.02)

    def wait_for(self, text: str) -> None:
        """Wait until the program has written this, and then nothing."""
        self.wait_for_quiet(lambda: text in self._seen)

    def wait_for_quiet(self, is_through: Callable[[], bool]) -> None:
        """Wait until this holds, and the screen stands still."""
        end = time.monotonic() + SILENT_SECONDS
        while not (is_through() and time.monotonic() - self._last > QUIET_SECONDS):
            if self._is_over.is_set():
                raise RemoteError(f"the program ended: {self._seen[-400:]!r}")
            if time.monotonic() > end:
                raise RemoteError(f"the program was silent for {SILENT_SECONDS} s: {self._seen[-400:]!r}")
            time.sleep(0.02)

    @property
    def is_over(self) -> bool:
        """Whether the program has ended."""
        return self._is_over.is_set()

    def _read(self) -> None:
        """What the thread does: a program whose output nobody reads stops."""
        with contextlib.suppress(OSError):  # Linux ends the output of a terminal with an error
            while piece := os.read(self._terminal, 1 << 16):
                self._last = time.monotonic()
                self._seen = (self._seen + piece.decode("utf-8", "replace"))[-_KEPT:]
        self._is_over.set()
