"""The door to tantivy: a folder that finds docs by their words in a millisecond, however many there are.

It holds rows and terms, no text, and beside them a mark that says how far it
is: both change in one commit, so a process that dies leaves the old state.
Everything in it can be made again from the database.
"""

import contextlib
import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ....errors import NotReadyError
from ....storage import confined, environment
from ....storage.files import make_folder
from ....text.json_text import parse_json

if TYPE_CHECKING:
    from types import ModuleType

VERSION = 1
"""Of what stands in the folder; another one is built anew."""
BUILD_HEAP = 128_000_000  # bytes, over all threads; tantivy writes a segment when it is full
CHANGE_HEAP = 15_000_000  # bytes, the least that tantivy takes
BUILD_THREADS = 2
_MARK = "mark"
_FAULTS = (ValueError, TypeError, KeyError, OSError, RuntimeError, OverflowError)
"""What the library raises; a panic of its own is no Exception at all."""
HINT = environment.command_for("scale")


class IndexFault(Exception):  # noqa: N818 - nothing that a person sees: whoever asks goes on without these files
    """The files cannot be read or written."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far files are that are derived from a database."""

    made: str
    """Which database."""
    seen: int
    """The newest change that is in them."""


class WordFiles:
    """One folder; a process opens its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._tantivy = _tantivy()
        self._schema = _schema(self._tantivy)
        self._index: Any = None
        self._searcher: Any = None

    def mark(self) -> Mark | None:
        """How far the newest commit is, None where there is none; searches go to that commit from now on."""
        with _Faults():
            confined.refuse_links(self.folder)
            if not (self.folder / "meta.json").is_file():
                self._index = None
                return None
            if self._index is None:
                self._index = self._tantivy.Index.open(str(self.folder))
            else:
                self._index.reload()
            self._searcher = self._index.searcher()
            found = self._searcher.search(self._term(_MARK, _MARK), 1).hits
            if not found:
                return None
            told = parse_json(self._searcher.doc(found[0][1]).get_first("about"))
            return Mark(told["made"], told["seen"]) if told["version"] == VERSION else None

    def search(self, terms: Sequence[str], mark: str, limit: int) -> list[tuple[int, float]]:
        """Rows that hold any of the terms, and the mark of a scope unless it is empty, with scores, best first."""
        query, must, should = self._tantivy.Query, self._tantivy.Occur.Must, self._tantivy.Occur.Should
        with _Faults():
            asked = query.boolean_query([(should, self._term("terms", term)) for term in terms])
            if mark:
                inside = query.const_score_query(self._term("terms", mark), 0.0)
                asked = query.boolean_query([(must, inside), (must, asked)])
            hits = self._searcher.search(asked, limit, count=False).hits
            rows = self._searcher.fast_field_values("row", [address for _, address in hits])
        return [(row, score) for row, (score, _) in zip(rows, hits, strict=True)]

    def count(self, term: str) -> int:
        """In how many docs the term stands."""
        with _Faults():
            if not self._searcher.doc_freq("terms", term):
                return 0
            asked = self._tantivy.Query.const_score_query(self._term("terms", term), 1.0)
            return int(self._searcher.search(asked, 1).count)

    def docs(self) -> int:
        """Docs that can be found."""
        with _Faults():
            return int(self._searcher.num_docs) - 1  # the mark is one

    @contextlib.contextmanager
    def write(self, *, anew: bool) -> Iterator["WordWriter"]:
        """A writer: `anew` in place of everything. What it commits is seen by whoever asks for the mark next.

        The caller holds a lock: tantivy takes one writer at a time.
        """
        with _Faults():
            if anew:
                with contextlib.suppress(FileNotFoundError), confined.located(self.folder) as (name, folder):
                    shutil.rmtree(name, ignore_errors=True, dir_fd=folder)
                make_folder(self.folder)
                self._index = self._tantivy.Index(self._schema, path=str(self.folder))
            elif self._index is None:
                confined.refuse_links(self.folder)
                self._index = self._tantivy.Index.open(str(self.folder))
            heap, threads = (BUILD_HEAP, BUILD_THREADS) if anew else (CHANGE_HEAP, 1)
            writer = self._index.writer(heap_size=heap, num_threads=threads)
        try:
            yield WordWriter(writer, self._tantivy, self._schema)
        finally:
            with contextlib.suppress(IndexFault), _Faults():
                writer.wait_merging_threads()

    def _term(self, field: str, value: str) -> Any:
        return self._tantivy.Query.term_query(self._schema, field, value, "freq" if field == "terms" else "basic")


class WordWriter:
    """Changes that come with one commit."""

    def __init__(self, writer: Any, tantivy: "ModuleType", schema: Any) -> None:
        self._writer = writer
        self._document = tantivy.Document
        self._schema = schema

    def add(self, row: int, line: str) -> None:
        """A doc that is not there."""
        with _Faults():
            self._writer.add_document(self._document.from_dict({"row": row, "terms": line}, self._schema))

    def remove(self, row: int) -> None:
        """A doc that may be there."""
        with _Faults():
            self._writer.delete_documents_by_term("row", row)

    def commit(self, mark: Mark) -> None:
        """All of it, durably."""
        with _Faults():
            about = json.dumps({"version": VERSION, "made": mark.made, "seen": mark.seen})
            self._writer.delete_documents_by_term(_MARK, _MARK)
            self._writer.add_document(self._document.from_dict({_MARK: _MARK, "about": about}, self._schema))
            self._writer.commit()


def _schema(tantivy: "ModuleType") -> Any:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("row", indexed=True, fast=True)  # an unsigned field panics at a number from Python
    builder.add_text_field("terms", tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field(_MARK, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("about", stored=True, tokenizer_name="raw", index_option="basic")
    return builder.build()


class _Faults:
    """Whatever goes wrong in the library becomes one kind of error; it panics where a file is not what it wrote."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None and (issubclass(kind, _FAULTS) or kind.__module__ == "pyo3_runtime"):
            raise IndexFault(str(error)) from error


def _tantivy() -> "ModuleType":
    try:
        return import_module("tantivy")
    except ImportError as error:
        raise NotReadyError("tantivy is not installed, search_index = scale needs it", hint=HINT) from error
