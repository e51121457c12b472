"""The largest tool calls of a session: arguments, result size, and whether the model still sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest

from ..messages import Message, Role, ToolCall
from ..text import tokens
from ..text.secrets import redact
from ..text.tokens import Estimator
from . import safe_text

MOST = 10
LONGEST_LABEL = 140  # characters
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class LargeCall:
    """A tool call with its result."""

    message: int
    """1-based: the one that holds the result."""
    time: str
    tool: str
    label: str
    """What it asked, in one line."""
    tokens: int
    """Of call and result, estimated."""
    is_seen: bool
    """Whether the result is in the context now, as it was."""


def largest_calls(messages: Sequence[Message], estimator: Estimator, seen_from: int) -> tuple[LargeCall, ...]:
    """The largest calls first; `seen_from` is the 1-based first message that the model sees unchanged."""
    asked: dict[str, ToolCall] = {}
    found: list[tuple[int, int, ToolCall | None, str]] = []
    for number, message in enumerate(messages, 1):
        asked.update((call.id, call) for call in message.calls)
        for result in message.results:
            call = asked.get(result.call_id)
            size = tokens.of_part(result, estimator) + (tokens.of_part(call, estimator) if call else 0)
            found.append((size, number, call, result.name))
    return tuple(
        LargeCall(
            message=number,
            time=safe_text.time_of(messages[number - 1].time),
            tool=safe_text.one_line((call.name if call else name) or "?", LONGEST_NAME),
            label=safe_text.one_line(_describe_arguments(call), LONGEST_LABEL) if call else "",
            tokens=size,
            is_seen=number >= seen_from,
        )
        for size, number, call, name in nlargest(MOST, found, key=lambda each: (each[0], each[1]))
    )


def _describe_arguments(call: ToolCall) -> str:
    """The command, path or query of a call, redacted; as plain text if it is the only argument.

    It is redacted while its lines are lines: JSON writes them as one.
    """
    (call,) = redact.redact_message(Message(Role.ASSISTANT, (call,))).message.calls
    texts = [value for value in call.input.values() if isinstance(value, str) and value.strip()] if call.input else []
    return texts[0] if len(texts) == 1 else tokens.call_text(call)
