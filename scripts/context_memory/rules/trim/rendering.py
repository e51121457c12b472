"""From chosen units to text: in their order, what is missing between them said in one short line."""

from collections.abc import Mapping

from . import marker
from .choosing import WIDEST
from .units import Units, safe_cut


def render(units: Units, rows: set[int], last_line: int, focus: Mapping[int, str]) -> str:
    """The chosen units; `last_line` is the first line that is shown elsewhere (the tail) or the number of lines."""
    shown: list[str] = []
    line = -1  # last line of which something was shown
    previous = -2
    for row in sorted(rows):
        number = units.lines[row]
        text = _window(units.texts[row], focus.get(row, ""))
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
    return row + 1 < len(units) and units.inner[row + 1]


def _window(text: str, around: str) -> str:
    """The unit, or so much of it around what is rare as is shown of a wide one."""
    if len(text) <= WIDEST:
        return text
    place = max(0, text.find(around)) if around else 0
    start = max(0, min(place - WIDEST // 3, len(text) - WIDEST))
    start = safe_cut(text, start) if start else 0
    end = safe_cut(text, min(len(text), start + WIDEST - 2))
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
