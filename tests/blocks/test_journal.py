"""The journal: every message once, readable, append-only, whole after a crash."""

import errno
import json
import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from context_memory.blocks.files import journal as journals
from context_memory.blocks.files.journal import Journal
from context_memory.errors import InputError, NotReadyError
from context_memory.messages import Image, Message, Opaque, Role, Text, Thinking, ToolCall, ToolResult, Usage
from context_memory.storage import message_pack
from context_memory.transcripts import message_hash
from tests.block_sessions import (
    NOW,
    SMALL,
    canonical,
    forget_derived,
    ingested,
    journal_of,
    messages_of,
    opened,
    session,
    without_ids,
)
from tests.compaction_sessions import sessions


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def journaled(path: Path) -> list[str]:
    return [str(line["hash"]) for line in lines_of(path) if line["type"] == "message"]


# -- what stands in it ------------------------------------------------------------------------------


def test_a_person_can_read_it(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of(2))

    lines = lines_of(journal_of(tmp_path))
    assert lines[0] == {"type": "session", "id": "story", "version": 1}
    first = lines[1]
    assert (first["type"], first["seq"], first["role"]) == ("message", 1, "user")
    assert "Never touch config/prod.yaml" in str(first["parts"])


def test_everything_that_a_message_says_comes_back() -> None:
    message = Message(
        Role.ASSISTANT,
        (
            Text("a\u2028b 词 🙂"),
            Thinking("why", "sig"),
            ToolCall("c1", "read", {"path": "a.py", "n": [1, {"x": None}]}),
            ToolResult("c1", "read", "text", is_error=True, pictures=(Image("image/png", "cm:" + "a" * 64), Image())),
            Image("image/png"),
            Opaque("audio", '{"a":1}'),
        ),
        id="m1",
        time="2026-09-14T08:00:00Z",
        usage=Usage(1, 2, 3, 4, 5),
        model="claude",
        is_summary=True,
    )

    back = message_pack.parse_message(json.loads(json.dumps(message_pack.whole_value_of(message))))

    assert back == message


def test_half_a_surrogate_pair_is_written_as_valid_utf8_and_read_back(tmp_path: Path) -> None:
    broken = Message(Role.USER, (Text("half \ud83d of a pair"),), id="m1")

    ingested(tmp_path, [broken])

    journal_of(tmp_path).read_bytes().decode("utf-8")
    with opened(tmp_path) as services:
        assert services.viewer.view("story").tail[0].parts == broken.parts


def test_files_are_private(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of(1))

    state = tmp_path / ".context-memory"
    assert all(stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600) for path in state.rglob("*"))


def test_secrets_are_taken_out_before_hash_and_disk(tmp_path: Path) -> None:
    key = "sk-ant-api03-" + "Ab3dEf9hIj" * 9 + "AA"  # B-12, B-18's neighbour: nothing of it may lie anywhere
    said = Message(Role.USER, (Text(f"use {key} please"),), id="m1")
    answer = Message(Role.TOOL, (ToolResult("c1", "bash", f"ANTHROPIC_API_KEY={key}"),), id="m2")
    call = Message(Role.ASSISTANT, (ToolCall("c1", "bash", {"command": f"export K={key}"}),), id="m3")

    with opened(tmp_path) as services:
        done = services.ingester.ingest(session([said, call, answer]), NOW)

    assert done.redacted >= 3
    everything = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert key.encode() not in everything
    assert message_hash.hash_of_message(said) not in journaled(journal_of(tmp_path))


# -- each message once ------------------------------------------------------------------------------


def test_a_transcript_that_comes_again_adds_nothing(tmp_path: Path) -> None:
    messages = messages_of(5)
    ingested(tmp_path, messages)
    before = journal_of(tmp_path).read_bytes()

    with opened(tmp_path) as services:
        done = services.ingester.ingest(session(messages), NOW)

    assert (done.accepted, done.duplicates) == (0, len(messages))
    assert journal_of(tmp_path).read_bytes() == before


@pytest.mark.parametrize("with_ids", [True, False])
def test_a_transcript_that_grew_adds_what_is_new(tmp_path: Path, with_ids: bool) -> None:
    messages = messages_of(6) if with_ids else without_ids(messages_of(6))
    ingested(tmp_path, messages[:9])

    ingested(tmp_path, messages)

    assert journaled(journal_of(tmp_path)) == [message_hash.hash_of_message(message) for message in messages]


def test_a_compacted_transcript_without_ids_continues_where_the_journal_ends(tmp_path: Path) -> None:
    messages = without_ids(messages_of(6))
    ingested(tmp_path, messages[:20])
    summary = Message(Role.USER, (Text("This session is being continued: …"),), is_summary=True)

    ingested(tmp_path, [summary, *messages[16:]])

    said = [line for line in lines_of(journal_of(tmp_path)) if line["type"] == "message" and not line.get("summary")]
    assert [line["hash"] for line in said] == [message_hash.hash_of_message(message) for message in messages]


def test_kept_messages_that_lost_their_thinking_are_known_again(tmp_path: Path) -> None:
    thought = [
        Message(Role.USER, (Text("Look."),)),
        Message(Role.ASSISTANT, (Thinking("hm", "sig"), Text("I see."))),
        Message(Role.USER, (Text("And now?"),)),
    ]
    bare = [replace(m, parts=tuple(p for p in m.parts if not isinstance(p, Thinking))) for m in thought]
    ingested(tmp_path, thought)

    with opened(tmp_path) as services:
        done = services.ingester.ingest(session([*bare[1:], Message(Role.ASSISTANT, (Text("Done."),))]), NOW)

    assert (done.accepted, done.duplicates) == (1, 2)


def test_an_earlier_state_of_a_transcript_adds_nothing(tmp_path: Path) -> None:
    messages = without_ids(messages_of(4))
    ingested(tmp_path, messages)

    with opened(tmp_path) as services:
        assert services.ingester.ingest(session(messages[:7]), NOW).accepted == 0


def test_the_same_words_are_another_message_each_time(tmp_path: Path) -> None:
    yes = Message(Role.USER, (Text("yes"),))
    reply = Message(Role.ASSISTANT, (Text("Understood."),))

    with opened(tmp_path) as services:
        accepted = [services.ingester.add("story", [m], NOW).accepted for m in (yes, yes, reply, yes)]

    assert accepted == [1, 1, 1, 1]


def test_one_id_is_one_message_in_one_batch(tmp_path: Path) -> None:
    message = Message(Role.USER, (Text("hello"),), id="m1")

    with opened(tmp_path) as services:
        done = services.ingester.add("story", [message, message], NOW)

    assert (done.accepted, done.duplicates) == (1, 1)


@hypothesis_settings(max_examples=30)
@given(sessions(most=8), st.data())
def test_any_cuts_into_batches_journal_the_same_messages(
    tmp_path_factory: pytest.TempPathFactory, any_session: object, data: st.DataObject
) -> None:
    messages = any_session.messages  # type: ignore[attr-defined]
    folder = tmp_path_factory.mktemp("any")
    cuts = sorted(data.draw(st.lists(st.integers(0, len(messages)), max_size=4)))

    with opened(folder) as services:
        for first, last in zip([0, *cuts], [*cuts, len(messages)], strict=True):
            services.ingester.add("any", messages[first:last], NOW)
        count = services.store.known("any").messages
        found = services.store.entries(services.ingester.journal("any"), 1) if count else []

    assert [entry.seq for entry in found] == list(range(1, len(messages) + 1))
    assert [entry.hash for entry in found] == [entry_hash(entry.message) for entry in found]
    assert [entry.message.id for entry in found] == [message.id for message in messages]


def entry_hash(message: Message) -> str:
    return message_hash.hash_of_message(message)


# -- torn, damaged, strange -------------------------------------------------------------------------


@pytest.mark.parametrize("torn", [b'{"type":"message","seq":99,"ha', b"\xff\xfe", b"{}", b'{"type":"mess'])
def test_a_torn_last_line_is_closed_and_nothing_else_is_lost(tmp_path: Path, torn: bytes) -> None:
    messages = messages_of(4)
    ingested(tmp_path, messages[:10])
    path = journal_of(tmp_path)
    before = path.read_bytes()
    path.write_bytes(before + torn)

    with opened(tmp_path) as services:
        services.ingester.ingest(session(messages), NOW)
        problems = services.problems
        seqs = [entry.seq for entry in services.store.entries(services.ingester.journal("story"), 1)]

    assert path.read_bytes().startswith(before + torn + b"\n")
    assert seqs == list(range(1, len(messages) + 1))
    assert any("torn" in problem for problem in problems)


def test_a_message_whose_line_is_complete_but_for_its_end_is_not_lost(tmp_path: Path) -> None:
    messages = messages_of(3)
    ingested(tmp_path, messages[:6])
    path = journal_of(tmp_path)
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    forget_derived(tmp_path)

    assert ingested(tmp_path, messages) == canonical(messages)
    with opened(tmp_path) as services:
        assert services.store.known("story").messages == len(messages)


def test_a_bad_line_in_the_middle_is_told_and_passed_over(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of(3))
    path = journal_of(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"\x00\x00not json\n", *lines[3:]]))
    forget_derived(tmp_path)

    with opened(tmp_path) as services:
        view = services.viewer.view("story")

    assert len(view.tail) == len(messages_of(3))
    assert any("cannot be read" in problem for problem in services.problems) or services.ingester.problems == []


def test_a_journal_brought_back_from_a_backup_is_read_again(tmp_path: Path) -> None:
    messages = messages_of(6)
    ingested(tmp_path, messages[:12])
    backup = journal_of(tmp_path).read_bytes()
    ingested(tmp_path, messages)
    journal_of(tmp_path).write_bytes(backup)

    with opened(tmp_path) as services:
        assert services.viewer.view("story").last == 12


@pytest.mark.parametrize("kind", ["fifo", "folder", "link"])
def test_what_is_no_file_is_refused_instead_of_hanging(tmp_path: Path, kind: str) -> None:
    path = journal_of(tmp_path)
    path.parent.mkdir(parents=True)
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        (tmp_path / "elsewhere").write_text("")
        path.symlink_to(tmp_path / "elsewhere")

    with opened(tmp_path) as services, pytest.raises((InputError, NotReadyError)):
        services.ingester.add("story", messages_of(1), NOW)


def test_a_full_disk_is_a_clear_error_and_leaves_whole_lines_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = messages_of(3)
    ingested(tmp_path, messages[:5])
    before = journal_of(tmp_path).read_bytes()
    really = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) > 40:
            return really(descriptor, bytes(data)[:40])
        raise OSError(28, "No space left on device")

    with opened(tmp_path) as services:
        monkeypatch.setattr(os, "write", lambda fd, data: full(fd, data) if len(data) != 40 else really(fd, data))
        with pytest.raises(NotReadyError, match="No space left"):
            services.ingester.add("story", [replace(messages[5], parts=(Text("x" * 60),))], NOW)
        monkeypatch.undo()
        assert journal_of(tmp_path).read_bytes() == before
        assert services.ingester.ingest(session(messages), NOW).accepted == len(messages) - 5


def test_switched_off_nothing_is_written(tmp_path: Path) -> None:
    """B-18."""
    with opened(tmp_path, SMALL._replace(blocks_enabled=False)) as services, pytest.raises(Exception, match="off"):
        services.ingester.add("story", messages_of(1), NOW)

    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as services:
        done = services.ingester.ingest(session(messages_of(5)), NOW, dry_run=True)

    assert done.accepted == len(messages_of(5))
    assert done.sealed
    assert list(tmp_path.iterdir()) == []


def test_sessions_never_share_a_file() -> None:
    names = ["a", "A", "a/b", "a-b", "../a", ".a", "a" * 300, "a" * 301, "会话", " "]

    files = [journals.file_name(name) for name in names]

    assert len({file.lower() for file in files}) == len(names)
    assert all("/" not in file and not file.startswith(".") and len(file) < 120 for file in files)


@pytest.mark.parametrize("policy", ["always", "batch", "never"])
def test_the_sync_policy_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, policy: str) -> None:
    synced: list[int] = []
    journal = Journal(tmp_path, "s", fsync=policy)
    with journal.locked():
        journal.append([{"type": "message"}])
        monkeypatch.setattr(os, "fsync", synced.append)
        for _ in range(3):
            journal.append([{"type": "message"}])
    appended = len(synced)
    journal.close()

    assert (appended, len(synced)) == {"always": (3, 3), "batch": (0, 1), "never": (0, 0)}[policy]


def test_what_one_appends_another_may_sync_and_a_disk_that_refuses_is_told_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    journal = Journal(tmp_path, "s", fsync=journals.LATER)
    with journal.locked():
        journal.append([{"type": "message"}])
        sync = journal.detached_sync()
        assert sync is not None
        nothing_waits = journal.detached_sync() is None
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", refuse)
            sync()
        with pytest.raises(NotReadyError, match="cannot sync"):
            journal.append([{"type": "message"}])
        journal.append([{"type": "message"}])
        again = journal.detached_sync()
    assert again is not None
    again()
    journal.close()

    assert nothing_waits
    assert len(lines_of(journal.path)) == 3


def test_a_long_transcript_is_written_in_pieces_and_stays_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from context_memory.blocks.services import ingest

    monkeypatch.setattr(ingest, "LINES_AT_ONCE", 7)
    messages = messages_of(12)

    assert ingested(tmp_path, messages) == canonical(messages)
    assert journaled(journal_of(tmp_path)) == [message_hash.hash_of_message(message) for message in messages]


def test_a_system_text_that_changes_every_time_brings_no_message_twice(tmp_path: Path) -> None:
    messages = list(without_ids(messages_of(3)))

    for end in (1, 2, 5, len(messages)):
        system = Message(Role.SYSTEM, (Text(f"You are an agent. It is day {end}."),))
        ingested(tmp_path, [system, *messages[:end]])

    said = [line["hash"] for line in lines_of(journal_of(tmp_path)) if line.get("role") not in {"system", None}]
    assert said == [message_hash.hash_of_message(message) for message in messages]


def test_journals_are_synced_one_after_the_other_and_side_by_side_where_that_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sixteen threads that woke up together held up appends for milliseconds; a slow disk commits once for all."""
    by: list[str] = []

    def sync() -> None:
        by.append(threading.current_thread().name)

    with ThreadPoolExecutor(2, thread_name_prefix="side") as threads:
        journals.sync_all([sync, None, sync], threads)
        monkeypatch.setattr(journals, "SYNCED_SINGLY", 0.0)
        journals.sync_all([sync, None, sync], threads)

    own = threading.current_thread().name
    assert by[:2] == [own, own]
    assert len(by) == 4
    assert all(name.startswith("side") for name in by[2:])


def test_a_journal_that_cannot_be_read_for_want_of_descriptors_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client was told to restore it from a backup, and the index of the session was thrown away."""
    journal = Journal(tmp_path, "s")
    with journal.locked():
        lines = journal.append([{"type": "message", "seq": 1}])

    def refuse(*_given: object, **_named: object) -> int:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        with pytest.raises(NotReadyError, match="Too many open files") as told:
            journal.read([(lines[-1].offset, lines[-1].length)])
        with pytest.raises(NotReadyError, match="Too many open files"):
            Journal(tmp_path, "t").append([{"type": "message", "seq": 1}])

    assert "ulimit" in told.value.hint
