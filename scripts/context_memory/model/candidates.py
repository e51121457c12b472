"""What a backend delivers to the ranker: docs that may answer, and which follows which in its session."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

LARGE = 20_000
"""Docs from which a store is large: fewer of them are looked at for a question. With 5,000, stores of 12,000 docs
answered in half the time and found .931 of what was asked instead of .959."""


class Candidate(NamedTuple):
    """A doc as the ranker sees it. `row` is the backend's own number for it."""

    row: int
    id: str
    text: str
    terms: str
    """Search terms in the order of the text, parted by single spaces."""
    session: str
    seq: int | None
    speaker: str
    created_at: float
    """Seconds since 1970."""
    kind: str
    tier: str
    importance: float
    pinned: bool
    scope: str
    superseded: bool
    derived: bool = False
    """Whether it comes from a file: a piece of a memory file, or a message of a session."""


@dataclass(frozen=True, slots=True)
class Pool:
    """All candidates of one question."""

    candidates: tuple[Candidate, ...]
    """Best by words first, then their neighbours."""
    follows: Mapping[int, int] = field(default_factory=dict)
    """Row of a turn -> row of the next turn of the same session."""
    similarities: Mapping[int, float] = field(default_factory=dict)
    """Row -> similarity of meaning to the question, -1 to 1; empty without an embedder."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the ranker must know of the whole store."""

    docs: int
    average_terms: float
    frequencies: Mapping[str, int]
    """Docs that hold each term."""
