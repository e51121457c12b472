"""Ingests messages: redacts, journals, splits into blocks. Each message once, however often and in whatever form.

Nothing is acknowledged before its line is in the journal, and no model is used
here. Several processes may write to the same session.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from ...compaction import recent_messages
from ...compaction.digest import continuation
from ...errors import InputError, RefusedError
from ...messages import Message, Session
from ...settings.values import Settings
from ...storage import message_pack
from ...storage.archive import Archive
from ...storage.places import Places
from ...text import pictures as text_pictures
from ...text import tokens
from ...text.secrets import redact
from ...text.secrets.redact import Redactor
from ...transcripts import as_text, message_hash
from .. import cutting
from ..cutting import Packer, Piece
from ..files import block_store
from ..files import journal as journal_files
from ..files.block_store import BlockStore, Known, Row, Rows
from ..files.journal import LATER, Journal, Line
from ..values import Block, Ingested, JournalEntry
from .raw_tails import RawTails

LINES_AT_ONCE = 500
"""Lines of the journal that are written by one call; a long transcript is never held twice."""

MOST_COMPARED = 1_000
"""Messages of a repeated request whose texts are compared with those that are there."""
IDS_HELD = 10_000
"""Ids of new messages that stay in this process until the index is asked for all of them."""

LINES_HELD = 10_000
"""Messages of one session that wait to be indexed; what is beyond is read from the journal instead."""

MakeRedactor = Callable[[], Redactor]
"""Makes who redacts one session."""


@dataclass(slots=True)
class _Open:
    """The cached open end of a session, valid while the journal has `known.size` bytes."""

    known: Known
    packer: Packer
    unwritten: list[Block]
    """Blocks that a crash sealed without writing their line."""
    ids: set[str] = field(default_factory=set)
    """Of messages that came since; the index may not have them yet."""
    has_all_ids: bool = False
    """Whether `ids` has those of the whole session, so that the index need not be asked."""


@dataclass(frozen=True, slots=True)
class _Fresh:
    """A new, redacted message, and the number of its secrets."""

    message: Message
    redacted: int


class Ingester:
    """Writes the journals of one workspace."""

    def __init__(
        self,
        places: Places,
        settings: Settings,
        store: BlockStore,
        *,
        redactor: MakeRedactor = redact.Redactor,
        tails: RawTails | None = None,
    ) -> None:
        """With `tails` the caller updates the index and syncs once a second, so that no append waits for it.

        They hold what is appended, so that a context need not read it.
        """
        self._places = places
        self._settings = settings
        self._store = store
        self._tails = tails
        is_later = tails is not None and settings.journal_fsync != "never"
        self._fsync = LATER if is_later else settings.journal_fsync
        self._is_synced = is_later and settings.journal_fsync == "always"
        """Whether a call that may wait leaves nothing to be synced: its own messages and those of the calls before."""
        self._make_redactor = redactor
        self._redactors: dict[str, Redactor] = {}
        self._estimator = tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)
        self._journals: dict[str, Journal] = {}
        self._ends: dict[str, _Open] = {}
        self._appended: dict[str, tuple[Known, Rows]] = {}
        self.problems: list[str] = []

    def ingest(self, session: Session, now: datetime, *, name: str = "", dry_run: bool = False) -> Ingested:
        """Journal the new messages of a transcript, whole or as its host shows it after compactions."""
        return self._add(name or session.id, session.messages, now, is_whole=True, dry_run=dry_run)

    def add(self, session: str, messages: Sequence[Message], now: datetime, *, may_wait: bool = True) -> Ingested:
        """Append messages to a session; known ids are duplicates, and a message without an id is another one each time.

        Without `may_wait` it raises BlockingIOError, and nothing was done, where another writer or the index would
        have to be waited for; what it writes is not synced yet.
        """
        if may_wait:
            return self._add(session, messages, now, is_whole=False, dry_run=False)
        if self._fsync == "always" or not all(message.id for message in messages):
            raise BlockingIOError
        journal = self.journal(session)
        with journal.locked(may_wait=False):
            size, end = journal.size, self._ends.get(session)
            if end is None and not size and self._store.known(session, may_wait=False) == Known():
                end = self._new_session(session)
            if end is None or end.known.size != size or len(end.ids) >= IDS_HELD:
                raise BlockingIOError
            given = self._foreign(messages)
            if len({message.id for message in given} - end.ids) < len(given):  # a repeat is compared with what is there
                raise BlockingIOError
            if not end.known.messages:
                fresh = self._new(session, given)
            elif session in self._redactors:
                fresh = self._with_new_ids(session, given, end, may_wait=False)
            else:
                raise BlockingIOError
            return self._append(journal, end, fresh, _stamp(now), len(given), dry_run=False)

    def is_current(self, session: str) -> bool:
        """Whether only this process wrote to the session since it was read."""
        end = self._ends.get(session)
        return end is not None and end.known.size == self.journal(session).size

    def take_appended(self, session: str) -> tuple[Known, Rows] | None:
        """The index state before the messages not indexed yet, and their rows; None if there are none.

        Only with `tails`: who asks brings the index up to date with them.
        """
        return self._appended.pop(session, None)

    @contextmanager
    def writing(self, session: str) -> Iterator[Journal]:
        """Lock the journal of a session for writing; a torn last line is ended."""
        journal = self.journal(session)
        with journal.locked():
            if not self.is_current(session) and journal.repair():
                self.problems.append(f"{journal.path.name}: the last line was torn by a crash; it was closed")
            yield journal
        self._collect(journal)

    def journal(self, session: str) -> Journal:
        """The journal of a session."""
        if session not in self._journals:
            self._journals[session] = Journal(self._places.journal, session, fsync=self._fsync)
        return self._journals[session]

    def let_go(self, session: str) -> None:
        """Sync and close the journal of a session, and drop its cache."""
        journal = self._journals.pop(session, None)
        if journal is not None:
            journal.close()
        for known in (self._ends, self._appended, self._redactors):
            known.pop(session, None)

    def close(self) -> None:
        """Sync and close every journal."""
        for journal in self._journals.values():
            journal.close()
        self._journals.clear()
        self._ends.clear()
        self._appended.clear()

    def _add(
        self, session: str, messages: Sequence[Message], now: datetime, *, is_whole: bool, dry_run: bool
    ) -> Ingested:
        if not self._settings.blocks_enabled:
            raise RefusedError(
                "blocks are switched off (blocks_enabled = false): the host keeps and compacts its session itself",
                hint="set blocks_enabled = true to keep a journal",
            )
        time = _stamp(now)
        given = self._foreign(messages)
        if dry_run and not self.journal(session).size:  # not even a lock file
            return self._append(
                self.journal(session),
                self._new_session(session),
                self._new(session, given),
                time,
                len(given),
                dry_run=True,
            )
        with self.writing(session) as journal:
            end = self._end(journal)
            fresh = self._fresh(journal, given, end, is_whole=is_whole)
            changed = () if is_whole or len(fresh) == len(given) else self._changed(journal, given)
            done = self._append(journal, end, fresh, time, len(given), dry_run=dry_run)
            if self._is_synced and not dry_run:  # a repeat too: the first sending may still wait for the disk
                journal.sync()
            return replace(done, changed=changed) if changed else done

    # -- what is new -------------------------------------------------------------------------------

    def _foreign(self, messages: Sequence[Message]) -> list[Message]:
        """The messages without our continuations, which hosts send back."""
        return [message for message in messages if not continuation.is_ours(message.text)]

    def _fresh(self, journal: Journal, given: Sequence[Message], end: _Open, *, is_whole: bool) -> list[_Fresh]:
        """The given messages that are not in the journal."""
        session, known = journal.session, end.known
        if not known.messages:
            return self._new(session, given)
        if is_whole:  # its system text may say another date every time; the first one was journaled
            given = given[as_text.prefix_length(given) :]
        if not is_whole or all(message.id for message in given):
            return self._with_new_ids(session, given, end)
        self._store.catch_up(journal)
        found = self._redact(session, given)
        keys = [each.message.id or message_hash.alignment_key(each.message) for each in found]
        newest = self._store.keys(session, len(keys) + 1, newest=True)
        oldest = self._store.keys(session, len(keys), newest=False)
        start = message_hash.known_of_whole(oldest, newest, known.spoken, keys)
        rest = found[start:]
        return [each for each in rest if not each.message.id or not self._store.seq_of_id(session, each.message.id)]

    def _with_new_ids(
        self, session: str, given: Sequence[Message], end: _Open, *, may_wait: bool = True
    ) -> list[_Fresh]:
        """The given messages whose ids the journal does not have."""
        new = [
            message
            for message in given
            if not message.id
            or (
                message.id not in end.ids
                and (end.has_all_ids or not self._store.seq_of_id(session, message.id, may_wait=may_wait))
            )
        ]
        if new and session not in self._redactors:  # what it was told before this process began
            self._redactor(session).learn(given)
        return self._new(session, new)

    def _changed(self, journal: Journal, given: Sequence[Message]) -> tuple[str, ...]:
        """Ids of these messages that are there, or come before in these, with another text."""
        self._store.catch_up(journal)
        found: dict[str, str] = {}
        changed: list[str] = []
        for each in self._redact(journal.session, text_pictures.referenced(m for m in given[:MOST_COMPARED] if m.id)):
            name, key = each.message.id, message_hash.alignment_key(each.message)
            if name not in found:
                seq = self._store.seq_of_id(journal.session, name)
                there = self._store.entries(journal, seq, seq) if seq else []
                found[name] = message_hash.alignment_key(there[0].message) if there else key
            changed += [name] if found[name] != key else []
        return tuple(dict.fromkeys(changed))

    def _new(self, session: str, given: Sequence[Message]) -> list[_Fresh]:
        """All of these, repeated ids once."""
        unique: dict[str | int, Message] = {}
        for i, message in enumerate(given):
            unique.setdefault(message.id or i, message)
        return self._redact(session, unique.values())

    def _redact(self, session: str, messages: Iterable[Message]) -> list[_Fresh]:
        done = self._redactor(session).messages(messages)
        return [_Fresh(each.message, sum(each.counts.values())) for each in done]

    def _redactor(self, session: str) -> Redactor:
        """The redactor of that session, which knows its secrets while this process runs."""
        known = self._redactors.get(session)
        return known or self._redactors.setdefault(session, self._make_redactor())

    # -- writing -----------------------------------------------------------------------------------

    def _append(
        self, journal: Journal, end: _Open, fresh: Sequence[_Fresh], time: str, given: int, *, dry_run: bool
    ) -> Ingested:
        lines = [journal_files.block_line(block) for block in end.unwritten]
        sealed = list(end.unwritten)
        noise = context = size = 0
        known = end.known
        seq, spoken = known.messages, known.spoken
        entries: list[JournalEntry] = []
        shown = message_pack.stored_pictures(
            (each.message for each in fresh if not each.message.is_one_text), journal.session
        )
        if shown and not dry_run:
            Archive(self._places.archive).put_many(shown)
        if fresh:
            self._ends.pop(journal.session, None)  # whatever goes wrong below, the next call reads it all again
        for each in fresh:
            seq += 1
            message = _as_journaled(text_pictures.referenced((each.message,))[0], time)
            skip = cutting.skip_reason(message, first=spoken == 0)
            spoken += skip != cutting.SYSTEM
            noise += skip == cutting.NOISE
            piece = Piece(seq, _hash(message), tokens.of_message(message, self._estimator), message, skip)
            end.ids.add(message.id)
            counted = message.usage.context if message.usage else 0
            context, size = (counted, 0) if counted else (context, size + piece.tokens)
            entries.append(JournalEntry(journal.session, seq, piece.hash, message))
            lines.append(self._message_line(entries[-1], piece))
            for block in end.packer.add(piece):
                sealed.append(block)
                lines.append(journal_files.block_line(block))
            if len(lines) >= LINES_AT_ONCE and not dry_run:
                known = self._index_lines(journal, known, journal.append(lines), entries)
                lines, entries = [], []
        if lines and not dry_run:
            known = self._index_lines(journal, known, journal.append(lines), entries)
        if not dry_run:
            self._ends[journal.session] = _Open(known, end.packer, [], end.ids, end.has_all_ids)
        return Ingested(
            session=journal.session,
            accepted=len(fresh),
            duplicates=given - len(fresh),
            first=end.known.messages + 1 if fresh else 0,
            last=seq,
            sealed=tuple(sealed),
            redacted=sum(each.redacted for each in fresh),
            noise=noise,
            context=context,
            tokens=size,
        )

    def _index_lines(
        self, journal: Journal, known: Known, lines: Sequence[Line], entries: Sequence[JournalEntry]
    ) -> Known:
        """The state with these lines and messages, which are indexed now or soon."""
        if self._tails is None:
            return self._store.add_lines(journal, known, lines)
        rows = block_store.rows_of(journal, known, lines, are_ours=True)
        found = [Row(*each[:3], *each[5:]) for each in rows.messages]
        self._tails.add(journal.session, known, found, entries, rows.known)
        _, waiting = self._appended.get(journal.session, (known, None))
        if waiting is None or waiting.known.size != lines[0].offset:
            self._appended[journal.session] = (known, rows)
        elif len(waiting.messages) < LINES_HELD:
            waiting.extend(rows)
        return rows.known

    def _message_line(self, entry: JournalEntry, piece: Piece) -> dict[str, Any]:
        message = entry.message
        bare = recent_messages.without_thinking(message)
        return journal_files.message_line(
            entry,
            tokens=piece.tokens,
            bare=piece.tokens if bare is message else tokens.of_message(bare, self._estimator),
            key="" if message.id else message_hash.alignment_key(message),
            skip=piece.skip,
        )

    def _new_session(self, session: str) -> _Open:
        """The open end of a new session."""
        return _Open(Known(), Packer(session, self._settings.block_tokens), [], has_all_ids=True)

    def _end(self, journal: Journal) -> _Open:
        """The open end of the session; read again if another process has written."""
        end = self._ends.get(journal.session)
        if end is not None and end.known.size == journal.size and len(end.ids) < IDS_HELD:
            return end
        known = self._store.catch_up(journal)
        newest = self._store.newest_block(journal.session)
        packer = Packer(journal.session, self._settings.block_tokens, sealed=newest.number if newest else 0)
        rows = self._store.rows(journal.session, newest.last + 1 if newest else 1)
        unwritten: list[Block] = []
        for row, entry in zip(rows, self._store.read(journal, rows), strict=True):
            unwritten += packer.add(Piece(entry.seq, entry.hash, row.tokens, entry.message, row.skip))
        has_all = known.messages < IDS_HELD // 2
        ids = self._store.ids(journal.session) if has_all else set()
        end = self._ends[journal.session] = _Open(known, packer, unwritten, ids, has_all)
        return end

    def _collect(self, journal: Journal) -> None:
        for source in (journal.problems, self._store.problems):
            self.problems += [problem for problem in source if problem not in self.problems]


def _stamp(now: datetime) -> str:
    return now.isoformat(timespec="seconds")


def _as_journaled(message: Message, time: str) -> Message:
    """The message with a time, and without the line of a transcript, which the journal does not know."""
    if message.time and not message.line:
        return message
    return Message(
        message.role,
        message.parts,
        message.id,
        message.time or time,
        message.usage,
        message.is_summary,
        model=message.model,
    )


def _hash(message: Message) -> str:
    try:
        return message_hash.hash_of_message(message)
    except (RecursionError, ValueError, TypeError) as error:
        raise InputError(
            f"message {message.id or '(without id)'} cannot be written as JSON: {error}", hint="leave it out"
        ) from error
