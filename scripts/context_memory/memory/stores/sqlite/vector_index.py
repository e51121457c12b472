"""Vectors of meaning beside the docs: half-precision blobs in SQLite, compared exactly by numpy.

Vectors belong to the identity of the embedder that made them; those of another
one are never compared with a question. Each entry of the table has a number
that only grows, and a vector that goes leaves an entry without one: a reader
that holds the vectors of a scope takes in what has a higher number than it
saw last, and reads nothing twice.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ....errors import NotReadyError
from ...docs import Scope
from .database import DocDatabase
from .tables import SCOPE, TEXT

if TYPE_CHECKING:
    from types import ModuleType

AT_ONCE = 2_048
"""Vectors read by one query: 2 MB of 512 numbers each, which stay in the processor's cache while they are converted."""
MOST_HELD = 400_000
"""Vectors that are held; with more than these the scopes that were asked longest ago are let go."""
SPARE = 1_024
"""Vectors that may come before the matrix has to move."""
BYTES = 2
"""Of a number in half precision."""
_SPACE = "(SELECT space FROM spaces WHERE identity = ?)"
_OTHER_LENGTH = "set embedder_dimensions to what the model gives, then run context-memory memory reembed"


class SqliteVectorIndex:
    """The vectors of one embedder in one store."""

    def __init__(self, database: DocDatabase, identity: str) -> None:
        self._database = database
        self._identity = identity
        self._held: dict[Scope | None, _Held] = {}

    def covered(self) -> tuple[int, int]:
        """Docs that have a vector, and docs that could have one."""
        row = self._database.rows(
            f"SELECT (SELECT count(*) FROM vectors WHERE space = {_SPACE} AND vector IS NOT NULL), "
            "coalesce((SELECT value FROM facts WHERE name = 'docs'), 0)",
            (self._identity,),
        )[0]
        return row[0], row[1]

    def missing(self, limit: int, below: int | None = None) -> list[tuple[int, str]]:
        """Rows and texts of docs that have no vector yet, newest first."""
        there, docs = self.covered()
        limit = min(limit, docs - there)  # so that the search for the last one does not go through all others
        if limit <= 0:
            return []
        where, values = ("AND row < ? ", (below,)) if below is not None else ("", ())
        rows = self._database.rows(
            f"SELECT row, {TEXT} FROM docs WHERE forgotten_at IS NULL {where}AND NOT EXISTS "
            f"(SELECT 1 FROM vectors WHERE vectors.row = docs.row AND space = {_SPACE} AND vector IS NOT NULL) "
            "ORDER BY row DESC LIMIT ?",
            (*values, self._identity, limit),
        )
        return [(row[0], row[1]) for row in rows]

    def add(self, docs: Sequence[tuple[int, str]], vectors: Sequence[Sequence[float]]) -> None:
        """Store the vectors of rows that still have this text."""
        if not docs:
            return
        numpy = _numpy()
        blobs = numpy.asarray(vectors, dtype=numpy.float16)
        with self._database.write() as connection:
            connection.execute("INSERT OR IGNORE INTO spaces (identity) VALUES (?)", (self._identity,))
            space = connection.execute(f"SELECT {_SPACE}", (self._identity,)).fetchone()[0]
            first = connection.execute(
                "SELECT length(vector) FROM vectors WHERE space = ? AND vector IS NOT NULL LIMIT 1", (space,)
            ).fetchone()
            _same_length(first[0] // BYTES if first else blobs.shape[1], blobs.shape[1])
            connection.executemany(
                "INSERT OR REPLACE INTO vectors (row, space, scope, vector) "
                f"SELECT row, ?, {SCOPE}, ? FROM docs WHERE row = ? AND {TEXT} = ? AND forgotten_at IS NULL",
                [(space, blob.tobytes(), row, text) for (row, text), blob in zip(docs, blobs, strict=True)],
            )

    def kept(self, rows: Sequence[int]) -> dict[int, Sequence[float]]:
        """The vectors of these rows as they are kept."""
        numpy = _numpy()
        found: dict[int, Sequence[float]] = {}
        for start in range(0, len(rows), AT_ONCE):
            chunk = rows[start : start + AT_ONCE]
            marks = ", ".join("?" * len(chunk))
            query = (
                f"SELECT row, vector FROM vectors WHERE space = {_SPACE} AND vector IS NOT NULL AND row IN ({marks})"
            )
            stored = self._database.rows(query, (self._identity, *chunk))
            found.update((row, numpy.frombuffer(blob, dtype=numpy.float16)) for row, blob in stored)
        return found

    def similarities(self, vector: Sequence[float], scope: Scope | None, limit: int) -> "ExactSimilarities":
        """How near each doc of the scope is to the vector, and which are nearest."""
        numpy = _numpy()
        held = self._in_step(scope)
        if not held.rows:
            return ExactSimilarities((), {}, ())
        _same_length(held.matrix.shape[1], len(vector))
        # One thread. The product of a matrix uses all cores, which beside other busy processes wait for each other:
        # 10,000 x 512 took 20 ms instead of 0.6, and more processor time even alone.
        values = numpy.vecdot(held.matrix[: len(held.rows)], numpy.asarray(vector, dtype=numpy.float32))
        count = min(limit, len(held.rows))
        best = numpy.argpartition(-values, count - 1)[:count]
        best = best[numpy.argsort(-values[best], kind="stable")]
        return ExactSimilarities(tuple(held.rows[place] for place in best), held.places, values)

    def _in_step(self, scope: Scope | None) -> "_Held":
        """The vectors of a scope, with what was written since the last question."""
        state = (self._database.times_begun, *self._database.state())
        held = self._held.pop(scope, None)
        if held is None or held.state != state:
            found = self._database.rows(f"SELECT {_SPACE}", (self._identity,))[0][0]
            space = (self._database.times_begun, found)
            if held is None or held.space != space:
                held = _Held(space, expected=self._count(scope))
            self._read(held, scope, found)
            held.state = state
        self._held[scope] = held  # the newest stands last
        while len(self._held) > 1 and sum(len(each.rows) for each in self._held.values()) > MOST_HELD:
            del self._held[next(iter(self._held))]
        return held

    def _count(self, scope: Scope | None) -> int:
        where, values = ("AND scope = ?", (scope,)) if scope is not None else ("AND vector IS NOT NULL", ())
        query = f"SELECT count(*) FROM vectors WHERE space = {_SPACE} {where}"
        return int(self._database.rows(query, (self._identity, *values))[0][0])

    def _read(self, held: "_Held", scope: Scope | None, space: int | None) -> None:
        where, values = ("space = ? AND scope = ?", (space, scope)) if scope is not None else ("+space = ?", (space,))
        while space is not None:  # + keeps SQLite from sorting by another index
            found = self._database.rows(
                f"SELECT n, row, vector FROM vectors WHERE {where} AND n > ? ORDER BY n LIMIT ?",
                (*values, held.seen, AT_ONCE),
            )
            held.remove([row for _, row, vector in found if vector is None])
            held.put([(row, vector) for _, row, vector in found if vector is not None])
            if len(found) < AT_ONCE:
                held.seen = found[-1][0] if found else held.seen
                return
            held.seen = found[-1][0]


class _Held:
    """Vectors of one scope in memory: a matrix with room to grow, and which row stands where."""

    def __init__(self, space: tuple[int, int | None], expected: int) -> None:
        self.space = space
        """Which file and which embedder they are from."""
        self._expected = expected
        self.state: tuple[int, int, int] | None = None
        self.seen = 0
        """The highest number that was read."""
        self.rows: list[int] = []
        self.places: dict[int, int] = {}
        self.matrix: Any = None

    def put(self, found: Sequence[tuple[int, bytes]]) -> None:
        """Add or replace vectors, one for each row."""
        if not found:
            return
        numpy = _numpy()
        fresh = numpy.frombuffer(b"".join([vector for _, vector in found]), dtype=numpy.float16)
        fresh = fresh.reshape(len(found), -1)
        new = [row for row, _ in found if row not in self.places]
        self._make_room(len(self.rows) + len(new), fresh.shape[1])
        self.places.update(zip(new, range(len(self.rows), len(self.rows) + len(new)), strict=True))
        self.rows += new
        if len(new) == len(found):
            self.matrix[len(self.rows) - len(new) : len(self.rows)] = fresh
        else:
            self.matrix[[self.places[row] for row, _ in found]] = fresh

    def remove(self, gone: Sequence[int]) -> None:
        """Take vectors out; for each the last one moves to its place."""
        known = [row for row in gone if row in self.places]
        if known:
            self.places = dict(self.places)  # similarities that were given out still look places up in the old one
        for row in known:
            place = self.places.pop(row)
            last = self.rows.pop()
            if last != row:
                self.rows[place] = last
                self.places[last] = place
                self.matrix[place] = self.matrix[len(self.rows)]

    def _make_room(self, count: int, length: int) -> None:
        if self.matrix is not None and count <= len(self.matrix):
            return
        numpy = _numpy()
        expected = self._expected + self._expected // 16 + SPARE  # room that is not used yet takes no memory
        room = numpy.empty((max(count + count // 4, expected), length), dtype=numpy.float32)
        if self.matrix is not None:
            room[: len(self.rows)] = self.matrix[: len(self.rows)]
        self.matrix = room


class ExactSimilarities:
    """Similarity of every doc to one question."""

    def __init__(self, nearest: tuple[int, ...], places: Mapping[int, int], values: Any) -> None:
        self.nearest = nearest
        """Rows of the nearest docs, best first."""
        self._places = places
        self._values = values

    def of_rows(self, rows: Sequence[int]) -> dict[int, float]:
        """Similarity of these docs; those without a vector are left out."""
        places = {row: self._places[row] for row in rows if row in self._places}
        count = len(self._values)  # a place behind them is that of a vector which came later
        return {row: float(self._values[place]) for row, place in places.items() if place < count}


def _same_length(there: int, given: int) -> None:
    if there != given:
        raise NotReadyError(
            f"the embedder gave {given} numbers, the vectors that are there have {there}", hint=_OTHER_LENGTH
        )


def _numpy() -> "ModuleType":
    try:
        return import_module("numpy")
    except ImportError as error:
        raise NotReadyError(
            "numpy is not installed, vectors cannot be compared",
            hint="pip install 'numpy>=2'",
        ) from error
