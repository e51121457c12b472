"""Removed messages as JSON Lines: one line a message, readable by a person, found again by line number."""

import json
from collections.abc import Sequence
from typing import Any

from ..model.session import Image, Message, Opaque, Part, Text, Thinking, ToolCall, ToolResult


def packed(messages: Sequence[Message]) -> bytes:
    """The messages, whole, one JSON line each."""
    lines = (json.dumps(_message(message), ensure_ascii=False, separators=(",", ":")) for message in messages)
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")


def _message(message: Message) -> dict[str, Any]:
    value: dict[str, Any] = {"role": message.role.value}
    if message.id:
        value["id"] = message.id
    if message.time:
        value["time"] = message.time
    if message.is_summary:
        value["summary"] = True
    value["parts"] = [_part(part) for part in message.parts]
    return value


def _part(part: Part) -> dict[str, Any]:
    match part:
        case Text(text):
            return {"type": "text", "text": text}
        case Thinking(text, signature):
            return {"type": "thinking", "text": text, "signature": signature}
        case ToolCall(call_id, name, tool_input):
            return {"type": "tool_call", "id": call_id, "name": name, "input": dict(tool_input)}
        case ToolResult():
            return {
                "type": "tool_result",
                "call_id": part.call_id,
                "name": part.name,
                "is_error": part.is_error,
                "images": part.images,
                "text": part.text,
            }
        case Image(media_type):
            return {"type": "image", "media_type": media_type}
        case Opaque(kind, text):
            return {"type": "opaque", "kind": kind, "json": text}
