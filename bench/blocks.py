"""Blocks at 1,000, 10,000 and 100,000 messages: ingestion, swap, view and rebuild, beside what no engine avoids."""

import gc
import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, process_time

from context_memory.api.assemble import sessions
from context_memory.api.assemble.sessions import BlockServices
from context_memory.blocks.values import Swap, Swapped
from context_memory.messages import Message, Part, ToolCall, ToolResult
from context_memory.settings.values import Settings
from context_memory.storage import message_pack, places
from context_memory.transcripts.formats import read_session
from examples.make_session import make

from .table import Row

SIZES = (1_000, 10_000, 100_000)
SWAPS = 40
MESSAGES_PER_SWAP = 20  # about a block of 1,000 tokens
SINGLES = 2_000
PROMISED_SIZE = 10_000
SWAP_MS, VIEW_MS, PER_SECOND = 5.0, 20.0, 5_000
NAME = "bench"
NOW = datetime(2026, 9, 14, tzinfo=UTC)
RESULT_CHARACTERS = 300  # about the median of real tool results
SETTINGS = Settings(window=60_000, block_tokens=1_000)
"""Small blocks, so that a short run has many swaps; the view is as large as with others."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Milliseconds on the clock, and those in which this process itself ran."""

    wall: float
    own: float


def measure(sizes: Sequence[int] = SIZES, swaps: int = SWAPS) -> list[Row]:
    """Rows for every size."""
    rows = []
    for size in sizes:
        print(f"  {size:,} messages ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as name:
            rows += _rows(Path(name), size, swaps)
    return rows


def conversation(count: int) -> list[Message]:
    """The example session told again and again until there are so many messages, every one with ids of its own."""
    return again(example(), count, RESULT_CHARACTERS)


def example() -> tuple[Message, ...]:
    """The messages of the example session: 1.9 kB each on average; those of real sessions have 2.1."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "session.jsonl"
        path.write_text(make().text, encoding="utf-8")
        return tuple(read_session(path).messages)


def again(told: Sequence[Message], count: int, most: int | None = None) -> list[Message]:
    """These messages again and again until there are so many; results have at most so many characters."""
    return [_again(told[i % len(told)], i // len(told), most) for i in range(count)]


def _again(message: Message, round_: int, most: int | None) -> Message:
    def part(old: Part) -> Part:
        match old:
            case ToolCall():
                return replace(old, id=f"{old.id}-{round_}")
            case ToolResult():
                return replace(old, call_id=f"{old.call_id}-{round_}", text=old.text[:most])
            case _:
                return old

    return replace(message, id=f"{message.id}-{round_}", parts=tuple(map(part, message.parts)), usage=None)


def _rows(folder: Path, size: int, swaps: int) -> list[Row]:
    messages = conversation(size + swaps * MESSAGES_PER_SWAP)
    gc.freeze()  # what the benchmark holds is no work of the engine's
    workspace = folder / "w"
    where = places.of_workspace(workspace)
    services = sessions.blocks(where, SETTINGS)
    rows = [_ingest(services, folder, messages[:size], size)]
    swap_times, view_times, swap = _swapped(services, messages[size:])
    tail = services.viewer.view(NAME).tail
    services.close()
    return [
        *rows,
        _row(f"swap, {size:,} messages", swap_times, _floor_of_a_swap(folder, swap), SWAP_MS, size),
        _row(f"view, {size:,} messages", view_times, _floor_of_a_view(tail), VIEW_MS, size),
        _rebuild(workspace, size),
    ]


def _ingest(services: BlockServices, folder: Path, messages: Sequence[Message], size: int) -> Row:
    """Half of the messages in batches, some one by one, against writing them down without anything else."""
    singles = messages[-min(SINGLES, size // 2) :]
    batches = messages[: len(messages) - len(singles)]
    start = perf_counter()
    for first in range(0, len(batches), 100):
        services.ingester.add(NAME, batches[first : first + 100], NOW)
    batched = len(batches) / (perf_counter() - start)
    start = perf_counter()
    for message in singles:
        services.ingester.add(NAME, [message], NOW)
    single = len(singles) / (perf_counter() - start)
    with (folder / "plain.jsonl").open("wb") as file:
        start = perf_counter()
        for message in singles:
            file.write(message_pack.packed([message]))
        os.fsync(file.fileno())
        floor = len(singles) / (perf_counter() - start)
    return Row(
        f"ingest, {size:,} messages",
        f"{single:,.0f}/s one by one, {batched:,.0f}/s in hundreds",
        f"only written as JSON {floor:,.0f}/s",
        f">= {PER_SECOND:,}/s" if size == PROMISED_SIZE else "",
        batched >= PER_SECOND if size == PROMISED_SIZE else None,
    )


def _swapped(services: BlockServices, further: Sequence[Message]) -> tuple[list[Taken], list[Taken], Swap]:
    """Milliseconds of each swap to a prepared view, of each view behind it, and the newest swap."""
    swap_times: list[Taken] = []
    view_times: list[Taken] = []
    newest = Swap(NAME)
    is_warm = False
    for message in further:
        sealed = services.ingester.add(NAME, [message], NOW).sealed
        if not is_warm:  # everything until now at once, as after an import
            is_warm = isinstance(services.viewer.swap(NAME, NOW, force=True), Swapped)
            continue
        view_times += _times(lambda: services.viewer.view(NAME), 1)
        if not sealed or not isinstance(services.viewer.prepare(NAME, NOW), Swap):
            continue
        start = perf_counter(), process_time()
        done = services.viewer.swap(NAME, NOW, force=True)
        if isinstance(done, Swapped):
            swap_times.append(_since(start))
            newest = done.swap
    return swap_times, view_times, newest


def _floor_of_a_swap(folder: Path, swap: Swap) -> list[Taken]:
    """One line appended and one transaction with the same text, milliseconds."""
    text = json.dumps([swap.header, swap.restored, [each.text for each in swap.shown]])
    connection = sqlite3.connect(folder / "floor.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("CREATE TABLE slot (name TEXT PRIMARY KEY, payload TEXT)")

    def once() -> None:
        with (folder / "floor.jsonl").open("ab") as file:
            file.write(swap.header.encode())
        connection.execute("INSERT OR REPLACE INTO slot VALUES ('current', ?)", (text,))

    times = _times(once, 40)
    connection.close()
    return times


def _floor_of_a_view(tail: Iterable[Message]) -> list[Taken]:
    """`json.loads` of the raw tail's lines, milliseconds."""
    lines = message_pack.packed(list(tail)).splitlines()
    return _times(lambda: [json.loads(line) for line in lines], 40)


def _rebuild(workspace: Path, size: int) -> Row:
    """Everything derived from the journal again, against reading its lines."""
    state = workspace / ".context-memory"
    for path in state.glob("state.sqlite*"):
        path.unlink()
    services = sessions.blocks(places.of_workspace(workspace), SETTINGS)
    (taken,) = _times(lambda: services.viewer.view(NAME), 1)
    path = services.ingester.journal(NAME).path
    services.close()
    (floor,) = _times(lambda: [json.loads(line) for line in path.read_bytes().splitlines()], 1)
    return Row(
        f"rebuild, {size:,} messages", f"{taken.wall:,.0f} ms", f"json.loads of the journal {floor.wall:,.0f} ms"
    )


def _row(name: str, times: Sequence[Taken], floor: Sequence[Taken], limit: float, size: int) -> Row:
    """Wall time beside the floor's; the promise is about our own work, which other processes cannot make longer."""
    promised = size == PROMISED_SIZE
    own = _quantile([each.own for each in times], 0.99)
    return Row(
        name,
        f"{_shown(times)}, own work p99 {own:.1f} ms ({len(times)})",
        f"floor {_shown(floor)}",
        f"own work p99 < {limit:.0f} ms" if promised else "",
        own < limit if promised else None,
    )


def _shown(times: Sequence[Taken]) -> str:
    wall = [each.wall for each in times]
    return f"p50 {_quantile(wall, 0.5):.1f}, p99 {_quantile(wall, 0.99):.1f} ms"


def _quantile(times: Sequence[float], share: float) -> float:
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


def _times(action: Callable[[], object], count: int) -> list[Taken]:
    times = []
    for _ in range(count):
        start = perf_counter(), process_time()
        action()
        times.append(_since(start))
    return times


def _since(start: tuple[float, float]) -> Taken:
    return Taken((perf_counter() - start[0]) * 1_000, (process_time() - start[1]) * 1_000)
