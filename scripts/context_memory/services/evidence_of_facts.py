"""Where a person said a fact: in recorded sessions, in proven notes, in the docs of the memory."""

from collections.abc import Iterator

from ..disk import dated_notes, preimages
from ..disk.places import Places
from ..disk.session_records import SessionRecords
from ..model.docs import Kind, MemoryDoc
from ..model.memory import Said, Speaker
from ..model.stores import DocStore
from ..rules import candidates, doc_dedup, index, notes, trust
from ..rules.candidates import Candidate, Sighting
from . import promoter

MOST_SESSIONS = 50
MOST_NOTES = 60
MOST_DOCS = 5_000
_KINDS = {"decision": "decision", "constraint": "constraint", "correction": "constraint"}
_OF_DOCS = {Kind.PREFERENCE: "preference", Kind.PROCEDURE: "constraint"}
_NOT_FACTS = frozenset({Kind.TURN, Kind.SECTION, Kind.SUMMARY, Kind.NOTE, Kind.LESSON, Kind.FAILURE})


def find(places: Places, store: DocStore | None) -> tuple[Candidate, ...]:
    """What is worth promoting into MEMORY.md."""
    memory = preimages.read(preimages.workspace_file(places, "MEMORY.md"))
    seen = [*_in_sessions(places), *_in_notes(places), *_in_docs(store)]
    return candidates.of(seen, memory, index.language_of(memory))


def _in_sessions(places: Places) -> Iterator[Sighting]:
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
            yield from (Sighting(each, kind, f"session {session}") for each in _of_people(said))


def _of_people(said: tuple[Said, ...]) -> Iterator[str]:
    return (each.text for each in said if each.speaker is Speaker.PERSON)


def _in_notes(places: Places) -> Iterator[Sighting]:
    names = dated_notes.listed(places, MOST_NOTES)
    proven = promoter.flushed(places) if names else frozenset()
    for name in reversed(names):
        for entry in notes.told(dated_notes.read(places, name) or ""):
            if entry.is_untouched and entry.mark.id in proven:
                for bullet in entry.bullets:
                    kind, words = notes.kind_of(bullet)
                    if kind in _KINDS:
                        yield Sighting(words, _KINDS[kind], f"session {entry.mark.session}")


def _in_docs(store: DocStore | None) -> Iterator[Sighting]:
    for doc in _facts(store) if store else ():
        if _is_a_persons(doc):
            origin = f"session {doc.session}" if doc.session else "remembered"
            yield Sighting(doc.text, _OF_DOCS.get(doc.kind, "fact"), origin, doc.pinned)


def _facts(store: DocStore) -> list[MemoryDoc]:
    """The newest docs that may be facts, oldest first; turns and pieces of files would leave them no room."""
    kinds = [kind for kind in Kind if kind not in _NOT_FACTS]
    found = [doc for kind in kinds for doc in store.select(kind=kind, limit=MOST_DOCS)]
    return sorted(found, key=lambda doc: (doc.created_at, doc.id))[-MOST_DOCS:]


def _is_a_persons(doc: MemoryDoc) -> bool:
    is_fact = doc.kind not in _NOT_FACTS and not doc.file and not doc_dedup.is_given_up(doc)
    return is_fact and trust.is_a_persons(doc)
