"""Splits an output into units, each a line or a part of one, and detects its form: diff, log, table, stack trace."""

import itertools
import re
from bisect import bisect_left
from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from ..text.patterns import Pattern, lazy_regex
from .tool_kinds import ToolKind

LONG_LINE = 320
"""Characters; a longer line is cut into several units."""
LONG_PROSE = 120
"""Characters; a longer line is cut where it holds several sentences (a third of it in Chinese)."""
PIECE = 200
"""Characters; where a line has no better place to be cut."""
LEAST_BITS = 1.0
"""A unit of fewer says nothing; it is kept only where nothing says anything."""

_RECORD_END = Pattern(r"(?<=\}),\s*(?=[{\[\"])|(?<=\]),\s*(?=\[)")
_FIELD_END = Pattern(r"(?<=,)\s*(?=\")")
_SENTENCE_END = Pattern(r"(?<=[.!?])(?<!\b[A-Z][a-z]\.)(?<!\b[A-Za-z]\.[a-z]\.)(?<!\bvs\.)\s+|(?<=[。！？；…])\s*")
_SENTENCES = lazy_regex(r"[.!?] +[A-Z].*[.!?]|。.+。")
_CLAUSE_END = Pattern(r"(?<=[,;|&>])\s*|(?<=，)")


class Units(NamedTuple):
    """All units of a text, in order; three lists of equal length."""

    texts: list[str]
    lines: list[int]
    """0-based line of each unit."""
    inner: list[bool]
    """Whether the unit goes on the line of the unit before it."""

    def text_of_lines(self, first: int, end: int) -> str:
        """The lines from `first` up to `end`, as they stand."""
        at, until = bisect_left(self.lines, first), bisect_left(self.lines, end)
        pieces = zip(self.inner[at:until], self.texts[at:until], strict=True)
        return "".join(text if is_inner else f"\n{text}" for is_inner, text in pieces)[1:]


def split(text: str) -> Units:
    """The units of a text; joined by line they give the text again."""
    lines = text.split("\n")
    if not any(map(_is_wide, lines)):
        return Units(lines, list(range(len(lines))), [False] * len(lines))
    texts: list[str] = []
    numbers: list[int] = []
    inner: list[bool] = []
    for number, line in enumerate(lines):
        pieces = _pieces(line) if _is_wide(line) else [line]
        texts += pieces
        numbers += [number] * len(pieces)
        inner += [False] + [True] * (len(pieces) - 1)
    return Units(texts, numbers, inner)


def _is_wide(line: str) -> bool:
    """Whether the line is split: it is too long, or has several sentences."""
    if len(line) > LONG_LINE:
        return True
    return len(line) > (LONG_PROSE if line.isascii() else LONG_PROSE // 3) and _SENTENCES.search(line) is not None


def _pieces(line: str) -> list[str]:
    if len(line) <= LONG_LINE or _SENTENCES.search(line, 0, 2 * LONG_LINE):
        pieces = _split_at(line, _SENTENCE_END)
    else:
        pieces = [line]
    starts_json = line.lstrip()[:1] in {"{", "["}
    for pattern in (_RECORD_END, _FIELD_END) if starts_json else (_SENTENCE_END, _CLAUSE_END):
        if max(map(len, pieces)) > LONG_LINE:
            pieces = [
                part for piece in pieces for part in (_split_at(piece, pattern) if len(piece) > LONG_LINE else [piece])
            ]
    return [part for piece in pieces for part in _cut_by_length(piece)]


def _split_at(piece: str, pattern: Pattern[str]) -> list[str]:
    """Splits at every match; the separator stays with the left part."""
    ends = [match.end() for match in pattern().finditer(piece) if 0 < match.end() < len(piece)]
    bounds = [0, *ends, len(piece)]
    return [piece[start:end] for start, end in itertools.pairwise(bounds) if end > start]


def _cut_by_length(piece: str) -> list[str]:
    if len(piece) <= LONG_LINE:
        return [piece]
    parts = []
    start = 0
    while start < len(piece):
        end = min(len(piece), start + PIECE)
        if end < len(piece):
            space = piece.rfind(" ", start + PIECE // 2, end)
            end = space + 1 if space > 0 else safe_cut(piece, end)
        parts.append(piece[start:end])
        start = end
    return parts


def safe_cut(text: str, position: int) -> int:
    """The nearest position at or before that splits no combined character or joined emoji."""
    from unicodedata import combining

    least = max(1, position - 32)
    while (
        position > least
        and position < len(text)
        and (
            combining(text[position])
            or text[position] in _JOINERS
            or text[position - 1] == "\u200d"
            or "\udc00" <= text[position] <= "\udfff"
        )
    ):
        position -= 1
    return position


_JOINERS = frozenset("\u200d\ufe0e\ufe0f\u20e3" + "".join(map(chr, range(0x1F3FB, 0x1F400))))


_TOKEN = lazy_regex(r"\w+(?:\.\w+)*")
_WITH_DIGIT = lazy_regex(r"^.*\d.*$", re.MULTILINE)
_LINE_NUMBER = lazy_regex(r"\s*\d+(?:[\t→|]| \| |: )")


class Vocabulary(NamedTuple):
    """Words by unit and by number of units."""

    tokens: list[list[str]]
    """Words of each unit, in order; `a.b` and `1.5` are one word."""
    counts: Counter[str]
    """Units that hold each word."""
    digital: frozenset[str]
    """Words with a digit."""
    listed: str
    """All words, one per line, for patterns that look at each."""


def read_words(texts: list[str]) -> Vocabulary:
    """The words of these units."""
    tokens = [_TOKEN.findall(text) for text in texts]
    counts = Counter(itertools.chain.from_iterable(map(set, tokens)))
    listed = "\n".join(counts)
    return Vocabulary(tokens, counts, frozenset(_WITH_DIGIT.findall(listed)), listed)


def unnumbered(texts: list[str]) -> list[str]:
    """The units without the line numbers that a viewer added."""
    found = [_LINE_NUMBER.match(text) for text in texts]
    if len(texts) - found.count(None) <= 0.6 * len(texts):
        return texts
    return [text[match.end() :] if match else text for text, match in zip(texts, found, strict=True)]


_ESCAPE = Pattern(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()][A-Z0-9]|[=>@-Z\\-_])")
_OVERWRITTEN = Pattern(r"[^\n]*\r(?=[^\n\r])")
_ERASED = Pattern(r"[^\n\x08]\x08")
_CONTROL = Pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]")


def as_on_terminal(text: str) -> str:
    """The text without terminal control sequences; a progress bar keeps its last state."""
    if "\x1b" in text:
        text = _ESCAPE().sub("", text)
    if "\r" in text:
        text = _OVERWRITTEN().sub("", text.replace("\r\n", "\n")).replace("\r", "")
    if "\x08" in text:
        while (shorter := _ERASED().sub("", text)) != text:
            text = shorter
    return _CONTROL().sub("", text) if _CONTROL().search(text) else text


class Form(StrEnum):
    """Forms with special handling; everything else is plain lines."""

    DIFF = "diff"
    JSON = "json"
    JSON_LINES = "json lines"
    TABLE = "table"
    TESTS = "tests"
    LOG = "log"
    SEARCH = "search"
    LISTING = "listing"
    HISTORY = "history"
    SOURCE = "source"
    PROSE = "prose"
    LINES = "lines"


SAMPLE_LINES = 120
LEAST_LINES = 4
"""Fewer lines are no table, log or list."""
LEAST_COMMITS = 3
_HEXADECIMAL = frozenset("0123456789abcdef")

_STAT = Pattern(r" \S[^|]* \|\s+(?:\d+ [+-]*|Bin .*)$| \d+ files? changed\b")
_DIFF = Pattern(r"^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+|Index: |\*\*\* (?:Begin Patch|Update File))", re.MULTILINE)
_TESTS = Pattern(
    r"^={3,} .*\b(?:passed|failed|error|test session starts)\b|^\S+::\S.* (?:PASSED|FAILED|ERROR|SKIPPED)\b"
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
_MARKDOWN_LINE = Pattern(r"#{1,6} \S|\s*(?:[-*+]|\d+\.) \S|\||> |```")
_SOURCE_NAMES = Pattern(
    r"\.(?:py|pyi|js|mjs|cjs|jsx|ts|tsx|rs|go|java|kt|scala|c|h|cc|cpp|hpp|cs|rb|php|swift|m|lua|pl|sh|bash|zsh|sql|vue|svelte|zig|ex|exs|hs|ml|r|jl|dart)$",
    re.IGNORECASE,
)
_PROSE_NAMES = Pattern(r"\.(?:md|markdown|rst|txt|adoc|org|html?|tex)$", re.IGNORECASE)
_SENTENCE = Pattern(r"[a-z,]+ [a-z]+ [a-z]+|[\u4e00-\u9fff，。]{6}")
_ASCII_SENTENCE = Pattern(r"[a-z,]+ [a-z]+ [a-z]+")
"""The same for texts without any other letter, compiled in a tenth of the time."""


def form_of(text: str, lines: list[str], kind: ToolKind, path: str = "") -> Form:
    """The form of an output, with the file name as a hint."""
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
    sentence = _ASCII_SENTENCE if head.isascii() else _SENTENCE
    if _DIFF().search(head) or ("\n+++ " in head and "\n@@ " in head):
        return Form.DIFF
    if sum(map(is_commit, sample)) >= LEAST_COMMITS:
        return Form.HISTORY
    if kind is not ToolKind.READ and _TESTS().search(head):
        return Form.TESTS
    if path and _SOURCE_NAMES().search(path):
        return Form.SOURCE
    if len(sample) < LEAST_LINES:
        return (
            Form.PROSE
            if (path and _PROSE_NAMES().search(path)) or _share(sentence(), sample, anywhere=True) > 0.5
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
    if path and _PROSE_NAMES().search(path):
        return Form.PROSE
    if _share(_MARKDOWN_LINE(), sample) > 0.3 and sum(line.startswith(("# ", "## ", "### ")) for line in sample) > 1:
        return Form.PROSE
    if _share(_SOURCE_LINE(), sample) > 0.45:
        return Form.SOURCE
    return Form.PROSE if _share(sentence(), sample, anywhere=True) > 0.5 else Form.LINES


def is_commit(line: str) -> bool:
    """Whether the line opens a commit in the output of `git log`."""
    return line.startswith("commit ") and len(line) > 13 and _HEXADECIMAL.issuperset(line[7:14])


def is_stat(line: str) -> bool:
    """Whether the line counts the changes of a file or of a commit."""
    return _STAT().match(line) is not None


def is_listed(line: str) -> bool:
    """Whether the line is a name in a listing, or the folder that the names below it are in."""
    return _LISTING_LINE().match(line[:300]) is not None or (line.endswith(":") and " " not in line)


def delimiter(lines: list[str]) -> str:
    """The delimiter that splits most lines into the same number of cells (two spaces count); empty for no table."""
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


CHANGED = 5.0

_HUNK = Pattern(r"@@ |\d+(?:,\d+)?[acd]\d+")
_FILE = ("diff ", "Index: ", "*** Update File", "*** Add File", "*** Delete File", "*** Move")
_FILE_NEWS = Pattern(r"(?:new file|deleted file|old mode|new mode|rename |similarity |Binary files|GIT binary)")


def is_change(line: str) -> bool:
    """Whether the line was added or removed."""
    return line[:1] in {"+", "-"} and not line.startswith(("+++", "---")) and bool(line[1:].strip())


def weigh_diff(bits: list[float], lines: list[str]) -> None:
    """Raises changed lines, lowers all others."""
    for row, line in enumerate(lines):
        if is_change(line):
            bits[row] += CHANGED
        elif _FILE_NEWS().match(line):
            bits[row] += 1.0
        else:
            bits[row] *= 0.3


def context_of_change(row: int, lines: list[str]) -> list[int]:
    """The context of a change: its counterpart, its hunk header and its file."""
    rows = [near for near in (row - 1, row + 1) if 0 <= near < len(lines) and is_change(lines[near])]
    place = row
    while place >= 0 and not _HUNK().match(lines[place]):
        if lines[place].startswith(_FILE):
            break
        place -= 1
    if place >= 0:
        rows.append(place)
    while place >= 0 and not lines[place].startswith((*_FILE, "+++ ")):
        place -= 1
    if place >= 0:
        rows.append(place)
    return rows


def summarize_diff(lines: list[str]) -> str:
    """Files and changed lines."""
    files = sum(line.startswith(_FILE) for line in lines) or sum(line.startswith("+++ ") for line in lines)
    added = sum(line[:1] == "+" and not line.startswith("+++") for line in lines)
    removed = sum(line[:1] == "-" and not line.startswith("---") for line in lines)
    return f"diff of {files} file{'s' * (files != 1)}, +{added} -{removed}"


GAP_BITS = 6.0
LEAST_TIMES = 12
MOST_GAPS = 3

_CLOCK = Pattern(r"[^\n]{0,30}?\b(\d\d):(\d\d):(\d\d)\b")
_DAY = 86_400


def add_silences(bits: list[float], texts: list[str]) -> None:
    """Raises the first line after each long gap in time, and slightly the one before it."""
    times = []
    for row, text in enumerate(texts):
        found = _CLOCK().match(text)
        if found:
            times.append((row, int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3])))
    if len(times) < max(LEAST_TIMES, len(texts) // 2):
        return
    steps = [((after - before) % _DAY, earlier, row) for (earlier, before), (row, after) in itertools.pairwise(times)]
    usual = sorted(step for step, _, _ in steps)[len(steps) * 9 // 10]
    gaps = [(earlier, row) for step, earlier, row in steps if step > 6 * max(1, usual)]
    for earlier, row in gaps if len(gaps) <= MOST_GAPS else []:
        bits[row] += GAP_BITS
        bits[earlier] += GAP_BITS / 2


HEAD = 9.0
REASON = 10.0
OWN_FRAME = 5.0

_HEAD = Pattern(
    r"\s*(?:Traceback \(most recent|Exception in thread|Caused by:|panic: |goroutine \d+ \[|thread '.*' panicked"
    r"|stack backtrace|Uncaught )"
)
_FRAME = Pattern(
    r'\s+(?:File "(?P<file>[^"]+)", line \d+|at (?P<at>.+)|\d+: (?P<rust>\S+::.*))|\s+(?P<go>/\S+\.go:\d+)'
)
_FOREIGN = Pattern(
    r"site-packages|dist-packages|/lib/python\d|<frozen |node_modules|node:|internal/|java\.|javax\.|jdk\.|sun\."
    r"|org\.spring|org\.apache|org\.junit|core::|std::|/usr/local/go/|/rustc/|<anonymous>|\bSystem\.|Microsoft\."
)
_REASON = Pattern(r"(?:[\w.]+(?:Error|Exception|Warning|Interrupt|Exit|Failure)\b|panic: |\w[\w.]*: )")


def bits_of_traces(lines: list[str]) -> dict[int, float]:
    """Bits of the lines of stack traces."""
    found: dict[int, float] = {}
    in_trace = False
    for row, line in enumerate(lines):
        if _HEAD().match(line):
            found[row], in_trace = HEAD, True
            continue
        frame = _FRAME().match(line)
        if frame:
            if not _FOREIGN().search(line):
                found[row] = OWN_FRAME
                if frame["file"] and row + 1 < len(lines):
                    found[row + 1] = OWN_FRAME - 0.5
            if not in_trace and row and row - 1 not in found and _REASON().match(lines[row - 1].strip()):
                found[row - 1] = REASON
            in_trace = True
        elif in_trace and line and not line[0].isspace():
            if _REASON().match(line):
                found[row] = REASON
            in_trace = False
    return found
