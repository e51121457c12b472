"""What stands where: for each file and command the lines of it that matter, in the words of their source."""

from collections.abc import Iterable, Sequence

from ...text import locations
from ...text.entities import Name
from ...text.patterns import lazy_regex
from .ledger import Worth, densest, importance
from .values import Line

LINE_CHARACTERS = 170
"""Of one source line; a longer one is cut around the things it names."""
_CONTEXT = 4  # characters that stay on each side of the first and the last new thing
_WHOLE, _LONGER = 36, 2.0
"""A line is shown as it stands up to so many characters, or where it is at most so many times as long as what it tells
anew: a longer one costs more names than it explains."""
_LEAD = 2.0  # tokens of a further piece beside its words
_PLACE_LEAD = 6.0  # tokens of the first line of a place
_SHARE = 6.0  # a thing that a line shows against one in a sentence
_LONGEST_LABEL = 90
_EDGES = " ,;·|:=<>&?!"
_HALVES = {"(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", '"': '"', "'": "'", "`": "`"}

_NUMBER_BEFORE = lazy_regex(r"^\s{0,8}\d{1,6}(?:→|\t|[:-] ?|\| ?| {2,})")
_GREP_BEFORE = lazy_regex(r"^(?:[\w.@+~-]*[/\\])*[\w.@+-]+\.\w{1,6}[:-]\d+[:-](?:\d+:)?\s*")
_DIFF_BEFORE = lazy_regex(r"^[+-](?![+-])\s*")
_ESCAPES = lazy_regex(r"(?:\\[ntr])+|\x1b\[[\d;]*m")
_OPAQUE = lazy_regex(
    r"(?<![\w/.-])(?=[\w+=/-]*\d)(?=[\w+=/-]*[a-zA-Z])(?:[A-Za-z0-9]{2,8}_)?[A-Za-z0-9+=_-]{18,}(?![\w/.-])"
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|\b[0-9a-f]{24,64}\b"
)
_SEEN_FROM = lazy_regex(r"\.{1,2}[/\\]")
"""How an import writes a file: from where it stands itself."""
_WORDY = lazy_regex(r"[a-z]{4}")
_MARKUP = lazy_regex(r"[`*]{1,3}(?=\S)|(?<=\S)[`*]{1,3}|^\s*(?:[-*•>#|]+|\d{1,2}[.)])\s+")


def readable(line: str) -> str:
    """A source line without the marks of listings, searches and diffs, without escapes and without opaque ids."""
    text = _ESCAPES.sub(" ", line)
    text = _GREP_BEFORE.sub("", _NUMBER_BEFORE.sub("", text))
    text = _OPAQUE.sub(lambda match: match[0] if _WORDY.search(match[0]) else "…", _DIFF_BEFORE.sub("", text))
    return " ".join(_MARKUP.sub("", text).split()).rstrip("{([,;\\ ")


_Spot = tuple[Name, int, int]
"""A thing and where it stands in the text of its line."""


class Excerpts:
    """The lines of files and outputs that name things, as pieces of a text: each whole, or what stands between its
    first and last new thing."""

    def __init__(self, lines: Sequence[Line], worth: Worth, *, messages: int, budget: int, root: str = "") -> None:
        placed = [*(line for line in lines if line.text and line.place), *_files(lines, root)]
        weights = importance(placed, messages)
        likely = densest(placed, worth.things, worth.told_things, weights, budget)
        self.lines = [placed[i] for i in likely]
        self._weights = [weights[i] for i in likely]
        self._worth = worth
        self._root = root
        self._readable: dict[int, tuple[str, list[_Spot]]] = {}
        self._opened: set[str] = set()
        self._picked: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.lines)

    def hope(self, i: int) -> float:
        """At most the worth per token: as if nothing stood around the things, and all of them were shown."""
        line = self.lines[i]
        value = self._worth.of(set(line.names)) * self._weights[i] * _SHARE
        return value / (max(map(len, line.shown)) / 4 + _LEAD)

    def gain(self, i: int) -> float:
        """Worth per token."""
        new = self._new(i)
        if not new:
            return 0.0
        value = self._worth.of(spot[0] for spot in new) * self._weights[i] * _SHARE
        return value / self._cost(i, self._piece(i, new), _LEAD, _PLACE_LEAD)

    def cost(self, i: int) -> float:
        """Tokens, with those of the place where it is the first line of it."""
        label = len(self._label(self.lines[i].place).encode("utf-8", "surrogatepass")) / 4 + 2
        return self._cost(i, self._piece(i, self._new(i)), 1, label)

    def take(self, i: int) -> None:
        """Take what line i adds."""
        new = self._new(i)
        if piece := self._piece(i, new):
            self._picked[i] = piece
            self._opened.add(self.lines[i].place)
        self._worth.tell(spot[0] for spot in new)

    def _cost(self, i: int, piece: str, lead: float, place_lead: float) -> float:
        place = self.lines[i].place
        return len(piece.encode("utf-8", "surrogatepass")) / 4 + (lead if place in self._opened else place_lead)

    def rendered(self, order: Iterable[int]) -> str:
        """The taken lines, those of a place together, the place touched last at the end."""
        by_place: dict[str, list[int]] = {}
        for i in sorted(order):
            if i in self._picked:
                by_place.setdefault(self.lines[i].place, []).append(i)
        rows = []
        for place, indexes in sorted(
            by_place.items(), key=lambda entry: (self.lines[entry[1][-1]].index, entry[1][-1])
        ):
            pieces = dict.fromkeys(self._picked[i] for i in indexes)
            whole = [piece for piece in pieces if not any(piece in other for other in pieces if other is not piece)]
            rows.append("- " + ": ".join(filter(None, (self._label(place), "; ".join(whole)))))
        return "\n".join(rows)

    def _label(self, place: str) -> str:
        label = " ".join(locations.relative(place, self._root).split())
        return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"

    def _text(self, i: int) -> "tuple[str, list[_Spot]]":
        """Line i as it is shown, and the things that stand in it then."""
        found = self._readable.get(i)
        if found is None:
            line = self.lines[i]
            text = readable(locations.relative(line.text, self._root))
            spots = []
            for name, written in zip(line.names, line.shown, strict=True):
                shown = " ".join(locations.relative(written, self._root).split())
                if (at := text.find(shown)) >= 0:
                    spots.append((name, at, at + len(shown)))
            found = self._readable[i] = (text, spots)
        return found

    def _new(self, i: int) -> "list[_Spot]":
        """What of line i is worth telling and not told yet."""
        told, things = self._worth.told_things, self._worth.things
        spots = [spot for spot in self._text(i)[1] if spot[0] not in told and things.get(spot[0], 0) > 0]
        end = min((spot[1] for spot in spots), default=0) + LINE_CHARACTERS
        return list({spot[0]: spot for spot in reversed(spots) if spot[2] <= end}.values())

    def _piece(self, i: int, new: "Sequence[_Spot]") -> str:
        """A short line whole, else what stands from a little before its first new thing to a little after its last."""
        text = self._text(i)[0]
        start, end = min(spot[1] for spot in new), max(spot[2] for spot in new)
        around = len(text) if len(text) <= max(_WHOLE, _LONGER * (end - start)) else _CONTEXT
        first = max(0, start - around)
        last = min(len(text), end + around)
        if first:
            first = _next_word(text, first, start)
        if last < len(text):
            last = max(end, text.rfind(" ", end, last))
        piece = without_loose_ends(text[first:last][:LINE_CHARACTERS])
        return "" if piece in self._label(self.lines[i].place) else piece


def _files(lines: Sequence[Line], root: str) -> list[Line]:
    """Every file that a line names, with its folder, as a line of what lies above: the shortest way to tell a tree."""
    found: dict[tuple[str, str], Line] = {}
    for line in lines:
        for j, name in enumerate(line.names[1:], 1):
            if name[0] != "file" or line.names[j - 1][0] != "path":
                continue
            above, file = locations.above_and_name(locations.relative(line.shown[j - 1], root))
            if (above or file).startswith(
                ("./", "../", ".\\", "..\\")
            ):  # what an import writes is seen from its own file
                continue
            above = above or "./"
            known = found.pop((above, file), line)
            from_result = known.from_result and line.from_result
            found[above, file] = Line(above, (line.names[j - 1], name), (file, file), line.index, from_result, file)
    return list(found.values())


def without_loose_ends(piece: str) -> str:
    """The piece without what hangs on its ends: commas, and brackets and quotes whose other half is not in it."""
    while piece and (piece[0] in _EDGES or (piece[0] in _HALVES and _is_loose(piece, piece[0]))):
        piece = piece[1:]
    while piece and (piece[-1] in _EDGES or (piece[-1] in _HALVES and _is_loose(piece, piece[-1]))):
        piece = piece[:-1]
    return piece


def _is_loose(piece: str, mark: str) -> bool:
    other = _HALVES[mark]
    return piece.count(mark) % 2 == 1 if mark == other else piece.count(mark) > piece.count(other)


def _next_word(text: str, first: int, start: int) -> int:
    space = text.find(" ", first, start)
    return space + 1 if space >= 0 else start


def cut(line: str, first: int, last: int) -> str:
    """A source line as it is kept: whole, or the part around what it names."""
    if len(line) <= LINE_CHARACTERS:
        return line
    start = max(0, min(first - _CONTEXT * 2, len(line) - LINE_CHARACTERS))
    return line[start : max(last + _CONTEXT * 2, start + LINE_CHARACTERS)][: LINE_CHARACTERS * 2]
