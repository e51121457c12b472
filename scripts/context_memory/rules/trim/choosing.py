"""Choose units for a limited room: the most telling first, and not the same thing again and again."""

from collections import Counter
from collections.abc import Callable, Sequence

ELISION_CHARS = 16
"""What leaving a gap costs, about."""
LEAST_BITS = 1.0
"""Below this a unit says nothing; it is kept only where nothing says anything."""
ALIKE = 3
"""Units that are rare for one reason and are chosen before all other reasons had their turn."""
LEAST_COST = 60
"""Characters; between this and WIDEST a unit has to say more to be worth its length."""
LENGTH_WEIGHT = 0.8
"""1 would choose by bits per character, 0 by bits alone."""
WIDEST = 180
"""Characters; a wider unit is shown as a window around what is rare in it."""


class Choice:
    """Rows chosen so far and the room that is left, in characters."""

    def __init__(self, texts: Sequence[str], room: int) -> None:
        self.rows: set[int] = set()
        self.room = room
        self._texts = texts

    def add(self, row: int) -> bool:
        """Choose a row if it fits; a row beside a chosen one opens no new gap."""
        if row in self.rows:
            return True
        cost = min(len(self._texts[row]), WIDEST) + 1  # gaps come on top
        if row - 1 not in self.rows and row + 1 not in self.rows:
            cost += ELISION_CHARS
        if cost > self.room:
            return False
        self.room -= cost
        self.rows.add(row)
        return True


def choose(
    choice: Choice,
    texts: Sequence[str],
    bits: Sequence[float],
    reasons: Sequence[str],
    last: int,
    context: Callable[[int], list[int]],
) -> None:
    """Choose among the first `last` rows by their bits; `context` names the rows that make one readable."""
    order = [row for row in range(last) if bits[row] >= LEAST_BITS]
    order.sort(key=lambda row: -bits[row] / max(LEAST_COST, min(len(texts[row]), WIDEST)) ** LENGTH_WEIGHT)
    used: Counter[str] = Counter()
    deferred: list[int] = []
    misses = 0
    for row in order:
        if used[reasons[row]] >= ALIKE:
            deferred.append(row)
            continue
        if choice.add(row):
            used[reasons[row]] += 1
            _add_context(choice, context(row), last)
        else:
            misses += 1
            if misses > 12:
                return
    for row in deferred:
        if not choice.add(row):
            return


def _add_context(choice: Choice, rows: list[int], last: int) -> None:
    for row in rows:
        if 0 <= row < last:
            choice.add(row)
