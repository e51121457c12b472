"""Do two facts say the same? By words alone, or by an embedder, never when a number, a name or a "not" differs.

Vectors put `deploy on Friday` beside `never deploy on Friday`; merging those would lose the one that matters.
"""

import re
from collections import Counter

from . import doc_ids, lexing
from .stemming import stem

SAME_MEANING = 0.92
"""Cosine from which two docs of a scope are one fact (RsClaw)."""
SAME_CLUSTER = 0.75
"""Cosine from which docs belong to one cluster (RsClaw)."""
SAME_CLUSTER_BY_WORDS = 0.5
"""Share of content words in common (Dice) from which they do by words alone: by hand, on pairs of our own."""

_CUE_WORDS = """
next time always never please remember user users should must prefer want from now
以后 下次 今后 每次 用户 记住 必须 应该 不要 都要 以 后 下 次 今 每 用 户 记 住 必 须 应 该 不 要 都 请
"""
_CUES = frozenset(stem(word) if word.isascii() else word for word in _CUE_WORDS.split())
_ARTICLES = frozenset({"a", "an", "the"})
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_ZH_NUMBER = re.compile(r"[零〇一二两三四五六七八九十百千万亿半双]|(?:周|星期|礼拜)[日天]|[上下][午周个]")
_NUMBER_WORD = re.compile(
    r"(?i)\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|half"
    r"|once|twice|first|second|third|mon|tues|wednes|thurs|fri|satur|sun(?=day)"
    r"|january|february|march|april|may|june|july|august|september|october|november|december)"
)
_NEGATION = re.compile(
    r"(?i)\b(?:not|no|never|none|nobody|nothing|neither|nor|cannot|without|except|unless|instead|avoid\w*|stop\w*|forbid\w*"
    r"|refus\w*|disabl\w*|dislik\w*|hat(?:e|es|ed)|disallow\w*|deni\w*|deny|ban(?:s|ned)?|off|old|former\w*"
    r"|used to)\b|n't\b"
    r"|不|没|無|无|别|勿|非|未|莫|禁|讨厌|避免|停止|除了|以前|曾经|戒"
)
_EXACT = re.compile(
    r"[A-Za-z]+(?:\d|[_./@#:-]+(?=\w))(?:\w|[./@#:-](?=\w))*|[a-z]+[A-Z]\w*|`[^`]+`|\"[^\"]+\"|“[^”]+”|「[^」]+」"
)
_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][\w-]+|(?<=[\u4e00-\u9fff])\s?[A-Za-z][A-Za-z0-9_.+#-]+")


def same_words(one: str, other: str) -> bool:
    """Whether two texts are the same sentence but for case, width, punctuation, articles and inflections."""
    if doc_ids.normalised(one) == doc_ids.normalised(other):
        return True
    return _sequence(one) == _sequence(other) and not contradicts(one, other)


def key_of(text: str) -> str:
    """What texts share that `same_words` may take for one: their words without case, articles and inflections."""
    return " ".join(_sequence(text)) or doc_ids.normalised(text)


def same_meaning(one: str, other: str, similarity: float) -> bool:
    """Whether two texts of this similarity (cosine) are one fact."""
    return similarity >= SAME_MEANING and not contradicts(one, other)


def contradicts(one: str, other: str) -> bool:
    """Whether numbers, days, negations, names or the order of what is compared differ."""
    if any(_bag(pattern, one) != _bag(pattern, other) for pattern in (_NUMBER, _ZH_NUMBER, _NUMBER_WORD, _EXACT)):
        return True
    if len(_NEGATION.findall(one)) != len(_NEGATION.findall(other)):
        return True
    if _names_beside(one, other) or _names_beside(other, one):
        return True
    return _reordered(one, other)


def overlap(one: str, other: str) -> float:
    """Share of content words that two texts have in common, 0 to 1 (Dice)."""
    return dice(content(one), content(other))


def content(text: str) -> frozenset[str]:
    """The content words of a text: no function words, and none that every rule or fact about a person has."""
    return frozenset(lexing.query_terms(text)) - _CUES


def dice(one: frozenset[str], other: frozenset[str]) -> float:
    """Twice what two sets share against what they hold together, 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def _names_beside(one: str, other: str) -> bool:
    """Whether the first text names somebody or something that the second does not."""
    known = lexing.folded(other)
    return any(stem(lexing.folded(name).strip()) not in known for name in _NAME.findall(one))


def _sequence(text: str) -> list[str]:
    return [stem(word) for word in lexing.words(text) if word not in _ARTICLES]


def _bag(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(lexing.folded(match) for match in pattern.findall(text))


def _reordered(one: str, other: str) -> bool:
    """Whether the content words that both have stand in another order."""
    first, second = lexing.query_terms(one), lexing.query_terms(other)
    common = set(first) & set(second)
    return [term for term in first if term in common] != [term for term in second if term in common]
