"""What learning from a session came to."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from ..docs import MemoryDoc


class Way(StrEnum):
    """How something was learnt."""

    ENTITY = "entity"
    """Found by its shape, and said to be the person's own."""
    STATED = "stated"
    """A sentence of the person."""
    DISTILLED = "distilled"
    """Written by a model from a person's message."""
    LESSON = "lesson"
    """From a correction."""
    FAILURE = "failure"
    """From a call that failed again and again."""
    FEEDBACK = "feedback"
    """An older doc that helped, or did not."""


@dataclass(frozen=True, slots=True)
class LearntDoc:
    """One doc that was written."""

    doc: MemoryDoc
    way: Way
    outcome: str
    """`added`, `refreshed`, `replaced`, `adjusted`, `ended` (the person took it back) or `dry run`."""
    superseded: tuple[str, ...] = ()


@dataclass(slots=True)
class Learnt:
    """What one run came to; it grows while it works."""

    messages: int = 0
    said: int = 0
    """Messages of people among them."""
    known: int = 0
    """Those that were learnt before."""
    gated: int = 0
    """Those in which no gate found anything."""
    telling: int = 0
    correcting: int = 0
    docs: list[LearntDoc] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)
    """What was not kept, by reason."""
    calls: int = 0
    """Calls of a model."""
    cost: float = 0.0
    """Dollars."""
    skipped: int = 0
    """Messages without a model because as many as may be were in work."""
    unanswered: int = 0
    """Messages about which no model gave a usable answer."""
    would_ask: int = 0
    """In a dry run: messages that a model would be asked about."""
    problems: list[str] = field(default_factory=list)
