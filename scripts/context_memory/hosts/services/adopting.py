"""Takes over what another program, or an agent before us, has kept; none of its files is changed.

Memory files are indexed where they are, sessions go into the journal and are
learnt from, docs of other programs are remembered under ids of their own.
Done twice, nothing is there twice, and what was forgotten meanwhile stays so.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError, InputError, UnknownError
from ...messages import Session
from ...transcripts import speakers
from ...transcripts.formats import read_session
from ...transcripts.formats.reading import SessionFile
from ..exports import Doc
from . import adoptable
from .adoptable import Found

AT_ONCE = 200
"""Docs that are remembered in one write."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Row:
    """What was found of one kind in one place: a row of the table that `adopt` prints."""

    kind: str
    where: str
    count: int
    new: int | None
    """How many are new, docs or messages; None where nothing is counted."""
    first: str
    """What the first of them says."""


def plan(found: Found) -> Iterator[Row]:
    """What there is; nothing is written."""
    yield from _of_files(found)
    for each in found.sessions:
        session = _read(each)
        yield _of_session(each, session, None)
    yield from (
        Row(e.kind, str(e.path), len(e.docs), None, adoptable.first_line(e.docs[0].text)) for e in found.exports
    )


def adopt(found: Found, memory: ContextMemory, tell: Tell) -> Iterator[Row]:
    """Take it over, and say of each what became of it; the caller brings the index up to date."""
    for each in found.sessions:
        yield _taken_in(each, memory, tell)
    for export in found.exports:
        first = adoptable.first_line(export.docs[0].text)
        yield Row(export.kind, str(export.path), len(export.docs), _remember(memory, list(export.docs), tell), first)
    yield from _of_files(found)


def _of_files(found: Found) -> Iterator[Row]:
    for each in found.files:
        shown = each.paths[0] if len(each.paths) == 1 else f"{each.paths[0]} … {each.paths[-1]}"
        yield Row(each.kind, shown, len(each.paths), None, each.first)


def _taken_in(file: SessionFile, memory: ContextMemory, tell: Tell) -> Row:
    """The messages go into the journal, and what a person said for good is learnt."""
    session = _read(file)
    if isinstance(session, str):
        return _of_session(file, session, None)
    try:
        before = _journaled(memory, file.id)
        memory.view(session, session=file.id, swap=False)
        memory.learn(session, session=file.id)
    except (ContextMemoryError, OSError) as error:
        tell(f"{file.path}: {error}")
        return _of_session(file, session, None)
    return _of_session(file, session, _journaled(memory, file.id) - before)


def _journaled(memory: ContextMemory, session: str) -> int:
    """Messages of a session in the journal."""
    try:
        return int(memory.view(session=session, swap=False).covers["message_count"])
    except InputError:  # nothing of it is known yet
        return 0


def _read(file: SessionFile) -> Session | str:
    """The session, or why it cannot be read."""
    try:
        return read_session(file.path, session_id=file.id if file.path.suffix == ".sqlite" else "")
    except (ContextMemoryError, OSError) as error:
        return f"cannot be read: {error}"


def _of_session(file: SessionFile, session: Session | str, new: int | None) -> Row:
    """A session by the number of its messages and what a person first said in it."""
    if isinstance(session, str):
        return Row("session", str(file.path), 0, new, session)
    said = next((words for each in session.messages if (words := speakers.said(each))), "")
    return Row(f"session, {session.format}", str(file.path), len(session.messages), new, adoptable.first_line(said))


def _remember(memory: ContextMemory, docs: list[Doc], tell: Tell) -> int:
    fresh = [doc for doc in {doc.id: doc for doc in docs}.values() if not _is_known(memory, doc.id)]
    written = 0
    for at in range(0, len(fresh), AT_ONCE):
        batch = [_as_doc(doc) for doc in fresh[at : at + AT_ONCE]]
        try:
            written += len(memory.remember(batch).docs)
        except ContextMemoryError:  # one that cannot be used must not keep the others out
            for each in batch:
                try:
                    written += len(memory.remember(each).docs)
                except ContextMemoryError as error:
                    tell(f"{each['source']}: {error}")
    return written


def _as_doc(doc: Doc) -> dict[str, str]:
    shown = {"text": doc.text, "id": doc.id, "kind": doc.kind, "source": doc.source}
    return shown | ({"created_at": doc.created} if doc.created else {})


def _is_known(memory: ContextMemory, name: str) -> bool:
    try:
        memory.docs.show(name)
    except UnknownError:
        return False
    return True
