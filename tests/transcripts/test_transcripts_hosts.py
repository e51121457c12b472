"""Transcripts of OpenClaw, pi and Claude Code; detection, bad input and session folders of all formats."""

import json
import os
import sqlite3
import sys
import tracemalloc
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from context_memory.errors import ContextMemoryError, InputError, NotReadyError
from context_memory.messages import Image, Message, Opaque, Role, Session, Text, Thinking, ToolCall, Usage
from context_memory.transcripts import speakers
from context_memory.transcripts.formats import FORMATS, PassedOver, read_session, session_ids, sessions_in
from context_memory.transcripts.formats._chat_content import usage_of
from context_memory.transcripts.formats._lines import MAX_INPUT_DEPTH, tool_input
from context_memory.transcripts.formats.detect import MODULES, reader

FIXTURES = Path(__file__).parent.parent / "fixtures" / "transcripts"
U, A, T, S = Role.USER, Role.ASSISTANT, Role.TOOL, Role.SYSTEM


def roles(session: Session) -> list[Role]:
    return [message.role for message in session.messages]


def entries_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FIXTURES / name).read_text("utf-8").splitlines()]


def written(path: Path, entries: list[Any], *, tail: str = "") -> Path:
    path.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries) + tail, "utf-8")
    return path


# -- OpenClaw and pi, JSON lines ---------------------------------------------------------------------------------------


def test_version_1_is_read_in_file_order_with_all_its_parts() -> None:
    session = read_session(FIXTURES / "openclaw-v1.jsonl")

    assert session.format == "openclaw"
    assert roles(session) == [U, A, T, A, S, U, U]
    assert (session.id, session.cwd) == ("1b0f2c3d-0001-4a00-8000-000000000001", "/home/mira/projects/ledger")
    assert session.model == "claude-sonnet-4-6"
    assert session.details == {"version": "1", "leaf_id": "", "compaction_id": ""}
    assert session.messages[1].parts == (
        Thinking("Look at the exporter first.", "c2ln"),
        Text("I will read the exporter."),
        ToolCall("toolu_01", "read", {"path": "src/export.py"}),
    )
    assert session.messages[1].usage == Usage(1200, 60)
    assert [message.model for message in session.messages[:2]] == ["", "claude-sonnet-4-6"]
    assert session.messages[3].usage == Usage(200, 40, 1260, 90)
    assert session.messages[5].text == (
        "<bash-input>python -m pytest -q</bash-input>\n<bash-stdout>1 failed, 41 passed\n[exit code 1]</bash-stdout>"
    )
    assert speakers.said(session.messages[5]) == ""  # what a person ran is no request
    assert session.messages[6].parts == (
        Text("Fix it and run the tests."),
        Image("image/png", "data:image/png;base64,iVBORw0KGgo="),
    )
    assert [message.line for message in session.messages] == [2, 3, 4, 6, 7, 8, 9]


def test_a_result_without_a_tool_name_takes_it_from_its_call() -> None:
    (result,) = read_session(FIXTURES / "openclaw-v1.jsonl").messages[2].results

    assert (result.call_id, result.name, result.is_error) == ("toolu_01", "read", False)


def test_a_version_1_compaction_keeps_what_its_entry_index_says() -> None:
    session = read_session(FIXTURES / "openclaw-v1.jsonl")

    assert session.context_start == 3
    assert session.messages[4].is_summary


def test_only_the_active_branch_of_a_tree_is_read() -> None:
    session = read_session(FIXTURES / "openclaw-v3.jsonl")

    assert roles(session) == [U, A, T, T, S, U, A, A]
    assert "Abandoned" not in repr(session)
    assert session.messages[3].results[0].is_error
    assert session.details == {"version": "3", "leaf_id": "0000000d", "compaction_id": "00000009"}


def test_a_compaction_leaves_its_first_kept_entry_visible() -> None:
    session = read_session(FIXTURES / "openclaw-v3.jsonl")

    assert session.context_start == 1
    assert session.messages[1].id == "00000006"


def test_a_compaction_whose_kept_entry_is_gone_begins_the_context(tmp_path: Path) -> None:
    entries = entries_of("openclaw-v3.jsonl")
    entries[9]["firstKeptEntryId"] = "ffffffff"

    session = read_session(written(tmp_path / "s.jsonl", entries))

    assert session.context[0].is_summary


def test_the_gateways_own_replies_name_no_model() -> None:
    assert read_session(FIXTURES / "openclaw-v3.jsonl").model == "claude-sonnet-4-6"


def test_custom_messages_are_opaque_while_a_person_speaks() -> None:
    session = read_session(FIXTURES / "openclaw-v3.jsonl")

    assert "runtime facts" not in repr(session)
    assert session.opaque_entries == 3  # thinking_level_change, custom, custom_message


def test_custom_messages_are_read_when_nothing_else_carries_what_a_person_said(tmp_path: Path) -> None:
    entries = [entry for entry in entries_of("openclaw-v3.jsonl") if entry.get("message", {}).get("role") != "user"]

    session = read_session(written(tmp_path / "s.jsonl", entries))

    assert [message.text for message in session.messages if message.role is U] == ["runtime facts"]


def test_after_a_reset_only_what_follows_is_context() -> None:
    session = read_session(FIXTURES / "openclaw-v4.jsonl")

    assert [message.text for message in session.context] == ["Now summarise docs/plan.md."]
    assert session.details["version"] == "4"
    assert session.details["reset_id"].endswith("000000000009")


def test_a_reset_at_the_end_leaves_an_empty_context(tmp_path: Path) -> None:
    session = read_session(written(tmp_path / "s.jsonl", entries_of("openclaw-v4.jsonl")[:-1]))

    assert session.context == ()
    assert session.messages


def test_version_4_keeps_nested_tool_records_and_branch_summaries_in_place() -> None:
    session = read_session(FIXTURES / "openclaw-v4.jsonl")

    assert roles(session) == [U, A, U, T, U, A, U]
    assert session.messages[2].parts == ()
    assert session.messages[4] == Message(
        U,
        (Text("A first draft was thrown away."),),
        "4d000000-0004-4a00-8000-000000000007",
        "2026-03-02T09:03:00.000Z",
        is_summary=True,
        line=8,
    )
    assert session.model == "gpt-5.4"


def test_a_lost_line_does_not_cut_the_branch(tmp_path: Path) -> None:
    lines = (FIXTURES / "openclaw-v3.jsonl").read_bytes().splitlines(keepends=True)
    lines[7] = lines[7][:40] + b"\n"
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(lines))

    session = read_session(path)

    assert [skip.line for skip in session.skipped] == [8]
    assert roles(session) == [U, A, T, S, U, A, A]


def test_entries_without_the_parent_key_follow_the_entry_before_them(tmp_path: Path) -> None:
    entries = entries_of("openclaw-v3.jsonl")
    del entries[-1]["parentId"]

    assert len(read_session(written(tmp_path / "s.jsonl", entries)).messages) == 8


def test_parents_in_a_circle_end_the_branch(tmp_path: Path) -> None:
    entries = entries_of("openclaw-v3.jsonl")
    entries[1]["parentId"] = "0000000d"

    assert len(read_session(written(tmp_path / "s.jsonl", entries)).messages) == 8


def test_unknown_parts_of_a_reply_stay_opaque(tmp_path: Path) -> None:
    entries = entries_of("openclaw-v1.jsonl")
    entries[5]["message"]["content"].append({"type": "citation", "of": "src/export.py"})

    parts = read_session(written(tmp_path / "s.jsonl", entries)).messages[3].parts

    assert parts[-1] == Opaque("citation", '{"type":"citation","of":"src/export.py"}')


def test_a_header_alone_is_an_empty_session(tmp_path: Path) -> None:
    session = read_session(written(tmp_path / "s.jsonl", entries_of("openclaw-v3.jsonl")[:1]))

    assert (session.messages, session.context_start, session.format) == ((), 0, "openclaw")


# -- OpenClaw's database -----------------------------------------------------------------------------------------------


def database(path: Path, sessions: dict[str, list[dict[str, Any]]], *, compress_over: int = 400) -> Path:
    """A per-agent database with only what is read of schema 23; long rows are zstd frames."""
    connection = sqlite3.connect(path)
    connection.execute(
        "create table transcript_events (session_id text not null, seq integer not null, event_json text,"
        " created_at integer not null, event_zstd blob, event_utf8_bytes integer, navigation_json text,"
        " primary key (session_id, seq))"
    )
    connection.execute("pragma user_version = 23")
    for session, entries in sessions.items():
        for sequence, entry in enumerate(entries):
            time = int(datetime.fromisoformat(entry["timestamp"]).timestamp() * 1000)
            text = json.dumps(entry, ensure_ascii=False)
            navigation = json.dumps({"version": 1, "navigation": {k: entry.get(k) for k in ("type", "id", "parentId")}})
            size = len(text.encode())
            frame = zstandard.ZstdCompressor(level=1, write_checksum=True).compress(text.encode())
            row = (None, frame, navigation) if size > compress_over else (text, None, None)
            connection.execute(
                "insert into transcript_events values (?, ?, ?, ?, ?, ?, ?)",
                (session, sequence, row[0], time, row[1], size, row[2]),
            )
    connection.commit()
    connection.close()
    return path


@pytest.fixture
def agent_database(tmp_path: Path) -> Path:
    three, four = entries_of("openclaw-v3.jsonl"), entries_of("openclaw-v4.jsonl")
    return database(tmp_path / "openclaw-agent.sqlite", {three[0]["id"]: three, four[0]["id"]: four})


def without_lines(session: Session) -> list[tuple[Any, ...]]:
    return [(m.role, m.parts, m.id, m.time, m.usage, m.is_summary) for m in session.messages]


@pytest.mark.parametrize("name", ["openclaw-v3.jsonl", "openclaw-v4.jsonl"])
def test_a_database_gives_the_same_session_as_the_lines(agent_database: Path, name: str) -> None:
    lines = read_session(FIXTURES / name)

    session = read_session(agent_database, session_id=lines.id)

    assert without_lines(session) == without_lines(lines)
    assert session.format == "openclaw-sqlite"
    assert (session.id, session.context_start) == (lines.id, lines.context_start)
    assert session.details == {**lines.details, "schema": "23"}
    assert {message.line for message in session.messages} == {0}


def test_the_newest_session_of_a_database_is_read_by_default(agent_database: Path) -> None:
    ids = session_ids(agent_database)

    assert [each[:2] for each in ids] == ["4d", "3c"]
    assert read_session(agent_database).id == ids[0]


def test_an_unknown_session_id_names_those_that_exist(agent_database: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_session(agent_database, session_id="nowhere")

    assert "nowhere" in str(caught.value)
    assert "3c0f2c3d" in caught.value.hint


def test_a_database_is_not_changed_by_reading(agent_database: Path) -> None:
    before = agent_database.read_bytes()
    agent_database.chmod(0o400)

    read_session(agent_database)

    assert agent_database.read_bytes() == before
    assert list(agent_database.parent.iterdir()) == [agent_database]


def test_reading_leaves_no_files_beside_a_database_with_a_write_ahead_log(agent_database: Path) -> None:
    connection = sqlite3.connect(agent_database)
    connection.execute("pragma journal_mode = wal")
    connection.close()

    read_session(agent_database)

    assert list(agent_database.parent.iterdir()) == [agent_database]


def test_a_database_that_the_host_is_writing_is_read_with_its_log(agent_database: Path) -> None:
    writer = sqlite3.connect(agent_database)
    writer.execute("pragma journal_mode = wal")
    writer.execute("update transcript_events set event_json = replace(event_json, 'docs/plan.md', 'docs/new.md')")
    writer.commit()

    text = read_session(agent_database).messages[-1].text
    writer.close()

    assert text == "Now summarise docs/new.md."


def test_without_zstandard_only_sessions_with_compressed_rows_are_refused(
    agent_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = entries_of("openclaw-v3.jsonl")
    other = database(agent_database.with_name("plain.sqlite"), {"plain": plain}, compress_over=10**6)
    monkeypatch.setitem(sys.modules, "zstandard", None)

    assert len(read_session(other).messages) == 8
    with pytest.raises(NotReadyError) as caught:
        read_session(agent_database)
    assert "pip install zstandard" in caught.value.hint


def test_without_zstandard_compressed_rows_that_are_not_needed_do_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = entries_of("openclaw-v3.jsonl")
    entries[3]["data"] = {"note": "x" * 5000}  # a custom entry
    entries[5]["message"]["content"][0]["text"] = "y" * 5000  # on the abandoned branch
    path = database(tmp_path / "openclaw-agent.sqlite", {"s": entries}, compress_over=4000)
    monkeypatch.setitem(sys.modules, "zstandard", None)

    assert len(read_session(path).messages) == 8


def test_damaged_rows_are_reported_and_the_rest_is_read(agent_database: Path) -> None:
    connection = sqlite3.connect(agent_database)
    wanted = "3c0f2c3d-0003-4a00-8000-000000000003"
    connection.execute("update transcript_events set event_json = '{torn' where session_id = ? and seq = 11", (wanted,))
    frame = (b"\x28\xb5\x2f\xfd garbage", wanted)
    connection.execute(
        "update transcript_events set event_zstd = ?, event_json = null where session_id = ? and seq = 7", frame
    )
    connection.commit()
    connection.close()

    session = read_session(agent_database, session_id=wanted)

    assert [skip.line for skip in session.skipped] == [8, 12]
    assert roles(session) == [U, A, T, S, A, A]


def test_another_database_is_no_transcript(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("create table t (a)")
    connection.commit()
    connection.close()

    with pytest.raises(InputError, match="OpenClaw database"):
        read_session(path)


def test_a_cut_off_database_is_bad_input(agent_database: Path) -> None:
    agent_database.write_bytes(agent_database.read_bytes()[:5000])

    with pytest.raises(InputError):
        read_session(agent_database)


# -- Claude Code -------------------------------------------------------------------------------------------------------


def test_the_lines_of_one_reply_are_one_message_with_its_last_usage() -> None:
    session = read_session(FIXTURES / "claude-code.jsonl")

    assert session.format == "claude-code"
    assert roles(session) == [U, A, T, A, T, U, U, A, T, A, U]
    reply = session.messages[1]
    assert reply.model == "claude-opus-4-6"
    assert [type(part) for part in reply.parts] == [Thinking, Text, ToolCall]
    assert reply.usage == Usage(input=3, output=80, cache_read=15000, cache_write=900)
    assert reply.line == 4


def test_usage_repeated_in_a_reply_that_results_interrupt_counts_once(tmp_path: Path) -> None:
    entries = entries_of("claude-code.jsonl")
    entries[10]["message"]["id"] = "msg_1"

    session = read_session(written(tmp_path / "s.jsonl", entries))

    assert [bool(m.usage) for m in session.messages if m.role is A] == [True, False, True, False]


def test_sidechains_and_meta_lines_are_no_part_of_the_conversation() -> None:
    said = repr(read_session(FIXTURES / "claude-code.jsonl"))

    assert "sub-agent" not in said
    assert "Caveat" not in said


def test_a_user_line_with_results_and_text_is_two_messages() -> None:
    session = read_session(FIXTURES / "claude-code.jsonl")

    (result,) = session.messages[4].results
    assert (result.name, result.text, result.is_error, result.images) == ("Bash", "Exit code 1\n1 failing", True, 1)
    assert session.messages[5].text == "[Request interrupted by user]"


def test_the_context_begins_at_the_compact_summary() -> None:
    session = read_session(FIXTURES / "claude-code.jsonl")

    assert session.context_start == 6
    assert [message.is_summary for message in session.context] == [True, False, False, False, False]
    assert session.details["compaction_id"].endswith("0012")


def test_messages_that_a_compaction_preserved_stay_in_the_context(tmp_path: Path) -> None:
    entries = entries_of("claude-code.jsonl")
    entries[12]["compactMetadata"]["preservedMessages"] = {"uuids": [entries[10]["uuid"], entries[11]["uuid"]]}

    assert read_session(written(tmp_path / "s.jsonl", entries)).context_start == 3


def test_session_facts_come_from_the_lines() -> None:
    session = read_session(FIXTURES / "claude-code.jsonl")

    assert session.id == "c1a0de00-0005-4a00-8000-000000000005"
    assert (session.cwd, session.model) == ("/home/sam/shop", "claude-opus-4-6")
    assert session.opaque_entries == 3  # file-history-snapshot, progress, last-prompt
    assert session.messages[9].usage is None  # the host's own error text


# -- detection and bad input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_its_reader(name: str) -> None:
    assert name == reader(name).NAME
    assert callable(reader(name).matches)
    assert list(MODULES) == list(FORMATS)


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("openclaw-v1.jsonl", "openclaw"),
        ("openclaw-v3.jsonl", "openclaw"),
        ("openclaw-v4.jsonl", "openclaw"),
        ("claude-code.jsonl", "claude-code"),
        ("codex-rollout.jsonl", "codex"),
        ("anthropic-request.json", "anthropic"),
        ("openai-chat.json", "openai"),
        ("opencode-export.json", "opencode"),
        ("openhands-events.json", "openhands"),
        ("swe-agent.traj", "swe-agent"),
    ],
)
def test_formats_are_told_apart(file: str, expected: str) -> None:
    assert read_session(FIXTURES / file).format == expected


def test_a_file_that_is_no_transcript_names_the_formats_tried(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# Notes\n\nnothing here\n")

    with pytest.raises(InputError) as caught:
        read_session(path)

    assert all(name in str(caught.value) for name in FORMATS)
    assert caught.value.hint


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 5000, b"[]", b"{}", b"null", b"\xff\xfe\x00", b'{"type":"session"}', b"[" * 99999]
)
def test_files_without_a_session_are_bad_input(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(content)

    with pytest.raises(InputError):
        read_session(path)


@pytest.mark.parametrize("name", ["openclaw", "claude-code", "openclaw-sqlite"])
def test_a_file_of_another_format_than_named_is_bad_input(tmp_path: Path, name: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text('{"role":"user","content":"hello"}\n{"role":"assistant","content":"hi"}\n')

    with pytest.raises(InputError):
        read_session(path, format=name)


def test_an_unknown_format_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError) as caught:
        read_session(FIXTURES / "claude-code.jsonl", format="claud")

    assert "claude-code" in caught.value.hint


def test_a_pipe_a_folder_and_a_missing_file_are_bad_input(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    for path in (tmp_path / "pipe", tmp_path, tmp_path / "missing.jsonl"):
        with pytest.raises(InputError):
            read_session(path)


def test_bad_lines_are_passed_over_and_reported_with_their_numbers(tmp_path: Path) -> None:
    lines = (FIXTURES / "openclaw-v1.jsonl").read_bytes().splitlines(keepends=True)
    deep = b'{"type":"custom","data":' + b"[" * 60_000 + b"]" * 60_000 + b"}\n"
    bad = [b"not json\n", b"\0\0\0\n", b"[1,2]\n", deep, b'{"type":"message","message":7}\n', b"\n"]
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(lines[:2] + bad + lines[2:]) + b'{"type":"message","mess')

    session = read_session(path)

    assert [skip.line for skip in session.skipped] == [3, 4, 5, 6, 7, 16]
    assert "torn" in session.skipped[-1].reason
    assert roles(session) == [U, A, T, A, S, U, U]


def test_an_entry_appended_to_a_torn_one_is_not_lost(tmp_path: Path) -> None:
    lines = (FIXTURES / "openclaw-v3.jsonl").read_bytes().splitlines(keepends=True)
    lines[12] = lines[12][:150] + lines[13]
    lines[10] = lines[10].strip() + lines[11]
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(lines[:11] + lines[12:13]))

    session = read_session(path)

    assert [skip.line for skip in session.skipped] == [11, 12]
    assert "2 read" in session.skipped[0].reason
    assert roles(session) == [U, A, T, T, S, U, A]


def test_a_byte_order_mark_loses_nothing(tmp_path: Path) -> None:
    for name in ("openclaw-v3.jsonl", "claude-code.jsonl", "openai-chat.json"):
        path = tmp_path / name
        path.write_bytes(b"\xef\xbb\xbf" + (FIXTURES / name).read_bytes())

        assert replace(read_session(path), skipped=()) == replace(read_session(FIXTURES / name), skipped=())
        assert read_session(path).skipped == ()


def test_a_document_over_several_lines_is_no_line_format(tmp_path: Path) -> None:
    row = '{"role": "%s", "content": [\n{"type": "text", "text": "words"}\n]}'  # the second line is an object alone
    rows = ",\n".join(row % role for role in ("user", "assistant") * 20)
    path = tmp_path / "chat.json"
    path.write_text(f'{{"model": "m",\n"messages": [\n{rows}\n]}}')

    assert len(read_session(path).messages) == 40


def test_a_line_with_bytes_that_are_not_utf_8_is_kept_and_reported(tmp_path: Path) -> None:
    content = (FIXTURES / "openclaw-v1.jsonl").read_bytes().replace(b"monthly", b"month\xff\xfely", 1)
    path = tmp_path / "s.jsonl"
    path.write_bytes(content)

    session = read_session(path)

    assert session.messages[0].text.startswith("The month\ufffd\ufffdly export")
    assert [skip.line for skip in session.skipped] == [2]


def test_nul_bytes_around_a_line_do_not_lose_it(tmp_path: Path) -> None:
    lines = (FIXTURES / "openclaw-v1.jsonl").read_bytes().splitlines(keepends=True)
    lines[3] = b"\0" * 300 + lines[3]
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(lines))

    session = read_session(path)

    assert len(session.messages) == 7
    assert [skip.line for skip in session.skipped] == [4]


def test_half_surrogates_become_text_that_can_be_written(tmp_path: Path) -> None:
    line = r'{"type":"message","message":{"role":"user","content":"a \ud83d b \ud83d\ude00 c \\ud83d \uDE00"}}' + "\n"
    path = tmp_path / "s.jsonl"
    path.write_text(line * 2)

    text = read_session(path).messages[0].text

    assert text == "a \ufffd b 😀 c \\ud83d \ufffd"
    assert text.encode()


def test_tool_inputs_of_any_shape_become_objects() -> None:
    deep: Any = {}
    for _ in range(MAX_INPUT_DEPTH + 10):
        deep = {"in": deep}

    assert tool_input('{"path": "a"}') == {"path": "a"}
    assert tool_input("ls") == {"input": "ls"}
    assert tool_input("{torn") == {"input": "{torn"}
    assert tool_input([1]) == {"input": [1]}
    assert tool_input(None) == {}
    assert json.loads(tool_input(deep)["input"]) == deep


ODD: Any = st.sampled_from([None, True, 0, -1, 10**30, 1.5, "", "x", [], [[]], [None], {}, {"type": 3}, {"text": []}])


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside a JSON value."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(place for key, child in children for place in places(child, (*here, key)))]


def exchanged(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    if not place:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = exchanged(copy[place[0]], place[1:], new)
    return copy


def documents(content: str) -> list[Any]:
    """The values of a fixture: one per line, or the whole document alone."""
    try:
        return [json.loads(content)]
    except ValueError:
        return [json.loads(line) for line in content.splitlines() if line.strip()]


FILES = sorted(path.name for path in FIXTURES.iterdir())


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_exchanged_in_a_transcript_it_is_a_session_or_an_error_of_ours(
    name: str, data: st.DataObject, tmp_path: Path
) -> None:
    values = documents((FIXTURES / name).read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 4))):
        index = data.draw(st.integers(0, len(values) - 1))
        place = data.draw(st.sampled_from(places(values[index])))
        values[index] = exchanged(values[index], place, data.draw(ODD))
    order = data.draw(st.lists(st.sampled_from(range(len(values))), max_size=len(values))) or range(len(values))
    path = written(tmp_path / name, [values[index] for index in order])

    check_reads(path)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_bytes_of_a_transcript_are_damaged_it_is_a_session_or_an_error_of_ours(
    name: str, data: st.DataObject, tmp_path: Path
) -> None:
    content = (FIXTURES / name).read_bytes()
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 300)))
    path = tmp_path / name
    path.write_bytes(content[:start] + data.draw(st.binary(max_size=20)) + content[end:])

    check_reads(path)


def check_reads(path: Path) -> None:
    for name in ("auto", read_format(path)):
        try:
            session = read_session(path, format=name)
        except ContextMemoryError:
            continue
        assert 0 <= session.context_start <= len(session.messages)
        assert all(type(message.role) is Role for message in session.messages)
        assert repr(session).encode()
        json.dumps([dict(call.input) for message in session.messages for call in message.calls])


def read_format(path: Path) -> str:
    """The format that the undamaged fixture has, by its name."""
    return next((name for name in FORMATS if path.name.startswith(name)), "openai")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
def test_a_large_file_is_read_in_little_memory(tmp_path: Path) -> None:
    small, large = (outputs_of(tmp_path / f"{count}.jsonl", count) for count in (10, 1000))

    more = peak_of_reading(large) - peak_of_reading(small)

    assert more < 1.2 * (large.stat().st_size - small.stat().st_size)


def outputs_of(path: Path, count: int) -> Path:
    output = "line of tool output, héllo ✓\n" * 700
    with path.open("w", encoding="utf-8") as file:
        file.write('{"type":"session","version":3,"id":"s","cwd":"/w"}\n')
        for number in range(count):
            content = {"role": "toolResult", "toolCallId": f"c{number}", "toolName": "exec", "isError": False}
            content |= {"content": [{"type": "text", "text": output}], "details": {"aggregated": output}}
            entry = {"type": "message", "id": f"{number + 1:x}", "parentId": f"{number:x}", "message": content}
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
    return path


def peak_of_reading(path: Path) -> int:
    """Bytes that Python holds at most while it reads this session, whatever the allocator below keeps for itself."""
    tracemalloc.start()
    try:
        assert read_session(path).messages
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# -- folders -----------------------------------------------------------------------------------------------------------


def test_a_folder_gives_each_session_once_with_the_copies_passed_over(tmp_path: Path) -> None:
    entries = entries_of("openclaw-v3.jsonl")
    name = entries[0]["id"]
    written(tmp_path / f"{name}.jsonl", entries)
    written(tmp_path / f"{name}.checkpoint.0a1b.jsonl", entries[:7])
    written(tmp_path / f"{name}.jsonl.bak-1700", entries)
    written(tmp_path / f"{name}.trajectory.jsonl", [{"kind": "run"}])
    four = entries_of("openclaw-v4.jsonl")
    written(tmp_path / f"{four[0]['id']}.jsonl.deleted.2026-03-02T10-00-00.000Z", four)
    (tmp_path / "sessions.json").write_text("{}")
    (tmp_path / "notes.jsonl").write_text('{"a":1}\n{"b":2}\n')

    found = sessions_in(tmp_path)

    assert {session.id for session in found} == {name, four[0]["id"]}
    main = next(session for session in found if session.id == name)
    assert main.path == tmp_path / f"{name}.jsonl"
    assert main.updated == "2026-03-02T09:05:00.000Z"
    assert set(main.passed_over) == {
        PassedOver(
            tmp_path / f"{name}.checkpoint.0a1b.jsonl",
            "older: its newest entry is of 2026-03-02T09:02:00.000Z, the chosen one's of 2026-03-02T09:05:00.000Z",
        ),
        PassedOver(tmp_path / f"{name}.jsonl.bak-1700", "a .bak copy with the same entries"),
        PassedOver(tmp_path / f"{name}.trajectory.jsonl", "a log of the session's runs"),
    }


def test_a_copy_that_holds_more_than_the_live_file_is_chosen(tmp_path: Path) -> None:
    entries = entries_of("openclaw-v3.jsonl")
    name = entries[0]["id"]
    written(tmp_path / f"{name}.jsonl", [entries[0], entries[-1]])
    written(tmp_path / f"{name}.jsonl.bak", entries)

    (session,) = sessions_in(tmp_path)

    assert session.path.name.endswith(".bak")
    assert session.passed_over[0].reason == "less complete: 2 entries, the chosen one has 14"


def test_sessions_of_a_database_stand_beside_the_files_they_were_moved_from(tmp_path: Path) -> None:
    three, four = entries_of("openclaw-v3.jsonl"), entries_of("openclaw-v4.jsonl")
    agent = tmp_path / "agents" / "main"
    (agent / "sessions").mkdir(parents=True)
    written(agent / "sessions" / f"{three[0]['id']}.jsonl", three[:6])
    database(agent / "openclaw-agent.sqlite", {three[0]["id"]: three, four[0]["id"]: four})

    found = sessions_in(tmp_path)

    assert [session.format for session in found] == ["openclaw-sqlite", "openclaw-sqlite"]
    for session in found:
        assert read_session(session.path, session_id=session.id).id == session.id
    assert [len(session.passed_over) for session in sorted(found, key=lambda session: session.id)] == [1, 0]


def test_project_folders_of_claude_code_are_found_without_sub_agents(tmp_path: Path) -> None:
    project = tmp_path / "projects" / "-home-sam-shop"
    entries = entries_of("claude-code.jsonl")
    name = entries[1]["sessionId"]
    (project / name / "subagents").mkdir(parents=True)
    side = [{**entry, "isSidechain": True} for entry in entries if "uuid" in entry]
    written(project / f"{name}.jsonl", entries)
    written(project / "agent-77.jsonl", side)
    written(project / name / "subagents" / "agent-88.jsonl", side)

    (session,) = sessions_in(tmp_path)

    assert (session.format, session.id, session.path.name) == ("claude-code", name, f"{name}.jsonl")
    assert [passed.path.name for passed in session.passed_over] == ["agent-77.jsonl"]


def test_topics_of_one_session_id_are_sessions_of_their_own(tmp_path: Path) -> None:
    entries = entries_of("openclaw-v3.jsonl")
    name = entries[0]["id"]
    written(tmp_path / f"{name}.jsonl", entries)
    written(tmp_path / f"{name}-topic-12.jsonl", entries)

    assert len(sessions_in(tmp_path)) == 2


def test_a_file_in_place_of_a_folder_is_bad_input() -> None:
    with pytest.raises(InputError):
        sessions_in(FIXTURES / "claude-code.jsonl")


def test_an_input_count_below_zero_is_the_rounding_of_the_cache_and_the_prompt_stays_whole() -> None:
    keys = ("input", "output", "cacheRead", "cacheWrite")

    assert usage_of({"input": -154, "output": 40, "cacheRead": 18176}, keys) == Usage(-154, 40, 18176)
    assert usage_of({"input": -999, "output": 4, "cacheRead": 10}, keys) == Usage(-10, 4, 10)
    assert usage_of({"input": -5, "output": 0, "cacheRead": 0}, keys) is None
