"""The changes of one transaction on PostgreSQL: collected by the caller, applied together, in an order of their own.

Rows are locked in the order of their ids before they change, so that two
writers wait for each other and never both for the other one.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from ..model.doc_lines import Sheet
from ..model.doc_rows import doc_of
from ..model.docs import MemoryDoc
from ..model.stores import MemoryFile, TermsOf
from .postgres_database import PostgresDatabase
from .postgres_rows import Home, stored

_TYPES = {
    "id": "text",
    "scope": "text",
    "kind": "text",
    "text": "text",
    "tier": "text",
    "importance": "float8",
    "pinned": "bool",
    "access_count": "int",
    "created_at": "timestamptz",
    "accessed_at": "timestamptz",
    "tags": "text",
    "session": "text",
    "seq": "int8",
    "speaker": "text",
    "source": "text",
    "file": "text",
    "forgotten_at": "timestamptz",
    "workspace": "text",
    "piece": "text",
    "terms": "text",
}
_STAYS = frozenset({"id", "scope", "workspace", "piece"})
_PUT = (
    f"INSERT INTO context_memory.docs ({', '.join(_TYPES)}) "
    f"SELECT {', '.join(f'n.{name}' for name in _TYPES if name != 'terms')}, string_to_array(n.terms, ' ') "
    f"FROM unnest({', '.join(f'%s::{kind}[]' for kind in _TYPES.values())}) WITH ORDINALITY "
    f"AS n({', '.join(_TYPES)}, place) ORDER BY place ON CONFLICT (id, scope) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _TYPES if name not in _STAYS)
)
_TOUCH = (
    "UPDATE context_memory.docs d SET access_count = greatest(d.access_count, t.count), "
    "accessed_at = greatest(d.accessed_at, %s), tier = t.tier "
    "FROM unnest(%s::text[], %s::text[], %s::int[], %s::text[]) AS t(id, scope, count, tier) "
    "WHERE d.id = t.id AND d.scope = t.scope"
)
AT_ONCE = 2_000
"""Docs of one statement."""


class PostgresDocWriter:
    """Collects changes inside `with store.write()`; reads see the store as it is under the locks."""

    def __init__(self, database: PostgresDatabase, home: Home, terms_of: TermsOf) -> None:
        self._database = database
        self._home = home
        self._terms_of = terms_of
        self._events: list[MemoryDoc | tuple[datetime, list[MemoryDoc]]] = []
        self._gone: list[str] = []
        self._pieces: list[MemoryDoc] = []
        self._files: list[MemoryFile] = []

    def put(self, docs: Iterable[MemoryDoc]) -> None:
        """Add or replace docs."""
        self._events += docs

    def add(self, sheet: Sheet) -> None:
        """Add new docs; the server's answers take longer than to find their terms."""
        self._events += map(doc_of, sheet.rows)

    def touch(self, docs: Sequence[MemoryDoc], at: datetime) -> None:
        """Record that these docs were given out; they carry their new counts and tiers."""
        kept = [doc for doc in docs if not doc.file]
        if kept:
            self._events.append((at, kept))

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

    def apply(self) -> None:
        """Send all of it; called once in each attempt of the transaction."""
        touched = (doc for event in self._events if not isinstance(event, MemoryDoc) for doc in event[1])
        put = (event for event in self._events if isinstance(event, MemoryDoc))
        self._database.lock_rows(self._home.ids_of(doc.id) for doc in (*put, *touched, *self._pieces))
        pending: dict[tuple[str, str], MemoryDoc] = {}
        for event in self._events:
            if isinstance(event, MemoryDoc):
                pending[event.id, event.scope] = event
            else:
                self._put(list(pending.values()))
                pending.clear()
                self._touch(*event)
        self._put(list(pending.values()))
        self._finish()

    def _put(self, docs: Sequence[MemoryDoc]) -> None:
        for start in range(0, len(docs), AT_ONCE):
            chunk = docs[start : start + AT_ONCE]
            rows = [self._values(doc) for doc in chunk]
            self._database.do(_PUT, tuple(map(list, zip(*rows, strict=True))))
        speakers = sorted({(self._home.scope_of(doc), stored(doc.speaker)) for doc in docs if doc.speaker})
        if speakers:
            self._database.do(
                "INSERT INTO context_memory.speakers SELECT * FROM unnest(%s::text[], %s::text[]) "
                "ON CONFLICT DO NOTHING",
                tuple(map(list, zip(*speakers, strict=True))),
            )

    def _values(self, doc: MemoryDoc) -> tuple[object, ...]:
        return (
            self._home.id_of(doc),
            self._home.scope_of(doc),
            str(doc.kind),
            stored(doc.text),
            str(doc.tier),
            doc.importance,
            doc.pinned,
            doc.access_count,
            doc.created_at,
            doc.accessed_at,
            stored(" ".join(doc.tags)),
            stored(doc.session),
            doc.seq,
            stored(doc.speaker),
            stored(doc.source),
            stored(doc.file),
            doc.forgotten_at,
            self._home.workspace if self._home.is_own(doc) else "",
            stored(doc.id) if self._home.is_own(doc) else "",
            self._terms_of(doc.text),
        )

    def _touch(self, at: datetime, docs: Sequence[MemoryDoc]) -> None:
        rows = [(self._home.id_of(d), self._home.scope_of(d), d.access_count, str(d.tier)) for d in docs]
        self._database.do(_TOUCH, (at, *map(list, zip(*rows, strict=True))))

    def _finish(self) -> None:
        """The changes of memory files; pieces that stay are replaced in place, so that their vectors stay."""
        own, scope = self._home.workspace, stored(self._home.scope)
        if self._gone:
            gone = [stored(path) for path in self._gone]
            query = (
                "SELECT row FROM context_memory.docs WHERE workspace = %s AND file = ANY(%s) AND id <> ALL(%s) "
                "ORDER BY docs.id"
            )
            values = (own, gone, [self._home.id_of(piece) for piece in self._pieces])
            count = len(self._database.rows(query, values))
            rows = [row[0] for row in self._database.locking_rows(query, values, count, by_id=True)] if count else []
            self._database.do("DELETE FROM context_memory.docs WHERE row = ANY(%s)", (rows,))
            self._database.do(
                "DELETE FROM context_memory.files WHERE workspace = %s AND path = ANY(%s) AND scope = %s",
                (own, gone, scope),
            )
        self._put(list({piece.id: piece for piece in self._pieces}.values()))
        if self._files:
            files = [file for _, file in sorted({file.path: file for file in self._files}.items())]
            self._database.do(
                "INSERT INTO context_memory.files SELECT %s, f.path, %s, f.hash, f.stamp "
                "FROM unnest(%s::text[], %s::text[], %s::text[]) AS f(path, hash, stamp) "
                "ON CONFLICT (workspace, path, scope) DO UPDATE SET hash = excluded.hash, stamp = excluded.stamp",
                (
                    own,
                    scope,
                    [stored(file.path) for file in files],
                    [file.hash for file in files],
                    [file.stamp for file in files],
                ),
            )
