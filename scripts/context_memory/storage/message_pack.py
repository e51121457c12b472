"""Serialises messages as JSON Lines, one message per line, readable and addressed by line number.

The bytes of their images are stored once in the archive: a message that leaves the context is written without them,
and gets them back when it is shown, so that an image survives every compaction.
"""

import base64
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..errors import ContextMemoryError
from ..messages import Image, Message, Opaque, Part, Role, Text, Thinking, ToolCall, ToolResult, Usage
from ..text import pictures
from .archive import Archive, Original

LARGEST_PACK = 8_000_000
"""Bytes after which a further pack is begun: a huge session never stands in memory twice."""
_encoded = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def packed(messages: Iterable[Message]) -> bytes:
    """The messages, whole, one JSON line each."""
    return b"".join(map(_json_line, messages))


def packs(messages: Iterable[Message]) -> Iterator[tuple[bytes, int]]:
    """The same in chunks of about `LARGEST_PACK` bytes, each with its number of messages."""
    lines: list[bytes] = []
    size = 0
    for message in messages:
        lines.append(_json_line(message))
        size += len(lines[-1])
        if size >= LARGEST_PACK:
            yield b"".join(lines), len(lines)
            lines, size = [], 0
    if lines:
        yield b"".join(lines), len(lines)


def _json_line(message: Message) -> bytes:
    return _encoded(value_of(message)).encode("utf-8", "surrogatepass") + b"\n"


def value_of(message: Message) -> dict[str, Any]:
    """The message as a JSON object; usage, model and line stay with the transcript."""
    value: dict[str, Any] = {"role": message.role.value}
    if message.id:
        value["id"] = message.id
    if message.time:
        value["time"] = message.time
    if message.is_summary:
        value["summary"] = True
    if message.name:
        value["name"] = message.name
    value["parts"] = [_part_value(part) for part in message.parts]
    return value


def whole_value_of(message: Message) -> dict[str, Any]:
    """`value_of` with usage and model, for a journal that is the only copy."""
    value = value_of(message)
    if message.model:
        value["model"] = message.model
    usage = message.usage
    if usage:
        value["usage"] = [usage.input, usage.output, usage.cache_read, usage.cache_write, usage.cache_write_1h]
    return value


def parse_message(value: Any) -> Message:
    """The message of a JSON object that `value_of` or `whole_value_of` made; ValueError for any other object."""
    try:
        usage = value.get("usage")
        return Message(
            role=Role(value["role"]),
            parts=tuple(_parsed_part(part) for part in value["parts"]),
            id=value.get("id", ""),
            time=value.get("time", ""),
            usage=Usage(*usage) if usage else None,
            is_summary=value.get("summary", False),
            model=value.get("model", ""),
            name=value.get("name", ""),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"it is not a message: {type(error).__name__} {error}") from error


def _parsed_part(value: Any) -> Part:
    match value["type"]:
        case "text":
            return Text(value["text"])
        case "thinking":
            return Thinking(value["text"], value["signature"])
        case "tool_call":
            return ToolCall(value["id"], value["name"], value["input"], value.get("form", ""))
        case "tool_result":
            pictures = tuple(map(_parsed_image, value["pictures"])) if "pictures" in value else None
            unknown = (Image(),) * value["images"]
            return ToolResult(
                value["call_id"],
                value["name"],
                value["text"],
                value["is_error"],
                unknown if pictures is None else pictures,
                tuple(Opaque(each["kind"], each["json"]) for each in value.get("others", ())),
            )
        case "image":
            return _parsed_image(value)
        case "opaque":
            return Opaque(value["kind"], value["json"])
        case other:
            raise ValueError(f"unknown part {other!r}")


def _parsed_image(value: Any) -> Image:
    return Image(value["media_type"], value.get("source", ""), value.get("detail", ""))


def _image(picture: Image) -> dict[str, str]:
    known = {"source": picture.source, "detail": picture.detail}
    return {"media_type": picture.media_type, **{name: value for name, value in known.items() if value}}


def _part_value(part: Part) -> dict[str, Any]:
    match part:
        case Text(text):
            return {"type": "text", "text": text}
        case Thinking(text, signature):
            return {"type": "thinking", "text": text, "signature": signature}
        case ToolCall(call_id, name, tool_input, form):
            known = {"form": form} if form else {}
            return {"type": "tool_call", "id": call_id, "name": name, **known, "input": dict(tool_input)}
        case ToolResult():
            shown = [_image(each) for each in part.pictures]
            others = [{"kind": each.kind, "json": each.json} for each in part.others]
            return {
                "type": "tool_result",
                "call_id": part.call_id,
                "name": part.name,
                "is_error": part.is_error,
                "images": part.images,
                **({"pictures": shown} if part.pictures != (Image(),) * part.images else {}),
                **({"others": others} if others else {}),
                "text": part.text,
            }
        case Image():
            return {"type": "image", **_image(part)}
        case Opaque(kind, text):
            return {"type": "opaque", "kind": kind, "json": text}


KIND = "picture"
"""Kind of a picture in the archive."""
_UNKNOWN_TYPE = "application/octet-stream"


def stored_pictures(messages: Iterable[Message], session: str) -> list[Original]:
    """The images of these messages, to archive before the bytes are removed."""
    found = {picture: None for message in messages for picture in pictures.of_message(message)}
    contents = ((picture, pictures.content_of(picture)) for picture in found)
    return [Original(content, KIND, picture.media_type, session) for picture, content in contents if content]


def with_picture_bytes(messages: Sequence[Message], archive: Archive) -> tuple[Message, ...]:
    """The messages with the bytes of each archived image."""

    def found(picture: Image) -> Image:
        if not picture.source.startswith(pictures.ARCHIVED):
            return picture
        try:
            content = archive.get(picture.source)
        except ContextMemoryError:
            return picture
        data = base64.b64encode(content).decode("ascii")
        media_type = picture.media_type or _UNKNOWN_TYPE
        return replace(picture, source=f"{pictures.INLINE}{media_type}{pictures.BASE64},{data}")

    return tuple(pictures.changed(message, found) for message in messages)
