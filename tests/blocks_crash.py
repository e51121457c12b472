"""Kill a process that journals, compresses, swaps and evicts at many points, and look at what is left.

    python tests/blocks_crash.py --points 200 --seed 7

Each round forks a worker that dies by SIGKILL at a chosen point: before a line of our code, or in the middle of a
write. A second process then opens the workspace as after a restart. Exit code 1 when anything was lost or doubled.
"""

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
sys.path[:0] = [str(REPOSITORY / "scripts"), str(REPOSITORY)]

from context_memory.api.assemble import sessions  # noqa: E402
from context_memory.blocks.values import Swap  # noqa: E402
from context_memory.messages import Message, Role, Text, ToolCall, ToolResult  # noqa: E402
from context_memory.settings.values import Settings  # noqa: E402
from context_memory.storage import places  # noqa: E402
from context_memory.testing.builders import blocks_of  # noqa: E402
from context_memory.text import tokens  # noqa: E402
from context_memory.transcripts import message_hash  # noqa: E402
from tests import crashing  # noqa: E402

NOW = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)
SETTINGS = Settings(
    window=2_000, policy="small", block_tokens=120, evict_tokens=250, summary_tokens=300, min_receipt=0.0
)
NAME = "crashing"


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


def work(folder: Path, acknowledge: Callable[[int], object]) -> None:
    """Everything the engine does; goes on where an earlier process stopped."""
    services = sessions.blocks(places.of_workspace(folder), SETTINGS)
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
    services = sessions.blocks(places.of_workspace(folder), SETTINGS)
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
            if message_hash.hash_of_block(map(message_hash.hash_of_message, messages)) != row.block.id:
                faults.append(f"block {row.block.number} does not resolve")
        view = services.viewer.view(NAME)
        if view.last != len(entries) or view.tail != tuple(view.messages[bool(view.prefix) :]):
            faults.append("the view is not whole")
        if services.store.swap(NAME) not in (None, *_swaps(services)):
            faults.append("the view is not what the journal says")
    finally:
        services.close()
    return faults


def _swaps(services: sessions.BlockServices) -> list[Swap]:
    """The current swap as it is; a lost capsule would show in its text."""
    swap = services.store.swap(NAME)
    return [] if swap is None or any("is lost" in each.text for each in swap.shown) else [swap]


HASHES = [message_hash.hash_of_message(message) for message in MESSAGES]
BLOCKS = [
    block.id
    for block in blocks_of(NAME, MESSAGES, [tokens.of_message(message) for message in MESSAGES], SETTINGS.block_tokens)
]


# -- rounds -----------------------------------------------------------------------------------------


def points(chance: random.Random, totals: Mapping[str, int], count: int) -> Iterator[tuple[str, int]]:
    """Writes and lines in turn."""
    for number in range(count):
        mode = ("writes", "lines")[number % 2]
        yield mode, chance.randint(1, totals[mode])


if __name__ == "__main__":
    subject = crashing.Subject(work, look, points)
    sys.exit(crashing.main(subject, (__doc__ or "").partition("\n")[0], sys.argv[1:]))
