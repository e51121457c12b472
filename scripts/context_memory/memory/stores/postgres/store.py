"""Docs on PostgreSQL: the server is the truth, and everybody who may see a scope shares it.

There is no journal beside it and nothing is derived: what `write()` was given
is kept by one transaction, and backed up as any database is.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ....errors import CollidedError, NotReadyError, RefusedError
from ...doc_rows import SHOWN, DocRow, analyser_mark, listed_clauses, must_be_long_enough, only_one
from ...docs import DEFAULT_SCOPE, MemoryDoc, Scope
from ...ports import EVERYTHING, DocWriter, Filter, MemoryFile, Result, TermsOf
from .database import PostgresDatabase
from .rows import Home, PostgresDocWriter, clauses_of, given, stored
from .schema import SELECTED

if TYPE_CHECKING:
    from .index import PostgresCandidateIndex, PostgresVectorIndex

_BY_FOLDER = (
    "SELECT CASE WHEN strpos(file, '/') > 0 THEN left(file, strpos(file, '/')) ELSE file END AS folder, count(*) "
    "FROM context_memory.docs WHERE forgotten_at IS NULL GROUP BY folder ORDER BY folder"
)

_COUNTED = (
    "SELECT coalesce(sum(docs) FILTER (WHERE term = ''), 0)::int8, "
    "coalesce(sum(docs) FILTER (WHERE term = ' '), 0)::int8 "
    "FROM (SELECT term, docs FROM context_memory.counts WHERE term IN ('', ' ') UNION ALL "
    "SELECT term, docs FROM context_memory.count_changes WHERE term IN ('', ' ')) counted"
)
_THERE = "SELECT count(*), coalesce(sum(length), 0)::int8 FROM context_memory.docs WHERE forgotten_at IS NULL"

RENEWED_AT_ONCE = 2_000
"""Docs of one transaction: nobody waits longer for their rows."""
LOOKED_AT = 500
"""Docs of a store without a mark, spread evenly, that tell whether all have to be read."""
_TERMS = "SELECT row, text, array_to_string(terms, ' ') FROM context_memory.docs"
_NEW_TERMS = (
    "UPDATE context_memory.docs d SET terms = string_to_array(n.terms, ' ') "
    "FROM unnest(%s::int8[], %s::text[], %s::text[]) AS n(row, text, terms) WHERE d.row = n.row AND d.text = n.text"
)


class PostgresDocStore:
    """The docs of a server that this role may see. Not shared between threads: each opens its own.

    `workspace` names the memory files that it keeps in step, `scope` is where they and its facts belong.
    """

    def __init__(self, address: str, terms_of: TermsOf, *, workspace: str, scope: Scope = DEFAULT_SCOPE) -> None:
        self.database = PostgresDatabase(address)
        self.home = Home(workspace, scope, DEFAULT_SCOPE)
        self._terms_of = terms_of

    @property
    def problem(self) -> str:
        """Nothing is ever repaired here."""
        return ""

    @property
    def place(self) -> str:
        """Host, port, database and user, without the password."""
        return self.database.place

    def index(self) -> "PostgresCandidateIndex":
        """What searches the docs."""
        from .index import PostgresCandidateIndex

        return PostgresCandidateIndex(self.database, self.home)

    def vectors(self, identity: str) -> "PostgresVectorIndex":
        """The vectors that an embedder of this identity made."""
        from .index import PostgresVectorIndex

        return PostgresVectorIndex(self.database, identity)

    def refresh(self, within: float | None = None) -> bool:  # noqa: ARG002 - as the others
        """Nothing to do: each question sees what is committed."""
        return True

    def rebuild_if_damaged(self) -> bool:
        """Check the counts of words against the docs, and count anew when they differ."""
        counted = self.database.rows(_COUNTED)
        if counted == self.database.rows(_THERE):
            return False
        try:
            with self.database.write():
                self.database.do("SELECT context_memory.count_anew()")
        except RefusedError as error:
            raise NotReadyError(
                f"{self.place} has lost count of its words", hint="its owner runs: SELECT context_memory.count_anew()"
            ) from error
        return True

    def rebuild(self, reason: str) -> None:
        """The server is the truth: there is nothing to build it from."""
        raise NotReadyError(f"{self.place} cannot be read: {reason}", hint="restore it from its backup")

    @contextlib.contextmanager
    def write(self) -> Iterator[PostgresDocWriter]:
        """A writer; what it was given is kept by one transaction, or nothing is."""
        writer = PostgresDocWriter(self.database, self.home, self._terms_of)
        may_repeat = False
        try:
            with self.database.write():
                yield writer
                may_repeat = not self.database.has_read
                writer.apply()
        except CollidedError:
            if not may_repeat:
                raise
            self.database.repeated(writer.apply)

    def in_one_write(self, change: Callable[[DocWriter], Result]) -> Result:
        """What the change gives back, once all of it is kept; it is tried again where another writer was faster."""

        def written() -> Result:
            with self.write() as writer:
                return change(writer)

        return self.database.retried(written)

    def get(self, doc_id: str) -> MemoryDoc | None:
        """The doc with this id."""
        return next(iter(self.get_many((doc_id,)).values()), None)

    def get_many(self, ids: Iterable[str]) -> dict[str, MemoryDoc]:
        """Docs by id; unknown ids are left out. Inside `write()` nobody else changes or makes them meanwhile."""
        wanted = dict.fromkeys(ids)
        docs = self.home.docs(self.database.locked_rows(self.home.columns, [self.home.ids_of(each) for each in wanted]))
        found = {doc.id: doc for doc in reversed(docs)}
        return {doc_id: found[doc_id] for doc_id in wanted if doc_id in found}

    def by_handle(self, handle: str) -> MemoryDoc:
        """The doc whose id is or begins with the handle."""
        exact = self.get(handle)
        if exact:
            return exact
        key = stored(handle)
        in_scope = self._found("id = %s || '@' || scope", (key,), limit=2)
        if len(in_scope) == 1:
            return in_scope[0]
        must_be_long_enough(handle)
        begins = "id >= %s AND id < %s AND starts_with(id, %s)"
        either = (
            f"(workspace <> %s AND {begins}) OR (workspace = %s AND file <> '' AND {begins.replace('id', 'piece')})"
        )
        words, own = (key, f"{key}\U0010ffff", key), self.home.workspace
        found = self._found(either, (own, *words, own, *words), limit=SHOWN)
        return only_one(handle, found)

    def states(self) -> Iterable[DocRow]:
        """None: the server keeps each doc as it is now."""
        return ()

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
        if self.database.is_writing:
            self.database.lock(SELECTED)
        clauses, values = clauses_of(where)
        if text_prefix:
            clauses.append("starts_with(text, %s)")
            values.append(stored(text_prefix))
        wanted = " AND ".join([*listed_clauses(where.kind, forgotten=forgotten, own=own), *clauses])
        return self._found(wanted, values, order="created_at DESC, row DESC", limit=limit)

    def count(self, where: Filter = EVERYTHING, *, forgotten: bool = False, own: bool = False) -> int:
        """How many docs `select` would find without a limit."""
        clauses, values = clauses_of(where)
        wanted = " AND ".join([*listed_clauses(where.kind, forgotten=forgotten, own=own), *clauses])
        query = f"SELECT count(*) FROM context_memory.docs WHERE {wanted}"
        return int(self.database.rows(query, values)[0][0])

    def page(self, after: int, limit: int) -> list[tuple[int, MemoryDoc]]:
        """Docs that are no pieces of files, in the order they came."""
        rows = self.database.rows(
            f"SELECT {self.home.columns}, row FROM context_memory.docs WHERE row > %s AND file = '' "
            "ORDER BY row LIMIT %s",
            (after, limit),
        )
        return [(row[-1], doc) for row, doc in zip(rows, self.home.docs(rows), strict=True)]

    def rows_of(self, ids: Iterable[str]) -> dict[str, int]:
        """The row of each doc."""
        wanted = dict.fromkeys(ids)
        known = [each for doc_id in wanted for each in self.home.ids_of(doc_id)]
        query = f"SELECT {self.home.id}, row FROM context_memory.docs WHERE id = ANY(%s) ORDER BY row"
        rows = {given(doc_id): row for doc_id, row in reversed(self.database.rows(query, (known,)))}
        return {doc_id: rows[doc_id] for doc_id in wanted if doc_id in rows}

    def counts(self) -> dict[str, dict[str, int]]:
        """Docs by tier, kind, scope and top folder of their file; forgotten ones apart; times in seconds since 1970."""
        shown: dict[str, dict[str, int]] = {
            name: _by_name(
                self.database.rows(
                    f"SELECT {name}, count(*) FROM context_memory.docs WHERE forgotten_at IS NULL "
                    f"GROUP BY {name} ORDER BY {name}"
                )
            )
            for name in ("tier", "kind", "scope")
        }
        forgotten, pinned, oldest, newest = self.database.rows(
            "SELECT count(forgotten_at), count(*) FILTER (WHERE pinned AND forgotten_at IS NULL), "
            "min(created_at) FILTER (WHERE forgotten_at IS NULL), max(created_at) FILTER (WHERE forgotten_at IS NULL) "
            "FROM context_memory.docs"
        )[0]
        shown["state"] = {"forgotten": forgotten, "pinned": pinned}
        shown["file"] = _by_name(self.database.rows(_BY_FOLDER))
        shown["time"] = {"oldest": _seconds(oldest), "newest": _seconds(newest)} if oldest else {}
        return shown

    def files(self) -> dict[str, MemoryFile]:
        """The memory files of this workspace that are indexed, by path."""
        rows = self.database.rows(
            "SELECT path, hash, stamp FROM context_memory.files WHERE workspace = %s AND scope = %s",
            (self.home.workspace, stored(self.home.scope)),
        )
        return {given(row[0]): MemoryFile(given(row[0]), row[1], row[2]) for row in rows}

    def embedding(self) -> str:
        """Identity of the embedder whose vectors are searched for this scope; empty while there are none."""
        rows = self.database.rows(
            "SELECT value FROM context_memory.facts WHERE scope = %s AND name = 'embedding'", (stored(self.home.scope),)
        )
        return str(rows[0][0]) if rows else ""

    def use_embedding(self, identity: str) -> None:
        """Search the vectors of this identity from now on, in one step, for this scope."""
        with self.database.write():
            self.database.do(
                "INSERT INTO context_memory.facts VALUES (%s, 'embedding', %s) "
                "ON CONFLICT (scope, name) DO UPDATE SET value = excluded.value",
                (stored(self.home.scope), identity),
            )
            self.vectors(identity).make_index()

    def embeddings(self) -> dict[str, int]:
        """Identities that have vectors, each with how many."""
        if not self.database.has_vectors:
            return {}
        query = "SELECT identity, count(*) FROM context_memory.vectors GROUP BY identity ORDER BY identity"
        return dict(self.database.rows(query))

    def drop_vectors(self, identity: str) -> int:
        """Delete the vectors of an identity that is not in use; returns how many: none while another scope uses it."""
        if identity == self.embedding():
            raise RefusedError(f"{identity} is in use", hint="switch to another embedder first")
        elsewhere = "SELECT 1 FROM context_memory.facts WHERE name = 'embedding' AND value = %s LIMIT 1"
        if not self.database.has_vectors or self.database.rows(elsewhere, (identity,)):
            return 0
        with self.database.write():
            return self.database.do("DELETE FROM context_memory.vectors WHERE identity = %s", (identity,))

    def renew_terms(self, progress: Callable[[int, int], None] | None = None) -> int:
        """Make the terms of the docs again that another analyser made; how many of them changed.

        The mark of the analyser that made them is kept for the scope of this store.
        """
        mark, scope = analyser_mark(self._terms_of), stored(self.home.scope)
        known = self.database.rows(
            "SELECT value FROM context_memory.facts WHERE scope = %s AND name = 'analysed'", (scope,)
        )
        if known == [(mark,)]:
            return 0
        last = int(self.database.rows("SELECT coalesce(max(row), 0) FROM context_memory.docs")[0][0])
        changed, row = 0, 0 if known or self._is_old(last) else last
        while row < last and (
            docs := self.database.rows(f"{_TERMS} WHERE row > %s ORDER BY row LIMIT %s", (row, RENEWED_AT_ONCE))
        ):
            changed += self._replace_terms(docs)
            row = docs[-1][0]
            if progress:
                progress(row, last)
        with self.database.write():
            self.database.do(
                "INSERT INTO context_memory.facts VALUES (%s, 'analysed', %s) "
                "ON CONFLICT (scope, name) DO UPDATE SET value = excluded.value",
                (scope, mark),
            )
        return changed

    def _is_old(self, last: int) -> bool:
        """Whether a sample of the docs has terms of another analyser."""
        step = max(1, last // LOOKED_AT)
        docs = self.database.rows(f"{_TERMS} WHERE row %% %s = 0 LIMIT %s", (step, LOOKED_AT))
        return any(self._terms_of(given(text)) != terms for _, text, terms in docs)

    def _replace_terms(self, docs: Sequence[tuple[int, str, str]]) -> int:
        """Give these rows the terms of today, where their text is still this one; how many had others."""
        made = [(row, text, self._terms_of(given(text)), old) for row, text, old in docs]
        changed = [(row, text, new) for row, text, new, old in made if new != old]
        if not changed:
            return 0
        rows, texts, terms = map(list, zip(*changed, strict=True))

        def written() -> int:
            with self.database.write():
                self.database.locking_rows(
                    "SELECT row FROM context_memory.docs WHERE row = ANY(%s) ORDER BY docs.id", (rows,), 0, by_id=True
                )
                return self.database.do(_NEW_TERMS, (rows, texts, terms))

        return self.database.retried(written)

    def close(self) -> None:
        """Give the connections back."""
        self.database.close()

    def _found(
        self, condition: str, values: Sequence[object], *, limit: int, order: str = "docs.id, row"
    ) -> list[MemoryDoc]:
        query = f"SELECT {self.home.columns} FROM context_memory.docs WHERE {condition} ORDER BY {order} LIMIT %s"
        rows = self.database.rows(query, (*values, limit))
        if self.database.is_writing and rows:
            rows = self.database.locking_rows(query, (*values, limit), len(rows))
        return self.home.docs(rows)


def _by_name(rows: Sequence[tuple[Any, ...]]) -> dict[str, int]:
    return {given(name): number for name, number in rows}


def _seconds(moment: datetime) -> int:
    return int(moment.astimezone(UTC).timestamp())
