"""The chained log: what was edited, removed, reordered or cut off is named; several writers make one chain."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory.storage.audit_chain import AuditChain, Fault, _hash_of, verified

NOW = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)


def written(folder: Path, count: int = 5) -> tuple[Path, Path]:
    log, head = folder / "chain.jsonl", folder / "chain.head"
    chain = AuditChain(log, head)
    for i in range(count):
        chain.add(NOW, {"event": "append", "session": f"s{i}", "count": i})
    chain.close()
    return log, head


def edited(lines: list[str]) -> list[str]:
    return [*lines[:2], lines[2].replace('"count":2', '"count":9'), *lines[3:]]


def written_anew(lines: list[str]) -> list[str]:
    """Edited by somebody who makes the hash fit."""
    row = json.loads(lines[2]) | {"count": 9}
    return [*lines[:2], json.dumps(row | {"hash": _hash_of(row)}), *lines[3:]]


CHANGES: dict[str, tuple[Callable[[list[str]], list[str]], list[tuple[int, str]]]] = {
    "nothing": (lambda lines: lines, []),
    "edited": (edited, [(3, "edited")]),
    "written anew": (written_anew, [(3, "edited")]),
    "removed": (lambda lines: [*lines[:2], *lines[3:]], [(3, "removed")]),
    "first removed": (lambda lines: lines[1:], [(1, "removed")]),
    "end cut off": (lambda lines: lines[:3], [(4, "removed"), (5, "removed")]),
    "all removed": (lambda lines: [], [(n, "removed") for n in range(1, 6)]),
    "reordered": (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], [(2, "reordered")]),
    "repeated": (lambda lines: [*lines, lines[1]], [(2, "repeated")]),
    "no row": (lambda lines: [*lines, "{torn"], [(0, "unreadable")]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_row_that_is_not_as_it_was_written_is_named(tmp_path: Path, change: str) -> None:
    log, head = written(tmp_path)
    how, expected = CHANGES[change]
    lines = how(log.read_text(encoding="utf-8").splitlines())
    log.write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    _, faults = verified(log, head)

    assert [(fault.row, fault.what) for fault in faults] == expected


def forged(lines: list[str]) -> list[str]:
    """The third row edited, and every hash from there on made to fit."""
    rows, prev = [json.loads(line) for line in lines], "0" * 64
    for row in rows:
        row.update({"count": 9} if row["n"] == 3 else {}, prev=prev)
        row["hash"] = prev = _hash_of(row)
    return [json.dumps(row) for row in rows]


LASTING = {
    "end cut off": (lambda lines: lines[:3], [(4, "removed"), (5, "removed")]),
    "all removed": (lambda lines: [], [(n, "removed") for n in range(1, 6)]),
    "forged": (forged, [(5, "edited")]),
    "forged and cut off": (lambda lines: forged(lines)[:4], [(5, "removed")]),
    "forged and added to": (lambda lines: forged([*lines, json.dumps({"n": 6})]), [(6, "edited")]),
}


@pytest.mark.parametrize("is_running", [False, True], ids=["stopped", "running"])
@pytest.mark.parametrize("change", LASTING)
def test_rows_written_later_do_not_hide_that_older_ones_are_gone(
    tmp_path: Path, change: str, *, is_running: bool
) -> None:
    log, head = written(tmp_path, 0 if is_running else 5)
    running = AuditChain(log, head)
    for i in range(5 if is_running else 0):
        running.add(NOW, {"event": "append", "session": f"s{i}", "count": i})
    how, expected = LASTING[change]
    lines = how(log.read_text(encoding="utf-8").splitlines())
    log.write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    for number in range(12):
        running.add(NOW, {"event": "append"})
        other = AuditChain(log, head)
        other.add(NOW, {"event": "append"})
        if number % 3 == 2:
            running.note()
        other.close()
    running.close()

    assert [(fault.row, fault.what) for fault in verified(log, head)[1]] == expected


def test_writers_in_several_threads_and_after_a_restart_make_one_chain(tmp_path: Path) -> None:
    log, head = tmp_path / "chain.jsonl", tmp_path / "chain.head"
    chains = [AuditChain(log, head) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda i: chains[i % 4].add(NOW, {"event": "x", "i": i}), range(80)))
    for chain in chains:
        chain.close()
    again = AuditChain(log, head)
    last = again.add(NOW, {"event": "x"})
    rows = again.rows(since=78)
    again.close()

    assert last == 81
    assert [row["n"] for row in rows] == [79, 80, 81]
    assert verified(log, head) == (81, [])


def test_a_line_that_was_torn_is_closed_and_told(tmp_path: Path) -> None:
    log, head = written(tmp_path)
    with log.open("a", encoding="utf-8") as file:
        file.write('{"n":6,')
    chain = AuditChain(log, head)
    chain.add(NOW, {"event": "x"})
    chain.close()

    assert verified(log, head) == (6, [Fault(0, 6, "unreadable")])
