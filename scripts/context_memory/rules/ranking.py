"""The one ranker: every backend's candidates, scored by a weighted sum of features.

Recency, tier and importance are tie-breaks; together they cannot move a doc by
more than `TIE_BREAKS`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import nlargest, nsmallest
from math import exp
from types import MappingProxyType

from ..model.candidates import Candidate, Pool, Statistics
from ..model.docs import Part
from . import features, fitness
from .fitness import Levels
from .query import Query
from .ranking_weights import Weights

AROUND = 3
"""Neighbours on each side that every good candidate brings along."""
TIE_BREAKS = 0.02
DAYS_OF_RECENCY = 365
"""In so many days the worth of being new falls to a third."""
STANDING = "standing"
"""Name of what recency, tier and importance add, in an explanation."""
_TIERS = {"core": 1.0, "working": 0.6}
Column = tuple[str, Sequence[float], float]
"""A feature: its name, its value for each candidate, its weight."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate and its score."""

    candidate: Candidate
    score: float
    place: int = 0
    """Where it stands in the columns."""
    columns: Sequence[Column] = field(default=(), repr=False)
    """What the scores of all candidates of the question are made of."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the score; made when they are asked for, as most candidates are not shown."""
        if not self.columns:
            return ()
        found = [Part(name, values[self.place], weight) for name, values, weight in self.columns if values[self.place]]
        rest = self.score - sum(part.gain for part in found)
        return (*found, Part(STANDING, rest, 1.0))


def rank(
    query: Query,
    pool: Pool,
    statistics: Statistics,
    now: datetime,
    weights: Weights | None = None,
    *,
    limit: int = 1_000,
    levels: Levels = MappingProxyType({}),
) -> list[Ranked]:
    """The best candidates that fit, best first, with the parts of their scores.

    `levels` say how similar docs are that do not fit, under the embedder that the similarities come from.
    """
    weights = weights or Weights()
    candidates = pool.candidates
    known = features.of(query, pool, statistics)
    used: list[Column] = [
        (name, values, weight) for name, values in known.items() if (weight := getattr(weights, name)) and any(values)
    ]
    scores = [0.0] * len(candidates)
    for _, values, weight in used:
        scores = [score + weight * value for score, value in zip(scores, values, strict=True)]
    fitting = fitness.fitting(query, pool, statistics, known, levels)
    if 0 < limit < len(fitting):  # a tie-break can lift no other candidate among the first
        least = nlargest(limit, (scores[place] for place in fitting))[-1] - TIE_BREAKS
        fitting = [place for place in fitting if scores[place] >= least]
    moment = now.timestamp()
    for place in fitting:
        scores[place] += tie_break(candidates[place], moment)
    order = nsmallest(limit, fitting, key=lambda place: (-scores[place], candidates[place].id))
    return [Ranked(candidates[place], scores[place], place, used) for place in order]


def tie_break(candidate: Candidate, moment: float) -> float:
    """At most `TIE_BREAKS`: newer, more important and closer at hand comes first among equals.

    `moment` is the present, in seconds since 1970.
    """
    age = max(0.0, moment - candidate.created_at) / 86_400
    tier = _TIERS.get(candidate.tier, 0.0)
    standing = 1.0 if candidate.pinned else 0.5 * tier + 0.5 * min(1.0, candidate.importance)
    return TIE_BREAKS * (0.5 * exp(-age / DAYS_OF_RECENCY) + 0.5 * standing)
