"""Work that nobody waits for, on one thread, with a bounded queue and a budget: views, notes, lessons, the index."""

import queue
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...errors import ContextMemoryError

MOST_QUEUED = 256
"""Jobs that wait; what comes beyond is counted and left out: the next message asks for it again."""
IDLE_SECONDS = 60.0
LAST_SECONDS = 5.0
"""In which the job that runs may end when the process does."""
CPU_SHARE = 0.5
"""Of one processor, in the long run."""
CPU_SAVED = 120.0
"""Seconds of a processor that may be used at once after a quiet time."""
PAUSE_SECONDS = 5.0
"""How long a job waits at most while many calls are answered."""
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
    """Runs jobs one after the other. `idle` hears when there was nothing to do for a while.

    While `is_busy` says so a job waits, for a few seconds; while the budget of the processor is used up, until it grew.
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
        until = time.monotonic() + PAUSE_SECONDS
        while self._is_busy() and time.monotonic() < until and not self._ended.is_set():
            self._paused = "load"
            self._ended.wait(_LOOK_EVERY)
        while (seconds := self._cpu.wait(time.monotonic())) and not self._ended.is_set():
            self._paused = "budget"
            self._ended.wait(seconds)
        self._paused = ""

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
