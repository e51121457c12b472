"""What is known about a session beyond its messages: the structured state behind every summary, and the receipt."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Speaker(StrEnum):
    """Whose words a statement holds."""

    PERSON = "person"
    AGENT = "agent"
    HOST = "host"
    DOCUMENT = "document"
    """What a person pasted or handed over: somebody's text, not their own words."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence or a request in the words of whoever said it; `index` counts messages since the session began."""

    text: str
    index: int
    speaker: Speaker = Speaker.PERSON
    reply_to: str = ""
    """For a short reply or a correction: what of the agent's words it answers."""
    is_done: bool = False
    """Of an order for one thing: the agent worked on it, and the person went on without a complaint."""


@dataclass(frozen=True, slots=True)
class Action:
    """A finished call of the agent: what it did to which thing, and what came of it."""

    kind: str
    """changed, ran, read or other."""
    tool: str
    target: str
    text: str
    """What was written, run or asked, as the agent wrote it; long ones cut."""
    outcome: str
    """One line of what came back, in its own words."""
    index: int
    failed: bool = False
    call: str = ""
    """Of the newest ones: the arguments as they were given, a line of name and value each; long ones cut."""

    @property
    def is_open_failure(self) -> bool:
        """Whether something is still wrong: a look that found nothing, or not what it looked for, left nothing so."""
        return self.failed and bool(self.outcome) and self.kind != "read"


class Mentions(NamedTuple):
    """How often a thing was named, and when last."""

    kind: str
    key: str
    prose: int = 0
    calls: int = 0
    person: int = 0
    results: int = 0
    last: int = -1


class Line(NamedTuple):
    """The things that stood together in one line of one place (a file, a command, a speaker)."""

    place: str
    names: tuple[tuple[str, str], ...]
    """(kind, key) of each thing, in order."""
    shown: tuple[str, ...]
    """The same things as they were written."""
    index: int  # type: ignore[assignment]  # of the message; nobody asks a line for `tuple.index`
    from_result: bool = False
    text: str = ""
    """The line as it stands in its source, cut around the things."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that was provably done: `kind` is written, passed, committed, closed or published; or `told`, which
    only the agent says."""

    kind: str
    text: str
    index: int


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that a compaction must not lose: `kind` is last_request, directive, changed, todo, check,
    used or (once) named."""

    kind: str
    text: str
    index: int


@dataclass(frozen=True, slots=True)
class Archived:
    """An archive of removed messages: `count` of them from message `first` on, one JSON line each."""

    handle: str
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class SessionMemory:
    """The structured state of a session up to `messages` folded messages."""

    messages: int = 0
    compactions: int = 0
    requests: tuple[Said, ...] = ()
    """Everything a person asked, newest last; long ones cut, their full text is in the archive."""
    last_request: str = ""
    """The newest request of a person, whole."""
    directives: tuple[Said, ...] = ()
    corrections: tuple[Said, ...] = ()
    decisions: tuple[Said, ...] = ()
    causes: tuple[Said, ...] = ()
    """What the agent found to be the reason of something; a host's speaker marks what was ruled out."""
    questions: tuple[Said, ...] = ()
    """What the agent asked the person since they spoke last."""
    reports: tuple[Said, ...] = ()
    """What other agents reported, in their own conclusions."""
    actions: tuple[Action, ...] = ()
    """Finished calls, the newest of each target."""
    requirements: tuple[Requirement, ...] = ()
    """What the receipt asks for; the summary never reads it."""
    todos: Mapping[str, str] = field(default_factory=dict)
    """Items of the agent's own to-do list that are not done, by id; those of a list without ids by their text."""
    pending: tuple[str, ...] = ()
    """Sentences that name work to be done."""
    completed: tuple[Evidence, ...] = ()
    errors: tuple[Said, ...] = ()
    key_files: tuple[str, ...] = ()
    statements: tuple[Said, ...] = ()
    mentions: tuple[Mentions, ...] = ()
    lines: tuple[Line, ...] = ()
    words: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    """Rare words of prose: messages with it, times said, index of the newest."""
    roots: Mapping[str, int] = field(default_factory=dict)
    """Folders that absolute paths lie in, with counts: the common one is named once."""
    tools: Mapping[str, int] = field(default_factory=dict)
    """Tool names with the number of calls."""
    archived: tuple[Archived, ...] = ()
    """The archives that hold the removed messages, oldest first."""
    language: str = "en"

    @property
    def open_work(self) -> tuple[str, ...]:
        """What is still to be done: the to-do list first, then what was said of it, each once."""
        return tuple(dict.fromkeys((*self.todos.values(), *self.pending)))


@dataclass(frozen=True, slots=True)
class ReceiptItem:
    """One thing that had to be kept, and where it can be read."""

    kind: str
    text: str
    where: str = ""
    """Handle and line of the archived message that holds it; empty where it stands in the result."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What had to be kept: in the result, only in the archive, or in neither."""

    score: float
    """Share of what had to be kept that stands in the result, weighted by kind, 0 to 1."""
    kept: tuple[ReceiptItem, ...] = ()
    archived: tuple[ReceiptItem, ...] = ()
    missing: tuple[ReceiptItem, ...] = ()
