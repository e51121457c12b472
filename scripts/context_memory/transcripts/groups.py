"""Groups: an assistant message with tool calls plus all their results, never split."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from ..errors import InputError
from ..messages import Message, Role, Session


def opens_on_result(message: Message) -> bool:
    """Whether this message starts with the result of an earlier call."""
    return bool(message.results)


def keep_from(messages: Sequence[Message], preserve: int, *, first: int = 0) -> int:
    """Index of the first message to keep: at least `preserve` newest messages stay, and no group is split.

    `first` is the lowest index allowed (the message after an old summary).
    """
    start = max(first, len(messages) - max(0, preserve))
    inside = inside_groups(messages)
    while first < start < len(messages) and (start in inside or opens_on_result(messages[start])):
        start -= 1
    return start


def inside_groups(messages: Sequence[Message]) -> frozenset[int]:
    """Indexes where a cut would separate a result from its call, even with messages in between."""
    called_at: dict[str, int] = {}
    opening = [0] * (len(messages) + 1)
    for i, message in enumerate(messages):
        for result in message.results:
            opening[called_at.get(result.call_id, i) + 1] += 1
            opening[i + 1] -= 1
        for call in message.calls:
            called_at[call.id] = i
    return frozenset(i for i, depth in enumerate(accumulate(opening)) if depth > 0)


def has_open_call(messages: Sequence[Message]) -> bool:
    """Whether a tool call is still waiting for its result."""
    return bool(open_calls(messages))


def open_calls(messages: Sequence[Message]) -> tuple[str, ...]:
    """Ids of tool calls of the newest assistant messages that have no result yet."""
    answered: set[str] = set()
    for message in reversed(messages):
        answered.update(result.call_id for result in message.results)
        if message.calls:
            return tuple(call.id for call in message.calls if call.id not in answered)
        if message.role is Role.USER and message.text:
            return ()
    return ()


def turns(messages: Sequence[Message]) -> tuple[tuple[int, int], ...]:
    """Turns as (start, end) index pairs: each starts at a user message that carries no tool result.

    Messages before the first user message belong to the first turn.
    """
    starts = [i for i, m in enumerate(messages) if m.role is Role.USER and not m.results]
    if not messages:
        return ()
    if not starts or starts[0] != 0:
        starts = [0, *starts[1:]] if starts else [0]
    return tuple(zip(starts, [*starts[1:], len(messages)], strict=True))


def session_at(session: Session, count: int) -> Session:
    """The session truncated to its first `count` messages.

    Before the host's newest compaction the model saw everything since the compaction before it.
    """
    total = len(session.messages)
    if not 1 <= count <= total:
        raise InputError(f"the session has {total:,} messages, not {count:,}", hint=f"give --at 1 to {total}")
    messages = session.messages[:count]
    later = [i for i in range(session.context_start, total) if session.messages[i].is_summary]
    if session.context_start == 0 or (later and later[-1] < count):
        return replace(session, messages=messages)
    earlier = [i for i, message in enumerate(messages) if message.is_summary]
    return replace(session, messages=messages, context_start=earlier[-1] if earlier else 0)
