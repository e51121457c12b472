"""What R-Memory 4.x left on disk, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .session import Json


@dataclass(frozen=True, slots=True)
class CachedBlock:
    """An entry of its block cache."""

    hash: str
    compressed: str
    tokens_raw: int = 0
    tokens_compressed: int = 0


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A swap: one or several compressed blocks, joined."""

    compressed: str
    time: str = ""
    """ISO 8601."""


@dataclass(frozen=True, slots=True)
class RMemory:
    """Everything of one installation."""

    config: Mapping[str, Json] = field(default_factory=dict)
    """Without the keys that begin with `//`: those are its comments."""
    cache: Mapping[str, CachedBlock] = field(default_factory=dict)
    """By hash, oldest first."""
    histories: Mapping[str, tuple[HistoryEntry, ...]] = field(default_factory=dict)
    """By session id."""
    raw: Mapping[str, str] = field(default_factory=dict)
    """Text of each archived block by hash, oldest file first."""
    problems: tuple[str, ...] = ()
    """Files that could not be read; the others are not affected."""
