"""Add to what is rare what is known about outputs: trouble, traces, changes, tables, the task's own words.

Each form's module is imported where it is needed: a process trims one output.
"""

import re

from . import signals
from .forms import Form
from .patterns import Pattern
from .rarity import Rarity

HEAD_BITS = 3.0
PROSE_RARITY, SOURCE_RARITY = 0.3, 0.6
"""What rarity of shape counts for where every line has a shape of its own."""
TASK_BITS = 7.0
CALM, FEW = 0.5, 3
"""What a word of trouble counts for where it is the subject, if more than a few lines have one."""

TRACE_MARKS = ("Traceback (most", "\tat ", "    at ", "panicked at", "goroutine ", "stack backtrace", "Stack trace")

_TASK_WORD = Pattern(r"[\w./-]*\w")


def weigh(
    counted: Rarity,
    texts: list[str],
    text: str,
    *,
    form: Form,
    trouble: list[int],
    notices: list[int],
    task: str,
) -> None:
    """Add to the bits of what is rare those of what is known."""
    bits = counted.bits
    total = len(texts)
    if counted.is_prose and (counted.is_varied or form in {Form.PROSE, Form.SOURCE, Form.LINES, Form.JSON}):
        kept = PROSE_RARITY if form is Form.PROSE else SOURCE_RARITY
        from . import specifics

        exact = specifics.bits_of(texts, counted.vocabulary)
        bits[:] = [kept * rare + more for rare, more in zip(bits, exact, strict=True)]
    match form:
        case Form.DIFF:
            from . import diffs

            diffs.adjust(bits, texts)
        case Form.TABLE:
            from . import tables

            tables.add(bits, texts)
        case Form.LOG:
            from . import logs

            logs.add(bits, texts)
    calm = CALM if form in {Form.PROSE, Form.SOURCE, Form.SEARCH, Form.DIFF} else 1.0
    for rows, worth in ((trouble, signals.TROUBLE), (notices, signals.NOTICE)):
        for row in rows:
            bits[row] += worth * signals.weight(len(rows), total) * (calm if len(rows) > FEW else 1.0)
    if any(mark in text for mark in TRACE_MARKS):
        from . import traces

        for row, worth in traces.bits_of(texts).items():
            bits[row] += worth
    _add_task(bits, counted, task)
    if total:
        bits[0] += HEAD_BITS


def _add_task(bits: list[float], counted: Rarity, task: str) -> None:
    """Lines with words that the task names, the rarer the word the more."""
    wanted = {word for word in _TASK_WORD().findall(task) if len(word) > 3 or not word.isascii()}
    wanted |= {part for word in wanted for part in re.split(r"[/-]", word) if len(part) > 3}
    wanted = {word for word in wanted if 0 < counted.vocabulary.counts.get(word, 0) <= len(bits) // 8 + 1}
    if not wanted:
        return
    for row, words in enumerate(counted.vocabulary.tokens):
        named = wanted.intersection(words)
        if named:
            bits[row] += TASK_BITS * max(signals.weight(counted.vocabulary.counts[word], len(bits)) for word in named)
