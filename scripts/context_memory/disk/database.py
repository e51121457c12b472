"""Tables of derived state in an SQLite file, in WAL mode. `write()` is the only way to a connection that may change it.

The file may hold tables of others: only our own are made, and dropped when
their version is another one.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..model.errors import NotReadyError
from . import files

BUSY_SECONDS = 30.0
"""How long one process waits for another's transaction."""
_NOT_OURS = ("file is not a database", "database disk image is malformed", "file is encrypted")


@dataclass(frozen=True, slots=True)
class Schema:
    """Tables that belong together; another version of them means that they are derived again."""

    name: str
    version: int
    tables: Mapping[str, str]
    """Name and columns with options, e.g. `{"block": "(id TEXT PRIMARY KEY) WITHOUT ROWID"}`."""
    indexes: Mapping[str, str] = field(default_factory=dict)
    """Name and what it is on, e.g. `{"block_id": "block (id)"}`."""


class Database:
    """The tables of one schema; a damaged file is set aside and they are made again, empty."""

    def __init__(self, path: Path, schema: Schema) -> None:
        self.path = path
        self._schema = schema
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.RLock()
        self.problems: list[str] = []

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it or nothing."""
        with self._lock, self._translated():
            connection = self._opened()
            with _transaction(connection):
                yield connection

    def rows(self, query: str, arguments: Sequence[object] = ()) -> list[Any]:
        """The rows of a query that changes nothing."""
        with self._lock, self._translated():
            return self._opened().execute(query, arguments).fetchall()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            files.make_folder(self.path.parent)
            try:
                self._connection = self._connected()
            except sqlite3.DatabaseError as error:
                if not any(words in str(error) for words in _NOT_OURS):
                    raise
                self.problems.append(f"{self.path} was damaged; it was set aside and is derived again")
                _set_aside(self.path)
                self._connection = self._connected()
        return self._connection

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        with contextlib.ExitStack() as unless_it_works:
            unless_it_works.callback(connection.close)
            self.path.chmod(files.FILE_MODE)
            use_wal(connection, self.path)
            connection.execute("PRAGMA synchronous=NORMAL")  # derived state: what a power cut takes is derived again
            if self._found_version(connection) != self._schema.version:
                self._make(connection)
            unless_it_works.pop_all()
        return connection

    def _found_version(self, connection: sqlite3.Connection) -> int:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchone():
            return 0
        row = connection.execute("SELECT version FROM schema_version WHERE name = ?", (self._schema.name,)).fetchone()
        return int(row[0]) if row else 0

    def _make(self, connection: sqlite3.Connection) -> None:
        schema = self._schema
        with _transaction(connection):
            if self._found_version(connection) == schema.version:  # another process was first
                return
            for name, columns in schema.tables.items():
                connection.execute(f"DROP TABLE IF EXISTS {name}")
                connection.execute(f"CREATE TABLE {name} {columns}")
            for name, target in schema.indexes.items():
                connection.execute(f"CREATE INDEX {name} ON {target}")
            versions = "(name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID"
            connection.execute(f"CREATE TABLE IF NOT EXISTS schema_version {versions}")
            connection.execute("INSERT OR REPLACE INTO schema_version VALUES (?, ?)", (schema.name, schema.version))

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise NotReadyError(
                f"{self.path} cannot be used: {error}", hint="check space and permissions; it may be deleted any time"
            ) from error


def use_wal(connection: sqlite3.Connection, path: Path) -> None:
    """Switch the file to WAL; one process at a time, because SQLite's own timeout does not cover the switch."""
    with files.locked(path.with_name(f"{path.name}-mode")):
        connection.execute("PRAGMA journal_mode=WAL")


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:  # an error, perhaps of COMMIT itself on a full disk
            connection.execute("ROLLBACK")


def _set_aside(path: Path) -> None:
    """Rename the database and its companions to free names; nothing is deleted."""
    number = 1
    while path.with_name(f"{path.name}.corrupt-{number}").exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(path.with_name(f"{path.name}.corrupt-{number}{suffix}"))
