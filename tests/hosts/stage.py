"""What the proofs in real hosts share: a temporary home, lines that are checked, processes, the table of versions."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from context_memory.hosts.remote import claude_code as claude_code_program
from context_memory.testing import FakeAnthropic

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "context-memory.py"
PAGE = ROOT / "references" / "hosts.md"
WATCH_SECONDS = 0.5
_HEAD = ["| host | version | proven by | added by the plugin |", "|---|---|---|---|"]


@dataclass(frozen=True)
class Proven:
    """A row of the table of versions."""

    host: str
    version: str
    figures: str = ""


class Timed(FakeAnthropic):
    """A Messages API that knows when each request came."""

    def __init__(self, window: int = 200_000, model: Callable[[dict[str, Any]], Any] | None = None) -> None:
        said = "<analysis>-</analysis><summary>What was done.</summary>"
        super().__init__(window=window, model=model or (lambda _: said))
        self.times: list[float] = []

    def record(self, *given: Any) -> None:
        """Keep the request and its time."""
        self.times.append(time.perf_counter())
        super().record(*given)


class Stage:
    """A temporary home of a host, and what was checked in it."""

    def __init__(self, folder: Path, program: Path, path: str = "", **variables: str) -> None:
        self.folder, self.program = folder, program
        self.failures = 0
        self._path, self._variables = path, variables
        self._count = 0
        (folder / "home").mkdir(parents=True)

    def environment(self) -> dict[str, str]:
        """Of the host and of our commands."""
        path = f"{self._path}{Path(sys.executable).parent}:{os.environ.get('PATH', os.defpath)}"
        home = str(self.folder / "home")
        return {
            "PATH": path,
            "HOME": home,
            "XDG_STATE_HOME": f"{home}/state",
            "XDG_CONFIG_HOME": f"{home}/config",
            "LANG": "C.UTF-8",
            **self._variables,
        }

    def workspace(self) -> Path:
        """A new folder."""
        self._count += 1
        made = self.folder / f"workspace-{self._count}"
        made.mkdir()
        return made

    def ours(self, *words: str) -> tuple[int, str]:
        """Exit code and output of one of our commands."""
        done = self.run(sys.executable, str(SCRIPT), *words, seconds=900)
        return done.returncode, done.stdout + done.stderr

    def run(self, *words: str, seconds: int, **variables: str) -> "subprocess.CompletedProcess[str]":
        """A program in this home, with what it wrote and its exit code."""
        return subprocess.run(
            words,
            env=variables | self.environment(),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

    def check(self, what: str, holds: bool, detail: str = "") -> None:
        """Print one line; count what does not hold."""
        self.failures += not holds
        print(f"  {'ok  ' if holds else 'FAIL'} {what} {detail}".rstrip(), flush=True)

    def check_time(self, what: str, holds: bool, detail: str) -> None:
        """The same for a time: on a machine with more to do than it has processors it says nothing of the plugin."""
        load, processors = os.getloadavg()[0], os.cpu_count() or 1
        if holds or load <= processors:
            self.check(what, holds, detail)
        else:
            print(f"  --   {what}: not judged {detail}, the load is {load:.0f} on {processors} processors", flush=True)


@contextlib.contextmanager
def started(
    stage: Stage, api: FakeAnthropic, workspace: Path, *words: str, **more: str
) -> Iterator["subprocess.Popen[str]"]:
    """Claude Code as a process of its own, which is killed at last."""
    variables = stage.environment() | claude_code_program.QUIET | more
    variables |= {"ANTHROPIC_BASE_URL": api.base_url, "ANTHROPIC_API_KEY": "loopback"}
    process = subprocess.Popen(
        [str(stage.program), *words],
        cwd=workspace,
        env=variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError, AttributeError):
                pipe.close()  # type: ignore[union-attr]


def processes_in(folder: Path) -> list[int]:
    """Processes of ours that work on something in this folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes().decode("utf-8", "replace")
            if "context-memory" in words and str(folder) in words:
                found.append(int(entry.name))
    return found


def processes_of(folder: Path) -> list[int]:
    """All processes with this folder in their environment: a host that has its home there, and what it started."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(folder).encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
    return found


class Watch(threading.Thread):
    """Sees, while a block runs, what the processes of a folder take at most."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.processes, self.memory = 0, 0
        """Most at once, and most bytes: shared pages are divided among those that share them."""
        self._folder, self._is_over = folder, threading.Event()

    def run(self) -> None:
        """What the thread does."""
        while not self._is_over.wait(WATCH_SECONDS):
            found = processes_of(self._folder)
            self.processes = max(self.processes, len(found))
            self.memory = max(self.memory, sum(map(_memory_of, found)))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self.join()

    def __str__(self) -> str:
        return f"{self.processes} processes, {self.memory / 2**20:.0f} MB"


def _memory_of(process: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def until(holds: Callable[[], bool], seconds: float) -> bool:
    """Whether it held within so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def shown(milliseconds: float) -> str:
    """A difference of medians: below a millisecond, or below nothing, it is the host's own noise."""
    return f"{milliseconds:.0f} ms" if milliseconds >= 1 else "within the noise"


def write_table(proven: Iterable[Proven]) -> None:
    """The versions that were just proven, into the page of hosts; rows of other hosts stay."""
    head, start, rest = PAGE.read_text(encoding="utf-8").partition("<!-- tested -->\n")
    table, end, tail = rest.partition("<!-- /tested -->")
    rows = {line.split("|")[1].strip(): line for line in table.splitlines()[len(_HEAD) :]}
    for each in proven:
        rows[each.host] = f"| {each.host} | {each.version} | `make test-hosts` | {each.figures} |".replace(
            "|  |", "| |"
        )
    PAGE.write_text(head + start + "\n".join([*_HEAD, *rows.values()]) + "\n" + end + tail, encoding="utf-8")
