"""Docs on disk: a journal that is the truth, a database that answers. Both change in one `with store.write()`.

Pieces of memory files live in the database alone, because their files are the truth.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from ..model.doc_lines import Put, Sheet
from ..model.doc_rows import row_of
from ..model.errors import DamagedError, RefusedError
from ..model.stores import DocWriter, Result, TermsOf
from . import doc_journal
from .change_log import ChangeLog
from .doc_database import DocDatabase
from .doc_journal import Event, Touched
from .doc_queries import DocQueries
from .doc_tables import add_docs, bring_back, put_docs, touch_docs
from .doc_writer import SqliteDocWriter
from .files import locked

if TYPE_CHECKING:
    from .search_index import SqliteCandidateIndex
    from .vector_index import SqliteVectorIndex

_REPLAYED_AT_ONCE = 5_000
LEAST_SETTLED = 5_000
"""Docs; an index of fewer is quick in many pieces too."""
SETTLED_SHARE = 0.2
"""Of the docs must be new before the index of words is put into order again."""
MERGED_AT_ONCE = 500
"""Pages that are merged in one transaction: 50 ms."""
NAMED_LINES = 5
"""Unreadable lines of the journal that are named."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What was put into order."""

    docs: int = 0
    vectors: int = 0


class SqliteDocStore(DocQueries):
    """The docs of one workspace. Not shared between threads: each opens its own."""

    def __init__(self, folder: Path, terms_of: TermsOf) -> None:
        self.journal = folder / "docs.jsonl"
        super().__init__(DocDatabase(folder / "state.sqlite"))
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
        told = {event.row.id: hash(event.row.text) for event in events if _is_doc(event)}
        docs = {row[0]: hash(row[1]) for row in self.database.rows("SELECT id, text FROM docs WHERE file = ''")}
        return docs == told or bool(unreadable)

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
                writer = SqliteDocWriter(connection, self._terms_of)
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
            kept -= {event.row.id for event, _ in doc_journal.read(self.journal, 0, []) if _is_doc(event)}
        if kept:
            doc_journal.append(self.journal, [Put(row_of(doc)) for doc in self.get_many(sorted(kept)).values()])
            self._again += len(kept)

    def _apply(self, connection: sqlite3.Connection, events: Sequence[Event]) -> None:
        pending: dict[str, Put] = {}

        def put_pending() -> None:
            put_docs(connection, list(pending.values()), self._terms_of)
            pending.clear()

        for event in events:
            if isinstance(event, Sheet):
                put_pending()
                add_docs(connection, event)
            elif isinstance(event, Touched):
                put_pending()
                touch_docs(connection, event)
            elif event.row.file and event.row.forgotten_at is None:  # a tombstone ends: its file makes it anew
                put_pending()
                bring_back(connection, event, self._terms_of)
            else:
                pending[event.row.id] = event
        put_pending()


def _is_doc(event: Event | None) -> TypeGuard[Put]:
    """Whether the event is a doc that the journal alone keeps, not the tombstone of a piece of a file."""
    return isinstance(event, Put) and not event.row.file
