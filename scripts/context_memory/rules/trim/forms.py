"""What an output is made of, told from the text itself."""

import re
from collections import Counter
from enum import StrEnum

from .kinds import ToolKind
from .patterns import Pattern


class Form(StrEnum):
    """Forms that are read in a way of their own; everything else is plain lines."""

    DIFF = "diff"
    JSON = "json"
    JSON_LINES = "json lines"
    TABLE = "table"
    TESTS = "tests"
    LOG = "log"
    SEARCH = "search"
    LISTING = "listing"
    SOURCE = "source"
    PROSE = "prose"
    LINES = "lines"


SAMPLE_LINES = 120
LEAST_LINES = 4
"""Fewer lines are no table, log or list."""

_DIFF = Pattern(r"^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+|Index: |\*\*\* (?:Begin Patch|Update File))", re.MULTILINE)
_TESTS = Pattern(
    r"^={3,} .*\b(?:passed|failed|error|test session starts)\b|^(?:\S+::\S+ )(?:PASSED|FAILED|ERROR|SKIPPED)"
    r"|^--- (?:FAIL|PASS)|^=== RUN|^test \S+ \.\.\. |^test result: |^Tests?:\s+\d|^\s*[✓✔✕✗×√] "
    r"|^(?:ok|not ok) \d+|<testsuite|^Ran \d+ tests?|^\[ +(?:OK|RUN|FAILED) +\]",
    re.MULTILINE,
)
_LOG_LINE = Pattern(
    r"^\W?(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:|\[?\d{10,13}\b|\S+ \S+ \S+ \[\d\d/[A-Z]"
    r"|\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|NOTICE|[IWEF]\d{4})\b)"
)
_SEARCH_LINE = Pattern(r"^[^\s:]*[\w)\]][:-]\d+[:-]|^[^\s:]+\.\w+:")
_LISTING_LINE = Pattern(
    r"^[-dlbcps][-rwxsStT]{9}|^(?:[│├└ ─|`-]*)[\w.@+-]+/?$|^\.{0,2}/?(?:[\w.@+ -]+/)+[\w.@+ -]*$|^total \d+$"
)
_SOURCE_LINE = Pattern(
    r"^\s*(?:\d+[\t→:|]\s*)?(?:(?:async |export |public |private |protected |static |default |pub(?:\(\w+\))? )*"
    r"(?:def|class|function|fn|func|struct|enum|interface|impl|trait|type|namespace|module|package|import|from|use|using"
    r"|#include|#define|const|let|var|return|if|for|while|else|elif|switch|case|try|catch|except)\b.*|[})\];]+[,;]?|.*[{;]|@\w+.*)$"
)
_SOURCE_NAMES = Pattern(
    r"\.(?:py|pyi|js|mjs|cjs|jsx|ts|tsx|rs|go|java|kt|scala|c|h|cc|cpp|hpp|cs|rb|php|swift|m|lua|pl|sh|bash|zsh|sql|vue|svelte|zig|ex|exs|hs|ml|r|jl|dart)$",
    re.IGNORECASE,
)
_PROSE_NAMES = Pattern(r"\.(?:md|markdown|rst|txt|adoc|org|html?|tex)$", re.IGNORECASE)
_SENTENCE = Pattern(r"[a-z,]+ [a-z]+ [a-z]+|[\u4e00-\u9fff，。]{6}")


def form_of(text: str, lines: list[str], kind: ToolKind, path: str = "") -> Form:
    """The form of an output; the file name helps where there is one."""
    sample = [line for line in _sample(lines) if line.strip()]
    if not sample:
        return Form.LINES
    start = text.lstrip()[:1]
    if start in "{[":
        if sum(line.startswith(("{", "[")) and line.rstrip().endswith(("}", "]")) for line in sample) > max(
            1, len(sample) * 0.8
        ):
            return Form.JSON_LINES
        if text.rstrip()[-1:] in "}]" and (start == "[" or '"' in sample[0] + sample[min(1, len(sample) - 1)]):
            return Form.JSON
    head = "\n".join(sample)
    if _DIFF().search(head) or ("\n+++ " in head and "\n@@ " in head):
        return Form.DIFF
    if kind is not ToolKind.READ and _TESTS().search(head):
        return Form.TESTS
    if _SOURCE_NAMES().search(path):
        return Form.SOURCE
    if len(sample) < LEAST_LINES:
        return (
            Form.PROSE
            if _PROSE_NAMES().search(path) or _share(_SENTENCE(), sample, anywhere=True) > 0.5
            else Form.LINES
        )
    if _share(_LOG_LINE(), sample) > 0.5:
        return Form.LOG
    if kind is ToolKind.SEARCH and _share(_SEARCH_LINE(), sample) > 0.4:
        return Form.SEARCH
    if delimiter(sample):
        return Form.TABLE
    if kind is not ToolKind.READ and _share(_LISTING_LINE(), sample) > 0.6:
        return Form.LISTING
    if _share(_SEARCH_LINE(), sample) > 0.7:
        return Form.SEARCH
    if _PROSE_NAMES().search(path):
        return Form.PROSE
    if _share(_SOURCE_LINE(), sample) > 0.45:
        return Form.SOURCE
    return Form.PROSE if _share(_SENTENCE(), sample, anywhere=True) > 0.5 else Form.LINES


def delimiter(lines: list[str]) -> str:
    """The character, or two spaces, that cuts most lines into the same number of cells; empty for no table."""
    for mark, least in (("\t", 1), ("|", 2), (",", 2), (";", 2)):
        counts = Counter(line.count(mark) for line in lines)
        cells, number = counts.most_common(1)[0]
        if cells >= least and number >= 0.7 * len(lines):
            return mark
    counts = Counter(len(_GAP().split(line.strip())) for line in lines)
    cells, number = counts.most_common(1)[0]
    return "  " if cells >= 3 and number >= 0.7 * len(lines) else ""


_GAP = Pattern(r" {2,}|\t+")


def cells_of(line: str, mark: str) -> list[str]:
    """The cells of a row."""
    if mark == "  ":
        return _GAP().split(line.strip())
    if mark == "," and '"' in line:
        line = _QUOTED().sub(lambda match: match[0].replace(",", "\x1f"), line)
    return [cell.strip() for cell in line.split(mark)]


_QUOTED = Pattern(r'"[^"]*"')


def _sample(lines: list[str]) -> list[str]:
    if len(lines) <= SAMPLE_LINES:
        return lines
    step = len(lines) / (SAMPLE_LINES - 20)
    return lines[:20] + [lines[int(20 + i * step)] for i in range(SAMPLE_LINES - 20) if 20 + i * step < len(lines)]


def _share(pattern: re.Pattern[str], lines: list[str], *, anywhere: bool = False) -> float:
    test = pattern.search if anywhere else pattern.match
    return sum(1 for line in lines if test(line[:300])) / len(lines)
