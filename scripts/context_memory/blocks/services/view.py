"""Shows a session as its view, and swaps old raw messages for capsules in milliseconds, without a model.

The next view is prepared ahead of time in a second slot. The swap itself
checks it, writes one line to the journal and turns the slots; it is refused,
and nothing changes, while a tool call is open or when the prepared view would
lose content that must be kept.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from ...compaction.digest.values import SessionMemory
from ...compaction.notes.services.notes import Notes, Origin
from ...compaction.services import breaker
from ...compaction.services.restore import Restorer
from ...errors import ContextMemoryError, InputError
from ...messages import Message
from ...settings.values import Settings
from ...storage import archive, audit_log, message_pack
from ...storage.places import Places
from ...text import tokens
from ...tokens import budget
from ...tokens.budget import Budget
from .. import view
from ..context import Fitted, Room, fitted, whole
from ..files.block_store import BlockStore, Known
from ..files.capsule_store import CURRENT, PREPARED
from ..files.journal import Journal
from ..values import Block, BlockRow, Fill, Hit, Swap, SwapOutcome, Swapped, Unchanged, View
from ..view import choose_evicted, find_faults, is_worth_it, swap_due, total_tokens
from .ingest import Ingester
from .next_view import HeldMemories, NextView, Summaries
from .raw_tails import RawTail, RawTails

_NOTED = "noted"


class SwapNotes:
    """Writes the notes of one workspace, unless there is none or notes are switched off."""

    def __init__(self, places: Places, settings: Settings, store: BlockStore) -> None:
        wanted = places.workspace is not None and settings.flush_before_compact
        self._notes = Notes(places, settings) if wanted else None
        self._store = store
        self.problems: list[str] = []
        """Notes that could not be written; everything is in the journal anyway."""

    def is_due(self, ready: Swap) -> bool:
        """Whether this view drops messages that no note covers."""
        if self._notes is None:
            return False
        noted = self._store.remembered(ready.session, _NOTED, most=1 << 60)
        return ready.tail_from - 1 > (noted[0] if noted else 0)

    def write(self, ready: Swap, memory: SessionMemory, now: datetime) -> None:
        """Write a note of the session; a failure does not stop the swap."""
        if self._notes is None:
            return
        try:
            self._notes.flush_before(memory, Origin(ready.session), now)
        except (ContextMemoryError, OSError) as error:
            self.problems.append(f"no note was written before this swap: {error}")
            return
        self._store.remember(ready.session, _NOTED, memory.messages, "")


_READ_AT_ONCE = 1_000  # messages
MOST_READ = 5_000
"""Raw messages that are read while somebody waits for a swap: 50 ms of a processor."""
BUILT_AT_ONCE = 6_000
"""Tokens of raw messages of which a view is built while somebody waits for a swap: 50 ms of a processor."""


class Viewer:
    """Views of the sessions of one workspace."""

    def __init__(
        self,
        places: Places,
        settings: Settings,
        store: BlockStore,
        ingester: Ingester,
        tails: RawTails,
        *,
        restorer: Restorer,
        held: HeldMemories | None = None,
    ) -> None:
        self._places = places
        self._settings = settings
        self._store = store
        self._ingester = ingester
        self._estimator = tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)
        self._budget = budget.budget_of(settings.window, settings.policy)
        self._raw_trigger = budget.raw_trigger(settings.policy)
        self._next = NextView(
            places, settings, store, marks=self._budget, restorer=restorer, held=held or HeldMemories()
        )
        self._tails = tails
        self._archive = archive.Archive(places.archive)
        self._notes = SwapNotes(places, settings, store)
        self._prefixes: dict[str, tuple[tuple[int, tuple[str, ...]], str]] = {}
        self._summaries = Summaries(store, self._next, self._estimator, settings.language)

    @property
    def budget(self) -> Budget:
        """The thresholds of this viewer's window."""
        return self._budget

    def let_go(self, session: str) -> None:
        """Forget what was read of a session."""
        self._tails.let_go(session)
        self._store.let_go(session)
        self._prefixes.pop(session, None)

    # -- looking -----------------------------------------------------------------------------------

    def view(self, session: str) -> View:
        """What the model sees next. Uses no model, changes nothing but the index."""
        _, known, current, raw = self._read(session)
        return self._view(known, current, raw, view.raw_tail(raw.pairs, current))

    def within(self, session: str, room: Room, *, with_files: bool = True) -> tuple[View, str | None]:
        """The view and its text; None, and a view without messages, where it has no room: only what has is read."""
        _, known, current, raw = self._read(session)
        current = current if with_files else replace(current, restored="", restored_files=())
        messages = view.raw_tail(raw.pairs, current)
        tail = (message_pack.with_picture_bytes((each,), self._archive)[0] for each in messages)
        text = whole(self._prefix(current), current.tokens, tail, room, estimator=self._estimator)
        return self._view(known, current, raw, () if text is None else view.raw_tail(raw.pairs, current)), text

    def _view(self, known: Known, current: Swap, raw: RawTail, tail: Iterable[Message]) -> View:
        shown = message_pack.with_picture_bytes(tuple(tail), self._archive)
        return view.shown(current, self._prefix(current), shown, known.messages, self._tokens(current, raw))

    def fill(self, session: str) -> Fill:
        """How full the context is, from the index alone."""
        journal = self._journal(session)
        known = self._store.catch_up(journal)
        current = self._store.swap(session, CURRENT) or Swap(session)
        raw = RawTail(self._store.rows(session, current.tail_from), ())
        fixed, is_counted = raw.fixed(current, self._estimator), raw.is_counted(current)
        tokens = raw.context(current, self._estimator) + (0 if is_counted else fixed)
        return Fill(known.messages, current, tokens, fixed, is_counted)

    def memory(self, session: str) -> SessionMemory:
        """The structured state of the session; finished chapters are not computed again."""
        journal = self._journal(session)
        return self._next.memory(journal, self._store.catch_up(journal))

    def revision(self, session: str) -> int:
        """The revision of the current view."""
        return self._read(session)[2].revision

    def fitted(self, session: str, room: Room) -> Fitted:
        """The session in less room than its view: a rule-based summary and the newest messages.

        The summary is the newest that `summarise` made; the result is stale where messages between the two are missing.
        """
        journal, known, current, raw = self._read(session)
        shown = [entry for entry, skip in raw.newest(room.surely_too_many).pairs if not skip]
        head = self._summaries.newest(journal, known, current, room)
        return fitted(head, shown, room, estimator=self._estimator)

    def summarise(self, session: str) -> None:
        """Rebuild the summaries of smaller contexts; slow, so call it in the background."""
        journal = self._journal(session)
        self._summaries.make(journal, self._store.catch_up(journal))

    def rows(self, session: str) -> list[BlockRow]:
        """Every sealed block of a session with its state and capsule, oldest first."""
        _, _, current, _ = self._read(session)
        shown = {each.number: each.digest for each in current.shown}
        blocks = self._store.blocks(session)
        capsules = self._store.capsules(block.id for block in blocks)
        found = []
        for block in blocks:
            digest = shown.get(block.number)
            capsule = self._store.capsule(digest) if digest else capsules.get(block.id)
            found.append(BlockRow(block, view.state_of(block, current, capsule), capsule))
        return found

    def row(self, wanted: str) -> BlockRow:
        """The block with this id or an unambiguous prefix, in any session."""
        for session in self._store.sessions():
            self._store.catch_up(self._journal(session))
        block = self._store.block(wanted)
        return next(row for row in self.rows(block.session) if row.block.number == block.number)

    def find(self, session: str, text: str, *, ignore_case: bool = False) -> Iterator[Hit]:
        """Lines of all messages with the text, newest message first, also of evicted blocks."""
        journal, known, _, _ = self._read(session)
        wanted = text.casefold() if ignore_case else text
        blocks = self._store.blocks(session)
        for end in range(known.messages, 0, -_READ_AT_ONCE):
            entries = self._store.entries(journal, max(1, end - _READ_AT_ONCE + 1), end)
            for entry in reversed(entries):
                content = message_pack.packed([entry.message])
                for found in archive.find_in_messages("", content, wanted, ignore_case=ignore_case, context=0):
                    yield Hit(_block_of(blocks, entry.seq), entry.seq, entry.message.time, found.text)

    def messages_of(self, block: Block) -> tuple[Message, ...]:
        """The raw messages of a block, from the journal."""
        return self._store.messages_of(self._journal(block.session), block)

    def said(self, session: str, first: int, last: int) -> tuple[str, tuple[Message, ...]]:
        """Messages `first` to `last` of a session from its journal, and the block of the first one, if it has one."""
        journal = self._journal(session)
        known = self._store.catch_up(journal)
        if not 1 <= first <= last or first > known.messages:
            raise InputError(f"{session} has no message {first}", hint=f"it has 1 to {known.messages}")
        messages = tuple(entry.message for entry in self._store.entries(journal, first, last))
        return _block_of(self._store.blocks(session), first), messages

    def due(self, session: str, *, idle: float = 0, size: int | None = None) -> str:
        """Why a swap is due now (`full`, `raw`, `cold`), or empty; `size` is the host's count in tokens."""
        _, _, current, raw = self._read(session)
        size = raw.context(current, self._estimator) if size is None else size
        return self._due(size, idle, raw, current)

    # -- swapping ----------------------------------------------------------------------------------

    def preload(self, session: str) -> None:
        """Read ahead of time what a swap and the context after it need: parsing it took a third of a swap."""
        raw = self._read(session)[3]
        made = self._store.swap(session, PREPARED)
        if not raw.has_open_call() and made is not None:
            _ = raw.since(made.tail_from).messages

    def fold_ahead(self, session: str, is_over: Callable[[], bool]) -> bool:
        """Do a part of what `prepare` does first, until `is_over`; whether it has little left to do of it."""
        journal = self._journal(session)
        self._store.catch_up(journal)
        return self._next.fold_ahead(journal, is_over)

    def prepare(self, session: str, now: datetime) -> Swap | Unchanged:
        """Prepare the next view in the second slot, so that the swap is a lookup; call it in the background."""
        journal, known, current, raw = self._read(session)
        made = self._next.prepared(journal, known, current, raw, now)
        if isinstance(made, Swap):
            self._note(made, journal, known, now)
            self._store.prepare(made)
        return made

    def swap(
        self,
        session: str,
        now: datetime,
        *,
        expected_revision: int | None = None,
        idle: float = 0,
        size: int | None = None,
        force: bool = False,
        at_once: bool = False,
        dry_run: bool = False,
    ) -> SwapOutcome:
        """Switch to the prepared view if a swap is due; prepare it first if needed.

        With `at_once` the reason is `preparing`, and nothing was done, where preparing it would take long.
        """
        self._journal(session)
        with self._ingester.writing(session):
            state = journal, known, current, raw = self._read(session)
            before = raw.context(current, self._estimator) if size is None else size
            if expected_revision is not None and expected_revision != current.revision:
                reason = f"revision {expected_revision} was expected, the view is at {current.revision}"
                return Unchanged("conflict", reason, before, "read the view again", is_refusal=True)
            due = self._due(before, idle, raw, current)
            if not force and not due:
                message = f"the context is below the threshold of {self._budget.compact_at:,} tokens"
                return Unchanged("not-due", message, before)
            made = self._store.swap(session, PREPARED)
            if made is not None and not self._is_usable(made, known, current, raw, at_once=at_once):
                made = None
            if at_once and made is None and len(raw.rows) > MOST_READ:
                return replace(_PREPARING, tokens=before)
            if raw.has_open_call():
                return _busy(before)
            helpless = breaker.cannot_help(raw.fixed(current, self._estimator), self._budget.compact_at)
            if helpless and not force:
                return Unchanged("fixed-part", str(helpless), before, _HELPLESS, is_refusal=True)
            ready = self._ready(made, state, now, at_once=at_once)
            if isinstance(ready, Unchanged):
                return replace(ready, tokens=before)
            ready = replace(ready, thinking_until=known.messages)
            saved = self._tokens(current, raw) - self._tokens(ready, raw)
            trigger = self._raw_trigger if due == "raw" else 0
            if not force and not is_worth_it(saved, self._budget, raw_trigger=trigger):
                message = f"a swap would save {max(0, saved):,} tokens only, and cost the prompt cache"
                return Unchanged("too-little", message, before, "swap after further messages")
            if not dry_run:
                self._note(ready, journal, known, now)
            return self._turn_slots(state, ready, None if dry_run else now)

    def evict(self, session: str, now: datetime, *, cap: int | None = None, dry_run: bool = False) -> SwapOutcome:
        """Remove the oldest capsules from the view until the rest fits in `cap` tokens (default: `evict_tokens`)."""
        self._journal(session)
        with self._ingester.writing(session):
            state = journal, known, current, raw = self._read(session)
            before = raw.context(current, self._estimator)
            sizes = [each.tokens for each in current.shown]
            leaving = choose_evicted(sizes, self._settings.evict_tokens if cap is None else cap)
            if not leaving.count:
                message = leaving.warning or f"the capsules take {total_tokens(sizes):,} tokens: below the threshold"
                return Unchanged("newest-block" if leaving.warning else "not-due", message, before)
            if raw.has_open_call():
                return _busy(before)
            after = replace(
                current,
                revision=current.revision + 1,
                shown=current.shown[leaving.count :],
                evicted=current.evicted + leaving.count,
                thinking_until=known.messages,
                warning=leaving.warning,
            )
            after = self._next.with_places_of_evicted(after, self._next.memory(journal, known), self._budget)
            after = replace(after, tokens=self._estimator(view.prefix(after)))
            return self._turn_slots(state, after, None if dry_run else now)

    def _note(self, ready: Swap, journal: Journal, known: Known, now: datetime) -> None:
        """Write a note of what leaves with this view, unless one covers it; usually done while it is prepared."""
        if self._notes.is_due(ready):
            self._notes.write(ready, self._next.memory(journal, known), now)
            self._ingester.problems += self._notes.problems
            self._notes.problems.clear()

    def _ready(self, made: Swap | None, state: "_State", now: datetime, *, at_once: bool) -> Swap | Unchanged:
        """The prepared view, or where there is none a new one; Unchanged if that is invalid."""
        journal, known, current, raw = state
        if made is None:
            if at_once and sum(row.tokens for row in raw.rows) > BUILT_AT_ONCE:
                return self._next.obstacle(journal.session, current, raw) or _PREPARING
            built = self._next.prepared(journal, known, current, raw, now)
            if isinstance(built, Unchanged):
                return built
            made = built
        faults = self._faults(made, current, raw, may_be_late=at_once)
        return Unchanged("invalid", "; ".join(faults), hint=_HINT, is_refusal=True) if faults else made

    def _is_usable(self, made: Swap, known: Known, current: Swap, raw: RawTail, *, at_once: bool) -> bool:
        """Whether a prepared view is valid; `at_once`, or to prepare it again would give the same."""
        is_newest = (made.revision, made.thinking_until) == (current.revision + 1, known.messages)
        return (at_once and is_newest) or not self._faults(made, current, raw, may_be_late=at_once)

    def _turn_slots(self, state: "_State", after: Swap, now: datetime | None) -> Swapped:
        """Replace the current view, or without a time only report the result: the sizes of both views, estimated."""
        journal, known, current, raw = state
        before, made = self._tokens(current, raw), self._tokens(after, raw)
        if now is not None:
            committed = self._store.commit(journal, known, after)
            self._tails.add(journal.session, known, (), (), committed)  # its line is no message
            audit_log.append_unsynced(
                self._places.audit,
                "swap",
                now,
                session=after.session,
                revision=after.revision,
                shown=len(after.shown),
                evicted=after.evicted,
                tail_from=after.tail_from,
                messages=known.messages,
                tokens=after.tokens,
                tokens_before=before,
                tokens_after=made,
                score=after.score,
            )
        return Swapped(
            swap=after,
            tokens_before=before,
            tokens_after=made,
            blocks=after.evicted + len(after.shown) - current.evicted - len(current.shown),
            evicted=after.evicted - current.evicted,
        )

    def _faults(self, ready: Swap, current: Swap, raw: RawTail, *, may_be_late: bool = False) -> list[str]:
        """Why a finished view cannot replace the current one.

        One that `may_be_late` may be above the target by messages that came since, if it saves enough and can be sent:
        where they come faster than views are prepared, none would be taken, and the context would grow for ever.
        """
        if ready.revision != current.revision + 1 or ready.tail_from < current.tail_from:
            return ["it was prepared for another revision"]
        tokens, target = self._tokens(ready, raw), self._budget.target
        is_late = may_be_late and ready.thinking_until < raw.rows[-1].seq and tokens <= self._budget.hard
        if is_late and is_worth_it(self._tokens(current, raw) - tokens, self._budget):
            target = max(target, tokens)
        return find_faults(
            tokens=tokens,
            target=target,
            score=ready.score,
            min_score=self._settings.min_receipt,
            numbers=[each.number for each in ready.shown],
            evicted=ready.evicted,
            tail=raw.since(ready.tail_from).messages,
        )

    def _tokens(self, swap: Swap, raw: RawTail) -> int:
        """Size of the view by the estimate."""
        return swap.tokens + raw.since(swap.tail_from).tokens(swap, self._estimator)

    def _due(self, size: int, idle: float, raw: RawTail, current: Swap) -> str:
        tail = raw.tokens(current, self._estimator) if self._raw_trigger else 0
        ttl = self._settings.cache_ttl
        return swap_due(size, self._budget, idle=idle, ttl=ttl, raw=tail, raw_trigger=self._raw_trigger)

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, session: str) -> "_State":
        """Read the current state of a session."""
        journal = self._journal(session)
        known = self._store.catch_up(journal)
        current = self._store.swap(session, CURRENT) or Swap(session)
        return journal, known, current, self._tails.of(journal, known, current.tail_from)

    def _journal(self, session: str) -> Journal:
        journal = self._ingester.journal(session)
        if not journal.size:
            raise InputError(f"no session {session!r} in {self._places.journal}", hint=self._near(session))
        return journal

    def _near(self, session: str) -> str:
        known = self._store.sessions()
        near = [each for each in known if each.startswith(session[:8])] or known
        return "known: " + ", ".join(near[:5]) if near else "context-memory blocks ingest puts one there"

    def _prefix(self, swap: Swap) -> str:
        known = self._prefixes.get(swap.session)
        made_of = (swap.revision, swap.restored_files)
        if known is None or known[0] != made_of:
            known = self._prefixes[swap.session] = (made_of, view.prefix(swap))
        return known[1]


_State = tuple[Journal, Known, Swap, RawTail]
_HELPLESS = "shorten the system text or disable tools, or choose a larger window"
_PREPARING = Unchanged(
    "preparing", "the next view is being prepared", hint="go on with the view at hand and swap again", is_refusal=True
)
_HINT = "the view stays as it was; swap again after further messages, or change the budget"


def _block_of(blocks: Sequence[Block], seq: int) -> str:
    i = bisect_left(blocks, seq, key=lambda block: block.last)
    return blocks[i].id if i < len(blocks) and blocks[i].first <= seq else ""


def _busy(size: int) -> Unchanged:
    message = "a tool call is still waiting for its result"
    return Unchanged("busy", message, size, "swap after the result arrived", is_refusal=True)
