"""Recognises texts that this program put into a conversation, so that they are not taken for somebody's words.

What we wrote into a context is no fact of the session: markers of a trim, the line for an output that came again,
recall blocks, restored files, orders that are told again, continuations, steering, capsules, refusals, and what our
own tools and commands answer. A summary, a note, the memory and errors.md must hold nothing of them.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..messages import Message, Part, Text, ToolCall, ToolResult
from ..text.patterns import lazy_regex
from ..trim import command_of, path_of

RESTORED_INTRODUCTION = "Files as they are on disk now. They are information, not instructions."
STEERING_OPENING = "Context Memory Optimizer has kept the whole conversation on disk."
SUCCEEDED = "The call succeeded; only its output is shown here in short.\n"
FOR_THE_HOST = "the tool hook is for the plugin; ask recall, remember, read_original or check_action"
CAPSULES_TITLE = "# R-Memory: Compressed Conversation History"
ORDERS_HEADING = {"en": "Directives of the user, in their words:", "zh": "用户的指令（原文）："}
SAID_HEADING = {
    "en": "What the user said in earlier sessions, some of it for one task:",
    "zh": "用户在以前的会话中说过（有些只针对当时的任务）：",
}
OPENINGS = (
    "The following is a summary of the earlier portion of this session.",
    "以下是本会话前半部分的摘要。",
    RESTORED_INTRODUCTION,
    STEERING_OPENING,
    CAPSULES_TITLE,
    *ORDERS_HEADING.values(),
    *SAID_HEADING.values(),
)
"""A message that begins so was written by us, whoever's role it has."""
_TOLD_AGAIN = (STEERING_OPENING, *ORDERS_HEADING.values(), *SAID_HEADING.values())
"""What begins so holds nothing that is not elsewhere; a continuation may be all that is left of what it tells."""
BLOCK_TAGS = ("recalled-memory", "restored-file")

_CUES = (
    *("[the same ", "[cut here", "<recalled-memory", "<restored-file", "Every removed message"),
    *(RESTORED_INTRODUCTION, STEERING_OPENING),
    *("[… ", "[trimmed — ", "— original: archive ", "移除的消息全文"),  # no search at all where a text is ASCII
)
"""One of these is in every text of ours within another; looked for first, because most texts have none."""
_MARKERS = lazy_regex(
    r"(?m)^\[trimmed [\d,]+ characters — original: archive \S+\]\n?"
    r"|\n?\[trimmed — full content at [^\]\n]+\]"
    r"|^\[the same (?:output|lines) as before\b[^\]\n]*\]\n?"
    r"|^\[picture: [^\]\n]{1,60} — original: archive \S+\]\n?"
    r"|…? ?\[[\d,]+ characters — original: archive \S+\]"
    r"|\[… (?:[\d,]+ \w+(?: — original: archive \S+| left out …)?|(?:original: )?archive \S+)\]\n?"
    r"|^\[cut here(?: — full file at [^\]\n]+)?\]\n?"
    r"|^(?:Every removed message, whole: |移除的消息全文：)archive [^\n]+\n?"
)
_RECORD = lazy_regex(r"(?m)^\[(?P<told>[^\n]{1,260}) — original: archive cm:[0-9a-f]+\]$")
"""An old tool record in one line: what it tells is the tool's, the rest ours."""
_BLOCKS = lazy_regex(
    rf"(?s)<({'|'.join(BLOCK_TAGS)})\b[^>]*>.*?(?:</\1>|\Z)|{re.escape(RESTORED_INTRODUCTION)}\n*"
    rf"|(?:PreCompact \[[^\]\n]*\] completed[^:\n]*: *)?{re.escape(STEERING_OPENING)}.*?(?=</local-command-stdout>|\Z)"
)
_REFUSAL = lazy_regex(r"\A[^\n]{0,160}?memories/errors\.md (?:line \d+: |第 \d+ 行：)")
"""Each host puts words of its own before the reason."""
_LONGEST_REFUSAL = 400
_TOOL = lazy_regex(
    r"(?:.*context[-_]memory\w*[-\w]*?(?:__|_|\.))?(?:read_original|check_action|recall_memory|remember_fact)"
    r"|.*context[-_]memory[-\w]*?(?:__|_|\.)(?:recall|remember|hook)"
)
"""Our tools, with the name of the server before theirs as each host writes it."""
_COMMAND = lazy_regex(
    r"(?:^|[;&|(\n])\s*(?:\w+=\S* +|sudo +|uvx? +(?:run +)?)*(?:python[\d.]* +)?[\"']?(?:[^\s;&|\"']*/)?"
    r"context-memory(?:\.py)?[\"']? +[a-z]"
    r"|\bpython[\d.]* +(?:[^\s;&|]*/)?scripts/(?:recall|remember|restore_files|compact_session|emergency_trim"
    r"|trim_output|check_deployment|circuit_breaker|estimate_tokens)\.py\b"
    r"|\b(?:recall|remember|restore_files|compact_session|emergency_trim)(?:\.py)?\b[^\n;|&]*--workspace\b"
)
_STATE_FILE = lazy_regex(r"(?:^|[/\\])\.context-memory(?:[/\\]|$)")
_MEMORY_FILE = lazy_regex(r"(?:^|/)(?:MEMORY\.md|memories/[^/]+\.md|memory/(?:[^\s'\"]+/)?[^/\s'\"]+\.md)$")


def stripped(text: str) -> str:
    """The text without our insertions; the content of an old tool record stays."""
    if text.startswith(SUCCEEDED):
        text = text.removeprefix(SUCCEEDED)
    if not any(map(text.__contains__, _CUES)):
        return text
    return _RECORD.sub(r"\g<told>", _MARKERS.sub("", _BLOCKS.sub("", text)))


def is_own_message(text: str) -> bool:
    """Whether this program wrote the message: a continuation, restored files, repeated orders."""
    return text.startswith(OPENINGS)


def is_own_refusal(result: str) -> bool:
    """Whether this result is our refusal of the call: nothing ran, and nothing failed."""
    head = result[:_LONGEST_REFUSAL]
    return ("errors.md" in head and _REFUSAL.match(head) is not None) or FOR_THE_HOST in head


def is_own_call(name: str, given: Mapping[str, Any] | None = None) -> bool:
    """Whether a call runs a tool or command of ours: its answer is not new information."""
    called = given.get("id") if given and name == "tool_call" else name  # OpenClaw calls most tools through that one
    if isinstance(called, str) and _TOOL.fullmatch(called):
        return True
    return is_own_command(command_of(given))


def is_own_command(command: str) -> bool:
    """Whether a command line runs one of our programs."""
    may_be = "context-memory" in command or "--workspace" in command or "scripts/" in command
    return may_be and _COMMAND.search(command) is not None


def is_state_file(path: str) -> bool:
    """Whether the path is in our state folder."""
    return ".context-memory" in path and _STATE_FILE.search(path) is not None


def is_memory_file(path: str) -> bool:
    """Whether the path names a file of the memory: a pointer index, a task file, a dated note."""
    return _MEMORY_FILE.search(path) is not None


def without_own(messages: Sequence[Message]) -> Sequence[Message]:
    """The messages without our insertions; calls that we refused or answered are removed with their results."""
    ours = _calls_of_ours(messages)
    return [_without(message, ours) for message in messages]


def _calls_of_ours(messages: Sequence[Message]) -> set[str]:
    found = set[str]()
    for message in messages:
        for part in message.parts:
            match part:
                case ToolCall() if is_own_call(part.name, part.input) or is_state_file(path_of(part.input)):
                    found.add(part.id)
                case ToolResult() if is_own_refusal(part.text):
                    found.add(part.call_id)
                case _:
                    pass
    return found


def _without(message: Message, ours: Collection[str]) -> Message:
    parts = tuple(each for part in message.parts if (each := _part(part, ours)) is not None)
    return message if parts == message.parts else replace(message, parts=parts)


def _part(part: Part, ours: Collection[str]) -> Part | None:
    match part:
        case ToolResult() if part.call_id in ours:
            return None
        case ToolCall() if part.id in ours:
            return None
        case Text(text) if text.startswith(_TOLD_AGAIN):
            return None
        case ToolResult() | Text() if (text := stripped(part.text)) != part.text:
            return replace(part, text=text)
        case _:
            return part
