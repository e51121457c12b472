"""Splits an output into units, each a line or a part of one, and reads their words."""

import itertools
import re
from collections import Counter
from typing import NamedTuple

from ..text.patterns import Pattern, lazy_regex

LONG_LINE = 320
"""Characters; a longer line is cut into several units."""
LONG_PROSE = 120
"""Characters; a longer line is cut where it holds several sentences (a third of it in Chinese)."""
PIECE = 200
"""Characters; where a line has no better place to be cut."""

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
