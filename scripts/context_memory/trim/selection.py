"""Selects units within a limit: the most informative first, without duplicates, each with its context."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ..text.patterns import Pattern
from .forms import Form, context_of_change

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
    """Rows chosen so far and the remaining characters."""

    def __init__(self, texts: Sequence[str], room: int) -> None:
        self.rows: set[int] = set()
        self.room = room
        self._texts = texts

    def add(self, row: int) -> bool:
        """Adds a row if it fits; a row next to a chosen one needs no new gap marker."""
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
    """Selects among the first `last` rows by their bits; `context` names the rows to show with each."""
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


FAR = 400
"""Units that are looked back at most."""


def context_of(form: Form, row: int, texts: list[str]) -> list[int]:
    """Rows to show with this one, the most useful first."""
    match form:
        case Form.DIFF:
            return context_of_change(row, texts)
        case Form.TABLE:
            return [0]
        case Form.JSON:
            return _record(row, texts)
        case Form.PROSE:
            return _sentence(row, texts)
        case Form.LISTING:
            return _folder(row, texts)
        case _:
            return []


def _record(row: int, texts: list[str]) -> list[int]:
    """The first key of the JSON record that a line belongs to."""
    indent = _indent(texts[row])
    for before in range(row - 1, max(-1, row - FAR), -1):
        if _indent(texts[before]) < indent and texts[before].strip():
            return [before + 1] if texts[before].strip() in {"{", "[{", "},{", "}, {"} else [before]
    return []


def _sentence(row: int, texts: list[str]) -> list[int]:
    """The lines over which a wrapped sentence runs."""
    rows = []
    if row and texts[row - 1].strip() and not _ends(texts[row - 1]) and len(texts[row - 1]) > 50:
        rows.append(row - 1)
    if not _ends(texts[row]) and len(texts[row]) > 50 and row + 1 < len(texts) and texts[row + 1].strip():
        rows.append(row + 1)
    return rows


def _folder(row: int, texts: list[str]) -> list[int]:
    for before in range(row - 1, max(-1, row - FAR), -1):
        if texts[before].endswith(":") and (before == 0 or not texts[before - 1].strip()):
            return [before]
    return []


def _ends(text: str) -> bool:
    return text.rstrip().endswith((".", "!", "?", ":", "。", "！", "？", "：", "；"))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


_SIGNATURE = Pattern(
    r"\s*(?:\d+[\t→:|]\s*)?"
    r"(?:(?:async|export|public|private|protected|static|default|abstract|final|pub(?:\(\w+\))?) )*"
    r"(?:def|class|function|fn|func|struct|enum|interface|impl|trait|type|namespace|module|package)\s+\w"
)
_HEADING = Pattern(r"#{1,6} \S|<h[1-4]\b|={3,} ?\S|第.{1,4}[章节部]|\[[\w. -]+\]$|[A-Z][A-Z &/-]{4,60}$|.{1,60}:$")
_TEST_HEADING = Pattern(r"_{3,} .* _{3,}|={3,} .* ={3,}|● |--- FAIL|failures:|FAIL\b")


def outline_rows(form: Form, lines: list[str]) -> Iterator[int]:
    """Rows of the outline, in order."""
    pattern = _OUTLINES.get(form)
    return (row for row, line in enumerate(lines) if pattern().match(line)) if pattern else iter(())


_OUTLINES = {Form.SOURCE: _SIGNATURE, Form.TESTS: _TEST_HEADING, Form.PROSE: _HEADING, Form.LINES: _HEADING}
