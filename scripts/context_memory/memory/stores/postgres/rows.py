"""Docs as PostgreSQL keeps them: what its text cannot hold, whose files a piece is from, the changes of a transaction.

Changes are collected by the caller and applied together, in an order of their own: rows are locked in the order of
their ids before they change, so that two writers wait for each other and never both for the other one.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from ....errors import NotReadyError
from ....storage.files import locked, make_folder, read_bytes, replace_text
from ....storage.places import Places
from ....text.patterns import lazy_regex
from ...doc_rows import COLUMNS, Sheet, doc_of
from ...docs import MemoryDoc, Scope
from ...ports import Filter, MemoryFile, TermsOf
from .database import PostgresDatabase

_ESCAPE = "\x1a"
"""No key makes it and no word holds it; it stands for itself and for NUL, which PostgreSQL's text cannot hold."""
_STORED = {_ESCAPE: f"{_ESCAPE}1", "\0": f"{_ESCAPE}0"}
_GIVEN = {stored: given for given, stored in _STORED.items()}
_SPECIAL = lazy_regex(f"[{_ESCAPE}\0]")
_ESCAPED = lazy_regex(f"{_ESCAPE}[01]")
_ON_SERVER = lazy_regex("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
"""Id of a piece of somebody's file, made of the workspace and of the id that it has there: a UUID of version 8."""


def stored(text: str) -> str:
    """A text as the server keeps it."""
    return _SPECIAL.sub(lambda match: _STORED[match[0]], text) if _SPECIAL.search(text) else text


def given(text: str) -> str:
    """A text as it was given."""
    return _ESCAPED.sub(lambda match: _GIVEN[match[0]], text) if _ESCAPE in text else text


def clauses_of(where: Filter) -> tuple[list[str], list[object]]:
    """A filter as conditions on a row of `docs`, and their values."""
    named = {"scope = %s": where.scope, "kind = %s": where.kind}
    wanted = {clause: stored(str(value)) for clause, value in named.items() if value is not None}
    return [*wanted], [*wanted.values()]


class Home:
    """The workspace and scope of one store. The same file on two machines has pieces with the same ids.

    On the server such a piece has an id of its own. A store shows its own pieces under the ids that they have here.
    """

    def __init__(self, workspace: str, scope: Scope, default: Scope) -> None:
        self.workspace = workspace
        self.scope = scope
        self._default = default
        self.id = f"CASE WHEN workspace = '{workspace}' THEN piece ELSE id END"
        """The id of a row as SQL: the name of a workspace is hexadecimal."""
        self.columns = f"{self.id} AS {COLUMNS}"
        """What `docs` reads."""

    def id_of(self, doc: MemoryDoc) -> str:
        """The id of a doc on the server."""
        return self._piece(doc.id) if self.is_own(doc) else stored(doc.id)

    def ids_of(self, doc_id: str) -> tuple[str, ...]:
        """What a doc of this id may be called on the server."""
        return (stored(doc_id), self._piece(doc_id))

    def is_own(self, doc: MemoryDoc) -> bool:
        """Whether a doc is a piece of a file of this workspace."""
        return bool(doc.file) and not _ON_SERVER.fullmatch(doc.id)

    def scope_of(self, doc: MemoryDoc) -> str:
        """The scope of a doc on the server: whoever has a scope of their own keeps the pieces of their files in it."""
        is_inside = doc.scope == self.scope or doc.scope.startswith(f"{self.scope}:")
        return stored(self.scope if self.is_own(doc) and self.scope != self._default and not is_inside else doc.scope)

    def docs(self, rows: Sequence[Sequence[object]]) -> list[MemoryDoc]:
        """Docs from rows of `columns`; what else a row holds stands behind them."""
        return [doc_of([given(value) if isinstance(value, str) else value for value in row]) for row in rows]

    def _piece(self, doc_id: str) -> str:
        name = sha256(f"{self.workspace}\0{doc_id}".encode("utf-8", "replace")).hexdigest()
        return f"{name[:8]}-{name[8:12]}-8{name[12:15]}-a{name[15:18]}-{name[18:30]}"


LENGTH = 16
"""Hexadecimal digits: 64 bits, no two workspaces of anybody meet."""


def workspace_name(places: Places) -> str:
    """The name; made and kept when there is none. Raises NotReadyError when its file holds something else."""
    path = _name_file(places)
    if not path.is_file():
        from uuid import uuid4

        make_folder(path.parent)
        with locked(path):
            if not path.is_file():  # another process was faster
                replace_text(path, uuid4().hex[:LENGTH] + "\n")
    name = read_bytes(path, limit=100).decode("utf-8", "replace").strip()
    if len(name) != LENGTH or set(name) - set("0123456789abcdef"):
        raise NotReadyError(
            f"{path} does not hold the name of a workspace", hint="restore or remove it; then files are indexed anew"
        )
    return name


def has_workspace_name(places: Places) -> bool:
    """Whether the workspace has its name already."""
    return _name_file(places).is_file()


def _name_file(places: Places) -> Path:
    return places.derived / "workspace-name"


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
