"""Counts mentions while messages are folded: what was named where, how often, and by whom."""

from enum import IntEnum
from typing import NamedTuple

from ...text import entities, locations
from ...text.patterns import lazy_regex
from . import excerpts
from .values import Line, Mentions


class Source(IntEnum):
    """Who named a thing; the value is its column in the counts."""

    PROSE = 0
    CALL = 1
    PERSON = 2
    RESULT = 3


_PATCHED_FILE = lazy_regex(r"(?m)^\*\*\* (?:Add|Update) File: (\S.*?)\s*$")
_LAST, _SEEN = 4, 5  # columns of the newest message, and of what counted last: which message, and which source
_MOST_LINES = 1 << 15
"""Lines whose names are remembered while messages are folded."""


class MentionCounts:
    """Everything named so far; mutable while messages are folded."""

    def __init__(self, mentions: tuple[Mentions, ...], lines: tuple[Line, ...], roots: dict[str, int]) -> None:
        self._counts = {(m.kind, m.key): [m.prose, m.calls, m.person, m.results, m.last, -1] for m in mentions}
        self._lines = {
            (line.place, line.names): (line.shown, line.index, line.from_result, line.text) for line in lines
        }
        self.roots = roots
        self._index = 0
        self._begun = 0
        self._told: dict[str, _Told] = {}

    @property
    def mentions(self) -> tuple[Mentions, ...]:
        """How often each thing was named, in the order of first mention."""
        return tuple(Mentions(*name, *counts[:_SEEN]) for name, counts in self._counts.items())

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line that named something, each once per place, in the order of newest mention."""
        return tuple(
            Line(place, names, shown, index, from_result, text)
            for (place, names), (shown, index, from_result, text) in self._lines.items()
        )

    def begin(self, index: int) -> None:
        """A new message: what it names counts once per source."""
        self._index = index
        self._begun += len(Source)

    def add(self, place: str, text: str, source: Source) -> None:
        """Note what one text names, line by line: many a line comes again, and most name nothing."""
        known = self._told
        if len(known) > _MOST_LINES:
            known.clear()
        for line in text[: entities.SCAN_LIMIT].split("\n"):
            told = known.get(line)
            if told is None:
                told = known[line] = _told_by(line)
            if not told.names:
                continue
            if source is not Source.RESULT:
                for path in told.paths:
                    locations.count_root(self.roots, path)
                self._note(place, told.names, told.shown, told.text, source)
            elif told.is_plain:
                self._note(place, told.names, told.shown, told.text, source)
            else:
                spoken = [each for each in zip(told.names, told.shown, strict=True) if not _is_bare_number(*each)]
                if spoken:
                    names, shown = zip(*spoken, strict=True)
                    self._note(place, names, shown, told.text, source)

    def add_call(self, place: str, text: str) -> None:
        """Note what a call writes, each part at the file that a patch in it changes; all at `place` where none is."""
        before, *parts = _PATCHED_FILE.split(text) if "*** " in text else [text]
        for at, piece in ((place, before), *zip(parts[::2], parts[1::2], strict=True)):
            self.add(at, piece, Source.CALL)

    def _note(
        self, place: str, names: tuple[entities.Name, ...], shown: tuple[str, ...], text: str, source: Source
    ) -> None:
        """Count what a line names, and keep the line as the newest that names it there."""
        seen = self._begun + source
        for name in names:
            counts = self._counts.get(name)
            if counts is None:
                counts = self._counts[name] = [0, 0, 0, 0, -1, -1]
            if counts[_SEEN] != seen:
                counts[source] += 1
                counts[_LAST] = self._index
                counts[_SEEN] = seen
        known = (place, names)
        earlier = self._lines.pop(known, None)
        from_result = source is Source.RESULT and (earlier is None or earlier[2])
        self._lines[known] = (shown, self._index, from_result, text)


class _Told(NamedTuple):
    """What a line names, as it stands there."""

    names: tuple[entities.Name, ...]
    shown: tuple[str, ...]
    paths: tuple[str, ...]
    """The paths among them as they are written."""
    is_plain: bool
    """Whether none is a number that says nothing alone."""
    text: str
    """The line as it is kept."""


_NOTHING = _Told((), (), (), True, "")


def _told_by(line: str) -> _Told:
    found = entities.spans(line)
    if not found:
        return _NOTHING
    names, shown, paths = [], [], []
    is_plain = True
    for name, first, last in found:
        written = line[first:last]
        if name[0] == "number":
            written = locations.number_shown(line, first, last, 0)
            is_plain = is_plain and not _is_bare_number(name, written)
        elif name[0] == "path":
            paths.append(written)
        names.append(name)
        shown.append(written)
    text = excerpts.cut(line, found[0][1], found[-1][2])
    return _Told(tuple(names), tuple(shown), tuple(paths), is_plain, text)


def _is_bare_number(name: entities.Name, shown: str) -> bool:
    """Whether it is a number without a word: in output that says nothing."""
    return name[0] == "number" and shown.isdigit()
