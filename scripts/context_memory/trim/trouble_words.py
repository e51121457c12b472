"""Words and marks that signal an error or an open task."""

import re
from math import log2

from ..text.patterns import Pattern, lazy_regex
from .units import Vocabulary

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
