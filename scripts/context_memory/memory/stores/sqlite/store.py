"""Docs on disk: a journal that is the truth, a database that answers. Both change in one `with store.write()`.

Pieces of memory files live in the database alone, because their files are the truth.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from ....errors import DamagedError, RefusedError, UnwritableError
from ....storage.files import locked
from ...doc_rows import (
    SHOWN,
    DocRow,
    Put,
    Sheet,
    as_foreign,
    doc_of,
    listed_clauses,
    must_be_long_enough,
    only_one,
    row_of,
    without_mark,
)
from ...docs import Kind, MemoryDoc, Tier
from ...ports import EVERYTHING, DocWriter, Filter, MemoryFile, Result, TermsOf
from . import journal
from .database import ChangeLog, DocDatabase, is_moment
from .journal import Event, Touched
from .tables import (
    AT_ONCE,
    BY_FOLDER,
    COLUMNS,
    NO_NAME,
    SCOPE,
    SqliteDocWriter,
    add_docs,
    begins,
    bring_back,
    clauses_of,
    merge_words,
    put_docs,
    touch_docs,
)

if TYPE_CHECKING:
    from .search_index import SqliteCandidateIndex
    from .vector_index import SqliteVectorIndex


class DocQueries:
    """The reading half of a store."""

    def __init__(self, database: DocDatabase) -> None:
        self.database = database

    def get(self, doc_id: str) -> MemoryDoc | None:
        """The doc with this id."""
        return next(iter(self.get_many((doc_id,)).values()), None)

    def get_many(self, ids: Iterable[str]) -> dict[str, MemoryDoc]:
        """Docs by id; unknown ids are left out."""
        found = {}
        wanted = list(dict.fromkeys(ids))
        for start in range(0, len(wanted), AT_ONCE):
            chunk = wanted[start : start + AT_ONCE]
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
                f"SELECT {COLUMNS} FROM docs WHERE +id = ? OR (instr(id, ? || '@') = 1 AND id = ? || '@' || {SCOPE}) "
                "LIMIT 2",
                (handle, handle, handle),
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
        where: Filter = EVERYTHING,
        *,
        text_prefix: str = "",
        forgotten: bool = False,
        own: bool = False,
        limit: int = 1_000,
    ) -> list[MemoryDoc]:
        """Docs, newest first."""
        clauses, values = clauses_of(where)
        if text_prefix:
            clause, own_values = begins(text_prefix, may_be_packed=where.kind is not Kind.ENTITY)
            clauses.append(clause)
            values += own_values
        wanted = " AND ".join([*listed_clauses(where.kind, forgotten=forgotten, own=own, no_file=NO_NAME), *clauses])
        rows = self.database.rows(
            f"SELECT {COLUMNS} FROM docs WHERE {wanted} ORDER BY created_at DESC, row DESC LIMIT ?", (*values, limit)
        )
        return self._docs(rows)

    def count(self, where: Filter = EVERYTHING, *, forgotten: bool = False, own: bool = False) -> int:
        """How many docs `select` would find without a limit."""
        clauses, values = clauses_of(where)
        wanted = " AND ".join([*listed_clauses(where.kind, forgotten=forgotten, own=own, no_file=NO_NAME), *clauses])
        query = f"SELECT count(*) FROM docs WHERE {wanted}"
        return int(self.database.rows(query, values)[0][0])

    def _docs(self, rows: Iterable[Sequence[object]]) -> list[MemoryDoc]:
        try:
            return [doc_of(row) for row in rows]
        except (ValueError, TypeError, OverflowError, OSError) as error:
            raise self.database.damaged(f"a row holds no doc: {error}") from error

    def page(self, after: int, limit: int) -> list[tuple[int, MemoryDoc]]:
        """Docs that are no pieces of files, in the order they came."""
        rows = self.database.rows(
            f"SELECT {COLUMNS}, row FROM docs WHERE row > ? AND file = {NO_NAME} ORDER BY row LIMIT ?", (after, limit)
        )
        return [(row[-1], doc) for row, doc in zip(rows, self._docs(rows), strict=True)]

    def rows_of(self, ids: Iterable[str]) -> dict[str, int]:
        """The row of each doc."""
        found: dict[str, int] = {}
        wanted = list(dict.fromkeys(ids))
        for start in range(0, len(wanted), AT_ONCE):
            chunk = wanted[start : start + AT_ONCE]
            marks = ", ".join("?" * len(chunk))
            found.update(self.database.rows(f"SELECT id, row FROM docs WHERE id IN ({marks})", chunk))
        return found

    def counts(self) -> dict[str, dict[str, int]]:
        """Docs by tier, kind, scope and top folder of their file; forgotten ones apart; times in seconds since 1970."""
        shown: dict[str, dict[str, int]] = {
            name: dict(
                self.database.rows(
                    f"SELECT {shown}, count(*) FROM docs WHERE forgotten_at IS NULL GROUP BY {name} ORDER BY {shown}"
                )
            )
            for name, shown in (("tier", "tier"), ("kind", "kind"), ("scope", SCOPE))
        }
        row = self.database.rows("SELECT count(forgotten_at), sum(pinned AND forgotten_at IS NULL) FROM docs")[0]
        shown["state"] = {"forgotten": row[0] or 0, "pinned": row[1] or 0}
        shown["file"] = dict(self.database.rows(BY_FOLDER))
        ends = self.database.rows("SELECT min(created_at), max(created_at) FROM docs WHERE forgotten_at IS NULL")[0]
        if any(end is not None and not is_moment(end) for end in ends):
            raise self.database.damaged("a row has a time that no calendar holds")
        shown["time"] = {} if ends[0] is None else {"oldest": int(ends[0]), "newest": int(ends[1])}
        return shown

    def files(self) -> dict[str, MemoryFile]:
        """The memory files that are indexed, by path."""
        rows = self.database.rows("SELECT path, hash, stamp FROM files")
        return {row[0]: MemoryFile(*row) for row in rows}


_REPLAYED_AT_ONCE = 5_000
NAMED_LINES = 5
"""Unreadable lines of the journal that are named."""


class Settled(NamedTuple):
    """What was put into order."""

    docs: int = 0
    vectors: int = 0
    renewed: int = 0
    """Docs whose search terms an older version had made."""


class SqliteDocStore(DocQueries):
    """The docs of one workspace. Not shared between threads: each opens its own."""

    def __init__(self, folder: Path, terms_of: TermsOf, *, derived: Path | None = None) -> None:
        """Open the docs of a folder; of a foreign one the database lies in `derived`, and all docs are marked."""
        self.journal = folder / "docs.jsonl"
        self._is_foreign = derived is not None
        super().__init__(DocDatabase((derived or folder) / "state.sqlite"))
        self.skipped: list[int] = []
        """Offsets after lines of the journal that could not be read."""
        self.refusal: UnwritableError | None = None
        """Why docs cannot be kept, where this is only a copy of those of a folder."""
        self.at_close = contextlib.ExitStack()
        self._terms_of = terms_of
        self._again = 0
        with contextlib.ExitStack() as on_error:
            on_error.callback(self.close)
            try:
                self.refresh()
            except DamagedError as error:
                self.rebuild(str(error))
            on_error.pop_all()

    @property
    def problem(self) -> str:
        """What was wrong with the files and what was done about it; empty when nothing was."""
        lines = ""
        if self.skipped:
            named = ", ".join(map(str, journal.line_numbers(self.journal, self.skipped[:NAMED_LINES])))
            more = ", …" if len(self.skipped) > NAMED_LINES else ""
            lines = f"{len(self.skipped)} unreadable lines of {self.journal} were passed over (line {named}{more})"
        again = f"{self.journal} had lost {self._again} docs, written again from the database" if self._again else ""
        copy = f"{self.refusal}; the docs are read from a copy, and nothing new is remembered" if self.refusal else ""
        return "; ".join(filter(None, (copy, self.database.problem, lines, again)))

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

    def refresh(self, within: float | None = None) -> bool:
        """Take in what other processes wrote to the journal only; False if one still writes after `within` seconds.

        With `within`, which is for who only reads, also False where it cannot be written.
        """
        if within is not None and not self.database.is_free(within):
            return False
        if journal.size(self.journal) != self._stored() or self._applied() != self._stored():
            try:
                with self.write():
                    pass
            except UnwritableError:
                if within is None:
                    raise
                return False
        return True

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
        events = (event for event, _ in journal.read(self.journal, 0, unreadable))
        told = {event.row.id: hash(event.row.text) for event in events if _is_doc(event)}
        docs = {row[0]: hash(row[1]) for row in self.database.rows(f"SELECT id, text FROM docs WHERE file = {NO_NAME}")}
        return docs == told or bool(unreadable)

    def states(self) -> Iterator[DocRow]:
        """Every state of every doc that the journal has: all that were ever written."""
        return (event.row for event, _ in journal.read(self.journal, 0, []) if _is_doc(event))

    def rebuild(self, reason: str) -> None:
        """Set the database aside and build it anew from the journal; memory files are indexed by whoever opens next."""
        self.database.begin_anew(reason)
        self.refresh()

    @contextlib.contextmanager
    def write(self) -> Iterator[SqliteDocWriter]:
        """A writer; what it was given is journalled and applied at the end, or nothing is."""
        is_kept = False
        try:
            with locked(self.journal), self.database.write() as connection:
                self._catch_up(connection)
                writer = SqliteDocWriter(connection, self.database.packing, self._terms_of, self._marked_row)
                yield writer
                if writer.events:
                    if self.refusal is not None:
                        raise self.refusal
                    end = journal.append(self.journal, self._journalled(writer.events))
                    is_kept = True
                    self._apply(connection, writer.events)
                    self._set_applied(connection, end)
                writer.finish()
        except DamagedError as error:
            if not is_kept:
                raise
            self.rebuild(str(error))  # the journal has it all; files are indexed again by whoever asks next

    def in_one_write(self, change: Callable[[DocWriter], Result]) -> Result:
        """What the change gives back, once all of it is kept; writers queue, so nobody is ever faster."""
        with self.write() as writer:
            return change(writer)

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
        log = ChangeLog(self.database)
        if log.is_kept():  # files that another setting needed
            log.end()
        told = partial(progress, "pages of the word index put into order") if progress else None
        return Settled(merge_words(self.database, told, anew=anew))

    def close(self) -> None:
        """Close the connection."""
        self.database.close()
        self.at_close.close()

    def _stored(self) -> object:
        rows = self.database.rows("SELECT value FROM facts WHERE name = 'applied'")
        return rows[0][0] if rows else 0

    def _applied(self) -> int:
        """How far the journal is applied; 0 where that place is no longer between two of its lines."""
        place = self._stored()
        return place if isinstance(place, int) and journal.begins_line(self.journal, place) else 0

    def _set_applied(self, connection: sqlite3.Connection, end: int) -> None:
        connection.execute("INSERT OR REPLACE INTO facts VALUES ('applied', ?)", (end,))

    def _catch_up(self, connection: sqlite3.Connection) -> None:
        applied = self._applied()
        if not applied:
            self._journal_again()
        events, place = list[Event](), applied
        for event, end in journal.read(self.journal, applied, self.skipped):
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
        if self._is_foreign:  # its journal is all that counts
            return
        kept = {row[0] for row in self.database.rows(f"SELECT id FROM docs WHERE file = {NO_NAME}")}
        if kept:
            kept -= {event.row.id for event, _ in journal.read(self.journal, 0, []) if _is_doc(event)}
        if kept:
            journal.append(self.journal, [Put(row_of(doc)) for doc in self.get_many(sorted(kept)).values()])
            self._again += len(kept)

    def _apply(self, connection: sqlite3.Connection, events: Sequence[Event]) -> None:
        pending, packing = dict[str, Put](), self.database.packing

        def put_pending() -> None:
            put_docs(connection, list(pending.values()), self._terms_of, packing)
            pending.clear()

        for event in map(self._marked, events):
            if isinstance(event, Sheet):
                put_pending()
                add_docs(connection, event, packing)
            elif isinstance(event, Touched):
                put_pending()
                touch_docs(connection, event)
            elif event.row.file and event.row.forgotten_at is None:  # a tombstone ends: its file makes it anew
                put_pending()
                bring_back(connection, event, self._terms_of, packing)
            else:
                pending[event.row.id] = event
        put_pending()

    def _marked(self, event: Event) -> Event:
        """The event as it counts here: in a foreign folder nothing is core, pinned or a person's word."""
        if not self._is_foreign:
            return event
        if isinstance(event, Sheet):
            return event._replace(rows=[*map(self._marked_row, event.rows)])
        if isinstance(event, Touched):
            tiers = {doc: Tier.WORKING if tier is Tier.CORE else tier for doc, tier in event.tiers.items()}
            return event._replace(tiers=tiers)
        return Put(self._marked_row(event.row))

    def _marked_row(self, row: DocRow) -> DocRow:
        return as_foreign(row) if self._is_foreign else row

    def _journalled(self, events: Sequence[Event]) -> Sequence[Event]:
        """The events as the journal keeps them: without the mark, and standing that was counted with it is not kept."""
        if not self._is_foreign:
            return events
        kept = (event for event in events if not isinstance(event, Touched))
        return [Put(without_mark(event.row)) if isinstance(event, Put) else event for event in kept]


def _is_doc(event: Event | None) -> TypeGuard[Put]:
    """Whether the event is a doc that the journal alone keeps, not the tombstone of a piece of a file."""
    return isinstance(event, Put) and not event.row.file
