"""Read a memory file line by line: which lines are a bullet with what hangs on it, a paragraph, or rows of a table.

This reads lines, not Markdown: a wrong cut costs a little context and never a
byte of the file. Files are edited elsewhere (`workspace.sections`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ...text.patterns import lazy_regex

LONGEST = 1_600
"""Characters of a part; what is longer is cut at a line, a sentence or a word (OpenClaw: 400 tokens)."""
ROWS = 400
"""Characters of the rows of a table that stay together; each part of a longer one begins with its head."""
LEAD = 80
"""Characters of a line that leads into a list."""
_HEADING = lazy_regex(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_UNDERLINE = lazy_regex(r"^ {0,3}(?:=+|-{2,})\s*$")
_RULE = lazy_regex(r"^ {0,3}(?:[-*_]\s*){3,}$")
_FENCE = lazy_regex(r"^\s*(`{3,}|~{3,})")
BULLET = lazy_regex(r"^(?:[-*+]|\d{1,3}[.)])\s+")
_ROW = lazy_regex(r"^\s*\|.*\|\s*$")
_DELIMITER = lazy_regex(r"^\s*\|(?:\s*:?-+:?\s*\|)+\s*$")
_LEAD = lazy_regex(rf"^(?:\*\*|__)?([^\n]{{1,{LEAD}}}?)(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?$")
_BOLD = lazy_regex(rf"^(?:\*\*|__)([^*_\n]{{1,{LEAD}}})(?:\*\*|__)$")
_FRONT = lazy_regex(
    r"---[ \t]*\r?\n((?:[A-Za-z_][^\n]*|[ \t#-][^\n]*)(?:\n(?!---)[^\n]*){0,40})\n---[ \t]*\r?(?=\n|\Z)"
)
_MARKS, _RULES, _LINES, _BULLETS = (frozenset(each) for each in ("`~", "-*_", "=-", "-*+0123456789"))
_ENDS = lazy_regex(r"(?:[.!?;](?=\s)|[。！？；])")


class Kind(StrEnum):
    """What a part is."""

    HEADING = "heading"
    BULLET = "bullet"
    TEXT = "text"
    CODE = "code"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Part:
    """Lines that belong together, the first one's number from 1, and what they stand under."""

    kind: Kind
    lines: tuple[str, ...]
    first: int
    last: int
    heading: str = ""
    lead: str = ""
    """The line that leads into it: `**Reason**:` before a list."""
    above: tuple[str, ...] = ()
    """The headings it stands under, the outermost first."""
    level: int = 0
    """Of a heading."""


def parts_of_text(text: str) -> list[Part]:
    """The parts of a file, headings left out."""
    front, text = _front_matter(text)
    return [each for part in [*front, *_led(list(_under(_scanned(text))))] for each in _rows(part)]


def _front_matter(text: str) -> tuple[list[Part], str]:
    """The block between two lines of dashes at the beginning, and the text with empty lines in its place."""
    found = _FRONT.match(text)
    if not found:
        return [], text
    lines = tuple(line.rstrip("\r") for line in found[1].split("\n"))
    front = Part(Kind.TEXT, lines, 2, 1 + len(lines))
    return [front], "\n" * found[0].count("\n") + text[found.end() :]


def _under(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts, each with all headings above it."""
    above: list[tuple[int, str]] = []
    for part in parts:
        if part.kind is Kind.HEADING:
            above = [*((level, text) for level, text in above if level < part.level), (part.level, part.heading)]
        yield replace(part, above=tuple(text for _, text in above)) if above else part


def _scanned(text: str) -> Iterator[Part]:
    heading, waiting, size, first, fence, kind = "", list[str](), 0, 1, "", Kind.TEXT
    for number, line in enumerate([*(line.rstrip("\r") for line in text.split("\n")), ""], 1):
        begins = line.lstrip()[:1]
        mark = _FENCE.match(line) if begins in _MARKS else None
        opens = bool(mark and not fence)
        if mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else mark[1]
        is_code = bool(fence) or bool(mark)
        found = _HEADING.match(line) if begins == "#" and not is_code else None
        is_rule = begins in _RULES and not is_code and bool(_RULE.match(line))
        if begins in _LINES and not is_code and kind is Kind.TEXT and len(waiting) == 1 and _UNDERLINE.match(line):
            heading = waiting.pop().strip()
            yield Part(Kind.HEADING, (), number, number, heading, level=1 if begins == "=" else 2)
            continue
        is_row = begins == "|" and not is_code and bool(_ROW.match(line))
        is_bullet = line[:1] in _BULLETS and not is_code and not is_rule and bool(BULLET.match(line))
        starts = not is_code and (found or not begins or is_bullet or is_row != (kind is Kind.TABLE))
        if waiting and (starts or (size > LONGEST and kind is not Kind.TABLE)):
            yield Part(kind, tuple(waiting), first, number - 1, heading)
            waiting, size = [], 0
        if found:
            heading = found[2]
            yield Part(Kind.HEADING, (), number, number, heading, level=len(found[1]))
        elif begins and not is_rule:
            if not waiting:
                first = number
                kind = Kind.TABLE if is_row else Kind.BULLET if is_bullet else Kind.CODE if opens else Kind.TEXT
            *whole, rest = _short(line) if len(line) > LONGEST else (line,)
            for each in whole:
                yield Part(kind, (*waiting, each), first, number, heading)
                first, waiting = number, []
            waiting.append(rest)
            size = sum(map(len, waiting)) if whole else size + len(rest) + 1
    if waiting:
        yield Part(kind, tuple(waiting), first, first + len(waiting) - 1, heading)


def _short(line: str) -> list[str]:
    """A line, or the pieces of a very long one, cut behind a sentence or a word where there is one."""
    pieces = []
    while len(line) > LONGEST:
        ends = [found.end() for found in _ENDS.finditer(line, LONGEST // 2, LONGEST)]
        at = ends[-1] if ends else line.rfind(" ", LONGEST // 2, LONGEST) + 1 or LONGEST
        pieces.append(line[:at])
        line = line[at:]
    return [*pieces, line]


def _led(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts with the line that leads into them; such a line is no part of its own."""
    lead = ""
    for number, part in enumerate(parts):
        following = parts[number + 1] if number + 1 < len(parts) else None
        if part.kind is Kind.HEADING:
            lead = ""
            continue
        found = _lead_of(part)
        if found and following and following.kind in (Kind.BULLET, Kind.TABLE, Kind.CODE):
            lead = found
            continue
        if part.kind is Kind.TEXT:
            lead = ""
        yield replace(part, lead=lead)


def _lead_of(part: Part) -> str:
    if part.kind is not Kind.TEXT or len(part.lines) != 1:
        return ""
    line = part.lines[0].strip()
    found = _LEAD.match(line) or _BOLD.match(line)
    return found[1].strip("*_ ") if found else ""


def _rows(part: Part) -> Iterator[Part]:
    """A table as it is, or its rows in parts that each begin with its head; the line of dashes says nothing."""
    if part.kind is not Kind.TABLE or len(part.lines) < 3 or not _DELIMITER.match(part.lines[1]):
        yield part
        return
    head, rows, first = part.lines[0], list[str](), part.first
    for number, row in enumerate(part.lines[2:], part.first + 2):
        if rows and sum(map(len, rows)) + len(row) > ROWS:
            yield replace(part, lines=(head, *rows), first=first, last=number - 1)
            rows, first = [], number
        rows.append(row)
    yield replace(part, lines=(head, *rows), first=first)
