"""Cut a memory file into the pieces that search gives back: a bullet with what hangs on it, or a paragraph.

Short bullets of one list stay together: "OKX" alone answers nothing. A bullet
with a mark of its own, and the lines of a talk, are pieces of their own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from ...text.patterns import lazy_regex

LONGEST = 1_600
"""Characters of a part; what is longer is cut at a line, a sentence or a word (OpenClaw: 400 tokens)."""
ROWS = 400
"""Characters of the rows of a table that stay together; each part of a longer one begins with its head."""
LEAD = 80
"""Characters of a line that leads into a list."""
LEAST_ABOVE = 3
"""Headings that a piece stands under, from which the one over its own is told too: title, chapter, section."""
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
    texts: tuple[str, ...] = ()
    for part in parts:
        if part.kind is Kind.HEADING:
            above = [*((level, text) for level, text in above if level < part.level), (part.level, part.heading)]
            texts = tuple(text for _, text in above)
        yield replace(part, above=texts) if texts else part


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


SHORT_FACT = 80
"""Width of a bullet of MEMORY.md or memories/*.md that is packed with its neighbours; Chinese characters are two wide.

These four numbers are set by hand on 60 questions about four public workspaces, English, Chinese and Japanese: the
right piece is among the first three for 51 of them and among the first ten for 57; one bullet a piece, as it was, 49
and 55; the first hit is right for 42 either way. Wider packing brings fewer first hits (38).
"""
PACKED_FACTS = 300
"""Width of the bullets that are packed into one piece."""
SHORT_BULLET = 40
"""The same in dated notes, whose bullets tell of events that have little to do with each other."""
PACKED = 200
_SCAFFOLD = lazy_regex(
    r"^[ \t]*(?:_(?:Updated: |更新时间：)[^\n]*_|(?:[-*] )?(?:\((?:none|none yet|nothing yet)\)|（[暂]?无）)[^\n]*"
    r"|[-*] [^\n]*<!-- cm:[0-9a-f]{12}/[0-9a-f]{7}[^\n]*-->)[ \t]*$",
    re.MULTILINE,
)
"""Lines of our own templates: the time of an update, where nothing stands yet, pointers to files. They would answer
every question a little."""
_LEADS_TO = lazy_regex(r"[ \t]*\|(?: (?:Status: |状态：)[^|\n]*\|)? (?:Details|详情) → memories/\S+", re.MULTILINE)
"""Where the details of a line of ours lie."""
_ENTRY = "<!-- context-memory:flush "
"""Follows the title of an entry that `flush` wrote: its first request, which stands below it again. With the title
before it, each line of the entry would answer what one of them does."""
_COMMENT = lazy_regex(r"<!--.*?-->", re.DOTALL)
_COMMENTED_LINES = lazy_regex(r"^[ \t]*<!--(?:(?!-->).)*\n.*?-->", re.DOTALL | re.MULTILINE)
_PLACEHOLDER = lazy_regex(
    r"([*_])[(（][^()（）\n]{1,200}[)）]\1|^[-*+][ \t]+\*\*[^*\n]{1,40}[:：]\*\*[ \t]*$(?!\n[ \t]+\S)", re.MULTILINE
)
"""`_(optional)_`, or a label with nothing behind it: a field that nobody filled in."""
_MAY_BE_OURS = lazy_regex(r"[(（](?:none|nothing|暂?无)|_Updated|_更新|<!-- cm:|→ memories/")
_IMPORTANCE = lazy_regex(r"<!--\s*importance:\s*(\d{1,2})\s*-->")
_PROJECT = lazy_regex(r"<!--\s*project:\s*([^\s>]{1,80})\s*-->")
PROJECT = "project:"
"""Begins the tag of a piece that belongs to a project."""
OFTEN = 3
TALK_SHARE = 0.6
"""Pieces of a talk that begin with who says them; in daily notes labels such as `Results:` return, but seldom."""
_WIDE = lazy_regex("[\u2e81-\U0010ffff]")
_NAME = lazy_regex(r"^([^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{0,30}){0,2})[:：]\s")
_DATE = lazy_regex(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")


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
    above: tuple[str, ...] = ()
    """The headings it stands under, the outermost first."""

    @property
    def parent(self) -> str:
        """The heading over that of its section; the title of the file says little of one piece."""
        return self.above[-2].rstrip(":： ") if len(self.above) >= LEAST_ABOVE else ""


def cut(text: str, *, is_note: bool = False) -> list[Piece]:
    """The pieces of a file, each with the heading and the lead that it stands under."""
    parts = parts_of_text(_without_comments(text))
    is_ours = is_note and _ENTRY in text
    if is_ours:
        titles = {part.heading for part in parts if part.lines and part.lines[0].startswith(_ENTRY)}
        parts = [replace(part, heading="") if part.heading in titles else part for part in parts]
    names = [_name(part) for part in parts]
    talking = {name for name, count in Counter(names).items() if name and count >= OFTEN}
    short, most = (SHORT_BULLET, PACKED) if is_note else (SHORT_FACT, PACKED_FACTS)
    short = 0 if is_ours else short  # each of our bullets has a label, which says what it is
    groups: list[list[Part]] = []
    room = 0
    for part, name in zip(parts, names, strict=True):
        width = _width(part)
        is_item = part.kind is Kind.BULLET and width <= short and name not in talking and "<!--" not in part.lines[0]
        if is_item and width <= room and _goes_on(groups[-1][-1], part):
            groups[-1].append(part)
            room -= width
        else:
            groups.append([part])
            room = most - width if is_item else 0
    pieces = [piece for group in groups if (piece := _made(group))]
    return [replace(piece, name="") for piece in pieces] if is_ours else pieces  # "Asked", "Done" are labels


def speakers(pieces: Iterable[Piece]) -> frozenset[str]:
    """Names that stand before a colon so often that the file must be a talk of theirs, not notes with labels."""
    counts = Counter(piece.name for piece in pieces)
    often = {name: count for name, count in counts.items() if name and count >= OFTEN}
    return frozenset(often) if sum(often.values()) >= TALK_SHARE * counts.total() else frozenset()


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


def _without_comments(text: str) -> str:
    """The text with empty lines where a comment of several lines stands."""
    return _COMMENTED_LINES.sub(lambda found: "\n" * found[0].count("\n"), text) if "<!--" in text else text


def day_of(piece: Piece, written: datetime) -> datetime | None:
    """Noon of the day that the nearest heading with a day names; `written` is when the file was."""
    from ...text import dates

    for heading in reversed(piece.above):
        if any(map(str.isdigit, heading)) and (day := dates.day_of(heading, written)):
            return day.replace(hour=12)
    return None


def _goes_on(last: "Part", part: "Part") -> bool:
    return part.first == last.last + 1 and (last.heading, last.lead) == (part.heading, part.lead)


def _width(part: "Part") -> int:
    """Columns of its lines; wide characters take two."""
    return sum(len(line) if line.isascii() else len(line) + len(_WIDE.findall(line)) for line in part.lines)


def _name(part: "Part") -> str:
    found = _NAME.match(_without_bullet(part.lines[0]))
    return found[1] if found else ""


def _without_bullet(text: str) -> str:

    return BULLET.sub("", text, count=1)


def _made(group: Sequence["Part"]) -> Piece | None:
    first, last = group[0], group[-1]
    raw = "\n".join(line for part in group for line in part.lines)
    given, project = _IMPORTANCE.search(raw), _PROJECT.search(raw)
    told = _LEADS_TO.sub("", _SCAFFOLD.sub("", raw)) if _MAY_BE_OURS.search(raw) else raw
    if "(" in told or "（" in told or "**" in told:
        told = _PLACEHOLDER.sub("", told)
    lines = _COMMENT.sub("", told).split("\n")
    body = _without_bullet("\n".join(line for line in lines if line.strip()).strip()).strip()
    if not any(c.isalnum() for c in body):
        return None
    importance = max(1, min(10, int(given[1]))) / 10 if given else None
    name = _NAME.match(body) if len(group) == 1 else None
    above = " › ".join(each.rstrip(":： ") for each in (first.heading, first.lead) if each)
    text = f"{above}: {body}" if above else body
    return Piece(
        text, first.first, last.last, importance, name[1] if name else "", project[1] if project else "", first.above
    )
