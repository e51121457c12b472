"""The fusion modes of the sources by name, beside the shared ranker: RRF (RsClaw) and 0.7/0.3 (OpenClaw)."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

RRF_K = 60
VECTOR_SHARE = 0.7
WORD_SHARE = 0.3


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
