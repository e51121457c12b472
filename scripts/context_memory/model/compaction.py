"""What a compaction can end in, and the receipt that proves what it kept."""

from dataclasses import dataclass, field

from .memory import SessionMemory
from .outcomes import Breaker, Restoration
from .session import Message


@dataclass(frozen=True, slots=True)
class ReceiptItem:
    """One thing that had to be kept, and where it can be read."""

    kind: str
    text: str
    where: str = ""
    """Handle and line of the archived message that holds it; empty where it stands in the result."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What had to be kept: in the result, only in the archive, or in neither."""

    score: float
    """Share of what had to be kept that stands in the result, weighted by kind, 0 to 1."""
    kept: tuple[ReceiptItem, ...] = ()
    archived: tuple[ReceiptItem, ...] = ()
    missing: tuple[ReceiptItem, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryFields:
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


@dataclass(frozen=True, slots=True)
class Compacted:
    """The session made small. `messages` is the whole result without restored files: continuation, then the tail."""

    continuation: str
    tail: tuple[Message, ...]
    memory: SessionMemory
    receipt: Receipt
    summary: SummaryFields
    tokens_before: int
    tokens_after: int
    estimate_before: int
    removed: int
    archive: str = ""
    prefix: tuple[Message, ...] = ()
    """Leading system messages: they stay what they are."""
    first_kept_id: str = ""
    thinking_removed: int = 0
    restoration: Restoration = field(default_factory=Restoration)
    written: tuple[str, ...] = ()
    """Files that were written, in order."""


@dataclass(frozen=True, slots=True)
class NotNeeded:
    """Nothing was done, and why that is right."""

    reason: str
    tokens: int
    mark: int


@dataclass(frozen=True, slots=True)
class BreakerOpen:
    """Nothing was done: an operator has to close the breaker first."""

    breaker: Breaker
    tokens: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A compaction would lose or break something; the session stays as it was."""

    reason: str
    tokens: int
    hint: str = ""
    receipt: Receipt | None = None


CompactionOutcome = Compacted | NotNeeded | BreakerOpen | Refused
