"""Vectors of meaning of a large store: a graph finds the nearest, SQLite gives what is exact, and nothing is missed.

What was written since the graph was saved is compared one by one. A scope that
is small is compared exactly, a large one by asking the graph for more than is
wanted until enough of it lie in the scope.
"""

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....errors import NotReadyError
from ....storage import confined
from ....storage.files import locked, make_folder, read_text, replace_text
from ....text.json_text import parse_json
from ...docs import Scope
from ..sqlite.database import ChangeLog, DocDatabase
from ..sqlite.vector_index import ExactSimilarities, SqliteVectorIndex
from .tantivy_index import HINT, IndexFault

if TYPE_CHECKING:
    from types import ModuleType

VERSION = 1
"""Of the mark; another one is built anew."""
CONNECTIVITY = 16
EXPANSION_ADD = 128
"""Neighbours that are looked at for each new vector; both are usearch's own defaults."""
EXPANSION_SEARCH = 256
"""Neighbours that are looked at for each question: .98 of the true 30 nearest among 20,000 are found, with 64 .94."""
THREADS = 2
ONE_BY_ONE = 1_000
"""Vectors of a young graph that are added by one thread: those that are added at once do not see one another, and a
graph of 300 lost up to a fifteenth of the nearest by it."""


@dataclass(frozen=True, slots=True)
class GraphMark:
    """How far a file is."""

    made: str
    """Which database, and which embedder."""
    seen: int
    """The newest entry of the vectors that is in it."""
    file: str
    bytes: int
    """Its size: one that was cut short must not be mapped."""
    version: int = VERSION


class GraphFile:
    """The file of one embedder; a process opens its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self._name = name
        self._usearch, self._numpy = library("usearch.index"), library("numpy")
        self._graph: Any = None
        self._open_mark: GraphMark | None = None

    @property
    def lock(self) -> Path:
        """What a writer locks."""
        return self.folder / self._name

    def mark(self) -> GraphMark | None:
        """How far the newest file is, None where there is none; questions go to that file from now on."""
        try:
            confined.refuse_links(self.folder)
            if confined.status(self.folder / f"{self._name}.json") is None:
                return None
            told = parse_json(read_text(self.folder / f"{self._name}.json", limit=10_000))
            mark = GraphMark(**told)
            path = self.folder / mark.file
            if mark.version != VERSION or path.name != mark.file or path.stat().st_size != mark.bytes:
                return None
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError) as error:
            raise IndexFault(str(error)) from error
        if mark != self._open_mark:
            self._graph = self._opened(path, view=True)
            self._open_mark = mark
        return mark

    def __len__(self) -> int:
        return len(self._graph) if self._graph is not None else 0

    @property
    def length(self) -> int:
        """Numbers of one vector, 0 while there are none."""
        return int(self._graph.ndim) if self._graph is not None else 0

    def nearest(self, vector: Sequence[float], count: int) -> list[int]:
        """Rows of the nearest vectors, the nearest first; a few of the true ones may be missing."""
        asked = self._numpy.asarray(vector, dtype=self._numpy.float32)
        self._graph.expansion_search = max(EXPANSION_SEARCH, count)
        with _faults():
            return [int(row) for row in self._graph.search(asked, min(count, len(self._graph))).keys]

    def writer(self, length: int, *, anew: bool) -> "GraphWriter":
        """What adds vectors of this length: to the file that is there, or to an empty one. The caller holds a lock."""
        mark = None if anew else self.mark()
        if mark is None:
            graph = self._usearch.Index(
                ndim=length,
                metric="ip",
                dtype="f16",
                connectivity=CONNECTIVITY,
                expansion_add=EXPANSION_ADD,
                expansion_search=EXPANSION_SEARCH,
            )
        else:
            graph = self._opened(self.folder / mark.file, view=False)
        return GraphWriter(self.folder, self._name, graph)

    def _opened(self, path: Path, *, view: bool) -> Any:
        with _faults():
            graph = self._usearch.Index.restore(str(path), view=view)
        if graph is None:
            raise IndexFault(f"{path.name} is no file of usearch")
        return graph


class GraphWriter:
    """A graph in memory, until it is saved."""

    def __init__(self, folder: Path, name: str, graph: Any) -> None:
        self._folder = folder
        self._name = name
        self._graph = graph
        self._numpy = library("numpy")

    def put(self, rows: Sequence[int], vectors: Sequence[bytes]) -> None:
        """Add or replace vectors."""
        self.remove(rows)
        numpy = self._numpy
        with _faults():
            matrix = numpy.frombuffer(b"".join(vectors), dtype=numpy.float16).reshape(len(rows), -1)
            numbers = numpy.asarray(rows, dtype=numpy.uint64)
            alone = max(0, ONE_BY_ONE - len(self._graph))
            for part, threads in ((slice(alone), 1), (slice(alone, None), THREADS)):
                if len(numbers[part]):
                    self._graph.add(numbers[part], matrix[part], threads=threads)

    def remove(self, rows: Sequence[int]) -> None:
        """Take rows out that may be there."""
        there = [row for row in rows if self._graph.contains(row)]
        if there:
            self._graph.remove(self._numpy.asarray(there, dtype=self._numpy.uint64))

    def save(self, made: str, seen: int) -> None:
        """Write it whole, then say that it is there; files that nothing names any more go."""
        import os

        make_folder(self._folder)
        path = self._folder / f"{self._name}-{os.urandom(4).hex()}.usearch"
        with _faults():
            self._graph.save(str(path))
            with path.open("rb") as file:
                os.fsync(file.fileno())
            mark = GraphMark(made, seen, path.name, path.stat().st_size)
        replace_text(self._folder / f"{self._name}.json", json.dumps(asdict(mark)) + "\n")
        for name in confined.names(self._folder):
            if name.startswith(f"{self._name}-") and name.endswith(".usearch") and name != path.name:
                with contextlib.suppress(OSError):
                    confined.remove(self._folder / name)


@contextlib.contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except (RuntimeError, ValueError, OSError) as error:
        raise IndexFault(str(error)) from error


def library(name: str) -> "ModuleType":
    """A library of the extra `scale`; raises NotReadyError when it is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        raise NotReadyError(
            f"{name.partition('.')[0]} is not installed, search_index = scale needs it", hint=HINT
        ) from error


EXACT = 20_000
"""A scope, or a store, with so many vectors or fewer is compared exactly: 2 ms, and nothing is missed."""
MOST_APART = 50_000
"""Entries since the graph was saved that are compared one by one; with more all of it is, until `memory index` ran."""
WIDER = 4
"""How many times more the graph is asked for when too few lie in the scope."""
MOST_ASKED = 8_192
AT_ONCE = 4_096
SAVED_EVERY = 200_000
"""Vectors after which a graph that is being built is saved: a process that dies loses no more."""
_SPACE = "SELECT space FROM spaces WHERE identity = ?"

Progress = Callable[[int, int], None]
"""How many of how many vectors are done."""


class ScaleVectorIndex(SqliteVectorIndex):
    """The vectors of one embedder, with a graph beside them."""

    def __init__(self, database: DocDatabase, identity: str, folder: Path) -> None:
        super().__init__(database, identity)
        self._file = GraphFile(folder, "vectors-" + sha256(identity.encode()).hexdigest()[:12])
        self.problem = ""
        """Why the graph is not asked; empty while it is."""
        self._looked: tuple[int, ...] | None = None
        self._space: int | None = None
        self._mark: GraphMark | None = None
        self._seen = 0
        self._changed: dict[int, bytes | None] = {}
        self._large: dict[Scope | None, bool] = {}
        self._counted_at: tuple[int, ...] | None = None

    def similarities(self, vector: Sequence[float], scope: Scope | None, limit: int) -> "ExactSimilarities":
        """How near each doc of the scope is to the vector, and which are nearest; valid until the next question."""
        try:
            if self._is_large(scope) and self._is_usable() and len(vector) == self._file.length:
                found = self._near(vector, scope, limit)
                if found is not None:
                    return found
        except IndexFault as error:
            self.problem = f"{self._file.folder} cannot be read ({error}), vectors are compared one by one"
        return super().similarities(vector, scope, limit)

    def bring_in_step(self, *, anew: bool = False, progress: Progress | None = None) -> int:
        """Take what is new into the graph, or make it anew; how many entries were read. Waits for its turn."""
        with locked(self._file.lock):
            self._looked = None
            space = self._space_now()
            total = self.covered()[0]
            if space is None or total <= EXACT:
                return 0
            mark = self._mark_now() if not anew else None
            seen = mark.seen if mark else 0
            return self._extend(space, seen, anew=mark is None, total=total, progress=progress)

    def _extend(self, space: int, seen: int, *, anew: bool, total: int, progress: Progress | None) -> int:
        writer, done, saved = None, 0, 0
        while found := self._entries(space, seen, AT_ONCE):
            there = [(row, vector) for _, row, vector in found if vector is not None]
            if writer is None and (there or not anew):
                length = len(there[0][1]) // 2 if there else self._file.length
                writer = self._file.writer(length, anew=anew)
            if writer:
                writer.remove([row for _, row, vector in found if vector is None])
                if there:
                    writer.put([row for row, _ in there], [vector for _, vector in there])
            seen = found[-1][0]
            done += len(found)
            if progress:
                progress(done, total)
            if writer and done - saved >= SAVED_EVERY:
                writer.save(self._made(space), seen)
                saved = done
        if writer and done > saved:
            writer.save(self._made(space), seen)
        return done

    def _near(self, vector: Sequence[float], scope: Scope | None, limit: int) -> "ExactSimilarities | None":
        count = limit + min(len(self._changed), limit)
        inside = list[int]()
        while True:
            asked = self._file.nearest(vector, count)
            known = [row for row in asked if row not in self._changed]
            inside = known if scope is None else self._in_scope(known, scope)
            if len(inside) >= limit or count >= len(self._file):
                break
            if count >= MOST_ASKED:
                return None  # the scope lies far from the question: compared one by one
            count *= WIDER
        changed = [row for row, there in self._changed.items() if there is not None]
        near = [*inside[:limit], *(changed if scope is None else self._in_scope(changed, scope))]
        exact = _Similar(self, vector).of_rows(near)
        best = sorted(exact, key=lambda row: (-exact[row], row))[:limit]
        return _Similar(self, vector, tuple(best))

    def blobs(self, rows: Sequence[int]) -> dict[int, bytes]:
        """The vectors of these rows, as they are stored; those without one are left out."""
        found: dict[int, bytes] = {}
        for start in range(0, len(rows), 500):
            chunk = rows[start : start + 500]
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT row, vector FROM vectors WHERE row IN ({marks}) AND space = ? AND vector IS NOT NULL"
            found.update(self._database.rows(query, (*chunk, self._space)))
        return found

    def _in_scope(self, rows: Sequence[int], scope: Scope) -> list[int]:
        kept = set[int]()
        for start in range(0, len(rows), 500):
            chunk = rows[start : start + 500]
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT row FROM vectors WHERE row IN ({marks}) AND space = ? AND scope = ?"
            kept.update(row[0] for row in self._database.rows(query, (*chunk, self._space, scope)))
        return [row for row in rows if row in kept]

    def _is_large(self, scope: Scope | None) -> bool:
        """Whether more vectors than `EXACT` would have to be compared; no further are counted."""
        state = (self._database.times_begun, *self._database.state())
        if state != self._counted_at:
            self._large, self._counted_at = {}, state
        if scope not in self._large:
            where, values = ("AND scope = ?", (scope,)) if scope is not None else ("AND vector IS NOT NULL", ())
            query = f"SELECT count(*) FROM (SELECT 1 FROM vectors WHERE space = ({_SPACE}) {where} LIMIT ?)"
            self._large[scope] = self._database.rows(query, (self._identity, *values, EXACT + 1))[0][0] > EXACT
        return self._large[scope]

    def _is_usable(self) -> bool:
        state = (self._database.times_begun, *self._database.state())
        if state != self._looked:
            self.problem = ""
            space, mark = self._space_now(), self._mark_now()
            if mark is None or space is None:
                self.problem = "vectors are compared one by one until context-memory memory index has built their graph"
                self._mark = None
            else:
                if mark != self._mark:
                    self._changed, self._seen = {}, mark.seen
                self._mark, self._space = mark, space
                self._read_changed(space)
            self._looked = state
        return self._mark is not None and len(self._changed) <= MOST_APART

    def _read_changed(self, space: int) -> None:
        while len(self._changed) <= MOST_APART and (found := self._entries(space, self._seen, AT_ONCE)):
            for number, row, vector in found:
                self._changed[row] = vector
                self._seen = number
        if len(self._changed) > MOST_APART:
            self.problem = "the graph of the vectors is far behind: run context-memory memory index"

    def _entries(self, space: int, seen: int, limit: int) -> list[tuple[int, int, Any]]:
        return self._database.rows(  # + keeps SQLite from sorting by another index
            "SELECT n, row, vector FROM vectors WHERE +space = ? AND n > ? ORDER BY n LIMIT ?", (space, seen, limit)
        )

    def _space_now(self) -> int | None:
        rows = self._database.rows(_SPACE, (self._identity,))
        return rows[0][0] if rows else None

    def _mark_now(self) -> GraphMark | None:
        """The mark of a graph of this database and of this embedder's vectors as they are counted now."""
        space = self._space_now()
        try:
            mark = self._file.mark()
        except IndexFault as error:
            self.problem = str(error)
            return None
        return mark if mark and space is not None and mark.made == self._made(space) else None

    def _made(self, space: int) -> str:
        return f"{ChangeLog(self._database).made()}/{space}"


class _Similar(ExactSimilarities):
    """Similarity to one question, of the rows that are asked for."""

    def __init__(self, index: ScaleVectorIndex, vector: Sequence[float], nearest: tuple[int, ...] = ()) -> None:
        super().__init__(nearest, {}, None)
        self._index = index
        self._vector = vector

    def of_rows(self, rows: Sequence[int]) -> dict[int, float]:
        """Similarity of these docs; those without a vector are left out."""
        numpy = library("numpy")
        blobs = self._index.blobs(list(rows))
        if not blobs:
            return {}
        matrix = numpy.frombuffer(b"".join(blobs.values()), dtype=numpy.float16).reshape(len(blobs), -1)
        values = matrix.astype(numpy.float32) @ numpy.asarray(self._vector, dtype=numpy.float32)
        return dict(zip(blobs, values.tolist(), strict=True))
