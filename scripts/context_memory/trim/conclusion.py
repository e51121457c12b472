"""One line about the outcome: exit status, counts, the first and the last problem."""

import re
from collections import Counter
from collections.abc import Sequence

from ..text.patterns import Pattern
from . import trouble_words
from .forms import Form, form_of, summarize_diff
from .tool_kinds import ToolKind
from .units import as_on_terminal, read_words

MOST_CHARS = 260
QUOTE_CHARS = 90
MOST_KEYS_CHARS = 200_000
"""Of a JSON text, what is looked at to count its records."""
REPORTING = frozenset({ToolKind.SHELL, ToolKind.AGENT, ToolKind.OTHER})
"""Tools whose running text reports; of a page or a file that somebody reads, error is the subject."""

_EXIT = Pattern(
    r"(?:exit(?:ed)?(?: with)?(?: code| status)?|return(?:ed)? code|exit_code|退出码)[\"']?[:= ]+(-?\d+)", re.IGNORECASE
)
_RESULTS = (
    r"^=+ (.*\b(?:passed|failed|errors?|skipped)\b.*?) =+$",
    r"^test result: (.+?)(?:; finished.*)?$",
    r"^(Tests?:\s+.*\d.*)$",
    r"^(\d+ (?:passed|failed).*)$",
    r"^(Ran \d+ tests?.*)$",
    r"^\s*(\d+ pass(?:ing)?\b.*)$",
    r"^(FAILED \(.*\))$",
)
_KEY = Pattern(r'"([^"\\]{1,40})"\s*:')
_OUTCOME = Pattern(r"\b(PASSED|FAILED|PASS|FAIL|SKIPPED|ERROR|ok|not ok)\b")


def conclusion_line(
    text: str, lines: Sequence[str], *, form: Form, kind: ToolKind, trouble: Sequence[str], notices: int
) -> str:
    """The conclusion of an output; `trouble` are its error lines, in order."""
    parts = [_size(text, lines, form, kind), *_outcome(text, form)]
    if form not in {Form.SOURCE, Form.PROSE} or kind in REPORTING:
        if notices:
            parts.append(_count(notices, "warning line"))
        parts.append(_troubles(trouble) if trouble else "no error line")
    said = "Conclusion: " + "; ".join(parts)
    return said if len(said) <= MOST_CHARS else said[: MOST_CHARS - 1] + "…"


def _size(text: str, lines: Sequence[str], form: Form, kind: ToolKind) -> str:
    filled = sum(1 for each in lines if each.strip())
    match form:
        case Form.DIFF:
            return summarize_diff(list(lines))
        case Form.JSON:
            records = max(Counter(_KEY().findall(text[:MOST_KEYS_CHARS])).values(), default=0)
            return f"JSON, {_count(records, 'record')}" if records > 1 else f"JSON, {_count(filled, 'line')}"
        case Form.JSON_LINES:
            return _count(filled, "JSON record")
        case Form.TABLE:
            return f"table of {_count(filled, 'line')}"
        case Form.SEARCH:
            files = len({each.split(":", 1)[0] for each in lines if ":" in each})
            return f"{_count(filled, 'line')} in {_count(files, 'file')}"
        case Form.LISTING:
            return f"{_count(filled, 'line')} of a listing"
        case _:
            return _count(filled, "matching line" if kind is ToolKind.SEARCH else "line")


def _outcome(text: str, form: Form) -> list[str]:
    parts = []
    for part in (text[-600:], text[:200]):
        found = _EXIT().search(part)
        if found:
            parts.append(f"exit {found[1]}")
            break
    if form is Form.TESTS:
        results = [said[-1].strip("= ") for each in _RESULTS if (said := re.findall(each, text, re.MULTILINE))]
        if results:
            parts.append(_quote(results[0]))
        else:
            counts: dict[str, int] = {}
            for word in _OUTCOME().findall(text):
                counts[word] = counts.get(word, 0) + 1
            parts += [f"{number} {word}" for word, number in sorted(counts.items())]
    return parts


def _troubles(trouble: Sequence[str]) -> str:
    first, last = _quote(trouble[0]), _quote(trouble[-1])
    said = f"{_count(len(trouble), 'error line')}, first: {first}"
    return said if first == last else f"{said}, last: {last}"


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


def _quote(text: str) -> str:
    short = " ".join(text.split())
    return short if len(short) <= QUOTE_CHARS else short[: QUOTE_CHARS - 1] + "…"


def conclusion_of(output: str, *, kind: ToolKind, path: str = "") -> str:
    """The outcome in one line."""
    text = as_on_terminal(output)
    lines = text.split("\n")
    trouble, notices = trouble_words.rows_of_trouble(lines, read_words(lines))
    form = form_of(text, lines, kind, path)
    said = [lines[row] for row in trouble]
    return conclusion_line(text, lines, form=form, kind=kind, trouble=said, notices=len(notices))
