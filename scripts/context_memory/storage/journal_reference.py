"""Archive objects that refer to byte ranges of a session's journal instead of repeating the bytes.

Messages that leave a view are in the journal of their session, which only
grows and is never cut. So the archive stores byte ranges of it, and the hash
that names the object proves that they are unchanged. Nothing has to
be serialised again to read one, so old references stay readable.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import ContextMemoryError
from ..text.json_text import parse_json
from ..text.patterns import lazy_regex
from . import files

MAGIC = b"context-memory journal reference 1\n"
JOURNAL_FOLDER = "journal"
"""Beside the archive, in the same state folder."""
_NAME = lazy_regex(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,199}\.jsonl")


@dataclass(frozen=True, slots=True)
class JournalLines:
    """Where the lines of an original stand: each is an object whose fields one line of the journal has side by side."""

    file: str
    """Name of the journal's file."""
    places: Sequence[tuple[int, int]]
    """Offset and length of each line of the journal, bytes."""


def written(root: Path, content: bytes, lines: JournalLines) -> bytes | None:
    """The reference for this content; None if the journal does not contain it byte for byte.

    The journal is on the disk when this returns: a reference never outlives what it names.
    """
    pieces = content.split(b"\n")
    if pieces.pop() or len(pieces) != len(lines.places) or not _NAME.fullmatch(lines.file):
        return None
    ranges: list[tuple[int, int]] = []
    end = 0
    try:
        with files.open_to_read(_journal(root, lines.file)) as file:
            for (offset, length), piece in zip(lines.places, pieces, strict=True):
                file.seek(offset)
                at = file.read(length).find(piece[1:-1])
                if at < 0 or piece[:1] + piece[-1:] != b"{}":
                    return None
                ranges.append((offset + at - end, len(piece) - 2))
                end = offset + at + len(piece) - 2
            os.fsync(file.fileno())
    except (ContextMemoryError, OSError):
        return None
    fields = {"journal": lines.file, "ranges": ranges}
    return MAGIC + json.dumps(fields, separators=(",", ":")).encode("ascii") + b"\n"


def journal_of(root: Path, stored: bytes) -> Path | None:
    """The journal of a reference; None if these bytes are not a reference."""
    found = _parse_reference(stored)
    return _journal(root, found[0]) if found else None


def content_of(root: Path, stored: bytes) -> bytes | None:
    """The content of a reference, read from the journal; None if unreadable. The caller verifies the hash."""
    found = _parse_reference(stored)
    if found is None:
        return None
    name, ranges = found
    parts: list[bytes] = []
    size = place = 0
    try:
        with files.open_to_read(_journal(root, name)) as file:
            for gap, length in ranges:
                place += gap
                size += length
                if length < 0 or place < 0 or size > files.LARGEST_FILE:
                    return None
                file.seek(place)
                parts.append(file.read(length))
                place += length
    except (ContextMemoryError, OSError):
        return None
    return b"".join(b"{" + part + b"}\n" for part in parts)


def _journal(root: Path, name: str) -> Path:
    return root.parent / JOURNAL_FOLDER / name


def _parse_reference(stored: bytes) -> tuple[str, list[tuple[int, int]]] | None:
    """Journal and ranges: each range's offset from the end of the one before, and its length."""
    if not stored.startswith(MAGIC):
        return None
    try:
        fields = parse_json(stored[len(MAGIC) :])
        name = fields["journal"]
        ranges = [(gap, length) for gap, length in fields["ranges"]]
        is_ours = _NAME.fullmatch(name) and all(type(each) is int for pair in ranges for each in pair)
    except (ValueError, TypeError, KeyError):
        return None
    return (name, ranges) if is_ours else None
