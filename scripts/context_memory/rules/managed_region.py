"""The part of a shared file that is ours: between two comment lines, with a hash of what stands between.

Everything outside belongs to people and hosts. The hash tells whether somebody
edited inside; such lines are kept, never overwritten unseen.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from ..model.errors import InputError

_BEGIN = re.compile(r"^<!-- context-memory:begin (?P<name>[a-z]+) sha=(?P<sha>[0-9a-f]{12}) -->\s*$")
_END = "<!-- context-memory:end -->"


@dataclass(frozen=True, slots=True)
class Region:
    """A managed region: `start` and `end` are the 0-based lines of its two marks."""

    start: int
    end: int
    body: tuple[str, ...]
    """Lines between the marks, without line ends."""
    is_edited: bool
    """Whether somebody else changed the lines since we wrote them."""


def find(lines: Sequence[str], name: str) -> Region | None:
    """The region called `name`; one that is open, or stands twice, is an error that names the lines."""
    marks = [
        (number, match) for number, text in enumerate(lines) if (match := _BEGIN.match(text)) and match["name"] == name
    ]
    if not marks:
        return None
    if len(marks) > 1:
        where = ", ".join(str(number + 1) for number, _match in marks)
        raise InputError(f"the managed region {name!r} begins {len(marks)} times, on lines {where}", hint="keep one")
    start, mark = marks[0]
    end = next((number for number in range(start + 1, len(lines)) if lines[number].strip() == _END), None)
    if end is None:
        raise InputError(f"the managed region {name!r} on line {start + 1} has no end", hint=f"add the line {_END}")
    body = tuple(text.rstrip("\r\n") for text in lines[start + 1 : end])
    return Region(start, end, body, is_edited=_sha(body) != mark["sha"])


def spans(lines: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """First and last 0-based line of every managed region, whatever its name; an open one runs to the end."""
    found, start = [], -1
    for number, line in enumerate(lines):
        if start < 0 and _BEGIN.match(line):
            start = number
        elif start >= 0 and line.strip() == _END:
            found.append((start, number))
            start = -1
    return (*found, (start, len(lines))) if start >= 0 else tuple(found)


def rendered(name: str, body: Sequence[str]) -> tuple[str, ...]:
    """The region as lines without line ends."""
    return (f"<!-- context-memory:begin {name} sha={_sha(body)} -->", *body, _END)


def replaced(lines: Sequence[str], region: Region, name: str, body: Sequence[str], newline: str) -> str:
    """The whole text with the region's lines replaced; all other lines stay as they are."""
    last = lines[region.end]
    ending = last[len(last.rstrip("\r\n")) :]
    own = newline.join(rendered(name, body)) + ending
    return "".join(lines[: region.start]) + own + "".join(lines[region.end + 1 :])


def _sha(body: Sequence[str]) -> str:
    return sha256("\n".join(body).encode("utf-8", "surrogateescape")).hexdigest()[:12]
