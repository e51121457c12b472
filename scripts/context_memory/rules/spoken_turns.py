"""Turns of a session: what a person said, what the agent had done before, what followed."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from ..model.session import Message, Role, Text, ToolCall
from . import sentences, speech

LONGEST_INPUT = 160
"""Characters of one call in the account of what the agent did."""
MOST_CALLS = 4
_INTERNAL = frozenset({"heartbeat", "cron", "system", "subagent", "hook"})
"""Channels in which nobody but the host or another agent speaks (SPEC 5.4)."""

_Begun = tuple[int, str, Message, tuple[Message, ...]]


@dataclass(frozen=True, slots=True)
class Turn:
    """A person's message with what stands around it."""

    seq: int
    """1-based number of the message in its session."""
    words: str
    """What the person said."""
    message: Message
    before: tuple[Message, ...]
    """What the agent did since the person's last message."""
    after: tuple[Message, ...]
    """What followed, up to the person's next message; empty while nothing has."""
    occurrence: int = 1
    """How often the same was said in this session, this time included."""

    @property
    def is_answered(self) -> bool:
        """Whether the agent did or said something since."""
        return any(message.role is Role.ASSISTANT for message in self.after)

    @property
    def given(self) -> tuple[Message, ...]:
        """What was put before the agent with the person's message: that, and what the host wrote beside it."""
        last = max((i for i, each in enumerate(self.before) if each.role is Role.ASSISTANT), default=-1)
        return (*self.before[last + 1 :], self.message, *self.after)


def of(messages: Iterable[tuple[int, Message]]) -> Iterator[Turn]:
    """The turns of numbered messages, in order. Hosts, heartbeats and summaries make no turn."""
    before: list[Message] = []
    open_turn: _Begun | None = None
    counts: dict[str, int] = {}
    for seq, message in messages:
        words = speech.said(message)
        if not words:
            before.append(message)
            continue
        if open_turn:
            yield _turn(open_turn, before, counts)
        open_turn = (seq, words, message, tuple(before))
        before = []
    if open_turn:
        yield _turn(open_turn, before, counts)


def is_internal(session: str) -> bool:
    """Whether the name of a session (`agent:main:cron:nightly`) says that no person speaks in it."""
    return any(part in _INTERNAL for part in session.lower().split(":"))


def key_of(scope: str, session: str, turn: Turn) -> str:
    """What a message is known by once it was learnt: by its words and how often they were said, not by its place."""
    return sha256("\0".join((scope, session, turn.words, str(turn.occurrence))).encode("utf-8", "replace")).hexdigest()


def action_of(messages: Sequence[Message]) -> str:
    """What the agent did, for whoever judges a correction: its last calls and its last words; empty: it did nothing."""
    calls = [call for message in messages for call in message.calls][-MOST_CALLS:]
    said = next((message.text for message in reversed(messages) if _is_reply(message)), "")
    parts = [f"called {shown_call(call)}" for call in calls]
    return "; ".join((*parts, *((f"said: {' '.join(said.split())}",) if said else ())))


def shown_call(call: ToolCall) -> str:
    """A call in one line: the tool and what it was given."""
    values = [value for value in call.input.values() if isinstance(value, str)]
    given = values[0] if len(values) == 1 else json.dumps(dict(call.input), ensure_ascii=False, default=str)
    return f"{call.name} {sentences.clip(' '.join(given.split()), LONGEST_INPUT)}".strip()


def _is_reply(message: Message) -> bool:
    said = any(isinstance(part, Text) and part.text.strip() for part in message.parts)
    return message.role is Role.ASSISTANT and said and not speech.is_noise(message)


def _turn(begun: _Begun, after: Sequence[Message], counts: dict[str, int]) -> Turn:
    seq, words, message, before = begun
    counts[words] = counts.get(words, 0) + 1
    return Turn(seq, words, message, before, tuple(after), counts[words])
