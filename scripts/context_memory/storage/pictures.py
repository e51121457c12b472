"""Pictures of messages: their bytes lie in the archive, once each; a journal and a pack of messages name them by hash.

A message that leaves the context is written without the bytes, one that is
shown gets them back, so that a picture survives every compaction whole.
"""

import base64
import binascii
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from hashlib import sha256

from ..errors import ContextMemoryError
from ..messages import Image, Message, Part, ToolResult
from .archive import HANDLE_DIGITS, SCHEME, Archive, Original

KIND = "picture"
"""Kind of a picture in the archive."""
_INLINE = "data:"
_BASE64 = ";base64"
_UNKNOWN_TYPE = "application/octet-stream"


def content_of(picture: Image) -> bytes | None:
    """The bytes that the message itself holds; None where they are elsewhere or are no base64."""
    head, comma, data = picture.source.partition(",")
    if not (comma and head.startswith(_INLINE) and head.endswith(_BASE64)):
        return None
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return None


def digest_of(picture: Image) -> str:
    """What tells this picture from others wherever its bytes are: their SHA-256, else that of its address."""
    if picture.source.startswith(SCHEME):
        return picture.source.removeprefix(SCHEME)
    content = content_of(picture)
    known = picture.source.encode("utf-8", "surrogatepass") if content is None else content
    return sha256(known).hexdigest() if known else ""


def note(picture: Image, handle: str = "") -> str:
    """The line that stands where this picture cannot be shown."""
    if handle:
        return f"[picture: {picture.media_type or 'image'} — original: archive {handle}]"
    if picture.source.startswith(SCHEME):
        return note(picture, SCHEME + digest_of(picture)[:HANDLE_DIGITS])
    address = "" if picture.source.startswith(_INLINE) else picture.source
    return f"[picture left in the transcript: {address or picture.media_type or 'image'}]"


def result_note(result: ToolResult) -> str:
    """A line for each picture of a result that is told as text; those of which nothing is known in one."""
    unknown = sum(not picture.source for picture in result.pictures)
    lines = [note(picture) for picture in result.pictures if picture.source]
    return "\n".join([*lines, *([f"[{unknown} pictures left in the transcript]"] if unknown else [])])


def of_message(message: Message) -> list[Image]:
    """All pictures of a message, those inside tool results too."""
    inside = [picture for result in message.results for picture in result.pictures]
    return [part for part in message.parts if isinstance(part, Image)] + inside


def referenced(messages: Iterable[Message]) -> list[Message]:
    """The messages with the hash of each picture in place of its bytes."""
    return [_changed(message, _reference) for message in messages]


def originals(messages: Iterable[Message], session: str) -> list[Original]:
    """The pictures that these messages hold, to be archived before the bytes are left out."""
    found = {picture: None for message in messages for picture in of_message(message)}
    contents = ((picture, content_of(picture)) for picture in found)
    return [Original(content, KIND, picture.media_type, session) for picture, content in contents if content]


def with_bytes(messages: Sequence[Message], archive: Archive) -> tuple[Message, ...]:
    """The messages with the bytes of each picture that the archive has."""

    def found(picture: Image) -> Image:
        if not picture.source.startswith(SCHEME):
            return picture
        try:
            content = archive.get(picture.source)
        except ContextMemoryError:
            return picture
        data = base64.b64encode(content).decode("ascii")
        media_type = picture.media_type or _UNKNOWN_TYPE
        return replace(picture, source=f"{_INLINE}{media_type}{_BASE64},{data}")

    return tuple(_changed(message, found) for message in messages)


def _reference(picture: Image) -> Image:
    return picture if content_of(picture) is None else replace(picture, source=SCHEME + digest_of(picture))


def _changed(message: Message, change: Callable[[Image], Image]) -> Message:
    if not any(picture.source for picture in of_message(message)):
        return message

    def part_of(part: Part) -> Part:
        if isinstance(part, Image):
            return change(part)
        if isinstance(part, ToolResult) and part.pictures:
            return replace(part, pictures=tuple(map(change, part.pictures)))
        return part

    return replace(message, parts=tuple(map(part_of, message.parts)))
