"""MEMORY.md, the index: its limits, its managed region of pointers, its task line.

Newest pointers come first. What does not fit the budget is removed from the end
of the list; the caller puts it into memories/project.md, so nothing is lost.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..errors import InputError, RefusedError
from ..text import markdown, tokens
from ..text.markdown import Outline
from ..text.patterns import lazy_regex
from ..text.secrets.one_line import one_line
from . import pointers
from .pointers import Pointer

MAX_TOKENS = 800  # SPEC 1.2, the whole file, by text.tokens.cjk
MAX_LINE = pointers.MAX_LINE
MAX_TASK = 50  # characters, SPEC 1.2
MAX_CONSTRAINT = 30  # characters, SPEC 1.2
MAX_NAME = 60
REGION = "pointers"
FILES_HEADER = {"en": "Recently Referenced Files", "zh": "最近引用文件"}
TASK_HEADER = {"en": "Active Task", "zh": "活跃任务"}
OVERFLOW_HEADER = {"en": "More pointers", "zh": "更多指针"}
IN_PROGRESS = {
    "en": "Status: in-progress | Details → memories/context.md",
    "zh": "状态：进行中 | 详情 → memories/context.md",
}
NO_TASK = {
    "en": "(none) | Status: waiting | Details → memories/context.md",
    "zh": "（无） | 状态：等待中 | 详情 → memories/context.md",
}

_TASK_LINE = lazy_regex(r"^- .*(?:Details|详情) → memories/context\.md\s*$")
_UPDATED_LINE = lazy_regex(
    r"^_(?P<label>Updated: |更新时间：)(?P<time>.*?)"
    r"(?P<middle> \| (?:Token estimate: |Token 估算：))(?P<tokens>\d+)_(?P<end>\s*)$"
)

Entry = Pointer | str
"""A line of the region: a pointer, or text that a person wrote there and that stays."""


@dataclass(frozen=True, slots=True)
class Index:
    """The parsed text of MEMORY.md."""

    outline: Outline
    entries: tuple[Entry, ...]
    region: markdown.Region | None

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        """The pointers, newest first."""
        return tuple(entry for entry in self.entries if isinstance(entry, Pointer))


@dataclass(frozen=True, slots=True)
class Fitted:
    """The new text of MEMORY.md and the pointers that had to leave it."""

    text: str
    pruned: tuple[Pointer, ...] = ()


def read(outline: Outline) -> Index:
    """Parse this text; without a managed region it has no managed pointers."""
    region = markdown.find_region(outline.lines, REGION)
    entries = tuple(pointers.parse(text) or text for text in region.body) if region else ()
    return Index(outline, entries, region)


def language_of(text: str) -> str:
    """`zh` for a text whose headings or words are mostly Chinese, else `en`."""
    chinese = sum("\u4e00" <= character <= "\u9fff" for character in text)
    return "zh" if chinese * 4 > sum(character.isalpha() for character in text) else "en"


def added(entries: Sequence[Entry], pointer: Pointer, purpose: str = "") -> tuple[Entry, ...]:
    """The entries with the pointer on top, replacing one with the same target.

    A pointer without a purpose takes that of the old one, else `purpose`.
    """
    old = next((e for e in entries if isinstance(e, Pointer) and e.target == pointer.target), None)
    pointer = replace(pointer, purpose=pointer.purpose or (old.purpose if old else purpose))
    if line_of(pointer) == line_of(old):
        return tuple(entries)
    return (pointer, *(entry for entry in entries if entry is not old))


def line_of(pointer: Pointer | None) -> str:
    """The pointer's line; empty for None."""
    return pointers.full_line(pointer) if pointer else ""


def removed(entries: Sequence[Entry], target: Pointer) -> tuple[Entry, ...]:
    """The entries without the pointer; a target without a range removes all pointers to that file."""
    kept = tuple(entry for entry in entries if not (isinstance(entry, Pointer) and _is_meant(entry, target)))
    if len(kept) == len(entries):
        raise InputError(f"MEMORY.md has no pointer to {target.target}", hint="see the lines of its managed region")
    return kept


def fitted(index: Index, entries: Sequence[Entry], language: str, *, may_grow: bool = False) -> Fitted:
    """The text with as many of these entries in its region as fit the budget.

    A text that exceeds the budget by what people wrote keeps all its pointers;
    it is refused when it would get longer still, unless it `may_grow`.
    """
    fit_text = fit(entries, lambda kept: _place_entries(index, kept, language))
    if fit_text is not None:
        return fit_text
    text = _place_entries(index, entries, language)
    if not may_grow and len(text) > len(index.outline.text):
        raise RefusedError(
            f"MEMORY.md has {tokens.cjk(index.outline.text)} tokens, the budget is {MAX_TOKENS}: no room for a pointer",
            hint="move its long text into memories/ first: context-memory workspace migrate",
        )
    return Fitted(text)


def fit(entries: Sequence[Entry], place: Callable[[Sequence[Entry]], str], *, limit: int = MAX_TOKENS) -> Fitted | None:
    """The text that `place` returns for the most leading entries that fit; None if none fits."""
    kept, pruned = _one_line_each(entries)
    while tokens.cjk(text := place(kept)) > limit:
        position = max((number for number, entry in enumerate(kept) if isinstance(entry, Pointer)), default=-1)
        if position < 0:
            return None
        pruned.insert(0, kept.pop(position))
    return Fitted(text, tuple(entry for entry in pruned if isinstance(entry, Pointer)))


def with_task(outline: Outline, task: str, language: str) -> markdown.Change:
    """The text with this task, cut to its 50 characters, as the one line about the active task."""
    line = f"- {one_line(task, MAX_TASK)} | {IN_PROGRESS[language]}"
    heading = markdown.find(outline, TASK_HEADER[language])
    if heading is None:
        return markdown.append_to_section(outline, TASK_HEADER[language], line)
    own = markdown.own_text(outline, heading).splitlines()
    kept = [text for text in own if not _TASK_LINE.match(text) and text.strip()]
    return markdown.replace_section(outline, heading.text, "\n".join([line, *kept]))


def stamped(text: str, updated: str, session_tokens: int | None) -> str:
    """The text with the time of this update in its `_Updated: …_` line, if it has one."""

    def stamp(match: re.Match[str]) -> str:
        count = match["tokens"] if session_tokens is None else session_tokens
        return f"_{match['label']}{updated}{match['middle']}{count}_{match['end']}"

    lines = re.split(r"(?<=\n)", text)
    return "".join(_UPDATED_LINE.sub(stamp, line, count=1) for line in lines)


def problems(text: str, *, limit: int = MAX_TOKENS) -> tuple[str, ...]:
    """Violations of the limits of MEMORY.md, one sentence each; empty if there are none."""
    found = []
    if (count := tokens.cjk(text)) > limit:
        found.append(f"{count} tokens, the budget is {limit}")
    long = [number for number, line in enumerate(text.splitlines(), 1) if len(line) > MAX_LINE]
    if long:
        shown = ", ".join(map(str, long[:5])) + ("…" if len(long) > 5 else "")
        found.append(f"{len(long)} lines of more than {MAX_LINE} characters: {shown}")
    return tuple(found)


def region_lines(entries: Sequence[Entry]) -> tuple[str, ...]:
    """The whole region with its markers, as lines without line ends."""
    return markdown.rendered(REGION, _body(entries))


def _place_entries(index: Index, entries: Sequence[Entry], language: str) -> str:
    outline, newline = index.outline, markdown.newline_of(index.outline)
    if index.region:
        return markdown.replaced(outline.lines, index.region, REGION, _body(entries), newline)
    change = markdown.append_to_section(outline, FILES_HEADER[language], "\n".join(region_lines(entries)))
    return change.after


def _body(entries: Sequence[Entry]) -> tuple[str, ...]:
    return tuple(pointers.full_line(entry) if isinstance(entry, Pointer) else entry for entry in entries)


def _one_line_each(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    too_long: list[Entry] = [e for e in entries if isinstance(e, Pointer) and pointers.line(e) is None]
    return [entry for entry in entries if entry not in too_long], too_long


def _is_meant(entry: Pointer, target: Pointer) -> bool:
    return entry.path == target.path and target.first in {0, entry.first}
