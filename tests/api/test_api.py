"""The public API: three forms of messages with one result, JSON out, our errors, threads, and nothing left open."""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

import context_memory
from context_memory import ContextMemory, ContextMemoryError, Settings
from context_memory.api import context_memory as api
from context_memory.api.values import Result, TrimmedMessages
from context_memory.errors import InputError, NotReadyError, UnknownError
from context_memory.messages import Message, Role, Session, Text, Thinking, ToolCall, ToolResult
from context_memory.storage.archive import Archive
from context_memory.testing import SessionBuilder, WorkspaceBuilder

from ..compaction_sessions import long_session, run

FORMS = ("anthropic", "openai", "openclaw")
ORDER = "Never touch config/prod.yaml."


def anthropic(session: Session) -> list[dict[str, Any]]:
    """One message of the API for each of the session."""

    def block(part: Any) -> dict[str, Any]:
        match part:
            case Text(text):
                return {"type": "text", "text": text}
            case Thinking(text, signature):
                return {"type": "thinking", "thinking": text, "signature": signature}
            case ToolCall(call_id, name, given):
                return {"type": "tool_use", "id": call_id, "name": name, "input": dict(given)}
            case ToolResult():
                return {"type": "tool_result", "tool_use_id": part.call_id, "content": part.text}
        raise AssertionError(part)

    role = {Role.ASSISTANT: "assistant"}
    return [{"role": role.get(each.role, "user"), "content": list(map(block, each.parts))} for each in session.messages]


def openai(session: Session) -> list[dict[str, Any]]:
    def message(each: Message) -> dict[str, Any]:
        if each.results:
            return {"role": "tool", "tool_call_id": each.results[0].call_id, "content": each.results[0].text}
        said: dict[str, Any] = {"role": str(each.role), "content": each.text or None}
        if each.calls:
            said["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": json.dumps(call.input)},
                }
                for call in each.calls
            ]
        return said

    return [message(each) for each in session.messages]


def openclaw(session: Session) -> list[dict[str, Any]]:
    def message(each: Message) -> dict[str, Any]:
        if each.results:
            result = each.results[0]
            content = [{"type": "text", "text": result.text}]
            return {"role": "toolResult", "toolCallId": result.call_id, "toolName": result.name, "content": content}
        blocks = [
            {"type": "text", "text": part.text}
            if isinstance(part, Text)
            else {"type": "toolCall", "id": part.id, "name": part.name, "arguments": dict(part.input)}
            for part in each.parts
            if isinstance(part, Text | ToolCall)
        ]
        return {"role": str(each.role), "content": blocks}

    return [message(each) for each in session.messages]


WRITTEN = {"anthropic": anthropic, "openai": openai, "openclaw": openclaw}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return WorkspaceBuilder(tmp_path / "w").index("# Memory\n").memory("errors", "# Errors\n").path


@pytest.fixture
def memory(workspace: Path) -> Iterator[ContextMemory]:
    with ContextMemory(workspace) as opened:
        yield opened


def without_arrival(value: object) -> str:
    """The journal notes when a message without a time came: the minute of its block and its archive's handle differ."""
    return re.sub(r"cm:[0-9a-f]+|\d{4}-\d\d-\d\dT\d\d:\d\d", "", json.dumps(value))


def is_json(result: Result) -> dict[str, Any]:
    """The result as JSON, which is what `to_dict` gave."""
    shown = result.to_dict()
    assert json.loads(json.dumps(shown)) == shown
    return shown


def test_the_package_itself_imports_nothing_of_the_api() -> None:
    code = (
        "import sys; before = set(sys.modules); import context_memory; "
        "print(sorted(n for n in set(sys.modules) - before if n.startswith('context_memory')))"
    )
    scripts = str(Path(context_memory.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, env={"PYTHONPATH": scripts}, check=True
    )

    assert done.stdout.strip() == "['context_memory']"
    assert "ContextMemory" in dir(context_memory)
    with pytest.raises(AttributeError, match="nothing"):
        _ = context_memory.nothing


def test_the_example_of_the_docstring_is_true() -> None:
    found = doctest.testmod(api, extraglobs={"ContextMemory": ContextMemory})

    assert found.attempted >= 3
    assert found.failed == 0


# -- messages ----------------------------------------------------------------------------------------------------


def test_three_forms_of_the_same_session_have_one_result(tmp_path: Path) -> None:
    session = long_session().build()
    found = []
    for form in FORMS:
        where = tmp_path / form
        where.mkdir()
        with ContextMemory(where) as memory:
            done = memory.compact(WRITTEN[form](session), session="chat", force=True, budget=4_000)
            note = memory.flush_notes(WRITTEN[form](session), session="other")
            view = memory.view(WRITTEN[form](session), session="chat", force=True, to="anthropic")
        shown = is_json(done)
        assert (done.outcome, done.format) == ("compacted", form)
        assert ORDER in str(done.continuation)
        kept = ("continuation", "receipt", "tokens_after", "kept_messages", "dropped_messages", "archive", "summary")
        found.append(({key: shown[key] for key in kept}, note.bullets, without_arrival(view.messages)))

    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("form", FORMS)
def test_the_form_of_messages_is_found_out_and_kept(memory: ContextMemory, form: str) -> None:
    messages = WRITTEN[form](long_session().build())

    done = memory.compact(messages, force=True, budget=4_000)

    assert done.messages is not None
    again = memory.estimate(list(done.messages))
    assert again.to_dict()["format"] == (form if form != "openai" or len(done.messages) > 1 else "anthropic")
    other = memory.compact(messages, force=True, dry_run=True, budget=4_000, to="openclaw")
    assert {each["role"] for each in other.messages or ()} <= {"user", "assistant", "toolResult"}


def test_a_list_is_the_session_that_its_file_is(memory: ContextMemory, tmp_path: Path) -> None:
    messages = anthropic(long_session().build())
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": messages}))

    sizes = [memory.estimate(given).to_dict() for given in (messages, {"messages": messages}, path, str(path))]

    assert sizes[0] == sizes[1] == sizes[2] == sizes[3]


def test_a_folder_of_transcripts_means_its_newest_session(memory: ContextMemory, tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    folder.mkdir()
    (folder / "one.jsonl").write_text(SessionBuilder(session_id="one").user("Fix it").agent("Done.").openclaw())

    assert memory.estimate(folder).to_dict()["messages"] == 2
    with pytest.raises(InputError, match="no session"):
        memory.estimate(tmp_path / "w")


def test_objects_of_an_sdk_and_half_surrogates_are_read(memory: ContextMemory) -> None:
    class Block:
        def model_dump(self, *, mode: str, exclude_none: bool) -> dict[str, Any]:
            assert (mode, exclude_none) == ("json", True)
            return {"type": "text", "text": "I read \ud800 src/a.py."}

    messages = ({"role": "user", "content": "Read it"}, {"role": "assistant", "content": [Block()]})

    assert memory.estimate(messages).to_dict()["messages"] == 2
    is_json(memory.view(messages, session="sdk"))


def test_a_view_needs_a_name_of_its_session(memory: ContextMemory) -> None:
    with pytest.raises(InputError, match="no session id"):
        memory.view([{"role": "user", "content": "hi"}])
    with pytest.raises(InputError, match="unknown form"):
        memory.view([{"role": "user", "content": "hi"}], session="chat", to="html")
    with pytest.raises(InputError, match="no session was ingested"):
        memory.view()


def test_the_messages_of_a_host_are_never_changed(memory: ContextMemory) -> None:
    for form in FORMS:
        messages = WRITTEN[form](long_session().build())
        before = json.dumps(messages)
        memory.compact(messages, force=True)
        memory.trim(messages)
        memory.view(messages, session=form)
        assert json.dumps(messages) == before


BAD = (
    [{"role": "user", "content": b"bytes"}],
    [{"role": "user", "content": object()}],
    [{"role": "user", "content": 5}],
    [{"content": "nobody"}],
    ["text"],
    {"no": "messages"},
    42,
    None,
    Path("/nowhere/at/all.jsonl"),
)


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: repr(bad)[:30])
def test_what_is_no_session_is_an_error_of_ours_with_a_hint(memory: ContextMemory, bad: Any) -> None:
    for call in (memory.compact, memory.flush_notes, memory.learn, memory.estimate):
        with pytest.raises(InputError) as caught:
            call(bad)
        assert caught.value.hint


def test_what_nests_without_an_end_is_an_error_of_ours(memory: ContextMemory) -> None:
    circle: list[Any] = [{"role": "user"}]
    circle[0]["content"] = circle

    with pytest.raises(InputError, match="JSON"):
        memory.compact(circle)


# -- compact: what hosts need ------------------------------------------------------------------------------------


def test_a_host_that_writes_around_our_summary_loses_nothing(memory: ContextMemory) -> None:
    """OpenClaw appends to a provider's summary and hands it back beside the next messages."""
    messages = openclaw(long_session(20).build())
    first = memory.compact(messages[:40], force=True, keep_messages=0, counts_as_failure=False, budget=4_000)
    assert first.outcome == "compacted"
    assert first.kept_messages == 0
    assert [each["role"] for each in first.messages or ()] == ["user", "user"]  # the continuation, the restored files
    handed_back = f"Summary of before:\n{first.continuation}\n\n## Recent turns preserved verbatim\n\nPAY-4711 waits"

    second = memory.compact(
        messages[40:], previous=handed_back, force=True, keep_messages=0, counts_as_failure=False, budget=4_000
    )

    assert second.compactions == 2
    assert ORDER in str(second.continuation)
    archive = Archive(Path(second.state) / "archive")
    assert [found.text for found in archive.find("PAY-4711")] == ["PAY-4711 waits"]


def test_a_summary_that_is_not_ours_is_the_beginning_of_the_session(memory: ContextMemory) -> None:
    messages = anthropic(long_session().build())

    done = memory.compact(messages, previous="The port of the old service was 9321.", force=True, budget=4_000)

    assert done.compactions == 1
    assert "9321" in str(done.continuation)


def test_refusals_and_an_open_breaker_are_outcomes(workspace: Path) -> None:
    more_than_fits = "Check these rows: " + ", ".join(f"row {i}" for i in range(4_000))
    messages = anthropic(long_session().user(more_than_fits).agent("I check them.").build())
    with ContextMemory(workspace, {"window": 20_000, "min_receipt": 1.0}) as memory:
        for _ in range(4):
            refused = memory.compact(messages, force=True, budget=500, counts_as_failure=False)
            assert (refused.outcome, bool(refused.reason), bool(refused.hint)) == ("refused", True, True)
        for _ in range(3):
            memory.compact(messages, force=True, budget=500)
        opened = memory.compact(messages, force=True, budget=500)

    assert is_json(opened)["outcome"] == "breaker_open"
    assert opened.opened_at


def test_without_a_workspace_state_goes_to_the_users_folder(tmp_path: Path) -> None:
    with ContextMemory() as memory:
        done = memory.compact(anthropic(long_session().build()), force=True)
        memory.remember("The port is 8443.")

    assert Path(done.state) == Path(os.environ["XDG_STATE_HOME"]) / "context-memory"
    assert done.outcome == "compacted"


# -- trim --------------------------------------------------------------------------------------------------------


def test_a_long_output_is_trimmed_and_comes_back_by_its_handle(memory: ContextMemory, workspace: Path) -> None:
    output = "".join(f"line {i} is fine\n" for i in range(500)) + "disk 7 went offline\n"

    trimmed = memory.trim(output, tool="bash", tool_input={"command": "make"})

    assert trimmed.saved_chars == len(output) - len(trimmed.text)
    assert Archive(workspace / ".context-memory" / "archive").get(trimmed.handle) == output.encode()
    assert is_json(memory.trim("short")) == {"text": "short", "saved_chars": 0, "handle": ""}


LENGTHS = {
    "many lines": [407] * 3_000,
    "one line": [1_000_000],
    "a long line among short ones": [5, 450_000, 0, 0, 7],
    "lines around the limit": [199_999, 0, 200_000, 200_001, 1],
    "short lines that end at the limit": [100_000, 99_999, 100_000, 100_000],
    "nothing": [],
    "an empty line": [0],
}


@pytest.mark.parametrize("lengths", LENGTHS.values(), ids=LENGTHS)
def test_an_original_is_read_back_whole_in_parts(tmp_path: Path, lengths: list[int]) -> None:
    lines = [(chr(97 + i % 26) * 6 + "0123456789") * (length // 16 + 1) for i, length in enumerate(lengths)]
    original = "".join(f"{line[:length]}\n" for line, length in zip(lines, lengths, strict=True))
    handle = Archive(tmp_path / ".context-memory" / "archive").put(original.encode(), kind="tool-result")
    given = ""
    with ContextMemory(tmp_path) as memory:
        first, offset = 1, 0
        while first:
            part = memory.originals.read(handle, first=first, offset=offset)
            is_to_line_end = not part.next_offset
            given += part.text + ("\n" if is_to_line_end and part.lines else "")
            assert len(part.text) <= 200_000
            assert part.last == (part.next_first - 1 if part.next_first else part.lines)
            assert bool(part.rest) == bool(part.next_first)
            first, offset = part.next_first, part.next_offset

        with pytest.raises(InputError, match="has no character"):
            memory.originals.read(handle, offset=1_000_001)
    assert given == original


DOCUMENT = {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0x" * 900}}


@pytest.mark.parametrize("text", ["the invoice", "collected item ok\n" * 600], ids=["short", "long"])
def test_a_document_that_a_tool_gave_back_stays_where_it_is(workspace: Path, text: str) -> None:
    content = [{"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}, DOCUMENT]
    result = {"type": "tool_result", "tool_use_id": "p", "content": [DOCUMENT, *content]}
    call = {"type": "tool_use", "id": "p", "name": "Bash", "input": {"command": "ls"}}
    given = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]},
    ]
    with ContextMemory(workspace) as memory:
        trimmed = memory.trim(given).messages[2]["content"][0]["content"]

    assert [trimmed[0], trimmed[2]] == [DOCUMENT, DOCUMENT]
    assert trimmed[1]["cache_control"] == {"type": "ephemeral"}
    assert (trimmed[1]["text"] == text) == (len(text) < 100)


def test_kept_messages_keep_their_cache_marks(workspace: Path) -> None:
    mark = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
    call = {"type": "tool_use", "id": "p", "name": "Bash", "input": {"command": "ls"}, **mark}
    turns = [
        [{"role": "user", "content": f"step {i} " * 300}, {"role": "assistant", "content": "ok"}] for i in range(9)
    ]
    old = {"role": "user", "content": [{"type": "text", "text": "list them", **mark}]}
    last = [
        {"role": "user", "content": [{"type": "text", "text": "list them"}]},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "p", "content": "a.py", **mark}]},
    ]
    given = [old, *(message for turn in turns for message in turn), *last]
    with ContextMemory(workspace) as memory:
        done = memory.compact(given, session="s", force=True)
    blocks = [block for message in done.messages or () for block in message["content"]]

    assert {block["type"] for block in blocks if block.get("cache_control") == mark["cache_control"]} >= {
        "tool_use",
        "tool_result",
    }
    assert json.dumps(done.messages).count('"cache_control"') <= 3


def test_a_document_that_does_not_fit_is_named_and_can_be_read_back(workspace: Path) -> None:
    large = json.loads(json.dumps(DOCUMENT))
    large["source"]["data"] *= 40
    call = {"type": "tool_use", "id": "p", "name": "fetch", "input": {"url": "x"}}
    result = {"type": "tool_result", "tool_use_id": "p", "content": [{"type": "text", "text": "the invoice"}, large]}
    turns = [
        [{"role": "user", "content": f"step {i} " * 300}, {"role": "assistant", "content": "ok"}] for i in range(9)
    ]
    last = [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    given = [*(message for turn in turns for message in turn), {"role": "user", "content": "fetch it"}, *last]
    with ContextMemory(workspace) as memory:
        done = memory.compact(given, session="s", force=True)
        text = json.dumps(done.messages, ensure_ascii=False)
        handle = re.search(r"\[document — original: archive (cm:\w+)\]", text)

        assert "JVBERi0x" not in text
        assert "the invoice" in text
        assert handle
        assert memory.originals.read(handle[1]).text.startswith('{"type":"document"')


def test_calls_and_results_without_an_id_stay_as_they_are(workspace: Path) -> None:
    call = {"type": "tool_use", "name": "Bash", "input": {"command": "ls " + "x" * 9_000}}
    given = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [{"type": "tool_result", "content": "collected item ok\n" * 600}]},
    ]
    with ContextMemory(workspace) as memory:
        assert list(memory.trim(given).messages) == given


@pytest.mark.parametrize("content", [{"type": "text", "text": "never touch legacy"}, True, 7], ids=str)
def test_a_content_that_is_no_text_and_no_list_is_refused_by_all(workspace: Path, content: object) -> None:
    given = [{"role": "user", "content": "go"}, {"role": "user", "content": content}]
    with ContextMemory(workspace) as memory:
        for call in (memory.trim, memory.estimate, memory.compact, memory.view):
            with pytest.raises(InputError, match=r"message 2 has (a single block|true|7) for its content"):
                call(given)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("keep", [0, 8, 1_000])
def test_old_tool_records_become_one_line_and_the_rest_stays_as_it_was(workspace: Path, form: str, keep: int) -> None:
    session = long_session(10).build()
    messages = WRITTEN[form](session)
    messages[0]["cache_control"] = {"type": "ephemeral"}  # what we do not know stays too
    records = sum(len(each.results) for each in session.messages)
    with ContextMemory(workspace, {"keep_tool_records": keep, "trim_chars": 100_000}) as memory:
        trimmed = memory.trim(messages)
        again = memory.trim(list(trimmed.messages))

    assert isinstance(trimmed, TrimmedMessages)
    lines = json.dumps(trimmed.messages).count("original: archive")
    reads = len([each for each in session.messages for result in each.results if len(result.text) > 500])
    whole = min(reads, keep // 3)
    assert lines == (reads - whole if keep < records else 0)
    assert [each["role"] for each in trimmed.messages] == [each["role"] for each in messages]
    assert trimmed.messages[0] == messages[0]
    assert again.messages == trimmed.messages
    assert is_json(trimmed)["format"] == form


def test_the_setting_keep_tool_records_counts_in_a_compaction(tmp_path: Path) -> None:
    messages = anthropic(long_session(10).build())
    for keep, expected in ((2, 28), (1_000, 0)):
        where = tmp_path / str(keep)
        where.mkdir()
        settings = {"keep_tool_records": keep, "keep_messages": 1_000, "tail_tokens": 100_000}
        with ContextMemory(where, settings | {"keep_messages": 60, "summary_tokens": 8_000}) as memory:
            done = memory.compact(messages, force=True, budget=100_000, to="openclaw")
        assert done.outcome == "compacted", done
        results = [each for each in done.messages or () if each["role"] == "toolResult"]
        short = [each for each in results if "original: archive" in each["content"][0]["text"]]
        reads = [each for each in results if each["toolName"] == "read"]
        assert len(short) == (0 if not expected else len(reads) - (results[-2:].count(reads[-1])))


# -- memory ------------------------------------------------------------------------------------------------------


def test_what_is_remembered_is_found_and_forgotten(memory: ContextMemory) -> None:
    written = memory.remember(
        ["Deploys go out on Tuesdays.", {"text": "The port is 8443.", "kind": "fact", "scope": "agent:ops"}],
        source="test",
    )
    found = memory.recall("When do we deploy?", budget=400, limit=2)
    hit = is_json(found)["hits"][0]

    assert [each.outcome for each in written.docs] == ["added", "added"]
    assert (hit["text"], hit["scope"], hit["pinned"], hit["source"]) == (
        "Deploys go out on Tuesdays.",
        "agent:main",
        False,
        "test",
    )
    assert "Tuesdays" in found.block
    assert found.block_tokens <= 400
    assert memory.recall("port", scope="agent:ops", kind="fact").hits[0].scope == "agent:ops"
    assert memory.recall("When do we deploy?", channel="heartbeat").hits == ()
    gone = memory.forget(written.docs[0].handle)
    assert is_json(gone)["docs"][0]["forgotten_at"]
    assert all("Tuesdays" not in each.text for each in memory.recall("When do we deploy?").hits)
    memory.forget([written.docs[0].id], undo=True)
    assert "Tuesdays" in memory.recall("When do we deploy?").hits[0].text


def test_all_docs_are_written_or_none(memory: ContextMemory) -> None:
    with pytest.raises(InputError, match="doc 2"):
        memory.remember(["The port is 8443.", {"text": ""}])

    assert memory.recall("port").hits == ()
    with pytest.raises(UnknownError) as caught:
        memory.forget("0123456789")
    assert isinstance(caught.value, ContextMemoryError)


def test_the_commands_see_what_the_api_wrote_and_the_other_way_round(memory: ContextMemory, workspace: Path) -> None:
    memory.remember("Deploys go out on Tuesdays.")
    assert "Tuesdays" in run("recall", "when do we deploy", "--workspace", workspace).out

    run("remember", "The port of billing is 8443.", "--workspace", workspace)
    assert "8443" in memory.recall("port of billing").hits[0].text


def test_a_store_that_is_deleted_meanwhile_is_made_anew(memory: ContextMemory, workspace: Path) -> None:
    memory.remember("Deploys go out on Tuesdays.")
    for path in (workspace / ".context-memory").glob("state.sqlite*"):
        path.unlink()

    assert "Tuesdays" in memory.recall("when do we deploy").hits[0].text


def test_lessons_are_learnt_and_notes_are_written(memory: ContextMemory, workspace: Path) -> None:
    story = SessionBuilder().user("Remember: never deploy on Fridays. My name is Ines.").agent("Noted.")
    messages = anthropic(story.build())

    learnt = is_json(memory.learn(messages, session="chat"))
    note = is_json(memory.flush_notes(messages, session="chat"))

    assert learnt["docs"]
    assert memory.learn(messages, session="chat").known == learnt["said"]
    assert (note["outcome"], note["session"]) == ("flushed", "chat")
    assert (workspace / note["path"]).is_file()
    assert memory.flush_notes(messages, session="chat").outcome == "nothing_to_note"
    assert memory.flush_notes(messages, session="chat", if_due=True).outcome == "not_due"


def test_an_action_that_failed_before_is_refused(memory: ContextMemory, workspace: Path) -> None:
    (workspace / "memories" / "errors.md").write_text("# Errors\n\n- 2026-11-20 PermissionDenied: `rm -rf build`\n")

    refused = memory.check_action("rm -rf build")
    event = {"tool_name": "Bash", "tool_input": {"command": "rm -rf build"}, "cwd": str(workspace)}

    assert is_json(refused)["allowed"] is False
    assert "errors.md" in str(refused.reason)
    assert memory.check_action(event=event) == refused
    assert is_json(memory.check_action("ls")) == {"allowed": True, "notes": []}
    with pytest.raises(InputError, match="tool_input"):
        memory.check_action(event={"x": 1})


def test_files_are_given_back_as_they_are_now(memory: ContextMemory, workspace: Path) -> None:
    (workspace / "app.py").write_text("PORT = 8443\n")

    restored = memory.restore(files=["app.py", "../secret"])

    assert "PORT = 8443" in is_json(restored)["block"]
    assert [each.path for each in restored.passed_over] != []


def test_a_text_is_measured(memory: ContextMemory) -> None:
    assert is_json(memory.estimate(text="四个汉字"))["characters"] == 4
    with pytest.raises(InputError):
        memory.estimate()


# -- settings, threads, lifetime -----------------------------------------------------------------------------------


def test_settings_are_overrides_or_a_whole_value(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTEXT_MEMORY_WINDOW", "150000")

    assert ContextMemory(workspace, {"recall_limit": 3}).settings == Settings(window=150_000, recall_limit=3)
    assert ContextMemory(workspace, Settings(recall_limit=4)).settings == Settings(recall_limit=4)
    for bad in ({"recal_limit": 3}, {"window": "many"}, Settings(min_receipt=7.0)):
        with pytest.raises(InputError) as caught:
            ContextMemory(workspace, bad)  # type: ignore[arg-type]
        assert caught.value.hint
    with pytest.raises(InputError, match="not a folder"):
        ContextMemory(workspace / "nothing")


def test_results_are_frozen_and_docs_stay_what_they_are(memory: ContextMemory) -> None:
    found = memory.recall("anything")

    with pytest.raises(FrozenInstanceError):
        found.query = "other"  # type: ignore[misc]


def test_eight_threads_share_one_context_memory(memory: ContextMemory) -> None:
    session = anthropic(long_session(4).build())
    begin = threading.Barrier(8)

    def work(number: int) -> list[str]:
        begin.wait(60)
        for i in range(5):
            memory.remember(f"Service number{number}x{i} listens on port {8_000 + 10 * number + i}.")
        done = memory.compact(session, session=f"chat-{number}", force=True, budget=4_000)
        assert done.outcome == "compacted", done
        assert memory.view(session, session=f"chat-{number}").covers["message_count"] == len(session)
        return [memory.recall(f"number{number}x{i}").hits[0].text for i in range(5)]

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(work, range(8)))

    for number, texts in enumerate(found):
        assert [f"number{number}x{i} " in text for i, text in enumerate(texts)] == [True] * 5


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def test_a_thousand_calls_leave_no_file_open(workspace: Path) -> None:
    messages = anthropic(SessionBuilder().user("Fix app.py").agent("Done.").build())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with ContextMemory(workspace, {"journal_fsync": "never"}) as memory:
            memory.remember("The port is 8443.")
        before = open_files()
        with ContextMemory(workspace, {"journal_fsync": "never"}) as memory:
            calls = (
                lambda: memory.recall("port", touch=False),
                lambda: memory.trim("short"),
                lambda: memory.check_action("ls"),
                lambda: memory.estimate(messages),
                lambda: memory.view(messages, session="chat"),
                memory.restore,
                lambda: memory.compact(messages),
                lambda: memory.flush_notes(messages, session="chat", dry_run=True),
            )
            for call in calls:
                call()
            during = open_files()
            for i in range(1_000):
                calls[i % len(calls)]()
            assert open_files() <= during, "fewer where a file of an earlier test was closed meanwhile"
        assert open_files() <= before


def test_a_closed_one_says_so(workspace: Path) -> None:
    memory = ContextMemory(workspace)
    memory.remember("The port is 8443.")
    memory.close()
    memory.close()

    for call in (lambda: memory.recall("port"), lambda: memory.trim("x"), lambda: memory.check_action("ls")):
        with pytest.raises(NotReadyError, match="closed"):
            call()


def test_what_a_clone_must_not_do_is_told(tmp_path: Path) -> None:
    """The commands warn on standard error; a program asks."""
    with ContextMemory(_folder(tmp_path, "own")) as memory:
        memory.remember("Deploys go out on Tuesdays")
        assert memory.warnings == ()
    clone = Path(shutil.copytree(tmp_path / "own", tmp_path / "clone"))
    (clone / ".context-memory" / "settings.toml").write_text("compress-command = 'touch owned'\n", encoding="utf-8")

    with ContextMemory(clone) as memory:
        refused, foreign = memory.warnings
        assert memory.settings.compress_command == ""

    assert "compress_command, which only you may set" in refused
    assert "was not made on this machine" in foreign


def _folder(parent: Path, name: str) -> Path:
    (parent / name).mkdir()
    return parent / name


def test_an_unknown_kind_is_refused_with_the_names_of_all_kinds(tmp_path: Path) -> None:
    with ContextMemory(tmp_path) as memory:
        for asked in (lambda: memory.recall("tea", kind="sayd"), lambda: memory.docs.list(kind="sayd")):
            with pytest.raises(InputError, match="sayd") as refused:
                asked()
            assert "said" in refused.value.hint
