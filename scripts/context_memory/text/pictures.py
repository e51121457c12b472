"""Images: where their bytes are, their digests, and the placeholder line of an image that is not shown."""

import base64
import binascii
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from ..messages import Image, Message, Part, ToolResult
from .hashing import sha256

ARCHIVED: Final = "cm:"
"""Begins the handle of an original in the archive (`storage.archive.SCHEME`, which pure code cannot import)."""
INLINE: Final = "data:"
BASE64: Final = ";base64"
_DIGITS = 12  # of a handle in a line that people read


def content_of(picture: Image) -> bytes | None:
    """The bytes in the message itself; None if they are elsewhere or not base64."""
    head, comma, data = picture.source.partition(",")
    if not (comma and head.startswith(INLINE) and head.endswith(BASE64)):
        return None
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return None


def digest_of(picture: Image) -> str:
    """The identity of an image: SHA-256 of its bytes, else of its address."""
    if picture.source.startswith(ARCHIVED):
        return picture.source.removeprefix(ARCHIVED)
    content = content_of(picture)
    known = picture.source.encode("utf-8", "surrogatepass") if content is None else content
    return sha256(known).hexdigest() if known else ""


def note(picture: Image, handle: str = "") -> str:
    """The placeholder line of an image that cannot be shown."""
    if handle:
        return f"[picture: {picture.media_type or 'image'} — original: archive {handle}]"
    if picture.source.startswith(ARCHIVED):
        return note(picture, ARCHIVED + digest_of(picture)[:_DIGITS])
    address = "" if picture.source.startswith(INLINE) else picture.source
    return f"[picture left in the transcript: {address or picture.media_type or 'image'}]"


def result_note(result: ToolResult) -> str:
    """A line for each image of a result rendered as text; unknown images share one line."""
    unknown = sum(not picture.source for picture in result.pictures)
    lines = [note(picture) for picture in result.pictures if picture.source]
    return "\n".join([*lines, *([f"[{unknown} pictures left in the transcript]"] if unknown else [])])


def of_message(message: Message) -> list[Image]:
    """All images of a message, including those in tool results."""
    inside = [picture for result in message.results for picture in result.pictures]
    return [part for part in message.parts if isinstance(part, Image)] + inside


def _has_known(message: Message) -> bool:
    """Whether there is a picture of which something is known; asked of every message of a context."""
    for part in message.parts:
        if isinstance(part, Image):
            if part.source:
                return True
        elif isinstance(part, ToolResult) and part.pictures and any(picture.source for picture in part.pictures):
            return True
    return False


def referenced(messages: Iterable[Message]) -> list[Message]:
    """The messages with each image's bytes replaced by its hash."""
    return [changed(message, _reference) for message in messages]


def _reference(picture: Image) -> Image:
    return picture if content_of(picture) is None else replace(picture, source=ARCHIVED + digest_of(picture))


def changed(message: Message, change: Callable[[Image], Image]) -> Message:
    """The message with `change` applied to every image."""
    if not _has_known(message):
        return message

    def part_of(part: Part) -> Part:
        if isinstance(part, Image):
            return change(part)
        if isinstance(part, ToolResult) and part.pictures:
            return replace(part, pictures=tuple(map(change, part.pictures)))
        return part

    return replace(message, parts=tuple(map(part_of, message.parts)))
