"""The thresholds of a context window: when to prepare, when to compact, and the target size.

All numbers are SPEC 7.2; every division rounds down. A policy is a named set
of marks, one for each system we learnt from, and `small` for windows where
fixed caps make no sense.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..errors import InputError


class Budget(NamedTuple):
    """Thresholds of a window (SPEC 7.2), in tokens."""

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


RESERVE = 20_000
"""Tokens kept free for the reply, at most; a quarter of a small window."""
FLUSH_LEAD = 4_000
"""A note is flushed this many tokens before compaction, at most half of the way."""
RESTORE_CAP = 8_000
RAW_CAP = 36_000
CAPSULES_CAP = 80_000
SMALL_WINDOW = 32_768
"""The largest window that the policy `small` is for."""
NO_CAP = 10**12
LEAST_VIEW_PERCENT = 25
"""Share of the target that a view keeps however large the fixed part is."""


class Policy(NamedTuple):
    """How thresholds follow from the window; shares are whole per cent, to avoid float rounding."""

    compact_cap: int
    """Compact at this many tokens even when the window is larger."""
    compact_percent: int = 85
    target_percent: int = 40
    target_of_compact_percent: int = 60
    target_cap: int = NO_CAP
    raw_percent: int = 45
    """Share of the target for raw messages."""
    raw_cap: int = RAW_CAP
    raw_trigger: int = 0
    """Raw messages of so many tokens make a swap due, however small the whole context is; 0: they do not."""
    largest_window: int = 0
    """0: any window."""


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        "skill": Policy(compact_cap=150_000),
        # R-Memory's own figures, 36k raw and 80k capsules, wherever the window has room for them
        "r-memory": Policy(
            compact_cap=150_000,
            target_percent=100,
            target_of_compact_percent=83,
            target_cap=RAW_CAP + CAPSULES_CAP + RESTORE_CAP,
            raw_percent=30,
            raw_trigger=RAW_CAP,  # its compressTrigger, of the raw part: 80k of capsules may stand beside it
        ),
        "provider": Policy(compact_cap=NO_CAP, raw_cap=NO_CAP),
        # where OpenClaw 2026.9.6 itself flushes and compacts, and the 20,000 tokens that it keeps (SPEC 4.2)
        "openclaw": Policy(compact_cap=NO_CAP, compact_percent=100, raw_cap=20_000),
        "small": Policy(compact_cap=NO_CAP, raw_percent=60, largest_window=SMALL_WINDOW),
    }
)


def budget_of(window: int, policy: str = "skill") -> Budget:
    """The validated budget of a window; InputError for an unknown policy or an unsupported window."""
    chosen = POLICIES.get(policy)
    if chosen is None:
        raise InputError(f"no budget policy {policy!r}", hint="one of " + ", ".join(POLICIES))
    if chosen.largest_window and window > chosen.largest_window:
        raise InputError(
            f"policy {policy} is for windows up to {chosen.largest_window:,} tokens, this one has {window:,}",
            hint="use the policy skill",
        )
    return validate(_marks(window, chosen))


def raw_trigger(policy: str) -> int:
    """Tokens of raw messages that make a swap due under this policy; 0 if only the whole context counts."""
    return POLICIES[policy].raw_trigger if policy in POLICIES else 0


def _marks(window: int, policy: Policy) -> Budget:
    reserve = min(RESERVE, window // 4)
    hard = window - reserve
    compact_at = min(policy.compact_cap, window * policy.compact_percent // 100, hard)
    flush_at = compact_at - min(FLUSH_LEAD, compact_at // 2)
    target = min(
        window * policy.target_percent // 100,
        compact_at * policy.target_of_compact_percent // 100,
        policy.target_cap,
    )
    raw_window = min(policy.raw_cap, target * policy.raw_percent // 100)
    restore = min(RESTORE_CAP, target // 10)
    return Budget(
        window=window,
        reserve=reserve,
        hard=hard,
        compact_at=compact_at,
        flush_at=flush_at,
        prewarm_at=min(compact_at * 80 // 100, flush_at),
        target=target,
        raw_window=raw_window,
        restore=restore,
        capsules=min(CAPSULES_CAP, target - raw_window - restore),
    )


def budget_beside(budget: Budget, fixed: int) -> Budget:
    """The budget of a view when system text and tools take `fixed` tokens of the target.

    Its parts shrink by the same share; the marks, which are of the whole context, stay.
    """
    target = max(budget.target * LEAST_VIEW_PERCENT // 100, budget.target - max(0, fixed))

    def share(part: int) -> int:
        return part * target // max(1, budget.target)

    return budget._replace(
        target=target,
        raw_window=share(budget.raw_window),
        restore=share(budget.restore),
        capsules=share(budget.capsules),
    )


def validate(budget: Budget) -> Budget:
    """The budget, or InputError with the violated rule."""
    parts = budget.raw_window + budget.restore + budget.capsules
    rules = (
        (budget.prewarm_at <= budget.flush_at, f"prewarm ({budget.prewarm_at}) <= flush ({budget.flush_at})"),
        (budget.flush_at < budget.compact_at, f"flush ({budget.flush_at}) < compact ({budget.compact_at})"),
        (budget.compact_at <= budget.hard, f"compact ({budget.compact_at}) <= hard ({budget.hard})"),
        (budget.target < budget.compact_at, f"target ({budget.target}) < compact ({budget.compact_at})"),
        (parts <= budget.target, f"raw + restore + capsules ({parts}) <= target ({budget.target})"),
    )
    for holds, rule in rules:
        if not holds:
            raise InputError(
                f"budget of a {budget.window:,} token window breaks the rule {rule}", hint="choose other marks"
            )
    return budget


def marks(budget: Budget) -> dict[str, int]:
    """The thresholds by name, lowest first."""
    return {
        "prewarm": budget.prewarm_at,
        "flush": budget.flush_at,
        "compact": budget.compact_at,
        "hard": budget.hard,
    }


def crossed(budget: Budget, tokens: int) -> tuple[str, ...]:
    """Names of the thresholds that a context of this size has reached, lowest first."""
    return tuple(name for name, mark in marks(budget).items() if tokens >= mark)
