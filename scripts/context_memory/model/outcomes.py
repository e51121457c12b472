"""What a use case can end in: closed unions, never a status string with optional fields."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a trim needs outcomes and no transcript
    from .session import Message


@dataclass(frozen=True, slots=True)
class Breaker:
    """The circuit breaker: closed while `opened_at` is None."""

    failures: int = 0
    refills: int = 0
    opened_at: datetime | None = None
    reason: str = ""

    @property
    def is_open(self) -> bool:
        """Whether compaction is stopped."""
        return self.opened_at is not None


@dataclass(frozen=True, slots=True)
class Trimmed:
    """A tool output made shorter; `handle` gives the original back."""

    text: str
    handle: str
    saved_chars: int


@dataclass(frozen=True, slots=True)
class Untouched:
    """A tool output that is short enough as it is."""

    text: str


TrimOutcome = Trimmed | Untouched


@dataclass(frozen=True, slots=True)
class Restored:
    """A file given back after a compaction, cut to its token cap."""

    path: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class NotRestored:
    """A file that was not given back, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Restoration:
    """Everything the restore stage looked at, in order."""

    files: tuple[Restored, ...] = ()
    passed_over: tuple[NotRestored, ...] = ()

    @property
    def tokens(self) -> int:
        """Tokens of all restored files."""
        return sum(file.tokens for file in self.files)


@dataclass(frozen=True, slots=True)
class EmergencyRound:
    """One round of the emergency stage: what is left and what was dropped."""

    kept: "tuple[Message, ...]"
    dropped: "tuple[Message, ...]" = field(default=())
