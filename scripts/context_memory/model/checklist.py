"""One line of the deployment checklist: what holds, what does not, and what to paste so that it does."""

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """`unknown`: it could not be looked at, or nobody said where; it does not fail the checklist."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the checklist."""

    name: str
    """Stable, for programs: `memory_index`."""
    status: Status
    detail: str
    fix: str = ""
    """What to paste or to run; empty where nothing has to be mended."""


@dataclass(frozen=True, slots=True)
class Repair:
    """What `--fix` did or would do to one thing."""

    path: str
    what: str
    is_done: bool = True
    """False: it was tried and refused; `what` says why."""
