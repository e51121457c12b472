"""What a thing or a word is worth keeping: how likely the agent needs it again.

Both formulas were checked on real sessions: how often the agent itself named
it, times how recently, times its kind. A learnt model over the same evidence
was no better.
"""

import math
from collections.abc import Mapping

from ..model.memory import Mentions
from . import entities, vocabulary
from .entities import Name

_PROSE, _CALLS, _PERSON, _RESULTS = 4.5, 3.0, 4.0, 0.5
_FLOOR = 0.4
_SHORTEST_HORIZON = 20.0  # messages


def recency(age: int, messages: int) -> float:
    """1 for now, falling to 0 over a quarter of the session; `age` and `messages` count messages."""
    return math.exp(-age / max(_SHORTEST_HORIZON, messages / 4))


def of_mentions(mentions: Mentions, messages: int) -> float:
    """Worth of a thing by its mentions."""
    named = _PROSE * mentions.prose + _CALLS * mentions.calls + _PERSON * mentions.person + _RESULTS * mentions.results
    fresh = _FLOOR + recency(messages - mentions.last, messages)
    return math.log1p(named) * fresh * entities.weight(mentions.kind)


def of_names(mentions: tuple[Mentions, ...], messages: int) -> dict[Name, float]:
    """Worth of every thing that was mentioned, by (kind, key)."""
    return {(m.kind, m.key): of_mentions(m, messages) for m in mentions}


def of_words(counts: Mapping[str, tuple[int, int, int]], messages: int) -> dict[str, float]:
    """Worth of every rare word that was said in prose or written by the agent."""
    worth = {}
    for word, (standing, said, last) in vocabulary.rare(counts, messages).items():
        fresh = 0.3 + recency(messages - last, messages)
        worth[word] = (0.4 + 0.4 * math.log1p(said) + 0.3 * math.log(standing)) * fresh
    return worth
