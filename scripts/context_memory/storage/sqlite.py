"""Tables of derived state in an SQLite file, in WAL mode. `write()` is the only way to a connection that may change it.

The file may hold tables of others: only our own are made, and dropped when
their version is another one.
"""

import contextlib
import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..errors import NotReadyError, UnwritableError
from ..text.patterns import lazy_regex
from . import confined, files

if TYPE_CHECKING:
    from concurrent.futures import Executor

BUSY_SECONDS = 30.0
"""How long one process waits for another's transaction."""
NOT_A_FILE = "is not a regular file"
_NOT_OURS = (
    NOT_A_FILE,
    "file is not a database",
    "database disk image is malformed",
    "file is encrypted",
    "is not ours",
)
TABLES = frozenset(
    [
        *("docs", "facts", "speakers", "files", "vectors", "spaces", "changes", "names", "dictionaries"),
        *("words", "words_config", "words_content", "words_data", "words_docsize", "words_idx", "vocabulary"),
        *("schema_version", "journal", "message", "block", "capsule", "view_slot", "remembered"),
    ]
)
"""Tables of all who share the file."""
TRIGGERS = {
    "docs_added": "INSERT ON docs BEGIN INSERT INTO changes (row) VALUES (new.row); END",
    "docs_removed": "DELETE ON docs BEGIN INSERT INTO changes (row) VALUES (old.row); END",
    "docs_changed": "UPDATE OF terms, forgotten_at ON docs BEGIN INSERT INTO changes (row) VALUES (new.row); END",
}
"""The only triggers (of the change log of docs): a database with another one is not opened."""
_VIRTUAL = {"words": "fts5", "vocabulary": "fts5vocab"}
"""Tables that are more than rows, with what may stand behind them."""
_MODULE = lazy_regex(r"(?is)\s*CREATE\s+VIRTUAL\s+TABLE\b.*?\bUSING\s+(\w+)")


Result = TypeVar("Result")


class Schema(NamedTuple):
    """Tables that belong together; if the version changes they are derived again."""

    name: str
    version: int
    tables: Mapping[str, str]
    """Name and columns with options, e.g. `{"block": "(id TEXT PRIMARY KEY) WITHOUT ROWID"}`."""
    indexes: Mapping[str, str] = MappingProxyType({})
    """Name and what it is on, e.g. `{"block_id": "block (id)"}`."""


class Database:
    """The tables of one schema; a damaged file is quarantined and the tables are created again, empty."""

    def __init__(self, path: Path, schema: Schema, *, checkpoints: bool = True) -> None:
        """`checkpoints=False`: no write waits until the log is copied into the file; another connection does that."""
        self.path = path
        self._schema = schema
        self._checkpoints = checkpoints
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.RLock()
        self.problems: list[str] = []

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all or nothing."""
        with self._lock, self._translate_errors():
            connection = self._open()
            with _transaction(connection):
                yield connection

    def change(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """What this work gives back, in a transaction of its own, which a thread in the background does not prolong."""

        def changed() -> Result:
            with self.write() as connection:
                return work(connection)

        return at_full_priority(changed)

    def rows(self, query: str, arguments: Sequence[object] = (), *, may_wait: bool = True) -> list[Any]:
        """The rows of a read-only query; BlockingIOError if a thread writes and waiting is not allowed."""
        if not self._lock.acquire(blocking=may_wait):
            raise BlockingIOError
        try:
            with self._translate_errors():
                return self._open().execute(query, arguments).fetchall()
        finally:
            self._lock.release()

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            files.make_folder(self.path.parent)
            try:
                self._connection = self._connect()
            except sqlite3.DatabaseError as error:
                if not any(words in str(error) for words in _NOT_OURS):
                    raise
                self.problems.append(f"{self.path} was damaged; it was set aside and is derived again")
                _set_aside(self.path)
                self._connection = self._connect()
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        before = prepared(self.path)
        connection = connect(self.path, before, BUSY_SECONDS)
        with contextlib.ExitStack() as unless_it_works:
            unless_it_works.callback(connection.close)
            refuse_foreign_objects(connection, TABLES | self._schema.tables.keys())
            use_wal(connection, self.path)
            refuse_swapped(self.path, before)
            connection.execute("PRAGMA synchronous=NORMAL")  # derived state: what a power cut takes is derived again
            if not self._checkpoints:
                connection.execute("PRAGMA wal_autocheckpoint=0")
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
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise unusable(error, f"{self.path} cannot be used", "; it may be deleted any time") from error


def connect(path: Path, before: tuple[int, int], seconds: float) -> sqlite3.Connection:
    """A connection to the file that `prepared` saw, which waits so long for others.

    SQLite makes no file, not even where a link was put meanwhile. It opens by path, so what it opened is looked at by
    its descriptor: NotReadyError for another file, even if the path leads to the right one again.
    """
    named = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    with _opening(path.name, before) as meant:
        connection = sqlite3.connect(
            os.fsencode(f"file:{named}?mode=rw"),
            timeout=seconds,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )
        if not _opened_of(path.name) <= meant:
            connection.close()
            raise _swapped(path)
    return connection


def unusable(error: Exception, what: str, also: str = "") -> NotReadyError:
    """The error to raise where SQLite cannot work with a file that is not damaged; `also` goes behind the hint."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest tells of which kind
    kind = UnwritableError if code in _UNWRITABLE else NotReadyError
    return kind(f"{what}: {error}", hint=f"check space, owner and mode{also}")


_UNWRITABLE = frozenset(
    [sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY]
)


@contextlib.contextmanager
def _opening(name: str, identity: tuple[int, int]) -> Iterator[set[tuple[int, int]]]:
    """What may be open under this name: what was before any thread began to open one, and what threads mean to open.

    A set that only grew would take a planted file for a deleted database whose inode it was given.
    """
    with _lock:
        meant, threads = _meant.get(name) or (_opened_of(name), 0)
        meant.add(identity)
        _meant[name] = meant, threads + 1
    try:
        yield meant
    finally:
        with _lock:
            meant, threads = _meant.pop(name)
            if threads > 1:
                _meant[name] = meant, threads - 1


_lock = threading.Lock()
_meant: dict[str, tuple[set[tuple[int, int]], int]] = {}
"""Of each name under which databases are being opened: which files may be, and by how many threads."""


def _opened_of(name: str) -> set[tuple[int, int]]:
    """Identities of the open files of this name; none where the system does not tell."""
    found, ending = set(), f"/{name}"
    for descriptor in _descriptors():
        with contextlib.suppress(OSError):  # closed meanwhile
            if _path_of(descriptor).endswith(ending):
                status = os.fstat(descriptor)
                found.add((status.st_dev, status.st_ino))
    return found


def _descriptors() -> list[int]:
    """The open descriptors of this process, as Linux or macOS lists them."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        with contextlib.suppress(OSError):
            return [int(each) for each in os.listdir(folder)]  # noqa: PTH208 - a server has thousands
    return []


def _path_of(descriptor: int) -> str:
    """The path of an open file: macOS gives it by descriptor, where /dev/fd holds no links."""
    import fcntl

    if hasattr(fcntl, "F_GETPATH"):
        return os.fsdecode(fcntl.fcntl(descriptor, fcntl.F_GETPATH, bytes(_MOST_PATH_BYTES)).partition(b"\0")[0])
    return os.readlink(f"/proc/self/fd/{descriptor}")  # noqa: PTH115


_MOST_PATH_BYTES = 1_024
"""MAXPATHLEN of macOS."""


def prepared(path: Path) -> tuple[int, int]:
    """Make an empty file where there is none; identity of what is there. DatabaseError for what is no regular file.

    SQLite opens by path and follows links, so `refuse_swapped` looks again afterwards.
    """
    try:
        with confined.located(path) as (name, folder):
            for ending in ("-wal", "-shm", "-journal"):
                beside = _status(name + ending, folder)
                if beside is not None and not stat.S_ISREG(beside.st_mode):
                    raise sqlite3.DatabaseError(f"{path.name}{ending} {NOT_A_FILE}")
            found = _status(name, folder)  # one that exists is not opened: closing it frees SQLite's locks
        if found is None:
            with contextlib.suppress(FileExistsError):
                os.close(confined.open_file(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            found = confined.link_status(path)
    except OSError as error:
        raise files.error_of(error, f"cannot open {path}", "check its owner and mode") from error
    if not stat.S_ISREG(found.st_mode):
        raise sqlite3.DatabaseError(f"{path.name} {NOT_A_FILE}")
    return found.st_dev, found.st_ino


def _status(name: str, folder: int | None) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def refuse_swapped(path: Path, before: tuple[int, int]) -> None:
    """Raise NotReadyError when the path no longer leads to the file that `prepared` saw, without a link."""
    try:
        found = confined.link_status(path)
        is_same = (found.st_dev, found.st_ino) == before and stat.S_ISREG(found.st_mode)
    except OSError:
        is_same = False
    if not is_same:
        raise _swapped(path)


def _swapped(path: Path) -> NotReadyError:
    return NotReadyError(f"{path} was replaced while it was opened", hint="run the command again")


def refuse_foreign_objects(connection: sqlite3.Connection, tables: Collection[str] = TABLES) -> None:
    """Raise DatabaseError for a trigger, view or table that is not ours: SQLite would run what somebody planted."""
    connection.execute("PRAGMA trusted_schema = OFF")
    query = "SELECT type, name, sql FROM sqlite_master WHERE type <> 'index' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'"
    for kind, name, sql in connection.execute(query).fetchall():
        if not _is_ours(kind, name, sql or "", tables):
            raise sqlite3.DatabaseError(f"its {kind} {name[:60]!r} is not ours")


def _is_ours(kind: str, name: str, sql: str, tables: Collection[str]) -> bool:
    if kind == "trigger":
        return " ".join(sql.split()) == f"CREATE TRIGGER {name} AFTER {TRIGGERS.get(name)}"
    module = _MODULE.match(sql)
    return kind == "table" and name in tables and (module is None or module[1].lower() == _VIRTUAL.get(name))


def use_wal(connection: sqlite3.Connection, path: Path) -> None:
    """Switch the file to WAL; one process at a time, because SQLite's own timeout does not cover the switch."""
    if connection.execute("PRAGMA journal_mode").fetchone() == ("wal",):
        return
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


INSERTED_AT_ONCE = 64
"""Rows of one statement."""


def insert_all(connection: sqlite3.Connection, into: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert rows by few statements of few lengths, which SQLite has ready.

    With one for each row a thread that answers beside this one would take the interpreter and give it back each time:
    that takes three times as long as the insertion.
    """
    start = 0
    while start < len(rows):
        count = min(INSERTED_AT_ONCE, 1 << (len(rows) - start).bit_length() - 1)
        some = rows[start : start + count]
        marks = f"({', '.join('?' * len(some[0]))})"
        connection.execute(f"{into} VALUES {', '.join([marks] * count)}", list(chain.from_iterable(some)))
        start += count


_full_priority: "Executor | None" = None


def lower_priority(nice: int) -> None:
    """Lower the priority of this thread, which works in the background; `at_full_priority` keeps a thread as it was.

    Where the priority is that of the whole process (macOS) it is lowered for both.
    """
    from concurrent.futures import ThreadPoolExecutor

    global _full_priority
    _full_priority = ThreadPoolExecutor(1, thread_name_prefix="writing")
    _full_priority.submit(int).result()  # a thread begins with the priority of the one that starts it
    with contextlib.suppress(OSError):
        os.nice(nice)


def at_full_priority(write: Callable[[], Result]) -> Result:
    """Do a write of several milliseconds: on a busy machine everybody waits for its lock ten times as long else."""
    return write() if _full_priority is None else _full_priority.submit(write).result()


def _set_aside(path: Path) -> None:
    """Rename the database and its companions to free names; nothing is deleted."""
    number = 1
    while os.path.lexists(path.with_name(f"{path.name}.corrupt-{number}")):
        number += 1
    for suffix in ("", "-wal", "-shm", "-journal"):
        part = path.with_name(path.name + suffix)
        if os.path.lexists(part):
            confined.rename(part, path.with_name(f"{path.name}.corrupt-{number}{suffix}"))


LEAST_PACKED = 512
"""Characters of a text from which a column holds it compressed."""


def packed(text: str, level: int = 3) -> str | bytes:
    """A long text as a column of derived state holds it: compressed, as zlib numbers it; a short one as it is."""
    if len(text) < LEAST_PACKED:
        return text
    import zlib

    return zlib.compress(text.encode("utf-8", "surrogatepass"), level)


def unpacked(value: str | bytes) -> str:
    """The text of such a column."""
    if isinstance(value, str):
        return value
    import zlib

    return zlib.decompress(value).decode("utf-8", "surrogatepass")


AT_ONCE = 500
"""Values of one statement."""
_STEP = 16
"""Statements differ by so many values; parsing one anew takes as long as looking up twenty rows."""

Rows = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]


def ask_many(rows: Rows, query: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
    """What a query finds for all of the values, which stand in place of its `{marks}`, as in `IN ({marks})`."""
    for start in range(0, len(values), AT_ONCE):
        chunk = values[start : start + AT_ONCE]
        yield from rows(query.format(marks=marks("?", len(chunk))), filled_values(chunk))


def filled_values(values: Sequence[object], each: int = 1) -> list[object]:
    """The values, and as many empty ones as marks are left; `each` counts the values of one mark."""
    return [*values, *[None] * (_size(len(values) // each) * each - len(values))]


@cache
def marks(mark: str, count: int) -> str:
    """At least so many marks: those that are left over stand for NULL, which is equal to nothing."""
    return ", ".join([mark] * _size(count))


def _size(count: int) -> int:
    return -(-count // _STEP) * _STEP
