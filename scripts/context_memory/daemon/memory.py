"""The memory of a workspace as one thread uses it: a store of its own and its search, as fresh as a command's."""

import contextlib
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from .. import wiring
from ..disk.places import Places
from ..model.docs import MemoryDoc, Scope
from ..model.errors import NotReadyError
from ..model.settings import Settings
from ..services import remember
from ..services.remember import Remembered

if TYPE_CHECKING:
    from ..rules.remembering import Request
    from ..services.recall import Recall

FRESH_SECONDS = 0.5
"""How long an answer may miss what somebody wrote into a memory file; docs are always as they are."""
MOST_WARNINGS = 20
"""Different ones that are kept for the next answer."""


class Memory:
    """The docs of one workspace. Not shared between threads, as a store is not."""

    def __init__(self, places: Places, settings: Settings) -> None:
        self.places = places
        self.settings = settings
        self.store = wiring.open_store(places, settings)
        self._file = self._file_now()
        self._recall: Recall | None = None
        self._fresh_until = 0.0
        self._warnings: dict[str, None] = {}

    @property
    def scope(self) -> Scope:
        """Whose memory it is where a request names nobody."""
        return wiring.scope_of(self.settings)

    def is_current(self) -> bool:
        """Whether the database is still the file that was opened: nobody deleted it or set it aside."""
        return self._file == self._file_now()

    def recall(self) -> "Recall":
        """The search, with docs, files and sessions as they are now."""
        if self._recall is None or self._recall.embedder not in {"", self.store.embedding()}:
            self._recall = wiring.open_recall(self.places, self.settings, self._warn, self.store)
            self._fresh_until = time.monotonic() + FRESH_SECONDS
        else:
            self.freshen()
        return self._recall

    def freshen(self) -> None:
        """Take in what others wrote: docs of processes that died, memory files, sessions, and vectors of all that."""
        self.store.refresh()
        if time.monotonic() >= self._fresh_until:
            wiring.bring_up_to_date(self.store, self.places, self.settings, self._warn)
            self._embed(wiring.embedded_at_recall(self.settings))
            self._fresh_until = time.monotonic() + FRESH_SECONDS

    def remember(self, requests: Sequence["Request"], now: datetime) -> list[Remembered]:
        """Write docs, all of them or none."""
        written = list(remember.remember(self.store, requests, now))
        self._embed(max(len(written), wiring.embedded_at_recall(self.settings)))
        if len(written) >= wiring.SETTLED_AFTER:
            with contextlib.suppress(NotReadyError):  # what was written is written; the store's problem says it
                wiring.settle(self.store)
        return written

    def count_given(self, docs: Sequence[MemoryDoc], now: datetime) -> None:
        """Count that these docs were given out, in one write."""
        recall = self._recall or wiring.open_recall(self.places, self.settings, self._warn, self.store)
        recall.note_given(docs)
        recall.save_given(now)

    def warnings(self) -> list[str]:
        """What may be missing in answers, each once."""
        found = [*self._warnings]
        self._warnings.clear()
        return found

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    def _embed(self, most: int) -> None:
        wiring.meaning(self.store, self.settings, self._warn, most=most, state=self.places.state)

    def _warn(self, text: str) -> None:
        if len(self._warnings) < MOST_WARNINGS:
            self._warnings[text] = None

    def _file_now(self) -> tuple[int, int] | None:
        if self.settings.store:
            return None
        try:
            found = self.places.database.stat()
        except OSError:
            return (0, 0)
        return found.st_dev, found.st_ino


OpenMemory = Callable[[], Memory]
