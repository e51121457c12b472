"""Writes notes of sessions where one is due, with or without a model, and reads the dated notes of a workspace."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from ..compaction.notes.services.notes import Flushed, Notes, Origin, ended_at
from ..errors import InputError, UnknownError
from ..messages import Session
from ..settings.values import Settings
from ..storage.places import Places
from ..tokens import budget
from ..tokens.service import Measuring, counter_of
from ..workspace.files import history_queue, memory_files
from .values import Note, Result
from .workspace import now_utc

if TYPE_CHECKING:
    from ..compaction.digest.values import SessionMemory
    from ..compaction.notes.services.note_writer import NoteWriter, Written
    from ..compaction.services.compact import CompactionService

MOST_DAYS = 400


@dataclass(frozen=True, slots=True)
class NotesOfDay(Result):
    """The days with notes, and the note of one."""

    days: tuple[str, ...]
    """YYYY-MM-DD, newest first."""
    day: str
    """Of the text; empty where there is no note."""
    path: str
    text: str


class DatedNotes:
    """Reads the notes of one workspace."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def read(self, day: str = "") -> NotesOfDay:
        """The days with a note, newest first, and one note: of the given day, YYYY-MM-DD, or the newest.

        Raises UnknownError where the day has none; without any note the text is empty.
        """
        names = memory_files.listed_notes(self._places, MOST_DAYS)
        days = tuple(name.removeprefix(f"{memory_files.FOLDER}/").removesuffix(".md") for name in names)
        if not day and not days:
            return NotesOfDay((), "", "", "")
        wanted = _date(day) if day else days[0]
        path = f"{memory_files.FOLDER}/{wanted}.md"
        text = memory_files.read_note(self._places, path)
        if text is None:
            raise UnknownError(f"there is no note for {wanted}", hint="list the days with notes first")
        return NotesOfDay(days, wanted, path, text)


def _date(day: str) -> str:
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError as error:
        raise InputError(f"{day[:20]!r} is not a day", hint="write YYYY-MM-DD") from error


@dataclass(frozen=True, slots=True)
class SessionNotes:
    """Writes notes of sessions into the dated notes of a workspace."""

    places: Places
    settings: Settings
    compaction: "CompactionService"
    writer: "NoteWriter | None"
    """Who words the notes; None for the session's own words."""
    warn: Callable[[str], None]
    note: Callable[[str], None]
    """Hears what a person may want to know although nothing went wrong."""

    def flush(
        self, session: Session, name: str, now: datetime | None = None, *, if_due: bool = False, dry_run: bool = False
    ) -> tuple[Note, str]:
        """Write the note; returns the result and its (possible) text; `name` if the session has no id.

        It is of the day on which the session was, so that a talk of Friday that is noted on Monday is no news of
        Monday; a `now` that is given stands for both.
        """
        memory, origin = self.compaction.remembered(session, name)
        for problem in self.compaction.problems:
            self.warn(problem)
        if if_due and (reason := self._not_due(session, Notes(self.places, self.settings), origin)):
            return Note("not_due", origin.name, reason=reason), ""
        today = now or now_utc()
        at = now or ended_at(session.messages, today)
        return self.flush_known(session, memory, origin, today, at, dry_run=dry_run)

    def flush_known(
        self,
        session: Session,
        memory: "SessionMemory",
        origin: Origin,
        now: datetime,
        at: datetime | None = None,
        *,
        dry_run: bool = False,
    ) -> tuple[Note, str]:
        """`flush` with an already computed state; a model, if used, gets the session's messages."""
        notes = Notes(self.places, self.settings)
        written = self._write_with_model(session, memory, origin, notes, at or now)
        lines = written.lines if written else ()
        with history_queue.recording(self.places, f"flush: {origin.name}", self.warn, dry_run=dry_run):
            outcome = notes.flush(memory, origin, now, at=at, summary=lines, dry_run=dry_run)
        entry = outcome.entry if isinstance(outcome, Flushed) else None
        result = Note(
            "flushed" if entry else "nothing_to_note",
            origin.name,
            dry_run=dry_run,
            path=outcome.path,
            messages=memory.messages,
            entry=entry.id if entry else "",
            title=entry.title if entry else "",
            bullets=tuple(entry.bullets) if entry else (),
            codec=self.settings.notes_codec if lines else "none",
            dropped=written.dropped if written else 0,
            cost=round(written.cost, 6) if written else 0.0,
        )
        return result, outcome.text if isinstance(outcome, Flushed) else ""

    def _not_due(self, session: Session, notes: Notes, origin: Origin) -> str:
        """Why no note is due; empty if the flush threshold is reached and nothing was noted since."""
        mark = budget.budget_of(self.settings.window, self.settings.policy).flush_at
        measured = Measuring(self.settings, self.places, counter_of(self.settings)).measure(session).tokens
        if measured < mark:
            return f"the context has {measured:,} tokens, the flush mark is {mark:,}"
        return "it was noted since the last compaction" if notes.is_noted(origin) else ""

    def _write_with_model(
        self, session: Session, memory: "SessionMemory", origin: Origin, notes: Notes, now: datetime
    ) -> "Written | None":
        """A model's text of the news; None if no model is used, or there is no news."""
        count, language = notes.news(memory, origin, now) if self.writer else (0, "")
        if self.writer is None or not count:
            return None
        written = self.writer.written(session.messages[-count:], language)
        if written.problem:
            self.warn(f"{written.problem}; the note is written without a model")
        elif written.dropped:
            self.note(f"{written.dropped} lines of the model were dropped: the session does not support them")
        return written
