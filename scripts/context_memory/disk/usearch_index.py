"""The door to usearch: a file that finds the nearest of a million vectors in a millisecond (HNSW, half precision).

The file is mapped into memory, not read. A mark beside it names it and says
how far it is; a new file is written whole before the mark names it, so a
process that dies leaves the old state. Everything in it can be made again.
"""

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..model.errors import NotReadyError
from .files import make_folder, replace_text
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
            told = json.loads((self.folder / f"{self._name}.json").read_text(encoding="utf-8"))
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
        for old in self._folder.glob(f"{self._name}-*.usearch"):
            if old != path:
                with contextlib.suppress(OSError):
                    old.unlink()


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
