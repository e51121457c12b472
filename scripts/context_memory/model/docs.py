"""The unit of recall: a typed doc with its scope, tier and standing, and what a search gives back."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import NewType

Scope = NewType("Scope", str)
"""Whose memory a doc is, e.g. `agent:main` or `agent:main:chat-7`."""

DEFAULT_SCOPE = Scope("agent:main")
EPOCH = datetime.fromtimestamp(0, UTC)


class Tier(StrEnum):
    """How close to hand a doc is kept."""

    CORE = "core"
    WORKING = "working"
    PERIPHERAL = "peripheral"


class Kind(StrEnum):
    """What a doc holds; anything else that is asked for becomes a fact."""

    ENTITY = "entity"
    PREFERENCE = "preference"
    FACT = "fact"
    PROJECT_STATE = "project_state"
    RELATIONSHIP = "relationship"
    PROCEDURE = "procedure"
    LESSON = "lesson"
    FAILURE = "failure"
    REMEMBER = "remember"
    SUMMARY = "summary"
    NOTE = "note"
    SECTION = "section"
    """A piece of a memory file: MEMORY.md, memories/*.md or memory/**/*.md."""
    TURN = "turn"
    """One message of a conversation, known by its place in it."""


@dataclass(frozen=True, slots=True)
class MemoryDoc:
    """One thing that is remembered. `terms` are derived from the text and live in the index only."""

    id: str
    scope: Scope
    kind: Kind
    text: str
    tier: Tier = Tier.WORKING
    importance: float = 0.5
    """0 to 1."""
    pinned: bool = False
    access_count: int = 0
    created_at: datetime = EPOCH
    accessed_at: datetime = EPOCH
    tags: tuple[str, ...] = ()
    session: str = ""
    seq: int | None = None
    """Place in the session."""
    speaker: str = ""
    source: str = ""
    """Where it comes from: a file with its lines, a host, a command."""
    file: str = ""
    """The memory file that it is a piece of; such docs change with their file and are not journalled."""
    forgotten_at: datetime | None = None
    """Set by `forget`: out of every search, kept for undo."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a score: the feature's value, times its weight."""

    name: str
    value: float
    weight: float

    @property
    def gain(self) -> float:
        """What it adds to the score."""
        return self.value * self.weight


@dataclass(frozen=True, slots=True)
class Hit:
    """A doc that was found, its score, and why."""

    doc: MemoryDoc
    score: float
    parts: tuple[Part, ...] = field(default=(), compare=False)
    asked: tuple[str, ...] = field(default=(), compare=False)
    """Which of those that the question joins it belongs to; empty where the question is about one or nobody."""


@dataclass(frozen=True, slots=True)
class Found:
    """The hits of one query, best first; `degraded` when a lane that is configured did not answer."""

    query: str
    hits: tuple[Hit, ...]
    degraded: bool = False
    reason: str = ""
    """Why it is degraded, and what to do about it."""
