"""Vectors of meaning on PostgreSQL: pgvector's half-precision vectors, each embedder with an HNSW index of its own."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from ....errors import NotReadyError
from ...docs import Scope
from .database import PostgresDatabase
from .rows import given, stored
from .schema import VECTORS

_LENGTH = "SELECT vector_dims(vector) FROM context_memory.vectors WHERE identity = %s LIMIT 1"
_OTHER_LENGTH = "set embedder_dimensions to what the model gives, then run context-memory memory reembed"


class PostgresVectorIndex:
    """The vectors of one embedder, of all docs that this role may see."""

    def __init__(self, database: PostgresDatabase, identity: str) -> None:
        self._database = database
        self._identity = identity
        self._dimensions = 0

    def covered(self) -> tuple[int, int]:
        """Docs that have a vector, and docs that could have one."""
        self._must_be_there()
        row = self._database.rows(
            "SELECT (SELECT count(*) FROM context_memory.vectors WHERE identity = %s), "
            "(SELECT count(*) FROM context_memory.docs WHERE forgotten_at IS NULL)",
            (self._identity,),
        )[0]
        return row[0], row[1]

    def missing(self, limit: int, below: int | None = None) -> list[tuple[int, str]]:
        """Rows and texts of docs that have no vector yet, newest first."""
        self._must_be_there()
        where, values = ("AND d.row < %s ", (below,)) if below is not None else ("", ())
        rows = self._database.rows(
            f"SELECT d.row, d.text FROM context_memory.docs d WHERE forgotten_at IS NULL {where}AND NOT EXISTS "
            "(SELECT 1 FROM context_memory.vectors v WHERE v.row = d.row AND v.identity = %s) "
            "ORDER BY d.row DESC LIMIT %s",
            (*values, self._identity, limit),
        )
        return [(row[0], given(row[1])) for row in rows]

    def add(self, docs: Sequence[tuple[int, str]], vectors: Sequence[Sequence[float]]) -> None:
        """Store the vectors of rows that still have this text."""
        self._must_be_there()
        if not docs:
            return
        half = import_module("pgvector").HalfVector
        length = len(vectors[0])
        self._same_length(length)
        placed = sorted(zip(docs, vectors, strict=True), key=lambda pair: pair[0][0])

        def change() -> None:
            self._database.do(
                "INSERT INTO context_memory.vectors SELECT d.row, %s, d.scope, n.vector "
                "FROM unnest(%s::int8[], %s::text[], %s::halfvec[]) AS n(row, text, vector) "
                "JOIN context_memory.docs d ON d.row = n.row AND d.text = n.text AND d.forgotten_at IS NULL "
                "ORDER BY d.row ON CONFLICT (row, identity) DO UPDATE SET vector = excluded.vector",
                (
                    self._identity,
                    [row for (row, _), _ in placed],
                    [stored(text) for (_, text), _ in placed],
                    [half(list(map(float, vector))) for _, vector in placed],
                ),
            )
            if not self._dimensions:  # the first of all: later ones enter the index that is made now, if it is in use
                self.make_index()

        self._database.repeated(change)

    def make_index(self) -> None:
        """Index the vectors, in an open transaction, when somebody searches them; others come faster without.

        Writers of vectors wait meanwhile: seconds for each 10,000 that are there.
        """
        in_use = "SELECT 1 FROM context_memory.facts WHERE name = 'embedding' AND value = %s LIMIT 1"
        if self._database.has_vectors and self._database.rows(in_use, (self._identity,)):
            found = self._database.rows(_LENGTH, (self._identity,))
            if found:
                self._database.lock(VECTORS, self._identity)
                self._database.do("SELECT context_memory.index_vectors(%s, %s)", (self._identity, found[0][0]))

    def kept(self, rows: Sequence[int]) -> dict[int, Sequence[float]]:
        """The vectors of these rows as they are kept."""
        self._must_be_there()
        query = "SELECT row, vector FROM context_memory.vectors WHERE identity = %s AND row = ANY(%s)"
        return {row: vector.to_list() for row, vector in self._database.rows(query, (self._identity, list(rows)))}

    def similarities(self, vector: Sequence[float], scope: Scope | None, limit: int) -> "NearestSimilarities":
        """How near each doc of the scope is to the vector, and which are nearest."""
        self._must_be_there()
        self._same_length(len(vector))
        return NearestSimilarities(self._database, self._identity, vector, scope, limit)

    def _same_length(self, length: int) -> None:
        if not self._dimensions:
            found = self._database.rows(_LENGTH, (self._identity,))
            self._dimensions = found[0][0] if found else 0
        if self._dimensions not in (0, length):
            raise NotReadyError(
                f"the embedder gave {length} numbers, the vectors that are there have {self._dimensions}",
                hint=_OTHER_LENGTH,
            )

    def _must_be_there(self) -> None:
        if not self._database.has_vectors:
            raise NotReadyError(
                f"{self._database.place} has no extension pgvector, meanings cannot be compared there",
                hint="have its operator install pgvector 0.8 and run: CREATE EXTENSION vector; or set embedder = none",
            )


class NearestSimilarities:
    """Similarity of docs to one question; those of the nearest are known, others are asked for."""

    def __init__(
        self, database: PostgresDatabase, identity: str, vector: Sequence[float], scope: Scope | None, limit: int
    ) -> None:
        self._database = database
        self._identity = identity
        self._vector = import_module("pgvector").HalfVector(list(map(float, vector)))
        where, values = ("AND scope = %s ", (stored(scope),)) if scope is not None else ("", ())
        compared = f"vector::halfvec({len(vector)}) <#> %s"  # as the index has it: minus the inner product
        rows = database.rows(
            f"SELECT row, -({compared}) FROM context_memory.vectors WHERE identity = %s {where}"
            f"ORDER BY {compared} LIMIT %s",
            (self._vector, identity, *values, self._vector, limit),
        )
        self._known: dict[int, float] = dict(rows)
        self.nearest: tuple[int, ...] = tuple(row[0] for row in rows)
        """Rows of the nearest docs, best first."""

    def of_rows(self, rows: Sequence[int]) -> dict[int, float]:
        """Similarity of these docs; those without a vector are left out."""
        unknown = [row for row in rows if row not in self._known]
        if unknown:
            found: list[tuple[Any, ...]] = self._database.rows(
                "SELECT row, -(vector <#> %s) FROM context_memory.vectors WHERE identity = %s AND row = ANY(%s)",
                (self._vector, self._identity, unknown),
            )
            self._known.update((row[0], row[1]) for row in found)
        return {row: self._known[row] for row in rows if row in self._known}
