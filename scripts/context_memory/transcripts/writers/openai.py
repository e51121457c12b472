"""Messages for OpenAI-style chat APIs: calls under `tool_calls`, followed by one `tool` message per result.

A `tool` message holds text only, so pictures of results follow in a message of the user.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ...messages import Image, Message, Opaque, Part, Role, Text, ToolCall, ToolResult
from ...text import pictures
from .pairing import Said, accepted, paired

OF_TOOLS: Final = "[pictures that the tools above gave back]"


def to_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The messages in the API's form, without thinking; unsupported parts become text."""
    sent: list[dict[str, Any]] = []
    for said in paired(messages):
        sent.extend(_message(said))
        sent.extend(_result(result) for result in said.results)
        shown = [picture for result in said.results for picture in result.pictures if _can_be_sent(picture)]
        if shown:
            sent.append({"role": "user", "content": [_piece(OF_TOOLS), *map(_picture, shown)]})
    return sent


def _message(said: Said) -> list[dict[str, Any]]:
    if said.role is Role.USER and any(isinstance(part, Image) and _can_be_sent(part) for part in said.parts):
        return [{"role": "user", "content": [piece for part in said.parts for piece in _pieces(part)]}]
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
    left = replace(result, pictures=tuple(each for each in result.pictures if not _can_be_sent(each)))
    content = "\n".join(filter(None, (result.text, pictures.result_note(left))))
    return {"role": "tool", "tool_call_id": result.call_id, "content": content}


def _can_be_sent(picture: Image) -> bool:
    return picture.source.startswith(("data:image/", "https://", "http://"))


def _pieces(part: Part) -> list[dict[str, Any]]:
    if isinstance(part, Image) and _can_be_sent(part):
        return [_picture(part)]
    written = _text(part)
    return [_piece(written)] if written else []


def _piece(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _picture(picture: Image) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": picture.source}}


def _text(part: Part) -> str:
    match part:
        case Text(written):
            return written
        case Image():
            return pictures.note(part)
        case Opaque(kind, raw):
            return "" if kind == "redacted_thinking" else f"[{kind}] {raw}"
        case _:
            return ""
