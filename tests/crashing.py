"""Kill a process at many points of its work and look at what is left: what the crash tests share.

A worker is forked and dies by SIGKILL: before a line of our own code, in the middle of a write, or at any moment. A
second process then opens the workspace as after a restart and tells what is wrong with it.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = Path(__file__).parent.parent / "scripts" / "context_memory"
WITH_EFFECTS = {"storage", "files", "files.py", "service.py", "services", "stores", "formats", "writers"}
TRACED = tuple(
    str(path) for path in PACKAGE.rglob("*.py") if WITH_EFFECTS.intersection(path.relative_to(PACKAGE).parts)
)
MOMENTS = "moments"
"""The mode in which a worker dies after so many seconds, wherever it is then."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is killed, and who looks at it afterwards."""

    work: Callable[[Path, Callable[[int], object]], object]
    """All of the work on a workspace; it tells the number of each step that it has done."""
    look: Callable[[Path, int], list[str]]
    """What is wrong with the workspace after so many acknowledged steps."""
    points: "Callable[[random.Random, Mapping[str, int], int], Iterable[tuple[str, float]]]"
    """Mode and point of each of so many rounds, by the number of points that a mode has."""


@dataclass
class Fuse:
    """Counts what happens and dies at one point of it."""

    at: int = 0
    """0: never."""
    count: int = 0

    def step(self) -> bool:
        """One more; whether this is the point."""
        self.count += 1
        return self.count == self.at


def die() -> None:
    """As `kill -9` does: nothing is flushed, nothing is cleaned up."""
    os.kill(os.getpid(), signal.SIGKILL)


def at_lines(fuse: Fuse) -> None:
    """Die before a line of our own code on disk or in services."""

    def local(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line" and fuse.step():
            die()
        return local

    def started(frame: FrameType, event: str, _: Any) -> Any:
        return local if event == "call" and frame.f_code.co_filename.startswith(TRACED) else None

    sys.settrace(started)


def at_writes(fuse: Fuse) -> None:
    """Die in the middle of a write, or before a sync or a rename."""
    write, replace = os.write, os.replace

    def torn(descriptor: int, data: Any) -> int:
        if fuse.step():
            write(descriptor, bytes(data)[: len(data) // 2])
            die()
        return write(descriptor, data)

    def unsynced(descriptor: int) -> None:
        if fuse.step():
            die()

    def unnamed(source: Any, target: Any, **folders: int) -> None:
        if fuse.step():
            die()
        replace(source, target, **folders)

    os.write, os.fsync, os.replace, os.rename = torn, unsynced, unnamed, unnamed  # type: ignore[assignment]


MODES = {"lines": at_lines, "writes": at_writes}


def forked(action: Callable[[], object]) -> int:
    """Run in a process of its own; its exit code, negative for a signal."""
    child = os.fork()
    if child == 0:
        code = 70
        try:
            action()
            code = 0
        except BaseException as error:  # noqa: BLE001 - a child that must not return into the parent's code
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def counted(mode: str, subject: Subject) -> int:
    """How many points there are to die at."""
    reader, writer = os.pipe()
    fuse = Fuse()

    def undisturbed() -> None:
        with tempfile.TemporaryDirectory() as name:
            MODES[mode](fuse)
            subject.work(Path(name), lambda _: None)
            sys.settrace(None)
            os.write(writer, str(fuse.count).encode())

    assert forked(undisturbed) == 0
    os.close(writer)
    with os.fdopen(reader) as number:
        return int(number.read())


def round_of(mode: str, at: float, subject: Subject, base: Path) -> list[str]:
    """One crash, and what is wrong after it."""
    folder = Path(tempfile.mkdtemp(dir=base))
    acknowledgements, workspace, report = folder / "acknowledged", folder / "w", folder / "faults"
    acknowledgements.touch()
    workspace.mkdir()

    def doomed() -> None:
        descriptor = os.open(acknowledgements, os.O_WRONLY)
        really = os.pwrite
        if mode == MOMENTS:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)  # its default ends the process like a kill
            signal.setitimer(signal.ITIMER_REAL, at)
        else:
            MODES[mode](Fuse(int(at)))
        subject.work(workspace, lambda count: really(descriptor, f"{count:6}".encode(), 0))
        die()

    def looking() -> None:
        report.write_text(json.dumps(subject.look(workspace, acknowledged)))

    code = forked(doomed)
    acknowledged = int(acknowledgements.read_text() or 0)
    faults: list[str] = []
    if code not in (-signal.SIGKILL, -signal.SIGALRM):
        faults.append(f"the worker ended with {code}")
    if forked(looking) != 0:
        faults.append("the restart failed")
    else:
        faults += json.loads(report.read_text())
    shutil.rmtree(folder)
    return [f"{mode} {at:g} of the work, {acknowledged} acknowledged: {fault}" for fault in faults]


def main(subject: Subject, title: str, argv: Sequence[str]) -> int:
    """Run the rounds; print what is wrong. Exit code 1 when anything is."""
    os.fsync = lambda descriptor: None  # type: ignore[assignment]  # a kill takes no page cache: no need to wait
    parser = argparse.ArgumentParser(description=title)
    parser.add_argument("--points", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args(argv)
    base = Path(tempfile.mkdtemp(prefix="crash-"))
    os.environ["XDG_STATE_HOME"] = str(base / "state-home")
    totals = {mode: counted(mode, subject) for mode in MODES}
    faults = []
    for mode, at in subject.points(random.Random(arguments.seed), totals, arguments.points):
        faults += round_of(mode, at, subject, base)
    shutil.rmtree(base)
    for fault in faults:
        print(fault)
    print(f"{arguments.points} crashes at points of {totals}: {len(faults)} faults")
    return 1 if faults else 0
