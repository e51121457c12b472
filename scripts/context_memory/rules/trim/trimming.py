"""L1: make one tool output short and keep what it says.

The frame is the skill's: the last 500 characters and a conclusion, or, for a
file that was read, its key paragraphs. Between them, inside a budget, stand
the lines that carry the fact. Lines are shown as they are; the original is in
the archive before this is called, and the first line names it.
"""

from ...model.outcomes import Trimmed, TrimOutcome, Untouched
from ...model.settings import Settings
from . import conclusion, marker, rarity, signals
from .choosing import Choice, choose
from .context import context_of
from .forms import Form, form_of
from .kinds import ToolKind
from .rendering import render
from .shown import fold
from .units import safe_cut, split
from .weighing import weigh

FRAME_CHARS = 1_000
"""Upper bound of marker, conclusion and gaps, characters."""
SHOWN_SHARE = 0.19
"""Of an output that is not much over the limit so much is shown, so that trimming it pays."""
LEAST_FACT_CHARS = 420
GAPS = 1.2
"""The lines that stand for gaps come on top of the room for facts."""
OUTLINE_SHARE = 0.25
"""Of the room for facts, what the outline of a file may take."""
OUTLINED = frozenset({Form.SOURCE, Form.TESTS, Form.PROSE, Form.LINES})


def trim(
    output: str, *, kind: ToolKind, path: str = "", handle: str, settings: Settings, task: str = ""
) -> TrimOutcome:
    """The output, untouched when short; never longer than it was, and the same again when it was trimmed before."""
    if not is_long(output, kind=kind, path=path, settings=settings):
        return Untouched(output)
    text = fold(output)
    body = _body(text, kind=kind, path=path, handle=handle, settings=settings, task=task)
    shown = _with_marker(len(output), body, handle)
    if len(shown) >= len(output):
        return Untouched(output)
    return Trimmed(shown, handle, len(output) - len(shown))


def is_long(output: str, *, kind: ToolKind, path: str, settings: Settings) -> bool:
    """Whether the output is over the limit of its kind and not already our work."""
    limit = settings.trim_read_chars if kind is ToolKind.READ else settings.trim_chars
    return len(output) > limit and not marker.is_trimmed(output, bound_of(path, settings))


def bound_of(path: str, settings: Settings) -> int:
    """Characters of the longest text that a trim leaves."""
    return settings.trim_tail_chars + settings.trim_fact_chars + FRAME_CHARS + len(path)


def _body(text: str, *, kind: ToolKind, path: str, handle: str, settings: Settings, task: str) -> str:
    reading = kind is ToolKind.READ
    tail_start = len(text) if reading else safe_cut(text, max(0, len(text) - settings.trim_tail_chars))
    units = split(text)
    last_line = units.lines[-1] + 1 if reading else text.count("\n", 0, tail_start)
    last = (
        len(units.texts)
        if reading
        else 0
        if not tail_start
        else _rows_before(units.lines, units.texts, text, tail_start)
    )
    lines = text.split("\n") if any(units.inner) else units.texts
    form = form_of(text, lines, kind, path)
    counted = rarity.measure(units.texts)
    trouble, notices = signals.rows_of_trouble(units.texts, counted.vocabulary)
    bits = counted.bits
    weigh(bits, counted, units.texts, text, form=form, trouble=trouble, notices=notices, task=task)
    said = conclusion.line(
        text,
        lines,
        form=form,
        kind=kind,
        trouble=[units.texts[row] for row in trouble],
        notices=len(notices),
    )
    choice = Choice(units.texts, _room(len(text), len(said), settings, reading=reading))
    reserve = int(choice.room * OUTLINE_SHARE) if reading else 0
    choice.room -= reserve
    choose(choice, units.texts, bits, counted.reasons, last, lambda row: context_of(form, row, units.texts))
    choice.room += reserve
    if form in OUTLINED:
        from . import outline  # most outputs have none

        for row in outline.rows(form, units.texts[:last]):
            if not choice.add(row):
                break
    for row in range(min(3, last)):
        choice.add(row)
    facts = render(units, choice.rows, last_line, lambda row: rarity.rare_words(counted, row))
    if reading:
        return "\n".join(filter(None, (said, facts, marker.read_line(path or handle))))
    cut = "…" if tail_start and text[tail_start - 1] != "\n" else ""
    return "\n".join(filter(None, (said, facts, cut + text[tail_start:])))


def _rows_before(lines: list[int], texts: list[str], text: str, end: int) -> int:
    """Number of units that do not lie in the tail altogether."""
    position = len(text) + 1
    row = len(texts)
    while row and position > end:
        row -= 1
        position -= len(texts[row]) + (row == 0 or lines[row - 1] != lines[row])
    return row + 1


def _room(total: int, said: int, settings: Settings, *, reading: bool) -> int:
    """Characters for facts: the setting, less where the output is short, more by the tail that a read does not have."""
    most = int(settings.trim_fact_chars * GAPS) + (settings.trim_tail_chars if reading else 0)
    tail = 0 if reading else settings.trim_tail_chars
    return max(min(LEAST_FACT_CHARS, most), min(most, int(total * SHOWN_SHARE) - tail - said - 90))


def _with_marker(total: int, body: str, handle: str) -> str:
    """The marker's number is what the whole text, marker included, is shorter than the original."""
    saved = total - len(body)
    for _ in range(4):
        first = marker.first_line(max(0, saved), handle)
        exact = total - len(body) - len(first) - 1
        if exact == saved:
            break
        saved = exact
    return f"{marker.first_line(max(0, saved), handle)}\n{body}"
