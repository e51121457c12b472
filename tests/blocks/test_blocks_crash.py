"""Nothing that was acknowledged is lost or doubled: killed at any point, and with several processes at once."""

import contextlib
import itertools
import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from context_memory.api.assemble.sessions import BlockServices
from context_memory.blocks.files.block_store import Known, Row, rows_of
from context_memory.blocks.values import Block, Swapped
from context_memory.transcripts import message_hash
from tests.block_sessions import (
    NOW,
    SMALL,
    canonical,
    current,
    forget_derived,
    ingested,
    journal_of,
    messages_of,
    opened,
    session,
    swapped,
)

REPOSITORY = Path(__file__).parent.parent.parent
POINTS, SEED = 12, 20_260_914

WRITER = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from tests.block_sessions import NOW, messages_of, opened
folder, step, name = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
messages = messages_of(12)
with opened(folder) as services:
    print("ready", flush=True)
    sys.stdin.readline()
    for end in range(step, len(messages) + step, step):
        services.ingester.add(name, messages[end - step : end], NOW)
        if end % 12 < step:
            services.viewer.swap(name, NOW, force=True)
"""


def writers(folder: Path, *arguments: Sequence[object]) -> list[int]:
    """Processes that feed the workspace at the same time; their exit codes."""
    code = WRITER.format(path=[str(REPOSITORY / "scripts"), str(REPOSITORY)])
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(folder), *map(str, each)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for each in arguments
    ]
    for each in running:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in running:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    for each in running:
        each.communicate(timeout=300)
    return [each.returncode for each in running]


def journaled(folder: Path, name: str) -> list[str]:
    lines = map(json.loads, journal_of(folder, name).read_text(encoding="utf-8").splitlines())
    return [line["hash"] for line in lines if line["type"] == "message"]


@pytest.mark.slow
def test_killed_at_any_point_it_goes_on_without_loss_or_repeat() -> None:
    """B-15; `make test-crash` does two hundred."""
    call = [sys.executable, str(REPOSITORY / "tests" / "blocks_crash.py"), "--points", str(POINTS), "--seed", str(SEED)]

    done = subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{POINTS} crashes" in done.stdout


def test_two_processes_may_feed_the_same_session(tmp_path: Path) -> None:
    codes = writers(tmp_path, (1, "story"), (3, "story"))

    messages = messages_of(12)
    assert codes == [0, 0]
    assert journaled(tmp_path, "story") == [message_hash.hash_of_message(message) for message in messages]
    with opened(tmp_path) as services:
        assert [block.id for block in services.store.blocks("story")] == canonical(messages)
        before = services.viewer.view("story")
    forget_derived(tmp_path)
    with opened(tmp_path) as services:
        assert services.viewer.view("story") == before


def test_two_processes_may_feed_two_sessions_of_one_workspace(tmp_path: Path) -> None:
    codes = writers(tmp_path, (2, "first"), (3, "second"))

    expected = [message_hash.hash_of_message(message) for message in messages_of(12)]
    assert codes == [0, 0]
    assert journaled(tmp_path, "first") == journaled(tmp_path, "second") == expected


def test_a_process_sees_what_another_has_written_meanwhile(tmp_path: Path) -> None:
    messages = messages_of()
    with opened(tmp_path) as one, opened(tmp_path) as other:
        one.ingester.add("story", messages[:80], NOW)
        other.ingester.add("story", messages[80:120], NOW)
        swapped(other)
        one.ingester.add("story", messages[120:], NOW)
        seen = one.viewer.view("story"), other.viewer.view("story")
        ids = [block.id for block in one.store.blocks("story")]

    assert seen[0] == seen[1]
    assert (seen[0].revision, seen[0].last) == (1, len(messages))
    assert ids == canonical(messages)


def test_of_two_swaps_of_one_revision_one_wins(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of())
    with opened(tmp_path) as one, opened(tmp_path) as other:
        one.viewer.prepare("story", NOW)
        other.viewer.prepare("story", NOW)
        first = one.viewer.swap("story", NOW, expected_revision=0)
        second = other.viewer.swap("story", NOW, expected_revision=0)
        standing = current(one)

    assert isinstance(first, Swapped)
    assert not isinstance(second, Swapped)
    assert standing.revision == 1
    lines = journal_of(tmp_path).read_text(encoding="utf-8").splitlines()
    assert sum('"type":"swap"' in line for line in lines) == 1


@pytest.mark.parametrize("broken", ["archive", "capsules"])
def test_a_swap_that_cannot_archive_leaves_the_view_as_it_was(tmp_path: Path, broken: str) -> None:
    ingested(tmp_path, messages_of())
    place = tmp_path / ".context-memory" / broken
    place.write_text("a file where a folder has to be")

    with opened(tmp_path) as services:
        before = services.viewer.view("story")
        with pytest.raises(Exception, match="not a folder"):
            services.viewer.swap("story", NOW, force=True)
        after = services.viewer.view("story")

    assert after == before
    assert '"type":"swap"' not in journal_of(tmp_path).read_text(encoding="utf-8")


def test_what_stands_in_the_place_of_the_database_is_set_aside_and_no_message_is_lost(tmp_path: Path) -> None:
    messages = messages_of(6)
    ingested(tmp_path, messages[:8])
    state = tmp_path / ".context-memory"
    forget_derived(tmp_path)
    (state / "state.sqlite").mkdir()

    with opened(tmp_path) as services:
        services.ingester.add("story", messages[8:], NOW)
        assert any("set aside" in problem for problem in services.problems)
    assert (state / "state.sqlite.corrupt-1").is_dir()

    with opened(tmp_path, SMALL) as services:
        services.ingester.ingest(session(messages), NOW)
    assert journaled(tmp_path, "story") == [message_hash.hash_of_message(message) for message in messages]


def test_rows_of_several_sessions_are_indexed_in_slices_and_an_end_between_two_loses_none(tmp_path: Path) -> None:
    """After each slice the index has a block only with its messages; what is missing is read from the journal."""
    names = ("one", "two")
    with opened(tmp_path) as writer:
        for name in names:
            writer.ingester.add(name, messages_of(), NOW)
        whole = {name: _index_of(writer, name) for name in names}
        expected = {name: writer.store.known(name) for name in names}
    rests = 0
    for ended_at in itertools.count(0, 7):
        forget_derived(tmp_path)
        with opened(tmp_path) as slow:
            rests = _indexed_in_slices(slow, names, ended_at)
        with opened(tmp_path) as after:
            assert {name: after.store.catch_up(after.ingester.journal(name)) for name in names} == expected
            assert {name: _index_of(after, name) for name in names} == whole
        if rests < ended_at:
            break
    assert rests > 4


def _index_of(services: BlockServices, name: str) -> tuple[list[Row], list[Block]]:
    return services.store.rows(name, 1), services.store.blocks(name)


def _indexed_in_slices(services: BlockServices, names: Sequence[str], ended_at: int) -> int:
    """Index so many slices, then fail as a killed process does; how many there were."""
    rests = 0

    def rest() -> None:
        nonlocal rests
        for name in names:
            indexed, blocks = _index_of(services, name)
            assert all(block.last <= len(indexed) for block in blocks)
        rests += 1
        if rests > ended_at:
            raise InterruptedError

    journals = [services.ingester.journal(name) for name in names]
    waiting = [(each, Known(), rows_of(each, Known(), each.lines(), are_ours=True)) for each in journals]
    with contextlib.suppress(InterruptedError):
        services.store.add_all(waiting, threading.Lock(), rest)
    return rests


def test_an_index_that_another_process_brought_further_is_not_set_back(tmp_path: Path) -> None:
    messages = messages_of()
    with opened(tmp_path) as one, opened(tmp_path) as slow:
        one.ingester.add("story", messages[:100], NOW)
        journal = slow.ingester.journal("story")
        stale, lines = slow.store.known("story"), list(journal.lines())[:50]
        one.ingester.add("story", messages[100:], NOW)
        swapped(one)
        before = one.viewer.view("story")
        known = slow.store.add_lines(journal, replace(stale, size=0, messages=0), lines)

        assert known.messages == len(messages)
        assert slow.viewer.view("story") == one.viewer.view("story") == before
