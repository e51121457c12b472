"""The one ranker: every backend's candidates, scored by a weighted sum of features.

Recency, tier and importance are tie-breaks; together they cannot move a doc by
more than `TIE_BREAKS`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from heapq import nlargest, nsmallest
from math import exp
from types import MappingProxyType

from ..model.candidates import Candidate, Pool, Statistics
from ..model.docs import Part
from . import fair_shares, features, fitness
from .fitness import Levels
from .query import Query
from .ranking_weights import NAMES, Weights

AROUND = 3
"""Neighbours on each side that every good candidate brings along."""
TIE_BREAKS = 0.02
DAYS_OF_RECENCY = 365
"""In so many days the worth of being new falls to a third."""
STANDING = "standing"
"""Name of what recency, tier and importance add, in an explanation."""
SHARE = "share"
"""Name of what lifts a hit of another part or of another telling."""
_TIERS = {"core": 1.0, "working": 0.6}
ROUNDING = 1e-9
"""Sums of the same numbers in another order differ by less."""
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
    lift: float = 0.0
    """What the score gained so that each part, or each telling, has a place among the first."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the score; made when they are asked for, as most candidates are not shown."""
        if not self.columns:
            return ()
        found = [Part(name, values[self.place], weight) for name, values, weight in self.columns if values[self.place]]
        if self.lift:
            found.append(Part(SHARE, self.lift, 1.0))
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
    known = features.of_words(query, pool, statistics)
    fitting = fitness.fitting(query, pool, statistics, known, levels)
    shared = fair_shares.wanted(query)
    most = max(limit, fair_shares.LOOKED_AT) if shared and limit > 0 else limit
    wanted = [(most, fitting), *((fair_shares.A_PART, part) for part in fair_shares.apart(query, candidates, fitting))]
    unread = [getattr(weights, name) for name in features.OF_TEXTS if name != "kind" or query.kinds]
    likely = _each_in_reach(wanted, _used(known, weights), unread)
    known |= features.of_texts(query, candidates, likely)
    used = _used(known, weights)
    if len(wanted) == 1:
        likely = _in_reach(most, likely, used)
    scores = dict(zip(likely, _summed(used, likely), strict=True))
    moment = now.timestamp()
    for place in scores:
        scores[place] += tie_break(candidates[place], moment)
    whole = most if len(wanted) == 1 else len(scores)
    order = nsmallest(whole, scores, key=lambda place: (-scores[place], candidates[place].id))
    ranked = [Ranked(candidates[place], scores[place], place, used) for place in order]
    return fair_shares.ordered(query, ranked, pool)[:limit] if shared else ranked


def _used(known: Mapping[str, Sequence[float]], weights: Weights) -> list[Column]:
    """The features that count, always in the same order, so that the same values have the same sum."""
    return [
        (name, values, weight)
        for name in NAMES
        if (values := known.get(name)) and (weight := getattr(weights, name)) and any(values)
    ]


def _summed(used: Sequence[Column], places: Sequence[int]) -> list[float]:
    scores = [0.0] * len(places)
    for _, values, weight in used:
        scores = [score + weight * values[place] for score, place in zip(scores, places, strict=True)]
    return scores


def _each_in_reach(
    wanted: Sequence[tuple[int, Sequence[int]]], used: Sequence[Column], unread: Sequence[float]
) -> Sequence[int]:
    """Places that can be among the first so many of any of these groups; the first group is all there are."""
    found = _in_reach(*wanted[0], used, unread)
    return (
        found
        if len(wanted) == 1
        else sorted({*found, *(p for each in wanted[1:] for p in _in_reach(*each, used, unread))})
    )


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
