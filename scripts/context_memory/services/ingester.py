"""Take messages in: redact, journal, cut into blocks. Each message once, however often and in whatever form it comes.

Nothing is acknowledged before its line is in the journal, and nothing a model
does happens here. Several processes may feed the same session.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ..disk import block_store
from ..disk.block_store import BlockStore, Known
from ..disk.journal import Journal
from ..disk.places import Places
from ..model.blocks import Block, Ingested, JournalEntry
from ..model.errors import InputError, RefusedError
from ..model.session import Message, Session
from ..model.settings import Settings
from ..rules import compact, continuation, message_hash, packing, redact_message, tail, tokens
from ..rules.packing import Packer, Piece
from ..rules.redact_message import RedactedMessage

LINES_AT_ONCE = 500
"""Lines of the journal that are written by one call; a long transcript is never held twice."""

Redact = Callable[[Message], RedactedMessage]
"""Takes the secrets out of a message."""


@dataclass(slots=True)
class _Open:
    """The open end of a session as this process knows it, valid while the journal has `known.size` bytes."""

    known: Known
    packer: Packer
    unwritten: list[Block]
    """Blocks that a crash sealed without writing their line."""


@dataclass(frozen=True, slots=True)
class _Fresh:
    """A message that is new, without its secrets, and how many these were."""

    message: Message
    redacted: int


class Ingester:
    """Writes the journals of one workspace."""

    def __init__(
        self, places: Places, settings: Settings, store: BlockStore, *, redact: Redact = redact_message.of
    ) -> None:
        self._places = places
        self._settings = settings
        self._store = store
        self._redact = redact
        self._estimator = tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)
        self._journals: dict[str, Journal] = {}
        self._ends: dict[str, _Open] = {}
        self.problems: list[str] = []

    def ingest(self, session: Session, now: datetime, *, name: str = "", dry_run: bool = False) -> Ingested:
        """A transcript, whole or as its host shows it after compactions: what is new in it is journaled."""
        return self._add(name or session.id, session.messages, now, is_whole=True, dry_run=dry_run)

    def add(self, session: str, messages: Sequence[Message], now: datetime) -> Ingested:
        """Further messages of a session; known ids are duplicates, and so is a repeat of the newest messages."""
        return self._add(session, messages, now, is_whole=False, dry_run=False)

    @contextmanager
    def writing(self, session: str) -> Iterator[Journal]:
        """The journal of a session, held against other writers, its last line closed where a crash tore it."""
        journal = self.journal(session)
        end = self._ends.get(session)
        with journal.locked():
            if (end is None or end.known.size != journal.size) and journal.repair():
                self.problems.append(f"{journal.path.name}: the last line was torn by a crash; it was closed")
            yield journal
        self._collect(journal)

    def journal(self, session: str) -> Journal:
        """The journal of a session."""
        if session not in self._journals:
            self._journals[session] = Journal(self._places.journal, session, fsync=self._settings.journal_fsync)
        return self._journals[session]

    def close(self) -> None:
        """Sync and close every journal."""
        for journal in self._journals.values():
            journal.close()
        self._journals.clear()
        self._ends.clear()

    def _add(
        self, session: str, messages: Sequence[Message], now: datetime, *, is_whole: bool, dry_run: bool
    ) -> Ingested:
        if not self._settings.blocks_enabled:
            raise RefusedError(
                "blocks are switched off (blocks_enabled = false): the host keeps and compacts its session itself",
                hint="set blocks_enabled = true to keep a journal",
            )
        time = now.isoformat(timespec="seconds")
        given = [message for message in messages if not continuation.is_ours(message.text)]
        if dry_run and not self.journal(session).size:  # not even a lock file
            return self._append(
                self.journal(session), self._nothing(session), self._new(given), time, len(given), dry_run=True
            )
        with self.writing(session) as journal:
            end = self._end(journal)
            fresh = self._fresh(session, given, end.known, is_whole=is_whole)
            return self._append(journal, end, fresh, time, len(given), dry_run=dry_run)

    # -- what is new -------------------------------------------------------------------------------

    def _fresh(self, session: str, given: Sequence[Message], known: Known, *, is_whole: bool) -> list[_Fresh]:
        """The given messages that are not in the journal."""
        if not known.messages:
            return self._new(given)
        if is_whole:  # its system text may say another date every time; the first one was journaled
            given = given[compact.prefix_length(given) :]
        if all(message.id for message in given):
            return self._new([message for message in given if not self._store.has_id(session, message.id)])
        found = [self._redacted(message) for message in given]
        keys = [each.message.id or message_hash.alignment_key(each.message) for each in found]
        newest = self._store.keys(session, len(keys) + 1, newest=True)
        if is_whole:
            oldest = self._store.keys(session, len(keys), newest=False)
            start = message_hash.known_of_whole(oldest, newest, known.spoken, keys)
        else:
            start = message_hash.known_of_further(newest, keys)
        rest = found[start:]
        return [each for each in rest if not each.message.id or not self._store.has_id(session, each.message.id)]

    def _new(self, given: Sequence[Message]) -> list[_Fresh]:
        """All of these, an id that comes twice once."""
        unique: dict[str | int, Message] = {}
        for i, message in enumerate(given):
            unique.setdefault(message.id or i, message)
        return [self._redacted(message) for message in unique.values()]

    def _redacted(self, message: Message) -> _Fresh:
        done = self._redact(message)
        return _Fresh(done.message, sum(done.counts.values()))

    # -- writing -----------------------------------------------------------------------------------

    def _append(
        self, journal: Journal, end: _Open, fresh: Sequence[_Fresh], time: str, given: int, *, dry_run: bool
    ) -> Ingested:
        lines = [block_store.block_line(block) for block in end.unwritten]
        sealed = list(end.unwritten)
        noise = 0
        known = end.known
        seq, spoken = known.messages, known.spoken
        if fresh:
            self._ends.pop(journal.session, None)  # whatever goes wrong below, the next call reads it all again
        for each in fresh:
            seq += 1
            message = each.message if each.message.time else replace(each.message, time=time)
            skip = packing.skip_reason(message, first=spoken == 0)
            spoken += skip != packing.SYSTEM
            noise += skip == packing.NOISE
            piece = Piece(seq, _hash(message), tokens.of_message(message, self._estimator), message, skip)
            lines.append(self._message_line(journal.session, piece))
            for block in end.packer.add(piece):
                sealed.append(block)
                lines.append(block_store.block_line(block))
            if len(lines) >= LINES_AT_ONCE and not dry_run:
                known = self._store.add_lines(journal, known, journal.append(lines))
                lines = []
        if lines and not dry_run:
            known = self._store.add_lines(journal, known, journal.append(lines))
        if not dry_run:
            self._ends[journal.session] = _Open(known, end.packer, [])
        return Ingested(
            session=journal.session,
            accepted=len(fresh),
            duplicates=given - len(fresh),
            first=end.known.messages + 1 if fresh else 0,
            last=seq,
            sealed=tuple(sealed),
            redacted=sum(each.redacted for each in fresh),
            noise=noise,
        )

    def _message_line(self, session: str, piece: Piece) -> dict[str, Any]:
        message = piece.message
        bare = tail.without_thinking(message)
        return block_store.message_line(
            JournalEntry(session, piece.seq, piece.hash, message),
            tokens=piece.tokens,
            bare=piece.tokens if bare is message else tokens.of_message(bare, self._estimator),
            key="" if message.id else message_hash.alignment_key(message),
            skip=piece.skip,
        )

    def _nothing(self, session: str) -> _Open:
        """The end of a session that has not begun."""
        return _Open(Known(), Packer(session, self._settings.block_tokens), [])

    def _end(self, journal: Journal) -> _Open:
        """The open end of the session; read again where another process has written."""
        end = self._ends.get(journal.session)
        if end is not None and end.known.size == journal.size:
            return end
        known = self._store.catch_up(journal)
        newest = self._store.newest_block(journal.session)
        packer = Packer(journal.session, self._settings.block_tokens, sealed=newest.number if newest else 0)
        rows = self._store.rows(journal.session, newest.last + 1 if newest else 1)
        unwritten: list[Block] = []
        for row, entry in zip(rows, self._store.read(journal, rows), strict=True):
            unwritten += packer.add(Piece(entry.seq, entry.hash, row.tokens, entry.message, row.skip))
        end = self._ends[journal.session] = _Open(known, packer, unwritten)
        return end

    def _collect(self, journal: Journal) -> None:
        for source in (journal.problems, self._store.problems):
            self.problems += [problem for problem in source if problem not in self.problems]


def _hash(message: Message) -> str:
    try:
        return message_hash.of(message)
    except (RecursionError, ValueError, TypeError) as error:
        raise InputError(
            f"message {message.id or '(without id)'} cannot be written as JSON: {error}", hint="leave it out"
        ) from error
