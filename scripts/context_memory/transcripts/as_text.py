"""The messages of a block as one text, as R-Memory writes it (SPEC 2.2), and the spans that must survive word for word.

`rendered` is R-Memory's form to the byte and what a capsule `raw` holds;
`for_prompt` is the same with the inputs of calls short and no marks of our
own, because a model that must repeat every input cannot compress.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..messages import Image, Message, Opaque, Part, Role, Text, Thinking, ToolCall, ToolResult
from ..text.patterns import lazy_regex

OPENING, CLOSING = "<PRESERVE_VERBATIM>", "</PRESERVE_VERBATIM>"
IMAGE = "[Image: ~1200 tokens]"

RESULT_LIMIT, RESULT_HEAD, RESULT_TAIL = 8_000, 4_000, 2_000  # characters, SPEC 2.2
THINKING_LIMIT, THINKING_HEAD, THINKING_TAIL = 2_000, 500, 500
INPUT_LIMIT, INPUT_HEAD, INPUT_TAIL = 1_200, 800, 200
"""Characters of one value of a call's input, in a prompt only."""

_LABELS = {
    Role.USER: "[Human]:",
    Role.ASSISTANT: "[AI]:",
    Role.TOOL: "[Tool Result]:",
    Role.SYSTEM: "[Custom]:",
}
_SPAN = lazy_regex(f"{OPENING}(.*?){CLOSING}", re.DOTALL)


def rendered(messages: Sequence[Message]) -> str:
    """R-Memory's text of these messages."""
    return "\n\n".join(_message(message, cut=True, mark=True) for message in messages)


def whole(messages: Sequence[Message]) -> str:
    """The same without cuts, for a block that is kept as it is."""
    return "\n\n".join(_message(message, cut=False, mark=False) for message in messages)


def for_prompt(messages: Sequence[Message]) -> str:
    """The text for a compressing model; spans that must survive stay marked."""
    return "\n\n".join(_message(message, cut=True, mark=False) for message in messages)


def verbatim_spans(messages: Sequence[Message]) -> tuple[str, ...]:
    """The spans that people or the agent marked verbatim, in order, without duplicates.

    Marks in tool output bind nobody: whoever wrote a web page must not decide what stays in a context.
    """
    found: dict[str, None] = {}
    for message in messages:
        for text in _own_texts(message):
            found.update(dict.fromkeys(match[1] for match in _SPAN.finditer(text) if match[1].strip()))
    return tuple(found)


def without_spans(text: str) -> str:
    """The text without what is marked verbatim."""
    return _SPAN.sub("…", text) if OPENING in text else text


def shortened(text: str, limit: int, head: int, tail: int) -> str:
    """Beginning and end of a text that is longer than `limit` characters."""
    if len(text) <= limit:
        return text
    return f"{text[:head]}\n[… {len(text) - head - tail:,} characters left out …]\n{text[-tail:]}"


def text_of(messages: Sequence[Message]) -> str:
    """All visible text of these messages."""
    lines: list[str] = []
    for message in messages:
        lines += [part.text for part in message.parts if isinstance(part, Text | Thinking | ToolResult)]
        lines += [f"{call.name} {value}" for call in message.calls for value in map(_as_json_text, call.input.values())]
    return "\n".join(lines)


def prefix_length(messages: Sequence[Message]) -> int:
    """How many leading messages are the system's: they are never compacted."""
    count = 0
    while count < len(messages) and messages[count].role is Role.SYSTEM and not messages[count].is_summary:
        count += 1
    return count


def _own_texts(message: Message) -> Iterator[str]:
    for part in message.parts:
        match part:
            case Text(text) if message.role is not Role.TOOL:
                yield text
            case ToolCall():
                yield from _strings(part.input)
            case _:
                pass


def _strings(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping) and depth < 6:
        for item in value.values():
            yield from _strings(item, depth + 1)
    elif isinstance(value, list) and depth < 6:
        for item in value:
            yield from _strings(item, depth + 1)


def _as_json_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _message(message: Message, *, cut: bool, mark: bool) -> str:
    label = "[Tool Result]:" if message.results else _LABELS[message.role]
    return "\n".join([label, *(_part(part, cut=cut, mark=mark) for part in message.parts)])


def _part(part: Part, *, cut: bool, mark: bool) -> str:
    match part:
        case Text(text):
            return text
        case Thinking(text):
            return f"[Thinking]: {shortened(text, THINKING_LIMIT, THINKING_HEAD, THINKING_TAIL) if cut else text}"
        case ToolCall():
            return f"[Tool: {part.name}]\n{_input(part.input, cut=cut, mark=mark)}"
        case ToolResult(whole_text=text):
            shown = shortened(text, RESULT_LIMIT, RESULT_HEAD, RESULT_TAIL) if cut else text
            return "\n".join([shown, *[IMAGE] * part.images])
        case Image():
            return IMAGE
        case Opaque(json=text):
            return shortened(text, THINKING_LIMIT, THINKING_HEAD, THINKING_TAIL) if cut else text


def _input(given: Mapping[str, Any], *, cut: bool, mark: bool) -> str:
    if mark:
        return f"{OPENING}\n{json.dumps(given, ensure_ascii=False, indent=2)}\n{CLOSING}"
    return "\n".join(f"{name}: {_input_text(value, cut=cut)}" for name, value in given.items())


def _input_text(value: Any, *, cut: bool) -> str:
    """A value as text: line breaks are kept, not escaped."""
    text = _as_json_text(value)
    return shortened(text, INPUT_LIMIT, INPUT_HEAD, INPUT_TAIL) if cut and OPENING not in text else text
