"""Write down what a session holds before its context is replaced, and offer the newest notes when one begins."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from ....errors import InputError
from ....messages import Message
from ....settings.values import Settings
from ....storage import audit_log, environment
from ....storage.places import Places
from ....text import dates
from ....text.tokens import ESTIMATORS, cjk
from ....workspace.files import memory_files
from ...digest.values import SessionMemory
from ...outcomes import Restored
from .. import entry as rules
from ..entry import Entry, Told

DAYS_BACK = 14
"""Notes of so many days are asked how far a session was told already, and may be offered to a new one."""
_WORTH = 40  # tokens; in less than that a note says nothing


class Origin(NamedTuple):
    """The session that is told; without an id of its own the same name may mean another session."""

    name: str
    is_named: bool = True


class Flushed(NamedTuple):
    """The note has a new entry; `text` is all that was appended."""

    path: str
    entry: Entry
    text: str


class NothingToNote(NamedTuple):
    """The notes say it already, or there is nothing to say."""

    path: str


FlushOutcome = Flushed | NothingToNote


class Notes:
    """The dated notes of one workspace."""

    def __init__(self, places: Places, settings: Settings) -> None:
        if places.workspace is None:
            raise InputError("notes need a workspace", hint="name its folder")
        self._places = places
        self._settings = settings
        self._zone = environment.zone_named(settings.time_zone)

    def news(self, memory: SessionMemory, origin: Origin, now: datetime) -> tuple[int, str]:
        """How many of the newest messages no note tells of yet, none where there is nothing to note; the language."""
        session, language = rules.session_name(origin.name), self._language(memory)
        told = self._told(session, now)
        since = _since(told, memory, session)
        known = [bullet for each in told for bullet in each.bullets]
        fresh = rules.entry(memory, origin.name, since=since, told=known, language=language)
        return (memory.messages - since if fresh.bullets else 0), language

    def flush(
        self,
        memory: SessionMemory,
        origin: Origin,
        now: datetime,
        *,
        at: datetime | None = None,
        summary: Sequence[str] = (),
        dry_run: bool = False,
    ) -> FlushOutcome:
        """Append what is new in this session to the note of the day it was `at`, today if not given.

        MEMORY.md is never touched. `summary` is what a model wrote of the news: it takes the place of what was asked
        and done.
        """
        local = environment.local(at or now, self._zone)
        name = memory_files.note_name(local.date())
        session = rules.session_name(origin.name)
        language = self._language(memory)
        earlier = self._told(session, at or now, but=name)
        written: list[Entry] = []
        unproven: list[Entry] = []

        def new_in(told: Sequence[Told]) -> Entry:
            since = _since(told, memory, session)
            same = [each for each in told if each.mark.session == session]
            known = [bullet for each in (same if origin.is_named else told) for bullet in each.bullets]
            own = rules.entry(memory, session, since=since, told=known, language=language)
            if not summary or not own.bullets:
                return own
            return rules.entry(memory, session, since=since, told=known, language=language, summary=summary)

        def addition(existing: str) -> str:
            written.clear()
            told: tuple[Told, ...] = (*earlier, *rules.told(existing))
            entry = new_in(told)
            if not entry.bullets:
                unproven[:] = [new_in(told[:-1])] if told and told[-1].is_untouched else []
                unproven[:] = [each for each in unproven if each.id == told[-1].mark.id]
                return ""
            written.append(entry)
            return rules.appended(existing, rules.rendered(entry, f"{local:%H:%M}"), f"{local:%Y-%m-%d}")

        if dry_run:
            text = addition(memory_files.read_note(self._places, name) or "")
        else:
            text = memory_files.append_note(self._places, name, addition)
        if not text:
            if unproven and not dry_run and not self._is_proven(unproven[0]):
                self._prove(
                    unproven[0], name, now, unproven[0].id
                )  # who wrote it died before the audit log heard of it
            return NothingToNote(name)
        if not dry_run:
            self._prove(written[0], name, now, written[0].id)
        return Flushed(name, written[0], text)

    def flush_before(
        self, memory: SessionMemory, origin: Origin, now: datetime, at: datetime | None = None
    ) -> FlushOutcome:
        """`flush` before a context is replaced: the audit log shows that it ran even where it had nothing to tell."""
        outcome = self.flush(memory, origin, now, at=at)
        if isinstance(outcome, NothingToNote):
            self._prove(Entry(rules.session_name(origin.name), memory.messages, "", ()), outcome.path, now, "")
        return outcome

    def is_noted(self, origin: Origin) -> bool:
        """Whether the audit log tells of a note of this session since its newest compaction or swap."""
        of_it = self._proofs(rules.session_name(origin.name))
        return bool(of_it) and of_it[-1]["action"] == "flush"

    def offered(self, now: datetime) -> tuple[Restored, ...]:
        """Today's and yesterday's note, the newest entries of each, within `notes_tokens` together.

        Where there is neither, the newest of two weeks: after days off too the work goes on where it stopped.
        """
        estimator = ESTIMATORS.get(self._settings.estimator, cjk)
        today = environment.local(now, self._zone).date()
        left = self._settings.notes_tokens
        found = list[Restored]()
        for name, text in memory_files.recent_notes(self._places, today + timedelta(days=1), DAYS_BACK):
            is_new = name >= memory_files.note_name(today - timedelta(days=1))
            if text.strip() and left >= _WORTH and (is_new or not found):
                shown = rules.newest(text, name, left, estimator)
                found.append(Restored(name, shown, estimator(shown)))
                left -= estimator(shown)
        return tuple(found)

    def _told(self, session: str, at: datetime, but: str = "") -> list[Told]:
        """The entries of two weeks up to that day, and those of notes that the audit log names for this session."""
        next_day = environment.local(at, self._zone).date() + timedelta(days=1)
        found = dict(memory_files.recent_notes(self._places, next_day, DAYS_BACK + 1))
        for name in {str(line.get("path")) for line in self._proofs(session)} - found.keys():
            if memory_files.is_note(name) and (text := memory_files.read_note(self._places, name)):
                found[name] = text
        return [each for name in sorted(found) if name != but for each in rules.told(found[name])]

    def _proofs(self, session: str) -> list[dict[str, Any]]:
        """What the audit log says of notes, compactions and swaps of a session, oldest first."""
        lines = audit_log.lines(self._places.audit, "flush", "compact", "swap")
        return [line for line in lines if rules.session_name(str(line.get("session", ""))) == session]

    def _language(self, memory: SessionMemory) -> str:
        return memory.language if self._settings.language == "auto" else self._settings.language

    def _is_proven(self, entry: Entry) -> bool:
        return any(line.get("entry") == entry.id for line in audit_log.lines(self._places.audit, "flush"))

    def _prove(self, told: Entry, path: str, now: datetime, entry: str) -> None:
        audit_log.append(
            self._places.audit,
            "flush",
            now,
            session=told.session,
            messages=told.messages,
            bullets=len(told.bullets),
            entry=entry,
            path=path,
        )


def ended_at(messages: Sequence[Message], now: datetime) -> datetime:
    """When the newest message that says so was written; now where none does, or it is of the future."""
    said = next((moment for each in reversed(messages) if each.time and (moment := dates.moment(each.time))), now)
    return min(said, now)


def _since(told: Sequence[Told], memory: SessionMemory, session: str) -> int:
    """How many messages of the session the notes know."""
    known = (each.mark.messages for each in told if each.mark.session == session)
    return max((count for count in known if count <= memory.messages), default=0)
