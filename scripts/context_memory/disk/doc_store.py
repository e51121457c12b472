"""Docs on disk: a journal that is the truth, a database that answers. Both change in one `with store.write()`.

Pieces of memory files live in the database alone, because their files are the truth.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from ..model.doc_rows import COLUMNS, SHOWN, doc_of, must_be_long_enough, only_one
from ..model.docs import Kind, MemoryDoc, Scope
from ..model.errors import DamagedError, RefusedError
from ..model.stores import MemoryFile
from . import doc_journal
from .change_log import ChangeLog
from .doc_database import DocDatabase, is_moment
from .doc_journal import Event, Put, Touched
from .files import locked

if TYPE_CHECKING:
    from .search_index import SqliteCandidateIndex
    from .vector_index import SqliteVectorIndex

_MARKS = ", ".join("?" * 19)
_BY_FOLDER = (
    "SELECT CASE WHEN instr(file, '/') THEN substr(file, 1, instr(file, '/')) ELSE file END AS folder, count(*) "
    "FROM docs WHERE forgotten_at IS NULL GROUP BY folder ORDER BY folder"
)
_AT_ONCE = 500
"""Ids asked for in one query."""
_REPLAYED_AT_ONCE = 5_000
_TOUCHED_AT_ONCE = 5_000
LEAST_SETTLED = 5_000
"""Docs; an index of fewer is quick in many pieces too."""
SETTLED_SHARE = 0.2
"""Of the docs must be new before the index of words is put into order again."""
MERGED_AT_ONCE = 1_000
"""Pages of 4 kB that are merged in one transaction: 50 ms."""
NAMED_LINES = 5
"""Unreadable lines of the journal that are named."""

TermsOf = Callable[[MemoryDoc], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Settled:
    """What was put into order."""

    docs: int = 0
    vectors: int = 0


class SqliteDocStore:
    """The docs of one workspace. Not shared between threads: each opens its own."""

    def __init__(self, folder: Path, terms_of: TermsOf) -> None:
        self.journal = folder / "docs.jsonl"
        self.database = DocDatabase(folder / "state.sqlite")
        self.skipped: list[int] = []
        """Offsets after lines of the journal that could not be read."""
        self._terms_of = terms_of
        self._again = 0
        try:
            self.refresh()
        except DamagedError as error:
            self.rebuild(str(error))

    @property
    def problem(self) -> str:
        """What was wrong with the files and what was done about it; empty when nothing was."""
        lines = ""
        if self.skipped:
            named = ", ".join(map(str, doc_journal.line_numbers(self.journal, self.skipped[:NAMED_LINES])))
            more = ", …" if len(self.skipped) > NAMED_LINES else ""
            lines = f"{len(self.skipped)} unreadable lines of {self.journal} were passed over (line {named}{more})"
        again = f"{self.journal} had lost {self._again} docs, written again from the database" if self._again else ""
        return "; ".join(filter(None, (self.database.problem, lines, again)))

    @property
    def place(self) -> str:
        """The database's path."""
        return str(self.database.path)

    def index(self) -> "SqliteCandidateIndex":
        """What searches the docs."""
        from .search_index import SqliteCandidateIndex

        return SqliteCandidateIndex(self.database)

    def vectors(self, identity: str) -> "SqliteVectorIndex":
        """The vectors that an embedder of this identity made."""
        from .vector_index import SqliteVectorIndex

        return SqliteVectorIndex(self.database, identity)

    def refresh(self) -> None:
        """Take in what other processes wrote to the journal and did not live to write to the database."""
        if doc_journal.size(self.journal) != self._stored() or self._applied() != self._stored():
            with self.write():
                pass

    def rebuild_if_damaged(self) -> bool:
        """Check the whole database against itself and the journal; a damaged one is set aside and built anew."""
        try:
            fault = "" if self.database.is_sound() else "a page or an index cannot be read"
            fault = fault or ("" if self._says_what_the_journal_says() else "a doc is not as it was written")
        except DamagedError as error:
            fault = str(error)
        if fault:
            self.rebuild(fault)
        return bool(fault)

    def _says_what_the_journal_says(self) -> bool:
        with self.write():  # a database without a fault may know docs of lines that the journal has lost
            self._journal_again()
        self.refresh()
        unreadable: list[int] = []
        events = (event for event, _ in doc_journal.read(self.journal, 0, unreadable))
        told = {event.doc.id: hash(event.doc.text) for event in events if _is_doc(event)}
        docs = {row[0]: hash(row[1]) for row in self.database.rows("SELECT id, text FROM docs WHERE file = ''")}
        return docs == told or bool(unreadable)

    def rebuild(self, reason: str) -> None:
        """Set the database aside and build it anew from the journal; memory files are indexed by whoever opens next."""
        self.database.begin_anew(reason)
        self.refresh()

    @contextlib.contextmanager
    def write(self) -> Iterator["SqliteDocWriter"]:
        """A writer; what it was given is journalled and applied at the end, or nothing is."""
        is_kept = False
        try:
            with locked(self.journal), self.database.write() as connection:
                self._catch_up(connection)
                writer = SqliteDocWriter(self, connection)
                yield writer
                if writer.events:
                    end = doc_journal.append(self.journal, writer.events)
                    is_kept = True
                    self._apply(connection, writer.events)
                    self._set_applied(connection, end)
                writer.finish()
        except DamagedError as error:
            if not is_kept:
                raise
            self.rebuild(str(error))  # the journal has it all; files are indexed again by whoever asks next

    def get(self, doc_id: str) -> MemoryDoc | None:
        """The doc with this id."""
        return next(iter(self.get_many((doc_id,)).values()), None)

    def get_many(self, ids: Iterable[str]) -> dict[str, MemoryDoc]:
        """Docs by id; unknown ids are left out."""
        found = {}
        wanted = list(dict.fromkeys(ids))
        for start in range(0, len(wanted), _AT_ONCE):
            chunk = wanted[start : start + _AT_ONCE]
            marks = ", ".join("?" * len(chunk))
            rows = self.database.rows(f"SELECT {COLUMNS} FROM docs WHERE id IN ({marks})", chunk)
            found.update({doc.id: doc for doc in self._docs(rows)})
        return found

    def by_handle(self, handle: str) -> MemoryDoc:
        """The doc whose id is or begins with the handle."""
        handle = handle.encode("utf-8", "replace").decode()  # an argument that is no UTF-8 names nothing
        exact = self.get(handle)
        if exact:
            return exact
        given = self._docs(
            self.database.rows(
                f"SELECT {COLUMNS} FROM docs WHERE +id = ? OR id = ? || '@' || scope LIMIT 2", (handle, handle)
            )
        )
        if any(doc.id == handle for doc in given):
            raise self.database.damaged("its index of ids misses a doc")
        if len(given) == 1:
            return given[0]
        must_be_long_enough(handle)
        rows = self.database.rows(
            f"SELECT {COLUMNS} FROM docs WHERE substr(id, 1, ?) = ? LIMIT {SHOWN}", (len(handle), handle)
        )
        return only_one(handle, self._docs(rows))

    def select(
        self,
        *,
        scope: Scope | None = None,
        kind: Kind | None = None,
        tag: str = "",
        text_prefix: str = "",
        forgotten: bool = False,
        limit: int = 1_000,
    ) -> list[MemoryDoc]:
        """Docs by their attributes, newest first."""
        conditions, values = [f"forgotten_at IS {'NOT ' if forgotten else ''}NULL"], list[object]()
        for condition, value in (
            ("scope = ?", scope),
            ("instr(' ' || tags || ' ', ' ' || ? || ' ') > 0", tag),
            ("instr(text, ?) = 1", text_prefix),
        ):
            if value:
                conditions.append(condition)
                values.append(str(value))
        if kind:  # in words: an index of one kind is not used for a value that comes later
            conditions.append(f"kind = '{Kind(kind)}'")
        where = " AND ".join(conditions)
        rows = self.database.rows(
            f"SELECT {COLUMNS} FROM docs WHERE {where} ORDER BY created_at DESC, row DESC LIMIT ?", (*values, limit)
        )
        return self._docs(rows)

    def _docs(self, rows: Iterable[Sequence[object]]) -> list[MemoryDoc]:
        try:
            return [doc_of(row) for row in rows]
        except (ValueError, TypeError, OverflowError, OSError) as error:
            raise self.database.damaged(f"a row holds no doc: {error}") from error

    def page(self, after: int, limit: int) -> list[tuple[int, MemoryDoc]]:
        """Docs that are no pieces of files, in the order they came."""
        rows = self.database.rows(
            f"SELECT {COLUMNS}, row FROM docs WHERE row > ? AND file = '' ORDER BY row LIMIT ?", (after, limit)
        )
        return [(row[-1], doc) for row, doc in zip(rows, self._docs(rows), strict=True)]

    def rows_of(self, ids: Iterable[str]) -> dict[str, int]:
        """The row of each doc."""
        found: dict[str, int] = {}
        wanted = list(dict.fromkeys(ids))
        for start in range(0, len(wanted), _AT_ONCE):
            chunk = wanted[start : start + _AT_ONCE]
            marks = ", ".join("?" * len(chunk))
            found.update(self.database.rows(f"SELECT id, row FROM docs WHERE id IN ({marks})", chunk))
        return found

    def counts(self) -> dict[str, dict[str, int]]:
        """Docs by tier, kind, scope and top folder of their file; forgotten ones apart; times in seconds since 1970."""
        shown: dict[str, dict[str, int]] = {
            name: dict(
                self.database.rows(
                    f"SELECT {name}, count(*) FROM docs WHERE forgotten_at IS NULL GROUP BY {name} ORDER BY {name}"
                )
            )
            for name in ("tier", "kind", "scope")
        }
        row = self.database.rows("SELECT count(forgotten_at), sum(pinned AND forgotten_at IS NULL) FROM docs")[0]
        shown["state"] = {"forgotten": row[0] or 0, "pinned": row[1] or 0}
        shown["file"] = dict(self.database.rows(_BY_FOLDER))
        ends = self.database.rows("SELECT min(created_at), max(created_at) FROM docs WHERE forgotten_at IS NULL")[0]
        if any(end is not None and not is_moment(end) for end in ends):
            raise self.database.damaged("a row has a time that no calendar holds")
        shown["time"] = {} if ends[0] is None else {"oldest": int(ends[0]), "newest": int(ends[1])}
        return shown

    def files(self) -> dict[str, MemoryFile]:
        """The memory files that are indexed, by path."""
        rows = self.database.rows("SELECT path, hash, stamp FROM files")
        return {row[0]: MemoryFile(*row) for row in rows}

    def embedding(self) -> str:
        """Identity of the embedder whose vectors are searched; empty while there are none."""
        rows = self.database.rows("SELECT value FROM facts WHERE name = 'embedding'")
        return str(rows[0][0]) if rows else ""

    def use_embedding(self, identity: str) -> None:
        """Search the vectors of this identity from now on, in one step."""
        with self.database.write() as connection:
            connection.execute("INSERT OR REPLACE INTO facts VALUES ('embedding', ?)", (identity,))

    def embeddings(self) -> dict[str, int]:
        """Identities that have vectors, each with how many."""
        return dict(
            self.database.rows(
                "SELECT identity, (SELECT count(*) FROM vectors WHERE vectors.space = spaces.space "
                "AND vector IS NOT NULL) FROM spaces ORDER BY identity"
            )
        )

    def drop_vectors(self, identity: str) -> int:
        """Delete the vectors of an identity that is not in use; returns how many."""
        if identity == self.embedding():
            raise RefusedError(f"{identity} is in use", hint="switch to another embedder first")
        with self.database.write() as connection:
            where = "WHERE space = (SELECT space FROM spaces WHERE identity = ?)"
            there = connection.execute(f"SELECT count(vector) FROM vectors {where}", (identity,)).fetchone()[0]
            connection.execute(f"DELETE FROM vectors {where}", (identity,))
            connection.execute("DELETE FROM spaces WHERE identity = ?", (identity,))
        return int(there)

    def settle(self, *, anew: bool = False, progress: Callable[[str, int, int], None] | None = None) -> Settled:
        """Put the index of words into order after many writes: in one piece it answers in half the time.

        A large one is merged in steps, so that nobody waits long for the database. With `anew` it is done in any case.
        """
        rows = self.database.rows(
            "SELECT (SELECT value FROM facts WHERE name = 'docs'), "
            "coalesce((SELECT value FROM facts WHERE name = 'settled'), 0)"
        )
        log = ChangeLog(self.database)
        if log.is_kept():  # files that another setting needed
            log.end()
        docs, settled = rows[0][0] or 0, rows[0][1]
        if docs < LEAST_SETTLED or (not anew and abs(docs - settled) < docs * SETTLED_SHARE):
            return Settled()
        merged, pages = 0, -MERGED_AT_ONCE  # a negative number begins, the same positive one goes on
        while True:
            with self.database.write() as connection:
                before = connection.total_changes
                connection.execute("INSERT INTO words (words, rank) VALUES ('merge', ?)", (pages,))
                if connection.total_changes - before < 2:  # as FTS5 says that nothing is left to merge
                    connection.execute("INSERT OR REPLACE INTO facts VALUES ('settled', ?)", (docs,))
                    return Settled(docs)
            pages = MERGED_AT_ONCE
            merged += MERGED_AT_ONCE
            if progress:
                progress("pages of the word index put into order", merged, 0)

    def close(self) -> None:
        """Close the connection."""
        self.database.close()

    def terms_line(self, doc: MemoryDoc) -> str:
        """What the index holds of a doc: the mark of its scope, then its terms."""
        return " ".join((scope_mark(doc.scope), *self._terms_of(doc)))

    def _stored(self) -> object:
        rows = self.database.rows("SELECT value FROM facts WHERE name = 'applied'")
        return rows[0][0] if rows else 0

    def _applied(self) -> int:
        """How far the journal is applied; 0 where that place is no longer between two of its lines."""
        place = self._stored()
        return place if isinstance(place, int) and doc_journal.begins_line(self.journal, place) else 0

    def _set_applied(self, connection: sqlite3.Connection, end: int) -> None:
        connection.execute("INSERT OR REPLACE INTO facts VALUES ('applied', ?)", (end,))

    def _catch_up(self, connection: sqlite3.Connection) -> None:
        applied = self._applied()
        if not applied:
            self._journal_again()
        events, place = list[Event](), applied
        for event, end in doc_journal.read(self.journal, applied, self.skipped):
            place = end
            if event is not None:
                events.append(event)
            if len(events) >= _REPLAYED_AT_ONCE:
                self._apply(connection, events)
                events.clear()
        self._apply(connection, events)
        if place != applied or applied == 0:
            self._set_applied(connection, place)

    def _journal_again(self) -> None:
        """Write docs into the journal that only the database has: somebody cut or removed the journal."""
        kept = {row[0] for row in self.database.rows("SELECT id FROM docs WHERE file = ''")}
        if kept:
            kept -= {event.doc.id for event, _ in doc_journal.read(self.journal, 0, []) if _is_doc(event)}
        if kept:
            doc_journal.append(self.journal, [Put(doc) for doc in self.get_many(sorted(kept)).values()])
            self._again += len(kept)

    def _apply(self, connection: sqlite3.Connection, events: Sequence[Event]) -> None:
        pending: dict[str, MemoryDoc] = {}
        for event in events:
            match event:
                case Put(doc) if doc.file and not doc.forgotten_at:  # the end of a tombstone: its file makes it anew
                    put_docs(connection, list(pending.values()), self.terms_line)
                    pending.clear()
                    _bring_back(connection, doc, self.terms_line)
                case Put(doc):
                    pending[doc.id] = doc
                case Touched():
                    put_docs(connection, list(pending.values()), self.terms_line)
                    pending.clear()
                    _touch(connection, event)
        put_docs(connection, list(pending.values()), self.terms_line)


class SqliteDocWriter:
    """Collects changes inside `with store.write()`; reads see the store as it is under the lock."""

    def __init__(self, store: SqliteDocStore, connection: sqlite3.Connection) -> None:
        self.store = store
        self.events: list[Event] = []
        self._connection = connection
        self._gone: list[str] = []
        self._pieces: list[MemoryDoc] = []
        self._files: list[MemoryFile] = []

    def put(self, docs: Iterable[MemoryDoc]) -> None:
        """Add or replace docs."""
        self.events += [Put(doc) for doc in docs]

    def touch(self, docs: Sequence[MemoryDoc], at: datetime) -> None:
        """Record that these docs were given out; they carry their new counts and tiers."""
        own = [doc for doc in docs if not doc.file]
        for start in range(0, len(own), _TOUCHED_AT_ONCE):
            kept = own[start : start + _TOUCHED_AT_ONCE]
            counts = {doc.id: doc.access_count for doc in kept}
            self.events.append(Touched(at, counts, {doc.id: doc.tier for doc in kept}))

    def replace_file(self, file: MemoryFile, pieces: Sequence[MemoryDoc]) -> None:
        """The pieces of a memory file in place of those it had."""
        self._gone.append(file.path)
        self._files.append(file)
        self._pieces += pieces

    def note_stamps(self, files: Iterable[MemoryFile]) -> None:
        """Remember that these files need no reading until their stamps change."""
        self._files += files

    def remove_file(self, path: str) -> None:
        """Take a file that is gone out of the index."""
        self._gone.append(path)

    def finish(self) -> None:
        """Apply the changes of memory files."""
        kept = {piece.id for piece in self._pieces}  # they are replaced in place, so that their vectors stay
        for path in self._gone:
            query = "SELECT row, terms, forgotten_at, id FROM docs WHERE file = ? AND file <> ''"  # as its index says
            rows = self._connection.execute(query, (path,))
            gone = [row[:3] for row in rows.fetchall() if row[3] not in kept]
            _remove(self._connection, gone)
            self._connection.execute("DELETE FROM files WHERE path = ?", (path,))
        put_docs(self._connection, self._pieces, self.store.terms_line)
        self._connection.executemany(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?)", [(f.path, f.hash, f.stamp) for f in self._files]
        )


def _is_doc(event: Event | None) -> TypeGuard[Put]:
    """Whether the event is a doc that the journal alone keeps, not the tombstone of a piece of a file."""
    return isinstance(event, Put) and not event.doc.file


@lru_cache(maxsize=10_000)
def scope_mark(scope: str) -> str:
    """The term that stands for a scope in the index: no text of a person can hold it."""
    return "_s" + sha256(scope.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def put_docs(connection: sqlite3.Connection, docs: Sequence[MemoryDoc], terms_line: Callable[[MemoryDoc], str]) -> None:
    """Insert or replace docs and their words."""
    if not docs:
        return
    rows = _rows_of(connection, [doc.id for doc in docs])
    last = connection.execute("SELECT coalesce(max(row), 0) FROM docs").fetchone()[0]
    _remove(connection, [row[:3] for row in rows.values()], with_vectors=False)
    values, words, counted, changed = [], [], 0, []
    for doc in docs:
        line = terms_line(doc)
        if doc.id in rows:
            row = rows[doc.id][0]
            if doc.forgotten_at is not None or rows[doc.id][3:] != (doc.text, doc.scope):
                changed.append(row)
        else:
            row = last = last + 1
        values.append((row, *_values(doc), line))
        if doc.forgotten_at is None:
            words.append((row, line))
            counted += line.count(" ")
    connection.executemany(f"INSERT INTO docs VALUES ({_MARKS})", values)
    connection.executemany("INSERT INTO words (rowid, terms) VALUES (?, ?)", words)
    _forget_vectors(connection, changed)
    speakers = {(str(doc.scope), doc.speaker) for doc in docs if doc.speaker}
    connection.executemany("INSERT OR IGNORE INTO speakers VALUES (?, ?)", sorted(speakers))
    _count(connection, len(words), counted)


def _rows_of(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, tuple[int, str, object, str, str]]:
    """Row, terms, when it was forgotten, text and scope of the docs that are there."""
    found = {}
    for start in range(0, len(ids), _AT_ONCE):
        chunk = ids[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(chunk))
        rows = connection.execute(
            f"SELECT id, row, terms, forgotten_at, text, scope FROM docs WHERE id IN ({marks})", chunk
        )
        found.update({row[0]: row[1:] for row in rows})
    return found


def _remove(
    connection: sqlite3.Connection, rows: Sequence[tuple[int, str, object]], *, with_vectors: bool = True
) -> None:
    searched = [(row, line) for row, line, forgotten in rows if forgotten is None]
    connection.executemany("INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)", searched)
    connection.executemany("DELETE FROM docs WHERE row = ?", [(row,) for row, _, _ in rows])
    if with_vectors:
        _forget_vectors(connection, [row for row, _, _ in rows])
    _count(connection, -len(searched), -sum(line.count(" ") for _, line in searched))


def _forget_vectors(connection: sqlite3.Connection, rows: Sequence[int]) -> None:
    """Take the vectors of these rows away; what stays tells readers who hold them (`vector_index`)."""
    connection.executemany(
        "INSERT OR REPLACE INTO vectors (row, space, scope, vector) "
        "SELECT row, space, scope, NULL FROM vectors WHERE row = ? AND vector IS NOT NULL",
        [(row,) for row in rows],
    )


def _count(connection: sqlite3.Connection, docs: int, terms: int) -> None:
    for name, change in (("docs", docs), ("terms", terms)):
        connection.execute(
            "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value",
            (name, change),
        )


def _bring_back(connection: sqlite3.Connection, doc: MemoryDoc, terms_line: Callable[[MemoryDoc], str]) -> None:
    """End a tombstone: the doc is back while its file is indexed; else it goes and comes back with the file."""
    if connection.execute("SELECT 1 FROM files WHERE path = ?", (doc.file,)).fetchone():
        put_docs(connection, (doc,), terms_line)
    else:
        _remove(connection, [row[:3] for row in _rows_of(connection, [doc.id]).values()])


def _touch(connection: sqlite3.Connection, event: Touched) -> None:
    at = event.at.timestamp()
    connection.executemany(
        "UPDATE docs SET access_count = max(access_count, ?), accessed_at = max(accessed_at, ?) WHERE id = ?",
        [(count, at, doc_id) for doc_id, count in event.counts.items()],
    )
    connection.executemany(
        "UPDATE docs SET tier = ? WHERE id = ?", [(str(tier), doc_id) for doc_id, tier in event.tiers.items()]
    )


def _values(doc: MemoryDoc) -> tuple[object, ...]:
    return (
        doc.id,
        doc.scope,
        str(doc.kind),
        doc.text,
        str(doc.tier),
        doc.importance,
        int(doc.pinned),
        doc.access_count,
        doc.created_at.timestamp(),
        doc.accessed_at.timestamp(),
        " ".join(doc.tags),
        doc.session,
        doc.seq,
        doc.speaker,
        doc.source,
        doc.file,
        None if doc.forgotten_at is None else doc.forgotten_at.timestamp(),
    )
