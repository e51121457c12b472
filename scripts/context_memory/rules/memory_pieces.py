"""Cut a memory file into the pieces that search gives back: a bullet with what hangs on it, or a paragraph.

This reads lines, not Markdown: a wrong cut costs a little context and never a
byte of the file. Files are edited elsewhere (`rules.sections`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

LONGEST_PIECE = 1_600
"""Characters; what is longer is cut at a line (OpenClaw: 400 tokens)."""
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
_BULLET = re.compile(r"^(?:[-*+]|\d{1,3}[.)])\s+")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_IMPORTANCE = re.compile(r"<!--\s*importance:\s*(\d{1,2})\s*-->")
_PROJECT = re.compile(r"<!--\s*project:\s*([^\s>]{1,80})\s*-->")
PROJECT = "project:"
"""Begins the tag of a piece that belongs to a project."""
OFTEN = 3
_NAME = re.compile(r"^([^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{0,30}){0,2})[:：]\s")
_DATE = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece and its lines, counted from 1."""

    text: str
    first: int
    last: int
    importance: float | None = None
    """0 to 1, from `<!-- importance: 9 -->`."""
    name: str = ""
    """What stands before a colon at its beginning: perhaps who said it."""
    project: str = ""
    """From `<!-- project: key -->`."""


def cut(text: str) -> list[Piece]:
    """The pieces of a file, each with the heading that it stands under."""
    pieces: list[Piece] = []
    heading, waiting, size, first, fence = "", list[str](), 0, 1, ""
    for number, line in enumerate([*(line.rstrip("\r") for line in text.split("\n")), ""], 1):
        mark = _FENCE.match(line)
        if mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else mark[1]
        found = None if fence else _HEADING.match(line)
        full = size > LONGEST_PIECE
        starts = not fence and (found or not line.strip() or _BULLET.match(line))
        if waiting and (starts or full):
            pieces += _made(heading, waiting, first)
            waiting, size = [], 0
        if found:
            heading = found[2]
        elif line.strip():
            first = first if waiting else number
            waiting.append(line[: 4 * LONGEST_PIECE])
            size += len(line) + 1
    if waiting:
        pieces += _made(heading, waiting, first)
    return pieces


def speakers(pieces: Iterable[Piece]) -> frozenset[str]:
    """Names that stand before a colon so often that the file must be a talk of theirs."""
    counts = Counter(piece.name for piece in pieces if piece.name)
    return frozenset(name for name, count in counts.items() if count >= OFTEN)


def project_of(tags: Iterable[str]) -> str:
    """The project that a piece belongs to, from its tags."""
    return next((tag.removeprefix(PROJECT) for tag in tags if tag.startswith(PROJECT)), "")


def date_of(path: str) -> datetime | None:
    """The day of a dated note, from its path."""
    for year, month, day in _DATE.findall(path):
        try:
            return datetime(int(year), int(month), int(day), 12, tzinfo=UTC)
        except ValueError:
            continue
    return None


def _made(heading: str, lines: list[str], first: int) -> Iterator[Piece]:
    raw = "\n".join(lines)
    given, project = _IMPORTANCE.search(raw), _PROJECT.search(raw)
    body = _BULLET.sub("", _COMMENT.sub("", raw).strip()).strip()
    if body and any(c.isalnum() for c in body):
        importance = max(1, min(10, int(given[1]))) / 10 if given else None
        name = _NAME.match(body)
        text = f"{heading}: {body}" if heading else body
        last = first + len(lines) - 1
        yield Piece(text, first, last, importance, name[1] if name else "", project[1] if project else "")
