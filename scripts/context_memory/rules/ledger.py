"""The entity ledger: which exact things stood where, densest first, as short lines grouped by place.

`- src/app.py: load_config DEFAULT_PORT, port 8443` reads: these stood in that
file, the first two in one line. What the summary says already is left out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import fsum  # the same for any order of a set

from ..model.memory import Line
from . import coverage, entities, places
from .entities import Name
from .tokens import Estimator

_LEAD = 3.0  # tokens that a further line of a place costs beside its items
_RESULT_SHARE = 0.8  # a line of tool output against one that the agent or a person wrote
_FRESH_SHARE = 0.5
_CROWD = 40  # lines of a command's output that count in full
_LONGEST_ITEM = 120  # characters
_SEPARATOR = 0.6  # tokens of the comma or space behind an item
_CHEAP = 8  # tokens of a neighbour that may come along
_SMALLEST_POOL = 2_500  # lines


def choose(
    lines: Sequence[Line],
    worth: Mapping[Name, float],
    covered: Iterable[Name],
    *,
    messages: int,
    budget: int,
    estimator: Estimator,
    root: str = "",
) -> str:
    """The ledger within `budget` tokens; empty when nothing worth keeping is left."""
    seen = set(covered)
    weights = _weights(lines, messages)
    likely = _densest(lines, worth, seen, weights, budget)
    pool = _Pool([lines[i] for i in likely], [weights[i] for i in likely], worth, seen, root)
    order: list[int] = []

    def take(i: int) -> None:
        if pool.spent <= budget:
            pool.take(i)
            order.append(i)

    coverage.choose(len(pool.lines), [1] * len(pool.lines), pool.gain, take, len(pool.lines))
    while order:
        text = pool.rendered(order)
        if estimator(text) <= budget:
            return text
        del order[len(order) - max(1, len(order) // 50) :]
    return ""


def _weights(lines: Sequence[Line], messages: int) -> list[float]:
    """Fresh lines before old ones, written ones before tool output, and one of few before one of a log."""
    crowd = Counter(line.place for line in lines if line.from_result and places.is_command(line.place))
    weights = []
    for line in lines:
        weight = 1 - _FRESH_SHARE + _FRESH_SHARE * line.index / max(1, messages)
        if line.from_result:
            weight *= _RESULT_SHARE * min(1.0, _CROWD / max(1, crowd[line.place]))
        weights.append(weight)
    return weights


def _densest(
    lines: Sequence[Line], worth: Mapping[Name, float], seen: set[Name], weights: Sequence[float], budget: int
) -> Sequence[int]:
    """The lines that have a chance at all, in their old order: a large session has far more than a ledger holds."""
    room = max(_SMALLEST_POOL, budget // 2)
    if len(lines) <= room:
        return range(len(lines))
    density = []
    for line, weight in zip(lines, weights, strict=True):
        value = fsum(worth.get(name, 0.0) for name in set(line.names) - seen)
        density.append(value * weight / (sum(map(len, line.shown)) / 4 + _LEAD) ** 0.5)
    return sorted(sorted(range(len(lines)), key=lambda i: (-density[i], -i))[:room])


class _Pool:
    """Candidate lines with their costs, and what has been taken of them."""

    def __init__(
        self, lines: Sequence[Line], weights: Sequence[float], worth: Mapping[Name, float], seen: set[Name], root: str
    ) -> None:
        self.lines = lines
        self.spent = 0.0
        self._worth = worth
        self._seen = seen
        self._weights = weights
        self._shown = [[_shown(text, root) for text in line.shown] for line in lines]
        self._sizes = [_sizes(line, texts) for line, texts in zip(lines, self._shown, strict=True)]
        self._labels = {line.place: places.relative(line.place, root) for line in lines}
        self._opened: set[str] = set()
        self._picked: dict[int, list[int]] = {}

    def gain(self, i: int) -> float:
        """Worth per token of what line i would add now."""
        names, sizes = self.lines[i].names, self._sizes[i]
        new = self._new(i)
        if not new:
            return 0.0
        return sum(self._worth[names[j]] for j in new) * self._weights[i] / (sum(sizes[j] for j in new) + _LEAD)

    def take(self, i: int) -> None:
        """Take what line i adds."""
        new = self._new(i)
        sizes = self._sizes[i]
        if len(new) == 1 and len(sizes) > 1:
            new = _with_neighbour(new[0], sizes)
        self._picked[i] = new
        self._seen.update(self.lines[i].names[j] for j in new)
        self.spent += sum(sizes[j] for j in new) + _SEPARATOR
        place = self.lines[i].place
        if place not in self._opened:
            self._opened.add(place)
            self.spent += len(self._labels[place].encode("utf-8", "surrogatepass")) / 4 + _SEPARATOR + 1
            self._seen.update(entities.keys(self._labels[place]))

    def rendered(self, order: Iterable[int]) -> str:
        """The taken lines of this choice, those of a place together, the place touched last at the end."""
        by_place: dict[str, list[int]] = {}
        for i in sorted(order):
            by_place.setdefault(self.lines[i].place, []).append(i)
        rows = []
        for place, indexes in sorted(
            by_place.items(), key=lambda entry: (self.lines[entry[1][-1]].index, entry[1][-1])
        ):
            label = self._labels[place]
            pieces = ", ".join(filter(None, (self._piece(i, label) for i in indexes)))
            rows.append("- " + ": ".join(filter(None, (label, pieces))))
        return "\n".join(rows)

    def _new(self, i: int) -> list[int]:
        found: set[Name] = set()
        new = []
        for j, name in enumerate(self.lines[i].names):
            if name not in self._seen and name not in found and self._worth.get(name, 0) > 0:
                found.add(name)
                new.append(j)
        return new

    def _piece(self, i: int, label: str) -> str:
        """What is taken of line i, without what the label or a longer item says already."""
        written = list(dict.fromkeys(self._shown[i][j] for j in self._picked[i]))
        said = [label, *written]
        return " ".join(text for text in written if not any(text in other for other in said if other is not text))


def _sizes(line: Line, texts: Sequence[str]) -> list[float]:
    """Tokens that each item adds; a file's name inside the path before it costs nothing."""
    sizes = [len(text.encode("utf-8", "surrogatepass")) / 4 + _SEPARATOR for text in texts]
    for j in range(1, len(texts)):
        if line.names[j][0] == "file" and line.names[j - 1][0] == "path" and texts[j - 1].endswith(texts[j]):
            sizes[j] = 0.0
    return sizes


def _with_neighbour(alone: int, sizes: Sequence[float]) -> list[int]:
    """A lone thing says more beside the shorter of its neighbours."""
    options = [j for j in (alone - 1, alone + 1) if 0 <= j < len(sizes) and sizes[j] <= _CHEAP]
    return sorted([alone, min(options, key=lambda j: sizes[j])]) if options else [alone]


def _shown(text: str, root: str) -> str:
    return " ".join(places.relative(text, root).split())[:_LONGEST_ITEM]
