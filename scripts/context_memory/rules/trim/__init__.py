"""L1 trim: a long tool output becomes its frame, its conclusion and the lines that carry the fact."""

from .kinds import ToolKind, command_of, kind_of, path_of
from .trimming import is_long, trim

__all__ = ["ToolKind", "command_of", "is_long", "kind_of", "path_of", "trim"]
