"""A finding of a check: line, text, reason and fix."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum


class Level(StrEnum):
    """Severity: a failure has to be fixed, a warning has to be reviewed."""

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
    why: str = ""
    """Empty until the texts of a language are given."""
    fix: str = ""
    """What to do or to paste."""
    level: Level = Level.FAIL

    def with_advice(self, texts: Mapping[str, str], **values: str) -> "Finding":
        """The same finding with the reason and the fix of its kind, `<kind>.why` and `<kind>.fix` of the texts."""
        why, fix = (texts[f"{self.kind}.{name}"].format(**values) for name in ("why", "fix"))
        return replace(self, why=why, fix=fix)
