"""L1 trim: reduces a long tool output to its frame, a conclusion and its informative lines.

What a process that trims one output does not need is imported when it is called.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .conclusion import conclusion_of
from .tool_kinds import ToolKind, command_of, kind_of, path_of
from .trimming import is_long, shorten, trim

if TYPE_CHECKING:
    from ..messages import Message

__all__ = [
    "ToolKind",
    "command_of",
    "conclusion_of",
    "is_long",
    "kind_of",
    "path_of",
    "records",
    "shorten",
    "trim",
]


def records(
    messages: "Sequence[Message]", keep: int = 8, *, handle_of: "Callable[[str, str], str]"
) -> "tuple[Message, ...]":
    """The messages with all but the newest `keep` tool records reduced to one line each."""
    from . import old_records

    return old_records.records(messages, keep, handle_of=handle_of)
