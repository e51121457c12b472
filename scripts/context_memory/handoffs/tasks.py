"""Schedules handoffs: read_only tasks in parallel, write tasks one after another, decisions after sign-off.

A task is open until a result says done or failed; a blocked one stays open.
A decision may be carried out when its task or its result names a coordinator
in `<signed_off_by>`; one that was assigned to a coordinator waits for the
result, which is the sign-off. Coordinators are the roles of AGENTS.md that
coordinate, and agents whose name says so; if there is none, anybody but
the agent that carries the task out may sign.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..errors import Finding, Level


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


_ROLES = re.compile(r"^#{1,6}\s*(?:agent roles|智能体角色|代理角色|角色)\b", re.IGNORECASE)
_ROLE = re.compile(r"^\s*[-*]\s*[`*_]*(?P<name>[^:：`*]{1,80}?)[`*_]*\s*[:：](?P<duty>.*)$")
_COORDINATES = re.compile(r"coordinat|orchestrat|协调|统筹|调度", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Placed:
    """A valid handoff and its location."""

    handoff: Handoff
    source: str
    line: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of the schedule, and its file."""

    source: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class Schedule:
    """What may run, what has to wait, and the problems."""

    parallel: tuple[str, ...]
    """Open read_only tasks: all of them may run now."""
    next_write: str
    """The open write task that may run now; empty when there is none or two of them conflict."""
    waiting: tuple[str, ...]
    """Open decisions without a sign-off."""
    problems: tuple[Problem, ...]


def coordinators(agents: str) -> frozenset[str]:
    """Names under `## Agent Roles` of AGENTS.md whose name or duty is to coordinate."""
    names = set()
    in_roles = False
    for line in agents.splitlines():
        if line.startswith("#"):
            in_roles = bool(_ROLES.match(line))
        role = _ROLE.match(line) if in_roles else None
        if role and _COORDINATES.search(role["name"] + " " + role["duty"]):
            names.add(role["name"].strip())
    return frozenset(names)


def check_schedule(placed: Sequence[Placed], signers: frozenset[str] = frozenset()) -> Schedule:
    """The schedule of these handoffs; `signers` are the coordinators, empty if none is declared."""
    book = _Book(placed, signers)
    open_writes = book.open_tasks(TaskType.WRITE)
    waiting = [one for one in book.open_tasks(TaskType.DECISION) if not book.is_signed(one)]
    return Schedule(
        parallel=tuple(_id(one) for one in book.open_tasks(TaskType.READ_ONLY)),
        next_write=_id(open_writes[0]) if len(open_writes) == 1 else "",
        waiting=tuple(_id(one) for one in waiting),
        problems=(
            *book.check_ids(),
            *book.check_writes(open_writes),
            *book.check_decisions(waiting),
            *book.check_readers(),
        ),
    )


class _Book:
    """Tasks and results by id."""

    def __init__(self, placed: Sequence[Placed], signers: frozenset[str]) -> None:
        self.tasks = [one for one in placed if isinstance(one.handoff, Task)]
        self.results = [one for one in placed if isinstance(one.handoff, Result)]
        self.signers = signers
        self.first: dict[str, Placed] = {}
        self.answers: dict[str, list[Result]] = {}
        for one in self.tasks:
            self.first.setdefault(_id(one), one)
        for one in self.results:
            if isinstance(one.handoff, Result):
                self.answers.setdefault(_id(one), []).append(one.handoff)

    def problem(self, kind: str, one: Placed, what: str, level: Level = Level.FAIL) -> Problem:
        return Problem(one.source, Finding(kind, one.line, what, level=level))

    def results_of(self, task_id: str) -> list[Result]:
        return self.answers.get(task_id, [])

    def is_open(self, task_id: str) -> bool:
        return not any(result.status in (Status.DONE, Status.FAILED) for result in self.results_of(task_id))

    def open_tasks(self, task_type: TaskType) -> list[Placed]:
        return [
            one
            for one in self.first.values()
            if isinstance(one.handoff, Task) and one.handoff.type is task_type and self.is_open(_id(one))
        ]

    def is_signed(self, one: Placed) -> bool:
        task = one.handoff
        if not isinstance(task, Task):
            return True
        results = self.results_of(task.task_id)
        names = {task.signed_off_by, *(result.signed_off_by for result in results)} - {""}
        if self.coordinates(task.receiver):
            return bool(names) or any(result.status is Status.DONE for result in results)
        names -= {task.receiver}
        return any(map(self.coordinates, names)) if self.signers else bool(names)

    def coordinates(self, agent: str) -> bool:
        return agent in self.signers or bool(_COORDINATES.search(agent))

    def check_ids(self) -> Iterator[Problem]:
        for one in self.tasks:
            first = self.first[_id(one)]
            if one is not first:
                yield self.problem("duplicate_task_id", one, f"{_id(one)} is also in {first.source}")
        final: dict[str, Placed] = {}
        for one in self.results:
            if _id(one) not in self.first:
                yield self.problem("result_without_task", one, _id(one))
            if not isinstance(one.handoff, Result) or one.handoff.status is Status.BLOCKED:
                continue
            if _id(one) in final:
                yield self.problem("duplicate_result", one, f"{_id(one)} has a result in {final[_id(one)].source}")
            final.setdefault(_id(one), one)

    def check_writes(self, open_writes: Sequence[Placed]) -> Iterator[Problem]:
        first = open_writes[0] if open_writes else None
        for one in open_writes[1:]:
            if first:
                yield self.problem(
                    "write_conflict", one, f"{_id(first)} ({first.source}) and {_id(one)} ({one.source})"
                )

    def check_decisions(self, waiting: Sequence[Placed]) -> Iterator[Problem]:
        needed = " / ".join(sorted(self.signers)) or "a coordinator"
        for one in self.first.values():
            if not isinstance(one.handoff, Task) or one.handoff.type is not TaskType.DECISION or self.is_signed(one):
                continue
            what = f"{_id(one)} needs {needed}"
            if one in waiting and self.coordinates(one.handoff.receiver):
                yield self.problem("decision_waiting", one, what, Level.WARN)
            elif one in waiting or any(result.status is Status.DONE for result in self.results_of(_id(one))):
                yield self.problem("decision_unsigned", one, what)

    def check_readers(self) -> Iterator[Problem]:
        for one in self.results:
            task = self.first.get(_id(one))
            is_reader = task is not None and isinstance(task.handoff, Task) and task.handoff.type is TaskType.READ_ONLY
            effects = one.handoff.side_effects.strip() if isinstance(one.handoff, Result) else ""
            if is_reader and effects and not _NOTHING.fullmatch(effects):
                yield self.problem("read_only_wrote", one, f"{_id(one)}: {' '.join(effects.split())[:60]}")


_NOTHING = re.compile(r"\W*(?:none|no|nothing|n/?a|null|无|没有|-)?\W*", re.IGNORECASE)


def _id(one: Placed) -> str:
    return one.handoff.task_id
