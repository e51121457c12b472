"""The marks of one context window, in tokens."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Levels at which something happens (SPEC 7.2); all in tokens."""

    window: int
    reserve: int
    hard: int
    """More than this cannot be sent."""
    compact_at: int
    flush_at: int
    prewarm_at: int
    target: int
    """Size of the context after a compaction, at most."""
    raw_window: int
    restore: int
    capsules: int
