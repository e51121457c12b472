"""What the compressor works with and what it may spend."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .blocks import Block, Capsule


@dataclass(frozen=True, slots=True)
class Made:
    """A block has a verified capsule."""

    capsule: Capsule
    cost: float = 0.0
    """Dollars, with the drafts that were not accepted."""
    calls: int = 0
    note: str = ""
    """Why it is not the codec's own text: kept raw, written without a model."""
    appended: int = 0
    """What the draft had dropped and stands in the ledger now."""
    restored: int = 0
    """Verbatim spans that were put back."""


@dataclass(frozen=True, slots=True)
class Postponed:
    """Nobody answered; the block is tried again later. Until then `stopgap`, made without a model, can stand for it."""

    block: Block
    reason: str
    stopgap: Capsule | None = None
    cost: float = 0.0
    calls: int = 0
    is_blocked: bool = False
    """Whether the budget or the breaker stopped it, before anybody was asked."""
    hint: str = ""


CompressionOutcome = Made | Postponed


@dataclass(frozen=True, slots=True)
class Spend:
    """Money and failures, over all sessions of a workspace."""

    day: str = ""
    """The UTC day that `dollars` and `calls` belong to, YYYY-MM-DD."""
    dollars: float = 0.0
    """Spent on that day."""
    reserved: float = 0.0
    """Set aside for calls in flight."""
    calls: int = 0
    total: float = 0.0
    """Spent ever, dollars."""
    failures: int = 0
    """Calls in a row that nobody answered."""
    opened_at: str = ""
    """When the breaker opened, ISO 8601; empty while it is closed."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Blocked:
    """No call now, why, and when it may be tried again (ISO 8601)."""

    reason: str
    until: str


@dataclass(frozen=True, slots=True)
class OpenBatches:
    """Batches that were handed over and not yet collected: id to the ids of their blocks."""

    blocks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
