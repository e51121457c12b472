"""What one store asks of its server: reads by any connection of the pool, writes in one transaction.

Writers of the same docs wait for each other, others do not. What a
transaction reads it may change: ids that do not exist yet are locked by a
number that is made of them, so that two writers never make the same doc at
once, then rows in the order of their ids. What it wants after that it gets at
once or gives way with `CollidedError`: whoever holds locks never waits, so two
transactions of ours never wait for each other.
"""

import contextlib
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from zlib import crc32

from ....errors import CollidedError, ContextMemoryError, NotReadyError
from ...ports import Result
from .pool import POOLS, PostgresPool
from .schema import IDS, prepare

BUCKETS = 1_024
"""Numbers that stand for ids that do not exist yet: few enough for the server's table of locks."""
ATTEMPTS = 10
"""Times that a transaction is tried where another writer was faster."""
PAUSE_SECONDS = 0.02
"""Before the second attempt, and twice as long before each later one: five to ten seconds in all."""


class PostgresDatabase:
    """One store's view of the server."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._pool: PostgresPool = POOLS.take(address)
        self._writing: Any = None
        self.has_read = False
        """Whether the open transaction was asked something: then nobody but its caller may repeat it."""
        self._locked: set[str] = set()
        self._waits = True
        """Whether the open transaction holds no lock yet: only then may it wait for one."""
        try:
            with self._pool.alone() as connection:
                self.has_vectors = prepare(self._pool, connection)
        except ContextMemoryError:
            self.close()
            raise

    @property
    def place(self) -> str:
        """Host, database and user."""
        return self._pool.place

    @property
    def is_writing(self) -> bool:
        """Whether a transaction is open: what is read then may be changed."""
        return self._writing is not None

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """What a query finds; inside `write()` it is part of the transaction."""
        if self._writing is not None:
            self.has_read = True
            return self._asked(self._writing, query, values)
        try:
            return self._read(query, values)
        except NotReadyError as error:
            if not self._pool.is_lost(error):
                raise
        self._pool.renew()  # the server restarted: once more, newly connected
        return self._read(query, values)

    def do(self, query: str, values: Sequence[object] = ()) -> int:
        """Run one statement in the open transaction; returns how many rows it touched."""
        return int(self._writing.execute(query, values).rowcount)

    @contextlib.contextmanager
    def write(self) -> Iterator[None]:
        """A transaction: all of it or nothing."""
        with self._pool.connection() as connection:
            self._writing, self.has_read = connection, False
            self._locked.clear()
            self._waits = True
            try:
                with self._pool.told(), connection.transaction():
                    yield
            finally:
                self._writing = None

    def repeated(self, change: Callable[[], None]) -> None:
        """Run a change that only writes in a transaction of its own, again where it collides with another one."""

        def written() -> None:
            with self.write():
                change()

        self.retried(written)

    @staticmethod
    def retried(transaction: Callable[[], Result]) -> Result:
        """What the transaction gives back, tried again where another writer was faster."""
        for attempt in range(1, ATTEMPTS):
            try:
                return transaction()
            except CollidedError:
                time.sleep(PAUSE_SECONDS * 2 ** (attempt - 1) * random.uniform(0.5, 1.0))  # not in step with the other
        return transaction()

    def locked_rows(self, columns: str, names: Sequence[Sequence[str]]) -> list[tuple[Any, ...]]:
        """Rows of docs, each by any of its names; inside `write()` nobody else changes or makes these docs."""
        ids = [each for doc in names for each in doc]
        query = f"SELECT {columns} FROM context_memory.docs WHERE docs.id = ANY(%s) ORDER BY docs.id, row"
        if not self.is_writing:
            return self.rows(query, (ids,))
        there = {row[0] for row in self.rows("SELECT id FROM context_memory.docs WHERE id = ANY(%s)", (ids,))}
        self._lock(IDS, sorted({_bucket(doc[0]) for doc in names if there.isdisjoint(doc)}))
        self._locked.update(ids)
        return self.locking_rows(query, (ids,), len(there), by_id=True)

    def lock_rows(self, names: Iterable[Sequence[str]]) -> None:
        """Lock docs that are about to be written, as far as the transaction has not read them."""
        unlocked = sorted({tuple(doc) for doc in names if self._locked.isdisjoint(doc)})
        if unlocked:
            self.locked_rows("row", unlocked)

    def locking_rows(
        self, query: str, values: Sequence[object], count: int, *, by_id: bool = False
    ) -> list[tuple[Any, ...]]:
        """What a query finds, locked: at least `count` rows. Only the first of all waits, and goes by id."""
        waits, self._waits = self._waits and by_id, False
        found = self.rows(f"{query} FOR NO KEY UPDATE{'' if waits else ' SKIP LOCKED'}", values)
        if not waits and len(found) < count:
            raise CollidedError(f"another writer of {self.place} was faster", hint="nothing was written; try again")
        return found

    def lock(self, kind: int, name: str = "") -> None:
        """Take this lock until the transaction ends."""
        self._lock(kind, [_bucket(name)])

    def _lock(self, kind: int, numbers: Sequence[int]) -> None:
        """Take numbered locks in their order; what a transaction wants after it holds some, it gets at once or not."""
        if not numbers:
            return
        how = "pg_advisory_xact_lock" if self._waits else "pg_try_advisory_xact_lock"
        taken = self._asked(self._writing, f"SELECT {how}(%s, n) FROM unnest(%s::int[]) n", (kind, list(numbers)))
        if (False,) in taken:
            raise CollidedError(f"another writer of {self.place} was faster", hint="nothing was written; try again")

    def close(self) -> None:
        """Give the connections back."""
        if self._address:
            POOLS.give_back(self._address)
            self._address = ""

    def _read(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._pool.connection() as connection:
            return self._asked(connection, query, values)

    def _asked(self, connection: Any, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        cursor = connection.execute(query, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def _bucket(name: str) -> int:
    return crc32(name.encode("utf-8", "replace")) % BUCKETS
