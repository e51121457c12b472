"""From chosen units to text: in their order, what is missing between them said in one short line."""

from collections.abc import Callable

from . import marker
from .choosing import WIDEST
from .units import Units, safe_cut

MARGIN = 30
"""Characters shown around the rare words of a wide unit."""


def render(units: Units, rows: set[int], last_line: int, rare_words: Callable[[int], list[str]]) -> str:
    """The chosen units; `last_line` is the first line that is shown elsewhere (the tail) or the number of lines."""
    shown: list[str] = []
    line = -1  # last line of which something was shown
    previous = -2
    for row in sorted(rows):
        number = units.lines[row]
        text = units.texts[row]
        if len(text) > WIDEST:
            text = _window(text, rare_words(row))
        if number == line:
            shown[-1] += text if row == previous + 1 else f" … {text}"
        else:
            if shown and _continues(units, previous):
                shown[-1] += "…"
            if number > line + 1:
                shown.append(marker.elision(number - line - 1))
            shown.append(("…" if units.inner[row] else "") + text)
            line = number
        previous = row
    if shown and _continues(units, previous):
        shown[-1] += "…"
    if last_line > line + 1:
        shown.append(marker.elision(last_line - line - 1))
    return "\n".join(each.rstrip() for each in shown)


def _continues(units: Units, row: int) -> bool:
    return row + 1 < len(units.texts) and units.inner[row + 1]


def _window(text: str, rare: list[str]) -> str:
    """So much of a wide unit as holds most of its rare words."""
    places = sorted(place for word in rare if (place := text.find(word)) >= 0)
    begin = max(places, key=lambda at: sum(at <= place < at + WIDEST - MARGIN for place in places), default=0)
    start = max(0, min(begin - MARGIN // 2, len(text) - WIDEST + 2))
    start = safe_cut(text, start) if start else 0
    end = safe_cut(text, min(len(text), start + WIDEST - 2))
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
