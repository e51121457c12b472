"""The conclusion of an output alone, for where one line has to do."""

from collections import Counter

from . import conclusion, rarity, signals
from .forms import Form, form_of
from .kinds import ToolKind
from .shown import fold
from .vocabulary import read

MOST_KEYS_CHARS = 200_000
"""Of a JSON text, what is looked at to count its records."""


def conclusion_of(output: str, *, kind: ToolKind, path: str = "") -> str:
    """What came out, in one line."""
    text = fold(output)
    lines = text.split("\n")
    trouble, notices = signals.rows_of_trouble(lines, read(lines))
    form = form_of(text, lines, kind, path)
    said = [lines[row] for row in trouble]
    return conclusion.line(
        text, lines, form=form, kind=kind, trouble=said, notices=len(notices), records=records_in(text, form)
    )


def records_in(text: str, form: Form) -> int:
    """How often the commonest key of a JSON text stands in it."""
    if form is not Form.JSON:
        return 0
    return max(Counter(rarity.KEY.findall(text[:MOST_KEYS_CHARS])).values(), default=0)
