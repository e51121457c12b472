"""What a compaction and its stages can end in: closed unions, never a status string with optional fields."""

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # who only asks for the breaker has no use for messages
    from ..messages import Message
    from .digest.values import Receipt, SessionMemory


class Breaker(NamedTuple):
    """The circuit breaker: closed while `opened_at` is None."""

    failures: int = 0
    refills: int = 0
    opened_at: datetime | None = None
    reason: str = ""

    @property
    def is_open(self) -> bool:
        """Whether compaction is stopped."""
        return self.opened_at is not None


class Restored(NamedTuple):
    """A file given back after a compaction, cut to its token cap."""

    path: str
    text: str
    tokens: int
    is_trusted: bool = True
    """False in a workspace whose state was made on another machine, until its user trusts it."""


class NotRestored(NamedTuple):
    """A file that was not given back, and why."""

    path: str
    reason: str


class Restoration(NamedTuple):
    """Everything the restore stage looked at, in order."""

    files: tuple[Restored, ...] = ()
    passed_over: tuple[NotRestored, ...] = ()

    @property
    def tokens(self) -> int:
        """Tokens of all restored files."""
        return sum(file.tokens for file in self.files)


class EmergencyRound(NamedTuple):
    """One round of the emergency stage: what is left and what was dropped."""

    kept: "tuple[Message, ...]"
    dropped: "tuple[Message, ...]" = ()


class SummaryFields(NamedTuple):
    """The headings of the summary as values."""

    completed: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    key_files: tuple[str, ...] = ()
    current_task: str = ""
    last_request: str = ""
    directives: tuple[str, ...] = ()
    corrections: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


class Compacted(NamedTuple):
    """The session made small. `messages` is the whole result without restored files: continuation, then the tail."""

    continuation: str
    tail: "tuple[Message, ...]"
    memory: "SessionMemory"
    receipt: "Receipt"
    summary: SummaryFields
    tokens_before: int
    tokens_after: int
    estimate_before: int
    removed: int
    archive: str = ""
    prefix: "tuple[Message, ...]" = ()
    """Leading system messages: they stay what they are."""
    first_kept_id: str = ""
    thinking_removed: int = 0
    restoration: Restoration = Restoration()
    written: tuple[str, ...] = ()
    """Files that were written, in order."""


class NotNeeded(NamedTuple):
    """Nothing was done, and why that is right."""

    reason: str
    tokens: int
    mark: int


class BreakerOpen(NamedTuple):
    """Nothing was done: an operator has to close the breaker first."""

    breaker: Breaker
    tokens: int
    hint: str
    """How it is closed."""


class Refused(NamedTuple):
    """A compaction would lose or break something; the session stays as it was."""

    reason: str
    tokens: int
    hint: str = ""
    receipt: "Receipt | None" = None


CompactionOutcome = Compacted | NotNeeded | BreakerOpen | Refused
