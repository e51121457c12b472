"""L5: drop the oldest turns after an overflow, groups whole, until the rest is accepted.

What is dropped stays in the transcript; this only decides what the next
request holds. A summary and the system messages at the beginning stay.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..model.outcomes import EmergencyRound
from ..model.session import Message, Role, Thinking
from . import grouping, tokens
from .tokens import Estimator

CONCLUSION_CHARS = 1_200
"""The end of the last reply that goes into context.md: its closing paragraphs, not the whole reply."""


def rounds(messages: Sequence[Message], turns_per_round: int) -> Iterator[EmergencyRound]:
    """One round after the other until only one turn is left; whoever asks stops when the rest is accepted."""
    this_round = one_round(messages, turns_per_round)
    while this_round is not None:
        yield this_round
        this_round = one_round(this_round.kept, turns_per_round)


@dataclass(frozen=True, slots=True)
class Scale:
    """The known size of a context, and what an estimate of it is worth in real tokens."""

    messages: tuple[Message, ...]
    actual: int
    """Real tokens of the context, system prompt and tools included."""
    estimator: Estimator
    factor: float = 1.0

    def of(self, kept: Sequence[Message]) -> int:
        """Real tokens when only `kept` is left: what is gone is subtracted, the fixed prefix stays counted."""
        gone = tokens.of_messages(self.messages, self.estimator) - tokens.of_messages(kept, self.estimator)
        return max(0, round(self.actual - self.factor * gone))


def one_round(messages: Sequence[Message], turns: int) -> EmergencyRound | None:
    """Drop the oldest `turns` turns, or as many as leave one; None when only one is left."""
    standing, rest = _apart(messages)
    cut = _cut(rest, turns)
    if cut == 0:
        return None
    kept = without_thinking(rest[cut:])
    return EmergencyRound(kept=(*standing, *kept), dropped=rest[:cut])


def without_thinking(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages without reasoning: its signatures hold only for the conversation as it was."""
    stripped = (
        replace(message, parts=tuple(part for part in message.parts if not isinstance(part, Thinking)))
        for message in messages
    )
    return tuple(after for after, before in zip(stripped, messages, strict=True) if after.parts or not before.parts)


def conclusion(messages: Sequence[Message]) -> str:
    """How the newest reply with text ends: its last paragraphs, at most CONCLUSION_CHARS characters."""
    text = next((m.text.strip() for m in reversed(messages) if m.role is Role.ASSISTANT and m.text.strip()), "")
    if len(text) <= CONCLUSION_CHARS:
        return text
    end = text[-CONCLUSION_CHARS:]
    starts = [end.find(mark) + len(mark) for mark in ("\n\n", "\n", "。", ". ", " ") if mark in end[:-1]]
    return "… " + end[starts[0] if starts else 0 :].strip()


def snapshot(text: str, updated: str) -> str:
    """The content of memories/context.md: where the work stood before turns were dropped."""
    return (
        "# Context snapshot\n\n"
        f"_Updated: {updated}. The context had outgrown its window; the oldest turns were dropped._\n\n"
        f"## Conclusion of the last reply\n\n{text}\n"
    )


def summary(kept: Sequence[Message], text: str) -> str:
    """What stands for the dropped turns in a transcript: the summaries so far and the conclusion."""
    earlier = [message.text for message in kept if message.is_summary and message.text]
    note = f"The oldest turns were dropped because the context had outgrown its window. The last reply ended: {text}"
    return "\n\n".join([*earlier, note])


def _apart(messages: Sequence[Message]) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Messages that stand above all turns (leading system messages, summaries), and the rest."""
    first = next((i for i, m in enumerate(messages) if m.role is not Role.SYSTEM), len(messages))
    standing = (*messages[:first], *(m for m in messages[first:] if m.is_summary))
    return standing, tuple(m for m in messages[first:] if not m.is_summary)


def _cut(messages: Sequence[Message], turns: int) -> int:
    """Index of the first kept message: whole turns, no group split, at least one turn left; 0 for none."""
    starts = [start for start, _ in grouping.turns(messages)]
    broken = grouping.inside_groups(messages)
    allowed = [start for start in starts[1:] if start not in broken]
    wanted = starts[min(turns, len(starts) - 1)] if starts else 0
    later = [start for start in allowed if start >= wanted]
    return later[0] if later else (allowed[-1] if allowed else 0)
