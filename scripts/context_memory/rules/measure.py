"""How large a context really is: what the API counted, else a fitted line, else the estimate.

An estimate never sees the system prompt and the tools; sessions that were
compacted at 160,000 real tokens had estimates of 52,000 to 115,000.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..model.session import Message, Role, Session
from . import tokens
from .calibration import Calibration
from .tokens import Estimator

Source = Literal["usage", "calibration", "estimate", "api"]


@dataclass(frozen=True, slots=True)
class Measured:
    """The size of a context and where the number comes from."""

    tokens: int
    source: Source
    estimate: int
    """The estimate of all messages, whatever the source."""


def measure(session: Session, estimator: Estimator, calibration: Calibration | None) -> Measured:
    """The best known size of the session's context."""
    sizes = [tokens.of_message(message, estimator) for message in session.context]
    estimate = sum(sizes)
    counted = counted_at(session.context)
    if counted is not None:
        usage = session.context[counted].usage
        after = sum(sizes[counted + 1 :])
        return Measured((usage.context if usage else 0) + after, "usage", estimate)
    if calibration is not None:
        return Measured(calibration.tokens(estimate), "calibration", estimate)
    return Measured(estimate, "estimate", estimate)


def counted_at(context: Sequence[Message]) -> int | None:
    """Index of the newest reply whose usage still holds: one before a compaction counted what is gone."""
    for i in range(len(context) - 1, -1, -1):
        if context[i].is_summary:
            return None
        if _counts(context[i]):
            return i
    return None


def fixed_prefix(session: Session, estimator: Estimator) -> int:
    """Tokens of system prompt and tools: the least that a counted reply had beyond its messages; 0 when unknown."""
    return max(0, min((real - estimate for estimate, real in pairs(session, estimator)), default=0))


def pairs(session: Session, estimator: Estimator) -> list[tuple[int, int]]:
    """(estimate, counted tokens) of the context right after each counted reply.

    Between two compactions of the host it is not known what was kept, so only the stretch before the
    first and the one after the last count.
    """
    summaries = [i for i, message in enumerate(session.messages) if message.is_summary]
    if not summaries:
        return _pairs(session.messages, 0, estimator)
    last = summaries[-1]
    kept = tokens.of_messages(session.messages[min(session.context_start, last) : last], estimator)
    return _pairs(session.messages[: summaries[0]], 0, estimator) + _pairs(session.messages[last:], kept, estimator)


def _pairs(messages: Sequence[Message], before: int, estimator: Estimator) -> list[tuple[int, int]]:
    found = []
    estimate = before
    for message in messages:
        estimate += tokens.of_message(message, estimator)
        if _counts(message) and message.usage:
            found.append((estimate, message.usage.context))
    return found


def _counts(message: Message) -> bool:
    return message.role is Role.ASSISTANT and message.usage is not None and message.usage.context > 0
