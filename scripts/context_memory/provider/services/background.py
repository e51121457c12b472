"""Background work: a thread with a bounded queue and a CPU budget, and the worker process that does the jobs.

A job computes for tenths of a second; in this process messages would wait for
it. The worker process reads one job a line, does it on a workspace that it
opens itself, and reports the result. It starts with the first job, ends when
its input does, and is closed when there was no work for a while.
"""

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError, RemoteError
from ...settings.values import Settings
from ...storage.sqlite import lower_priority

MOST_QUEUED = 256
"""Jobs that wait; what comes beyond is counted and left out: the next message asks for it again."""
IDLE_SECONDS = 60.0
LAST_SECONDS = 5.0
"""In which the job that runs may end when the process does."""
CPU_SHARE = 0.5
"""Of one processor, in the long run."""
CPU_SAVED = 120.0
"""Seconds of a processor that may be used at once after a quiet time."""
PAUSE_SECONDS = 30.0
"""How long a job waits at most while many calls are answered: with two processors it takes one from them."""
PAUSE_OF_VIEWS = 5.0
"""The same where a view is to be prepared: a swap is refused until it is."""
_LOOK_EVERY = 0.1

Job = Callable[[str, str], float]
"""Does the job of this name for the session of that name; how many seconds of a processor it took."""


@dataclass(slots=True)
class CpuBudget:
    """What may be used: it grows with time at the share, up to what is saved at most."""

    left: float = CPU_SAVED
    at: float = 0.0
    used: float = 0.0
    """Since the process began."""

    def wait(self, now: float) -> float:
        """Seconds until there is something left."""
        if self.at:
            self.left = min(CPU_SAVED, self.left + (now - self.at) * CPU_SHARE)
        self.at = now
        return max(0.0, -self.left / CPU_SHARE)

    def spend(self, seconds: float) -> None:
        """Note what a job took."""
        self.left -= seconds
        self.used += seconds


class Background:
    """Runs jobs one after the other. `idle` is called after a while without jobs.

    While `is_busy` says so a job waits, half a minute at most, and while the budget of the processor is used up.
    """

    def __init__(
        self,
        do: Job,
        idle: Callable[[], None],
        tell: Callable[[str], None],
        is_busy: Callable[[], bool] = lambda: False,
    ) -> None:
        self._do = do
        self._idle = idle
        self._tell = tell
        self._is_busy = is_busy
        self._queue: queue.Queue[tuple[str, str] | None] = queue.Queue(MOST_QUEUED)
        self._lock = threading.Lock()
        self._waiting: set[tuple[str, str]] = set()
        self._counts: Counter[str] = Counter()
        self._jobs: Counter[str] = Counter()
        self._cpu = CpuBudget()
        self._running = ""
        self._paused = ""
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()

    def add(self, name: str, session: str) -> bool:
        """Have the job done soon; whether it is done, or will be. One that waits already is not queued twice."""
        with self._lock:
            if self._ended.is_set():
                return False
            if (name, session) in self._waiting:
                return True
            try:
                self._queue.put_nowait((name, session))
            except queue.Full:
                self._counts["left_out"] += 1
                return False
            self._waiting.add((name, session))
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="background", daemon=True)
                self._thread.start()
            return True

    def state(self) -> dict[str, Any]:
        """Counts, what runs at the moment, why it waits, and what is left of the processor's budget, seconds."""
        with self._lock:
            counts = {name: self._counts[name] for name in ("done", "failed", "left_out")}
            state = {"queued": len(self._waiting), "most_queued": MOST_QUEUED, "running": self._running, **counts}
            cpu = {
                "cpu_seconds": round(self._cpu.used, 2),
                "cpu_left": round(self._cpu.left, 2),
                "cpu_share": CPU_SHARE,
            }
            return state | {"paused": self._paused, "by_job": dict(sorted(self._jobs.items()))} | cpu

    def settle(self) -> None:
        """Wait until nothing waits or runs."""
        self._queue.join()

    def close(self) -> None:
        """Let the running job end, and drop the others: every one is asked for again."""
        with self._lock:
            self._ended.set()
            thread = self._thread
            self._waiting.clear()
        while True:
            try:
                self._queue.get_nowait()
                self._queue.task_done()
            except queue.Empty:
                break
        self._queue.put(None)
        if thread is not None:
            thread.join(LAST_SECONDS)

    def _next(self) -> tuple[str, str] | None:
        """The next job; None at the end."""
        while True:
            try:
                return self._queue.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                self._idle()

    def _pause(self) -> None:
        """Wait while calls need the processor, and until the budget has something left."""
        began = time.monotonic()
        while self._is_busy() and time.monotonic() < began + self._longest_pause() and not self._ended.is_set():
            self._paused = "load"
            self._ended.wait(_LOOK_EVERY)
        while (seconds := self._cpu.wait(time.monotonic())) and not self._ended.is_set():
            self._paused = "budget"
            self._ended.wait(seconds)
        self._paused = ""

    def _longest_pause(self) -> float:
        with self._lock:
            return PAUSE_OF_VIEWS if any(name == "prepare" for name, _ in self._waiting) else PAUSE_SECONDS

    def _run(self) -> None:
        while (job := self._next()) is not None:
            self._pause()
            name, session = job
            with self._lock:
                self._waiting.discard(job)
                self._running = name
            outcome = "failed"
            try:
                self._cpu.spend(self._do(name, session))
                outcome = "done"
            except (ContextMemoryError, OSError) as error:
                if not self._ended.is_set():
                    self._tell(f"{name} in the background failed: {error}")
            finally:
                with self._lock:
                    self._counts[outcome] += 1
                    self._jobs[name] += 1
                    self._running = ""
                self._queue.task_done()
        self._queue.task_done()


# -- the worker process ----------------------------------------------------------------------------

INDEXED_IN_A_JOB = 3_200
"""Messages that are indexed before other jobs have their turn. Those that come meanwhile wait for the next job: made
anew with each of them, a session that grows took half a processor at 50 messages a second."""
NICE = 10
"""Below everything that a client waits for; not while it writes and clients wait for its lock."""
_CODE = "import sys; sys.path[:0] = [{path!r}]; from {package}.provider.services.background import main; main()"
SLICE_SECONDS = 3.0
"""Of the state of a long session that is computed, or learnt, at a stretch; then other jobs have their turn."""
UNFINISHED = "unfinished"
"""Of a job that did a part: it is queued again, behind the others."""


def _folded(memory: ContextMemory, session: str, job: Callable[[str], object]) -> object:
    return job(session) if memory.sessions.fold_ahead(session, SLICE_SECONDS) else UNFINISHED


def _index(memory: ContextMemory) -> str:
    return "" if memory.docs.index(INDEXED_IN_A_JOB) else UNFINISHED


def _learn(memory: ContextMemory, session: str) -> str:
    done = memory.learn(
        memory.sessions.transcript(session), session=session, after=_LEARNT_TO.pop(session, 0), seconds=SLICE_SECONDS
    )
    if done.ended_at is None:
        return ""
    _LEARNT_TO[session] = done.ended_at
    return UNFINISHED


_LEARNT_TO: dict[str, int] = {}
"""Where learning from a session goes on; a worker that starts anew passes over what was learnt."""
_JOBS: Mapping[str, Callable[[ContextMemory, str], object]] = {
    "prepare": lambda memory, session: _folded(memory, session, memory.sessions.prepare),
    "flush": lambda memory, session: _folded(memory, session, memory.sessions.flush),
    "index": lambda memory, _: _index(memory),
    "tidy": lambda memory, _: memory.docs.tidy(),
    "learn": _learn,
}


class Worker:
    """Starts the worker process where there is none, and gives it one job at a time."""

    def __init__(self, workspace: Path | None, settings: Settings, again: Callable[[str, str], object]) -> None:
        """`again` is called with a job that is unfinished."""
        self._again = again
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
        if problem == UNFINISHED:
            self._again(name, session)
        elif problem:
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
    lower_priority(NICE)
    given: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    with out, ContextMemory(given["workspace"], Settings(**given["settings"])) as memory:
        for line in sys.stdin.buffer:
            name, session = json.loads(line)
            problem, before = "", time.process_time()
            try:
                problem = UNFINISHED if _JOBS[name](memory, session) == UNFINISHED else ""
            except (ContextMemoryError, OSError) as error:
                problem = type(error).__name__
            out.write(json.dumps([problem, round(time.process_time() - before, 3)]).encode("ascii") + b"\n")
            out.flush()
