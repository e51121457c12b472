"""Kill a process that journals, compresses, swaps and evicts at many points, and look at what is left.

    python tests/blocks_crash.py --points 200 --seed 7

Each round forks a worker that dies by SIGKILL at a chosen point: before a line of our code, or in the middle of a
write. A second process then opens the workspace as after a restart. Exit code 1 when anything was lost or doubled.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

REPOSITORY = Path(__file__).parent.parent
sys.path[:0] = [str(REPOSITORY / "scripts"), str(REPOSITORY)]

from context_memory import wiring  # noqa: E402
from context_memory.disk import places  # noqa: E402
from context_memory.model.blocks import Swap  # noqa: E402
from context_memory.model.session import Message, Role, Text, ToolCall, ToolResult  # noqa: E402
from context_memory.model.settings import Settings  # noqa: E402
from context_memory.rules import message_hash, packing, tokens  # noqa: E402

NOW = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)
SETTINGS = Settings(
    window=2_000, policy="small", block_tokens=120, evict_tokens=250, summary_tokens=300, min_receipt=0.0
)
NAME = "crashing"
TRACED = tuple(str(REPOSITORY / "scripts" / "context_memory" / part) for part in ("disk", "services"))


def conversation(turns: int = 10) -> list[Message]:
    """A small session with tool calls."""
    told = []
    for i in range(turns):
        words = f"Request {i}: never touch config/prod_{i}.yaml, look at src/module_{i}.py. " * 2
        told += [
            Message(Role.USER, (Text(words),), id=f"u{i}"),
            Message(Role.ASSISTANT, (ToolCall(f"c{i}", "read", {"path": f"src/module_{i}.py"}),), id=f"a{i}"),
            Message(Role.TOOL, (ToolResult(f"c{i}", "read", f"LIMIT_{i} = {i}\n" * 12),), id=f"r{i}"),
            Message(Role.ASSISTANT, (Text(f"LIMIT_{i} is {i}; I decided to use backoff_{i}."),), id=f"s{i}"),
        ]
    return told


MESSAGES = conversation()


def work(folder: Path, acknowledge: Callable[[int], None]) -> None:
    """Everything the engine does; goes on where an earlier process stopped."""
    services = wiring.blocks(places.of_workspace(folder), SETTINGS)
    for end in range(4, len(MESSAGES) + 1, 4):
        services.ingester.add(NAME, MESSAGES[end - 4 : end - 1], NOW)
        acknowledge(end - 1)
        services.ingester.add(NAME, MESSAGES[:end], NOW)
        acknowledge(end)
        if end % 12 == 4:
            services.viewer.prepare(NAME, NOW)
        if end % 12 == 8:
            services.viewer.swap(NAME, NOW, force=True)
        if end % 24 == 12:
            services.viewer.evict(NAME, NOW, cap=150)
    services.close()


# -- dying ------------------------------------------------------------------------------------------


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

    def unnamed(source: Any, target: Any) -> None:
        if fuse.step():
            die()
        replace(source, target)

    os.write, os.fsync, os.replace = torn, unsynced, unnamed  # type: ignore[assignment]


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


# -- looking ----------------------------------------------------------------------------------------


def look(folder: Path, acknowledged: int) -> list[str]:
    """What is wrong in a workspace after a crash; then everything is finished and looked at again."""
    faults = looked(folder, acknowledged)
    for path in (folder / ".context-memory").glob("state.sqlite*"):
        path.unlink()
    faults += [f"derived again: {fault}" for fault in looked(folder, acknowledged)]
    work(folder, lambda count: None)
    return faults + [f"finished: {fault}" for fault in looked(folder, len(MESSAGES), is_finished=True)]


def looked(folder: Path, acknowledged: int, *, is_finished: bool = False) -> list[str]:
    """Faults of the workspace as it is."""
    services = wiring.blocks(places.of_workspace(folder), SETTINGS)
    faults = []
    try:
        journal = services.ingester.journal(NAME)
        if not journal.size:
            return [f"{acknowledged} acknowledged messages are gone"] if acknowledged else []
        services.store.catch_up(journal)
        entries = services.store.entries(journal, 1)
        hashes = [entry.hash for entry in entries]
        if hashes != HASHES[: len(hashes)]:
            faults.append("messages are doubled, missing or out of order")
        if len(hashes) < acknowledged or len(hashes) > (len(MESSAGES) if is_finished else acknowledged + 3):
            faults.append(f"{len(hashes)} messages, {acknowledged} were acknowledged")
        if not entries:
            return faults
        rows = services.viewer.rows(NAME)
        if [row.block.id for row in rows] != BLOCKS[: len(rows)] or (is_finished and len(rows) != len(BLOCKS)):
            faults.append("blocks have other ids")
        for row in rows:
            messages = services.viewer.messages_of(services.viewer.row(row.block.id).block)
            if message_hash.of_block(map(message_hash.of, messages)) != row.block.id:
                faults.append(f"block {row.block.number} does not resolve")
        view = services.viewer.view(NAME)
        if view.last != len(entries) or view.tail != tuple(view.messages[bool(view.prefix) :]):
            faults.append("the view is not whole")
        if services.store.swap(NAME) not in (None, *_swaps(services)):
            faults.append("the view is not what the journal says")
    finally:
        services.close()
    return faults


def _swaps(services: wiring.BlockServices) -> list[Swap]:
    """The current swap as it is; a lost capsule would show in its text."""
    swap = services.store.swap(NAME)
    return [] if swap is None or any("is lost" in each.text for each in swap.shown) else [swap]


HASHES = [message_hash.of(message) for message in MESSAGES]
BLOCKS = [
    block.id
    for block in packing.blocks_of(
        NAME, MESSAGES, [tokens.of_message(message) for message in MESSAGES], SETTINGS.block_tokens
    )
]


# -- rounds -----------------------------------------------------------------------------------------


def counted(mode: str) -> int:
    """How many points there are to die at."""
    reader, writer = os.pipe()
    fuse = Fuse()

    def undisturbed() -> None:
        with tempfile.TemporaryDirectory() as name:
            MODES[mode](fuse)
            work(Path(name), lambda count: None)
            sys.settrace(None)
            os.write(writer, str(fuse.count).encode())

    assert forked(undisturbed) == 0
    os.close(writer)
    with os.fdopen(reader) as answer:
        return int(answer.read())


def round_of(mode: str, at: int, base: Path) -> list[str]:
    """One crash, and what is wrong after it."""
    folder = Path(tempfile.mkdtemp(dir=base))
    acknowledgements = folder / "acknowledged"
    acknowledgements.touch()

    def doomed() -> None:
        descriptor = os.open(acknowledgements, os.O_WRONLY)
        really = os.pwrite
        MODES[mode](Fuse(at))
        (folder / "w").mkdir()
        work(folder / "w", lambda count: really(descriptor, f"{count:6}".encode(), 0) and None)

    code = forked(doomed)
    acknowledged = int(acknowledgements.read_text() or 0)
    faults: list[str] = []
    if code not in (0, -signal.SIGKILL):
        faults.append(f"the worker ended with {code}")
    report = folder / "faults"

    def looking() -> None:
        report.write_text(json.dumps(look(folder / "w", acknowledged)))

    if forked(looking) != 0:
        faults.append("the restart failed")
    else:
        faults += json.loads(report.read_text())
    shutil.rmtree(folder)
    return [f"{mode} {at} of the work, {acknowledged} acknowledged: {fault}" for fault in faults]


def main(argv: Sequence[str]) -> int:
    """Run the rounds; print what is wrong."""
    os.fsync = lambda descriptor: None  # type: ignore[assignment,misc]  # a kill takes no page cache: no need to wait
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--points", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args(argv)
    chance = random.Random(arguments.seed)
    base = Path(tempfile.mkdtemp(prefix="crash-"))
    totals = {mode: counted(mode) for mode in MODES}
    faults = []
    for number in range(arguments.points):
        mode = ("writes", "lines")[number % 2]
        faults += round_of(mode, chance.randint(1, totals[mode]), base)
    shutil.rmtree(base)
    for fault in faults:
        print(fault)
    print(f"{arguments.points} crashes at points of {totals}: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
