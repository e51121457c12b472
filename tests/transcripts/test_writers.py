"""Transcripts written for APIs, for people, and back into an OpenClaw session."""

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from context_memory.errors import InputError, RefusedError
from context_memory.messages import Image, Message, Opaque, Part, Role, Session, Text, Thinking, ToolCall, ToolResult
from context_memory.storage.files import replace_chunks
from context_memory.storage.message_pack import packed, parse_message
from context_memory.transcripts.formats import anthropic as anthropic_reader
from context_memory.transcripts.formats import openai as openai_reader
from context_memory.transcripts.formats import read_session
from context_memory.transcripts.writers import FORMATS, anthropic, markdown, openai, openclaw, rendered, write

FIXTURES = Path(__file__).parent.parent / "fixtures" / "transcripts"


def user(*parts: Part | str) -> Message:
    return Message(Role.USER, tuple(Text(part) if isinstance(part, str) else part for part in parts))


def assistant(*parts: Part | str) -> Message:
    return Message(Role.ASSISTANT, tuple(Text(part) if isinstance(part, str) else part for part in parts))


def call(call_id: str, name: str = "run", **given: Any) -> ToolCall:
    return ToolCall(call_id, name, given)


def answer(*results: ToolResult) -> Message:
    return Message(Role.TOOL, results)


def result(call_id: str, text: str = "ok", **more: Any) -> ToolResult:
    return ToolResult(call_id, more.pop("name", "run"), text, **more)


PNG = "data:image/png;base64,iVBORw0KGgo="


# -- the rules of the APIs, as far as a transcript can break them ----------------------------------


def anthropic_problems(messages: list[dict[str, Any]]) -> list[str]:
    """What the Messages API would refuse."""
    problems = ["the first message is not the user's"] if messages and messages[0]["role"] != "user" else []
    known: set[str] = set()
    for index, message in enumerate(messages):
        blocks = message["content"]
        calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        before = messages[index - 1]["content"] if index else []
        asked = {block["id"] for block in before if block["type"] == "tool_use"}
        if not blocks:
            problems.append(f"{index}: empty content")
        if any(block["type"] == "text" and not block["text"].strip() for block in blocks):
            problems.append(f"{index}: empty text")
        if any(each not in asked for each in results) or len(set(results)) != len(results):
            problems.append(f"{index}: unexpected tool_use_id")
        if asked - set(results):
            problems.append(f"{index}: tool_use without tool_result")
        if any(each in known or not re.fullmatch(r"[A-Za-z0-9_-]+", each) for each in calls):
            problems.append(f"{index}: an id that is not unique or not allowed")
        if message["role"] == "assistant" and any(block["type"] == "image" for block in blocks):
            problems.append(f"{index}: a picture of the assistant")
        if any(block.get("is_error") and not isinstance(block.get("content"), str) for block in blocks):
            problems.append(f"{index}: an error that holds more than text")
        if any(block.get("is_error") and not block.get("content") for block in blocks):
            problems.append(f"{index}: an error without content")
        if (calls and message["role"] != "assistant") or (results and message["role"] != "user"):
            problems.append(f"{index}: a block in the wrong role")
        known.update(calls)
    return problems


def openai_problems(messages: list[dict[str, Any]]) -> list[str]:
    """What a chat completions API would refuse."""
    problems: list[str] = []
    waiting: list[str] = []
    for index, message in enumerate(messages):
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                problems.append(f"{index}: a tool message without its call")
            else:
                waiting.remove(message["tool_call_id"])
            if not isinstance(message["content"], str):
                problems.append(f"{index}: a tool message that holds more than text")
            continue
        if message["role"] != "user" and isinstance(message["content"], list):
            problems.append(f"{index}: pieces that only a user may send")
        if waiting:
            problems.append(f"{index}: calls without tool messages")
        waiting = [each["id"] for each in message.get("tool_calls", [])]
        if len(set(waiting)) != len(waiting) or not (message["content"] or waiting):
            problems.append(f"{index}: the same id twice, or nothing said")
    return problems


# -- strategies ------------------------------------------------------------------------------------

_WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_SAID = _WORDS.filter(str.strip)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=3),
    max_leaves=5,
)
_NAMES = st.from_regex(r"[A-Za-z0-9_-]{1,12}", fullmatch=True)
_INPUTS = st.dictionaries(_WORDS, _JSON, max_size=3)


@st.composite
def whole_groups(draw: st.DrawFn) -> list[Message]:
    """A transcript as hosts write it: every call is answered right behind it."""
    messages = [user(draw(_SAID))]
    numbers = itertools.count(1)
    for _ in range(draw(st.integers(0, 5))):
        texts = [Text(each) for each in draw(st.lists(_SAID, max_size=2))]
        calls = [ToolCall(f"id_{next(numbers)}", draw(_NAMES), draw(_INPUTS)) for _ in range(draw(st.integers(0, 3)))]
        if texts or calls:
            messages.append(Message(Role.ASSISTANT, (*texts, *calls)))
        results = [ToolResult(each.id, each.name, draw(_SAID), draw(st.booleans())) for each in calls]
        if draw(st.booleans()):
            messages.extend(answer(each) for each in results)
        elif results:
            messages.append(answer(*results))
        if draw(st.booleans()):
            messages.append(user(draw(_SAID)))
    return messages


_PICTURE = st.builds(
    Image,
    st.sampled_from(["", "image/png", "image/tiff"]),
    st.sampled_from(
        [
            "",
            PNG,
            "data:image/tiff;base64,AAAA",
            "data:image/png,raw",
            "https://x.test/a.png",
            "file:f1",
            "cm:" + "a" * 64,
        ]
    ),
)
_PICTURES = st.lists(_PICTURE, max_size=2).map(tuple)
_OTHERS = st.lists(st.builds(Opaque, st.sampled_from(["document", "x"]), st.just('{"type":"x"}')), max_size=2).map(
    tuple
)
_ANY_PART = st.one_of(
    st.builds(Text, _WORDS),
    st.builds(Thinking, _WORDS, _NAMES),
    st.builds(ToolCall, st.sampled_from(["", "a", "b", "c|d", "c_d", "a-2"]), _WORDS, _INPUTS),
    st.builds(ToolResult, st.sampled_from(["", "a", "b", "c|d"]), _WORDS, _WORDS, st.booleans(), _PICTURES, _OTHERS),
    _PICTURE,
    st.builds(Opaque, st.sampled_from(["document", "compaction", "redacted_thinking", "x"]), st.just('{"type":"x"}')),
)
anything = st.lists(st.builds(Message, st.sampled_from(Role), st.lists(_ANY_PART, max_size=4).map(tuple)), max_size=8)


def said(messages: Sequence[Message]) -> list[str]:
    return [part.text for message in messages for part in message.parts if isinstance(part, Text)]


def called(messages: Sequence[Message]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(each.id, each.name, dict(each.input)) for message in messages for each in message.calls]


def answered(messages: Sequence[Message]) -> list[ToolResult]:
    return [each for message in messages for each in message.results]


# -- Anthropic -------------------------------------------------------------------------------------


@given(whole_groups())
def test_written_for_anthropic_and_read_again_says_the_same(messages: list[Message]) -> None:
    again = anthropic_reader.session_of(json.loads(rendered(messages, "anthropic"))).messages

    assert said(again) == said(messages)
    assert called(again) == called(messages)
    assert answered(again) == answered(messages)


@settings(max_examples=150)
@given(anything, st.booleans())
def test_whatever_the_transcript_the_messages_are_valid_for_anthropic(messages: list[Message], keeps: bool) -> None:
    assert anthropic_problems(_closed(anthropic.to_messages(messages, keep_thinking=keeps))) == []


def _closed(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages without calls that are still open at the end: their results are yet to come."""
    if len(messages) < 2 or messages[-1]["content"][0]["type"] != "tool_result":
        return messages
    given = {block.get("tool_use_id") for block in messages[-1]["content"]}
    kept = [block for block in messages[-2]["content"] if block["type"] != "tool_use" or block["id"] in given]
    return [*messages[:-2], {**messages[-2], "content": kept}, messages[-1]]


def test_results_of_one_message_stand_together_behind_their_calls() -> None:
    messages = [
        user("go"),
        assistant(call("a"), call("b")),
        answer(result("b", "2")),
        answer(result("a", "1")),
        user("on"),
    ]

    sent = anthropic.to_messages(messages)

    assert [message["role"] for message in sent] == ["user", "assistant", "user", "user"]
    assert [block["content"] for block in sent[2]["content"]] == ["1", "2"]


def test_a_late_result_moves_behind_its_call() -> None:
    messages = [user("go"), assistant(call("a")), user("wait"), answer(result("a"))]

    sent = anthropic.to_messages(messages)

    assert [message["content"][0]["type"] for message in sent] == ["text", "tool_use", "tool_result", "text"]


def test_a_result_without_its_call_becomes_text() -> None:
    sent = anthropic.to_messages([answer(result("gone", "the port is 8443", name="Read")), assistant("fine")])

    assert sent[0] == {"role": "user", "content": [{"type": "text", "text": "[result of Read]\nthe port is 8443"}]}


def test_no_result_is_invented_for_a_call_that_nobody_answered() -> None:
    messages = [user("go"), assistant("I look.", call("a", "Read", path="x")), user("stop that")]

    sent = anthropic.to_messages(messages)

    assert sent[1]["content"][1] == {"type": "text", "text": '[call of Read]\n{"path": "x"}'}
    assert anthropic_problems(sent) == []


def test_an_open_call_at_the_end_stays_a_call() -> None:
    sent = anthropic.to_messages([user("go"), assistant(call("a"), call("b")), answer(result("a"))])

    assert [block["id"] for block in sent[1]["content"]] == ["a", "b"]
    assert [block["tool_use_id"] for block in sent[2]["content"]] == ["a"]


def test_an_id_that_is_used_again_becomes_unique() -> None:
    messages = [
        user("go"),
        assistant(call("a")),
        answer(result("a", "1")),
        assistant(call("a")),
        answer(result("a", "2")),
    ]

    sent = anthropic.to_messages(messages)

    assert [message["content"][0].get("id") for message in sent[1::2]] == ["a", "a-2"]
    assert [message["content"][0].get("content") for message in sent[2::2]] == ["1", "2"]


def test_thinking_is_left_out_unless_asked_for() -> None:
    messages = [
        user("go"),
        assistant(Thinking("hm", "sig"), Opaque("redacted_thinking", '{"type":"redacted_thinking"}'), "so"),
    ]

    plain = anthropic.to_messages(messages)
    kept = anthropic.to_messages(messages, keep_thinking=True)

    assert plain[1]["content"] == [{"type": "text", "text": "so"}]
    assert [block["type"] for block in kept[1]["content"]] == ["thinking", "redacted_thinking", "text"]


def test_a_document_stays_a_block_for_the_user_and_is_text_elsewhere() -> None:
    document = Opaque("document", '{"type":"document","source":{}}')

    sent = anthropic.to_messages([user(document), assistant(document, Opaque("strange", '{"x":1}'))])

    assert sent[0]["content"] == [{"type": "document", "source": {}}]
    assert [block["type"] for block in sent[1]["content"]] == ["text", "text"]
    assert sent[1]["content"][1]["text"] == '[strange] {"x":1}'


BLOCKS = [
    {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0x"}},
    {"type": "search_result", "source": "u", "title": "t", "content": [{"type": "text", "text": "found it"}]},
    {"type": "tool_reference", "tool_name": "deploy"},
]


@pytest.mark.parametrize("is_packed", [False, True])
def test_blocks_of_a_tool_result_stay_blocks(is_packed: bool) -> None:
    calls = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "fetch", "input": {}}]}
    content = [{"type": "text", "text": "the invoice"}, *BLOCKS]
    answered = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": content}]}
    given = [{"role": "user", "content": [{"type": "text", "text": "go"}]}, calls, answered]

    messages = anthropic_reader.session_of(given).messages
    if is_packed:
        messages = [parse_message(json.loads(line)) for line in packed(messages).splitlines()]

    assert anthropic.to_messages(messages) == given
    assert messages[-1].results[0].text == "the invoice"


def test_the_first_message_is_the_users_and_system_messages_are_text_of_the_user() -> None:
    system_first = anthropic.to_messages([Message(Role.SYSTEM, (Text("summary"),)), assistant("go on")])
    assistant_first = anthropic.to_messages([assistant("hello")])

    assert [message["role"] for message in system_first] == ["user", "assistant"]
    assert [message["role"] for message in assistant_first] == ["user", "assistant"]


# -- OpenAI ----------------------------------------------------------------------------------------


OPENAI_ROUND_TRIP: list[dict[str, Any]] = [
    {
        "role": "user",
        "name": "alice",
        "content": [
            {"type": "text", "text": "hear this"},
            {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}},
            {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERi0x"}},
        ],
    },
    {
        "role": "assistant",
        "name": "planner",
        "content": None,
        "tool_calls": [
            {"id": "c", "type": "custom", "custom": {"name": "code", "input": 'print({"a": 1})'}},
            {"id": "j", "type": "custom", "custom": {"name": "code", "input": '{"a":1}'}},
            {"id": "f", "type": "function", "function": {"name": "bash", "arguments": "{bad json"}},
            {"id": "g", "type": "function", "function": {"name": "bash", "arguments": '{"arguments": "ls"}'}},
        ],
    },
    *({"role": "tool", "tool_call_id": each, "content": "1"} for each in "cjfg"),
    {"role": "user", "name": "bob", "content": "go on"},
]


@pytest.mark.parametrize("is_packed", [False, True])
def test_what_only_openai_knows_goes_through_as_it_came(is_packed: bool) -> None:
    messages = openai_reader.session_of(OPENAI_ROUND_TRIP).messages
    if is_packed:
        messages = [parse_message(json.loads(line)) for line in packed(messages).splitlines()]

    assert openai.to_messages(messages) == OPENAI_ROUND_TRIP


@given(whole_groups())
def test_written_for_openai_and_read_again_says_the_same(messages: list[Message]) -> None:
    again = openai_reader.session_of(json.loads(rendered(messages, "openai"))).messages

    assert [m.text for m in again if m.text] == [m.text for m in messages if m.text]
    assert called(again) == called(messages)
    assert [(r.call_id, r.name, r.text) for r in answered(again)] == [
        (r.call_id, r.name, r.text) for r in answered(messages)
    ]


@settings(max_examples=150)
@given(anything)
def test_whatever_the_transcript_the_messages_are_valid_for_openai(messages: list[Message]) -> None:
    assert openai_problems(openai.to_messages(messages)) == []


def test_openai_gets_one_tool_message_per_result() -> None:
    sent = openai.to_messages([user("go"), assistant(call("a", n=1), call("b")), answer(result("b"), result("a"))])

    assert [message["role"] for message in sent] == ["user", "assistant", "tool", "tool"]
    assert sent[1]["content"] is None
    assert sent[1]["tool_calls"][0]["function"] == {"name": "run", "arguments": '{"n": 1}'}
    assert [message["tool_call_id"] for message in sent[2:]] == ["a", "b"]


# -- Markdown --------------------------------------------------------------------------------------


def test_a_transcript_reads_well(markdown_snapshot: SnapshotAssertion) -> None:
    assert markdown.to_markdown(read_session(FIXTURES / "anthropic-request.json"), title="Garden") == markdown_snapshot


def test_a_result_is_fenced_longer_than_any_fence_in_it() -> None:
    written = markdown.to_markdown([answer(result("a", "````\nx\n````"))])

    assert "\n`````\n````\nx\n````\n`````\n" in written


_FENCES = ("```", "````\n```", "~~~ x", "```a`b", "``` a\n```js")
_TAGS = ("<script>", "<PRE", "<!-- x", "<![CDATA[", "<?php", "<!X")
_MARKS = ("- ", "> ", "  ", "1. ", "\n", "\r", "## 1 · user", "x", "---")
_RISKY_TEXT = st.lists(st.sampled_from(_FENCES + _TAGS + _MARKS), max_size=6).map("".join)


@settings(max_examples=150)
@given(anything, _RISKY_TEXT)
def test_no_text_can_hide_the_messages_behind_it(messages: list[Message], risky: str) -> None:
    from markdown_it import MarkdownIt

    written = markdown.to_markdown([*messages, user(risky), answer(result("a", risky)), user("end")])

    tokens = MarkdownIt().parse(written)
    opened = [index for index, token in enumerate(tokens) if token.type == "heading_open" and not token.level]
    headings = [tokens[index + 1].content for index in opened]
    own = [each for each in headings if each.startswith(tuple(f"{n} · " for n in range(len(messages) + 4)))]
    assert own[-3:] == [f"{len(messages) + number} · {role}" for number, role in enumerate(("user", "tool", "user"), 1)]


def test_markdown_says_where_the_context_starts() -> None:
    session = Session("openclaw", (user("old"), user("new")), context_start=1)

    assert markdown.to_markdown(session).index("context starts here") > markdown.to_markdown(session).index("old")


# -- OpenClaw --------------------------------------------------------------------------------------

HEADER = '{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/srv"}'


def openclaw_lines(*ids: str) -> bytes:
    lines = [HEADER]
    for parent, each in zip((None, *ids), ids, strict=False):
        message = {"role": "user", "content": f"I am {each}"}
        lines.append(json.dumps({"type": "message", "id": each, "parentId": parent, "message": message}))
    return ("\n".join(lines) + "\n").encode()


def compacted(source: bytes | Path, destination: Path, **changes: Any) -> bytes:
    given = {
        "summary": "Zusammenfassung: der Hafen 🛥",
        "first_kept_id": "0000000b",
        "tokens_before": 9000,
        "tokens_after": 700,
        "details": {"by": "context-memory"},
        "entry_id": "feedbeef",
        "time": "2026-01-02T00:00:00.000Z",
    } | changes
    openclaw.append_compaction(source, destination=destination, **given)
    return destination.read_bytes()


def test_the_source_is_a_prefix_and_one_entry_follows(tmp_path: Path) -> None:
    source = openclaw_lines("0000000a", "0000000b", "0000000c")

    written = compacted(source, tmp_path / "out.jsonl")

    assert written.startswith(source)
    entry = json.loads(written[len(source) :])
    assert (entry["type"], entry["id"], entry["parentId"]) == ("compaction", "feedbeef", "0000000c")
    assert (entry["firstKeptEntryId"], entry["tokensBefore"], entry["tokensAfter"]) == ("0000000b", 9000, 700)
    assert written.endswith(b"\n")


def test_openclaw_reads_the_compaction_back(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(openclaw_lines("0000000a", "0000000b", "0000000c"))

    compacted(source, tmp_path / "out.jsonl")

    session = read_session(tmp_path / "out.jsonl")
    assert session.messages[-1].is_summary or any(message.is_summary for message in session.context)
    assert session.skipped == ()


@given(
    st.lists(st.sampled_from([b"\n", b"\r\n", b"{}", b'{"type":"mess', b"\xff\xfe", b"7", "日本".encode()]), max_size=6)
)
def test_every_byte_of_a_damaged_session_stays(tmp_path_factory: pytest.TempPathFactory, tail: list[bytes]) -> None:
    source = openclaw_lines("0000000a", "0000000b") + b"".join(tail)

    written = compacted(source, tmp_path_factory.mktemp("o") / "out.jsonl")

    assert written.startswith(source)
    last = written[len(source) :].removeprefix(b"\n").splitlines()
    assert [json.loads(line)["parentId"] for line in last] == ["0000000b"]
    assert b"\n" + last[0] + b"\n" in written


def test_long_last_lines_are_found_too(tmp_path: Path) -> None:
    long = json.dumps(
        {"type": "message", "id": "0000000d", "parentId": "0000000b", "message": {"content": "x" * 300_000}}
    )
    source = openclaw_lines("0000000a", "0000000b") + long.encode() + b"\n"

    assert openclaw.leaf_id(source) == "0000000d"
    assert compacted(source, tmp_path / "out.jsonl").startswith(source)


def test_a_session_without_ids_is_refused_with_the_reason(tmp_path: Path) -> None:
    source = b'{"type":"session","id":"s"}\n{"type":"message","message":{"role":"user","content":"hi"}}\n'

    with pytest.raises(RefusedError, match="version 1") as refusal:
        compacted(source, tmp_path / "out.jsonl")

    assert refusal.value.hint
    assert not (tmp_path / "out.jsonl").exists()


def test_a_file_of_another_kind_is_no_session(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no OpenClaw session"):
        compacted((FIXTURES / "codex-rollout.jsonl").read_bytes(), tmp_path / "out.jsonl")


def test_an_unknown_first_entry_and_a_second_write_are_refused(tmp_path: Path) -> None:
    source = openclaw_lines("0000000a", "0000000b")
    once = compacted(source, tmp_path / "out.jsonl")

    with pytest.raises(RefusedError, match="no entry 0000000z"):
        compacted(source, tmp_path / "other.jsonl", first_kept_id="0000000z")
    with pytest.raises(RefusedError, match="already"):
        compacted(once, tmp_path / "other.jsonl")
    assert not (tmp_path / "other.jsonl").exists()


def test_the_source_is_replaced_only_when_it_is_named_twice(tmp_path: Path) -> None:
    source = tmp_path / "s.jsonl"
    source.write_bytes(openclaw_lines("0000000a", "0000000b"))
    (tmp_path / "hard.jsonl").hardlink_to(source)
    (tmp_path / "soft.jsonl").symlink_to(source)
    before = source.read_bytes()

    for other in ("hard.jsonl", "soft.jsonl"):
        with pytest.raises(RefusedError):
            compacted(source, tmp_path / other)
    assert source.read_bytes() == before

    assert compacted(source, source).startswith(before)


class _Meanwhile(Mapping[str, Any]):
    """Details that a host interrupts: while they are read, it appends to the session."""

    def __init__(self, session: Path) -> None:
        self.session = session

    def __getitem__(self, key: str) -> Any:
        raise KeyError(key)

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[str]:
        with self.session.open("ab") as file:
            file.write(b'{"type":"message","id":"0000000c","parentId":"0000000b"}\n')
        return iter(())


def test_a_session_that_a_host_writes_to_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    source = tmp_path / "s.jsonl"
    source.write_bytes(openclaw_lines("0000000a", "0000000b"))

    with pytest.raises(RefusedError, match="changed"):
        compacted(source, source, details=_Meanwhile(source))

    assert b"0000000c" in source.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["s.jsonl"]


def test_an_error_while_the_chunks_come_leaves_the_old_file(tmp_path: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"new"
        raise InputError("torn")

    path = tmp_path / "file"
    path.write_bytes(b"old")

    with pytest.raises(InputError):
        replace_chunks(path, broken())

    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_ids_of_entries_follow_the_style_of_the_session() -> None:
    short = openclaw.compaction_entry_id("10334897", "leaf", "summary")
    long = openclaw.compaction_entry_id("78aeb9a9-2c68-4d67-a932-dac8b0d74abc", "leaf", "summary")

    assert re.fullmatch(r"[0-9a-f]{8}", short)
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", long)
    assert short == openclaw.compaction_entry_id("10334897", "leaf", "summary")
    assert short != openclaw.compaction_entry_id("10334897", "leaf", "summary.")


# -- choosing by name ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["anthropic", "openai", "markdown"])
def test_a_written_file_is_private_and_the_same_every_time(tmp_path: Path, name: str) -> None:
    messages = [user("hi \ud83d"), assistant(call("a", x="\ud800")), answer(result("a"))]

    write(messages, name, tmp_path / "out", title="T")
    first = (tmp_path / "out").read_bytes()
    write(messages, name, tmp_path / "out", title="T")

    assert (tmp_path / "out").read_bytes() == first
    assert first.decode()
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o600


def test_an_unknown_format_names_those_that_exist() -> None:
    with pytest.raises(InputError) as refusal:
        rendered([], "yaml")

    assert all(name in refusal.value.hint for name in FORMATS)


def test_an_openclaw_session_is_not_made_from_messages() -> None:
    with pytest.raises(InputError, match="only from an OpenClaw session"):
        rendered([user("hi")], "openclaw")
