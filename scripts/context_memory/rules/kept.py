"""Know the kept messages of an earlier compaction again, in whatever format they come back.

Formats merge results into one message, drop empty ones and rename calls, so
neither a count nor an id is enough. What was said stays what it was.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from json import dumps

from ..model.session import Message, Part, Text, ToolCall, ToolResult

DIGITS = 12  # hex digits of a SHA-256


def marks(messages: Iterable[Message]) -> tuple[str, ...]:
    """One short hash for each part that says something, in order."""
    return tuple(mark for message in messages for mark in _of(message))


def count(messages: Sequence[Message], known: Iterable[str]) -> int:
    """How many messages at the beginning hold what these marks stand for; each mark is used once."""
    left = Counter(known)
    folded = 0
    for position, message in enumerate(messages):
        found = [mark for mark in _of(message) if left[mark] > 0]
        if not found and any(_of(message)):
            break
        left.subtract(found)
        if found:
            folded = position + 1
    return folded


def _of(message: Message) -> Iterator[str]:
    for part in message.parts:
        said = _said(part)
        if said:
            yield sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def _said(part: Part) -> str:
    """What the part says; nothing for what does not survive every format (thinking, pictures, opaque parts)."""
    match part:
        case Text(text):
            return text.strip()
        case ToolResult():
            return part.text.strip()
        case ToolCall():
            return dumps(dict(part.input), sort_keys=True, ensure_ascii=False)
        case _:
            return ""
