"""Packs of messages are searched as they read, not as JSON writes them."""

from pathlib import Path

from context_memory.messages import Message, Role, Text, ToolCall, ToolResult
from context_memory.storage import message_pack
from context_memory.storage.archive import MESSAGES_KIND, Archive

MESSAGES = (
    Message(Role.USER, (Text('say "hello"\nand 你好'),)),
    Message(Role.ASSISTANT, (ToolCall("1", "exec", {"command": 'grep "x" a.py', "count": 3}),)),
    Message(Role.TOOL, (ToolResult("1", "exec", 'first\nsecond: x = "1"\nthird'),)),
)


def archive_of(folder: Path, kind: str = MESSAGES_KIND) -> Archive:
    archive = Archive(folder)
    archive.put(message_pack.packed(MESSAGES), kind=kind)
    return archive


def test_quoted_text_is_found_as_it_was_said(tmp_path: Path) -> None:
    archive = archive_of(tmp_path)

    found = list(archive.find('say "hello"'))

    assert [(match.line, match.text) for match in found] == [(1, 'say "hello"')]
    assert archive.lines(found[0].handle, 1, 1).startswith(b'{"role":"user"')


def test_lines_around_a_match_are_lines_of_the_message(tmp_path: Path) -> None:
    archive = archive_of(tmp_path)

    (match,) = archive.find("SECOND", ignore_case=True, context=1)

    assert (match.line, match.before, match.after) == (3, ("first",), ("third",))
    assert match.in_message


def test_the_input_of_a_call_is_searched(tmp_path: Path) -> None:
    archive = archive_of(tmp_path)

    assert [match.line for match in archive.find('grep "x"')] == [2]


def test_a_pack_that_holds_something_else_is_passed_over(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    archive.put(b'hello\n{"parts": 3}\n[1]\n{"parts": [4, {"text": 5}]}\n', kind=MESSAGES_KIND)

    assert list(archive.find("hello")) == []
