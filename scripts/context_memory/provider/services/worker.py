"""Background work in a process of its own: it computes for tenths of a second, and here messages would wait for it.

The worker reads one job a line, does it on a workspace that it opens itself,
and says how it went. It starts with the first job, ends when its input does,
and is let go when nothing was to be done for a while.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError, RemoteError
from ...settings.values import Settings

INDEXED_AT_ONCE = 32
"""Messages that are indexed in one write, a run of a session: nobody else writes to the database meanwhile."""
INDEXED_IN_A_JOB = 100
"""Such writes of one job; what is left is asked for again."""
NICE = 10
"""Less important than everything that somebody waits for."""
_CODE = "import sys; sys.path[:0] = [{path!r}]; from {package}.provider.services.worker import main; main()"
_JOBS: Mapping[str, Callable[[ContextMemory, str], object]] = {
    "prepare": lambda memory, session: memory.sessions.prepare(session),
    "flush": lambda memory, session: memory.sessions.flush(session),
    "index": lambda memory, _: _index(memory),
    "tidy": lambda memory, _: memory.docs.tidy(),
    "learn": lambda memory, session: memory.learn(memory.sessions.transcript(session), session=session),
}
JOBS = tuple(_JOBS)


def _index(memory: ContextMemory) -> None:
    for _ in range(INDEXED_IN_A_JOB):
        if memory.docs.index(INDEXED_AT_ONCE):
            return


class Worker:
    """The other end: starts the process where there is none, and does one job at a time."""

    def __init__(self, workspace: Path | None, settings: Settings) -> None:
        self._given = {"workspace": str(workspace) if workspace else None, "settings": settings._asdict()}
        self._process: subprocess.Popen[bytes] | None = None

    def do(self, name: str, session: str) -> float:
        """Have a job done, and how many seconds of a processor it took; RemoteError where it was not, or it died."""
        process = self._process or self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps([name, session]).encode("ascii") + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except (OSError, ValueError):
            answer = b""
        if not answer:
            self.close()
            raise RemoteError(f"the worker ended during {name}")
        problem, seconds = json.loads(answer)
        if problem:
            raise RemoteError(f"{name} was not done: {problem}")
        return float(seconds)

    def close(self, seconds: float = 5.0) -> None:
        """Let the worker end: after the job that it does, or after so many seconds."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def _started(self) -> "subprocess.Popen[bytes]":
        package = __package__.partition(".")[0]
        code = _CODE.format(path=str(Path(__file__).parents[3]), package=package)
        try:
            process = subprocess.Popen(
                [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise RemoteError(f"no worker can be started: {error.strerror}") from error
        self._process = process
        assert process.stdin is not None
        process.stdin.write(json.dumps(self._given).encode("ascii") + b"\n")
        return process


def main() -> None:
    """The worker itself."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints does not speak to the provider
    with contextlib.suppress(OSError):
        os.nice(NICE)
    given: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    with out, ContextMemory(given["workspace"], Settings(**given["settings"])) as memory:
        for line in sys.stdin.buffer:
            name, session = json.loads(line)
            problem, before = "", time.process_time()
            try:
                _JOBS[name](memory, session)
            except (ContextMemoryError, OSError) as error:
                problem = type(error).__name__
            out.write(json.dumps([problem, round(time.process_time() - before, 3)]).encode("ascii") + b"\n")
            out.flush()
