"""Images of messages: their bytes are stored once in the archive; journals and message packs refer to them by hash.

A message that leaves the context is written without the bytes; a message that is
shown gets them back, so that an image survives every compaction.
"""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..errors import ContextMemoryError
from ..messages import Image, Message
from ..text import pictures
from .archive import Archive, Original

KIND = "picture"
"""Kind of a picture in the archive."""
_UNKNOWN_TYPE = "application/octet-stream"


def originals(messages: Iterable[Message], session: str) -> list[Original]:
    """The images of these messages, to archive before the bytes are removed."""
    found = {picture: None for message in messages for picture in pictures.of_message(message)}
    contents = ((picture, pictures.content_of(picture)) for picture in found)
    return [Original(content, KIND, picture.media_type, session) for picture, content in contents if content]


def with_bytes(messages: Sequence[Message], archive: Archive) -> tuple[Message, ...]:
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
