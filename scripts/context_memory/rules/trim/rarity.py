"""How much each unit of an output says, in bits above what its like say.

Three questions are asked of the output itself, with no knowledge of its
subject: is the shape of the unit rare, do its words occur nowhere else, does
one of its values differ from those at the same place of like units?
Everything is counted on the whole text at once, because one call of the
standard library over 30 kB is cheaper than a thousand over its lines.
"""

import re
from collections import Counter, defaultdict
from math import log2
from typing import NamedTuple

from . import columns, likeness
from .patterns import Pattern
from .vocabulary import Vocabulary, read

VARIED = 0.6
"""Of the entropy, or the number, that all units would have if no two were alike."""
HEAD_CLASSES = 6
"""Characters of a shape that tell how a unit begins."""
FOCUS_WEIGHT = 3
MOST_TWICE = 3
TWICE_BITS = 2.0
"""Above the bits of meeting one of so many ids again."""

_LIKE_ID = re.compile(r"\b[0-9a-fA-F]{7,}(?:-[0-9a-fA-F]{4}){0,3}(?:-[0-9a-fA-F]{12})?\b")
_DIGITS = re.compile(r"\d+")
_NUMBERS = re.compile(r"0+(?:[.,]0+)*")
_LETTERS = Pattern(r"[^\W\d_]+")
_WORDS = re.compile(r"a+(?:[ _]a+)*")
_MIXED = re.compile(r"(?:a0|0a)[a0]*")
_SPACES = re.compile(r"[ \t│├└─╰╭┌┐┘┬┴┼]+")
_OTHER_SCRIPT = Pattern(r"[\u0400-\u1fff\u3040-\ud7ff]")
_ASCII_LETTERS = str.maketrans(
    {chr(code): "a" for code in (*range(65, 91), *range(97, 123))} | {str(d): "0" for d in range(10)}
)


class Rarity(NamedTuple):
    """What was counted; lists have one item per unit."""

    bits: list[float]
    vocabulary: Vocabulary
    focus: dict[int, str]
    """The value of a unit that differs most from its like."""
    reasons: list[str]
    """What makes a unit rare: the column it differs in, else its template. One reason is not given again and again."""
    is_varied: bool
    """Whether most units differ in shape, as in source code."""
    is_prose: bool
    """Whether most units differ in their words."""


def measure(texts: list[str]) -> Rarity:
    """Rarity of each unit."""
    masked = _without_ids("\n".join(texts), len(texts))
    templates = _DIGITS.sub("0", masked).split("\n")
    shapes = _shapes(masked)
    vocabulary = read(texts)
    tokens = vocabulary.tokens
    bits, entropy = _shape_bits(shapes, tokens)
    focus: dict[int, str] = {}
    reasons = templates.copy()
    _add_words(bits, vocabulary)
    for row, found in likeness.compare(shapes, templates, tokens).items():
        bits[row] += found.worth
        focus[row] = found.word
        reasons[row] = found.reason
    _add_twice(bits, vocabulary)
    _add_script(bits, texts)
    total = len(texts)
    return Rarity(
        bits,
        vocabulary,
        focus,
        reasons,
        is_varied=entropy > VARIED * log2(total + 1),
        is_prose=len(set(templates)) > VARIED * total,
    )


def _without_ids(text: str, units: int) -> str:
    """Hashes and the like as one character; where there are many, so is what has digits only, or letters only."""
    ids = sum(1 for found in _LIKE_ID.findall(text) if not found.isdigit() and not found.isalpha())
    if not ids:
        return text
    if ids > units // 10:
        return _LIKE_ID.sub("\x01", text)
    return _LIKE_ID.sub(lambda match: match[0] if match[0].isdigit() or match[0].isalpha() else "\x01", text)


def _shapes(masked: str) -> list[str]:
    """Each unit with words as `a`, numbers as `0`, mixtures as `x`."""
    shape = masked.translate(_ASCII_LETTERS) if masked.isascii() else _DIGITS.sub("0", _LETTERS().sub("a", masked))
    shape = _SPACES.sub(" ", _NUMBERS.sub("0", shape))
    return _MIXED.sub("x", _WORDS.sub("a", shape)).split("\n")


def _shape_bits(shapes: list[str], tokens: list[list[str]]) -> tuple[list[float], float]:
    """Bits of the shape in the whole text, or among the units that start with the same word."""
    total = len(shapes)
    counts = Counter(shapes)
    entropy = log2(total) - sum(count * log2(count) for count in counts.values()) / total if total else 0.0
    rare = columns.excess(counts, total)
    heads = [shape[:HEAD_CLASSES] for shape in shapes]
    rare_heads = columns.surprises(heads)
    bits = [max(rare.get(s, 0.0), rare_heads.get(h, 0.0)) for s, h in zip(shapes, heads, strict=True)]
    rows_of: dict[str, list[int]] = defaultdict(list)
    for row, words in enumerate(tokens):
        if words:
            rows_of[words[0]].append(row)
    for rows in rows_of.values():
        if len(rows) >= columns.LEAST_ROWS:
            values = [shapes[row] for row in rows]
            surprising = columns.surprises(values)
            if surprising:
                for row, shape in zip(rows, values, strict=True):
                    bits[row] = max(bits[row], surprising.get(shape, 0.0))
    return bits, entropy


def _add_words(bits: list[float], vocabulary: Vocabulary) -> None:
    """Words that stand in one unit only, where most units have fewer of them."""
    once = {word for word, count in vocabulary.counts.items() if count == 1} - vocabulary.digital
    alone = [[word for word in words if word in once] for words in vocabulary.tokens]
    total = len(alone)
    at_least = Counter(map(len, alone))
    share = 0
    bits_of: dict[int, float] = {}
    for number in sorted(at_least, reverse=True):
        share += at_least[number]
        bits_of[number] = max(0.0, log2(total / share) - 1.0) if number else 0.0
    for row, found in enumerate(alone):
        if found:
            bits[row] += 0.8 * bits_of[len(found)]


def _add_twice(bits: list[float], vocabulary: Vocabulary) -> None:
    """Ids that stand in two units, where nearly every other id stands in one."""
    counts = vocabulary.counts
    ids = [word for word in vocabulary.digital if len(word) > 4 and counts[word] <= 2]
    twice = {word for word in ids if counts[word] == 2}
    if 0 < len(twice) <= MOST_TWICE and len(ids) >= 20 * len(twice):
        for row, words in enumerate(vocabulary.tokens):
            if not twice.isdisjoint(words):
                bits[row] += TWICE_BITS + log2(len(ids) / len(twice))


def _add_script(bits: list[float], texts: list[str]) -> None:
    """Units in another script where few are, e.g. one Chinese line in an English log."""
    rows = [row for row, text in enumerate(texts) if not text.isascii() and _OTHER_SCRIPT().search(text)]
    if 0 < len(rows) <= len(texts) // 16:
        for row in rows:
            bits[row] += log2(len(texts) / len(rows))


def rare_words(counted: Rarity, row: int) -> list[str]:
    """Words of a unit that stand nowhere else, and the one that differs most from its like, which counts for more."""
    counts = counted.vocabulary.counts
    alone = [word for word in counted.vocabulary.tokens[row] if counts[word] == 1]
    return alone + [counted.focus[row]] * FOCUS_WEIGHT if counted.focus.get(row) else alone
