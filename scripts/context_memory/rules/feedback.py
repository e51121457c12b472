"""Did a memory help? What a recall gave gains or loses importance by how the turn went (SPEC 5.4)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from ..model.docs import MemoryDoc
from ..model.session import Message, Role
from . import failures, recall_block, speech, tiers

MOST = 0.3
"""All feedback of one session together changes a doc by no more than this, up or down."""
LONG_REPLY = 100
"""Characters."""
LEAST_IMPORTANCE = 0.01
_LINE = re.compile(r"(?m)^- .*#(?P<handle>[^\s()#]{4,80})\)$")


class Outcome(StrEnum):
    """How a turn ended."""

    EMPTY = "empty"
    LOOP = "loop"
    LONG = "long"
    NORMAL = "normal"


CHANGES = {Outcome.EMPTY: -0.1, Outcome.LOOP: -0.15, Outcome.LONG: 0.05, Outcome.NORMAL: 0.05}
"""What each outcome adds to the importance of what was recalled for the turn (RsClaw)."""


def outcome_of(messages: Sequence[Message]) -> Outcome:
    """How the turn with these messages of the agent ended."""
    if failures.loops(messages):
        return Outcome.LOOP
    said = "\n".join(m.text for m in messages if m.role is Role.ASSISTANT and not speech.is_noise(m)).strip()
    if not said:
        return Outcome.EMPTY
    return Outcome.LONG if len(said) > LONG_REPLY else Outcome.NORMAL


def recalled(messages: Iterable[Message]) -> tuple[str, ...]:
    """Handles of the docs in the recall blocks that these messages carry, each once.

    Only messages of the host or in a person's role carry one; what a tool printed is not a recall.
    """
    found: dict[str, None] = {}
    for message in messages:
        if message.role in {Role.USER, Role.SYSTEM} and recall_block.OPENING in message.text:
            for piece in message.text.split(recall_block.OPENING)[1:]:
                block = piece.partition(recall_block.CLOSING)[0]
                found.update(dict.fromkeys(match["handle"] for match in _LINE.finditer(block)))
    return tuple(found)


def adjusted(doc: MemoryDoc, change: float, now: datetime) -> MemoryDoc:
    """The doc with its importance moved by at most `MOST`, in the tier where it belongs then."""
    change = max(-MOST, min(MOST, change))
    importance = round(max(LEAST_IMPORTANCE, min(1.0, doc.importance + change)), 6)
    return doc if importance == doc.importance else tiers.settled(replace(doc, importance=importance), now)
