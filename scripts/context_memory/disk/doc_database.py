"""The SQLite database of docs: opened, migrated, written in one place, set aside when it is damaged.

`with database.write() as connection:` is the only way to a writing cursor.
Writers queue at a file lock, so that SQLite never has to answer "database is
locked"; readers never wait (WAL).
"""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..model.errors import DamagedError, NotReadyError
from .database import use_wal
from .files import FILE_MODE, locked, make_folder

BUSY_MS = 30_000
MIGRATIONS = (
    """
    CREATE TABLE docs (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        scope TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        tier TEXT NOT NULL,
        importance REAL NOT NULL,
        pinned INTEGER NOT NULL,
        access_count INTEGER NOT NULL,
        created_at REAL NOT NULL,
        accessed_at REAL NOT NULL,
        tags TEXT NOT NULL,
        session TEXT NOT NULL,
        seq INTEGER,
        speaker TEXT NOT NULL,
        source TEXT NOT NULL,
        file TEXT NOT NULL,
        forgotten_at REAL,
        terms TEXT NOT NULL
    ) STRICT;
    CREATE INDEX docs_by_session ON docs (session, scope, seq) WHERE session <> '';
    CREATE INDEX docs_by_day ON docs (created_at);
    CREATE INDEX docs_by_file ON docs (file) WHERE file <> '';
    CREATE VIRTUAL TABLE words USING fts5 (
        terms, content = 'docs', content_rowid = 'row', tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
    );
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab ('words', 'row');
    CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE speakers (scope TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (scope, name)) STRICT, WITHOUT ROWID;
    CREATE TABLE files (path TEXT PRIMARY KEY, hash TEXT NOT NULL, stamp TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE vectors (
        identity TEXT NOT NULL, row INTEGER NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (identity, row)
    ) STRICT, WITHOUT ROWID;
    """,
)
"""Appended to, never edited."""


class DocDatabase:
    """One connection to the database; a thread opens its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        """What was wrong with the file that was found, when it had to be set aside."""
        make_folder(path.parent)
        try:
            self._connection = self._opened()
        except sqlite3.DatabaseError:
            self._connection = self._repaired()

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """What a reading query finds; raises DamagedError when a page cannot be read."""
        try:
            return self._connection.execute(query, values).fetchall()
        except (sqlite3.OperationalError, sqlite3.ProgrammingError) as error:
            raise NotReadyError(f"{self.path} cannot be searched: {error}", hint="try again") from error
        except sqlite3.DatabaseError as error:
            raise DamagedError(f"{self.path} is damaged: {error}", hint="run index_memory W --all") from error

    def state(self) -> tuple[int, int]:
        """Changes whenever this or another process has written."""
        return self.rows("PRAGMA data_version")[0][0], self._connection.total_changes

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it or nothing."""
        with locked(self.path):
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except sqlite3.OperationalError as error:
                raise NotReadyError(f"cannot write {self.path}: {error}", hint="check space, owner and mode") from error
            except sqlite3.DatabaseError as error:
                raise NotReadyError(
                    f"{self.path} is damaged: {error}",
                    hint="run index_memory W --all: it is built anew from the journal",
                ) from error
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def is_sound(self) -> bool:
        """Whether every page can be read; takes a second for 100,000 docs."""
        try:
            return bool(self._connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
        except sqlite3.DatabaseError:
            return False

    def begin_anew(self, reason: str) -> None:
        """Set a damaged file aside and begin with an empty one; the caller fills it."""
        self._connection.close()
        with locked(self._repair_lock):
            self._set_aside(reason)
            self._connection = self._opened()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    @property
    def _repair_lock(self) -> Path:
        return self.path.with_name(f"{self.path.name}.repair")

    def _repaired(self) -> sqlite3.Connection:
        with locked(self._repair_lock):
            try:
                return self._opened()  # another process was faster
            except sqlite3.DatabaseError as error:
                self._set_aside(str(error))
                return self._opened()

    def _opened(self) -> sqlite3.Connection:
        fresh = not self.path.exists()
        try:
            connection = sqlite3.connect(
                self.path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
            )
            if fresh:
                self.path.chmod(FILE_MODE)
        except (sqlite3.OperationalError, OSError) as error:
            raise NotReadyError(f"cannot open {self.path}: {error}", hint="check its owner and mode") from error
        try:
            use_wal(connection, self.path)
            connection.execute("PRAGMA synchronous = NORMAL")  # the journal file is what is durable
            connection.execute("PRAGMA cache_size = -64000")
            if connection.execute("PRAGMA user_version").fetchone()[0] != len(MIGRATIONS):
                self._migrate(connection)
            connection.execute("SELECT count(*) FROM facts").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            if "malformed" in str(error) or "no such" in str(error):
                raise sqlite3.DatabaseError(str(error)) from error
            raise NotReadyError(f"cannot open {self.path}: {error}", hint="check its owner and mode") from error
        except sqlite3.DatabaseError:
            connection.close()
            raise
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        with locked(self.path):
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            for number, script in enumerate(MIGRATIONS[version:], version + 1):
                connection.executescript(f"BEGIN IMMEDIATE;{script};PRAGMA user_version = {number};COMMIT;")

    def _set_aside(self, reason: str) -> None:
        aside = self.path.with_name(self.path.name + ".corrupt")
        number = 1
        while aside.exists():
            number += 1
            aside = self.path.with_name(f"{self.path.name}.corrupt-{number}")
        if self.path.exists():
            self.path.rename(aside)
        for ending in ("-wal", "-shm"):
            beside = self.path.with_name(self.path.name + ending)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + ending))
        self.problem = f"{self.path} was damaged ({reason}); it was set aside as {aside.name} and built anew"
