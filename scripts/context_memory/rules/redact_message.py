"""Take secrets out of a message, wherever in it they stand, before it is hashed or written."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..model.session import Image, Message, Opaque, Part, Text, Thinking, ToolCall, ToolResult
from . import redact


@dataclass(frozen=True, slots=True)
class RedactedMessage:
    """A message without secrets, and how many of each kind were taken out."""

    message: Message
    counts: Mapping[str, int] = field(default_factory=dict)


def of(message: Message) -> RedactedMessage:
    """The message with every secret replaced by its marker; the same object where there was none."""
    counts: Counter[str] = Counter()
    parts = tuple(_part(part, counts) for part in message.parts)
    return RedactedMessage(replace(message, parts=parts), dict(counts)) if counts else RedactedMessage(message)


def unchanged(message: Message) -> RedactedMessage:
    """The message as it is, for those who switched redaction off."""
    return RedactedMessage(message)


def _part(part: Part, counts: Counter[str]) -> Part:
    match part:
        case Text(text):
            return Text(_text(text, counts))
        case Thinking(text):
            plain = _text(text, counts)
            return part if plain == text else Thinking(plain)  # what was signed is no longer what is there
        case ToolCall(call_id, name, tool_input):
            return ToolCall(call_id, name, _object(tool_input, counts))
        case ToolResult():
            return replace(part, text=_text(part.text, counts))
        case Opaque(kind, json):
            return Opaque(kind, _text(json, counts))
        case Image():
            return part


def _text(text: str, counts: Counter[str]) -> str:
    found = redact.redact(text)
    counts.update(found.counts)
    return found.text


def _object(value: Mapping[str, Any], counts: Counter[str]) -> dict[str, Any]:
    return {key: _value(key, item, counts) for key, item in value.items()}


def _value(name: str, value: Any, counts: Counter[str]) -> Any:
    if isinstance(value, str):
        found = redact.redact_value(name, value)
        counts.update(found.counts)
        return found.text
    if isinstance(value, dict):
        return _object(value, counts)
    if isinstance(value, list):
        return [_value(name, item, counts) for item in value]
    return value
