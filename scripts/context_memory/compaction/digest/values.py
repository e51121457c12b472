"""What is known about a session beyond its messages: the structured state, counts of what it names, the receipt."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import NamedTuple

from ...text import entities, locations
from ...text.patterns import lazy_regex

LINE_CHARACTERS = 170
"""Of one source line; a longer one is cut around the things it names."""
CONTEXT = 8  # characters that a cut line keeps before its first thing


class Speaker(StrEnum):
    """Whose words a statement holds."""

    PERSON = "person"
    AGENT = "agent"
    HOST = "host"
    DOCUMENT = "document"
    """What a person pasted or handed over: somebody's text, not their own words."""


class Said(NamedTuple):
    """A sentence or a request in the words of whoever said it; `index` counts messages since the session began."""

    text: str
    index: int  # type: ignore[assignment]  # nobody asks it for `tuple.index`
    speaker: Speaker = Speaker.PERSON
    reply_to: str = ""
    """For a short reply or a correction: what of the agent's words it answers."""
    is_done: bool = False
    """Of an order for one thing or a request: the agent worked on it, and the person went on without a complaint."""
    is_passing: bool = False
    """Of a request that is done: it left nothing to tell, as a remark, a joke or a question that was answered does; of
    a question of the agent: the person passed it over without a word."""


class Action(NamedTuple):
    """A finished call of the agent: what it did to which thing, and what came of it."""

    kind: str
    """changed, ran, read, other, or refused by the person."""
    tool: str
    target: str
    text: str
    """What was written, run or asked, as the agent wrote it; long ones cut."""
    outcome: str
    """One line of what came back, in its own words."""
    index: int  # type: ignore[assignment]  # nobody asks it for `tuple.index`
    failed: bool = False
    call: str = ""
    """Of the newest ones: the arguments as they were given, a line of name and value each; long ones cut."""

    @property
    def is_work(self) -> bool:
        """Whether it did something, or tried to."""
        return self.kind not in {"read", "refused"}

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


class Evidence(NamedTuple):
    """Something that was provably done: `kind` is written, passed, committed, closed or published; or `told`, which
    only the agent says."""

    kind: str
    text: str
    index: int  # type: ignore[assignment]  # nobody asks it for `tuple.index`


class Requirement(NamedTuple):
    """Something that a compaction must not lose: `kind` is last_request, directive, decision, question, changed, todo,
    check, used or (once) named; or `revoked`, a directive that must not be told as if it were in force."""

    kind: str
    text: str
    index: int  # type: ignore[assignment]  # nobody asks it for `tuple.index`


class Archived(NamedTuple):
    """An archive of removed messages: `count` of them from message `first` on, one JSON line each."""

    handle: str
    first: int
    count: int  # type: ignore[assignment]  # nor for `tuple.count`


class SessionMemory(NamedTuple):
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
    todos: Mapping[str, str] = MappingProxyType({})
    """Items of the agent's own to-do list that are not done, by id; those of a list without ids by their text."""
    planned_for: int = -1
    """The message of the request that the to-do list was made for."""
    pending: tuple[str, ...] = ()
    """Sentences that name work to be done."""
    completed: tuple[Evidence, ...] = ()
    errors: tuple[Said, ...] = ()
    key_files: tuple[str, ...] = ()
    statements: tuple[Said, ...] = ()
    mentions: tuple[Mentions, ...] = ()
    lines: tuple[Line, ...] = ()
    words: Mapping[str, tuple[int, int, int]] = MappingProxyType({})
    """Rare words of prose: messages with it, times said, index of the newest."""
    roots: Mapping[str, int] = MappingProxyType({})
    """Folders that absolute paths lie in, with counts: the common one is named once."""
    tools: Mapping[str, int] = MappingProxyType({})
    """Tool names with the number of calls."""
    archived: tuple[Archived, ...] = ()
    """The archives that hold the removed messages, oldest first."""
    language: str = "en"
    cwd: str = ""
    """The folder that the session works in, where its host tells one."""

    @property
    def works_in(self) -> str:
        """The folder that the session works in, where paths lie there."""
        folder = self.cwd.replace("\\", "/").rstrip("/")
        return folder if folder in self.roots else ""

    @property
    def root(self) -> str:
        """The folder that paths are told from: the one that the session works in, else the one that most share."""
        return self.works_in or locations.common_root(self.roots, self.key_files)

    @property
    def open_work(self) -> tuple[str, ...]:
        """What is still to be done: the to-do list first, then what was said of it, each once."""
        return tuple(dict.fromkeys((*self.todos.values(), *self.pending)))


class ReceiptItem(NamedTuple):
    """One thing that had to be kept, and where it can be read."""

    kind: str
    text: str
    where: str = ""
    """Handle and line of the archived message that holds it; empty where it stands in the result."""


class Receipt(NamedTuple):
    """What had to be kept: in the result, only in the archive, or in neither."""

    score: float
    """Share of what had to be kept that stands in the result, weighted by kind, 0 to 1."""
    kept: tuple[ReceiptItem, ...] = ()
    archived: tuple[ReceiptItem, ...] = ()
    missing: tuple[ReceiptItem, ...] = ()


class Source(IntEnum):
    """Who named a thing; the value is its column in the counts."""

    PROSE = 0
    CALL = 1
    PERSON = 2
    RESULT = 3


_PATCHED_FILE = lazy_regex(r"(?m)^\*\*\* (?:Add|Update) File: (\S.*?)\s*$")
_LAST, _SEEN = 4, 5  # columns of the newest message, and of what counted last: which message, and which source
_MOST_LINES = 1 << 15
"""Lines whose names are remembered while messages are folded."""


class MentionCounts:
    """Everything named so far; mutable while messages are folded."""

    def __init__(self, mentions: tuple[Mentions, ...], lines: tuple[Line, ...], roots: dict[str, int]) -> None:
        self._counts = {(m.kind, m.key): [m.prose, m.calls, m.person, m.results, m.last, -1] for m in mentions}
        self._lines = {
            (line.place, line.names): (line.shown, line.index, line.from_result, line.text) for line in lines
        }
        self.roots = roots
        self._index = 0
        self._begun = 0
        self._told: dict[str, _Told] = {}

    @property
    def mentions(self) -> tuple[Mentions, ...]:
        """How often each thing was named, in the order of first mention."""
        return tuple(Mentions(*name, *counts[:_SEEN]) for name, counts in self._counts.items())

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line that named something, each once per place, in the order of newest mention."""
        return tuple(
            Line(place, names, shown, index, from_result, text)
            for (place, names), (shown, index, from_result, text) in self._lines.items()
        )

    def begin(self, index: int) -> None:
        """A new message: what it names counts once per source."""
        self._index = index
        self._begun += len(Source)

    def add(self, place: str, text: str, source: Source) -> None:
        """Note what one text names, line by line: many a line comes again, and most name nothing."""
        known = self._told
        if len(known) > _MOST_LINES:
            known.clear()
        for line in text[: entities.SCAN_LIMIT].split("\n"):
            told = known.get(line)
            if told is None:
                told = known[line] = _told_by(line)
            if not told.names:
                continue
            if source is not Source.RESULT:
                for path in told.paths:
                    locations.count_root(self.roots, path)
                self._note(place, told.names, told.shown, told.text, source)
            elif told.is_plain:
                self._note(place, told.names, told.shown, told.text, source)
            else:
                spoken = [each for each in zip(told.names, told.shown, strict=True) if not _is_bare_number(*each)]
                if spoken:
                    names, shown = zip(*spoken, strict=True)
                    self._note(place, names, shown, told.text, source)

    def add_call(self, place: str, text: str) -> None:
        """Note what a call writes, each part at the file that a patch in it changes; all at `place` where none is."""
        before, *parts = _PATCHED_FILE.split(text) if "*** " in text else [text]
        for at, piece in ((place, before), *zip(parts[::2], parts[1::2], strict=True)):
            self.add(at, piece, Source.CALL)

    def _note(
        self, place: str, names: tuple[entities.Name, ...], shown: tuple[str, ...], text: str, source: Source
    ) -> None:
        """Count what a line names, and keep the line as the newest that names it there."""
        seen = self._begun + source
        for name in names:
            counts = self._counts.get(name)
            if counts is None:
                counts = self._counts[name] = [0, 0, 0, 0, -1, -1]
            if counts[_SEEN] != seen:
                counts[source] += 1
                counts[_LAST] = self._index
                counts[_SEEN] = seen
        known = (place, names)
        earlier = self._lines.pop(known, None)
        from_result = source is Source.RESULT and (earlier is None or earlier[2])
        self._lines[known] = (shown, self._index, from_result, text)


class _Told(NamedTuple):
    """What a line names, as it stands there."""

    names: tuple[entities.Name, ...]
    shown: tuple[str, ...]
    paths: tuple[str, ...]
    """The paths among them as they are written."""
    is_plain: bool
    """Whether none is a number that says nothing alone."""
    text: str
    """The line as it is kept."""


_NOTHING = _Told((), (), (), True, "")


def _told_by(line: str) -> _Told:
    found = entities.spans(line)
    if not found:
        return _NOTHING
    names, shown, paths = [], [], []
    is_plain = True
    for name, first, last in found:
        written = line[first:last]
        if name[0] == "number":
            written = locations.number_shown(line, first, last, 0)
            is_plain = is_plain and not _is_bare_number(name, written)
        elif name[0] == "path":
            paths.append(written)
        names.append(name)
        shown.append(written)
    text = cut(line, found[0][1], found[-1][2])
    return _Told(tuple(names), tuple(shown), tuple(paths), is_plain, text)


def _is_bare_number(name: entities.Name, shown: str) -> bool:
    """Whether it is a number without a word: in output that says nothing."""
    return name[0] == "number" and shown.isdigit()


def cut(line: str, first: int, last: int) -> str:
    """A source line as it is kept: whole, or from word to word around what it names."""
    if len(line) <= LINE_CHARACTERS:
        return line
    start = max(0, min(first - CONTEXT, len(line) - LINE_CHARACTERS))
    end = min(len(line), max(last + CONTEXT, start + LINE_CHARACTERS), start + 2 * LINE_CHARACTERS)
    if start and (space := line.find(" ", start, first)) >= 0:
        start = space + 1
    if end < len(line) and (space := line.rfind(" ", last, end)) >= 0:
        end = space
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
