"""Queries over recorded changes: which change did what, when and why; which added or removed a line."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher

from ..errors import InputError
from ..text.patterns import lazy_regex


@dataclass(frozen=True, slots=True)
class Commit:
    """One recorded change."""

    id: str
    time: datetime
    cause: str
    change: str = ""
    """Id of the queued change that it was made from."""


@dataclass(frozen=True, slots=True)
class Step:
    """The files of one change: (path, content id before, content id after), empty for no content."""

    commit: Commit
    files: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """The change that added a line of the newest recorded version of a file; `line` counts from 1."""

    commit: Commit
    path: str
    line: int
    text: str
    now: int | None = None
    """The line where it stands in the file as it is, None where it is gone since."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The change that removed a line from a file; `after` is what replaced it, if anything."""

    commit: Commit
    path: str
    before: str
    after: str = ""


LONGEST = 500
"""Characters of a text that is looked for."""
ALIKE = 0.5
"""A new line at least so similar to the lost one, 0 to 1, is what became of it."""
_SPECIAL = lazy_regex(r"[.\[\]{}()*+?^$|\\]")

TextOf = Callable[[str], str]
"""The text behind a content id; empty for an empty id."""


def needle(text: str) -> str:
    """The search text without case and extra spaces."""
    words = " ".join(text.split()).casefold()
    if not words or len(words) > LONGEST:
        raise InputError("no text to look for" if not words else "the text is too long", hint="use a part of the line")
    return words


def pattern(text: str) -> str:
    """An extended regular expression that matches at least every line with `needle`, ASCII letters in any case.

    Other letters may have a second form of other bytes; where there is one, anything may stand.
    """
    return "[[:space:]]+".join("".join(map(_matching, word)) for word in text.split())


def _matching(character: str) -> str:
    if character.isascii():
        return _SPECIAL.sub(r"\\\g<0>", character)
    has_case = character.casefold() != character or character.upper() != character
    return ".+" if has_case else character


def holds(line: str, wanted: str) -> bool:
    """Whether the line contains the needle."""
    return wanted in " ".join(line.split()).casefold()


def brought(path: str, text: str, wanted: str, steps: Sequence[Step], text_of: TextOf) -> Iterator[Brought]:
    """For each current line of a file with the needle, the newest change that added it."""
    for number, line in enumerate(text.splitlines(), 1):
        if not holds(line, wanted):
            continue
        for step in reversed(steps):
            versions = next(((old, new) for name, old, new in step.files if name == path), None)
            if versions and _has(text_of(versions[1]), line) and not _has(text_of(versions[0]), line):
                yield Brought(step.commit, path, number, line.strip())
                break


def moved(before: str, after: str) -> dict[int, int]:
    """The position of each line of a text in another version, both from 1; removed lines are missing.

    A line that was moved past others is found by its words, each place taken once.
    """
    if before == after:
        return {number: number for number in range(1, len(before.splitlines()) + 1)}
    old, new = before.splitlines(), after.splitlines()
    found = {
        block.a + i + 1: block.b + i + 1
        for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
        for i in range(block.size)
    }
    free: dict[str, list[int]] = {}
    for number in sorted(set(range(1, len(new) + 1)) - set(found.values()), reverse=True):
        free.setdefault(new[number - 1], []).append(number)
    for number, line in enumerate(old, 1):
        if number not in found and free.get(line):
            found[number] = free[line].pop()
    return found


def lost(wanted: str, steps: Sequence[Step], text_of: TextOf) -> Iterator[Lost]:
    """Changes after which fewer lines of a file contained the needle, newest first, and what replaced the line."""
    for step in reversed(steps):
        for path, old, new in step.files:
            before, after = text_of(old).splitlines(), text_of(new).splitlines()
            held = [line for line in before if holds(line, wanted)]
            if len(held) <= sum(holds(line, wanted) for line in after):
                continue
            known = set(before)
            fresh = [line for line in after if line not in known]
            for line in held:
                if line not in after:
                    yield Lost(step.commit, path, line.strip(), _alike(line, fresh))


def _has(text: str, line: str) -> bool:
    return line in text.splitlines()


def _alike(line: str, fresh: Sequence[str]) -> str:
    best, found = ALIKE, ""
    for each in fresh[:500]:
        ratio = SequenceMatcher(None, line[:LONGEST], each[:LONGEST]).ratio()
        if ratio >= best:
            best, found = ratio, each.strip()
    return found
