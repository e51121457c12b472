"""What one store asks of its server: reads by any connection of the pool, writes in one transaction.

Writers of the same docs wait for each other, others do not. What a
transaction reads it may change: rows are locked in the order of their ids, and
ids that do not exist yet by a number that is made of them, so that two writers
never make the same doc at once.
"""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from zlib import crc32

from ..model.errors import ContextMemoryError, NotReadyError
from . import postgres_schema
from .postgres_pool import POOLS, PostgresPool

BUCKETS = 1_024
"""Numbers that stand for ids that do not exist yet: few enough for the server's table of locks."""


class PostgresDatabase:
    """One store's view of the server."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._pool: PostgresPool = POOLS.take(address)
        self._writing: Any = None
        self.has_read = False
        """Whether the open transaction was asked something: then nobody but its caller may repeat it."""
        self._locked: set[str] = set()
        try:
            with self._pool.alone() as connection:
                self.has_vectors = postgres_schema.prepare(self._pool, connection)
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
            try:
                with self._pool.told(), connection.transaction():
                    yield
            finally:
                self._writing = None

    def locked_rows(self, columns: str, ids: Sequence[str]) -> list[tuple[Any, ...]]:
        """Rows of docs by id, in the order of ids; inside `write()` nobody else changes or makes these docs."""
        query = f"SELECT {columns}, docs.id FROM context_memory.docs WHERE docs.id = ANY(%s) ORDER BY docs.id, row"
        if not self.is_writing:
            return self.rows(query, (ids,))
        found = self.rows(f"{query} FOR UPDATE", (ids,))
        missing = sorted(set(ids) - {row[-1] for row in found})
        self._locked.update(ids)
        if missing and self._lock_new(missing):
            found += self.rows(f"{query} FOR UPDATE", (missing,))
        return found

    def lock_rows(self, ids: Iterable[str]) -> None:
        """Lock docs that are about to be written, as far as the transaction has not read them."""
        unlocked = sorted(set(ids) - self._locked)
        if unlocked:
            self.locked_rows("row", unlocked)

    def _lock_new(self, ids: Iterable[str]) -> bool:
        """Let no other transaction make these docs until this one ends; returns whether there was anything to lock."""
        buckets = sorted({crc32(doc_id.encode("utf-8", "replace")) % BUCKETS for doc_id in ids})
        self.do("SELECT pg_advisory_xact_lock(%s, b) FROM unnest(%s::int[]) b", (postgres_schema.IDS, buckets))
        return bool(buckets)

    def was_collision(self, error: NotReadyError) -> bool:
        """Whether two writers waited for each other, and this one had to give way."""
        return self._pool.is_collision(error)

    def lock(self, kind: int, name: str = "") -> None:
        """Wait for whoever else holds this lock; it is held until the transaction ends."""
        self.do("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (kind, name))

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
