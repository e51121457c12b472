"""Many lines at once: read in several processes, kept in order, none lost whatever becomes of a process."""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from context_memory.cli import batch_docs
from context_memory.cli.batch_docs import BatchOptions
from context_memory.cli.console import Console
from context_memory.cli.json_lines import LONGEST_LINE, JsonLines
from context_memory.cli.run import run
from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.doc_requests import Prepared
from context_memory.memory.docs import Kind
from context_memory.memory.ports import EVERYTHING
from context_memory.memory.services import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.memory.stores.sqlite.tables import NO_NAME, SCOPE, SPEAKER

NOW = datetime(2026, 11, 20, tzinfo=UTC)
SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "remember.py"


def batch(path: Path, count: int) -> Path:
    lines = (
        {"text": f"Note {n}: the printer on floor {n % 9} 打印机 is broken", "id": f"n{n}", "scope": f"team{n % 3}"}
        for n in range(count)
    )
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def read(path: Path) -> Iterator[Prepared]:
    for sheet in batch_docs.read_sheets(JsonLines(str(path), Console()), BatchOptions(NOW, None, redacts=True)):
        yield from sheet.each()


def children() -> list[int]:
    found = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
    return [int(pid) for pid in found.split()]


def test_several_processes_read_what_one_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = batch(tmp_path / "docs.jsonl", 3_000)
    alone = list(read(path))
    monkeypatch.setattr(batch_docs, "CHUNK_BYTES", 3_000)

    assert list(read(path)) == alone
    assert [each.row.id for each in alone[:3]] == ["n0@agent:team0", "n1@agent:team1", "n2@agent:team2"]


def test_others_work_beside_this_process_and_end_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_docs, "CHUNK_BYTES", 3_000)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    before = set(children())
    docs = read(batch(tmp_path / "docs.jsonl", 3_000))

    for _ in range(500):
        next(docs)
    beside = set(children()) - before
    docs.close()  # type: ignore[attr-defined]

    assert len(beside) == 2
    assert not beside & set(children())


def test_a_process_that_is_killed_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = batch(tmp_path / "docs.jsonl", 4_000)
    alone = list(read(path))
    monkeypatch.setattr(batch_docs, "CHUNK_BYTES", 3_000)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})
    before = set(children())
    docs = read(path)
    found = [next(docs) for _ in range(500)]

    for pid in set(children()) - before:
        os.kill(pid, signal.SIGKILL)

    assert found + list(docs) == alone


def test_a_machine_with_one_core_reads_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_docs, "CHUNK_BYTES", 3_000)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    before = set(children())
    docs = read(batch(tmp_path / "docs.jsonl", 2_000))

    assert sum(1 for _ in docs) == 2_000
    assert set(children()) == before


def test_nothing_outlives_a_command_that_is_killed(tmp_path: Path) -> None:
    path = batch(tmp_path / "docs.jsonl", 60_000)
    command = [sys.executable, str(SCRIPT), "--batch", str(path), "--workspace", str(tmp_path)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    place = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    beside: list[str] = []
    while not beside and running.poll() is None:
        beside = place.read_text(encoding="ascii").split()

    running.kill()
    running.wait()

    assert [pid for pid in beside if not _ends(int(pid))] == []
    assert beside or len(os.sched_getaffinity(0)) == 1


def _ends(pid: int) -> bool:
    """Whether the process is gone, or goes within five minutes."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], 300)[0])
    finally:
        os.close(process)


def test_bad_lines_are_named_by_their_place_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = batch(tmp_path / "docs.jsonl", 1_000)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[700] = b"{torn\n"
    lines[701] = b"\n"
    lines[999] = lines[999].rstrip(b"\n")
    path.write_bytes(b"".join(lines))
    monkeypatch.setattr(batch_docs, "CHUNK_BYTES", 3_000)

    assert run("remember", ["--batch", str(path), "--workspace", str(tmp_path)], program="remember.py") == 0

    out, err = capsys.readouterr()
    assert "line 701 was skipped: no JSON" in err
    assert "1 of 999 lines were skipped" in err
    assert len(out.splitlines()) == 998


def test_a_line_without_end_is_named_and_the_next_one_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "docs.jsonl"
    path.write_bytes(b'{"text": "before"}\n' + b"x" * (2 * LONGEST_LINE + 10) + b'\n{"text": "after"}\n{"text": 3}\n')
    monkeypatch.setattr(batch_docs, "CHUNK_BYTES", 3_000)

    assert run("remember", ["--batch", str(path), "--workspace", str(tmp_path)], program="remember.py") == 0

    out, err = capsys.readouterr()
    assert "line 2 was skipped: it has more than 8,000,000 bytes" in err
    assert 'line 4 was skipped: "text" is not a text' in err
    assert len(out.splitlines()) == 2


ages = st.integers(0, 200).map(lambda days: (NOW - timedelta(days=days)).isoformat())
lines = st.fixed_dictionaries(
    {"text": st.text(min_size=1).filter(str.strip)},
    optional={
        "kind": st.sampled_from([*(kind.value for kind in Kind), " Fact "]),
        "scope": st.sampled_from(["main", "agent:a:b", "小明"]),
        "id": st.text(max_size=5),
        "session": st.sampled_from(["", "s1"]),
        "seq": st.integers(0, 9),
        "source": st.sampled_from(["", "notes.md:3", "https://example.org", "tool output"]),
        "created_at": ages,
        "speaker": st.text(max_size=5),
    },
)


@given(lines, st.booleans())
def test_a_line_of_a_batch_becomes_what_a_single_one_becomes(line: dict[str, object], pinned: bool) -> None:
    """The short way for new docs gives the standing that the rules give."""
    made = doc_requests.prepared_of(line, NOW, pinned=pinned)
    request = doc_requests.request_of(line, NOW)
    asked = request._replace(doc=request.doc._replace(pinned=pinned))

    assert made == doc_requests.prepared(asked, NOW)
    assert made.request == asked


few_lines = st.lists(
    st.fixed_dictionaries(
        {
            "text": st.sampled_from(
                ["Tea at five", "tea at five!", "Printer: floor 3", "Printer: floor 4", "打印机坏了", "a\u2028b"]
            )
        },
        optional={
            "kind": st.sampled_from(["entity", "fact", "turn"]),
            "scope": st.sampled_from(["main", "other"]),
            "id": st.sampled_from(["a", "b", "a@agent:other"]),
            "session": st.just("s1"),
            "seq": st.integers(0, 2),
            "speaker": st.sampled_from(["Ines", "小明"]),
        },
    ),
    min_size=1,
    max_size=8,
)


@pytest.mark.slow
@settings(max_examples=60)
@given(few_lines, few_lines)
def test_a_batch_leaves_what_its_lines_leave_one_by_one(
    before: list[dict[str, str]], lines: list[dict[str, str]]
) -> None:
    """New docs are taken as they come, those that meet others go through the rules, and nobody can tell which did."""
    together, alone = (store_of([before, lines], at_once) for at_once in (True, False))

    assert together == alone


def store_of(batches: list[list[dict[str, str]]], at_once: bool) -> tuple[list[object], ...]:
    """What came back, the docs, the journal read anew and what the index finds."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteDocStore(Path(folder), terms_of)
        results = list[object]()
        assert not store.problem
        for batch in batches:
            docs = [doc_requests.prepared_of(line, NOW) for line in batch]
            if at_once:
                sheets = [doc_requests.in_columns(docs[place : place + 3]) for place in range(0, len(docs), 3)]
                results += remember.remember_sheets(store, sheets, NOW)
            else:
                for each in docs:
                    results += remember.remember(store, [each.request], NOW)
        kept = sorted(map(repr, store.select()))
        found = [
            sorted(store.index().by_words([term], EVERYTHING, 50)) and term for term in ("tea", "floor", "打印", "a")
        ]
        assert not store.problem
        counts = store.database.rows("SELECT name, value FROM facts WHERE name IN ('docs', 'terms') ORDER BY name")
        said = store.database.rows(f"SELECT {SCOPE}, {SPEAKER} FROM docs WHERE speaker <> {NO_NAME}")
        assert set(said) <= set(store.database.rows("SELECT scope, name FROM speakers"))
        sound = store.database.is_sound()
        store.rebuild("asked for")
        anew = sorted(map(repr, store.select()))
        store.close()
        return results, kept, found, counts, [sound, anew == kept]
