"""The words of an output. A text has far fewer words than places, so words are judged once each, from here."""

import re
from collections import Counter
from typing import NamedTuple

_TOKEN = re.compile(r"\w+(?:\.\w+)*")
_DIGIT = re.compile(r"\d")
_LINE_NUMBER = re.compile(r"\s*\d+(?:[\t→|]| \| |: )")


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


def read(texts: list[str]) -> Vocabulary:
    """The words of these units."""
    tokens = [_TOKEN.findall(text) for text in texts]
    counts: Counter[str] = Counter()
    for words in tokens:
        counts.update(set(words))
    digital = frozenset(word for word in counts if not word.isalpha() and _DIGIT.search(word))
    return Vocabulary(tokens, counts, digital, "\n".join(counts))


def unnumbered(texts: list[str]) -> list[str]:
    """The units without the line numbers that a viewer put before each."""
    found = [_LINE_NUMBER.match(text) for text in texts]
    if len(texts) - found.count(None) <= 0.6 * len(texts):
        return texts
    return [text[match.end() :] if match else text for text, match in zip(texts, found, strict=True)]
