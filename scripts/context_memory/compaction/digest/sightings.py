"""What was named where, how often and by whom: counted while messages are folded."""

from enum import IntEnum

from ...text import entities, locations
from . import excerpts
from .values import Line, Mentions


class Channel(IntEnum):
    """Who named a thing; the value is its column in the counts."""

    PROSE = 0
    CALL = 1
    PERSON = 2
    RESULT = 3


_LAST = 4  # column of the newest message


class Sightings:
    """Everything named so far; mutable while messages are folded."""

    def __init__(self, mentions: tuple[Mentions, ...], lines: tuple[Line, ...], roots: dict[str, int]) -> None:
        self._counts = {(m.kind, m.key): [m.prose, m.calls, m.person, m.results, m.last] for m in mentions}
        self._lines = {
            (line.place, line.names): (line.shown, line.index, line.from_result, line.text) for line in lines
        }
        self.roots = roots
        self._index = 0
        self._seen: dict[entities.Name, int] = {}

    @property
    def mentions(self) -> tuple[Mentions, ...]:
        """How often each thing was named, in the order of first sighting."""
        return tuple(Mentions(*name, *counts) for name, counts in self._counts.items())

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line that named something, each once per place, in the order of newest sighting."""
        return tuple(
            Line(place, names, shown, index, from_result, text)
            for (place, names), (shown, index, from_result, text) in self._lines.items()
        )

    def begin(self, index: int) -> None:
        """A new message: what it names counts once per channel."""
        self._index = index
        self._seen = {}

    def add(self, place: str, text: str, channel: Channel) -> None:
        """Note what one text names."""
        names: list[entities.Name] = []
        shown: list[str] = []
        start, end, left, right = 0, -1, 0, 0
        for name, first, last in entities.spans(text):
            if first > end:
                if names:
                    self._add_line(
                        place, names, shown, channel, excerpts.cut(text[start:end], left - start, right - start)
                    )
                    names, shown = [], []
                start = text.rfind("\n", 0, first) + 1
                end = text.find("\n", first)
                end = len(text) if end < 0 else end
                left = first
            right = last
            written = text[first:last]
            if name[0] == "number":
                written = locations.number_shown(text, first, last, start)
                if channel is Channel.RESULT and written.isdigit():  # a bare number in output says nothing
                    continue
            elif name[0] == "path" and channel is not Channel.RESULT:
                locations.count_root(self.roots, written)
            self._count(name, channel)
            names.append(name)
            shown.append(written)
        if names:
            self._add_line(place, names, shown, channel, excerpts.cut(text[start:end], left - start, right - start))

    def _count(self, name: entities.Name, channel: Channel) -> None:
        counts = self._counts.get(name)
        if counts is None:
            counts = self._counts[name] = [0, 0, 0, 0, -1]
        if self._seen.get(name) != channel:
            self._seen[name] = channel
            counts[channel] += 1
            counts[_LAST] = self._index

    def _add_line(self, place: str, names: list[entities.Name], shown: list[str], channel: Channel, text: str) -> None:
        known = (place, tuple(names))
        earlier = self._lines.pop(known, None)
        from_result = channel is Channel.RESULT and (earlier is None or earlier[2])
        self._lines[known] = (tuple(shown), self._index, from_result, text)
