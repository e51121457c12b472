"""How much a doc still matters: Weibull decay by tier, importance and use (SPEC 5.2).

At full strength this decides only what is offered unasked; in search it is a bounded tie-break.
"""

from datetime import datetime
from math import exp, log

from ..model.docs import MemoryDoc, Tier

HALF_LIFE_DAYS = 30.0
"""Half-life of a doc of importance 0; up to e^1.5 times as long at importance 1."""
SHAPES = {Tier.CORE: 0.8, Tier.WORKING: 1.0, Tier.PERIPHERAL: 1.3}
"""Weibull shape: below 1 fades ever slower, above 1 ever faster."""
FLOORS = {Tier.CORE: 0.9, Tier.WORKING: 0.3, Tier.PERIPHERAL: 0.1}
QUALITIES = {Tier.CORE: 1.15, Tier.WORKING: 1.0, Tier.PERIPHERAL: 0.8}
PINNED_QUALITY = 1.25
DATED_HALF_LIFE_DAYS = 30.0
"""OpenClaw's half-life of dated notes."""
_DAY = 86_400


def age_days(doc: MemoryDoc, now: datetime) -> float:
    """Days since the doc was given out last, or made; never negative."""
    return max(0.0, (now - max(doc.created_at, doc.accessed_at)).total_seconds() / _DAY)


def composite(doc: MemoryDoc, days: float) -> float:
    """Recency, use and importance in one number, without floor."""
    half_life = HALF_LIFE_DAYS * min(exp(1.5 * doc.importance), 10.0)
    recency = exp(-log(2) / half_life * days ** SHAPES[doc.tier])
    use = 1 - exp(-doc.access_count / 5)
    return 0.4 * recency + 0.3 * use + 0.3 * doc.importance


def of_age(doc: MemoryDoc, days: float) -> float:
    """Relevance of a doc that was last used so many days ago: 1 when pinned, never below its tier's floor."""
    if doc.pinned:
        return 1.0
    return min(1.0, max(composite(doc, days), FLOORS[doc.tier], 0.01))


def relevance(doc: MemoryDoc, now: datetime) -> float:
    """Relevance of a doc now, 0.01 to 1."""
    return of_age(doc, age_days(doc, now))


def quality(doc: MemoryDoc) -> float:
    """RsClaw's multiplier of a search score."""
    standing = PINNED_QUALITY if doc.pinned else 1.0
    return standing * QUALITIES[doc.tier] * (0.75 + 0.5 * doc.importance)


def of_dated_note(days: float) -> float:
    """OpenClaw's multiplier of a dated note: half after 30 days."""
    return exp(-log(2) * max(0.0, days) / DATED_HALF_LIFE_DAYS)


def of_importance10(importance: int | None) -> float:
    """OpenClaw's multiplier of an importance from 1 to 10; 1 when none is given."""
    return 1.0 if importance is None else 0.75 + 0.05 * importance
