"""Stop compacting when it does not help: after failures in a row, or when the context is full again at once.

The breaker never closes by itself. Only an operator does that, because a
session that cannot be compacted will fail again for the same reason.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from ..model.outcomes import Breaker

REASON_CHARS = 300
"""A reason is one line of at most so many characters: it goes into a list that people read."""
SUCCESSIVE_MESSAGES = 1


@dataclass(frozen=True, slots=True)
class CannotHelp:
    """The fixed prefix (system prompt and tools) alone is above the mark; no compaction makes it smaller."""

    prefix: int
    mark: int

    def __str__(self) -> str:
        return (
            f"the system prompt and the tools alone take {self.prefix:,} tokens, the mark is {self.mark:,}: "
            "compaction cannot help"
        )


def after_failure(breaker: Breaker, reason: str, now: datetime, *, limit: int) -> Breaker:
    """One more failure in a row; the `limit`-th opens. An open breaker keeps its time and its reason."""
    failures = breaker.failures + 1
    if breaker.is_open:
        return replace(breaker, failures=failures)
    return replace(breaker, failures=failures, opened_at=now if failures >= limit else None, reason=one_line(reason))


def after_success(
    breaker: Breaker, now: datetime, *, turns_since_last: int | None, refill_turns: int, refill_limit: int
) -> Breaker:
    """A compaction that worked ends the run of failures, but does not close an open breaker.

    `turns_since_last` counts the turns since the compaction before this one (None: there was none). At most
    `refill_turns` means that the context was full again at once; `refill_limit` times in a row opens.
    """
    if breaker.is_open:
        return breaker
    refilled = turns_since_last is not None and turns_since_last <= refill_turns
    refills = breaker.refills + 1 if refilled else 0
    if refills >= refill_limit:
        reason = f"the context was full again within {refill_turns} turns of a compaction, {refills} times in a row"
        return Breaker(refills=refills, opened_at=now, reason=reason)
    return Breaker(refills=refills)


def tripped(breaker: Breaker, reason: str, now: datetime) -> Breaker:
    """Opened by an operator; an open breaker keeps its time and its reason."""
    return breaker if breaker.is_open else replace(breaker, opened_at=now, reason=one_line(reason))


def closed() -> Breaker:
    """What an operator's close leaves: nothing counted, nothing remembered."""
    return Breaker()


def too_soon(messages_since_last: int) -> bool:
    """Whether the last compaction was at this message or the one before it."""
    return messages_since_last <= SUCCESSIVE_MESSAGES


def cannot_help(prefix: int, mark: int) -> CannotHelp | None:
    """Why compaction is pointless when the fixed prefix reaches the mark, else None."""
    return CannotHelp(prefix, mark) if prefix >= mark else None


def opened(before: Breaker, after: Breaker) -> bool:
    """Whether this change opened the breaker: the moment to write the reason down, once."""
    return after.is_open and not before.is_open


def note(breaker: Breaker) -> str:
    """The line for errors.md about an open breaker."""
    when = f"{breaker.opened_at:%Y-%m-%d %H:%M}" if breaker.opened_at else ""
    count = f" after {breaker.failures} failures in a row" if breaker.failures else ""
    return f"- {when} compaction stopped{count}: {breaker.reason} (close with `circuit_breaker close`)"


def one_line(reason: str) -> str:
    """The reason as one printable line of at most REASON_CHARS characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in reason[: 4 * REASON_CHARS]).split())
    return line if len(line) <= REASON_CHARS else line[: REASON_CHARS - 1] + "…"
