"""Pieces that several hosts write alike: text of mixed content, usage numbers, times.

Nothing here raises on a wrong type: what is not text contributes none.
"""

from datetime import UTC, datetime
from typing import Any, Final

from ...model.session import Image, Opaque, Text, Usage
from .content import count, is_image, opaque, text

MAX_CONTENT_DEPTH: Final = 16
"""Content inside content is followed so deep; what lies deeper is left out."""


def flat(content: object, depth: int = 0) -> tuple[str, int]:
    """Plain text of a tool result's content, pieces joined by line ends, and how many pictures it holds."""
    if isinstance(content, str):
        return content, 0
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list) or depth > MAX_CONTENT_DEPTH:
        return "", 0
    texts: list[str] = []
    images = 0
    for piece in content:
        if isinstance(piece, dict):
            if is_image(piece):
                images += 1
                continue
            words = piece.get("text")
            piece = words if isinstance(words, str) else piece.get("content", piece.get("output"))  # noqa: PLW2901
        if isinstance(piece, str):
            texts.append(piece)
        elif piece is not None:
            inner, more = flat(piece, depth + 1)
            images += more
            if inner:
                texts.append(inner)
    return (texts[0] if len(texts) == 1 else "\n".join(texts)), images


def spoken(content: object) -> list[Text | Image | Opaque]:
    """Parts of what a user message says: text and pictures; other kinds stay opaque."""
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
        source = piece.get("source")
        media = piece.get("mimeType") or (source.get("media_type") if isinstance(source, dict) else "")
        return [Image(text(media))]
    return [opaque(piece)]


def usage_of(raw: object, keys: tuple[str, str, str, str]) -> Usage | None:
    """Token counts under their host's names (input, output, cache read, cache write); None when all are zero."""
    if not isinstance(raw, dict):
        return None
    get = raw.get
    first, second, third, fourth = keys
    input_, output, read, written = count(get(first)), count(get(second)), count(get(third)), count(get(fourth))
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
