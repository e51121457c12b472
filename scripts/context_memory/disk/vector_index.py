"""Vectors of meaning beside the docs: half-precision blobs in SQLite, compared exactly by numpy.

Vectors belong to the identity of the embedder that made them; those of another
one are never compared with a question, they wait until they are made anew.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..model.docs import Scope
from ..model.errors import NotReadyError
from .doc_database import DocDatabase

if TYPE_CHECKING:
    from types import ModuleType


class SqliteVectorIndex:
    """The vectors of one embedder in one store."""

    def __init__(self, database: DocDatabase, identity: str) -> None:
        self._database = database
        self._identity = identity
        self._loaded: dict[Scope | None, tuple[object, list[int], Any]] = {}

    def covered(self) -> tuple[int, int]:
        """Docs that have a vector, and docs that could have one."""
        row = self._database.rows(
            "SELECT (SELECT count(*) FROM vectors JOIN docs USING (row) WHERE identity = ? AND forgotten_at IS NULL), "
            "(SELECT count(*) FROM docs WHERE forgotten_at IS NULL)",
            (self._identity,),
        )[0]
        return row[0], row[1]

    def missing(self, limit: int) -> list[tuple[int, str]]:
        """Rows and texts of docs that have no vector yet, newest first."""
        rows = self._database.rows(
            "SELECT row, text FROM docs WHERE forgotten_at IS NULL AND NOT EXISTS "
            "(SELECT 1 FROM vectors WHERE identity = ? AND vectors.row = docs.row) ORDER BY row DESC LIMIT ?",
            (self._identity, limit),
        )
        return [(row[0], row[1]) for row in rows]

    def add(self, rows: Sequence[int], vectors: Sequence[Sequence[float]]) -> None:
        """Store the vectors of docs that are still there."""
        numpy = _numpy()
        blobs = numpy.asarray(vectors, dtype=numpy.float16)
        with self._database.write() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO vectors SELECT ?, row, ? FROM docs WHERE row = ?",
                [(self._identity, blob.tobytes(), row) for row, blob in zip(rows, blobs, strict=True)],
            )

    def similarities(self, vector: Sequence[float], scope: Scope | None, limit: int) -> "ExactSimilarities":
        """How near each doc of the scope is to the vector, and which are nearest."""
        numpy = _numpy()
        rows, matrix = self._matrix(scope)
        if not rows:
            return ExactSimilarities((), {}, None)
        values = matrix @ numpy.asarray(vector, dtype=numpy.float32)
        count = min(limit, len(rows))
        best = numpy.argpartition(-values, count - 1)[:count]
        best = best[numpy.argsort(-values[best])]
        return ExactSimilarities(tuple(rows[i] for i in best), {row: i for i, row in enumerate(rows)}, values)

    def _matrix(self, scope: Scope | None) -> tuple[list[int], Any]:
        """The vectors of a scope, read again when something was written."""
        numpy = _numpy()
        state = self._database.state()
        held = self._loaded.get(scope)
        if held and held[0] == state:
            return held[1], held[2]
        where, values = ("AND docs.scope = ?", (scope,)) if scope is not None else ("", ())
        found = self._database.rows(
            "SELECT vectors.row, vector FROM vectors JOIN docs ON docs.row = vectors.row "
            f"WHERE identity = ? AND forgotten_at IS NULL {where} ORDER BY vectors.row",
            (self._identity, *values),
        )
        rows = [row[0] for row in found]
        joined = numpy.frombuffer(b"".join(row[1] for row in found), dtype=numpy.float16)
        matrix = joined.reshape(len(rows), -1).astype(numpy.float32) if rows else joined
        self._loaded[scope] = (state, rows, matrix)
        return rows, matrix


class ExactSimilarities:
    """Similarity of every doc to one question."""

    def __init__(self, nearest: tuple[int, ...], places: Mapping[int, int], values: Any) -> None:
        self.nearest = nearest
        """Rows of the nearest docs, best first."""
        self._places = places
        self._values = values

    def of(self, rows: Sequence[int]) -> dict[int, float]:
        """Similarity of these docs; those without a vector are left out."""
        return {row: float(self._values[self._places[row]]) for row in rows if row in self._places}


def _numpy() -> "ModuleType":
    try:
        return import_module("numpy")
    except ImportError as error:
        raise NotReadyError(
            "numpy is not installed, vectors cannot be compared",
            hint="pip install 'context-memory-optimizer[semantic]'",
        ) from error
