"""L1 trim: a long tool output becomes its frame, its conclusion and the lines that carry the fact."""

from .brief import conclusion_of
from .kinds import ToolKind, command_of, kind_of, path_of
from .records import old_results, records
from .trimming import is_long, trim

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
