"""Reduces old tool records to one line each: tool, main argument, outcome, handle.

Calls keep their ids and the names of their arguments, results their call ids,
so that every pair stays a pair and every host still reads it. A module of its own,
because a process that trims one output needs no messages.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from ..messages import Message, Part, ToolCall, ToolResult
from . import conclusion
from .tool_kinds import command_of, kind_of, path_of

LINE_CHARS = 240
"""Of the line that stands for a result, without its handle."""
ARGUMENT_CHARS = 80
"""Of the argument that matters, in that line."""
INPUT_CHARS = 200
"""Of each text in the input of an old call, without the handle of the whole text."""
HANDLE_CHARS = 80
"""What the handle and the words around it take at most; a text that is longer by less stays as it is."""

Place = tuple[int, int]
"""(index of the message, index of the part in it)"""
HandleOf = Callable[[str, str], str]
"""(text that is replaced, its title) -> handle in the archive."""


def records(messages: Sequence[Message], keep: int = 8, *, handle_of: HandleOf) -> tuple[Message, ...]:
    """The messages with all but the newest `keep` tool records reduced to one line each.

    `handle_of` gives the archive's handle of each text that is replaced: a result, or a long text in
    the input of a call. A result that is no longer than its line stays as it is.
    """
    answered = _calls_of_results(messages)
    old = dict(list(answered.items())[: max(0, len(answered) - keep)])
    if not old:
        return tuple(messages)
    changed: dict[Place, Part] = {}
    for (i, j), asked_at in old.items():
        result = messages[i].parts[j]
        call = messages[asked_at[0]].parts[asked_at[1]] if asked_at else None
        assert isinstance(result, ToolResult)
        assert call is None or isinstance(call, ToolCall)
        changed[i, j] = _with_one_line(result, call, handle_of)
        if asked_at and call:
            changed[asked_at] = _with_short_input(call, handle_of)
    return tuple(_message(i, message, changed) for i, message in enumerate(messages))


def _calls_of_results(messages: Sequence[Message]) -> dict[Place, Place | None]:
    """Maps the position of each result, oldest first, to that of its call: the newest one before it with its id."""
    calls: dict[str, Place] = {}
    answered: dict[Place, Place | None] = {}
    for i, message in enumerate(messages):
        for j, part in enumerate(message.parts):
            if isinstance(part, ToolCall):
                calls[part.id] = (i, j)
            elif isinstance(part, ToolResult):
                answered[i, j] = calls.get(part.call_id)
    return answered


def one_line(result: ToolResult, call: ToolCall | None, handle: str) -> str:
    """The line that replaces a tool record."""
    name = result.name or (call.name if call else "tool")
    given = call.input if call else {}
    argument = _short(path_of(given) or command_of(given) or _first_text(given), ARGUMENT_CHARS)
    said = conclusion.conclusion_of(result.text, kind=kind_of(name, given)).removeprefix("Conclusion: ")
    head = f"{name} {argument}".strip() + (" failed" if result.is_error else "")
    return f"[{_short(f'{head}: {said}', LINE_CHARS)} — original: archive {handle}]"


def _message(i: int, message: Message, changed: Mapping[Place, Part]) -> Message:
    parts = tuple(changed.get((i, j), part) for j, part in enumerate(message.parts))
    return message if parts == message.parts else replace(message, parts=parts)


def _with_one_line(result: ToolResult, call: ToolCall | None, handle_of: HandleOf) -> ToolResult:
    if len(result.text) <= INPUT_CHARS or _is_one_line(result.text):
        return result
    line = one_line(result, call, handle_of(result.text, result.name or "tool result"))
    return replace(result, text=line) if len(line) < len(result.text) else result


def _is_one_line(text: str) -> bool:
    """Whether the text is such a line already."""
    return len(text) <= LINE_CHARS + HANDLE_CHARS + 2 and bool(_one_line_pattern().fullmatch(text))


@cache
def _one_line_pattern() -> re.Pattern[str]:
    return re.compile(r"\[.* — original: archive \S+\]")


def _with_short_input(call: ToolCall, handle_of: HandleOf) -> ToolCall:
    shorter = {name: _short_value(value, call.name, handle_of) for name, value in call.input.items()}
    return call if shorter == dict(call.input) else replace(call, input=shorter)


def _short_value(value: Any, title: str, handle_of: HandleOf) -> Any:
    if not isinstance(value, str) or len(value) <= INPUT_CHARS + HANDLE_CHARS:
        return value
    return f"{value[:INPUT_CHARS]}… [{len(value):,} characters — original: archive {handle_of(value, title)}]"


def _first_text(given: Any) -> str:
    return next((value for value in given.values() if isinstance(value, str)), "")


def _short(text: str, limit: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
