"""How well a candidate's words fit those of a question: rarity, BM25, pairs of words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log

from ..model.candidates import Candidate, Statistics
from .stemming import stem

K1 = 0.9
"""Saturation of repeated words; FTS5's fixed 1.2 loses a point (LIBRARIES, measured)."""
B = 0.3
"""Share of length normalisation; memories are short and alike."""
LIGHT = 0.5
"""What a word that is said of everything is worth, against its rarity."""
LONG_DOC = 150
"""Terms; of a longer doc all words are counted in one pass."""

_LIGHT_TERMS_WORDS = """
thing something anything way time day week month year lot bit part place people person someone somebody new
old good great nice big little first last next recent recently currently feel think want need help take make
give use go come keep try start plan interest interested special favorite favourite activity event item
subject topic reason describe like love enjoy share both together experience different certain usually often
mean find see look work happen main specific general various
"""
_LIGHT_TERMS = frozenset(stem(word) for word in _LIGHT_TERMS_WORDS.split())


def rarity(term: str, statistics: Statistics) -> float:
    """How much a term tells: log of the share of docs without it."""
    worth = rarity_of(statistics.frequencies.get(term, 0), statistics.docs)
    return worth * LIGHT if term in _LIGHT_TERMS else worth


def is_light(term: str) -> bool:
    """Whether it is said of everything."""
    return term in _LIGHT_TERMS


def rarity_of(count: int, docs: int) -> float:
    """How much it tells to be one of `count` docs."""
    return log(1 + max(0.0, docs - count + 0.5) / (count + 0.5))


def bm25(candidates: Sequence[Candidate], weights: Mapping[str, float], average: float) -> list[float]:
    """BM25 of each candidate for weighted terms."""
    scores = []
    average = average or 1.0
    wanted = frozenset(weights)
    for candidate in candidates:
        terms = candidate.terms
        found = wanted & candidate.held
        total = 0.0
        if found:
            floor = K1 * (1 - B + B * len(terms) / average)
            counts = Counter(filter(found.__contains__, terms)) if len(terms) > LONG_DOC else None
            for term in found:
                count = counts[term] if counts else terms.count(term)
                total += weights[term] * count * (K1 + 1) / (count + floor)
        scores.append(total)
    return scores


def pairs(asked: Sequence[str], candidates: Sequence[Candidate], weights: Mapping[str, float]) -> list[float]:
    """Words that stand side by side in the question and in the doc."""
    wanted = {pair: weights[pair[0]] + weights[pair[1]] for pair in pairwise(asked)}
    words = frozenset(asked)
    scores = []
    for candidate in candidates:
        here = words & candidate.held
        possible = [pair for pair in wanted if pair[0] in here and pair[1] in here] if here else ()
        found = set(possible).intersection(pairwise(candidate.terms)) if possible else ()
        scores.append(sum(wanted[pair] for pair in found))
    return scores


def normalised(values: Sequence[float]) -> list[float]:
    """The same with the best at 1."""
    top = max(values, default=0.0)
    return [value / top for value in values] if top > 0 else [0.0] * len(values)
