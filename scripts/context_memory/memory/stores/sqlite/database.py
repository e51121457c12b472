"""The SQLite database of docs: opened, migrated, written in one place, set aside when it is damaged.

`with database.write() as connection:` is the only way to a writing cursor.
Writers queue at a file lock, so that SQLite never has to answer "database is
locked"; readers never wait (WAL).
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ....errors import DamagedError, NotReadyError, UnwritableError
from ....storage import confined
from ....storage.files import locked, locked_if_free, make_folder
from ....storage.sqlite import (
    TRIGGERS,
    connect,
    prepared,
    refuse_foreign_objects,
    refuse_swapped,
    unusable,
    use_wal,
)
from .packing import Packing

BUSY_MS = 30_000
PAGE = 8_192
"""Bytes of a page of a new database; with SQLite's 4,096 many docs at once take a sixth longer."""
FREE_SHARE = 0.25
"""Of the pages of a migrated database must be empty before it is written anew, smaller."""
_LOOKS_AGAIN = 0.005  # seconds between two looks at the lock
_LOG_PAGES = 2_000
"""Pages that are written ahead before they go to their places; many writes change the same pages of an index."""
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
    """
    ALTER TABLE vectors RENAME TO vectors_before;
    CREATE TABLE spaces (space INTEGER PRIMARY KEY AUTOINCREMENT, identity TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE vectors (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        row INTEGER NOT NULL,
        space INTEGER NOT NULL,
        scope TEXT NOT NULL,
        vector BLOB,
        UNIQUE (row, space)
    ) STRICT;
    INSERT INTO spaces (identity) SELECT DISTINCT identity FROM vectors_before;
    INSERT INTO vectors (row, space, scope, vector)
        SELECT vectors_before.row, space, scope, vector FROM vectors_before JOIN spaces USING (identity)
        JOIN docs ON docs.row = vectors_before.row WHERE forgotten_at IS NULL ORDER BY space, vectors_before.row;
    DROP TABLE vectors_before;
    CREATE INDEX vectors_by_scope ON vectors (space, scope);
    CREATE INDEX vectors_there ON vectors (space) WHERE vector IS NOT NULL;
    """,
    """
    INSERT OR REPLACE INTO facts VALUES ('made', lower(hex(randomblob(8))));
    INSERT INTO words (words, rank) VALUES ('automerge', 8);
    """,
    """
    CREATE TABLE changes (n INTEGER PRIMARY KEY AUTOINCREMENT, row INTEGER NOT NULL) STRICT;
    """,
    """
    CREATE INDEX docs_of_entities ON docs (scope) WHERE kind = 'entity';
    CREATE INDEX speakers_by_name ON speakers (name);
    """,
    """
    INSERT INTO words (words, rank) VALUES ('hashsize', 33554432);
    INSERT INTO words (words, rank) VALUES ('automerge', 15);
    """,
    """
    INSERT INTO words (words, rank) SELECT 'pgsz', page_size - 192 FROM pragma_page_size;
    DROP INDEX docs_of_entities;
    CREATE INDEX docs_of_entities ON docs (scope, text) WHERE kind = 'entity';
    """,
    """
    CREATE TABLE names (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    INSERT INTO names VALUES (0, '');
    INSERT OR IGNORE INTO names (name) SELECT scope FROM docs
        UNION SELECT session FROM docs UNION SELECT speaker FROM docs UNION SELECT file FROM docs;
    CREATE TABLE dictionaries (n INTEGER PRIMARY KEY, turns INTEGER NOT NULL, content BLOB NOT NULL) STRICT;
    DROP TABLE vocabulary;
    DROP TABLE words;
    CREATE VIRTUAL TABLE words USING fts5 (
        terms, content = '', tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
    );
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab ('words', 'row');
    INSERT INTO words (words, rank) VALUES ('hashsize', 33554432);
    INSERT INTO words (words, rank) VALUES ('automerge', 15);
    INSERT INTO words (words, rank) SELECT 'pgsz', page_size - 192 FROM pragma_page_size;
    INSERT INTO words (rowid, terms) SELECT row, terms FROM docs WHERE forgotten_at IS NULL ORDER BY row;
    SELECT learn_turns();
    ALTER TABLE docs RENAME TO docs_before;
    CREATE TABLE docs (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        scope INTEGER NOT NULL,
        kind TEXT NOT NULL,
        text ANY NOT NULL,
        tier TEXT NOT NULL,
        importance REAL NOT NULL,
        pinned INTEGER NOT NULL,
        access_count INTEGER NOT NULL,
        created_at REAL NOT NULL,
        accessed_at REAL NOT NULL,
        tags TEXT NOT NULL,
        session INTEGER NOT NULL,
        seq INTEGER,
        speaker INTEGER NOT NULL,
        source TEXT NOT NULL,
        file INTEGER NOT NULL,
        forgotten_at REAL,
        terms TEXT NOT NULL
    ) STRICT;
    INSERT INTO docs
        SELECT row, id, scopes.n, kind,
            CASE WHEN is_turn THEN packed_turn(text, terms) ELSE text END,
            tier, importance, pinned, access_count, created_at, accessed_at, tags, sessions.n, seq, speakers.n,
            CASE WHEN is_turn AND source = session || '#' || seq THEN '#' ELSE source END,
            files.n, forgotten_at, terms
        FROM (SELECT *, file GLOB 'journal/*' OR file GLOB 'archive/*' AS is_turn FROM docs_before) AS old
        JOIN names AS scopes ON scopes.name = scope JOIN names AS sessions ON sessions.name = session
        JOIN names AS speakers ON speakers.name = speaker JOIN names AS files ON files.name = file;
    UPDATE docs SET terms = '' WHERE typeof(text) = 'blob';
    DROP TABLE docs_before;
    CREATE INDEX docs_by_session ON docs (session, scope, seq) WHERE session <> 0;
    CREATE INDEX docs_by_day ON docs (created_at);
    CREATE INDEX docs_by_file ON docs (file) WHERE file <> 0;
    CREATE INDEX docs_of_entities ON docs (scope, text) WHERE kind = 'entity';
    INSERT OR REPLACE INTO facts VALUES ('made', lower(hex(randomblob(8))));
    """,
)
"""Appended to, never edited."""
_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""A damaged name of a table makes a message that Python cannot decode."""
_DAMAGE = (
    *("malformed", "not a database", "no such", "already exists", "decode", "constructor failed", "unsupported"),
    "user-defined function",  # a turn that cannot be unpacked
)
"""What SQLite says in an OperationalError when it cannot make sense of a file; all our statements are constant."""


class DocDatabase:
    """One connection to the database; a thread opens its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        """What was wrong with the file that was found, when it had to be set aside."""
        self._times_begun = 0
        make_folder(path.parent)
        self._inode = 0
        try:
            self._connection = self._opened()
        except sqlite3.DatabaseError:
            with locked(self._repair_lock):
                self._connection = self._connected()

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """What a reading query finds; raises DamagedError when a page cannot be read."""
        try:
            return self._connection.execute(query, values).fetchall()
        except _ERRORS as error:
            if _is_damage(error):
                raise self.damaged(str(error)) from error
            raise NotReadyError(f"{self.path} cannot be searched: {error}", hint="try again") from error

    @property
    def times_begun(self) -> int:
        """How often the file was begun anew: whatever was read of it before is void."""
        return self._times_begun

    def state(self) -> tuple[int, int]:
        """Changes whenever this or another process has written."""
        return self.rows("PRAGMA data_version")[0][0], self._connection.total_changes

    def is_free(self, within: float) -> bool:
        """Whether no process writes, or the one that does is done within so many seconds."""
        until = time.monotonic() + within
        while True:
            try:
                with locked_if_free(self.path) as held:
                    if held or time.monotonic() >= until:
                        return held
            except UnwritableError:  # nor does anybody else write here
                return True
            time.sleep(_LOOKS_AGAIN)

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it or nothing."""
        with locked(self.path):
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except _ERRORS as error:
                if _is_damage(error):
                    raise self.damaged(str(error)) from error
                raise unusable(error, f"cannot write {self.path}") from error
            finally:
                with contextlib.suppress(sqlite3.Error):
                    if self._connection.in_transaction:
                        self.packing.forget_dictionaries()
                        self._connection.execute("ROLLBACK")

    def damaged(self, reason: str) -> DamagedError:
        """The error to raise; the file is set aside at once, so that whoever opens next begins anew."""
        with locked(self._repair_lock):
            if self._is_ours():
                self._set_aside(reason)
        said = self.problem or f"{self.path} was damaged ({reason})"
        return DamagedError(said, hint="run the command again: it goes on with the database built anew")

    def is_sound(self) -> bool:
        """Whether every page can be read and every index agrees; takes seconds for 100,000 docs."""
        try:
            with locked(self.path):
                self._connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
            return bool(self._connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
        except _ERRORS:
            return False

    def begin_anew(self, reason: str) -> None:
        """Set a damaged file aside, unless somebody did, and begin with an empty one; the caller fills it."""
        with locked(self._repair_lock):
            is_ours = self._is_ours()
            self._connection.close()
            if is_ours:
                self._set_aside(reason)
            self._connection = self._connected()
            self._times_begun += 1

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    @property
    def _repair_lock(self) -> Path:
        return self.path.with_name(f"{self.path.name}.repair")

    def _is_ours(self) -> bool:
        """Whether the file at our path is the one that we opened: nobody has set it aside."""
        try:
            return self.path.lstat().st_ino == self._inode
        except OSError:
            return False

    def _connected(self) -> sqlite3.Connection:
        """Open; what cannot be opened is set aside first. The caller holds the repair lock."""
        try:
            return self._opened()
        except sqlite3.DatabaseError as error:
            self._set_aside(str(error))
            return self._opened()

    def _opened(self) -> sqlite3.Connection:
        before = prepared(self.path)
        try:
            connection = connect(self.path, before, BUSY_MS / 1000)
        except (sqlite3.OperationalError, OSError) as error:
            raise unusable(error, f"cannot open {self.path}") from error
        with contextlib.ExitStack() as on_error:
            on_error.callback(connection.close)
            self._prepare(connection, before)
            self._inode = before[1]
            on_error.pop_all()
        return connection

    def _prepare(self, connection: sqlite3.Connection, before: tuple[int, int]) -> None:
        """Set the modes of the connection and bring the tables to our version; `before` is the file that was meant."""
        try:
            connection.execute(f"PRAGMA page_size = {PAGE}")  # of a file without tables
            refuse_foreign_objects(connection)
            self.packing = Packing(connection)
            use_wal(connection, self.path)
            refuse_swapped(self.path, before)
            connection.execute("PRAGMA synchronous = NORMAL")  # the journal file is what is durable
            connection.execute("PRAGMA cache_size = -64000")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
            if connection.execute("PRAGMA user_version").fetchone()[0] != len(MIGRATIONS):
                self._migrate(connection)
            connection.execute("SELECT count(*) FROM facts").fetchone()
        except _ERRORS as error:
            if _is_damage(error):
                raise sqlite3.DatabaseError(str(error)) from error
            raise unusable(error, f"cannot open {self.path}") from error

    def _migrate(self, connection: sqlite3.Connection) -> None:
        with locked(self.path):
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if not 0 <= version <= len(MIGRATIONS):
                raise sqlite3.DatabaseError(f"its version is {version}, ours is {len(MIGRATIONS)}")
            for number, script in enumerate(MIGRATIONS[version:], version + 1):
                connection.executescript(f"BEGIN IMMEDIATE;{script};PRAGMA user_version = {number};COMMIT;")
            free, pages = (
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_count")
            )
            if free > pages * FREE_SHARE:
                with contextlib.suppress(sqlite3.OperationalError):  # others read, or the disk is full: it stays large
                    connection.execute("VACUUM")

    def _set_aside(self, reason: str) -> None:
        aside = self.path.with_name(self.path.name + ".corrupt")
        number = 1
        while os.path.lexists(aside):
            number += 1
            aside = self.path.with_name(f"{self.path.name}.corrupt-{number}")
        try:
            for ending in ("", "-wal", "-shm", "-journal"):
                beside = self.path.with_name(self.path.name + ending)
                if os.path.lexists(beside):
                    confined.rename(beside, aside.with_name(aside.name + ending))
        except OSError as error:
            raise NotReadyError(
                f"{self.path} was damaged ({reason}) and cannot be set aside: {error.strerror}",
                hint="check the owner and mode of its folder",
            ) from error
        self.problem = f"{self.path} was damaged ({reason}); it was set aside as {aside.name} and built anew"


def _is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    if isinstance(error, sqlite3.OperationalError):
        return any(words in str(error) for words in _DAMAGE)
    return not isinstance(error, sqlite3.ProgrammingError | sqlite3.InterfaceError)


def is_moment(seconds: object) -> bool:
    """Whether a value of a row is a time between the years 1 and 9999, in seconds since 1970."""
    return isinstance(seconds, int | float) and -62_135_596_800 <= seconds < 253_402_300_800


class ChangeLog:
    """The log of one database."""

    def __init__(self, database: DocDatabase) -> None:
        self._database = database

    def made(self) -> str:
        """A mark of the database file: rows of another file mean other docs."""
        rows = self._database.rows("SELECT value FROM facts WHERE name = 'made'")
        return str(rows[0][0]) if rows else ""

    def is_kept(self) -> bool:
        """Whether changes are logged."""
        return bool(self._database.rows("SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = 'docs_added'"))

    def begin(self) -> int:
        """Log from now on; the number of the last change before."""
        with self._database.write() as connection:
            for name, rest in TRIGGERS.items():
                connection.execute(f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {rest}")
            return _last(connection)

    def end(self) -> None:
        """Log no more: nothing beside the database needs it."""
        with self._database.write() as connection:
            for name in TRIGGERS:
                connection.execute(f"DROP TRIGGER IF EXISTS {name}")
            connection.execute("DELETE FROM changes")

    def after(self, number: int, limit: int) -> tuple[int, list[int]] | None:
        """Number of the newest change that is read, and the rows that changed since; None when some are gone."""
        rows = self._database.rows("SELECT n, row FROM changes WHERE n > ? ORDER BY n LIMIT ?", (number, limit))
        if rows and rows[0][0] == number + 1:
            return rows[-1][0], list(dict.fromkeys(row[1] for row in rows))
        last = self._database.rows("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'changes'")[0][0]
        return (number, []) if not rows and last == number else None

    def drop(self, number: int) -> None:
        """Forget the changes up to this one."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM changes WHERE n <= ?", (number,))


def _last(connection: sqlite3.Connection) -> int:
    row = connection.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'changes'").fetchone()
    return int(row[0])
