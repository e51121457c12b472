"""What is known about the making of vectors: an embedder that rests after a failure, a reembedding under way."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Rest:
    """An embedder that did not answer, and until when it is not asked."""

    identity: str = ""
    failures: int = 0
    """In a row."""
    until: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a reembedding is."""

    identity: str
    """Whose vectors are made."""
    done: int
    """Docs that have a vector of it."""
    total: int
    seconds: float = 0.0
    """Since this run began."""
    made: int = 0
    """Vectors of this run."""

    @property
    def per_second(self) -> float:
        """Docs a second in this run; 0 while nothing is known."""
        return self.made / self.seconds if self.seconds > 0 else 0.0

    @property
    def left_seconds(self) -> float | None:
        """Seconds until it is done at this speed."""
        return (self.total - self.done) / self.per_second if self.per_second else None


@dataclass(frozen=True, slots=True)
class Switched:
    """Every doc has its vector, and these vectors are searched now."""

    progress: Progress
    before: str
    """Identity that was searched before; the same one when there was nothing to switch."""
    dropped: int = 0
    """Vectors of other identities that were deleted."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Some docs have their vectors; another run goes on from here. What was searched is searched still."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class Running:
    """Another process is at it."""

    progress: Progress | None


Reembedded = Switched | Begun | Running
