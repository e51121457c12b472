"""The outcome of an output in one line.

It says exit status, counts, the first and the last problem; words and marks signal an error or an open task.
"""

import re
from collections import Counter
from collections.abc import Sequence
from math import log2

from ..text.patterns import Pattern, lazy_regex
from .forms import Form, Vocabulary, as_on_terminal, form_of, read_words, summarize_diff
from .tool_kinds import ToolKind

TROUBLE = 9.0
"""Bits of a line that says something is wrong, where few do."""
NOTICE = 6.0

_TROUBLE = """
error errors err timed fatal fail failed failure failures fails failing exception traceback panic panicked
critical crit emerg alert denied refused timeout unreachable corrupt corrupted corruption mismatch mismatched
violated violation abort aborted segfault killed oom oomkilled conflict conflicts crash crashed crashloopbackoff
unhealthy imagepullbackoff evicted rollback rejected forbidden unauthorized expired leak deadlock overflow
exceeded broken degraded notready unresolved fehler erreur échec
"""
_TROUBLE_WORDS = frozenset(_TROUBLE.split())
_NOTICE = """
warn warning warnings warnung deprecated todo fixme xxx hack bug vulnerable vulnerability insecure unexpected
unable cannot invalid missing skip skipped skipping ignored ignoring fallback disabled retry retrying slow stale
outdated orphan orphaned unknown undefined duplicate important breaking override passwd password secret
credential credentials private_key apikey api_key achtung
"""
_NOTICE_WORDS = frozenset(_NOTICE.split())
_TROUBLE_NAME = lazy_regex(
    r"^(?:[\w.]*(?:Error|Exception|Failure|Fault|Panic)s?|E[A-Z]{4,}|ERR_\w*|SIG[A-Z]{3,4})$", re.MULTILINE
)
_CHINESE_TROUBLE = ("错误", "失败", "异常", "超时", "拒绝", "致命", "崩溃", "报错", "中断", "冲突", "不一致", "故障")
_CHINESE_NOTICE = (
    "警告",
    "告警",
    "注意",
    "待办",
    "过期",
    "缺少",
    "缺失",
    "未找到",
    "无法",
    "重试",
    "弃用",
    "废弃",
    "重要",
)
_MARKS = ("✗", "✕", "✘", "❌", "×", "⚠", "🔴", "‼")
_NONE_WRONG = Pattern(
    r"\b(?:0|no|zero|without)\s+(?:\w+\s+)?(?:errors?|fail(?:ures?|ed|s)?|warnings?|conflicts?|vulnerabilities)\b",
    re.IGNORECASE,
)


def levels(vocabulary: Vocabulary) -> tuple[frozenset[str], frozenset[str]]:
    """The error words and the notice words among the words of an output."""
    lower = frozenset(vocabulary.listed.lower().split("\n"))
    named = {*_TROUBLE_NAME.findall(vocabulary.listed)}
    trouble, notice = lower & _TROUBLE_WORDS, lower & _NOTICE_WORDS
    if not (named or trouble or notice):
        return frozenset(), frozenset()
    words = vocabulary.counts
    bad = frozenset(word for word in words if word in named or word.lower() in trouble)
    return bad, frozenset(word for word in words if word.lower() in notice) - bad


def rows_of_trouble(texts: list[str], vocabulary: Vocabulary) -> tuple[list[int], list[int]]:
    """Rows with errors, and rows with notices."""
    trouble_words, notice_words = levels(vocabulary)
    tokens = vocabulary.tokens
    trouble = [row for row, words in enumerate(tokens) if not trouble_words.isdisjoint(words)] if trouble_words else []
    notice = [row for row, words in enumerate(tokens) if not notice_words.isdisjoint(words)] if notice_words else []
    whole = "\n".join(texts)
    if not whole.isascii():
        trouble += _rows_with_marks(texts, [mark for mark in (*_CHINESE_TROUBLE, *_MARKS) if mark in whole])
        notice += _rows_with_marks(texts, [mark for mark in _CHINESE_NOTICE if mark in whole])
    clear = {row for row in {*trouble, *notice} if _NONE_WRONG().search(texts[row])}
    return sorted({*trouble} - clear), sorted({*notice} - {*trouble} - clear)


def weight(rows: int, total: int) -> float:
    """Weight of a sign: 1 if one unit of many has it, 0 if all do."""
    return log2(total / rows) / log2(total) if total > 1 and rows else 0.0


def _rows_with_marks(texts: list[str], marks: list[str]) -> list[int]:
    return [row for row, text in enumerate(texts) if any(mark in text for mark in marks)] if marks else []


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
    reports = form not in {Form.SOURCE, Form.PROSE} or kind in REPORTING
    if reports and form is not Form.DIFF:  # of a change to code, an error is the subject
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
    trouble, notices = rows_of_trouble(lines, read_words(lines))
    form = form_of(text, lines, kind, path)
    said = [lines[row] for row in trouble]
    return conclusion_line(text, lines, form=form, kind=kind, trouble=said, notices=len(notices))
