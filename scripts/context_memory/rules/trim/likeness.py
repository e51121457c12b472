"""Like units compared column by column: where does one differ from its company?"""

import re
from collections import defaultdict
from collections.abc import Sequence

from . import columns

LEAST_ALIKE = 8
"""Rows with the same words, below which their numbers are compared in wider company only."""
REST = 0.25
"""What each further column in which a unit stands out adds to the best one."""

_DIGITS = re.compile(r"\d")


class Standout:
    """How a unit stands out among its like: the value that differs most, and the column it stands in."""

    __slots__ = ("best", "reason", "total", "word")

    def __init__(self) -> None:
        self.best = 0.0
        self.total = 0.0
        self.word = ""
        self.reason = ""

    def note(self, bits: float, word: str, reason: str) -> None:
        """One more column in which the unit differs."""
        self.total += bits
        if bits > self.best:
            self.best, self.word, self.reason = bits, word, reason

    @property
    def worth(self) -> float:
        """Bits of all columns together."""
        return self.best + REST * (self.total - self.best)


def compare(shapes: list[str], templates: list[str], tokens: list[list[str]]) -> dict[int, Standout]:
    """The units that stand out among those of the same shape and the same number of words."""
    found: dict[int, Standout] = defaultdict(Standout)
    groups: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row, words in enumerate(tokens):
        if words:
            groups[shapes[row], len(words)].append(row)
    for (shape, _), rows in groups.items():
        if len(rows) >= columns.LEAST_ROWS:
            for place, bits in columns.rows_of([tokens[row][0] for row in rows]).items():
                found[rows[place]].note(bits, tokens[rows[place]][0], f"{shape} first")
            for part, numbers in _parts(rows, templates, tokens):
                _compare(found, part, [tokens[row] for row in part], shape, numbers=numbers)
    return found


def _parts(rows: list[int], templates: list[str], tokens: list[list[str]]) -> list[tuple[list[int], bool]]:
    """Rows that may be compared; the flag says whether only their numbers are.

    All rows of one shape, or, where each starts with a key, those of one key;
    and besides, for numbers, rows that have the same words.
    """
    keyed: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        keyed[tokens[row][0]].append(row)
    large = [part for part in keyed.values() if len(part) >= columns.LEAST_ROWS]
    covered = sum(map(len, large))
    parts = [(rows, False)]
    if len(large) > 1 and covered > len(rows) // 2 and not _DIGITS.search(tokens[rows[0]][0]):
        parts = [(part, False) for part in large]
        left = [row for part in keyed.values() if len(part) < columns.LEAST_ROWS for row in part]
        parts += [(left, False)] if len(left) >= columns.LEAST_ROWS else []
    by_template: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_template[templates[row]].append(row)
    if len(by_template) > len(parts):
        parts += [(part, True) for part in by_template.values() if len(part) >= LEAST_ALIKE]
    return parts


def _compare(
    found: dict[int, Standout], rows: list[int], tokens: Sequence[list[str]], shape: str, *, numbers: bool
) -> None:
    table = list(zip(*tokens, strict=True))
    for column, values in enumerate(table):
        if not numbers or _DIGITS.search(values[0]):
            for place, bits in columns.bits_of(values).items():
                found[rows[place]].note(bits, values[place], f"{shape} {column}")
    if numbers:
        return
    for place, bits in columns.unequal(table).items():
        found[rows[place]].note(bits, "", f"{shape} unequal")
    if len(rows) >= columns.MANY_ROWS:
        for place, bits in columns.lengths([" ".join(words) for words in tokens]).items():
            found[rows[place]].note(bits, "", f"{shape} length")
