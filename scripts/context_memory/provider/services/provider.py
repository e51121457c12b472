"""The provider of one workspace: checks who asks and what, runs the verb, and writes the row of the audit."""

import contextlib
import gc
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError, NotReadyError, UnknownError
from ...storage.audit_chain import AuditChain
from ...text.secrets import redact
from ..grants import OWNER, ForbiddenError, Grant
from ..http import error_code
from ..verbs import VERBS, Verb, checked
from .background import Background, Worker

_NUMBERS = frozenset(
    [
        *("accepted", "duplicates", "seq", "sealed", "redacted", "chars", "tokens_est", "revision", "stale"),
        *("tokens_before", "tokens_after", "blocks", "evicted", "score", "saved_chars", "messages", "total", "allowed"),
    ]
)
_NUMERIC = frozenset({int, float, bool})
_WORDS = ("outcome", "reason", "fallback")
_WORD = re.compile(r"[a-z][a-z0-9_-]{0,40}")
MOST_IDS = 20
"""Of one row."""
LONGEST_FILE = 200
"""Characters of the name of a file in a row."""
MOST_FAULTS = 100
"""Rows that a check of the audit names."""
REFUSALS_A_MINUTE = 60
"""Rows of clients without a token."""
THREADS = 16
"""More than processors: a call waits for the one before it in its session, and for the disk."""
BUSY = 8
"""Calls that run or wait for a thread while work in the background pauses."""
BUSY_RATE = 100
"""Calls of the last second from which it pauses too."""
INDEX_EVERY = 5.0
"""Seconds between two jobs that take new messages into the index."""
TIDY_EVERY = 3_600.0
"""Seconds between two jobs that tidy the memory, where something was remembered and no call runs."""
UNTIDY = frozenset({"remember", "learn", "session-end"})
"""Verbs after which there may be something to tidy."""
MOST_WAITING = 256
"""Calls that run or wait for a thread; what comes beyond is told to come again."""
WARMING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("check", {"command": "true"}),
    ("recall", {"query": "warm", "touch": False}),
    ("trim", {"output": "line\n" * 10}),
    ("restore", {}),
    ("list", {"limit": 1}),
)
"""Calls that change nothing."""


Run = Callable[[Any, Grant, dict[str, Any]], dict[str, Any]]


class DeadlineError(NotReadyError):
    """A verb took longer than it may; it goes on, and what it does counts."""


def too_slow(name: str) -> DeadlineError:
    """What a client is told after the deadline."""
    return DeadlineError(f"{name} took longer than {VERBS[name].seconds:.0f} s", hint="ask again later")


class Provider:
    """Answers verbs; one of it serves every transport of a process."""

    def __init__(
        self, memory: ContextMemory, audit: AuditChain, tell: Callable[[str], None], *, threads: int = THREADS
    ) -> None:
        self._memory = memory
        self._is_synced = memory.settings.journal_fsync == "always"
        """Whether a message is on the disk before anybody is told that it is there."""
        self._audit = audit
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="provider")
        self._watch: Callable[[str, str, float], None] = lambda _verb, _outcome, _seconds: None
        self._counting = threading.Lock()
        self._waiting = 0
        self._refusing = threading.Lock()
        self._minute = self._refusals = 0
        self._worker = Worker(memory.workspace, memory.settings, self.later)
        self._background = Background(self._do, self._when_idle, tell, self._is_busy)
        self._is_untidy = self._is_unindexed = False
        self._calls = self._calls_before = self._rate = 0
        self._tidied_at = time.monotonic()
        self._indexed_at = self._tidied_at
        memory.sessions.leave_settling()
        self._ticker = Ticker((self._settle, audit.note), tell)

    @property
    def memory(self) -> ContextMemory:
        """The workspace."""
        return self._memory

    @property
    def background(self) -> Background:
        """The background work."""
        return self._background

    def call(self, name: str, value: object, grant: Grant = OWNER) -> dict[str, Any]:
        """What the verb gives back. Raises errors of ours; each is in the audit, and so is each answer."""
        verb = VERBS.get(name)
        if verb is None:
            raise UnknownError(f"there is no verb {name[:60]!r}", hint=", ".join(VERBS))
        return self._run(verb, verb.run, value, grant)

    def call_now(self, name: str, value: object, grant: Grant = OWNER) -> dict[str, Any] | None:
        """`call` where it ends at once; None, and nothing was done, where it would have to wait for anything."""
        verb = VERBS.get(name)
        return self._run_now(verb, value, grant) if verb and (verb.is_read or not self._is_synced) else None

    def _run_now(self, verb: Verb, value: object, grant: Grant) -> dict[str, Any] | None:
        try:
            return self._run(verb, verb.run_now, value, grant) if verb.run_now else None
        except BlockingIOError:
            return None

    def _run(self, verb: Verb, run: Run, value: object, grant: Grant) -> dict[str, Any]:
        started = time.perf_counter()
        self._calls += 1
        session = value.get("session", "") if isinstance(value, Mapping) else ""
        shown = session[:200] if isinstance(session, str) else ""
        try:
            given = checked(verb, value)
            if "session" in given:
                grant.check(given["session"])
            if grant.is_reader and not verb.is_read:
                raise ForbiddenError("this token may read only", hint="ask for one that may write")
            result = run(self, grant, given)
            self._is_untidy |= verb.name in UNTIDY
        except ContextMemoryError as error:
            code = error_code(error)[0]
            facts = {"outcome": "error", "reason": code} | _files_of(value)
            self._note(verb, grant, shown, started, facts, refused=True)
            self._watch(verb.name, code, time.perf_counter() - started)
            raise
        self._note(verb, grant, shown, started, _facts(result))
        self._watch(verb.name, "ok", time.perf_counter() - started)
        return result

    def watch(self, note: Callable[[str, str, float], None]) -> None:
        """Call `note` after each call with its verb, `ok` or the code of its error, and its seconds."""
        self._watch = note

    def start(self, name: str, value: object, grant: Grant = OWNER) -> "Future[dict[str, Any]]":
        """`call` on a thread, or only its wait for the disk. Raises NotReadyError where too many wait."""
        if self._waiting >= MOST_WAITING:
            raise NotReadyError(f"{MOST_WAITING} requests are waiting already", hint="ask again in a second")
        return self.start_now(name, value, grant) or self._submitted(self.call, name, value, grant)

    def start_now(self, name: str, value: object, grant: Grant = OWNER) -> "Future[dict[str, Any]] | None":
        """`call` where only the disk has to be waited for; None, and nothing was done, where that is not so."""
        verb = VERBS.get(name)
        if verb is None or not self._is_synced or self._waiting >= MOST_WAITING:
            return None
        done = self._run_now(verb, value, grant)
        return None if done is None else self._submitted(self._to_disk, verb, done, grant)

    def _submitted(self, call: Callable[..., dict[str, Any]], *given: Any) -> "Future[dict[str, Any]]":
        with self._counting:
            self._waiting += 1
        work = self._threads.submit(call, *given)
        work.add_done_callback(self._ended)
        return work

    def _to_disk(self, verb: Verb, done: dict[str, Any], grant: Grant) -> dict[str, Any]:
        """The result of a call that was done at once, when what it wrote is synced."""
        started = time.perf_counter()
        try:
            self._memory.sessions.sync(done["session"], known=False)
        except ContextMemoryError as error:
            facts = {"outcome": "error", "reason": error_code(error)[0]}
            self._note(verb, grant, done["session"], started, facts, refused=True)
            raise
        return done

    def within(self, name: str, value: object, grant: Grant = OWNER) -> dict[str, Any]:
        """`call` within the deadline of the verb."""
        work = self.start(name, value, grant)
        try:
            return work.result(VERBS[name].seconds if name in VERBS else None)
        except TimeoutError as error:
            raise too_slow(name) from error

    def warm(self) -> None:
        """Import and open ahead of time what the first calls need; an embedder is loaded meanwhile, and beyond."""
        self._memory.docs.load_embedder()
        for name, given in WARMING:
            with contextlib.suppress(ContextMemoryError):  # without a workspace there is nothing to check
                VERBS[name].run(self, OWNER, dict(given))
        self._memory.sessions.names()

    def warm_soon(self) -> None:
        """`warm` on a thread: a host that waits for an answer does not wait for this."""
        self._threads.submit(self.warm)

    def load_soon(self) -> None:
        """Load on a thread what the first message, context and recall need; no file of a workspace is touched."""
        self._memory.docs.load_embedder()
        for load in (self._memory.sessions.warm, self._memory.docs.warm):
            self._threads.submit(load)

    def record_refusal(self, reason: str) -> None:
        """Record in the audit that a client was refused, so many times a minute: the log must not fill a disk."""
        minute = int(time.monotonic() // 60)
        with self._refusing:
            if minute != self._minute:
                self._minute, self._refusals = minute, 0
            self._refusals += 1
            if self._refusals > REFUSALS_A_MINUTE:
                return
        with contextlib.suppress(NotReadyError):
            self._audit.add(datetime.now(UTC), {"actor": "", "event": "refusal", "reason": reason})

    def rows(
        self, since: int, limit: int, session: str = "", actor: str = "", *, newest: bool = False
    ) -> list[dict[str, Any]]:
        """Rows of the audit."""
        wanted = {name: value for name, value in (("session", session), ("actor", actor)) if value}
        if newest:
            return self._audit.newest(limit, since=since, **wanted)
        return self._audit.rows(since, limit, **wanted)

    def verified(self) -> dict[str, Any]:
        """Whether every row of the audit is as it was written."""
        count, faults = self._audit.verified()
        shown = [{"row": each.row, "line": each.line, "what": each.what} for each in faults[:MOST_FAULTS]]
        return {"rows": count, "ok": not faults, "faults": shown, "faults_total": len(faults)}

    def record_login(self, grant: Grant) -> None:
        """Record in the audit that a token was used to log in."""
        self._audit.add(datetime.now(UTC), {"actor": grant.name, "event": "login"})

    def state(self) -> dict[str, Any]:
        """What is done in the background, and what it cost."""
        return self._background.state() | {"calls": self._waiting, **self._memory.overview.spending()}

    def later(self, name: str, session: str) -> bool:
        """Have background work done."""
        return self._background.add(name, session)

    def close(self) -> None:
        """Let what runs end well, then let go of all files."""
        self._threads.shutdown(cancel_futures=True)
        self._ticker.close()
        self._background.close()
        self._worker.close()
        self._memory.close()
        self._audit.close()

    def _do(self, name: str, session: str) -> float:
        """Have the worker do a job, and read what it prepared before somebody waits for it."""
        seconds = self._worker.do(name, session)
        if name == "prepare":
            self._memory.sessions.preload(session)
        return seconds

    def _is_busy(self) -> bool:
        """Whether calls need the processor more than the background does."""
        return self._waiting >= BUSY or self._rate >= BUSY_RATE

    def _settle(self) -> None:
        """Once a second: the disk, the index of journals, and now and then what is searched."""
        self._rate, self._calls_before = self._calls - self._calls_before, self._calls
        is_new = self._memory.sessions.settle()
        self._is_unindexed |= is_new
        if self._is_unindexed and time.monotonic() - self._indexed_at >= INDEX_EVERY:
            self._is_unindexed, self._indexed_at = False, time.monotonic()
            self.later("index", "")

    def _when_idle(self) -> None:
        """Nothing was to be done for a while: look for cycles, tidy where that is due, else let go of the worker."""
        gc.collect()
        if self._is_untidy and time.monotonic() - self._tidied_at >= TIDY_EVERY:
            self._is_untidy, self._tidied_at = False, time.monotonic()
            self.later("tidy", "")
        else:
            self._worker.close()

    def _ended(self, work: "Future[dict[str, Any]]") -> None:
        with self._counting:
            self._waiting -= 1
        if not work.cancelled():
            work.exception()  # one that came after its deadline is in the audit

    def _note(
        self, verb: Verb, grant: Grant, session: str, started: float, facts: dict[str, Any], *, refused: bool = False
    ) -> None:
        if not verb.is_audited and not refused:
            return
        row = {"actor": grant.name, "event": verb.name, "session": session, **facts}
        row["ms"] = round((time.perf_counter() - started) * 1_000, 2)
        try:
            self._audit.add(datetime.now(UTC), row)
        except NotReadyError:
            if not refused:  # a full disk: what could not be written down was not done in the eyes of the client
                raise


def _facts(result: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers, ids and fixed words of a result; nothing that anybody said."""
    facts: dict[str, Any] = {
        name: value for name, value in result.items() if name in _NUMBERS and type(value) in _NUMERIC
    }
    for name in _WORDS:
        if name in result and isinstance(result[name], str) and _WORD.fullmatch(result[name]):
            facts[name] = result[name]
    listed = result.get("hits") or result.get("docs") or ()
    ids = [each["id"] for each in listed if isinstance(each, Mapping) and "id" in each] if listed else []
    if ids:
        facts |= {"count": len(ids), "ids": ids[:MOST_IDS]}
    for name in ("archive", "handle"):
        if result.get(name):
            facts["archived"] = result[name]
    restored = result.get("restored")
    if restored and isinstance(restored, list):
        facts |= _files_of({"files": [each["path"] for each in restored]})
    return facts


def _files_of(value: object) -> dict[str, list[str]]:
    """Names of the files that are given, or were asked for."""
    files = value.get("files") if isinstance(value, Mapping) else None
    named = [each for each in files if isinstance(each, str)] if isinstance(files, list) else []
    return {"files": [redact.cleaned(each[:LONGEST_FILE]) for each in named[:MOST_IDS]]} if named else {}


TICK_SECONDS = 1.0
"""What was acknowledged with batch durability is on the disk after them."""


class Ticker:
    """Runs its jobs once a second on its own thread, so that no call waits for the disk. `tell` logs failures."""

    def __init__(self, jobs: Sequence[Callable[[], object]], tell: Callable[[str], None]) -> None:
        self._jobs = jobs
        self._tell = tell
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End after the job that runs."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            for job in self._jobs:
                try:
                    job()
                except (ContextMemoryError, OSError) as error:
                    self._tell(f"the disk could not be brought up to date: {error}")
