"""The past of the memory files: which change did what, when, and why."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Commit:
    """One recorded change."""

    id: str
    time: datetime
    cause: str
    change: str = ""
    """Id of the queued change that it was made from."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one change did to some files: (path, content id before, content id after), empty for none."""

    commit: Commit
    files: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """The change that brought a line of the newest recorded version of a file; `line` counts from 1."""

    commit: Commit
    path: str
    line: int
    text: str
    now: int | None = None
    """The line where it stands in the file as it is, None where it is gone since."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The change that took a line away from a file; `after` is what stands in its place, empty when nothing does."""

    commit: Commit
    path: str
    before: str
    after: str = ""
