"""Messages for OpenAI-style chat APIs: calls under `tool_calls`, one `tool` message per result right behind them."""

import json
from collections.abc import Sequence
from typing import Any

from ...messages import Image, Message, Opaque, Part, Text, ToolCall, ToolResult
from .pairing import Said, accepted, paired


def to_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The messages as the API takes them; thinking is left out, what is no text stands as text."""
    sent: list[dict[str, Any]] = []
    for said in paired(messages):
        sent.extend(_message(said))
        sent.extend(_result(result) for result in said.results)
    return sent


def _message(said: Said) -> list[dict[str, Any]]:
    content = "\n".join(filter(None, map(_text, said.parts)))
    calls = [_call(part) for part in said.parts if isinstance(part, ToolCall)]
    if calls:
        return [{"role": "assistant", "content": content or None, "tool_calls": calls}]
    return [{"role": said.role.value, "content": content}] if content else []


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = json.dumps(dict(call.input), ensure_ascii=False)
    function = {"name": accepted(call.name) or "tool", "arguments": arguments}
    return {"id": call.id, "type": "function", "function": function}


def _result(result: ToolResult) -> dict[str, Any]:
    pictures = f"[{result.images} pictures left in the transcript]" if result.images else ""
    content = "\n".join(filter(None, (result.text, pictures)))
    return {"role": "tool", "tool_call_id": result.call_id, "content": content}


def _text(part: Part) -> str:
    match part:
        case Text(written):
            return written
        case Image(media_type):
            return f"[picture left in the transcript: {media_type or 'image'}]"
        case Opaque(kind, raw):
            return "" if kind == "redacted_thinking" else f"[{kind}] {raw}"
        case _:
            return ""
