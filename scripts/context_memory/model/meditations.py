"""What a meditation changed, as it is written down, so that it can be taken back field by field."""

from dataclasses import dataclass
from datetime import datetime

from .docs import Tier


@dataclass(frozen=True, slots=True)
class Standing:
    """The fields of a doc that a meditation may change."""

    tier: Tier
    importance: float
    tags: tuple[str, ...]
    forgotten_at: datetime | None


@dataclass(frozen=True, slots=True)
class Changed:
    """One doc before and after."""

    doc: str
    """Its id."""
    before: Standing
    after: Standing


@dataclass(frozen=True, slots=True)
class WrittenDraft:
    """A SKILL.md that was written for review."""

    name: str
    """Its folder among the drafts."""
    sha256: str


@dataclass(frozen=True, slots=True)
class DoneStep:
    """One step that was done."""

    action: str
    why: str
    changes: tuple[Changed, ...]
    draft: WrittenDraft | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One meditation."""

    id: str
    at: datetime
    steps: tuple[DoneStep, ...]
    undone_at: datetime | None = None
