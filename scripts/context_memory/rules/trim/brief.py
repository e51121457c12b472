"""The conclusion of an output alone, for where one line has to do."""

from . import conclusion, signals
from .forms import form_of
from .kinds import ToolKind
from .shown import fold
from .vocabulary import read


def conclusion_of(output: str, *, kind: ToolKind, path: str = "") -> str:
    """What came out, in one line."""
    text = fold(output)
    lines = text.split("\n")
    trouble, notices = signals.rows_of_trouble(lines, read(lines))
    form = form_of(text, lines, kind, path)
    said = [lines[row] for row in trouble]
    return conclusion.line(text, lines, form=form, kind=kind, trouble=said, notices=len(notices))
