"""Scores the units of an output: bits above similar units, plus known signs such as errors.

That is trouble, traces, changes, tables and the task's own words.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log2, sqrt
from typing import NamedTuple

from ..text.patterns import Pattern, lazy_regex
from . import columns, conclusion
from .forms import Form, Vocabulary, add_silences, bits_of_traces, is_stat, read_words, weigh_diff

VARIED = 0.6
"""Of the entropy, or the number, that all units would have if no two were alike."""
HEAD_CLASSES = 6
"""Characters of a shape that tell how a unit begins."""
FOCUS_WEIGHT = 3
MOST_TWICE = 3
TWICE_BITS = 2.0
"""Above the bits of meeting one of so many ids again."""

_LIKE_ID = lazy_regex(r"\b[0-9a-fA-F]{7,}(?:-[0-9a-fA-F]{4}){0,3}(?:-[0-9a-fA-F]{12})?\b")
_DIGITS = lazy_regex(r"\d+")
_NUMBERS = lazy_regex(r"0+(?:[.,]0+)*")
_LETTERS = Pattern(r"[^\W\d_]+")
_WORDS = lazy_regex(r"a+(?:[ _]a+)*")
_MIXED = lazy_regex(r"(?:a0|0a)[a0]*")
_SPACES = lazy_regex(r"[ \t│├└─╰╭┌┐┘┬┴┼]+")
_ASCII_LETTERS = str.maketrans(
    {chr(code): "a" for code in (*range(65, 91), *range(97, 123))} | {str(d): "0" for d in range(10)}
)


class Rarity(NamedTuple):
    """Word and shape statistics; lists have one item per unit."""

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
    vocabulary = read_words(texts)
    tokens = vocabulary.tokens
    bits, entropy = _shape_bits(shapes, tokens)
    focus: dict[int, str] = {}
    reasons = templates.copy()
    _add_words(bits, vocabulary)
    for row, found in columns.compare_units(shapes, templates, tokens).items():
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
    """Replaces hashes by one character; if there are many, also words of digits only or letters only."""
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
    """Words that occur in one unit only, if most units have fewer of them."""
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
    """Ids that occur in two units, if nearly every other id occurs in one."""
    counts = vocabulary.counts
    ids = [word for word in vocabulary.digital if len(word) > 4 and counts[word] <= 2]
    twice = {word for word in ids if counts[word] == 2}
    if 0 < len(twice) <= MOST_TWICE and len(ids) >= 20 * len(twice):
        for row, words in enumerate(vocabulary.tokens):
            if not twice.isdisjoint(words):
                bits[row] += TWICE_BITS + log2(len(ids) / len(twice))


def _is_of_other_script(letter: str) -> bool:
    return "\u0400" <= letter <= "\u1fff" or "\u3040" <= letter <= "\ud7ff"


def _add_script(bits: list[float], texts: list[str]) -> None:
    """Units in a rare script, e.g. one Chinese line in an English log."""
    rows = [row for row, text in enumerate(texts) if not text.isascii() and any(map(_is_of_other_script, text))]
    if 0 < len(rows) <= len(texts) // 16:
        for row in rows:
            bits[row] += log2(len(texts) / len(rows))


def rare_words(counted: Rarity, row: int) -> list[str]:
    """Words that occur only in this unit, and the one that differs most from similar words."""
    counts = counted.vocabulary.counts
    alone = [word for word in counted.vocabulary.tokens[row] if counts[word] == 1]
    return alone + [counted.focus[row]] * FOCUS_WEIGHT if counted.focus.get(row) else alone


HEAD_BITS = 3.0
PROSE_RARITY, SOURCE_RARITY = 0.3, 0.6
"""What rarity of shape counts for where every line has a shape of its own."""
STAT_SHARE = 0.2
"""What rarity counts for in the lines that count changes below a commit."""
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
    """Adds bits for known signs to the bits for rarity."""
    bits = counted.bits
    total = len(texts)
    marked = {*trouble, *notices}
    if counted.is_prose and (counted.is_varied or form in {Form.PROSE, Form.SOURCE, Form.LINES, Form.JSON}):
        kept = PROSE_RARITY if form is Form.PROSE else SOURCE_RARITY
        exact = bits_of_exact_values(texts, counted.vocabulary)
        bits[:] = [kept * rare + more for rare, more in zip(bits, exact, strict=True)]
    match form:
        case Form.DIFF:
            weigh_diff(bits, texts)
        case Form.TABLE:
            from . import columns

            columns.add_table_bits(bits, texts)
        case Form.LOG:
            add_silences(bits, texts)
        case Form.HISTORY:
            bits[:] = [rare * STAT_SHARE if is_stat(each) else rare for rare, each in zip(bits, texts, strict=True)]
    calm = CALM if form in {Form.PROSE, Form.SOURCE, Form.SEARCH, Form.DIFF} else 1.0
    for rows, worth in ((trouble, conclusion.TROUBLE), (notices, conclusion.NOTICE)):
        for row in rows:
            bits[row] += worth * conclusion.weight(len(rows), total) * (calm if len(rows) > FEW else 1.0)
    if any(mark in text for mark in TRACE_MARKS):
        for row, worth in bits_of_traces(texts).items():
            bits[row] += worth
    for row, words in enumerate(counted.vocabulary.tokens):
        if not words and row not in marked:
            bits[row] = 0.0  # a frame, a row of carets
    _add_task(bits, counted, task)
    if total:
        bits[0] += HEAD_BITS


def _add_task(bits: list[float], counted: Rarity, task: str) -> None:
    """Adds bits to lines with words of the task, more for rarer words."""
    wanted = {word for word in _TASK_WORD().findall(task) if len(word) > 3 or not word.isascii()}
    wanted |= {part for word in wanted for part in re.split(r"[/-]", word) if len(part) > 3}
    wanted = {word for word in wanted if 0 < counted.vocabulary.counts.get(word, 0) <= len(bits) // 8 + 1}
    if not wanted:
        return
    for row, words in enumerate(counted.vocabulary.tokens):
        named = wanted.intersection(words)
        if named:
            bits[row] += TASK_BITS * max(
                conclusion.weight(counted.vocabulary.counts[word], len(bits)) for word in named
            )


MOST_BITS_OF_KIND = 6.0
AGAIN = 0.25
"""What something exact is worth that the text names more than once."""
WEIGHTS = {
    "code": 1.2,
    "url": 1.2,
    "money": 1.2,
    "name": 0.8,
    "capitals": 0.9,
    "modal": 0.5,
    "numeral": 0.8,
    "one": 0.5,
}

_VERSION = Pattern(r"v?\d+\.\d+\.\d[\w.]*")
_NUMBER = Pattern(r"\d+(?:\.\d+)?")
_MONTH = Pattern(r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}")
_SIGN = Pattern(r"[$€£¥]\s?\d|\d\s?[%€£¥]")
_URL = Pattern(r"[a-z0-9+]+://[^\s\"'<>)\]]+")
_NUMERAL = Pattern(r"[一二三四五六七八九十百千万两零]{2,}")
_CJK = Pattern(r"[\u3400-\u9fff]")
_CHINESE_MODALS = Pattern(r"严禁|必须|不得|禁止|只有|只能|除非|不要|务必|到期|例外|改为|截止|负责人|不再")
_MODAL = Pattern(
    r"^(?:must|never|only|unless|except|instead|however|required|forbidden|mandatory|deadline|secret|password)$",
    re.MULTILINE,
)
_UNIT = Pattern(
    r"^(?:ms|(?:second|minute|hour|day|week|month|year)s?|percent|USD|EUR|[KMGT]i?B|bytes|px)$", re.MULTILINE
)
_CAPITAL = Pattern(r"^[A-Z]\w\w+$", re.MULTILINE)


def bits_of_exact_values(texts: list[str], vocabulary: Vocabulary) -> list[float]:
    """Bits of each unit for its exact values and for words that occur nowhere else."""
    bits = _unique_word_deviations(texts, vocabulary)
    for row, more in _exact(texts, vocabulary).items():
        bits[row] += more
    return bits


def _kinds(vocabulary: Vocabulary) -> dict[str, str]:
    """The kind of exact value for each word that is one."""
    kinds = {word: _number_kind(word) for word in vocabulary.digital}
    kinds |= dict.fromkeys(_MODAL().findall(vocabulary.listed), "modal")
    kinds |= dict.fromkeys(_UNIT().findall(vocabulary.listed), "measure")
    for word in _CAPITAL().findall(vocabulary.listed):
        kind = "capitals" if word.isupper() else "date" if _MONTH().fullmatch(word) else "name"
        if kind != "name" or word.lower() not in vocabulary.counts:
            kinds.setdefault(word, kind)
    return kinds


def _number_kind(word: str) -> str:
    if word.isdigit() or _NUMBER().fullmatch(word):
        return "large" if len(word) > 3 else "number" if len(word) > 1 else "one"
    if _VERSION().fullmatch(word):
        return "version"
    return "code" if len(word) > 8 or word.startswith("0x") else "mixed"


def _exact(texts: list[str], vocabulary: Vocabulary) -> dict[int, float]:
    kinds = _kinds(vocabulary)
    tokens, counts = vocabulary.tokens, vocabulary.counts
    found: dict[str, dict[int, bool]] = defaultdict(dict)
    for row, words in enumerate(tokens):
        for place, word in enumerate(words):
            exact = kinds.get(word)
            if exact and (place or exact != "name"):
                rows = found[exact]
                rows[row] = rows.get(row, False) or counts[word] == 1
    whole = "\n".join(texts)
    if "://" in whole:
        found["url"] = {row: True for row, text in enumerate(texts) if "://" in text and _URL().search(text)}
    if _SIGN().search(whole):
        found["money"] = {row: True for row, text in enumerate(texts) if _SIGN().search(text)}
    if not whole.isascii() and _CJK().search(whole):
        found["numeral"] = {row: True for row, text in enumerate(texts) if _NUMERAL().search(text)}
        found["modal"] |= {row: True for row, text in enumerate(texts) if _CHINESE_MODALS().search(text)}
    return _weigh(found, len(texts))


def _weigh(found: dict[str, dict[int, bool]], total: int) -> dict[int, float]:
    """Weights kinds by their rarity in this text; three kinds count."""
    bits: dict[int, list[float]] = defaultdict(list)
    for kind, rows in found.items():
        if rows:
            worth = min(MOST_BITS_OF_KIND, log2((total + 1) / len(rows))) * WEIGHTS.get(kind, 1.0)
            for row, is_alone in rows.items():
                bits[row].append(worth if is_alone else worth * AGAIN)
    return {row: sum(sorted(values)[-3:]) for row, values in bits.items()}


def _unique_word_deviations(texts: list[str], vocabulary: Vocabulary) -> list[float]:
    """By how many deviations a unit's share of unique words exceeds the usual share."""
    tokens, counts = vocabulary.tokens, vocabulary.counts
    plain = {word for word in counts if len(word) > 1} - vocabulary.digital
    folded: Counter[str] = Counter()
    for word in plain:
        folded[word.lower()] += counts[word]
    alone = {word for word in plain if counts[word] == 1 and folded[word.lower()] == 1}
    sizes = [len(plain.intersection(words)) for words in tokens]
    lonely = [len(alone.intersection(words)) for words in tokens]
    if any(_CJK().search(text) for text in texts if not text.isascii()):
        _add_characters(texts, sizes, lonely)
    return _deviations(lonely, sizes)


def _add_characters(texts: list[str], sizes: list[int], lonely: list[int]) -> None:
    """Counts every Chinese character as a word."""
    characters = [{*_CJK().findall(text)} for text in texts]
    counts: Counter[str] = Counter()
    for each in characters:
        counts.update(each)
    for row, each in enumerate(characters):
        if each:
            sizes[row] = len(each)
            lonely[row] = sum(1 for character in each if counts[character] == 1)


def _deviations(lonely: Sequence[int], sizes: Sequence[int]) -> list[float]:
    total = sum(sizes)
    rate = sum(lonely) / total if total else 0.0
    return [
        max(0.0, 1.5 * (found - rate * size) / sqrt(rate * (1 - rate) * size + 0.5)) if found else 0.0
        for found, size in zip(lonely, sizes, strict=True)
    ]
