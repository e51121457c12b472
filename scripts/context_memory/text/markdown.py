"""A Markdown text as lines and headings, and its sections: finds and edits one, and every other byte stays.

A section's own text runs from its heading to the next heading of any level,
so that text added to it never lands under one of its subsections.
"""

import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from ..errors import InputError, RefusedError
from .patterns import lazy_regex

_LINE = lazy_regex(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")  # the three line ends of CommonMark, and no other


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of the text with their line ends."""
    return tuple(_LINE.findall(text))


class Heading(NamedTuple):
    """A heading that is not inside a fence, a comment or a quote."""

    level: int
    """1 to 6."""
    text: str
    """The heading's own words, without marks."""
    line: int
    """0-based index of its first line."""
    body: int
    """0-based index of the first line after it; a setext heading takes two lines."""


class Item(NamedTuple):
    """The first paragraph of one list item by Markdown's rules: lines `line` to `end`, 0-based, end excluded."""

    line: int
    end: int


class Outline(NamedTuple):
    """The text as lines with their line ends; joined, they are the text."""

    lines: tuple[str, ...]
    headings: tuple[Heading, ...]
    front_matter: int = 0
    """Number of lines of YAML front matter at the top."""

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.lines)


_ALIASES = (
    ("memory index", "记忆索引"),
    ("current project", "project", "当前项目", "项目"),
    ("active task", "current task", "活跃任务", "当前任务"),
    ("key constraints", "constraints", "关键约束", "约束"),
    ("recently referenced files", "最近引用文件"),
    ("decisions", "决策", "决策记录"),
    ("errors", "错误", "错误记录"),
    ("completed", "已完成"),
    ("pending", "待办", "未完成"),
    ("key files", "关键文件"),
    ("notes", "备注", "笔记"),
    ("tech stack", "stack", "技术栈"),
    ("agent roles", "智能体角色", "角色"),
)
_SAME_AS = {alias: names[0] for names in _ALIASES for alias in names}


class Change(NamedTuple):
    """A text before and after a change of one section; `heading` is the section with the new text."""

    before: Outline
    after: str
    heading: str
    created: bool


def normalised(header: str) -> str:
    """The header without markup, case, width and extra spaces, in one language if both name the same section."""
    folded = unicodedata.normalize("NFKC", header).casefold()
    words = " ".join(folded.strip().lstrip("#").split()).rstrip(":：")
    return _SAME_AS.get(words, words)


def find(outline: Outline, header: str) -> Heading | None:
    """The heading with exactly this name, else one that differs only in case, spaces and language."""
    wanted = " ".join(header.strip().lstrip("#").split())
    exact = [heading for heading in outline.headings if heading.text == wanted]
    found = exact or [heading for heading in outline.headings if normalised(heading.text) == normalised(header)]
    if len(found) > 1:
        lines = ", ".join(str(heading.line + 1) for heading in found)
        raise InputError(
            f"the header {wanted!r} occurs {len(found)} times, on lines {lines}", hint="rename all but one"
        )
    return found[0] if found else None


def end_of(outline: Outline, heading: Heading) -> int:
    """0-based index of the line after the section's own text."""
    return min((other.line for other in outline.headings if other.line > heading.line), default=len(outline.lines))


def own_text(outline: Outline, heading: Heading) -> str:
    """The section's own text, without its heading."""
    return "".join(outline.lines[heading.body : end_of(outline, heading)])


def append_to_section(outline: Outline, header: str, text: str) -> Change:
    """Add the text as the last lines of the section; a missing section is created at the end of the file."""
    heading = find(outline, header)
    if heading is None:
        return _create_section(outline, header, text)
    start, end = _last_line(outline, heading), end_of(outline, heading)
    addition = _lines(text, outline)
    return Change(outline, _splice(outline, start, start, addition, gap=start == end), heading.text, created=False)


def replace_section(outline: Outline, header: str, text: str) -> Change:
    """Replace the section's own text; blank lines around it stay."""
    heading = find(outline, header)
    if heading is None:
        return _create_section(outline, header, text)
    start, end = heading.body, _last_line(outline, heading)
    while start < end and not outline.lines[start].strip():
        start += 1
    addition = _lines(text, outline)
    return Change(outline, _splice(outline, start, end, addition, gap=False), heading.text, created=False)


def check_change(change: Change, after: Outline) -> None:
    """Refuse a change that touched more than its section; `after` is the outline of the changed text."""
    expected = [(heading.level, heading.text) for heading in change.before.headings]
    if change.created:
        expected.append((2, change.heading))
    found = [(heading.level, heading.text) for heading in after.headings]
    if found != expected or change.before.front_matter != after.front_matter:
        hint = "give text without headings and with every code fence closed"
        raise RefusedError(f"the new text of {change.heading!r} would change the file's structure", hint=hint)
    if _others(change.before, change.heading) != _others(after, change.heading, created=change.created):
        raise RefusedError(f"the edit of {change.heading!r} would touch another section", hint="please report this bug")


def newline_of(outline: Outline) -> str:
    """The line end that the text uses most; LF for a text without any."""
    ended = [line for line in outline.lines if line.endswith("\n")]
    windows = sum(line.endswith("\r\n") for line in ended)
    return "\r\n" if windows * 2 > len(ended) else "\n"


def _last_line(outline: Outline, heading: Heading) -> int:
    end = end_of(outline, heading)
    while end > heading.body and not outline.lines[end - 1].strip():
        end -= 1
    return end


def _lines(text: str, outline: Outline) -> str:
    newline = newline_of(outline)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    return "".join(line + newline for line in lines)


def _splice(outline: Outline, start: int, end: int, addition: str, *, gap: bool) -> str:
    newline = newline_of(outline)
    before, after = "".join(outline.lines[:start]), "".join(outline.lines[end:])
    if before and not before.endswith(("\n", "\r")):
        before += newline
    closing = newline if gap and after else ""
    return before + addition + closing + after


def _create_section(outline: Outline, header: str, text: str) -> Change:
    title = " ".join(header.strip().lstrip("#").split())
    newline = newline_of(outline)
    before = outline.text
    if before and not before.endswith(("\n", "\r")):
        before += newline
    gap = newline if before and outline.lines[-1].strip() else ""
    after = f"{before}{gap}## {title}{newline}{_lines(text, outline)}"
    return Change(outline, after, title, created=True)


def _others(outline: Outline, heading: str, *, created: bool = False) -> str:
    """Everything but the section's own text, which must not change; the last line end does not count."""
    own = find(outline, heading)
    if own is None:
        return outline.text.rstrip("\r\n")
    start, end = own.line if created else own.body, end_of(outline, own)
    head = "".join(outline.lines[:start])
    return (head.rstrip("\r\n") + "\0" * (not created) + "".join(outline.lines[end:])).rstrip("\r\n")


_BEGIN = lazy_regex(r"^<!-- context-memory:begin (?P<name>[a-z]+) sha=(?P<sha>[0-9a-f]{12}) -->\s*$")
_END = "<!-- context-memory:end -->"


class Region(NamedTuple):
    """A managed region: `start` and `end` are the 0-based lines of its two markers."""

    start: int
    end: int
    body: tuple[str, ...]
    """Lines between the marks, without line ends."""
    is_edited: bool
    """Whether somebody else changed the lines since we wrote them."""


def find_region(lines: Sequence[str], name: str) -> Region | None:
    """The region called `name`; an unclosed or repeated one is an error that names the lines."""
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


_FENCE = lazy_regex(r"^ {0,3}(`{3,}|~{3,})")


def closing_of(text: str) -> str:
    """Lines that end a fence or a comment which somebody left open: a heading behind it must not disappear in it."""
    fence = ""
    for line in text.splitlines():
        if found := _FENCE.match(line):
            if not fence:
                fence = found[1]
            elif found[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
    comment = "-->\n" if not fence and text.rfind("<!--") > text.rfind("-->") else ""
    return f"{fence}\n" if fence else comment
