"""L1: shortens one tool output and keeps its facts.

The frame is the skill's: the last 500 characters and a conclusion, or, for a
file that was read, its key paragraphs. Between them, within a budget, stand
the most informative lines, without duplicates, each with its context. Lines are
shown as they are; the original is in the archive before this is called, and
the first line names it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..settings.values import Settings
from ..text.patterns import Pattern, lazy_regex
from . import columns, conclusion, scoring
from .forms import (
    LEAST_BITS,
    Form,
    Units,
    as_on_terminal,
    context_of_change,
    form_of,
    safe_cut,
    split,
    unnumbered,
)
from .scoring import weigh
from .tool_kinds import ToolKind

ELISION_CHARS = 16
"""What leaving a gap costs, about."""
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
        _add_context(choice, context(row), last)


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
        case Form.LINES | Form.SOURCE | Form.TESTS:
            return _place(row, texts)
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


_REPORTS_ERROR = Pattern(r"\s*(?:\d+:\d+:?\s+)?(?:[×✗✕✘❌]|(?i:error|warning|fatal|panic)\b)")
_PLACE = Pattern(r"[\w.@/\\-]+\.[A-Za-z]\w{0,5}(?:[:(]\d+|:?\s*$|\s+\w+ ━)")


def _place(row: int, texts: list[str]) -> list[int]:
    """The line near an error that names its file: a compiler puts it above or below, a linter above all of a file's."""
    if not _REPORTS_ERROR().match(texts[row]) or _PLACE().search(texts[row]):
        return []
    near = [row - 1, row - 2, row - 3, row + 1, row + 2]
    if texts[row].lstrip()[:1].isdigit():
        near += range(row - 4, max(-1, row - FAR), -1)
    return next(([at] for at in near if 0 <= at < len(texts) and _PLACE().search(texts[at])), [])


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
    if form is Form.SEARCH:
        first = {line.partition(":")[0]: row for row, line in reversed([*enumerate(lines)])}
        return iter(sorted(first.values()))
    pattern = _OUTLINES.get(form)
    return (row for row, line in enumerate(lines) if pattern().match(line)) if pattern else iter(())


_OUTLINES = {Form.SOURCE: _SIGNATURE, Form.TESTS: _TEST_HEADING, Form.PROSE: _HEADING, Form.LINES: _HEADING}


class Trimmed(NamedTuple):
    """A shortened tool output; `handle` returns the original."""

    text: str
    handle: str
    saved_chars: int


class Untouched(NamedTuple):
    """A tool output that is short enough as it is."""

    text: str


TrimOutcome = Trimmed | Untouched


READ_MARKER = "[trimmed — full content at {path}]"  # the skill's text, byte for byte

_FIRST_LINE = lazy_regex(r"\[trimmed [\d,]+ characters — original: archive \S+\]\n")
_ELISION = "[… {count} {noun}]"
_REMINDER_START, _REMINDER_END = "<system-reminder>", "</system-reminder>"


def opening_marker(saved: int, handle: str) -> str:
    """The marker that opens every trimmed output."""
    return f"[trimmed {saved:,} characters — original: archive {handle}]"


def read_marker(path: str) -> str:
    """The marker that ends a trimmed file read."""
    return READ_MARKER.format(path=path)


def is_trimmed(text: str, bound: int) -> bool:
    """Whether the text is already trimmed: it has our marker and is no longer than a trim leaves."""
    return len(text) <= bound and bool(_FIRST_LINE.match(text))


MARGIN = 30
"""Characters shown around the rare words of a wide unit."""


def render_units(units: Units, rows: set[int], last_line: int, rare_words: Callable[[int], list[str]]) -> str:
    """Renders the chosen units; `last_line` is the first line of the tail, or the number of lines."""
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
                shown.append(_between(units, line + 1, number))
            shown.append(("…" if units.inner[row] else "") + text)
            line = number
        previous = row
    if shown and _continues(units, previous):
        shown[-1] += "…"
    if last_line > line + 1:
        shown.append(_between(units, line + 1, last_line))
    return "\n".join(each.rstrip() for each in shown)


def _between(units: Units, first: int, end: int) -> str:
    """The marker for omitted lines, or the lines where it would take more than they do."""
    lines, text = end - first, units.text_of_lines(first, end)
    marker = _ELISION.format(count=f"{lines:,}", noun="line" if lines == 1 else "lines")
    return text if len(text) <= len(marker) else marker


def _continues(units: Units, row: int) -> bool:
    return row + 1 < len(units.texts) and units.inner[row + 1]


def _window(text: str, rare: list[str]) -> str:
    """The part of a wide unit that has most of its rare words."""
    places = sorted(place for word in rare if (place := text.find(word)) >= 0)
    begin = max(places, key=lambda at: sum(at <= place < at + WIDEST - MARGIN for place in places), default=0)
    start = max(0, min(begin - MARGIN // 2, len(text) - WIDEST + 2))
    start = safe_cut(text, start) if start else 0
    end = safe_cut(text, min(len(text), start + WIDEST - 2))
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")


FRAME_CHARS = 1_000
"""Upper bound of marker, conclusion and gaps, characters."""
SHOWN_SHARE = 0.19
"""Of an output so much is shown, up to the room of the settings."""
SHORT_SHARE, SHORT_CHARS = 0.6, 1_400
"""Of an output not much over the limit more is shown, up to so many characters: reading it again costs a call."""
LEAST_FACT_CHARS = 420
GAPS = 1.2
"""The lines that stand for gaps come on top of the room for facts."""
OUTLINE_SHARE = 0.25
"""Of the room for facts, what the outline of a file may take."""
SUBJECTS_SHARE = 0.7
"""Of the room for facts, what the subjects of commits may take."""
FIRST_LINES = 3
OUTLINED = frozenset({Form.SEARCH, Form.SOURCE, Form.TESTS, Form.PROSE, Form.LINES})


def trim(
    output: str, *, kind: ToolKind, path: str = "", handle: str, settings: Settings, task: str = ""
) -> TrimOutcome:
    """Trims an output; a short or trimmed one is returned unchanged, and none becomes longer."""
    if not is_long(output, kind=kind, path=path, settings=settings):
        return Untouched(output)
    text = _without_reminders(as_on_terminal(output))
    body = _body(text, kind=kind, path=path, handle=handle, settings=settings, task=task)
    shown = _with_marker(len(output), body, handle)
    if len(shown) >= len(output):
        return Untouched(output)
    return Trimmed(shown, handle, len(output) - len(shown))


SHORTENED_TAIL, SHORTENED_FACTS = 0.3, 0.5
"""Of so many characters, for the end of a text and for the lines before it that tell most; the rest is for gaps."""


def shorten(text: str, characters: int) -> str:
    """Output that stands in something else, in about so many characters: its telling lines and its end."""
    tail, facts = int(characters * SHORTENED_TAIL), int(characters * SHORTENED_FACTS)
    settings = Settings(trim_chars=characters, trim_tail_chars=tail, trim_fact_chars=facts)
    start = text.find("\n", max(0, len(text) - tail)) + 1
    _, told = _conclusion_and_facts(text, start, kind=ToolKind.SHELL, path="", settings=settings, task="")
    shown = f"{told}\n{text[start:]}"
    return shown if start and len(shown) < len(text) else text


def _without_reminders(text: str) -> str:
    """The output without what a host appended for the model: that is no fact of it."""
    end = _end_before_space(text, len(text))
    while text.endswith(_REMINDER_END, 0, end) and (start := text.rfind(_REMINDER_START, 0, end)) >= 0:
        end = _end_before_space(text, start)
    return text[:end] if 0 < end < len(text) and text[end:].lstrip().startswith(_REMINDER_START) else text


def _end_before_space(text: str, end: int) -> int:
    while end and text[end - 1].isspace():
        end -= 1
    return end


def is_long(output: str, *, kind: ToolKind, path: str, settings: Settings) -> bool:
    """Whether the output exceeds the limit of its kind and is not trimmed yet."""
    limit = settings.trim_read_chars if kind is ToolKind.READ else settings.trim_chars
    return len(output) > limit and not is_trimmed(output, bound_of(path, settings))


def bound_of(path: str, settings: Settings) -> int:
    """Maximum length of a trimmed text, in characters."""
    return settings.trim_tail_chars + settings.trim_fact_chars + FRAME_CHARS + len(path)


def _body(text: str, *, kind: ToolKind, path: str, handle: str, settings: Settings, task: str) -> str:
    """Conclusion and facts, then the marker of a read, or the tail of any other output."""
    if kind is ToolKind.READ:
        said, facts = _conclusion_and_facts(text, len(text), kind=kind, path=path, settings=settings, task=task)
        return "\n".join(filter(None, (said, facts, read_marker(path or handle))))
    start = safe_cut(text, max(0, len(text) - settings.trim_tail_chars))
    said, facts = _conclusion_and_facts(text, start, kind=kind, path=path, settings=settings, task=task)
    tail = text[start:]
    if start and text[start - 1] != "\n":
        begun, _, rest = tail.partition("\n")
        stands_above = begun.strip() and facts.endswith(begun.rstrip())  # its whole line tells much
        tail = rest if stands_above else "…" + tail
    return "\n".join(filter(None, (said, facts, tail)))


def _conclusion_and_facts(
    text: str, end: int, *, kind: ToolKind, path: str, settings: Settings, task: str
) -> tuple[str, str]:
    """The conclusion of the whole text, and the facts before `end`."""
    units = split(text)
    plain = unnumbered(units.texts)
    form = form_of(text, unnumbered(text.split("\n")) if any(units.inner) else plain, kind, path)
    counted = scoring.measure(plain)
    trouble, notices = conclusion.rows_of_trouble(plain, counted.vocabulary)
    if form in {Form.TESTS, Form.LISTING}:
        trouble = conclusion.rows_to_tell(trouble, plain, form)
    weigh(counted, plain, text, form=form, trouble=trouble, notices=notices, task=task)
    lines = text.split("\n")
    said = conclusion.conclusion_line(text, lines, form=form, kind=kind, units=plain, trouble=trouble, notices=notices)
    reading = kind is ToolKind.READ
    room = _room(len(text), len(said), settings, reading=reading)
    if form is Form.JSON and not reading:
        parts = conclusion.records(columns.records_of(text), room)
    elif form is Form.HISTORY:
        parts, told = conclusion.subjects(plain, counted.bits, int(room * SUBJECTS_SHARE))
        for row in told:
            counted.bits[row] = 0.0
    else:
        parts = "" if reading else conclusion.overview(lines, form, int(room * conclusion.OVERVIEW_SHARE))
    said, room = "\n".join(filter(None, (said, parts))), max(min(LEAST_FACT_CHARS, room), room - len(parts))
    choice = Choice(units.texts, room)
    _choose(choice, counted, plain, form, _units_before(units, text, end), outline_share=OUTLINE_SHARE * reading)
    last_line = len(lines) if end == len(text) else text.count("\n", 0, end)
    return said, render_units(units, choice.rows, last_line, lambda row: scoring.rare_words(counted, row))


def _choose(
    choice: Choice, counted: scoring.Rarity, plain: list[str], form: Form, last: int, *, outline_share: float
) -> None:
    """Selects facts, then the outline, which has a reserved share, then the first lines."""
    reserve = int(choice.room * outline_share)
    choice.room -= reserve
    choose(choice, plain, counted.bits, counted.reasons, last, lambda row: context_of(form, row, plain))
    choice.room += reserve
    if form in OUTLINED:
        rows = list(outline_rows(form, plain[:last]))
        for row in rows:
            if not choice.add(row):
                break
    for row in range(min(FIRST_LINES, last)):
        choice.add(row)


def _units_before(units: Units, text: str, end: int) -> int:
    """Number of units that start before `end`."""
    if not end:
        return 0
    position = len(text) + 1
    row = len(units.texts)
    while row and position >= end:
        row -= 1
        position -= len(units.texts[row]) + (row == 0 or units.lines[row - 1] != units.lines[row])
    return row + 1


def _room(total: int, said: int, settings: Settings, *, reading: bool) -> int:
    """Characters for facts: the setting, less for short outputs, plus the tail that a read does not have."""
    most = int(settings.trim_fact_chars * GAPS) + (settings.trim_tail_chars if reading else 0)
    tail = 0 if reading else settings.trim_tail_chars
    shown = max(int(total * SHOWN_SHARE), min(int(total * SHORT_SHARE), SHORT_CHARS))
    return max(min(LEAST_FACT_CHARS, most), min(most, shown - tail - said - 90))


def _with_marker(total: int, body: str, handle: str) -> str:
    """Adds the marker; its number is by how much the whole text is shorter than the original."""
    saved = total - len(body)
    for _ in range(4):
        first = opening_marker(max(0, saved), handle)
        exact = total - len(body) - len(first) - 1
        if exact == saved:
            break
        saved = exact
    return f"{opening_marker(max(0, saved), handle)}\n{body}"
