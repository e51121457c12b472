"""How well a candidate's words fit those of a question: rarity, BM25, pairs of words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
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


def held(candidates: Sequence[Candidate], wanted: Iterable[str]) -> list[frozenset[str]]:
    """Which of the wanted terms each candidate holds: looked up once, as most candidates hold none of them."""
    find = frozenset(wanted).intersection
    return [find(candidate.terms.split()) for candidate in candidates]


def bm25(
    candidates: Sequence[Candidate],
    weights: Mapping[str, float],
    average: float,
    found: Sequence[Set[str]] | None = None,
) -> list[float]:
    """BM25 of each candidate for weighted terms; `found` is what `held` says of them, where it was asked before."""
    scores = []
    average = average or 1.0
    marked = {term: f" {term} " for term in weights}
    for candidate, here in zip(candidates, held(candidates, weights) if found is None else found, strict=True):
        total = 0.0
        if here:
            line = candidate.terms
            length = line.count(" ") + 1
            floor = K1 * (1 - B + B * length / average)
            counts = Counter(filter(here.__contains__, line.split())) if length > LONG_DOC else None
            padded = f" {line} "
            for term, weight in weights.items():  # in the order of the question, so that every sum is the same
                if term in here:
                    count = counts[term] if counts else _count(padded, marked[term])
                    total += weight * count * (K1 + 1) / (count + floor)
        scores.append(total)
    return scores


def _count(padded: str, term: str) -> int:
    """How often a term with its spaces stands in a line that begins and ends with one; neighbours share a space."""
    count, place = 0, padded.find(term)
    while place >= 0:
        count += 1
        place = padded.find(term, place + len(term) - 1)
    return count


def pairs(
    asked: Sequence[str], candidates: Sequence[Candidate], weights: Mapping[str, float], found: Sequence[Set[str]]
) -> list[float]:
    """Words that stand side by side in the question and in the doc; `found` is what `held` says of the question's."""
    wanted = [(one, two, f" {one} {two} ", weights[one] + weights[two]) for one, two in pairwise(asked)]
    scores = []
    for candidate, here in zip(candidates, found, strict=True):
        score = 0.0
        if len(here) > 1:
            possible = [each for each in wanted if each[0] in here and each[1] in here]
            if possible:
                padded = f" {candidate.terms} "
                score = sum(worth for _, _, pair, worth in possible if pair in padded)
        scores.append(score)
    return scores


def normalised(values: Sequence[float]) -> list[float]:
    """The same with the best at 1."""
    top = max(values, default=0.0)
    return [value / top for value in values] if top > 0 else [0.0] * len(values)
