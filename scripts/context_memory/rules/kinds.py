"""What each kind of doc starts with (SPEC 5.4) and how a kind is named."""

from dataclasses import dataclass

from ..model.docs import Kind, Tier


@dataclass(frozen=True, slots=True)
class Standing:
    """What a doc that was learnt starts with."""

    tier: Tier
    importance: float
    pinned: bool = False


IMPORTANCE = {
    Kind.ENTITY: 0.95,
    Kind.REMEMBER: 0.8,
    Kind.PREFERENCE: 0.75,
    Kind.PROCEDURE: 0.65,
    Kind.SUMMARY: 0.55,
    Kind.NOTE: 0.3,
    Kind.LESSON: 0.85,
    Kind.FAILURE: 0.6,
    Kind.SECTION: 0.5,
    Kind.TURN: 0.3,
}
OTHER_IMPORTANCE = 0.65
TIER = {
    Kind.ENTITY: Tier.CORE,
    Kind.LESSON: Tier.CORE,
    Kind.NOTE: Tier.PERIPHERAL,
    Kind.TURN: Tier.PERIPHERAL,
}

DISTILLED = {
    Kind.ENTITY: Standing(Tier.CORE, 0.9, pinned=True),
    Kind.PREFERENCE: Standing(Tier.WORKING, 0.72),
    Kind.PROCEDURE: Standing(Tier.WORKING, 0.72),
    Kind.FACT: Standing(Tier.WORKING, 0.65),
    Kind.PROJECT_STATE: Standing(Tier.WORKING, 0.65),
    Kind.RELATIONSHIP: Standing(Tier.WORKING, 0.65),
}
"""What a model may distil from a message; every other kind is rejected."""
LEARNT = {
    **DISTILLED,
    Kind.LESSON: Standing(Tier.CORE, 0.85),
    Kind.FAILURE: Standing(Tier.WORKING, 0.6),
    Kind.REMEMBER: Standing(Tier.WORKING, IMPORTANCE[Kind.REMEMBER]),
}
"""All that is learnt from a session."""
FOUND_ENTITY = Standing(Tier.CORE, IMPORTANCE[Kind.ENTITY], pinned=True)
"""An entity that was found without a model."""


def importance_of(kind: Kind) -> float:
    """Importance of a new doc, 0 to 1."""
    return IMPORTANCE.get(kind, OTHER_IMPORTANCE)


def tier_of(kind: Kind) -> Tier:
    """Tier of a new doc."""
    return TIER.get(kind, Tier.WORKING)


def named(name: str) -> Kind:
    """The kind with this name; an unknown one is a fact."""
    try:
        return Kind(name.strip().lower())
    except ValueError:
        return Kind.FACT
