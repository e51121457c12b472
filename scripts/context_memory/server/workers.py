"""Worker threads, each job with a memory of its own; the event loop only receives and responds.

Counts of what was given out are written once a second, not once an answer: an
answer would wait for the disk.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TypeVar

from ..api.memories import Memories, Memory, OpenMemory
from ..errors import NotReadyError
from ..memory.docs import MemoryDoc

THREADS = 4
"""One that waits for the disk or an embedder must not hold up the others; Python computes in one at a time."""
MOST_WAITING = 64
"""Requests that wait for a thread; what comes beyond is told to come again."""
COUNTED_EVERY = 1.0
"""Seconds between two writes of counts: a process that is killed loses no more than these."""

Result = TypeVar("Result")


class Workers:
    """Runs jobs on memories of one workspace."""

    def __init__(self, open_memory: OpenMemory, tell: Callable[[str], None], threads: int = THREADS) -> None:
        self._memories = Memories(open_memory, tell)
        self._tell = tell
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="memory")
        self._lock = threading.Lock()
        self._given: list[Sequence[MemoryDoc]] = []
        self._waiting = 0

    async def run(self, job: Callable[[Memory], Result]) -> Result:
        """What the job gives back; raises NotReadyError when too many wait."""
        if self._waiting >= MOST_WAITING:
            raise NotReadyError(f"{MOST_WAITING} requests are waiting already", hint="ask again in a second")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._memories.run, job)
        finally:
            self._waiting -= 1

    def note_given(self, docs: Sequence[MemoryDoc]) -> None:
        """Remember that these docs were given out, until it is written."""
        if docs:
            with self._lock:
                self._given.append(docs)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """From the first request to the last; counts are written meanwhile and at the end."""
        ended = asyncio.Event()
        counting = asyncio.create_task(self._count(ended))
        try:
            yield
        finally:
            ended.set()
            await counting
            self._threads.shutdown()
            self._memories.close()

    async def _count(self, ended: asyncio.Event) -> None:
        while not ended.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), COUNTED_EVERY)
            await self._count_once()

    async def _count_once(self) -> None:
        with self._lock:
            given, self._given = self._given, []
        if not given:
            return
        docs = [doc for each in given for doc in each]
        try:
            await self.run(lambda memory: memory.count_given(docs, datetime.now(UTC)))
        except Exception as error:  # noqa: BLE001 - the edge: no lost count may end the counting
            self._tell(f"{len(docs)} docs that were given out were not counted: {type(error).__name__}: {error}")
