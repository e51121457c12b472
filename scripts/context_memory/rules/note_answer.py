"""A model's note, line by line: only what is grounded in the session may stand in the person's memory.

Numbers, dates, paths and names that the session does not hold, words that are
mostly not its own, another language, marks of ours: such a line is dropped.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from . import capsule_check, lexing, notes, same_language

MOST_LINES = 12
LONGEST_LINE = 300
"""Characters, as a bullet of a note."""
SHORTEST_LINE = 8
LEAST_KNOWN = 0.6
"""Share of a line's words that the session must hold: what is said in quite other words cannot be checked."""
LONGEST_ANSWER = 20_000
"""Characters of an answer that are read."""
_THINKING = re.compile(r"(?is)<(think|thinking|reasoning|analysis)>.*?(?:</\1>|\Z)")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)、])\s+(?P<words>.+)$")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")


@dataclass(frozen=True, slots=True)
class Grounded:
    """The lines that may be noted, and how many were dropped, by reason."""

    lines: tuple[str, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)


def grounded(answer: str, source: str) -> Grounded:
    """What of an answer is grounded in `source`, the text that the model was given."""
    known = _terms(source)
    numbers = frozenset(_numbers(source))
    kept: dict[str, None] = {}
    dropped: Counter[str] = Counter()
    text = _THINKING.sub("", answer)[:LONGEST_ANSWER]
    for line in text.splitlines():
        found = _BULLET.match(line)
        if not found:
            continue
        words = notes.plain(found["words"], LONGEST_LINE)
        reason = _fault(words, source, known, numbers)
        if not reason and len(kept) == MOST_LINES:
            reason = "surplus"
        if reason:
            dropped[reason] += 1
        else:
            kept[words] = None
    return Grounded(tuple(kept), dict(dropped))


def _fault(line: str, source: str, known: frozenset[str], numbers: frozenset[str]) -> str:
    if len(line) < SHORTEST_LINE:
        return "short"
    if any(number not in numbers for number in _numbers(line)):
        return "number"
    if capsule_check.invented(line, source):
        return "name"
    if not same_language.matches(line, source):
        return "language"
    terms = lexing.query_terms(line)
    if terms and sum(term in known for term in terms) < LEAST_KNOWN * len(terms):
        return "words"
    return ""


def _numbers(text: str) -> list[str]:
    """Numbers as they are compared: `1,234` is `1234`, and a date also counts by its parts."""
    found = []
    for number in _NUMBER.findall(text):
        found += [number, number.replace(",", ""), *re.split(r"[.,:/-]", number)]
    return found


def _terms(source: str) -> frozenset[str]:
    pieces = (source[start : start + lexing.MAX_TEXT] for start in range(0, len(source), lexing.MAX_TEXT))
    return frozenset(term for piece in pieces for term in lexing.terms(piece))
