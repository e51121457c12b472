"""Exact things in running text: numbers, names, dates, addresses, limits.

In prose and source code every line has a shape and words of its own, so
rarity of shape says little. What a reader cannot guess is what is exact, and
what belongs to no other line of the text. Words are judged once each, from
the vocabulary, because a text has far fewer words than places.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log2, sqrt

from .vocabulary import Vocabulary

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

_VERSION = re.compile(r"v?\d+\.\d+\.\d[\w.]*")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MONTH = re.compile(r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}")
_SIGN = re.compile(r"[$€£¥]\s?\d|\d\s?[%€£¥]")
_URL = re.compile(r"[a-z0-9+]+://[^\s\"'<>)\]]+")
_NUMERAL = re.compile(r"[一二三四五六七八九十百千万两零]{2,}")
_CJK = re.compile(r"[\u3400-\u9fff]")
_CHINESE_MODALS = re.compile(r"严禁|必须|不得|禁止|只有|只能|除非|不要|务必|到期|例外|改为|截止|负责人|不再")
_MODAL = re.compile(
    r"^(?:must|never|only|unless|except|instead|however|required|forbidden|mandatory|deadline|secret|password)$",
    re.MULTILINE,
)
_UNIT = re.compile(
    r"^(?:ms|(?:second|minute|hour|day|week|month|year)s?|percent|USD|EUR|[KMGT]i?B|bytes|px)$", re.MULTILINE
)
_CAPITAL = re.compile(r"^[A-Z]\w\w+$", re.MULTILINE)


def bits_of(texts: list[str], vocabulary: Vocabulary) -> list[float]:
    """Bits of each unit: what is exact in it, and how many of its words stand nowhere else."""
    bits = _lonely(texts, vocabulary)
    for row, more in _exact(texts, vocabulary).items():
        bits[row] += more
    return bits


def _kinds(vocabulary: Vocabulary) -> dict[str, str]:
    """What makes a word exact, for those that something does."""
    kinds = {word: _number_kind(word) for word in vocabulary.digital}
    kinds |= dict.fromkeys(_MODAL.findall(vocabulary.listed), "modal")
    kinds |= dict.fromkeys(_UNIT.findall(vocabulary.listed), "measure")
    for word in _CAPITAL.findall(vocabulary.listed):
        kind = "capitals" if word.isupper() else "date" if _MONTH.fullmatch(word) else "name"
        if kind != "name" or word.lower() not in vocabulary.counts:
            kinds.setdefault(word, kind)
    return kinds


def _number_kind(word: str) -> str:
    if word.isdigit() or _NUMBER.fullmatch(word):
        return "large" if len(word) > 3 else "number" if len(word) > 1 else "one"
    if _VERSION.fullmatch(word):
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
        found["url"] = {row: True for row, text in enumerate(texts) if "://" in text and _URL.search(text)}
    if _SIGN.search(whole):
        found["money"] = {row: True for row, text in enumerate(texts) if _SIGN.search(text)}
    if not whole.isascii() and _CJK.search(whole):
        found["numeral"] = {row: True for row, text in enumerate(texts) if _NUMERAL.search(text)}
        found["modal"] |= {row: True for row, text in enumerate(texts) if _CHINESE_MODALS.search(text)}
    return _weigh(found, len(texts))


def _weigh(found: dict[str, dict[int, bool]], total: int) -> dict[int, float]:
    """The rarer a kind in this text the more it says; three kinds count."""
    bits: dict[int, list[float]] = defaultdict(list)
    for kind, rows in found.items():
        if rows:
            worth = min(MOST_BITS_OF_KIND, log2((total + 1) / len(rows))) * WEIGHTS.get(kind, 1.0)
            for row, is_alone in rows.items():
                bits[row].append(worth if is_alone else worth * AGAIN)
    return {row: sum(sorted(values)[-3:]) for row, values in bits.items()}


def _lonely(texts: list[str], vocabulary: Vocabulary) -> list[float]:
    """How far the share of a unit's words that stand nowhere else lies above the usual share, in deviations."""
    tokens, counts = vocabulary.tokens, vocabulary.counts
    plain = {word for word in counts if len(word) > 1} - vocabulary.digital
    folded: Counter[str] = Counter()
    for word in plain:
        folded[word.lower()] += counts[word]
    alone = {word for word in plain if counts[word] == 1 and folded[word.lower()] == 1}
    sizes = [len(plain.intersection(words)) for words in tokens]
    lonely = [len(alone.intersection(words)) for words in tokens]
    if any(_CJK.search(text) for text in texts if not text.isascii()):
        _add_characters(texts, sizes, lonely)
    return _deviations(lonely, sizes)


def _add_characters(texts: list[str], sizes: list[int], lonely: list[int]) -> None:
    """In Chinese every character counts as a word."""
    characters = [{*_CJK.findall(text)} for text in texts]
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
