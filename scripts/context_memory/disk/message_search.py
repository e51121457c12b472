"""Search packs of messages as they read, not as JSON writes them."""

import json
from collections.abc import Iterator
from typing import Any

from .archive_index import Found

KIND = "messages"
"""Kind of a pack of messages in the archive."""


def matches(handle: str, content: bytes, wanted: str, *, ignore_case: bool, context: int) -> Iterator[Found]:
    """Lines of text inside the messages that hold `wanted`; `line` is the message's.

    With `ignore_case` the wanted text is case-folded already.
    """
    for number, line in enumerate(content.split(b"\n"), 1):
        lines = "\n".join(_texts_of(line)).split("\n")
        for i, text in enumerate(lines):
            if wanted in (text.casefold() if ignore_case else text):
                before, after = lines[max(0, i - context) : i], lines[i + 1 : i + 1 + context]
                yield Found(handle, number, text, tuple(before), tuple(after), in_message=True)


def _texts_of(line: bytes) -> list[str]:
    """What a person reads in one packed message."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return []
    parts = message.get("parts") if isinstance(message, dict) else None
    if not isinstance(parts, list):
        return []
    return [text for part in parts if isinstance(part, dict) for text in _texts(part)]


def _texts(part: dict[str, Any]) -> list[str]:
    given = part.get("input")
    if isinstance(given, dict):
        values = [
            value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in given.values()
        ]
        return [str(part.get("name", "")), *values]
    return [part[key] for key in ("text", "json") if isinstance(part.get(key), str)]
