"""Rare words of prose: what was talked about, beside the exact things that were named."""

import re
from collections.abc import Mapping

_WORD = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ\-]{4,}|[\u4e00-\u9fff\u3040-\u30ff]{2,}")
_SCAN_LIMIT = 40_000

MESSAGES_SHARE = 0.02
"""A word in more than this share of the messages (at least 2, at most 12) is no longer rare."""


def in_text(text: str) -> set[str]:
    """Words of five letters or more, lower case; runs of Han or kana as pairs of characters."""
    found: set[str] = set()
    for word in _WORD.findall(text, 0, _SCAN_LIMIT):
        if word[0] >= "\u3040":
            found.update(word[i : i + 2] for i in range(len(word) - 1))
        else:
            found.add(word.lower())
    return found


def said(counts: dict[str, list[int]], text: str) -> set[str]:
    """Note that these words were said in prose; returns them."""
    words = in_text(text)
    for word in words:
        entry = counts.get(word)
        if entry is None:
            counts[word] = [0, 1, -1]
        else:
            entry[1] += 1
    return words


def count(counts: dict[str, list[int]], words: set[str], index: int) -> None:
    """Count one message that holds these words; words never said in prose are counted from their first sighting on."""
    for word in words:
        entry = counts.get(word)
        if entry is None:
            counts[word] = [1, 0, index]
        else:
            entry[0] += 1
            entry[2] = index


def rarity_limit(messages: int) -> float:
    """Highest number of messages a word may stand in and still be rare."""
    return min(12.0, max(2.0, messages * MESSAGES_SHARE))


def rare(counts: Mapping[str, tuple[int, int, int]], messages: int) -> dict[str, tuple[int, int, int]]:
    """The rare ones of these words."""
    limit = rarity_limit(messages)
    return {word: entry for word, entry in counts.items() if 0 < entry[0] <= limit}
