"""The memory of a workspace for one thread, and a pool of them for several threads.

A memory has a store of its own and its search, as fresh as a command's.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from ..errors import DamagedError, NotReadyError
from ..memory.assembly import (
    SETTLED_AFTER,
    WAIT_AT_RECALL,
    bring_up_to_date,
    embedded_after_write,
    embedded_at_recall,
    is_copy,
    meaning,
    open_recall,
    open_store,
    scope_of,
    settle,
)
from ..memory.docs import MemoryDoc, Scope
from ..memory.services import remember
from ..memory.services.remember import Remembered
from ..settings.values import Settings
from ..storage.places import Places

if TYPE_CHECKING:
    from ..memory.doc_requests import Request
    from ..memory.embedding.services.vector_search import VectorSearch
    from ..memory.recall.services.recall import Recall

FRESH_SECONDS = 0.5
"""How long an answer may miss an edit of a memory file; docs are always current."""
MOST_WARNINGS = 20
"""Different ones that are kept for the next answer."""
MOST_IDLE = 4
"""Memories that wait for the next call; each holds a few files open."""

Result = TypeVar("Result")


class Freshness:
    """The time up to which the index is complete; shared by all memories of a workspace in this process."""

    def __init__(self) -> None:
        self.at = ""
        """ISO 8601; empty until the index was found complete."""
        self.is_complete = False

    def note(self, *, is_complete: bool) -> None:
        """Note that the index was checked just now."""
        self.is_complete = is_complete
        if is_complete:
            self.at = datetime.now(UTC).isoformat(timespec="seconds")


class Memory:
    """The docs of one workspace. Not shared between threads, as a store is not."""

    def __init__(self, places: Places, settings: Settings, freshness: Freshness | None = None) -> None:
        self.freshness = freshness or Freshness()
        self.places = places
        self.settings = settings
        self.store = open_store(places, settings, may_copy=True)
        self._file = self._file_now()
        self._recall: Recall | None = None
        self._fresh_until = 0.0
        self._warnings: dict[str, None] = {}
        self._behind: dict[str, None] = {}
        """What was said when docs and sessions were taken in last: what was said before that is over."""
        if self.store.problem:
            self.warn(self.store.problem)

    @property
    def scope(self) -> Scope:
        """The default scope."""
        return scope_of(self.settings)

    def is_current(self) -> bool:
        """Whether the database is still the opened file and was not deleted or quarantined; a copy never is."""
        return self._file == self._file_now() and not is_copy(self.store)

    def recall(self) -> "Recall":
        """Search docs, files and sessions as they are now."""
        if self._recall is None or self._recall.embedder not in {"", self.store.embedding()}:
            self._behind.clear()
            self._recall = open_recall(self.places, self.settings, self._note_behind, self.store)
            self.freshness.note(is_complete=self._recall.is_complete)
            self._fresh_until = time.monotonic() + FRESH_SECONDS
        else:
            self.freshen()
        return self._recall

    def freshen(self) -> None:
        """Index what other processes wrote: docs of killed processes, memory files, sessions, and their vectors."""
        if not self.store.refresh(WAIT_AT_RECALL):
            self.freshness.note(is_complete=False)
            return
        if time.monotonic() >= self._fresh_until:
            self._behind.clear()
            is_complete = bring_up_to_date(self.store, self.places, self.settings, self._note_behind)
            self.freshness.note(is_complete=is_complete)
            self._embed(embedded_at_recall(self.settings))
            self._fresh_until = time.monotonic() + FRESH_SECONDS

    def index(self, most: int) -> bool:
        """Index at most this many messages, and vectors of some seconds; returns whether that was all."""
        is_complete = bring_up_to_date(self.store, self.places, self.settings, self.warn, most=most)
        near = self._embed(embedded_after_write(most, self.settings))
        self._warnings.clear()
        self._behind.clear()
        return is_complete and not (near and near.is_behind)

    def remember(self, requests: Sequence["Request"], now: datetime) -> list[Remembered]:
        """Write all docs or none."""
        written = list(remember.remember(self.store, requests, now))
        self._embed(embedded_after_write(len(written), self.settings))
        if len(written) >= SETTLED_AFTER:
            with contextlib.suppress(NotReadyError):  # what was written is written; the store's problem says it
                settle(self.store)
        return written

    def count_given(self, docs: Sequence[MemoryDoc], now: datetime) -> None:
        """Count these docs as used, in one write; while another process writes, with those of a later question."""
        recall = self._recall or open_recall(self.places, self.settings, self.warn, self.store)
        recall.note_given(docs)
        if self.store.refresh(WAIT_AT_RECALL):
            recall.save_given(now)

    def warnings(self) -> list[str]:
        """Warnings about possibly incomplete answers, each once."""
        found = [*(self._warnings | self._behind)]
        self._warnings.clear()
        self._behind.clear()
        return found

    def close(self) -> None:
        """Close the store; what was given out and not counted yet is, unless another process writes."""
        with contextlib.suppress(NotReadyError, DamagedError):
            if self._recall is not None and self.store.refresh(WAIT_AT_RECALL):
                self._recall.save_given(datetime.now(UTC))
        self.store.close()

    def _embed(self, most: int) -> "VectorSearch | None":
        return meaning(self.store, self.settings, self.warn, most=most, state=self.places.state)

    def warn(self, text: str) -> None:
        """Add a warning to the next answer."""
        if len(self._warnings) < MOST_WARNINGS:
            self._warnings[text] = None

    def _note_behind(self, text: str) -> None:
        if len(self._behind) < MOST_WARNINGS:
            self._behind[text] = None

    def _file_now(self) -> tuple[int, int] | None:
        if self.settings.store:
            return None
        try:
            found = self.places.database.stat()
        except OSError:
            return (0, 0)
        return found.st_dev, found.st_ino


OpenMemory = Callable[[], Memory]


class Memories:
    """A pool of memories of one workspace: each call uses one exclusively.

    `tell` reports once what was wrong with a store that was opened.
    """

    def __init__(self, open_memory: OpenMemory, tell: Callable[[str], None]) -> None:
        self._open = open_memory
        self._tell = tell
        self._lock = threading.Lock()
        self._idle: list[Memory] = []
        self._told = set[str]()
        self._is_closed = False

    def run(self, job: Callable[[Memory], Result]) -> Result:
        """The result of the job; if its database is damaged it is retried once on a new memory."""
        try:
            with self._lend() as memory:
                return job(memory)
        except DamagedError:  # what is opened anew says it
            with self._lend(anew=True) as memory:
                return job(memory)

    def close(self) -> None:
        """Close all stores; those in use are closed when their calls end."""
        with self._lock:
            self._is_closed, idle, self._idle = True, self._idle, []
        for memory in idle:
            memory.close()

    @contextlib.contextmanager
    def _lend(self, *, anew: bool = False) -> Iterator[Memory]:
        """Lend a memory for one call; it is discarded if its database is damaged."""
        memory = self._opened() if anew else self._take_or_open()
        is_sound = True
        try:
            yield memory
        except DamagedError:
            is_sound = False
            raise
        finally:
            if is_sound:
                self._give_back(memory)
            else:
                memory.close()

    def _take_or_open(self) -> Memory:
        """An idle memory, or a new one; one whose database was deleted or quarantined is closed."""
        while True:
            with self._lock:
                memory = self._idle.pop() if self._idle else None
            if memory is None:
                return self._opened()
            if memory.is_current():
                return memory
            memory.close()

    def _give_back(self, memory: Memory) -> None:
        with self._lock:
            is_kept = not self._is_closed and len(self._idle) < MOST_IDLE
            if is_kept:
                self._idle.append(memory)
        if not is_kept:
            memory.close()

    def _opened(self) -> Memory:
        memory = self._open()
        problem = memory.store.problem
        with self._lock:
            is_news = bool(problem) and problem not in self._told
            self._told.add(problem)
        if is_news:
            self._tell(problem)
        return memory
