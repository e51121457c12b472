"""What a check found: a line, what stands there, why it matters, and the fix."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How sure and how bad: a failure has to be mended, a warning has to be looked at."""

    FAIL = "fail"
    WARN = "warn"


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem of one text."""

    kind: str
    """Short name of the problem, e.g. `date` or `bad_task_id`; stable, for programs."""
    line: int
    """1-based line; 0 when the problem is about the text as a whole."""
    what: str
    """What stands there, shortened."""
    why: str
    fix: str
    """What to do or to paste."""
    level: Level = Level.FAIL
