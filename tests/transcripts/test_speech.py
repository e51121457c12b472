"""Who speaks, what was ordered, what is pending, which files, what was proved: case files, English and Chinese."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from context_memory.compaction.digest import condense, directives, evidence
from context_memory.messages import Message, Role, Text, Thinking, ToolCall, ToolResult
from context_memory.text import sentences
from context_memory.transcripts import speakers

CASES = Path(__file__).parent.parent / "cases"


def orders(text: str) -> list[str]:
    found = [f"directive: {sentence}" for sentence in directives.find_directives(text)]
    found += [f"correction: {sentence}" for sentence in directives.find_corrections(text)]
    return found + [f"decision: {sentence}" for sentence in directives.find_decisions(text)]


def files(text: str) -> list[str]:
    """Each line is a message: words of a person, or a tool's name and its input."""
    messages = []
    for line in text.split("\n"):
        name, _, given_input = line.partition(" {")
        if given_input and name.isidentifier():
            messages.append(Message(Role.ASSISTANT, (ToolCall("c", name, json.loads("{" + given_input)),)))
        else:
            messages.append(Message(Role.USER, (Text(line),)))
    return list(evidence.key_files_of(messages))


def own_words(text: str) -> list[str]:
    return [speakers.said(Message(Role.USER, (Text(text),))) or "(nobody)"]


def proved(text: str) -> list[str]:
    """The first line is a tool's name (with ! when it failed) and its input, the rest is what it answered."""
    head, _, answer = text.partition("\n")
    name, _, given_input = head.partition(" ")
    call = ToolCall("c", name.rstrip("!"), json.loads(given_input))
    result = ToolResult("c", call.name, answer, is_error=name.endswith("!"))
    found = evidence.find_evidence(call, result, 0, {"3": "Write the migration"})
    return [f"{item.kind}: {item.text}" for item in found]


READ_AS: dict[str, Callable[[str], list[str]]] = {
    "directives": orders,
    "pending": condense.pending_sentences,
    "key_files": files,
    "speech": own_words,
    "evidence": proved,
}
EVERY = [
    pytest.param(name, text[:-1], expected.rstrip("\n"), id=f"{name}: {title}")
    for name in READ_AS
    for _, title, text, expected in read_fixture_file(CASES / f"{name}.md")
]


@pytest.mark.parametrize(("name", "text", "expected"), EVERY)
def test_every_case_of_the_case_files(name, text, expected):
    assert ("\n".join(READ_AS[name](text)) or "none") == expected


@pytest.mark.parametrize("call", ["git log -3", "cat build.log", "cd /repo && git show HEAD"])
def test_what_others_did_is_no_evidence(call):
    answer = "[main 1c8a822] fix\n======== 4 passed in 0.12s ========"

    assert proved(f"bash {json.dumps({'command': call})}\n{answer}") == []


@given(st.text(max_size=300))
def test_any_text_has_an_answer(text):
    for read in (orders, condense.pending_sentences, own_words, evidence.files_in_text):
        read(text)


@given(st.text(max_size=400))
def test_every_sentence_stands_in_its_text(text):
    position = 0
    for sentence in sentences.split_sentences(text):
        position = text.index(sentence, position) + len(sentence)


@given(st.text(max_size=200), st.integers(1, 50))
def test_a_clipped_text_is_never_longer_than_it_may_be(text, limit):
    assert len(sentences.clip(text, limit)) <= max(limit, 2)


REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected (the file was NOT written). "


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (REFUSED + "To tell you how to proceed, the user said:\nNo, keep the port.", "No, keep the port."),
        (REFUSED + "STOP what you are doing and wait for the user to tell you how to proceed.", ""),
        (
            "The user denied this operation and provided the following feedback:\n<feedback>\nuse pnpm\n</feedback>",
            "use pnpm",
        ),
        ("The user rejected permission with the following feedback: 不要改 config", "不要改 config"),
        ("exec command rejected by user", ""),
        ('User has answered your questions: "Which store?"="SQLite". You can now continue.', "SQLite"),
        ("Error: permission denied", ""),
    ],
)
def test_a_person_who_refuses_a_call_speaks_through_its_result(result, expected):
    assert speakers.said_in_result(result) == expected


def test_the_question_that_a_result_answers_is_the_agents():
    assert speakers.asked_in_result('User has answered your questions: "Which store?"="SQLite".') == "Which store?"
    assert speakers.asked_in_result(REFUSED) == ""


def test_a_refusal_is_told_from_a_failure():
    assert speakers.is_refusal(REFUSED)
    assert not speakers.is_refusal("Error: the user table was rejected by the linter")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This session is being continued.\nSummary:\nYou've hit your limit · resets 5pm", True),
        ("Summary:\nThe retry loop was fixed; next is the documentation.", False),
        ("No prior history.", True),
    ],
)
def test_a_summary_that_only_says_that_there_is_none_is_known(text, expected):
    assert speakers.is_failed_summary(text) is expected


def test_the_report_of_a_subagent_is_found_in_what_the_host_says():
    text = "[done]\n<<<BEGIN_UNTRUSTED_CHILD_RESULT>>>\nfound it\n<<<END_UNTRUSTED_CHILD_RESULT>>>\nrest"

    assert speakers.report_in(text) == "found it"
    assert speakers.report_in("plain words") == ""


def test_hard_line_ends_of_a_terminal_are_joined_also_in_the_middle_of_a_word():
    sentence = (
        "The worker must never restart by itself because the queue would then be read again from its very beginning. "
    )
    words = (sentence * 3).strip()
    cut = "\n".join(words[i : i + 80] for i in range(0, len(words), 80))

    assert speakers.unwrapped(cut).replace(" ", "") == words.replace(" ", "")
    assert "\n" not in speakers.unwrapped(cut)
    assert speakers.unwrapped("- one\n- two\n- three") == "- one\n- two\n- three"


@pytest.mark.parametrize("text", ["HEARTBEAT_OK", "NO_REPLY", "**HEARTBEAT_OK**", ""])
def test_a_silent_reply_is_noise(text):
    assert speakers.is_noise(Message(Role.ASSISTANT, (Text(text),)))


def test_a_reply_with_a_call_is_no_noise():
    assert not speakers.is_noise(Message(Role.ASSISTANT, (Text("NO_REPLY"), ToolCall("c", "read", {}))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("修复登录", True),
        ("fix the login", False),
        ("請修復 src/app.py 的登录问题", True),
        ("ログインを直して", False),
        ("", False),
    ],
)
def test_chinese_is_told_from_everything_else(text, expected):
    assert speakers.is_chinese(text) is expected


def test_pending_sentences_come_newest_first_and_at_most_ten():
    messages = [Message(Role.USER, (Text(f"TODO: task number {i}."),)) for i in range(30)]

    found = condense.find_pending_work(messages)

    assert found == tuple(f"TODO: task number {i}." for i in range(29, 19, -1))


def test_a_silent_reply_is_noise_whatever_was_thought_before_it():
    reply = Message(Role.ASSISTANT, (Thinking("Nothing to do."), Text("HEARTBEAT_OK")))

    assert speakers.is_noise(reply)
