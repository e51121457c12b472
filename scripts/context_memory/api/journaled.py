"""Journaled sessions of one workspace, kept open between calls: append messages, get the context, swap.

It is called for every message. One call of a session runs at a time; sessions do not wait for each other.
"""

import contextlib
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from time import monotonic, sleep
from typing import TYPE_CHECKING

from ..blocks import context
from ..blocks.files import journal as journal_files
from ..blocks.files.block_store import ROWS_AT_ONCE
from ..blocks.files.journal import Journal
from ..blocks.services.next_view import HeldMemories
from ..blocks.values import Swap, Swapped
from ..compaction.notes.services.notes import Origin
from ..errors import ContextMemoryError, InputError, NotReadyError, UnknownError
from ..messages import Session
from ..settings.values import Settings
from ..storage import environment
from ..storage.places import Places
from ..text import tokens
from ..tokens import budget
from . import incoming, results
from .assemble import learning, sessions
from .incoming import Appended
from .values import Context, Note, SwapResult
from .workspace import now_utc

if TYPE_CHECKING:
    from ..blocks.files.block_store import Known, Rows
    from .assemble.sessions import BlockServices

MOST_OPEN = 192
"""Sessions that are held open, with two descriptors each; beyond, the least recently used are closed."""
DESCRIPTORS_FOR_SESSIONS = 3 / 8
"""Share of the file descriptors of the process, where that is less; connections and stores need the others."""
KEPT_OPEN = 2 / 3
"""Share of them to which `settle` closes, so that a first message need not: it would wait for a thread and the disk."""
SETTLED_AT_ONCE = 32
"""Sessions that are synced together: each takes a descriptor more meanwhile, and cannot be closed."""
REST_SECONDS, MOST_RESTING = 0.001, 0.1
"""After each few messages that `settle` indexes, and of all of them: in which appends are answered undisturbed."""
LONGEST_NAME = 200  # characters of a session's id
CALLS_LOOKED_FOR, MOST_NAMES = 64, 512
"""Newest messages in which the name of a tool is looked for after a restart, and names that are held."""
VERSION = 1  # of the shape of a context (SPEC 3.2)


@dataclass(slots=True)
class _Held:
    """One open session: its lock, the number of its users, and the tools of its newest calls."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    users: int = 0
    tools: dict[str, str] = field(default_factory=dict)
    size: int | None = None
    """Tokens of the context; None where it has to be counted."""
    is_fresh: bool = True
    """Whether the index and the disk have everything; always true without `settle`."""


class Journaled:
    """The journals, blocks and views of one workspace. Thread-safe."""

    def __init__(self, places: Places, settings: Settings) -> None:
        self._places = places
        self._settings = settings
        self._estimator = tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)
        self._guard = threading.Lock()
        self._held: dict[str, _Held] = {}
        self._services: BlockServices | None = None
        self._beside: BlockServices | None = None
        """What `settle` works with, so that no call waits for it."""
        self._is_live = False
        self._prewarm_at = budget.budget_of(settings.window, settings.policy).prewarm_at
        self._memories = HeldMemories()
        self._preparing = threading.Lock()
        """One view at a time: each takes a processor for a while."""
        self._settling: frozenset[str] = frozenset()
        """Sessions whose journals are being forced onto the disk."""
        self._unindexed: list[tuple[Journal, Known, Rows]] = []
        """What `settle` takes into the index, under the lock: a call that needs some of it does that itself."""
        self._indexing = threading.Lock()
        self._syncing = ThreadPoolExecutor(journal_files.SYNCED_AT_ONCE, thread_name_prefix="sync")
        self._most_open = environment.share_of_descriptors(DESCRIPTORS_FOR_SESSIONS / 2, MOST_OPEN)
        self._is_behind = False
        """Whether a session was closed that the index does not have whole."""
        self._closed = False

    def append(
        self,
        session: str,
        messages: object,
        *,
        format: str = "auto",  # noqa: A002
        may_wait: bool = True,
    ) -> Appended:
        """Journal these messages, each once: repeats, recognised by id or by `seq` and content, are duplicates.

        They are in the journal when this returns; one with neither id nor seq is another each time. Without `may_wait`
        nothing is synced, and it raises BlockingIOError, with nothing done, where it would have to wait for anything.
        """
        given = incoming.messages_of(messages, format)
        services, held = self._lock_session(session, may_wait=may_wait)
        try:
            if incoming.unknown_calls(given, held.tools):
                if not may_wait:
                    raise BlockingIOError
                self._learn_tools(services, session, held)
            named = incoming.with_tool_names(given, held.tools)
            while len(held.tools) > MOST_NAMES:
                del held.tools[next(iter(held.tools))]
            is_known = (held.size is not None and not may_wait) or self._is_size_known(services, session, held)
            if not is_known and not may_wait:
                raise BlockingIOError
            done = services.ingester.add(session, named, now_utc(), may_wait=may_wait)
            held.is_fresh = held.is_fresh and not (self._is_live and done.accepted)
            if is_known and held.size is not None:
                held.size = (done.context or held.size) + done.tokens
            else:
                held.size = services.viewer.fill(session).tokens
            is_near = bool(done.sealed) and held.size >= self._prewarm_at
        finally:
            self._unlock_session(held)
        return Appended(
            session=session,
            accepted=done.accepted,
            duplicates=done.duplicates,
            duplicate=bool(given) and not done.accepted,
            first_seq=done.first,
            seq=done.last,
            sealed=len(done.sealed),
            redacted=done.redacted,
            is_swap_near=is_near,
            warnings=incoming.warnings_of(messages, done),
        )

    def context(
        self,
        session: str,
        *,
        max_chars: int | None = None,
        max_tokens: int | None = None,
        form: str = "",
        with_files: bool = True,
    ) -> Context:
        """The context of the session for a model, within these characters or tokens. Uses no model.

        The newest view and its raw tail where these have room, else a summary by rules and the newest messages.
        `form` (anthropic, openai or openclaw) gives the view as messages too, where it was not made smaller.
        `with_files=False` leaves out the files of the workspace that a swap gave back.
        Raises UnknownError for a session that has no message.
        """
        room = context.Room.of(max_chars, max_tokens)
        if form and form not in results.WRITERS:
            raise InputError(f"unknown form of messages {form!r}", hint="choose one of: " + ", ".join(results.WRITERS))
        with self._locked_services(session, known=True) as (services, _):
            view, text = services.viewer.within(session, room, with_files=with_files)
            made = services.viewer.fitted(session, room) if text is None else None
            at = now_utc().isoformat(timespec="seconds")
            fresh_to = self._time_of(services, session, made.covered) if made and made.is_stale else at
        shown = made.text if made else text or ""
        return Context(
            version=VERSION,
            session_id=session,
            revision=view.revision,
            built_at=at,
            covers={"first_seq": view.first, "last_seq": view.last, "message_count": view.last - view.first + 1},
            text=shown,
            chars=len(shown),
            tokens_est=self._estimator(shown),
            raw_tail_from_seq=made.tail_from if made else view.tail_from,
            sources=() if made else view.sources,
            restored_files=() if made else view.restored_files,
            stale=bool(made and made.is_stale),
            fallback="deterministic" if made else "none",
            fresh_to=fresh_to,
            messages=results.messages_in(form, view.messages) if form and made is None else None,
        )

    def swap(
        self,
        session: str,
        *,
        expected_revision: int | None = None,
        idle: float = 0,
        tokens: int | None = None,
        force: bool = False,
        at_once: bool = False,
    ) -> SwapResult:
        """Replace old messages with capsules if that is due; `outcome` is the result.

        `refused` with the reason `busy` while a tool call is open, `conflict` where the revision is another one, and,
        with `at_once`, `preparing` where the next view is not prepared and building it would take long: call `prepare`.
        """
        with self._locked_services(session, known=True) as (services, held):
            held.size = None
            outcome = services.viewer.swap(
                session,
                now_utc(),
                expected_revision=expected_revision,
                idle=idle,
                size=tokens,
                force=force,
                at_once=at_once,
            )
            done = outcome.swap if isinstance(outcome, Swapped) else None
            revision = done.revision if done else services.viewer.revision(session)
        return SwapResult(session=session, revision=revision, **results.swap_fields(outcome))

    def prepare(self, session: str) -> bool:
        """Prepare the next view and the summaries ahead of time; returns whether there is a view.

        Best called in the background: messages of the session are taken in meanwhile.
        """
        with self._beside_calls(session) as services:
            is_ready = isinstance(services.viewer.prepare(session, now_utc()), Swap)
            services.viewer.summarise(session)
        return is_ready

    def fold_ahead(self, session: str, seconds: float) -> bool:
        """Do a part of `prepare` and `flush` that is kept, for so many seconds; whether both are short now."""
        until = monotonic() + seconds
        with self._beside_calls(session) as services:
            return services.viewer.fold_ahead(session, lambda: monotonic() >= until)

    def flush(self, session: str) -> Note:
        """Write the session into today's note, using the state of earlier views.

        Best called in the background. Raises InputError without a workspace.
        """
        problems: list[str] = []
        notes = learning.session_notes(self._places, self._settings, problems.append, problems.append)
        with self._beside_calls(session) as services:
            memory = services.viewer.memory(session)
            told = self._transcript(services, session) if notes.writer else Session("anthropic", (), id=session)
        note, _ = notes.flush_known(told, memory, Origin(session), now_utc())
        return replace(note, problems=tuple(problems) or None)

    def sync(self, session: str, *, known: bool = True) -> None:
        """Sync what was appended to the session; where it has to be `known`, one without a journal is refused."""
        with self._locked_services(session, known=known) as (services, _):
            services.ingester.journal(session).sync()

    def preload(self, session: str) -> None:
        """Read what the next swap needs, e.g. where another process prepared it. Nothing for an unknown session."""
        with contextlib.suppress(UnknownError), self._locked_services(session, known=True) as (services, _):
            services.viewer.preload(session)

    def warm(self) -> None:
        """Load and compile ahead of time what the first message and the first context of a process need."""
        sessions.warm(self._places, self._settings)

    def leave_settling(self) -> None:
        """Say that `settle` is called once a second: appends wait for no index, and for the disk if `always` is set."""
        with self._guard:
            self._let_go()
            self._is_live = True

    def settle(self) -> bool:
        """Index and sync what was appended, from one thread; returns whether there was anything."""
        with self._guard:
            waiting = [name for name, held in self._held.items() if not held.is_fresh]
            is_behind, self._is_behind = self._is_behind, False
            if self._closed or not (waiting or is_behind):
                return False
            beside = self._beside = self._beside or sessions.blocks(self._places, self._settings)
        others = self._sync(waiting)
        cuts = sum(len(rows.messages) for _, _, rows in self._unindexed) // ROWS_AT_ONCE + 1
        with contextlib.suppress(ContextMemoryError):  # a call that needs the index says it
            beside.store.add_all(self._unindexed, self._indexing, lambda: sleep(min(REST_SECONDS, MOST_RESTING / cuts)))
            for journal in others:
                beside.store.catch_up(journal)
        self._unindexed.clear()
        least = int(self._most_open * KEPT_OPEN)
        for count in range(len(self._held) - 1, least - 1, -1)[: journal_files.SYNCED_AT_ONCE]:  # few a second
            with self._guard:
                self._close_beyond(count)
        return True

    def _sync(self, waiting: Sequence[str]) -> list[Journal]:
        """Sync the journals of these sessions and take their rows to be indexed; journals that have to be read."""
        others = []
        for first in range(0, len(waiting), SETTLED_AT_ONCE):
            syncs, some = [], waiting[first : first + SETTLED_AT_ONCE]
            self._settling = frozenset(some)
            for name in some:
                with self._locked_services(name) as (services, held):
                    held.is_fresh = True
                    syncs.append(services.ingester.journal(name).detached_sync())
                    journal, rows = Journal(self._places.journal, name), services.ingester.take_appended(name)
                    others += [] if rows else [journal]
                    self._unindexed += [(journal, *rows)] if rows else []
            journal_files.sync_all(syncs, self._syncing, len(some) / len(waiting))
        self._settling = frozenset()
        return others

    def transcript(self, session: str) -> Session:
        """Every journaled message of the session."""
        with self._locked_services(session, known=True) as (services, _):
            return self._transcript(services, session)

    def names(self) -> list[str]:
        """Ids of all journaled sessions."""
        with self._guard:
            store = self._open_services().store
        return store.sessions()

    def close(self) -> None:
        """Sync and close all files after running calls have ended."""
        with self._guard:
            self._closed = True
            busy = [held for held in self._held.values() if held.users]
        for held in busy:
            with held.lock:
                pass
        with self._guard:
            self._let_go()
        self._syncing.shutdown()

    # -- inside ------------------------------------------------------------------------------------

    def _time_of(self, services: "BlockServices", session: str, seq: int) -> str:
        """The time of that message; empty for none."""
        found = services.store.entries(services.ingester.journal(session), seq, seq)
        return found[0].message.time if found else ""

    def _transcript(self, services: "BlockServices", session: str) -> Session:
        journal = services.ingester.journal(session)
        services.store.catch_up(journal)
        return Session("anthropic", tuple(each.message for each in services.store.entries(journal, 1)), id=session)

    @contextlib.contextmanager
    def _beside_calls(self, session: str) -> "Iterator[BlockServices]":
        """Separate services for slow work, so that appends to the session can go on."""
        with self._locked_services(session, known=True):
            pass
        with self._preparing:
            services = sessions.blocks(self._places, self._settings, self._memories)
            try:
                yield services
            finally:
                services.close()

    @contextlib.contextmanager
    def _locked_services(self, session: str, *, known: bool = False) -> "Iterator[tuple[BlockServices, _Held]]":
        """The services with a lock on this session; `known` refuses a session without a journal."""
        services, held = self._lock_session(session, may_wait=True)
        try:
            if known:
                self._bring_up_to_date(services, session)
            yield services, held
        finally:
            self._unlock_session(held)

    def _lock_session(self, session: str, *, may_wait: bool) -> "tuple[BlockServices, _Held]":
        """Lock this session, until `_unlock_session`.

        Without `may_wait` BlockingIOError where it is locked, or is new and has to wait for another one or the disk.
        """
        if not 0 < len(session) <= LONGEST_NAME:
            raise InputError(f"a session id has 1 to {LONGEST_NAME} characters", hint="name it")
        if not self._guard.acquire(blocking=may_wait):
            raise BlockingIOError
        try:
            is_full = len(self._held) >= self._most_open or bool(self._settling)  # a new file waits for those that sync
            if not may_wait and (self._services is None or (is_full and session not in self._held)):
                raise BlockingIOError
            services = self._open_services()
            held = self._held.pop(session, None)
            if held is None:
                self._close_beyond(self._most_open - 1, may_sync=True)
            held = self._held[session] = held or _Held()  # the last one used stands last
            held.users += 1
        finally:
            self._guard.release()
        if not held.lock.acquire(blocking=may_wait):
            self._note_end(held)
            raise BlockingIOError
        return services, held

    def _unlock_session(self, held: _Held) -> None:
        held.lock.release()
        self._note_end(held)

    def _note_end(self, held: _Held) -> None:
        """One user fewer; after `close` the last one closes the files."""
        with self._guard:
            held.users -= 1
            if self._closed and not any(each.users for each in self._held.values()):
                self._let_go()

    @staticmethod
    def _is_size_known(services: "BlockServices", session: str, held: _Held) -> bool:
        """Whether the size of the context is that of the journal; a new session has none."""
        if held.size is not None and services.ingester.is_current(session):
            return True
        if services.ingester.journal(session).size:
            return False
        held.size = 0
        return True

    def _bring_up_to_date(self, services: "BlockServices", session: str) -> None:
        """Index what was appended and not indexed yet: it is at hand, and reading it back took longest of a context."""
        journal = services.ingester.journal(session)
        if not journal.size:
            raise UnknownError(f"there is no session {session!r}", hint="append its first message")
        with self._indexing:
            taken = [each[1:] for each in self._unindexed if each[0].session == session]
            self._unindexed[:] = [each for each in self._unindexed if each[0].session != session]
        for appended in filter(None, (*taken, services.ingester.take_appended(session))):
            services.store.add_rows(journal, *appended)

    def _open_services(self) -> "BlockServices":
        if self._closed:
            raise NotReadyError("this ContextMemory is closed", hint="open the workspace again")
        if self._services is None:
            self._services = sessions.blocks(self._places, self._settings, self._memories, is_live=self._is_live)
        return self._services

    def _close_beyond(self, most: int, *, may_sync: bool = False) -> None:
        """Close the least recently used sessions beyond so many: those on disk, with `may_sync` then others too."""
        for is_fresh in (True, False)[: 1 + may_sync]:
            for name, each in list(self._held.items()) if len(self._held) > most else ():
                is_idle = not (each.users or name in self._settling)
                if self._services and is_idle and each.is_fresh is is_fresh and len(self._held) > most:
                    self._services.let_go(name)
                    del self._held[name]
                    self._is_behind |= not is_fresh

    def _let_go(self) -> None:
        self._held.clear()
        for services in (self._services, self._beside):
            if services is not None:
                services.close()
        self._services = self._beside = None

    def _learn_tools(self, services: "BlockServices", session: str, held: _Held) -> None:
        """Load the tools of the newest calls, journaled by an earlier process."""
        journal = services.ingester.journal(session)
        if not journal.size:
            return
        last = services.store.catch_up(journal).messages
        for entry in services.store.entries(journal, max(1, last - CALLS_LOOKED_FOR + 1), last):
            held.tools.update((call.id, call.name) for call in entry.message.calls)
