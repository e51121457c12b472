"""How much each unit of an output says, in bits above what its like say.

Three questions are asked of the output itself, with no knowledge of its
subject: is the shape of the unit rare, do its words occur nowhere else, does
one of its values differ from those at the same place of like units?
Everything is counted on the whole text at once, because one call of the
standard library over 30 kB is cheaper than a thousand over its lines.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from . import columns

LEAST_ALIKE = 8
"""Rows with the same words, below which their numbers are compared in wider company only."""

MOST_TWICE = 3
TWICE_BITS = 2.0
"""Above the bits of meeting one of so many ids again."""

_UUID = r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b"
_HEX = re.compile(_UUID + r"|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,}\b|\b(?=[A-F]*\d)(?=\d*[A-F])[0-9A-F]{7,}\b")
_LIKE_HEX = re.compile(r"\b[0-9a-f]{7,}\b")
_DIGITS = re.compile(r"\d+")
_NUMBERS = re.compile(r"0+(?:[.,]0+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"a+(?:[ _]a+)*")
_MIXED = re.compile(r"(?:a0|0a)[a0]*")
_SPACES = re.compile(r"[ \t│├└─╰╭┌┐┘┬┴┼]+")
_TOKEN = re.compile(r"\w+(?:\.\w+)*")
_ASCII_LETTERS = str.maketrans(
    {chr(code): "a" for code in (*range(65, 91), *range(97, 123))} | {str(d): "0" for d in range(10)}
)


@dataclass(frozen=True, slots=True)
class Rarity:
    """What was counted; lists have one item per unit."""

    bits: list[float]
    templates: list[str]
    """The unit with its numbers and ids masked: alike units have the same."""
    tokens: list[list[str]]
    counts: Counter[str]
    """Units that hold each word."""
    focus: dict[int, str]
    """The rarest word of a unit, around which a wide one is cut."""
    varied: bool
    """Whether most units differ in shape, as in prose and source code."""


def measure(texts: list[str]) -> Rarity:
    """Rarity of each unit."""
    masked, ids = _HEX.subn("\x01", "\n".join(texts))
    if ids > len(texts) // 10:  # then what has digits only, or letters only, is one of them too
        masked = _LIKE_HEX.sub("\x01", masked)
    templates = _DIGITS.sub("0", masked).split("\n")
    shapes = _shapes(masked)
    tokens = [_TOKEN.findall(text) for text in texts]
    bits, entropy = _shape_bits(shapes, tokens)
    focus: dict[int, str] = {}
    counts = _add_words(bits, tokens, focus)
    _add_columns(bits, shapes, templates, tokens, focus)
    _add_twice(bits, tokens, counts)
    return Rarity(bits, templates, tokens, counts, focus, entropy > 0.6 * log2(len(texts) + 1))


def _shapes(masked: str) -> list[str]:
    """Each unit with words as `a`, numbers as `0`, mixtures as `x`."""
    if masked.isascii():
        shape = masked.translate(_ASCII_LETTERS)
    else:
        shape = _DIGITS.sub("0", _LETTERS.sub("a", masked))
    shape = _SPACES.sub(" ", _NUMBERS.sub("0", shape))
    return _MIXED.sub("x", _WORDS.sub("a", shape)).split("\n")


def _shape_bits(shapes: list[str], tokens: list[list[str]]) -> tuple[list[float], float]:
    """Bits of the shape in the whole text, or among the units that start with the same word."""
    total = len(shapes)
    counts = Counter(shapes)
    entropy = log2(total) - sum(count * log2(count) for count in counts.values()) / total if total else 0.0
    rare = columns.excess(counts, total)
    bits = [rare.get(shape, 0.0) for shape in shapes]
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


def _add_words(bits: list[float], tokens: list[list[str]], focus: dict[int, str]) -> Counter[str]:
    """Words that stand in one unit only, where most units have fewer of them; returns how many units hold each word."""
    counts: Counter[str] = Counter()
    for words in tokens:
        counts.update(set(words))
    alone = [[word for word in words if counts[word] == 1 and not _has_digit(word)] for words in tokens]
    total = len(tokens)
    at_least = Counter(map(len, alone))
    share = 0
    bits_of: dict[int, float] = {}
    for number in sorted(at_least, reverse=True):
        share += at_least[number]
        bits_of[number] = max(0.0, log2(total / share) - 1.0) if number else 0.0
    for row, found in enumerate(alone):
        if found:
            bits[row] += 0.8 * bits_of[len(found)]
            focus[row] = found[0]
    return counts


def _has_digit(word: str) -> bool:
    return not word.isalpha() and _DIGITS.search(word) is not None


def _add_columns(
    bits: list[float], shapes: list[str], templates: list[str], tokens: list[list[str]], focus: dict[int, str]
) -> None:
    """The best column of each unit, and a little of each other one that stands out."""
    best: dict[int, float] = {}
    rest: dict[int, float] = defaultdict(float)
    groups: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row, words in enumerate(tokens):
        if words:
            groups[shapes[row], len(words)].append(row)
    for rows in groups.values():
        if len(rows) >= columns.LEAST_ROWS:
            first = columns.surprises([tokens[row][0] for row in rows])
            for row in rows if first else ():
                best[row] = max(best.get(row, 0.0), first.get(tokens[row][0], 0.0))
            for part, masks in _parts(rows, templates, tokens):
                _add_group((best, rest, focus), part, [tokens[row] for row in part], numbers=masks)
    for row, most in best.items():
        bits[row] += most + 0.25 * (rest[row] - most)


def _add_twice(bits: list[float], tokens: list[list[str]], counts: Counter[str]) -> None:
    """Ids that stand in two units, where nearly every other id stands in one."""
    ids = [word for word in counts if len(word) > 4 and _has_digit(word)]
    twice = {word for word in ids if counts[word] > 1}
    if 0 < len(twice) <= MOST_TWICE and len(ids) >= 20 * len(twice):
        for row, words in enumerate(tokens):
            if not twice.isdisjoint(words):
                bits[row] += TWICE_BITS + log2(len(ids) / len(twice))


def _parts(rows: list[int], templates: list[str], tokens: list[list[str]]) -> list[tuple[list[int], bool]]:
    """Rows that may be compared; the flag says whether only their numbers are.

    All rows of one shape, or, where each starts with a key, those of one key;
    and besides, for numbers, rows that have the same words.
    """
    keyed: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        keyed[tokens[row][0]].append(row)
    large = [part for part in keyed.values() if len(part) >= columns.LEAST_ROWS]
    covered = sum(map(len, large))
    parts = [(rows, False)]
    if len(large) > 1 and covered > len(rows) // 2 and not _DIGITS.search(tokens[rows[0]][0]):
        parts = [(part, False) for part in large]
        left = [row for part in keyed.values() if len(part) < columns.LEAST_ROWS for row in part]
        parts += [(left, False)] if len(left) >= columns.LEAST_ROWS else []
    by_template: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_template[templates[row]].append(row)
    if len(by_template) > len(parts):
        parts += [(part, True) for part in by_template.values() if len(part) >= LEAST_ALIKE]
    return parts


def _add_group(
    found: tuple[dict[int, float], dict[int, float], dict[int, str]],
    rows: list[int],
    tokens: Sequence[list[str]],
    *,
    numbers: bool,
) -> None:
    best, rest, focus = found
    for values in zip(*tokens, strict=True):
        if numbers and not _DIGITS.search(values[0]):
            continue
        for place, bits in columns.bits_of(values).items():
            row = rows[place]
            rest[row] += bits
            if bits > best.get(row, 0.0):
                best[row] = bits
                focus[row] = values[place]
    for extra in () if numbers else (_lengths(tokens), columns.unequal(list(zip(*tokens, strict=True)))):
        for place, bits in extra.items():
            rest[rows[place]] += bits
            best[rows[place]] = max(best.get(rows[place], 0.0), bits)


def _lengths(tokens: Sequence[list[str]]) -> dict[int, float]:
    return columns.lengths([" ".join(words) for words in tokens]) if len(tokens) >= 16 else {}
