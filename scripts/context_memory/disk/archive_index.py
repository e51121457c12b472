"""What the archive tells about its originals: a line of the index, a line of text that was found."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

SCHEME = "cm:"
UNKNOWN = "unknown"
"""Kind of an object whose line of the index was lost."""
HASH_DIGITS = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the index."""

    handle: str
    sha256: str
    kind: str
    title: str
    session: str
    size: int
    """Bytes of the content."""


@dataclass(frozen=True, slots=True)
class Found:
    """A line of an original that holds the searched text."""

    handle: str
    line: int
    """1-based, as in `HANDLE#L10-40`."""
    text: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    in_message: bool = False
    """Whether the line holds a whole message, and these are lines of text inside it."""


def is_object(name: str) -> bool:
    """Whether a file name is the hash of an object."""
    return len(name) == 64 and HASH_DIGITS.issuperset(name)


def parsed(line: bytes) -> Entry | None:
    """A line of the index as a value; None for a torn or foreign one."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict):
        return None
    texts = [fields.get(name) for name in ("handle", "sha256", "kind", "title", "session")]
    handle, digest, kind, title, session = (text if isinstance(text, str) else "" for text in texts)
    size = fields.get("bytes")
    if not is_object(digest) or not handle.startswith(SCHEME) or not isinstance(size, int):
        return None
    return Entry(handle, digest, kind, title, session, size)


def matches(handle: str, content: bytes, wanted: str, *, ignore_case: bool, context: int) -> Iterator[Found]:
    """Lines of an original that hold the text; with `ignore_case` it is case-folded already."""
    text = content.decode("utf-8", "replace")
    if wanted not in (text.casefold() if ignore_case else text):
        return
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if wanted in (line.casefold() if ignore_case else line):
            before = tuple(lines[max(0, number - 1 - context) : number - 1])
            yield Found(handle, number, line, before, tuple(lines[number : number + context]))
