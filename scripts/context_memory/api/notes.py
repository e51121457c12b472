"""Reads the dated notes of a workspace, `memory/YYYY-MM-DD.md`."""

from dataclasses import dataclass
from datetime import date

from ..errors import InputError, UnknownError
from ..storage.places import Places
from ..workspace.files import memory_files
from .values import Result

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
