"""Reading and compacting a session of a million tokens against `json.loads` of the same lines."""

import contextlib
import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from context_memory.cli.run import run
from context_memory.transcripts.formats.reading import read_session
from examples.make_session import make

from .table import Row

RUNS = 5
SCALE = 7  # the story seven times over: more than a million tokens
SLOWEST = 8  # times json.loads of its lines, for compaction of the whole


def measure(runs: int = RUNS) -> list[Row]:
    """Rows for reading and for compacting."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        session = folder / "session.jsonl"
        made = make(scale=SCALE)
        session.write_text(made.text, encoding="utf-8")
        size = session.stat().st_size / 1e6
        tokens = f"{made.characters / 4e6:.2f}M tokens, {size:.1f} MB"
        floor, reading, compacting = _medians(
            runs,
            lambda _: [json.loads(line) for line in session.read_bytes().splitlines()],
            lambda _: read_session(session),
            lambda number: _compact(session, folder / f"w{number}"),
        )
    reference = f"json.loads {floor * 1_000:.0f} ms, {size / floor:.0f} MB/s"
    limit = f"<= {SLOWEST} x reference"
    return [
        Row(f"read_session, {tokens}", f"{reading * 1_000:.0f} ms, {size / reading:.0f} MB/s", reference),
        Row(
            f"compact, {tokens}",
            f"{compacting * 1_000:.0f} ms, {compacting / floor:.1f} x",
            reference,
            limit,
            compacting <= SLOWEST * floor,
        ),
    ]


def _compact(session: Path, workspace: Path) -> None:
    workspace.mkdir()
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        arguments = [str(session), "--workspace", str(workspace), "--force", "--json"]
        code = run("compact", arguments, program="context-memory compact")
    if code != 0:
        raise RuntimeError(f"context-memory compact ended with {code}: {err.getvalue() or out.getvalue()[:500]}")


def _medians(runs: int, *actions: Callable[[int], object]) -> list[float]:
    """Median seconds of each action, taken in turns so that a busy moment hits them alike."""
    times: list[list[float]] = [[] for _ in actions]
    for number in range(runs):
        for action, taken in zip(actions, times, strict=True):
            start = perf_counter()
            action(number)
            taken.append(perf_counter() - start)
    return [median(taken) for taken in times]
