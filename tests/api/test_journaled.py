"""Sessions that a process holds open: how many, and that what is held is what the journal has."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from context_memory.api import journaled, memories
from context_memory.api.context_memory import ContextMemory
from context_memory.blocks.files import capsule_store
from context_memory.blocks.services import raw_tails
from context_memory.errors import InputError
from context_memory.settings.values import Settings

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
CALL = {"type": "tool_use", "id": "c1", "name": "Read", "input": {"path": "a.py", "lines": [1, 2.5, None]}}
KINDS: list[dict[str, Any]] = [
    {"id": "1", "role": "system", "content": "You are helpful."},
    {"id": "2", "role": "user", "content": "Zeichen: ünï 漢字 \ud83d half", "ts": "2026-03-01T10:00:00Z"},
    {
        "id": "3",
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "text", "text": "Look"}, CALL],
        "usage": {"input_tokens": 900, "output_tokens": 30},
    },
    {"id": "4", "role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "x = 1"}]},
    {
        "id": "5",
        "role": "user",
        "content": [
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}},
            {"type": "text", "text": "my password is hunter2-Zebra!9"},
        ],
    },
    {"role": "user", "content": "no id, and hunter2-Zebra!9 again"},
]
"""Every kind of part."""


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({"role": "robot", "content": "hello"}, "message 2: unknown role 'robot'"),
        ({"role": "model", "parts": [{"text": "of Gemini"}]}, "message 2: unknown role 'model'"),
        ({"role": "user", "content": 5}, "message 2 has no content"),
        ({"role": "user", "content": {"type": "text", "text": "no list"}}, "message 2 has no content"),
        ({"role": "user", "text": "under another name"}, "message 2 has no content"),
        ({"role": "user", "parts": [{"type": "text", "text": "of a page"}]}, "message 2 has no content"),
        ({"role": "assistant", "content": "", "parts": [{"type": "text", "text": "of a page"}]}, "message 2 has no"),
        ({"role": "user"}, "message 2 has no content"),
    ],
)
def test_what_would_be_acknowledged_without_its_text_is_refused_with_its_batch(
    message: dict[str, Any], problem: str, tmp_path: Path
) -> None:
    with ContextMemory(tmp_path) as memory:
        with pytest.raises(InputError, match=problem):
            memory.sessions.append("s", [said(1), message])
        assert memory.sessions.names() == []


def test_an_empty_reply_is_no_error(tmp_path: Path) -> None:
    """Hosts pass on replies that were cut off, and OpenAI's SDK leaves out a content that is null."""
    empty: list[dict[str, Any]] = [{"content": None}, {"content": ""}, {"content": []}, {}]
    with ContextMemory(tmp_path) as memory:
        done = memory.sessions.append(
            "s", [{"id": f"{i}", "role": "assistant", **each} for i, each in enumerate(empty)]
        )

    assert done.accepted == 4


def said(number: int) -> dict[str, Any]:
    return {"id": f"m{number}", "role": "user", "content": f"message {number}"}


def test_sessions_that_nobody_used_for_longest_are_let_go_and_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journaled, "MOST_OPEN", 3)
    monkeypatch.setattr(journaled, "KEPT_OPEN", 1.0)
    with ContextMemory(tmp_path) as memory:
        sessions = memory.sessions
        sessions.leave_settling()
        with sessions._locked_services("busy"):  # in use all the time
            for number in range(6):
                sessions.append(f"s{number}", [said(1)])
                sessions.settle()
            held = list(sessions._held)
        again = sessions.append("s0", [said(1), said(2)])
        context = sessions.context("s0")

    assert held == ["busy", "s4", "s5"]
    assert (again.accepted, again.duplicates, again.seq) == (1, 1, 2)
    assert "message 1" in context.text
    assert "message 2" in context.text


def test_a_session_whose_messages_are_not_on_the_disk_yet_is_synced_before_it_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many new sessions in a second took more descriptors than there are: 154 of 1,200 messages were refused."""
    monkeypatch.setattr(journaled, "MOST_OPEN", 2)
    synced: list[int] = []
    with ContextMemory(tmp_path) as memory:
        sessions = memory.sessions
        sessions.leave_settling()
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", synced.append)
            for number in range(4):
                sessions.append(f"s{number}", [said(1)])
            held, synced_before = list(sessions._held), len(synced)
        is_news = [sessions.settle(), sessions.settle()]
        seqs = [sessions.append(f"s{number}", [said(1), said(2)]).seq for number in range(4)]

    assert held == ["s2", "s3"]
    assert synced_before >= 2
    assert is_news == [True, False]
    assert seqs == [2, 2, 2, 2]


def test_the_sessions_held_open_leave_descriptors_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"soft": 256}
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (limits["soft"], resource.RLIM_INFINITY))
    bounds = []
    for limits["soft"] in (16, 256, 1_024, 1_000_000, resource.RLIM_INFINITY):
        with ContextMemory(tmp_path) as memory:
            bounds.append(memory.sessions._most_open)

    assert bounds == [3, 48, 192, 192, 192]


def test_a_context_of_what_was_appended_is_that_of_the_journal_and_reads_none_of_it(tmp_path: Path) -> None:
    with ContextMemory(tmp_path) as memory:
        memory.sessions.leave_settling()
        for each in KINDS:
            memory.sessions.append("s", [each])
        services = memory.sessions._services
        assert services is not None
        held = services.viewer._tails._read["s"]
        journal = services.ingester.journal("s")
        known = services.store.catch_up(journal)
        fresh = raw_tails.RawTails(services.store).of(journal, known, 1)

        assert held == (journal.size, fresh.rows, {entry.seq: entry for entry in fresh.entries})
        assert len(fresh.entries) == len(KINDS)


def test_a_small_context_of_a_long_session_reads_the_messages_that_have_room(tmp_path: Path) -> None:
    told = [said(number) | {"content": "word " * 40 + f"and message {number}"} for number in range(1, 3_001)]
    with ContextMemory(tmp_path) as memory:
        memory.sessions.append("s", told)
        whole = memory.sessions.context("s")
    with ContextMemory(tmp_path) as memory:
        small = memory.sessions.context("s", max_chars=4_000)
        services = memory.sessions._services
        assert services is not None
        _, rows, at_hand = services.viewer._tails._read["s"]
        read = len(at_hand)
        again = memory.sessions.context("s")

    assert (len(rows), len(at_hand)) == (3_000, 3_000)
    assert read < 1_000
    assert small.text.endswith("and message 3000")
    assert again.text == whole.text


def test_what_a_context_indexes_by_itself_is_what_the_journal_says(tmp_path: Path) -> None:
    """Lines that this process appended are indexed as they are; another process reads them."""
    with ContextMemory(tmp_path, Settings(block_tokens=1_000)) as memory:
        memory.sessions.leave_settling()
        for each in KINDS:
            memory.sessions.append("s", [each])
        memory.sessions.append("s", [said(number) for number in range(400)])
        memory.sessions.context("s", max_chars=4_000)
        services = memory.sessions._services
        assert services is not None
        assert services.ingester.take_appended("s") is None
        indexed = services.store.known("s"), services.store.rows("s", 1), services.store.blocks("s")
    (tmp_path / ".context-memory" / "state.sqlite").unlink()

    with ContextMemory(tmp_path, Settings(block_tokens=1_000)) as memory:
        memory.sessions.context("s", max_chars=4_000)
        services = memory.sessions._services
        assert services is not None
        assert indexed == (services.store.known("s"), services.store.rows("s", 1), services.store.blocks("s"))
        assert len(indexed[1]) == 400 + len(KINDS)
        assert len(indexed[2]) > 1


def test_a_context_does_not_read_the_journal_for_what_is_being_indexed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While `settle` rests between two of its transactions, with rows of the session in its hands."""
    journal = tmp_path / ".context-memory" / "journal" / "s.jsonl"
    found = []

    def rest(_seconds: float) -> None:
        if found:
            return
        content = journal.read_bytes()
        lines = content.splitlines(keepends=True)
        journal.write_bytes(
            b"".join([lines[0], *(b" " * (len(line) - 1) + b"\n" for line in lines[1:-50]), *lines[-50:]])
        )
        memory.sessions.append("s", [said(300)])
        found.append(memory.sessions.context("s", max_chars=100_000, with_files=False).covers)
        journal.write_bytes(content + journal.read_bytes()[len(content) :])

    monkeypatch.setattr(journaled, "sleep", rest)
    with ContextMemory(tmp_path) as memory:
        memory.sessions.leave_settling()
        memory.sessions.append("s", [said(number) for number in range(300)])
        memory.sessions.settle()
        services = memory.sessions._services
        assert services is not None
        rows = services.store.rows("s", 1)

    assert [each["message_count"] for each in found] == [301]
    assert [row.seq for row in rows] == list(range(1, 302))


def _printed_by(code: str, workspace: Path) -> list[str]:
    """What a process of its own prints: this one has loaded and compiled most of it for other tests."""
    command = [sys.executable, "-c", code, str(workspace)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()


def test_what_a_first_message_and_context_need_is_loaded_and_compiled_before_anybody_asks(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from context_memory import ContextMemory\n"
        "from context_memory.text import patterns\n"
        "with ContextMemory(Path(sys.argv[1])) as memory:\n"
        "    memory.sessions.warm()\n"
        "    print(patterns.compile_loaded('context_memory.compaction.digest'))\n"
        "    import context_memory.compaction.digest.directives as found\n"
        "    print(all(each._compiled for each in vars(found).values() if isinstance(each, patterns.Pattern)))\n"
        "    before = set(sys.modules)\n"
        "    memory.sessions.append('s', [{'id': '1', 'role': 'user', 'content': 'hello'}])\n"
        "    print(sorted(set(sys.modules) - before))\n"
    )
    told = _printed_by(code, tmp_path)

    assert int(told[0]) > 20
    assert told[1:] == ["True", "[]"]


def test_what_a_first_recall_needs_is_loaded_and_compiled_before_anybody_asks(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from context_memory import ContextMemory\n"
        "from context_memory.text import patterns\n"
        "with ContextMemory(Path(sys.argv[1])) as memory:\n"
        "    memory.docs.warm()\n"
        "    from context_memory.memory.recall.ranking import word_match\n"
        "    print(all(each._compiled for each in word_match._FITTING.values()))\n"
        "    before = set(sys.modules)\n"
        "    memory.recall('how many ports are open')\n"
        "    print(sorted(name for name in set(sys.modules) - before if '.recall.' in name or '.stores.' in name))\n"
    )
    told = _printed_by(code, tmp_path)

    assert told == ["True", "[]"]


def test_what_is_held_before_anybody_asks_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_tails, "BYTES_AHEAD", 1_500)
    with ContextMemory(tmp_path) as memory:
        memory.sessions.leave_settling()
        for session in ("first", "second", "third"):
            for number in range(4):
                memory.sessions.append(session, [said(number)])
        services = memory.sessions._services
        assert services is not None
        held = set(services.viewer._tails._read)
        contexts = [memory.sessions.context(session) for session in ("first", "second", "third")]

    assert held == {"third"}
    assert {each.covers["message_count"] for each in contexts} == {4}
    assert all("message 0" in each.text and "message 3" in each.text for each in contexts)


def test_sessions_are_let_go_beside_the_calls_so_that_a_first_message_closes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first message that has to close another session waits for a thread, and perhaps for the disk."""
    monkeypatch.setattr(journaled, "MOST_OPEN", 4)
    monkeypatch.setattr(journaled, "KEPT_OPEN", 0.5)
    with ContextMemory(tmp_path) as memory:
        memory.sessions.leave_settling()
        for session in ("a", "b", "c", "d"):
            memory.sessions.append(session, [said(0)])
        with pytest.raises(BlockingIOError):
            memory.sessions.append("e", [said(0)], may_wait=False)
        memory.sessions.settle()
        held = list(memory.sessions._held)
        memory.sessions.append("e", [said(0)], may_wait=False)
        seqs = [memory.sessions.append(session, [said(1)]).seq for session in ("a", "b", "c", "d", "e")]

    assert held == ["c", "d"]
    assert seqs == [2] * 5


def test_messages_behind_a_swap_are_at_hand_for_the_next_one(tmp_path: Path) -> None:
    """The line of the swap is no message: what came behind it was read back from the journal by every further swap."""
    with ContextMemory(tmp_path, Settings(window=60_000, block_tokens=1_000)) as memory:
        memory.sessions.leave_settling()
        memory.sessions.append("s", [said(number) | {"content": f"step {number} " * 200} for number in range(60)])
        swapped = memory.sessions.swap("s", force=True)
        memory.sessions.append("s", [said(60), said(61)])
        services = memory.sessions._services
        assert services is not None
        known, _, at_hand = services.viewer._tails._read["s"]
        size = services.ingester.journal("s").size

    assert swapped.outcome == "swapped"
    assert known == size
    assert {61, 62} <= set(at_hand)


def test_a_view_that_another_process_prepared_is_read_before_the_swap_and_forgotten_with_its_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parsing it took a third of the time of a swap; and views of sessions that nobody uses filled the memory."""
    given = Settings(window=60_000, block_tokens=1_000)
    with ContextMemory(tmp_path, given) as memory, ContextMemory(tmp_path, given) as other:
        memory.sessions.leave_settling()
        memory.sessions.append("s", [said(number) | {"content": f"step {number} " * 200} for number in range(60)])
        memory.sessions.settle()
        other.sessions.prepare("s")
        memory.sessions.preload("s")
        memory.sessions.preload("unknown")
        services = memory.sessions._services
        assert services is not None
        with monkeypatch.context() as patched:
            patched.setattr(capsule_store, "parse_swap", lambda *_given: pytest.fail("it was parsed by the swap"))
            swapped = memory.sessions.swap("s", force=True, at_once=True)
        held = set(services.store._slots._slots)
        services.let_go("s")

    assert swapped.outcome == "swapped"
    assert held == {("s", "current")}
    assert not services.store._slots._slots


def test_a_view_that_is_late_is_taken_where_it_saves_enough(tmp_path: Path) -> None:
    """Where messages came faster than views were prepared each swap was refused: 55,000 tokens, a window of 20,000."""
    told = [said(number) | {"content": f"step {number} of the plan " * 60} for number in range(600)]
    with ContextMemory(tmp_path, Settings(window=20_000, block_tokens=1_000)) as memory:
        memory.sessions.append("s", told[:200])
        memory.sessions.prepare("s")
        memory.sessions.append("s", told[200:215])  # what is late still fits the window
        late = memory.sessions.swap("s", at_once=True)
        memory.sessions.append("s", told[215:])
        unprepared = memory.sessions.swap("s", at_once=True)
        memory.sessions.prepare("s")
        in_time = memory.sessions.swap("s", at_once=True)

    assert (late.outcome, unprepared.reason, in_time.outcome) == ("swapped", "preparing", "swapped")
    assert (late.tokens_after or 0) * 2 < (late.tokens_before or 0)
    assert (in_time.tokens_after or 0) < 10_000 < (late.tokens_after or 0)


def test_a_new_session_is_not_opened_at_once_while_others_are_forced_onto_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file waits for the file system's own journal, up to 17 ms, and all that are answered beside it with it."""
    outcomes, sync = list[str](), os.fsync

    def fsync(descriptor: int) -> None:
        for name in ("old", "new") if not outcomes else ():
            try:
                sessions.append(name, [said(name == "new")], may_wait=False)
                outcomes.append("at once")
            except BlockingIOError:
                outcomes.append("waits")
        sync(descriptor)

    with ContextMemory(tmp_path) as memory:
        sessions = memory.sessions
        sessions.leave_settling()
        sessions.append("old", [said(1)])
        monkeypatch.setattr(os, "fsync", fsync)
        sessions.settle()
        monkeypatch.undo()
        sessions.append("new", [said(2)], may_wait=False)

    assert outcomes == ["at once", "waits"]


def test_an_answer_says_how_much_is_not_indexed_now_and_not_what_was_missing_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lists look as often as questions do: only the newest number counts."""
    monkeypatch.setattr(memories, "FRESH_SECONDS", 0.0)
    with ContextMemory(tmp_path) as memory:
        memory.sessions.append("s", [said(number) for number in range(500)])
        for _ in range(4):
            memory.docs.list()

        told = [each for each in memory.recall("retry loop").warnings if "not indexed yet" in each]

        assert len(told) == 1


def test_the_id_of_a_session_does_not_stand_in_the_index_of_each_message(tmp_path: Path) -> None:
    """Hosts name sessions by 36 characters and more; a message has often fewer."""
    name = "agent:main:" + "5f0c7e" * 20
    with ContextMemory(tmp_path) as memory:
        memory.sessions.append(name, [said(number) for number in range(300)])
        memory.sessions.append("other", [said(number) for number in range(40)])
        again = memory.sessions.append(name, [said(7), said(300)])
        counts = [each.messages for each in memory.overview.sessions().sessions]

    assert (again.accepted, again.duplicates) == (1, 1)
    assert sorted(counts) == [40, 301]
    stored = b"".join(path.read_bytes() for path in (tmp_path / ".context-memory").glob("state.sqlite*"))
    assert stored.count(name.encode()) < 30
