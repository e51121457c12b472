"""Compact a session (L2): measure, decide, archive first, summarise, prove, restore.

A failed compaction leaves everything as it was. Nothing is written before the
receipt stands, except originals into the archive, which only ever grows.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ...errors import ContextMemoryError
from ...messages import Message, Part, Role, Session, Text, has_open_call, open_calls, without_cycle_collector
from ...settings.values import Settings
from ...storage import archive, audit_log, files, message_pack
from ...storage.archive import Archive, Original
from ...storage.places import Places
from ...text import pictures as text_pictures
from ...text.secrets import redact
from ...text.secrets.redact import Redactor
from ...tokens import budget, measure
from ...tokens.service import Measuring
from ...transcripts import as_text
from ...transcripts.own_texts import RESTORED_INTRODUCTION
from ...workspace.files import memory_files
from .. import recent_messages
from ..digest import continuation, fold
from ..digest.condense import condense
from ..digest.values import Archived, SessionMemory
from ..draft import Draft, check_budget
from ..files.session_records import Record, SessionRecords
from ..notes.services.notes import Flushed, Notes, Origin, ended_at
from ..outcomes import BreakerOpen, Compacted, CompactionOutcome, NotNeeded, Refused, Restoration
from . import breaker, restore
from .breaker import Guard
from .delivery import Deliveries, Delivery
from .restore import SNAPSHOT_KIND, Restorer

_MARKED = 4_000  # bytes at the beginning of memories/context.md in which it may say whose it is


class Request(NamedTuple):
    """How to compact: `budget` caps everything that is delivered, restored files included, tokens."""

    budget: int | None = None
    force: bool = False
    """Compact whatever the size, and around a tool call that is still open."""
    dry_run: bool = False
    name: str = ""
    """What the session is called where it has no id of its own."""
    counts_as_failure: bool = True
    """Whether the breaker counts how this went; false where the host chose the piece, as it wants."""
    with_snapshot: bool = True
    """Whether memories/context.md becomes the new summary."""
    progress: Callable[[str, int, int], None] | None = None
    """Told before each message: what is done with the messages, how many of them are done, how many there are."""

    def watched(self, what: str, messages: Sequence[Message]) -> Iterable[Message]:
        """The messages one by one, each told to `progress`."""
        if self.progress is None:
            return messages
        return self._told(self.progress, what, messages)

    @staticmethod
    def _told(progress: Callable[[str, int, int], None], what: str, messages: Sequence[Message]) -> Iterator[Message]:
        for i, message in enumerate(messages):
            progress(what, i, len(messages))
            yield message


class _Known(NamedTuple):
    """What is already folded, and which messages are not."""

    memory: SessionMemory
    messages: tuple[Message, ...]
    """All messages that count, the folded ones that are still in view first."""
    folded: int
    """How many of `messages` are folded already."""
    record: Record | None
    others: str = ""
    """What a host wrote around the summary that the record belongs to."""


class _Opened(NamedTuple):
    """A message that holds a continuation of ours."""

    record: Record
    merged: tuple[Message, ...]
    """What a host that wants its roles to alternate has merged with it."""
    others: str
    """What a host wrote around it in a summary of its own."""


class _Pack(NamedTuple):
    """Messages that leave the context, as they will lie in the archive: hashed once, they are megabytes."""

    content: bytes
    digest: str


class CompactionService:
    """Compacts sessions of one workspace."""

    def __init__(
        self, places: Places, settings: Settings, *, measuring: Measuring, restorer: Restorer, guard: Guard
    ) -> None:
        self._places = places
        self._settings = settings
        self._measuring = measuring
        self._guard = guard
        self._archive = Archive(places.archive)
        self._deliveries = Deliveries(places, settings, restorer, self._archive)
        self._records = SessionRecords(places.sessions)
        self._troubles: list[str] = []

    @property
    def problems(self) -> list[str]:
        """What went wrong beside the compaction itself; the caller says it."""
        return [*self._measuring.problems, *self._guard.problems, *self._records.problems, *self._troubles]

    def remembered(self, session: Session, name: str = "") -> tuple[SessionMemory, Origin]:
        """Everything that is known about the session up to its end, and what it is called in a note."""
        known = self._known(session)
        told = redact.without_counts(self._redactor().messages(known.messages))
        return fold.fold(known.memory, told, since=known.folded), _origin(session, known, name)

    def compact(self, session: Session, request: Request, now: datetime) -> CompactionOutcome:
        """The session made small, or why it was left as it is."""
        check_budget(request.budget)
        measured = self._measuring.measure(session)
        marks = budget.budget_of(self._settings.window, self._settings.policy)
        state = self._guard.state()
        if state.is_open:
            return BreakerOpen(state, measured.tokens, f"fix the cause, then: {self._guard.closing_command}")
        if not request.force and measured.tokens < marks.compact_at:
            return NotNeeded("the context is below the threshold", measured.tokens, marks.compact_at)
        known = self._known(session)
        fresh = len(known.messages) - known.folded
        if known.record and ((breaker.too_soon(fresh) and not request.force) or fresh == 0):
            return NotNeeded(
                "the last compaction was at this message or the one before", measured.tokens, marks.compact_at
            )
        if has_open_call(known.messages) and not request.force:
            return Refused(
                "a tool call is still waiting for its result", measured.tokens, "compact after the result arrived"
            )
        if not request.force and (
            helpless := breaker.cannot_help(self._measuring.fixed_prefix(session), marks.compact_at)
        ):
            return Refused(
                str(helpless), measured.tokens, "shorten the system text or disable tools, or choose a larger window"
            )
        start = self._keep_from(known.messages)
        if start <= 0 and not known.record:
            return NotNeeded("there is nothing before the newest messages", measured.tokens, marks.compact_at)
        try:
            with without_cycle_collector():
                return self._compacted(session, request, known, start, measured, marks.target, now)
        except ContextMemoryError as error:
            self._failed(str(error), request, now)
            raise

    def _failed(self, reason: str, request: Request, now: datetime) -> None:
        if request.counts_as_failure and not request.dry_run:
            self._guard.failed(reason, now)

    # -- what is known -----------------------------------------------------------------------------

    def _known(self, session: Session) -> _Known:
        """The stored memory of the newest continuation in the session, and the messages after it."""
        prefix = as_text.prefix_length(session.messages)
        messages = session.messages[prefix:]
        for i in range(len(messages) - 1, -1, -1):
            opened = self._opened(messages[i])
            if opened is None:
                continue
            record = opened.record
            after = [*opened.merged, *(m for m in messages[i + 1 :] if not _is_summary(m))]
            shown_before = max(prefix, session.context_start) < prefix + i
            known_after = 0 if shown_before else recent_messages.count_kept(self._marked(after), record.marks)
            if known_after or not i:
                return _Known(record.memory, tuple(after), known_after, record, opened.others)
            # a host's file: the kept messages stand before the summary
            before = [m for m in messages[:i] if not _is_summary(m)][-record.kept :] if record.kept else []
            return _Known(record.memory, (*before, *after), len(before), record, opened.others)
        replied = next((i for i, message in enumerate(messages) if message.role is Role.ASSISTANT), 0)
        raw = tuple(m for i, m in enumerate(messages) if i <= replied or not _is_summary(m))
        return _Known(SessionMemory(cwd=session.cwd), raw, 0, None)

    def _opened(self, message: Message) -> "_Opened | None":
        """The record that a message stands for; None where it is no continuation of ours, or its record is gone."""
        for part in message.parts:
            if not isinstance(part, Text):
                continue
            found = [
                (record, each)
                for each in continuation.find(part.text, anywhere=message.is_summary)
                if (record := self._record_of(each))
            ]
            if not found:
                continue
            record, ours = max(found, key=lambda pair: pair[0].memory.messages)
            others = tuple(p for p in message.parts if p is not part and not _is_restored(p))
            around = ours.others
            if around and not message.is_summary and not _is_restored(Text(around.lstrip())):
                around, others = "", (Text(around), *others)  # a host made one text of it and of what was said next
            merged = (replace(message, parts=others, is_summary=False),) if others else ()
            return _Opened(record, merged, around)
        return None

    def _record_of(self, found: continuation.Found) -> Record | None:
        """The record of a continuation: by its text, or where a host reshaped that, by the archive it names."""
        record = self._records.of_continuation(found.text)
        return record or (self._records.of_archive(found.handle) if found.handle else None)

    def _redactor(self) -> Redactor:
        return redact.redactor(enabled=self._settings.redact)

    def _marked(self, messages: Sequence[Message]) -> list[Message]:
        """The messages as their marks are made: each redacted by itself, so that it has the same mark again."""
        return [self._redactor().message(message).message for message in messages]

    def _keep_from(self, messages: Sequence[Message]) -> int:
        start = recent_messages.first_kept(messages, self._settings.keep_messages)
        open_from = _open_from(messages)
        return min(start, open_from) if open_from is not None else start

    # -- the compaction itself ---------------------------------------------------------------------

    def _compacted(
        self,
        session: Session,
        request: Request,
        known: _Known,
        start: int,
        measured: measure.Measured,
        target: int,
        now: datetime,
    ) -> CompactionOutcome:
        redactor = self._redactor()
        told = redact.without_counts(redactor.messages(request.watched("messages redacted", known.messages)))
        memory = fold.fold(known.memory, told, partial(request.watched, "messages summarised"), since=known.folded)
        removed = known.messages[:start]
        newest = recent_messages.without_orphans(known.messages[start:])
        memory, packs = self._with_archive(memory, removed, newest)
        handle = memory.archived[-1].handle if memory.archived else ""
        delivery = self._deliveries.within(
            memory,
            newest,
            session,
            asked=request.budget,
            target=target,
            estimate=measured.estimate,
            handle=handle,
            redactor=redactor,
        )
        if not_delivered := self._why_not(delivery, request, measured, target, now):
            return not_delivered
        draft = delivery.draft
        outcome = Compacted(
            continuation=draft.continuation,
            tail=draft.kept,
            memory=memory,
            receipt=draft.receipt,
            summary=draft.fields,
            tokens_before=measured.tokens,
            tokens_after=delivery.tokens,
            estimate_before=measured.estimate,
            removed=len(removed),
            archive=handle,
            prefix=session.messages[: as_text.prefix_length(session.messages)],
            first_kept_id=newest[0].id if newest else "",
            thinking_removed=draft.thinking_removed,
            restoration=delivery.restoration,
        )
        written = () if request.dry_run else self._written(session, request, known, outcome, draft, packs, now)
        return outcome._replace(written=written)

    def _why_not(
        self, delivery: Delivery, request: Request, measured: measure.Measured, target: int, now: datetime
    ) -> Refused | NotNeeded | None:
        """Why the draft is not delivered; one that takes more than was asked for is, and that is told."""
        draft, budget = delivery.draft, delivery.budget
        if request.budget and delivery.tokens > budget:
            reason = f"the newest messages and a short summary take {delivery.tokens:,} tokens, not {budget:,}"
            return Refused(reason, measured.tokens, "give a larger budget: calls and their results stay together")
        if draft.receipt.score < self._settings.min_receipt:
            reason = f"the receipt scores {draft.receipt.score:.2f}, below min_receipt {self._settings.min_receipt:.2f}"
            self._failed(reason, request, now)
            return Refused(reason, measured.tokens, "give a larger budget, or lower min_receipt", draft.receipt)
        if draft.tokens >= measured.estimate and not request.force:
            return NotNeeded("the result would not be smaller", measured.tokens, target)
        if request.budget and budget > request.budget:
            needed = f"what must be kept does not fit in {request.budget:,} tokens; the result may take {budget:,}"
            self._troubles.append(needed)
        return None

    def _with_archive(
        self,
        memory: SessionMemory,
        removed: Sequence[Message],
        kept: Sequence[Message],
    ) -> tuple[SessionMemory, list[_Pack]]:
        """The memory that knows where the removed messages will lie; archived ones are not archived again."""
        first_kept = memory.messages - len(kept)
        first_new = max((each.first + each.count for each in memory.archived), default=0)
        new = removed[max(0, len(removed) - max(0, first_kept - first_new)) :]
        archived = list(memory.archived)
        packs = []
        first = first_kept - len(new)
        for pack, count in message_pack.packs(text_pictures.referenced(new)):
            packs.append(_Pack(pack, sha256(pack).hexdigest()))
            archived.append(Archived(self._archive.handle_of_digest(packs[-1].digest), first, count))
            first += count
        return memory._replace(compactions=memory.compactions + 1, archived=tuple(archived)), packs

    # -- effects -----------------------------------------------------------------------------------

    def _written(
        self,
        session: Session,
        request: Request,
        known: _Known,
        outcome: Compacted,
        draft: Draft,
        packs: list[_Pack],
        now: datetime,
    ) -> tuple[str, ...]:
        """Everything on disk, originals and the note first; then the breaker hears that it worked."""
        name = session.id or request.name
        noted = self._noted(outcome.memory, _origin(session, known, request.name), now, ended_at(known.messages, now))
        originals = _originals(known, outcome, draft, packs, name)
        if originals:
            self._archive.put_many(originals)
        record = self._record(name, known, outcome, draft)
        written = [*noted, *([str(self._places.archive)] if originals else [])]
        written.append(str(self._records.save(outcome.continuation, record)))
        written += self._snapshot(outcome, name) if request.with_snapshot else []
        audit_log.append(
            self._places.audit,
            "compact",
            now,
            session=name,
            tokens_before=outcome.estimate_before,
            tokens_after=outcome.tokens_after,
            removed=outcome.removed,
            kept=len(outcome.tail),
            score=outcome.receipt.score,
            archive=outcome.archive,
        )
        if request.counts_as_failure:
            self._guard.succeeded(now, turns_since_last=record.turns if known.record else None)
        return (*written, str(self._places.audit))

    def _record(self, name: str, known: _Known, outcome: Compacted, draft: Draft) -> Record:
        return Record(
            session=name,
            memory=condense(outcome.memory, draft.worths),
            receipt=outcome.receipt,
            kept=len(outcome.tail),
            marks=recent_messages.marks_of_kept(self._marked(outcome.tail)),
            tokens_before=outcome.estimate_before,
            tokens_after=outcome.tokens_after,
            turns=sum(said.index >= known.memory.messages for said in outcome.memory.requests),
            archive=outcome.archive,
        )

    def _noted(self, memory: SessionMemory, origin: Origin, now: datetime, at: datetime) -> list[str]:
        """The note of the session's day; one that cannot be written is told, all is in the archive anyway."""
        if self._places.workspace is None or not self._settings.flush_before_compact:
            return []
        try:
            outcome = Notes(self._places, self._settings).flush_before(memory, origin, now, at)
        except (ContextMemoryError, OSError) as error:
            self._troubles.append(f"no note was written before this compaction: {error}")
            return []
        return [str(self._places.workspace / outcome.path)] if isinstance(outcome, Flushed) else []

    def _snapshot(self, outcome: Compacted, name: str) -> list[str]:
        """memories/context.md becomes the new summary; the one before goes into the archive first."""
        if self._places.memories is None:
            return []
        path: Path = self._places.memories / "context.md"
        if path.is_file():
            before = files.read_bytes(path)
            owner = memory_files.session_of_snapshot(before[:_MARKED].decode("utf-8", "replace")) or name
            self._archive.put(
                before, kind=SNAPSHOT_KIND, title="memories/context.md before a compaction", session=owner
            )
        text = memory_files.snapshot(outcome.memory.language, name, continuation.summary_of(outcome.continuation))
        files.replace_bytes(path, text.encode("utf-8", "replace"))  # people read it: half a surrogate pair becomes ?
        return [str(path)]


def result_messages(outcome: Compacted) -> tuple[Message, ...]:
    """What the model sees next: the continuation, the restored files, the newest messages."""
    restored = restore.restored_block(outcome.restoration)
    extra = (Message(Role.USER, (Text(restored),)),) if restored else ()
    return (Message(Role.USER, (Text(outcome.continuation),), is_summary=True), *extra, *outcome.tail)


def _originals(known: _Known, outcome: Compacted, draft: Draft, packs: Sequence[_Pack], session: str) -> list[Original]:
    """What the archive has to hold: shortened kept messages, removed messages, pictures, what a host wrote."""
    title = f"{outcome.removed} removed messages"
    originals = [
        *(Original(each.content, kind="kept-message", title=each.title, session=session) for each in draft.originals),
        *(Original(content, archive.MESSAGES_KIND, title, session, digest=digest) for content, digest in packs),
        *message_pack.stored_pictures(known.messages, session),
    ]
    if known.others:
        around = known.others.encode("utf-8", "surrogatepass")
        originals.append(Original(around, kind="host-text", title="written around a summary", session=session))
    return originals


def _origin(session: Session, known: _Known, name: str) -> Origin:
    """A session without an id is known by the name of its file and by how it begins."""
    if session.id:
        return Origin(session.id)
    if known.record:
        return Origin(known.record.session, is_named=False)
    first = session.messages[0].text if session.messages else ""
    digest = sha256(first.encode("utf-8", "replace")).hexdigest()[:8]
    return Origin(f"{name or 'session'}-{digest}", is_named=False)


def _is_summary(message: Message) -> bool:
    text = message.text
    return message.is_summary or text.startswith(RESTORED_INTRODUCTION) or continuation.is_ours(text)


def _is_restored(part: Part) -> bool:
    return isinstance(part, Text) and part.text.startswith(RESTORED_INTRODUCTION)


def _open_from(messages: Sequence[Message]) -> int | None:
    """Index of the message whose tool call is still open; it and what follows stay raw."""
    open_ids = set(open_calls(messages))
    if not open_ids:
        return None
    return next(i for i in range(len(messages) - 1, -1, -1) if any(call.id in open_ids for call in messages[i].calls))


__all__ = ["CompactionService", "Request", "Restoration", "result_messages"]
