"""Old tool records become one line each: tool, the argument that matters, what came out, the handle.

Calls keep their ids and the names of their arguments, results their call ids,
so that every pair stays a pair and every host still reads it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ...model.session import Message, Part, ToolCall, ToolResult
from . import brief
from .kinds import command_of, kind_of, path_of

LINE_CHARS = 240
"""Of the line that stands for a result, without its handle."""
ARGUMENT_CHARS = 80
"""Of the argument that matters, in that line."""
INPUT_CHARS = 200
"""Of each text in the input of an old call."""

HandleOf = Callable[[ToolResult], str]


def old_results(messages: Sequence[Message], keep: int) -> tuple[ToolResult, ...]:
    """Results of the tool records that are older than the newest `keep`, oldest first."""
    results = [result for message in messages for result in message.results]
    return tuple(results[: max(0, len(results) - keep)])


def records(messages: Sequence[Message], keep: int = 8, *, handle_of: HandleOf) -> tuple[Message, ...]:
    """The messages with all but the newest `keep` tool records as one line each.

    `handle_of` gives the archive's handle of a result; a result that is no
    longer than its line stays as it is.
    """
    old = {result.call_id for result in old_results(messages, keep)}
    calls = {call.id: call for message in messages for call in message.calls}
    return tuple(_message(message, old, calls, handle_of) for message in messages)


def one_line(result: ToolResult, call: ToolCall | None, handle: str) -> str:
    """The line that stands for a tool record."""
    name = result.name or (call.name if call else "tool")
    given = call.input if call else {}
    argument = _short(path_of(given) or command_of(given) or _first_text(given), ARGUMENT_CHARS)
    said = brief.conclusion_of(result.text, kind=kind_of(name, given)).removeprefix("Conclusion: ")
    head = f"{name} {argument}".strip() + (" failed" if result.is_error else "")
    return f"[{_short(f'{head}: {said}', LINE_CHARS)} — original: show_archive {handle}]"


def _message(message: Message, old: set[str], calls: dict[str, ToolCall], handle_of: HandleOf) -> Message:
    parts = tuple(_part(part, old, calls, handle_of) for part in message.parts)
    return message if parts == message.parts else replace(message, parts=parts)


def _part(part: Part, old: set[str], calls: dict[str, ToolCall], handle_of: HandleOf) -> Part:
    if isinstance(part, ToolResult) and part.call_id in old and len(part.text) > INPUT_CHARS:
        line = one_line(part, calls.get(part.call_id), handle_of(part))
        return replace(part, text=line) if len(line) < len(part.text) else part
    if isinstance(part, ToolCall) and part.id in old:
        return _with_short_input(part)
    return part


def _with_short_input(call: ToolCall) -> ToolCall:
    shorter = {name: _short_value(value) for name, value in call.input.items()}
    return call if shorter == dict(call.input) else replace(call, input=shorter)


def _short_value(value: Any) -> Any:
    if isinstance(value, str) and len(value) > INPUT_CHARS:
        return f"{value[:INPUT_CHARS]}… [{len(value):,} characters]" if len(value) > INPUT_CHARS + 40 else value
    return value


def _first_text(given: Any) -> str:
    return next((value for value in given.values() if isinstance(value, str)), "")


def _short(text: str, limit: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
