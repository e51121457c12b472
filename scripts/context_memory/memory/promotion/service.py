"""Finds facts that are worth promoting, and promotes one into a memory file.

A fact is worth it where a person said it: in recorded sessions, proven notes or docs of the memory. To promote it: read
it, change one bullet, prove it, write it if nobody else wrote meanwhile.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from ...compaction.digest.values import Said, Speaker
from ...compaction.files.session_records import SessionRecords
from ...compaction.notes import entry as notes
from ...errors import InputError, RefusedError
from ...storage import audit_log, markdown_sections, preimages
from ...storage.places import Places
from ...text.patterns import lazy_regex
from ...text.secrets import redact
from ...text.secrets.one_line import one_line
from ...transcripts import speakers
from ...workspace import memory_md
from ...workspace.files import memory_files
from ..docs import DEFAULT_SCOPE, USER, Kind, MemoryDoc, id_of_text, is_session_file, normalised, shown_id
from ..ports import DocStore, Filter
from ..standing import is_a_persons, is_given_up
from . import bullets
from .bullets import Fact

SESSIONS = 2
"""A fact that a person said in so many sessions is worth promoting."""
SHORTEST = 8
LONGEST = memory_md.MAX_LINE - 2
MOST = 20
HEADERS = {
    "constraint": {"en": "Key Constraints", "zh": "关键约束"},
    "decision": {"en": "Decisions", "zh": "决策"},
    "preference": {"en": "Preferences", "zh": "偏好"},
    "fact": {"en": "Notes", "zh": "备注"},
}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A person's words at one place: a session, or a doc of the memory."""

    text: str
    kind: str
    """A key of `HEADERS`."""
    origin: str
    is_pinned: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact, the header it would go under, and what speaks for it."""

    text: str
    header: str
    origins: tuple[str, ...]
    is_pinned: bool


def rank_occurrences(occurrences: Iterable[Occurrence], memory: str, language: str) -> tuple[Candidate, ...]:
    """The best candidates that MEMORY.md does not hold yet, strongest evidence first; never what a host wrote."""
    known = normalised(memory)
    found: dict[str, list[Occurrence]] = {}
    for each in occurrences:
        if speakers.said_in(each.text).strip() != each.text.strip():
            continue
        words = one_line(redact.cleaned(each.text), LONGEST + 1)
        key = normalised(words)
        if SHORTEST <= len(words) <= LONGEST and key and key not in known:
            found.setdefault(key, []).append(Occurrence(words, each.kind, each.origin, each.is_pinned))
    candidates = []
    for same in found.values():
        origins = tuple(dict.fromkeys(each.origin for each in same))
        is_pinned = any(each.is_pinned for each in same)
        if is_pinned or len(origins) >= SESSIONS:
            newest = same[-1]
            header = HEADERS[newest.kind]["zh" if language == "zh" else "en"]
            candidates.append(Candidate(newest.text, header, origins, is_pinned))
    candidates.sort(key=lambda each: (not each.is_pinned, -len(each.origins)))
    return tuple(candidates[:MOST])


UNTRUSTED = frozenset({"tool", "host", "web", "unknown"})
"""Sources whose text never reaches MEMORY.md by itself."""
SOURCES = ("person", "agent", "tool", "host", "web")
_TAKES_FACTS = lazy_regex(r"MEMORY\.md|memories/(?!(?i:AGENTS|CLAUDE|SOUL)\.md)[^/\\\0]+\.md")
"""Files of the workspace's memory, but none that tells a host what to do."""
_PLACE = lazy_regex(r"(?P<path>.+?)(?:#L|:)(?P<line>\d{1,7})")


@dataclass(frozen=True, slots=True)
class Request:
    """What goes where, and who said it."""

    header: str
    fact: Fact
    file: str = "MEMORY.md"
    source: str = "unknown"
    """`person` only where there is evidence that a person said it."""
    origin: str = ""
    """Where it was found, e.g. a line of a note."""
    force: bool = False


@dataclass(frozen=True, slots=True)
class Promoted:
    """The fact stands in the file; `old` is the line that gave way."""

    path: str
    heading: str
    before: str
    after: str
    old: str
    new: str
    preimage: str


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """The section says so already: nothing was written."""

    path: str
    heading: str


PromoteOutcome = Promoted | AlreadyThere


def promote(places: Places, request: Request, now: datetime, *, dry_run: bool = False) -> PromoteOutcome:
    """Promote, or say why not; every byte but the one bullet stays."""
    if request.source in UNTRUSTED and not request.force:
        raise RefusedError(
            f"{request.origin or 'the fact'} is not a person's word, as far as is known (source: {request.source})",
            hint="read it yourself; --force promotes it on your word",
        )
    path = preimages.workspace_file(places, _checked(request.file))
    change = Promotion(request)
    if dry_run:
        change(preimages.read(path))
        edited: preimages.Edit = preimages.Unchanged(path)
    else:
        edited = preimages.edit(path, places, change)
    draft = change.draft
    if draft is None:
        return AlreadyThere(request.file, request.header)
    preimage = edited.preimage if isinstance(edited, preimages.Edited) else ""
    if not dry_run:
        audit_log.append(
            places.audit,
            "promote",
            now,
            path=request.file,
            source=request.source,
            origin=request.origin,
            forced=request.force,
            replaced=bool(draft.old),
            preimage=preimage,
        )
    new = draft.after.splitlines()[draft.line] if draft.line < len(draft.after.splitlines()) else ""
    return Promoted(
        request.file, draft.heading, draft.before.text, draft.after, draft.old.rstrip("\r\n"), new, preimage
    )


class Promotion:
    """What a promotion makes of a text; asked again when somebody else wrote meanwhile."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self.draft: bullets.Draft | None = None
        """What came of the newest text; None when it says so already."""

    def __call__(self, before: str) -> str:
        """The text with the fact in it, proven; the same text when it says so already."""
        request = self._request
        outline, items = markdown_sections.outline_and_items(before)
        self.draft = bullets.draft(outline, items, request.header, request.fact, force=request.force)
        if self.draft is None:
            return before
        after = self.draft.after
        bullets.check(self.draft, *markdown_sections.outline_and_items(after))
        if not request.force:
            bullets.check_budget(self.draft, request.file)
        return after


def _checked(file: str) -> str:
    """The file, if facts belong there: MEMORY.md or one of memories/*.md."""
    name = file.removeprefix("./")
    if not _TAKES_FACTS.fullmatch(name):
        raise RefusedError(f"{file[:100]} takes no facts", hint="promote into MEMORY.md or memories/*.md")
    return name


# -- from elsewhere -----------------------------------------------------------------------------------


def known_from(store: DocStore | None, fact: Fact) -> str:
    """The doc from which alone the memory knows a fact that no person said; empty where there is none."""
    if store is None:
        return ""
    wanted = normalised(fact.text)
    ids = [id_of_text(DEFAULT_SCOPE, kind, fact.text) for kind in Kind]
    found = [*store.get_many(ids).values(), *store.select(text_prefix=fact.text, limit=20)]
    same = [doc for doc in found if normalised(doc.text) == wanted]
    if not same or any(is_a_persons(doc) for doc in same):
        return ""
    return f"the doc {shown_id(same[0])}"


# -- from a note --------------------------------------------------------------------------------------


def from_note(places: Places, place: str) -> tuple[str, str]:
    """(words, source) of one bullet of a dated note, named as `memory/2026-11-20.md#L12` or `…:12`.

    Only an entry that our audit log proves and that nobody changed since says
    who spoke; everything else is `unknown`.
    """
    found = _PLACE.fullmatch(place)
    if found is None:
        raise InputError(f"{place[:100]!r} names no line", hint="write memory/2026-11-20.md#L12")
    path = preimages.workspace_file(places, found["path"])
    if not path.is_file():
        raise InputError(f"there is no note {found['path']}", hint="notes are named memory/YYYY-MM-DD.md")
    text = preimages.read(path)
    lines = text.split("\n")
    number = int(found["line"])
    line = lines[number - 1].rstrip("\r") if 0 < number <= len(lines) else ""
    bullet = re.sub(r"^\s*(?:[-*+]|\d{1,9}[.)])\s+", "", line).strip()
    if not bullet or bullet.startswith(("#", "<!--")):
        raise InputError(f"line {number} of {found['path']} is no bullet", hint="name the line of a bullet")
    kind, words = notes.kind_of(bullet)
    start = sum(len(each) + 1 for each in lines[: number - 1])
    return words, _source_of(kind) if _is_proven(places, text, start, bullet) else "unknown"


def _source_of(kind: str) -> str:
    return "person" if kind in notes.OF_A_PERSON else "agent" if kind == "agent" else "tool"


def _is_proven(places: Places, text: str, start: int, bullet: str) -> bool:
    entries = [each for each in notes.told(text) if each.first <= start < each.end]
    return any(each.is_untouched and bullet in each.bullets and each.mark.id in flushed(places) for each in entries)


def flushed(places: Places) -> frozenset[str]:
    """Ids of the entries that the audit log says we wrote; a log that came from elsewhere proves nothing."""
    if places.is_foreign:
        return frozenset()
    return frozenset(str(line.get("entry", "")) for line in audit_log.lines(places.audit, "flush")) - {""}


MOST_SESSIONS = 50
MOST_NOTES = 60
MOST_DOCS = 5_000
_KINDS = {"decision": "decision", "constraint": "constraint", "correction": "constraint"}
_OF_DOCS = {Kind.PREFERENCE: "preference", Kind.PROCEDURE: "constraint"}
_NOT_FACTS = frozenset({Kind.TURN, Kind.SECTION, Kind.SUMMARY, Kind.NOTE, Kind.SAID, Kind.LESSON, Kind.FAILURE})


def find_candidates(places: Places, store: DocStore | None) -> tuple[Candidate, ...]:
    """What is worth promoting into MEMORY.md."""
    memory = preimages.read(preimages.workspace_file(places, "MEMORY.md"))
    seen = [*_in_sessions(places), *_in_notes(places), *_in_docs(store)]
    return rank_occurrences(seen, memory, memory_md.language_of(memory))


def source_of(places: Places, store: DocStore | None, fact: Fact, claimed: str = "") -> tuple[str, str]:
    """(source, origin) of a fact. `person` needs evidence, whatever is claimed; without it the source is `unknown`."""
    if claimed in ("", "person"):
        is_said_in = bullets.says(fact)
        said = next((each for each in _said_by_people(places, store) if is_said_in(each.text)), None)
        if said is not None:
            return "person", said.origin
    if doc := known_from(store, fact):
        return "unknown", doc
    return ("unknown" if claimed in ("", "person") else claimed), ""


def _said_by_people(places: Places, store: DocStore | None) -> Iterator[Occurrence]:
    yield from _in_docs(store)
    yield from _in_sessions(places)
    yield from _in_notes(places)
    for doc in store.select(Filter(kind=Kind.TURN), limit=MOST_DOCS) if store else ():
        if doc.speaker == USER and is_session_file(doc.file) and is_a_persons(doc):
            yield Occurrence(doc.text, "fact", f"session {doc.session}")


def _in_sessions(places: Places) -> Iterator[Occurrence]:
    if places.is_foreign:
        return
    records = SessionRecords(places.sessions)
    newest = {str(line.get("session", "")): str(line["key"]) for line in records.listed()}
    for session, key in list(newest.items())[-MOST_SESSIONS:]:
        record = records.of_key(key)
        if record is None:
            continue
        memory = record.memory
        for kind, said in (
            ("decision", memory.decisions),
            ("constraint", memory.directives),
            ("constraint", memory.corrections),
        ):
            yield from (Occurrence(each, kind, f"session {session}") for each in _of_people(said))


def _of_people(said: tuple[Said, ...]) -> Iterator[str]:
    return (each.text for each in said if each.speaker is Speaker.PERSON)


def _in_notes(places: Places) -> Iterator[Occurrence]:
    names = memory_files.listed_notes(places, MOST_NOTES)
    proven = flushed(places) if names else frozenset()
    for name in reversed(names):
        for entry in notes.told(memory_files.read_note(places, name) or ""):
            if entry.is_untouched and entry.mark.id in proven:
                for bullet in entry.bullets:
                    kind, words = notes.kind_of(bullet)
                    if kind in _KINDS:
                        yield Occurrence(words, _KINDS[kind], f"session {entry.mark.session}")


def _in_docs(store: DocStore | None) -> Iterator[Occurrence]:
    for doc in _facts(store) if store else ():
        if _is_a_persons(doc):
            origin = f"session {doc.session}" if doc.session else "remembered"
            yield Occurrence(doc.text, _OF_DOCS.get(doc.kind, "fact"), origin, doc.pinned)


def _facts(store: DocStore) -> list[MemoryDoc]:
    """The newest docs that may be facts, oldest first; turns and pieces of files would leave them no room."""
    kinds = [kind for kind in Kind if kind not in _NOT_FACTS]
    found = [doc for kind in kinds for doc in store.select(Filter(kind=kind), own=True, limit=MOST_DOCS)]
    return sorted(found, key=lambda doc: (doc.created_at, doc.id))[-MOST_DOCS:]


def _is_a_persons(doc: MemoryDoc) -> bool:
    is_fact = doc.kind not in _NOT_FACTS and not doc.file and not is_given_up(doc)
    return is_fact and is_a_persons(doc)
