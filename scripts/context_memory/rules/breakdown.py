"""Where the tokens of a context are: by kind of part and by role."""

from collections.abc import Iterable
from typing import assert_never

from ..model.session import Image, Message, Opaque, Part, Role, Text, Thinking, ToolCall, ToolResult
from . import tokens
from .tokens import Estimator

KINDS = ("text", "thinking", "tool calls", "tool results", "images", "opaque")

Breakdown = dict[str, dict[Role, int]]
"""Tokens by kind (all of KINDS, in order) and role (only those that occur)."""


def of(messages: Iterable[Message], estimator: Estimator) -> Breakdown:
    """Tokens of the messages, by kind and role; pictures inside tool results count as images."""
    found: Breakdown = {kind: {} for kind in KINDS}
    for message in messages:
        for part in message.parts:
            in_result = part.images * tokens.IMAGE_TOKENS if isinstance(part, ToolResult) else 0
            _add(found, kind_of(part), message.role, tokens.of_part(part, estimator) - in_result)
            if in_result:
                _add(found, "images", message.role, in_result)
    return found


def kind_of(part: Part) -> str:
    """Which of KINDS a part is."""
    match part:
        case Text():
            return "text"
        case Thinking():
            return "thinking"
        case ToolCall():
            return "tool calls"
        case ToolResult():
            return "tool results"
        case Image():
            return "images"
        case Opaque():
            return "opaque"
        case _:
            assert_never(part)


def _add(found: Breakdown, kind: str, role: Role, count: int) -> None:
    found[kind][role] = found[kind].get(role, 0) + count
