"""Which tier a doc belongs to now (SPEC 5.2): promotions by use and importance, demotion by neglect.

Core is left only by what was superseded; the upstream code contradicts its own text there.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from ..model.docs import MemoryDoc, Tier
from . import decay

SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True)
class Promotion:
    """When a doc moves up or down."""

    access_only: int = 15
    importance_only: float = 0.9
    both_access: int = 5
    both_importance: float = 0.8
    back_access: int = 3
    back_relevance: float = 0.4
    neglected_days: float = 60.0
    neglected_access: int = 3
    low_relevance: float = 0.15


def of_age(doc: MemoryDoc, days: float, limits: Promotion | None = None) -> Tier:
    """The tier of a doc that was last used so many days ago."""
    limits = limits or Promotion()
    superseded = SUPERSEDED in doc.tags
    if doc.pinned:
        return Tier.CORE
    if not superseded and (doc.tier is Tier.CORE or _earns_core(doc, limits)):
        return Tier.CORE
    relevance = decay.of_age(doc, days)
    neglected = days > limits.neglected_days and doc.access_count < limits.neglected_access
    if relevance < limits.low_relevance or neglected:
        return Tier.PERIPHERAL
    if doc.tier is Tier.PERIPHERAL:
        back = doc.access_count >= limits.back_access and relevance >= limits.back_relevance
        return Tier.WORKING if back else Tier.PERIPHERAL
    return Tier.WORKING


def settled(doc: MemoryDoc, now: datetime) -> MemoryDoc:
    """The doc in the tier where it belongs now."""
    tier = of_age(doc, decay.age_days(doc, now))
    return doc if tier is doc.tier else replace(doc, tier=tier)


def touched(doc: MemoryDoc, now: datetime, times: int = 1) -> MemoryDoc:
    """The doc after it was given out so many times more."""
    return settled(replace(doc, access_count=doc.access_count + times, accessed_at=max(now, doc.accessed_at)), now)


def _earns_core(doc: MemoryDoc, limits: Promotion) -> bool:
    return (
        doc.access_count >= limits.access_only
        or doc.importance >= limits.importance_only
        or (doc.access_count >= limits.both_access and doc.importance >= limits.both_importance)
    )
