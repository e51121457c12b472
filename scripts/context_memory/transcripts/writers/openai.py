"""Messages for OpenAI-style chat APIs: calls under `tool_calls`, followed by one `tool` message per result.

A `tool` message holds text only, so pictures of results follow in a message of the user. What the user sent as audio
or file goes through as it came.
"""

import contextlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ...messages import Image, Message, Opaque, Part, Role, Text, ToolCall, ToolResult
from ...text import pictures
from ...text.json_text import parse_json
from .pairing import Said, accepted, paired

_USER_PIECES: Final = frozenset({"file", "input_audio"})
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
    name = {"name": said.name} if said.name else {}
    if said.role is Role.USER and not all(isinstance(part, Text) for part in said.parts):
        pieces = [piece for part in said.parts for piece in _pieces(part)]
        if any(piece["type"] != "text" for piece in pieces):
            return [{"role": "user", **name, "content": pieces}]
    content = "\n".join(filter(None, map(_text, said.parts)))
    calls = [_call(part) for part in said.parts if isinstance(part, ToolCall)]
    if calls:
        return [{"role": "assistant", **name, "content": content or None, "tool_calls": calls}]
    return [{"role": said.role.value, **name, "content": content}] if content else []


def _call(call: ToolCall) -> dict[str, Any]:
    name, given = accepted(call.name) or "tool", call.input.get("arguments")
    if call.form == "custom" and isinstance(given, str):
        return {"id": call.id, "type": "custom", "custom": {"name": name, "input": given}}
    as_it_came = call.form == "text" and isinstance(given, str)
    arguments = given if as_it_came else json.dumps(dict(call.input), ensure_ascii=False)
    return {"id": call.id, "type": "function", "function": {"name": name, "arguments": arguments}}


def _result(result: ToolResult) -> dict[str, Any]:
    left = replace(result, pictures=tuple(each for each in result.pictures if not _can_be_sent(each)))
    content = "\n".join(filter(None, (result.whole_text, pictures.result_note(left))))
    return {"role": "tool", "tool_call_id": result.call_id, "content": content}


def _can_be_sent(picture: Image) -> bool:
    return picture.source.startswith(("data:image/", "https://", "http://"))


def _pieces(part: Part) -> list[dict[str, Any]]:
    if isinstance(part, Image) and _can_be_sent(part):
        return [_picture(part)]
    if isinstance(part, Opaque) and part.kind in _USER_PIECES:
        with contextlib.suppress(ValueError):  # of a redacted one
            return [parse_json(part.json)]
    written = _text(part)
    return [_piece(written)] if written else []


def _piece(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _picture(picture: Image) -> dict[str, Any]:
    detail = {"detail": picture.detail} if picture.detail else {}
    return {"type": "image_url", "image_url": {"url": picture.source, **detail}}


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
