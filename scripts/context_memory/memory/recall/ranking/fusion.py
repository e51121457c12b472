"""The fusion modes of the sources by name, beside the shared ranker: RRF (RsClaw) and 0.7/0.3 (OpenClaw)."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import TypeVar

from ....text.patterns import lazy_regex

RRF_K = 60
VECTOR_SHARE = 0.7
WORD_SHARE = 0.3
LEAST_SCORE = 0.35
"""OpenClaw's `minScore`; what was found by words stays below it."""
SAME_PROJECT = 1.15
OTHER_PROJECT = 0.9
RELEVANCE_SHARE = 0.7
"""OpenClaw's lambda: relevance against unlikeness to what was chosen before."""
MOST_DIVERSE = 200
"""Items that are compared with each other (OpenClaw's most candidates); more keep their places behind them."""
SNIPPET = 700
"""Characters of an item that are compared."""
_WORD = lazy_regex(r"[a-z0-9_]+")
_CJK = lazy_regex(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
Item = TypeVar("Item")


class Fusion(StrEnum):
    """How the lanes become one ranking."""

    WEIGHTED = "weighted"
    """The shared ranker; the default."""
    RRF = "rrf"
    OPENCLAW = "openclaw"
    WORDS = "words"
    """BM25 alone, the plain reference."""


def rrf_score(ranks: Mapping[str, int], k: int = RRF_K) -> float:
    """Reciprocal ranks summed over the lanes; the first rank is 1."""
    return sum(1 / (k + rank) for rank in ranks.values())


def rrf(rankings: Mapping[str, Sequence[int]], k: int = RRF_K) -> dict[int, float]:
    """Score of each item over several rankings, whatever the order of the lanes."""
    ranks: dict[int, dict[str, int]] = {}
    for lane, ranking in rankings.items():
        for rank, item in enumerate(ranking, 1):
            ranks.setdefault(item, {}).setdefault(lane, rank)
    return {item: rrf_score(found, k) for item, found in ranks.items()}


def openclaw_text_score(rank: float) -> float:
    """FTS5's rank (the more negative the better) as 0 to 1."""
    return -rank / (1 - rank) if rank < 0 else 1 / (1 + rank)


def openclaw(similarities: Mapping[int, float], ranks: Mapping[int, float]) -> dict[int, float]:
    """0.7 x similarity of meaning + 0.3 x text score of each item."""
    return {
        item: VECTOR_SHARE * similarities.get(item, 0.0)
        + WORD_SHARE * (openclaw_text_score(ranks[item]) if item in ranks else 0.0)
        for item in {*similarities, *ranks}
    }


def of_project(own: str, asked: str) -> float:
    """OpenClaw's multiplier of an item that belongs to a project; 1 when either side names none."""
    if not own or not asked:
        return 1.0
    return SAME_PROJECT if own.casefold() == asked.casefold() else OTHER_PROJECT


def above_least(scores: Mapping[int, float], by_words: Iterable[int]) -> dict[int, float]:
    """The items that OpenClaw gives back: those that words found, and those whose score is high enough."""
    found = frozenset(by_words)
    return {item: score for item, score in scores.items() if item in found or score >= LEAST_SCORE}


def tokens(text: str) -> frozenset[str]:
    """What two snippets are compared by: words, CJK characters and pairs of neighbouring ones."""
    lower = text[:SNIPPET].lower()
    runs = _CJK.findall(lower)
    pairs = {first + second for run in runs for first, second in pairwise(run)}
    return frozenset((*_WORD.findall(lower), *(character for run in runs for character in run), *pairs))


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of the tokens that both have; two empty sets are alike."""
    return len(one & other) / len(one | other) if one or other else 1.0


def diverse(items: Sequence[tuple[Item, float, str]], share: float = RELEVANCE_SHARE) -> list[Item]:
    """Items with score and text in the order of maximal marginal relevance.

    Each next one has the highest `share` x score (from 0 to 1 between lowest and highest) less (1 - `share`) x its
    likeness to the most similar one before it; equal ones by score, then as they came.
    """
    ranked, rest = list(items[:MOST_DIVERSE]), items[MOST_DIVERSE:]
    scores = [score for _, score, _ in ranked]
    low, width = (min(scores), max(scores) - min(scores)) if scores else (0.0, 0.0)
    relevance = [(score - low) / width if width else 1.0 for score in scores]
    texts = [tokens(text) for _, _, text in ranked]
    likeness = [0.0] * len(ranked)
    left, order = list(range(len(ranked))), list[int]()
    while left:
        best = max(left, key=lambda i: (share * relevance[i] - (1 - share) * likeness[i], scores[i], -i))
        left.remove(best)
        order.append(best)
        for i in left:
            likeness[i] = max(likeness[i], jaccard(texts[i], texts[best]))
    return [ranked[i][0] for i in order] + [item for item, _, _ in rest]
