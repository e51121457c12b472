"""Turns of journaled and archived sessions in the one index: found, derived, in step, never fed back, forgotten."""

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from context_memory import ContextMemory
from context_memory.api.assemble import sessions
from context_memory.cli.run import run
from context_memory.compaction.digest import continuation
from context_memory.compaction.outcomes import Compacted
from context_memory.compaction.services.compact import Request
from context_memory.errors import InputError
from context_memory.memory.assembly import open_store
from context_memory.memory.docs import JOURNAL, Hit, Kind, MemoryDoc, Origin, Scope, is_session_file, origin_of
from context_memory.memory.indexing import turn_chunks
from context_memory.memory.indexing.services import index_files, index_sessions
from context_memory.memory.ports import Filter
from context_memory.memory.promotion import service
from context_memory.memory.recall import recall_block, selection
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services import remember
from context_memory.messages import Message, Role, Session, Text, ToolCall, ToolResult
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.storage.files import locked
from context_memory.testing import SessionBuilder
from context_memory.transcripts.own_texts import RESTORED_INTRODUCTION

NOW = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)


def ingest(folder: Path, session: Session, settings: Settings | None = None) -> None:
    services = sessions.blocks(places.of_workspace(folder), settings or Settings())
    services.ingester.ingest(session, NOW)
    services.close()


def index(folder: Path, settings: Settings | None = None, **known: object) -> index_sessions.TurnsIndexed:
    store = open_store(places.of_workspace(folder))
    try:
        return index_sessions.update(store, places.of_workspace(folder), settings or Settings(), **known)  # type: ignore[arg-type]
    finally:
        store.close()


def hits(folder: Path, query: str, limit: int = 5, scope: str = "") -> list[MemoryDoc]:
    """What a search finds after everything is indexed."""
    store = open_store(places.of_workspace(folder))
    index_files.update(store, folder)
    index_sessions.update(store, places.of_workspace(folder), Settings())
    search = Search(query, NOW, limit=limit, where=Filter(Scope(scope) if scope else None))
    found = [hit.doc for hit in Recall(store).find(search).hits]
    store.close()
    return found


def turns(folder: Path) -> list[MemoryDoc]:
    """Every turn of the index."""
    store = open_store(places.of_workspace(folder))
    found = [doc for doc in store.select(limit=100_000) if is_session_file(doc.file)]
    store.close()
    return sorted(found, key=lambda doc: (doc.session, doc.seq or 0, doc.id))


def story() -> SessionBuilder:
    told = SessionBuilder(session_id="chat-7")
    told.user("The staging database listens on port 15432, never restart it during the day.")
    told.agent("Understood, I keep it running.")
    told.call("bash", {"command": "kubectl get pods"}, "billing-7f9c   CrashLoopBackOff   12 restarts\n")
    told.user("客户要求发票使用制表符缩进。")
    return told


def call(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> tuple[int, str, str]:
    code = run(name, arguments, program=f"{name}.py")
    shown = capsys.readouterr()
    return code, shown.out, shown.err


# -- found -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "speaker", "words"),
    [
        ("which port does the staging database use", "user", "port 15432"),
        ("发票 缩进", "user", "制表符"),
        ("which pod is in CrashLoopBackOff", "tool", "billing-7f9c"),
    ],
)
def test_what_was_said_in_a_session_is_found_with_its_speaker(
    tmp_path: Path, query: str, speaker: str, words: str
) -> None:
    ingest(tmp_path, story().build())

    best = hits(tmp_path, query)[0]

    assert words in best.text
    assert (best.speaker, best.kind, best.session) == (speaker, "turn", "chat-7")


def test_who_watches_hears_of_every_message(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    ingest(tmp_path, story().build())

    indexed = index(tmp_path, progress=lambda *step: told.append(step))

    assert told[-1] == ("messages indexed", indexed.messages)
    assert indexed.messages == len(story().build().messages)


def test_the_source_of_a_turn_opens_the_whole_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ingest(tmp_path, story().build())
    source = hits(tmp_path, "staging database port")[0].source

    code, out, _ = call(capsys, "blocks show", source, "--workspace", str(tmp_path))

    assert (code, source) == (0, "chat-7#1")
    assert "never restart it during the day" in out


def test_a_session_named_by_a_uuid_is_shown_and_opened_by_its_beginning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ingest(tmp_path, replace(story().build(), id="ffae836b-9420-4060-ac13-7745215f90ff"))

    _, block, _ = call(capsys, "recall", "staging database port", "--workspace", str(tmp_path))
    code, out, _ = call(capsys, "blocks show", "ffae836b#1", "--workspace", str(tmp_path))

    assert "; ffae836b#1; #" in block
    assert code == 0
    assert "never restart it during the day" in out


def test_a_message_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ingest(tmp_path, story().build())

    code, _, err = call(capsys, "blocks show", "chat-7#99", "--workspace", str(tmp_path))

    assert code == InputError("").exit_code
    assert "it has 1 to 5" in err


def test_a_long_message_is_found_by_its_end(tmp_path: Path) -> None:
    filler = "\n\n".join(f"Paragraph {n} tells about the weather of day {n}." for n in range(60))
    ingest(tmp_path, SessionBuilder(session_id="long").user(f"{filler}\n\nThe vault code is tulip-seven.").build())

    best = hits(tmp_path, "what is the vault code")[0]

    assert "tulip-seven" in best.text
    assert len(best.text) <= turn_chunks.LONGEST_PIECE


def test_a_giant_tool_output_is_one_short_piece_that_keeps_the_fact() -> None:
    lines = [f"compiling module_{n} ... ok" for n in range(4_000)]
    lines[2_000] = "ERROR: undefined symbol frobnicate_v2 in module_2000"
    result = Message(Role.TOOL, (ToolResult("c1", "bash", "\n".join(lines)),))
    calls = {"c1": ToolCall("c1", "bash", {"command": "make all"})}

    found = turn_chunks.pieces_of_message(result, calls, Settings())

    assert len(found) == 1
    assert len(found[0].text) <= turn_chunks.LONGEST_PIECE
    assert "frobnicate_v2" in found[0].text
    assert "make all" in found[0].text


def test_of_a_giant_tool_output_both_ends_are_looked_at() -> None:
    filler = "collected item ok\n" * 150_000
    output = f"error: port 9911 is taken\n{filler}FAILED retry\n{filler}error: disk is full\n"
    message = Message(Role.TOOL, (ToolResult("a", "bash", output),))

    started = time.process_time()
    (piece,) = turn_chunks.pieces_of_message(message, {}, Settings())

    assert time.process_time() - started < 1.5, "an end to what one message adds: 3.5 s without it"
    assert "port 9911 is taken" in piece.text
    assert "disk is full" in piece.text
    assert "FAILED" not in piece.text


def test_a_secret_is_not_in_the_index() -> None:
    key = "sk-ant-" + "api03-" + "Zk3" * 20
    message = Message(Role.USER, (Text(f"use the key {key} for the billing tests"),))

    (piece,) = turn_chunks.pieces_of_message(message, {}, Settings())

    assert key not in piece.text
    assert "billing tests" in piece.text


def test_a_giant_paste_is_cut_off_and_never_floods() -> None:
    message = Message(Role.USER, (Text("word " * 200_000),))

    assert len(turn_chunks.pieces_of_message(message, {}, Settings())) == turn_chunks.MOST_PIECES


@pytest.mark.parametrize(
    ("name", "speaker"),
    [("Ilya", "Ilya"), ("小明", "小明"), ("openclaw-tui", "user"), ("gateway-client", "user"), ("", "user")],
)
def test_who_wrote_in_a_chat_of_several_is_the_speaker(name: str, speaker: str) -> None:
    sender = f'Sender (untrusted metadata):\n```json\n{{\n  "id": "7",\n  "name": "{name}"\n}}\n```\n\n'

    (piece,) = turn_chunks.pieces_of_message(
        Message(Role.USER, (Text(f"{sender}I am allergic to peanuts"),)), {}, Settings()
    )

    assert (piece.speaker, piece.text) == (speaker, "I am allergic to peanuts")


# -- what never comes in ----------------------------------------------------------------------------

RECALLED = f"{recall_block.OPENING}\n- The moon base is called Selene (today; #12345678)\n{recall_block.CLOSING}"


@pytest.mark.parametrize(
    "message",
    [
        Message(Role.USER, (Text(RECALLED),)),
        Message(Role.USER, (Text(continuation.compose("The moon base is called Selene", "en")),)),
        Message(Role.USER, (Text(continuation.compose("月球基地叫 Selene", "zh")),)),
        Message(Role.USER, (Text("Summary: moon base Selene"),), is_summary=True),
        Message(Role.USER, (Text(f'{RESTORED_INTRODUCTION}\n\n<restored-file path="a">\nSelene\n</restored-file>'),)),
        Message(Role.USER, (Text("[OpenClaw heartbeat poll] Selene"),)),
        Message(Role.USER, (Text("<system-reminder>Selene</system-reminder>"),)),
        Message(Role.SYSTEM, (Text("The moon base is called Selene"),)),
        Message(Role.ASSISTANT, (Text("HEARTBEAT_OK"),)),
        Message(Role.ASSISTANT, (Text("<think>Selene is a moon base</think>"),)),
        Message(Role.TOOL, (ToolResult("memory", "memory_search", "The moon base is called Selene"),)),
        Message(Role.TOOL, (ToolResult("read", "Read", "The moon base is called Selene"),)),
        Message(Role.TOOL, (ToolResult("cat", "Bash", "The moon base is called Selene"),)),
        Message(Role.TOOL, (ToolResult("ours", "Bash", '{"hits": [{"text": "The moon base is called Selene"}]}'),)),
        Message(Role.TOOL, (ToolResult("script", "Bash", "The moon base is called Selene"),)),
        Message(Role.TOOL, (ToolResult("learn", "Bash", "added fact #12345678 The moon base is called Selene"),)),
        Message(Role.TOOL, (ToolResult("tidy", "Bash", "merged: The moon base is called Selene"),)),
        Message(Role.TOOL, (ToolResult("other", "Bash", f"see\n{RECALLED}"),)),
    ],
)
def test_nothing_of_our_own_memory_is_taken_in_again(message: Message) -> None:
    """A feedback loop would make every recalled line a new turn, and so more likely to be recalled."""
    calls = {
        "memory": ToolCall("memory", "memory_search", {"query": "moon"}),
        "read": ToolCall("read", "Read", {"file_path": "/w/memory/2026-09-01.md"}),
        "cat": ToolCall("cat", "Bash", {"command": "grep -n moon MEMORY.md | head"}),
        "ours": ToolCall("ours", "Bash", {"command": "context-memory recall moon --json"}),
        "script": ToolCall("script", "Bash", {"command": "python scripts/recall.py moon --workspace ."}),
        "learn": ToolCall("learn", "Bash", {"command": "python scripts/context-memory.py learn s.jsonl --workspace ."}),
        "tidy": ToolCall("tidy", "Bash", {"command": "python scripts/context-memory.py memory tidy --workspace ."}),
        "other": ToolCall("other", "Bash", {"command": "cat notes.txt"}),
    }

    assert "Selene" not in " ".join(piece.text for piece in turn_chunks.pieces_of_message(message, calls, Settings()))
    assert not any("HEARTBEAT" in piece.text for piece in turn_chunks.pieces_of_message(message, calls, Settings()))


def test_a_recalled_turn_says_whose_words_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ingest(tmp_path, story().build())

    _, out, _ = call(capsys, "recall", "which pod is in CrashLoopBackOff", "--workspace", str(tmp_path))

    line = next(line for line in out.splitlines() if "billing-7f9c" in line)
    assert "; tool output; chat-7#4; #" in line


def test_what_stands_beside_a_recall_block_is_taken_in() -> None:
    message = Message(Role.USER, (Text(f"{RECALLED}\n\nPlease order oat milk."),))

    assert [piece.text for piece in turn_chunks.pieces_of_message(message, {}, Settings())] == [
        "Please order oat milk."
    ]


def test_a_block_that_was_injected_and_journaled_is_not_found_twice(tmp_path: Path) -> None:
    ingest(tmp_path, story().build())
    store = open_store(places.of_workspace(tmp_path))
    index_sessions.update(store, places.of_workspace(tmp_path), Settings())
    found = Recall(store).find(Search("staging database port", NOW)).hits
    block = recall_block.block(found, NOW).text
    store.close()
    before = len(turns(tmp_path))

    ingest(tmp_path, story().user(block).agent("Noted.").build())
    index(tmp_path)

    assert len(turns(tmp_path)) == before + 1


# -- derived and in step -------------------------------------------------------------------------------


def test_turns_are_derived_and_come_back_with_the_same_ids(tmp_path: Path) -> None:
    ingest(tmp_path, story().build())
    index(tmp_path)
    before = turns(tmp_path)

    (tmp_path / ".context-memory" / "state.sqlite").unlink()
    index(tmp_path)

    assert turns(tmp_path) == before
    assert len(before) == 4
    assert not (tmp_path / ".context-memory" / "docs.jsonl").exists()


def test_a_session_that_grows_has_only_its_newest_run_read_again(tmp_path: Path) -> None:
    told = SessionBuilder(session_id="grows")
    for n in range(100):
        told.user(f"Order number {n} is for gadget {n}.")
    ingest(tmp_path, told.build())
    assert index(tmp_path).messages == 100

    ingest(tmp_path, told.user("One more: order number 100.").build())

    assert index(tmp_path).messages == 101 - 3 * index_sessions.RUN
    assert index(tmp_path).messages == 0
    assert len(turns(tmp_path)) == 101


def test_a_search_takes_in_a_bounded_part_newest_first_and_says_what_waits(tmp_path: Path) -> None:
    told = SessionBuilder(session_id="backlog")
    for n in range(200):
        told.user(f"Order number {n} is for gadget {n}.")
    ingest(tmp_path, told.build())

    first = index(tmp_path, most=64)

    assert (first.messages, first.left) == (40, 160)  # the newest run has 8 messages, one whole one fits beside it
    assert max(doc.seq or 0 for doc in turns(tmp_path)) == 200
    assert index(tmp_path).left == 0
    assert len({doc.seq for doc in turns(tmp_path)}) == 200


@pytest.mark.parametrize("most", [1, index_sessions.RUN - 1, index_sessions.RUN])
def test_a_small_bound_gets_through_a_backlog_too(tmp_path: Path, most: int) -> None:
    told = SessionBuilder(session_id="backlog")
    for n in range(100):
        told.user(f"Order number {n} is for gadget {n}.")
    ingest(tmp_path, told.build())

    left = [index(tmp_path, most=most).left for _ in range(4)]

    assert left == [96, 64, 32, 0]
    assert index(tmp_path, most=0).messages == 0
    assert len(turns(tmp_path)) == 100


def test_recall_says_that_messages_wait(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = SessionBuilder(session_id="backlog")
    for n in range(index_sessions.AT_RECALL + 40):
        told.user(f"Order number {n} is for gadget {n}.")
    ingest(tmp_path, told.build())

    _, _, err = call(capsys, "recall", "gadget", "--workspace", str(tmp_path))
    _, out, _ = call(capsys, "memory status", "--workspace", str(tmp_path), "--json")

    assert "not indexed yet" in err
    assert json.loads(out)["unindexed_messages"] > 0
    call(capsys, "memory index", "--workspace", str(tmp_path))
    _, out, _ = call(capsys, "memory status", "--workspace", str(tmp_path), "--json")
    assert json.loads(out)["unindexed_messages"] == 0
    assert json.loads(out)["by_origin"] == {"turns": index_sessions.AT_RECALL + 40}


def test_a_question_does_not_wait_for_a_process_that_writes(tmp_path: Path) -> None:
    memory = ContextMemory(tmp_path)
    memory.remember("Deploys go out on Tuesdays")
    (tmp_path / "MEMORY.md").write_text("# Notes\n\n- The deploy window opens at nine\n", encoding="utf-8")

    with locked(tmp_path / ".context-memory" / "state.sqlite"):
        begun = time.monotonic()
        answer = memory.recall("when do deploys go out?")
        waited = time.monotonic() - begun
        other = ContextMemory(tmp_path).recall("when do deploys go out?")

    assert [hit.text for hit in answer.hits] == [hit.text for hit in other.hits] == ["Deploys go out on Tuesdays"]
    assert waited < 5
    assert not answer.is_complete
    assert any("opens at nine" in hit.text for hit in ContextMemory(tmp_path).recall("when does the window open?").hits)


def test_a_journal_that_is_gone_or_begun_anew_takes_its_turns_along(tmp_path: Path) -> None:
    ingest(tmp_path, story().build())
    index(tmp_path)
    (journal,) = (tmp_path / ".context-memory" / "journal").glob("*.jsonl")
    journal.unlink()
    index(tmp_path)
    assert turns(tmp_path) == []

    ingest(tmp_path, story().build())
    index(tmp_path)
    journal.unlink()
    ingest(tmp_path, SessionBuilder(session_id="chat-7").user("Another talk about penguins.").build())
    index(tmp_path)

    assert [doc.text for doc in turns(tmp_path)] == ["Another talk about penguins."]


def test_the_setting_takes_sessions_out_of_the_index(tmp_path: Path) -> None:
    ingest(tmp_path, story().build())
    index(tmp_path)

    index(tmp_path, Settings(index_sessions=False))

    assert turns(tmp_path) == []
    index(tmp_path)
    assert len(turns(tmp_path)) == 4


@pytest.mark.parametrize(
    ("session", "scope"),
    [
        ("agent:work:chat-7", "agent:work"),
        ("agent:work", "agent:work"),
        ("chat-7", "agent:main"),
        ("agent:", "agent:main"),
    ],
)
def test_turns_belong_to_the_agent_of_their_session(tmp_path: Path, session: str, scope: str) -> None:
    ingest(tmp_path, replace(story().build(), id=session))
    index(tmp_path)

    assert {str(doc.scope) for doc in turns(tmp_path)} == {scope}
    assert hits(tmp_path, "staging database port", scope=scope)
    assert not hits(tmp_path, "staging database port", scope="agent:other")


# -- forgetting --------------------------------------------------------------------------------------


def forget(folder: Path, doc_id: str, *, undo: bool = False) -> None:
    store = open_store(places.of_workspace(folder))
    remember.forget(store, [doc_id], NOW, undo=undo)
    store.close()


def test_nobody_is_told_to_edit_the_journal_of_a_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ingest(tmp_path, story().build())
    doc = hits(tmp_path, "staging database port")[0]

    code, _, err = call(capsys, "memory pin", doc.id, "--workspace", str(tmp_path))

    assert code == 3
    assert "remember` what it says" in err
    assert "edit" not in err


def test_a_forgotten_turn_stays_forgotten_whatever_is_built_anew(tmp_path: Path) -> None:
    ingest(tmp_path, story().build())
    doc = hits(tmp_path, "staging database port")[0]
    forget(tmp_path, doc.id)

    assert doc.id not in {each.id for each in hits(tmp_path, "staging database port")}
    ingest(tmp_path, story().user("And one more thing.").build())
    assert doc.id not in {each.id for each in hits(tmp_path, "staging database port")}
    (tmp_path / ".context-memory" / "state.sqlite").unlink()
    assert doc.id not in {each.id for each in hits(tmp_path, "staging database port")}

    forget(tmp_path, doc.id, undo=True)
    assert doc.id in {each.id for each in hits(tmp_path, "staging database port")}
    (tmp_path / ".context-memory" / "state.sqlite").unlink()
    assert doc.id in {each.id for each in hits(tmp_path, "staging database port")}


def test_a_forgotten_turn_does_not_come_back_with_a_copy_of_its_session(tmp_path: Path) -> None:
    """A host that forks or resumes a session writes its messages again under another name."""
    ingest(tmp_path, story().build())
    doc = hits(tmp_path, "staging database port")[0]
    forget(tmp_path, doc.id)

    ingest(tmp_path, replace(story().build(), id="fork"))

    assert doc.text not in {each.text for each in hits(tmp_path, "staging database port")}
    assert "fork" in {each.session for each in turns(tmp_path)}

    told = story().build()
    said_anew = replace(told.messages[0], time=(NOW + timedelta(days=1)).isoformat())
    ingest(tmp_path, replace(told, id="later", messages=(said_anew,)))

    assert doc.text in {each.text for each in hits(tmp_path, "staging database port")}


def test_a_forgotten_piece_of_a_memory_file_stays_so_until_its_text_changes(tmp_path: Path) -> None:
    file = tmp_path / "MEMORY.md"
    file.write_text("# Tea\n\n- Tea is served at five\n- Coffee at ten\n")
    doc = hits(tmp_path, "tea served")[0]
    forget(tmp_path, doc.id)

    file.write_text("# Tea\n\n- Tea is served at five\n- Coffee at eleven\n")
    assert doc.id not in {each.id for each in hits(tmp_path, "tea served")}
    (tmp_path / ".context-memory" / "state.sqlite").unlink()
    assert doc.id not in {each.id for each in hits(tmp_path, "tea served")}
    file.write_text("# Tea\n\n- Tea is served at six\n")

    assert "six" in hits(tmp_path, "tea served")[0].text


def test_the_end_of_a_tombstone_leaves_nothing_of_a_file_that_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "MEMORY.md"
    file.write_text("# Tea\n\n- Tea is served at five\n")
    doc = hits(tmp_path, "tea served")[0]
    forget(tmp_path, doc.id)
    forget(tmp_path, doc.id, undo=True)
    assert hits(tmp_path, "tea served")
    file.unlink()
    (tmp_path / ".context-memory" / "state.sqlite").unlink()

    assert hits(tmp_path, "tea served") == []


# -- the archive -------------------------------------------------------------------------------------


def compacted(folder: Path, session: Session) -> None:
    done = sessions.compaction(places.of_workspace(folder), Settings(flush_before_compact=False)).compact(
        session, Request(force=True), NOW
    )
    assert isinstance(done, Compacted)


def long_story() -> Session:
    told = story()
    for n in range(30):
        told.user(f"Next is shipment {n} for customer {n}.").agent(f"Shipment {n} is packed in crate {n * 7}.")
    return told.build()


def test_what_a_compaction_archived_is_found_and_its_source_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compacted(tmp_path, long_story())

    best, *others = hits(tmp_path, "which port does the staging database use")
    code, out, _ = call(capsys, "archive", best.source, "--workspace", str(tmp_path))

    assert (best.session, best.seq) == ("chat-7", 1)
    assert code == 0
    assert "15432" in out
    assert [hit.source for hit in others if "context.md" in hit.source] == []  # the summary says it a second time


def test_what_is_journaled_and_archived_is_indexed_once(tmp_path: Path) -> None:
    ingest(tmp_path, long_story())
    compacted(tmp_path, long_story())

    index(tmp_path)

    assert {origin_of(doc.file) for doc in turns(tmp_path)} == {Origin.TURNS}


# -- what is given out -------------------------------------------------------------------------------


def test_the_same_text_in_a_note_and_in_a_turn_shows_once_with_the_better_provenance(tmp_path: Path) -> None:
    note = tmp_path / "memory" / "2026-09-14.md"
    note.parent.mkdir()
    note.write_text("# 2026-09-14\n\n- Constraint: The staging database listens on port 15432, never restart it\n")
    ingest(tmp_path, story().build())

    found = hits(tmp_path, "staging database port")

    assert sum("15432" in doc.text for doc in found) == 1
    assert found[0].file == "memory/2026-09-14.md"


def test_raw_tool_output_stands_behind_what_somebody_said(tmp_path: Path) -> None:
    told = SessionBuilder(session_id="s")
    for n in range(6):
        told.call("bash", {"command": f"grep -n retry_limit src/m{n}.py"}, f"{n}: retry_limit retry_limit = {n}\n")
    told.user("The retry_limit has to be 9.")
    ingest(tmp_path, told.build())

    assert hits(tmp_path, "retry_limit")[0].speaker == "user"


def test_what_was_remembered_is_not_buried_by_talk_about_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = SessionBuilder(session_id="s")
    told.user("Please deploy the billing service.").agent("The deploy of the billing service is done.")
    for n in range(8):
        told.user(f"How was run number {n}?").agent(f"Run number {n} went well, the deploy took {n} minutes.")
    ingest(tmp_path, told.build())
    call(capsys, "remember", "Deploys go out on Tuesdays", "--workspace", str(tmp_path))

    assert "Tuesdays" in " ".join(doc.text for doc in hits(tmp_path, "on which day do deploys go out", limit=5))


def test_turns_leave_room_for_facts_that_are_worth_promoting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call(capsys, "remember", "Deploys go out on Tuesdays", "--pin", "--workspace", str(tmp_path))
    told = SessionBuilder(session_id="s")
    for n in range(30):
        told.user(f"Order number {n} is for gadget {n}.")
    ingest(
        tmp_path, replace(told.build(), messages=tuple(replace(m, time="2030-01-01") for m in told.build().messages))
    )
    index(tmp_path)
    monkeypatch.setattr(service, "MOST_DOCS", 10)
    store = open_store(places.of_workspace(tmp_path))

    found = [candidate.text for candidate in service.find_candidates(places.of_workspace(tmp_path), store)]

    store.close()
    assert found == ["Deploys go out on Tuesdays"]


def test_two_written_docs_are_two_whatever_they_say() -> None:
    docs = [MemoryDoc(str(n), Scope("agent:main"), "turn", "Thanks!", session="s", seq=n) for n in range(3)]  # type: ignore[arg-type]
    given: Sequence[Hit] = [Hit(doc, 1.0) for doc in docs]

    assert [hit.doc.id for hit in selection.chosen(given, 5)] == ["0", "1", "2"]


def test_the_word_user_in_a_question_asks_for_nobody(tmp_path: Path) -> None:
    told = SessionBuilder(session_id="s").user("Let us talk about the weather and the table.")
    told.agent("The user table has a column named last_login.")
    ingest(tmp_path, told.build())

    assert "last_login" in hits(tmp_path, "columns of the user table")[0].text


def test_a_turn_of_a_letter_or_two_is_no_hit() -> None:
    said = ("c", "ok", "好", "42", "no idea")
    docs = [MemoryDoc(str(n), Scope("agent:main"), Kind.TURN, text, session="s", seq=n) for n, text in enumerate(said)]

    shown = selection.chosen([Hit(doc, 1.0) for doc in docs], 9)

    assert [hit.doc.text for hit in shown] == ["好", "42", "no idea"]


def test_a_pasted_log_leaves_room_for_what_else_fits() -> None:
    scope, file = Scope("agent:main"), f"{JOURNAL}s.jsonl"
    said = MemoryDoc("said", scope, Kind.TURN, "the timeout is 30 seconds", session="s", seq=2, file=file)
    log = [said._replace(id=f"log{n}", text=f"timeout at line {n}", seq=1) for n in range(5)]
    far = said._replace(id="far", text="we met on Monday", seq=3)
    given = [*(Hit(doc, 2.0) for doc in log), Hit(said, 1.5), Hit(far, 0.5)]

    shown = [hit.doc.id for hit in selection.chosen(given, 7)]

    assert shown == ["log0", "log1", "said", "log2", "log3", "log4", "far"]


def test_a_line_that_stands_in_many_notes_is_a_hit_once_before_others() -> None:
    scope = Scope("agent:main")
    docs = [
        MemoryDoc(str(n), scope, Kind.SECTION, text, session=f"memory/{n}.md", seq=0, file=f"memory/{n}.md")
        for n, text in enumerate(["Checklist: log updated", "Checklist: log updated", "Heartbeats: 61 on Monday"])
    ]

    assert [hit.doc.id for hit in selection.chosen([Hit(doc, 1.0) for doc in docs], 3)] == ["0", "2", "1"]
