"""One event of a host, and the provider call for it. Pure; a host's module parses its own form into it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..workspace import recorded_errors
from ..workspace.recorded_errors import Kind

LEAST_OUTPUT = 2_000
"""Characters of an output below which nothing is asked (`trim_chars` of the skill)."""
CHECK_SECONDS, RECALL_SECONDS, TRIM_SECONDS = 0.5, 4.0, 2.0
"""After which the host goes on without an answer of ours; the first prompt may wait for a cold start."""
BEFORE_MODEL = "BeforeModel"
"""Name of the event before a request to the model to which what its context lost can be added."""
AFTER_COMPACTION = "after_compaction"
"""Name of the event after which what a session was shown is not before its model any more."""
_COMMAND_KEYS = ("command", "cmd", "script")
_PATH_KEYS = ("file_path", "path", "notebook_path", "filename", "filePath")


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the host."""

    name: str
    tool: str = ""
    given: Mapping[str, Any] | None = None
    """Input of the tool."""
    response: object = None
    """What the tool gave back, in its own shape."""
    session: str = ""
    prompt: str = ""
    error: str = ""
    cwd: str = ""
    source: str = ""
    """Why a session, or the context of a request, starts: startup, resume, clear, compact."""
    transcript: str = ""
    start: str = ""
    """What the context begins with: the host's summary where it compacted."""
    told: str = ""
    """All that the context says, the start too."""

    @property
    def command(self) -> str:
        """Command line of the tool call."""
        return first_of(self.given, _COMMAND_KEYS)

    @property
    def paths(self) -> tuple[str, ...]:
        """Paths of the tool call."""
        given = self.given or {}
        return tuple(given[key] for key in _PATH_KEYS if isinstance(given.get(key), str) and given[key])


@dataclass(frozen=True, slots=True)
class Ask:
    """A verb of the provider with its arguments, and how long the host waits."""

    verb: str
    arguments: dict[str, Any]
    seconds: float


def action_of(event: Event) -> dict[str, Any]:
    """The tool call of the event, as `check` and `record-failure` want it."""
    return {"command": event.command, "paths": list(event.paths), "tool": event.tool, "cwd": event.cwd}


_SEVERAL = ("\n", ";", "&&", "||", "|")


def may_mend(event: Event, result: Mapping[str, Any]) -> bool:
    """Whether a command of several steps may make what was missing before it asks for it."""
    if not any(mark in event.command for mark in _SEVERAL):
        return False
    recorded = recorded_errors.parse([result.get("entry") or ""])
    return bool(recorded) and getattr(recorded[0], "kind", Kind.MISSING) is Kind.MISSING


def first_of(value: Mapping[str, Any] | None, keys: tuple[str, ...]) -> str:
    """The first of these members that holds a text."""
    return next((value[key] for key in keys if isinstance(value.get(key), str) and value[key]), "") if value else ""


def text_of(value: object) -> str:
    """The value where it is a text."""
    return value if isinstance(value, str) else ""
