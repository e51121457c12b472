"""Collects the changes of one `with store.write()`."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime

from ..model.doc_lines import Put, Sheet
from ..model.doc_rows import row_of
from ..model.docs import MemoryDoc
from ..model.stores import MemoryFile, TermsOf
from .doc_journal import Event, Touched
from .doc_tables import put_docs, remove_rows

_TOUCHED_AT_ONCE = 5_000


class SqliteDocWriter:
    """Collects changes inside `with store.write()`; reads see the store as it is under the lock."""

    def __init__(self, connection: sqlite3.Connection, terms_of: TermsOf) -> None:
        self.events: list[Event] = []
        self._connection = connection
        self._terms_of = terms_of
        self._gone: list[str] = []
        self._pieces: list[MemoryDoc] = []
        self._files: list[MemoryFile] = []

    def put(self, docs: Iterable[MemoryDoc]) -> None:
        """Add or replace docs."""
        self.events += [Put(row_of(doc)) for doc in docs]

    def add(self, sheet: Sheet) -> None:
        """Add docs of whose ids none is in the store, nor in another sheet of this write."""
        self.events.append(sheet)

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
            remove_rows(self._connection, gone)
            self._connection.execute("DELETE FROM files WHERE path = ?", (path,))
        put_docs(self._connection, [Put(row_of(piece)) for piece in self._pieces], self._terms_of)
        self._connection.executemany(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?)", [(f.path, f.hash, f.stamp) for f in self._files]
        )
