"""The one ranker: every backend's candidates, scored by a weighted sum of features. Beside it the modes of the sources.

Recency, tier and importance are tie-breaks; together they cannot move a doc by
more than `TIE_BREAKS`. The modes by name are RRF (RsClaw) and 0.7/0.3 (OpenClaw).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from heapq import nlargest, nsmallest
from math import exp
from typing import NamedTuple

from ...docs import Part
from ...ports import Candidate, Pool, Statistics
from ..query import Query
from . import features

STANDING = "standing"
"""Name of what recency, tier and importance add, in an explanation."""
Column = tuple[str, Sequence[float], float]
"""A feature: its name, its value for each candidate, its weight."""


class Ranked(NamedTuple):
    """A candidate and its score."""

    candidate: Candidate
    score: float
    place: int = 0
    """Where it stands in the columns."""
    columns: Sequence[Column] = ()
    """What the scores of all candidates of the question are made of."""

    def has(self, *names: str) -> bool:
        """Whether one of these features speaks for it."""
        return any(values[self.place] for name, values, _ in self.columns if name in names)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the score; made when they are asked for, as most candidates are not shown."""
        if not self.columns:
            return ()
        found = [Part(name, values[self.place], weight) for name, values, weight in self.columns if values[self.place]]
        rest = self.score - sum(part.gain for part in found)
        return (*found, Part(STANDING, rest, 1.0))


class Weights(NamedTuple):
    """Worth of each feature; `memory.recall.ranking.features` says what they mean."""

    covered: float = 1.0
    told: float = 1.0
    words: float = 0.25
    alike: float = 0.25
    pairs: float = 0.1
    answers: float = 0.5
    speaker: float = 1.0
    side: float = -0.5
    when: float = 0.5
    dated: float = 2.0
    question: float = -0.25
    oneself: float = 0.1
    names: float = 0.25
    lacks: float = -0.5
    log: float = -0.25
    superseded: float = -1.0
    meaning: float = 0.75
    meaning_near: float = 0.5


BY_WORDS = Weights()
WITH_MEANING = BY_WORDS._replace(covered=0.5, words=0.0)
"""Where meanings are compared: what is measured against the best candidate lifts somebody, whatever little it says."""
WEIGHT_NAMES = tuple(Weights.__annotations__)


AROUND = 3
"""Neighbours on each side that every good candidate brings along."""
TIE_BREAKS = 0.02
DAYS_OF_RECENCY = 365
"""In so many days the worth of being new falls to a third."""
_TIERS = {"core": 1.0, "working": 0.6}
ROUNDING = 1e-9
"""Sums of the same numbers in another order differ by less."""


def rank(
    query: Query,
    pool: Pool,
    statistics: Statistics,
    now: datetime,
    weights: Weights | None = None,
    *,
    limit: int = 1_000,
) -> list[Ranked]:
    """The best candidates, best first, with the parts of their scores."""
    weights = weights or (WITH_MEANING if pool.similarities else BY_WORDS)
    candidates = pool.candidates
    known = features.of_words(query, pool, statistics)
    unread = [getattr(weights, name) for name in features.OF_TEXTS]
    likely = _in_reach(limit, range(len(candidates)), _used(known, weights), unread)
    known |= features.of_texts(query, pool, likely)
    used = _used(known, weights)
    likely = _in_reach(limit, likely, used)
    scores = dict(zip(likely, _summed(used, likely), strict=True))
    moment = now.timestamp()
    for place in scores:
        scores[place] += tie_break(candidates[place], moment)
    order = nsmallest(limit, scores, key=lambda place: (-scores[place], candidates[place].id))
    return [Ranked(candidates[place], scores[place], place, used) for place in order]


def _used(known: Mapping[str, Sequence[float]], weights: Weights) -> list[Column]:
    """The features that count, always in the same order, so that the same values have the same sum."""
    return [
        (name, values, weight)
        for name in WEIGHT_NAMES
        if (values := known.get(name)) and (weight := getattr(weights, name)) and any(values)
    ]


def _summed(used: Sequence[Column], places: Sequence[int]) -> list[float]:
    scores = [0.0] * len(places)
    for _, values, weight in used:
        scores = [score + weight * values[place] for score, place in zip(scores, places, strict=True)]
    return scores


def _in_reach(most: int, places: Sequence[int], used: Sequence[Column], unread: Sequence[float] = ()) -> Sequence[int]:
    """Places that can be among the first `most`, whatever the tie-breaks and the `unread` features add to their scores.

    `unread` are the weights of features that are nowhere above 1 or below 0.
    """
    if not 0 < most < len(places):
        return places
    scores = _summed(used, places)
    least = nlargest(most, scores)[-1] - TIE_BREAKS - sum(map(abs, unread)) - ROUNDING
    return [place for place, score in zip(places, scores, strict=True) if score >= least]


def tie_break(candidate: Candidate, moment: float) -> float:
    """At most `TIE_BREAKS`: newer, more important and closer at hand comes first among equals.

    `moment` is the present, in seconds since 1970.
    """
    age = max(0.0, moment - candidate.created_at) / 86_400
    tier = _TIERS.get(candidate.tier, 0.0)
    standing = 1.0 if candidate.pinned else 0.5 * tier + 0.5 * min(1.0, candidate.importance)
    return TIE_BREAKS * (0.5 * exp(-age / DAYS_OF_RECENCY) + 0.5 * standing)


class Fusion(StrEnum):
    """How the rankings by words and by vectors become one."""

    WEIGHTED = "weighted"
    """The shared ranker; the default."""
    RRF = "rrf"
    OPENCLAW = "openclaw"
    WORDS = "words"
    """BM25 alone, the plain reference."""
