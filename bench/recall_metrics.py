"""What a list of hits is worth against the evidence.

R@k: share of the evidence among the first k hits. bud2400: share of it inside the first
2,400 tokens (characters / 4) of what is returned. each@5: share of the questions about two whose first five hits hold
evidence of both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log2

from .conversations import Asked

BUDGET = 2_400
DEPTH = 80
"""Hits that are asked for, so that the budget can be filled."""
EACH = "each@5"
NAMES = ("R@5", "R@10", "nDCG@10", "MRR", "bud2400")


@dataclass(slots=True)
class Score:
    """Values of questions by the name of what was measured."""

    values: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        self.values.setdefault(name, []).append(value)

    def mean(self, name: str) -> float:
        found = self.values.get(name, ())
        return sum(found) / len(found) if found else 0.0

    def percentile(self, name: str, share: float) -> float:
        found = sorted(self.values.get(name, (0.0,)))
        return found[min(len(found) - 1, int(len(found) * share))]

    def judge(self, question: Asked, ids: Sequence[str], texts: Mapping[str, str]) -> None:
        """Add what these hits are worth for a question."""
        wanted = question.evidence
        right = [place for place, doc in enumerate(ids, 1) if doc in wanted]
        for depth in (5, 10):
            self.add(f"R@{depth}", sum(place <= depth for place in right) / len(wanted))
        self.add(question.category, sum(place <= 10 for place in right) / len(wanted))
        if question.apart:
            self.add(EACH, all(not part.isdisjoint(ids[:5]) for part in question.apart))
        self.add("MRR", 1 / right[0] if right else 0.0)
        best = sum(1 / log2(place + 1) for place in range(1, min(10, len(wanted)) + 1))
        self.add("nDCG@10", sum(1 / log2(place + 1) for place in right if place <= 10) / best)
        tokens, inside = 0.0, 0
        for doc in ids[:DEPTH]:
            tokens += len(texts[doc]) / 4
            if tokens > BUDGET:
                break
            inside += doc in wanted
        self.add("bud2400", inside / len(wanted))
