"""Values of a handoff: a task, and its result."""

from dataclasses import dataclass
from enum import StrEnum


class TaskType(StrEnum):
    """What a task may do, and so how it may be scheduled."""

    READ_ONLY = "read_only"
    """May run beside anything."""
    WRITE = "write"
    """One after another."""
    DECISION = "decision"
    """Needs the coordinator's sign-off."""


class Status(StrEnum):
    """How a task ended, or that it is blocked."""

    DONE = "done"
    FAILED = "failed"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Task:
    """A task for another agent."""

    sender: str
    receiver: str
    task_id: str
    """`YYYYMMDD-seq`."""
    type: TaskType
    context: str
    """At most 200 characters."""
    input: str
    expected_output: str
    constraints: tuple[str, ...] = ()
    signed_off_by: str = ""
    """The coordinator who agreed to a decision."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a task."""

    task_id: str
    status: Status
    output: str
    side_effects: str = ""
    memory_update: str = ""
    """Text to append to a memory file; may be empty."""
    memory_file: str = ""
    """Which memory file; empty: the one that fits the status."""
    signed_off_by: str = ""


Handoff = Task | Result
