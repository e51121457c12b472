"""What each kind of doc starts with (SPEC 5.4) and how a kind is named."""

from ..model.docs import Kind, Tier

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
