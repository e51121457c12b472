"""L1 trim: a long tool output becomes its frame, its conclusion and the lines that carry the fact.

What a process that trims one output does not need is imported when it is called.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .kinds import ToolKind, command_of, kind_of, path_of
from .trimming import is_long, trim

if TYPE_CHECKING:
    from ...model.session import Message, ToolResult

__all__ = [
    "ToolKind",
    "command_of",
    "conclusion_of",
    "is_long",
    "kind_of",
    "old_results",
    "path_of",
    "records",
    "trim",
]


def conclusion_of(output: str, *, kind: ToolKind, path: str = "") -> str:
    """What came out, in one line."""
    from . import brief

    return brief.conclusion_of(output, kind=kind, path=path)


def old_results(messages: "Sequence[Message]", keep: int) -> "tuple[ToolResult, ...]":
    """Results of the tool records that are older than the newest `keep`, oldest first."""
    from . import old_records

    return old_records.old_results(messages, keep)


def records(
    messages: "Sequence[Message]", keep: int = 8, *, handle_of: "Callable[[ToolResult], str]"
) -> "tuple[Message, ...]":
    """The messages with all but the newest `keep` tool records as one line each."""
    from . import old_records

    return old_records.records(messages, keep, handle_of=handle_of)
