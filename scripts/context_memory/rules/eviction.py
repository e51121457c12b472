"""Which capsules leave the view: the oldest ones first, nobody judges. Evicted is not deleted."""

from collections.abc import Sequence
from dataclasses import dataclass

TITLE_TOKENS = 20
"""Title and counts above the capsules (R-Memory)."""
HEADING_TOKENS = 15
"""The heading of one capsule (R-Memory)."""


@dataclass(frozen=True, slots=True)
class Eviction:
    """How many of the oldest capsules leave."""

    count: int
    warning: str = ""
    """Said when the newest capsule alone is above the mark: it stays all the same."""


def total(sizes: Sequence[int]) -> int:
    """Tokens of capsules of these sizes in the view, with title and headings."""
    return TITLE_TOKENS + sum(size + HEADING_TOKENS for size in sizes) if sizes else 0


def of(sizes: Sequence[int], cap: int) -> Eviction:
    """What leaves so that the rest fits in `cap` tokens; `sizes` are oldest first, the newest never goes."""
    left = total(sizes)
    count = 0
    while left > cap and count < len(sizes) - 1:
        left -= sizes[count] + HEADING_TOKENS
        count += 1
    if left <= cap or not sizes:
        return Eviction(count)
    return Eviction(count, f"the newest capsule has {sizes[-1]:,} tokens, more than the mark of {cap:,}; it stays")
