"""Make a session acceptable again after an overflow (L5): one note into context.md, then the oldest turns go.

The transcript itself is never changed; what was dropped is still in it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from ..disk import files
from ..disk.archive import Archive
from ..disk.places import Places
from ..model.errors import ContextMemoryError, RefusedError
from ..model.memory import SessionMemory
from ..model.outcomes import EmergencyRound
from ..model.session import Message, Session
from ..model.settings import Settings
from ..rules import emergency as rules
from .notes import Notes, Origin

NO_MORE = "trim its tool outputs, or start a new session from memories/context.md"

Accepts = Callable[[Sequence[Message]], bool]
Remembered = Callable[[Session], tuple[SessionMemory, Origin]]
"""Everything that is known of a session, and what it is called in a note."""


@dataclass(frozen=True, slots=True)
class Saved:
    """Where the conclusion of the last reply went, and the handle of the snapshot that was there before."""

    file: Path
    previous: str = ""


@dataclass(frozen=True, slots=True)
class Rescued:
    """What is left of the context, and what each round dropped."""

    kept: tuple[Message, ...]
    rounds: tuple[EmergencyRound, ...]
    conclusion: str
    saved: Saved | None
    """None without a workspace, in a dry run, and when there was nothing to conclude."""

    @property
    def dropped(self) -> tuple[Message, ...]:
        """All dropped messages, oldest first."""
        return tuple(message for each in self.rounds for message in each.dropped)


class Rescue:
    """Runs the emergency stage for one workspace."""

    def __init__(
        self, places: Places, settings: Settings, *, remembered: Remembered | None = None, dry_run: bool = False
    ) -> None:
        self._places = places
        self._settings = settings
        self._remembered = remembered
        self.problems: list[str] = []
        """What went wrong beside the work itself; the caller says it."""
        self._turns = settings.emergency_turns
        self._dry_run = dry_run

    def until_accepted(self, session: Session, accepts: Accepts, now: datetime) -> Rescued:
        """Drop turns until `accepts(messages)`; RefusedError when it does not even take the newest turn alone.

        Nothing is dropped or written when it takes the session as it is.
        """
        conclusion = rules.conclusion(session.context)
        if accepts(session.context):
            return Rescued(session.context, (), conclusion, None)
        self._note(session, now)
        saved = self._save(conclusion, now)
        done: list[EmergencyRound] = []
        for each in rules.rounds(session.context, self._turns):
            done.append(each)
            if accepts(each.kept):
                return Rescued(each.kept, tuple(done), conclusion, saved)
        raise RefusedError(f"only one turn is left (rounds done: {len(done)}) and it is still too long", hint=NO_MORE)

    def exactly(self, session: Session, rounds: int, now: datetime) -> Rescued:
        """Drop turns in so many rounds, at least one; RefusedError when the session does not have them."""
        conclusion = rules.conclusion(session.context)
        self._note(session, now)
        saved = self._save(conclusion, now)
        done = tuple(islice(rules.rounds(session.context, self._turns), rounds))
        if len(done) < rounds:
            raise RefusedError(f"only one turn is left (rounds done: {len(done)} of {rounds})", hint=NO_MORE)
        return Rescued(done[-1].kept, done, conclusion, saved)

    def _note(self, session: Session, now: datetime) -> None:
        """The dated note of today, before turns go; one that cannot be written is told and stops nothing."""
        is_wanted = self._places.workspace is not None and self._settings.flush_before_compact
        if self._remembered is None or not is_wanted or self._dry_run:
            return
        try:
            memory, origin = self._remembered(session)
            Notes(self._places, self._settings).flush_before(memory, origin, now)
        except (ContextMemoryError, OSError) as error:
            self.problems.append(f"no note was written before these turns went: {error}")

    def _save(self, conclusion: str, now: datetime) -> Saved | None:
        """Write the last reply's conclusion into context.md, once; the snapshot that was there is archived first."""
        if self._places.memories is None or self._dry_run or not conclusion:
            return None
        file = self._places.memories / "context.md"
        if self._places.workspace is not None and not files.inside(file, self._places.workspace):
            raise RefusedError(f"{file} lies outside the workspace", hint="remove the symlink")
        text = rules.snapshot(conclusion, f"{now:%Y-%m-%d %H:%M}")
        previous = files.read_bytes(file) if file.exists() else b""
        handle = ""
        if previous.strip():
            handle = Archive(self._places.archive).put(previous, kind="snapshot", title="memories/context.md")
        files.replace_text(file, text)
        return Saved(file, handle)
