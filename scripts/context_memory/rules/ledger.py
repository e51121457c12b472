"""The entity ledger: which exact things stood where, densest first, as short lines grouped by place.

`- src/app.py: load_config DEFAULT_PORT, port 8443` reads: these stood in that
file, the first two in one line. What the summary says already is left out.
"""

from collections.abc import Iterable, Mapping, Sequence

from ..model.memory import Item, Line
from . import coverage, entities, places
from .tokens import Estimator
from .worth import Name

_LEAD = 3.0  # tokens that a further line of a place costs beside its items
_RESULT_SHARE = 0.8  # a line of tool output against one that the agent or a person wrote
_FRESH_SHARE = 0.5
_LONGEST_ITEM = 120  # characters


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
    shown = [[_shown(item, root) for item in line.items] for line in lines]
    labels = {line.place: places.relative(line.place, root) for line in lines}
    label_names = {place: entities.keys(label) for place, label in labels.items()}
    sizes = [[_size(line.items, texts, j) for j in range(len(texts))] for line, texts in zip(lines, shown, strict=True)]
    fresh = [
        (1 - _FRESH_SHARE + _FRESH_SHARE * line.index / max(1, messages)) * (_RESULT_SHARE if line.from_result else 1)
        for line in lines
    ]

    def new_items(i: int) -> list[int]:
        found: set[Name] = set()
        result = []
        for j, item in enumerate(lines[i].items):
            name = (item.kind, item.key)
            if name not in seen and name not in found and worth.get(name, 0) > 0:
                found.add(name)
                result.append(j)
        return result

    def gain(i: int) -> float:
        new = new_items(i)
        if not new:
            return 0.0
        total = sum(worth[lines[i].items[j].kind, lines[i].items[j].key] for j in new)
        return total * fresh[i] / (sum(sizes[i][j] for j in new) + _LEAD)

    picked: dict[int, list[int]] = {}
    opened: set[str] = set()
    spent = 0.0

    def take(i: int) -> None:
        nonlocal spent
        new = new_items(i)
        if len(new) == 1 and len(lines[i].items) > 1:
            new = _with_neighbour(new[0], sizes[i])
        picked[i] = new
        seen.update((lines[i].items[j].kind, lines[i].items[j].key) for j in new)
        spent += sum(sizes[i][j] for j in new) + 0.5
        place = lines[i].place
        if place not in opened:
            opened.add(place)
            spent += len(labels[place].encode()) / 4 + 1.5
            seen.update(label_names[place])

    coverage_budget = budget
    order: list[int] = []

    def take_within(i: int) -> None:
        if spent <= coverage_budget:
            take(i)
            order.append(i)

    coverage.choose(len(lines), [1] * len(lines), gain, take_within, len(lines))
    while order:
        text = _render(lines, picked, shown, labels)
        if estimator(text) <= budget:
            return text
        for _ in range(max(1, len(order) // 50)):
            if order:
                del picked[order.pop()]
    return ""


def _size(items: Sequence[Item], texts: Sequence[str], j: int) -> float:
    """Tokens that the item adds; a file's name inside the path before it costs nothing."""
    if items[j].kind == "file" and j and items[j - 1].kind == "path" and texts[j - 1].endswith(texts[j]):
        return 0.0
    return len(texts[j].encode()) / 4 + 0.6


def _with_neighbour(alone: int, sizes: Sequence[float]) -> list[int]:
    """A lone thing says more beside the shorter of its neighbours."""
    options = [j for j in (alone - 1, alone + 1) if 0 <= j < len(sizes) and sizes[j] <= 8]
    return sorted([alone, min(options, key=lambda j: sizes[j])]) if options else [alone]


def _shown(item: Item, root: str) -> str:
    text = " ".join(places.relative(item.shown, root).split())
    return text[:_LONGEST_ITEM]


def _render(
    lines: Sequence[Line], picked: Mapping[int, list[int]], shown: Sequence[Sequence[str]], labels: Mapping[str, str]
) -> str:
    by_place: dict[str, list[int]] = {}
    for i in sorted(picked):
        by_place.setdefault(lines[i].place, []).append(i)
    rendered = []
    for place, indexes in sorted(by_place.items(), key=lambda entry: (lines[entry[1][-1]].index, entry[1][-1])):
        pieces = []
        for i in indexes:
            written = [shown[i][j] for j in picked[i]]
            texts = [
                text for text in dict.fromkeys(written) if not any(text != other and text in other for other in written)
            ]
            pieces.append(" ".join(texts))
        label = labels[place]
        rendered.append(f"- {label}: " + ", ".join(pieces) if label else "- " + ", ".join(pieces))
    return "\n".join(rendered)
