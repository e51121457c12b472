"""Shared by chat-shaped transcripts: reads texts and images, and matches results to calls.

Formats differ in how they name things; what a name means to a model is the same
everywhere and stands here once.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from ...errors import InputError
from ...messages import Image, Opaque, SkippedLine, Text, Usage
from ._lines import entries
from .detect import Head

LONGEST_MEDIA_TYPE: Final = 100  # characters
IMAGE_TYPES: Final = frozenset({"image", "image_url", "input_image"})
DETAILS: Final = frozenset({"auto", "low", "high", "original"})
OTHER_TYPES: Final = frozenset({"document", "file", "input_audio", "search_result", "tool_reference"})
"""Of blocks that an API takes in a message or a tool result, and that are neither text nor picture."""
MAX_DEPTH: Final = 32
"""Contents inside contents are read as text so deep; deeper ones stay JSON."""


def compact(value: object) -> str:
    """Compact JSON; a value nested too deeply becomes a placeholder."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        return '"nested too deep, see the transcript"'


def opaque(value: object, kind: str = "") -> Opaque:
    """A content block of unknown type, kept as JSON."""
    if not kind and isinstance(value, dict):
        kind = text(value.get("type"))
    return Opaque(kind or "unknown", compact(value))


def text(value: object) -> str:
    """The value if it is text, else nothing."""
    return value if isinstance(value, str) else ""


def mapping(value: object) -> dict[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def flat(content: object, depth: int = 0) -> str:
    """All text of a content, one block per line, without images."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if depth > MAX_DEPTH:
        return compact(content)
    if isinstance(content, list):
        return "\n".join(flat(piece, depth + 1) for piece in content if not is_image(piece))
    if isinstance(content, dict):
        for key in ("text", "content", "output"):
            if isinstance(content.get(key), str | list | dict):
                return flat(content[key], depth + 1)
    return compact(content)


def is_image(piece: object) -> bool:
    """Whether this content block is an image."""
    return isinstance(piece, dict) and text(piece.get("type")) in IMAGE_TYPES


def is_other(piece: object) -> bool:
    """Whether this content block is neither text nor image, and goes through as it came."""
    return isinstance(piece, dict) and text(piece.get("type")) in OTHER_TYPES


def result_content(content: object) -> tuple[str, tuple[Image, ...], tuple[Opaque, ...]]:
    """The text, the images and the other blocks of a tool result."""
    others = tuple(opaque(piece) for piece in items(content) if is_other(piece))
    said = [piece for piece in items(content) if not is_other(piece)] if others else content
    return flat(said), images(content), others


def images(content: object) -> tuple[Image, ...]:
    """The images of a content list."""
    return tuple(image(piece) for piece in items(content) if is_image(piece))


def image(piece: dict[str, Any]) -> Image:
    """The image of a content block, in the form of any API or host."""
    source = mapping(piece.get("source"))
    given = piece.get("image_url", piece.get("url", source.get("url")))
    address = text(given) or text(mapping(given).get("url"))
    media_type = text(piece.get("mimeType")) or text(piece.get("mime")) or text(source.get("media_type"))
    detail = text(mapping(given).get("detail", piece.get("detail")))
    detail = detail if detail in DETAILS else ""
    if data := text(piece.get("data")) or text(source.get("data")):
        return Image(media_type, f"data:{media_type};base64,{data}", detail)
    if address.startswith("data:"):
        named = address[len("data:") :].split(",", 1)[0].split(";", 1)[0]
        return Image(media_type or named[:LONGEST_MEDIA_TYPE], address, detail)
    file = text(piece.get("file_id")) or text(source.get("file_id"))
    return Image(media_type, address or (f"file:{file}" if file else ""), detail)


def count(value: object) -> int:
    """A token count of the file; zero if it is not a count."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def openai_usage(value: object) -> Usage | None:
    """Usage in OpenAI's form: the input includes tokens read from the cache."""
    given = mapping(value)
    whole = count(given.get("prompt_tokens", given.get("input_tokens")))
    details = mapping(given.get("prompt_tokens_details", given.get("input_tokens_details")))
    cached = min(whole, count(given.get("cached_input_tokens", details.get("cached_tokens"))))
    output = count(given.get("completion_tokens", given.get("output_tokens")))
    return Usage(whole - cached, output, cached) if whole or output else None


def chat_entries(source: Path, head: Head, skipped: list[SkippedLine]) -> Iterator[tuple[int, Any]]:
    """(line, value) of a transcript that is a list, an object with `messages`, or JSON lines; line 0 in a document."""
    document = head.document
    if document is None:
        yield from entries(source, skipped)
    elif isinstance(document, list):
        yield from ((0, value) for value in document)
    elif isinstance(document.get("messages"), list):
        yield from ((0, value) for value in document["messages"])
    else:
        yield 0, document


def required(source: Path, found: bool, what: str) -> None:
    """Raise InputError if the file has nothing of this format."""
    if not found:
        raise InputError(
            f"{source} has no {what}", hint="check that this is the file, or name its format with --format"
        )


@dataclass(slots=True)
class Calls:
    """The calls of one dialogue: finds the call of a result without an id, and its tool name."""

    names: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    made: int = 0

    def new_message(self) -> None:
        """An assistant message begins: results without an id belong to calls after this point."""
        self.open.clear()

    def ask(self, name: str, call_id: str = "") -> str:
        """Record a call; a missing id is derived from its position."""
        if not call_id:
            self.made += 1
            call_id = f"call-{self.made}"
        self.names[call_id] = name
        self.open.append(call_id)
        return call_id

    def answer(self, call_id: str = "", name: str = "") -> tuple[str, str]:
        """(call id, tool name) of a result; the id stays empty when no open call fits."""
        if not call_id:
            fitting = (each for each in self.open if not name or self.names[each] == name)
            call_id = next(fitting, "")
        if call_id in self.open:
            self.open.remove(call_id)
        return call_id, name or self.names.get(call_id, "")


MAX_CONTENT_DEPTH: Final = 16
"""Content inside content is followed so deep; what lies deeper is left out."""


def text_and_pictures(content: object, depth: int = 0) -> tuple[str, tuple[Image, ...]]:
    """The text of a tool result's content, blocks joined by line breaks, and its images."""
    if isinstance(content, str):
        return content, ()
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list) or depth > MAX_CONTENT_DEPTH:
        return "", ()
    texts: list[str] = []
    found: list[Image] = []
    for piece in content:
        if isinstance(piece, dict):
            if is_image(piece):
                found.append(image(piece))
                continue
            words = piece.get("text")
            piece = words if isinstance(words, str) else piece.get("content", piece.get("output"))  # noqa: PLW2901
        if isinstance(piece, str):
            texts.append(piece)
        elif piece is not None:
            inner, more = text_and_pictures(piece, depth + 1)
            found += more
            if inner:
                texts.append(inner)
    return (texts[0] if len(texts) == 1 else "\n".join(texts)), tuple(found)


def spoken(content: object) -> list[Text | Image | Opaque]:
    """The parts of a user message: text and images; other types stay opaque."""
    if isinstance(content, str):
        return [Text(content)] if content else []
    if isinstance(content, dict):
        content = [content]
    found: list[Text | Image | Opaque] = []
    for piece in content if isinstance(content, list) else ():
        if isinstance(piece, str):
            found.append(Text(piece))
        elif isinstance(piece, dict):
            found.extend(_spoken_piece(piece))
    return found


def _spoken_piece(piece: dict[str, Any]) -> list[Text | Image | Opaque]:
    kind = piece.get("type")
    words = piece.get("text")
    if isinstance(words, str) and kind in ("text", "input_text", None):
        return [Text(words)] if words else []
    if is_image(piece):
        return [image(piece)]
    return [opaque(piece)]


def usage_of(raw: object, keys: tuple[str, str, str, str]) -> Usage | None:
    """Token counts under their host's names (input, output, cache read, cache write); None when all are zero."""
    if not isinstance(raw, dict):
        return None
    get = raw.get
    first, second, third, fourth = keys
    input_, output, read, written = count(get(first)), count(get(second)), count(get(third)), count(get(fourth))
    given = get(first)
    if isinstance(given, int) and given < 0:  # OpenClaw: the prompt less a cache read that the provider rounded up
        input_ = max(given, -(read + written))
    if not (input_ or output or read or written):
        return None
    split = get("cache_creation")
    hour = count(split.get("ephemeral_1h_input_tokens")) if type(split) is dict else 0
    return Usage(input_, output, read, written, hour)


def time_of(value: object) -> str:
    """ISO 8601 text of a time that is given as such or in milliseconds since 1970; empty for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 10**14:
        moment = datetime.fromtimestamp(value / 1000, UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return ""
