"""The token estimators (A-05) and the groups that are never split (A-02, A-03)."""

import base64
import io
import json
import wave
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from context_memory.messages import (
    Image,
    Message,
    Opaque,
    Role,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    has_open_call,
    keep_from,
    open_calls,
    turn_spans,
)
from context_memory.text import tokens
from context_memory.tokens import measure

CASE_FILE = Path(__file__).parent.parent / "cases" / "tokens.md"
CASES = [(title, text[:-1], expected.strip()) for _, title, text, expected in read_fixture_file(CASE_FILE)]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_estimators_agree_with_the_case_file(text, expected):
    found = ", ".join(f"{name} {tokens.ESTIMATORS[name](text)}" for name in ("bytes4", "chars4", "cjk"))

    assert found == expected


@pytest.mark.parametrize(
    ("text", "bytes4", "chars4", "cjk"),
    [("x" * 4_000, 1_001, 1_000, 1_001), ("中" * 4_000, 3_001, 1_000, 2_668), ("\ud83d", 1, 1, 1)],
)
def test_estimators_of_long_and_odd_text(text, bytes4, chars4, cjk):
    assert (tokens.bytes4(text), tokens.chars4(text), tokens.cjk(text)) == (bytes4, chars4, cjk)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (Text(""), 1),
        (Text("abc"), 1),
        (Text("abcd"), 2),
        (Text("你好世界"), 4),
        (ToolCall("1", "bash", {"a": 1}), 3),
        (ToolResult("1", "bash", "okok"), 3),
        (Thinking("abcd"), 1),
        (Thinking("abcd", "abcd"), 3),
    ],
)
def test_bytes4_counts_parts_as_compact_rs_does(part, expected):
    assert tokens.of_part(part, tokens.bytes4) == expected


def test_a_signature_is_not_text_for_the_other_estimators():
    assert tokens.of_part(Thinking("abcd", "s" * 4_000), tokens.cjk) == tokens.of_part(Thinking("abcd"), tokens.cjk)


def test_pictures_and_unknown_parts_count():
    message = Message(
        Role.TOOL,
        (ToolResult("1", "shot", "ok", pictures=(Image(),) * 2), Image(), Opaque("x", "abcd")),
    )

    assert tokens.of_message(message) == (len("shotok") // 4 + 1) + 3 * tokens.IMAGE_TOKENS + 2
    assert sum(measure.break_down([message], tokens.cjk)["images"].values()) == 3 * tokens.IMAGE_TOKENS


@given(st.text(), st.text(), st.sampled_from(sorted(tokens.ESTIMATORS)))
def test_more_text_never_counts_fewer_tokens(text, more, name):
    estimator = tokens.ESTIMATORS[name]

    assert estimator(text) <= estimator(text + more)


@given(st.text(max_size=500), st.sampled_from(sorted(tokens.ESTIMATORS)))
def test_a_breakdown_adds_up(text, name):
    estimator = tokens.ESTIMATORS[name]
    call = ToolCall("1", "x", {"t": text})
    message = Message(Role.ASSISTANT, (Text(text), Thinking(text), call, Image(), Opaque("k", text)))

    parts = measure.break_down([message, message], estimator)

    assert tuple(parts) == measure.PART_KINDS
    assert sum(sum(by_role.values()) for by_role in parts.values()) == tokens.of_messages([message, message], estimator)


# -- groups ------------------------------------------------------------------------------------------


def user(text: str = "go on") -> Message:
    return Message(Role.USER, (Text(text),))


def reply(*calls: str, text: str = "ok") -> Message:
    return Message(Role.ASSISTANT, (Text(text), *(ToolCall(call, "bash", {"command": "ls"}) for call in calls)))


def result(*calls: str, role: Role = Role.TOOL) -> Message:
    return Message(role, tuple(ToolResult(call, "bash", "out") for call in calls))


@pytest.mark.parametrize(("preserve", "removed"), [(0, 4), (1, 3), (2, 1), (3, 1), (4, 0), (9, 0), (-1, 4)])
def test_a_result_stays_with_its_call(preserve, removed):
    messages = [user(), reply("1"), result("1"), reply()]

    assert keep_from(messages, preserve) == removed


@pytest.mark.parametrize(("preserve", "removed"), [(1, 4), (2, 1), (3, 1)])
def test_parallel_results_stay_with_their_call(preserve, removed):
    messages = [user(), reply("1", "2"), result("1"), result("2"), reply()]

    assert keep_from(messages, preserve) == removed


@pytest.mark.parametrize("preserve", [1, 2])
def test_results_inside_one_user_message_stay_with_their_call(preserve):
    messages = [user(), reply("1", "2"), result("1", "2", role=Role.USER)]

    assert keep_from(messages, preserve) == 1


def test_the_boundary_never_goes_before_an_old_summary():
    messages = [user("summary"), result("1"), result("2"), reply()]

    assert keep_from(messages, 2, first=1) == 1


def test_a_user_who_speaks_before_the_result_comes_does_not_split_the_group():
    messages = [user(), reply("1"), user("wait"), result("1"), reply()]

    assert [keep_from(messages, preserve) for preserve in (1, 2, 3, 4)] == [4, 1, 1, 1]


def test_two_results_of_two_calls_are_two_groups():
    messages = [user(), reply("1"), result("1"), reply("2"), result("2")]

    assert keep_from(messages, 1) == 3
    assert keep_from(messages, 3) == 1


@pytest.mark.parametrize(
    ("messages", "waiting"),
    [
        ([], ()),
        ([user()], ()),
        ([user(), reply("1")], ("1",)),
        ([user(), reply("1", "2"), result("2")], ("1",)),
        ([user(), reply("1", "2"), result("2"), result("1")], ()),
        ([user(), reply("1"), user("stop that")], ()),
    ],
)
def test_open_calls_are_those_still_waiting(messages, waiting):
    assert open_calls(messages) == waiting
    assert has_open_call(messages) is bool(waiting)


def test_a_turn_starts_at_what_a_user_says():
    messages = [reply(), user(), reply("1"), result("1", role=Role.USER), reply(), user(), reply()]

    assert turn_spans(messages) == ((0, 5), (5, 7))
    assert turn_spans([]) == ()
    assert turn_spans([reply()]) == ((0, 1),)


any_message = st.sampled_from(
    [user(), reply(), reply("1"), reply("1", "2"), result("1"), result("2"), result("1", "2")]
)


@given(st.lists(any_message, max_size=30))
def test_turns_cover_all_messages_without_a_gap(messages):
    turns = turn_spans(messages)

    assert [i for start, end in turns for i in range(start, end)] == list(range(len(messages)))


@given(st.lists(any_message, max_size=30), st.integers(min_value=0, max_value=40))
def test_the_kept_tail_never_starts_on_a_result_that_something_stands_before(messages, preserve):
    start = keep_from(messages, preserve)

    assert len(messages) - start >= min(preserve, len(messages))
    assert start in (0, len(messages)) or not messages[start].results


def _pdf(pages: int, *, is_packed: bool = False) -> str:
    """A file with so many pages of 50 kB in base64; of a packed one nothing but its size tells them."""
    page = b"" if is_packed else b"<< /Type /Page /Parent 1 0 R >>\n"
    head = b"%PDF-1.7\n" + (b"" if is_packed else b"<< /Type /Pages /Count 9 >>\n")
    return base64.b64encode(head + (page + b"\xff" * 49_900) * pages).decode("ascii")


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_document_counts_by_its_pages_and_not_as_the_text_of_its_base64(is_packed):
    data = _pdf(3, is_packed=is_packed)
    blocks = [
        {"type": "document", "title": "report", "source": {"type": "base64", "media_type": "x", "data": data}},
        {"type": "file", "file": {"filename": "a.pdf", "file_data": f"data:application/pdf;base64,{data}"}},
    ]
    sizes = [tokens.of_part(Opaque(block["type"], json.dumps(block))) for block in blocks]
    result = ToolResult("1", "read", "", others=(Opaque("document", json.dumps(blocks[0])),))

    assert all(3 * tokens.PAGE_TOKENS < size < 3 * tokens.PAGE_TOKENS + 60 for size in sizes)
    assert 3 * tokens.PAGE_TOKENS < tokens.of_part(result) < 3 * tokens.PAGE_TOKENS + 60


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
def test_a_document_that_is_cut_off_is_counted_too(cut):
    block = json.dumps({"type": "document", "source": {"data": _pdf(1)[:-cut]}})

    assert tokens.of_part(Opaque("document", block)) > tokens.PAGE_TOKENS


def _audio(content: bytes, kind: str) -> str:
    data = base64.b64encode(content).decode("ascii")
    return json.dumps({"type": "input_audio", "input_audio": {"data": data, "format": kind}})


def test_sound_counts_by_its_seconds_and_not_as_the_text_of_its_base64() -> None:
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(24_000)
        file.writeframes(b"\0\1" * 24_000 * 7)
    compressed = b"\xff\xfb" + bytes(range(256)) * (10 * tokens.AUDIO_BYTES // 256)

    sizes = [
        tokens.of_part(Opaque("input_audio", _audio(*each)))
        for each in ((written.getvalue(), "wav"), (compressed, "mp3"))
    ]

    assert [size // tokens.AUDIO_TOKENS for size in sizes] == pytest.approx([7, 10], abs=2)
