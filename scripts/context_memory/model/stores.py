"""The seam of the memory: a store keeps docs, its index delivers candidates, its vectors compare meanings.

`disk.doc_store` implements it on a journal and SQLite, `remote.postgres_store`
on PostgreSQL. Reading methods raise `DamagedError` when what is stored cannot
be read, and every method raises `NotReadyError` when the store cannot be reached.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from .candidates import Pool
from .doc_lines import Sheet
from .docs import Kind, MemoryDoc, Scope

Result = TypeVar("Result")
TermsOf = Callable[[str], str]
"""The search terms of a text, parted by spaces: the same for what is stored and in every store."""


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """A memory file as it was when it was indexed last."""

    path: str
    hash: str
    stamp: str
    """Size and modification time: the same stamp needs no reading."""


class DocWriter(Protocol):
    """Collects the changes of one `with store.write()`: all of them are kept, or none."""

    def put(self, docs: Iterable[MemoryDoc]) -> None:
        """Add or replace docs."""
        ...

    def add(self, sheet: Sheet) -> None:
        """Add docs of whose ids none is in the store, nor in another sheet of this write; none is forgotten."""
        ...

    def touch(self, docs: Sequence[MemoryDoc], at: datetime) -> None:
        """Record that these docs were given out; they carry their new counts and tiers."""
        ...

    def replace_file(self, file: MemoryFile, pieces: Sequence[MemoryDoc]) -> None:
        """The pieces of a memory file in place of those it had."""
        ...

    def note_stamps(self, files: Iterable[MemoryFile]) -> None:
        """Remember that these files need no reading until their stamps change."""
        ...

    def remove_file(self, path: str) -> None:
        """Take a file that is gone out of the index."""
        ...


class Similarities(Protocol):
    """Similarity of docs to one question."""

    @property
    def nearest(self) -> tuple[int, ...]:
        """Rows of the nearest docs, best first."""
        ...

    def of(self, rows: Sequence[int]) -> Mapping[int, float]:
        """Similarity of these docs, -1 to 1; those without a vector are left out."""
        ...


class CandidateIndex(Protocol):
    """Candidates for a question. Nothing is decided here: one ranker scores what comes back."""

    def totals(self) -> tuple[int, float]:
        """Docs that can be found, and how many terms they have on average."""
        ...

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many docs each term stands."""
        ...

    def speakers(self, scope: Scope | None) -> list[str]:
        """Names of those whose words are stored."""
        ...

    def by_words(
        self, terms: Sequence[str], scope: Scope | None, limit: int, *, at_least: int = 1, kind: Kind | None = None
    ) -> list[int]:
        """Rows of the docs that share words with the question, best first; with a kind only docs of it.

        In a large store frequent words do not look for candidates, but `at_least` so many of the rarest always do.
        """
        ...

    def by_time(
        self, start: datetime, end: datetime, scope: Scope | None, limit: int, *, kind: Kind | None = None
    ) -> list[int]:
        """Rows of docs made in a span of time, oldest first."""
        ...

    def by_kind(self, kind: Kind, scope: Scope | None, limit: int) -> list[int]:
        """Rows of docs of a kind, newest first."""
        ...

    def pool(self, rows: Sequence[int], others: Sequence[int], around: int) -> Pool:
        """The candidates of these rows and their neighbours in the session: `around` on each side, of `others` one."""
        ...


class VectorIndex(Protocol):
    """The vectors of one embedder."""

    def covered(self) -> tuple[int, int]:
        """Docs that have a vector, and docs that could have one."""
        ...

    def missing(self, limit: int, below: int | None = None) -> list[tuple[int, str]]:
        """Rows and texts of docs that have no vector yet, newest first; only rows `below` that one when it is given."""
        ...

    def add(self, docs: Sequence[tuple[int, str]], vectors: Sequence[Sequence[float]]) -> None:
        """Store the vectors of rows that still have this text: what changed meanwhile is missing again.

        Raises NotReadyError when they are not as long as those that are there.
        """
        ...

    def kept(self, rows: Sequence[int]) -> Mapping[int, Sequence[float]]:
        """The vectors of these rows as they are kept; rows without one are left out."""
        ...

    def similarities(self, vector: Sequence[float], scope: Scope | None, limit: int) -> Similarities:
        """How near each doc of the scope is to the vector, and which are nearest.

        Raises NotReadyError when the vector is not as long as those that are there.
        """
        ...


class DocStore(Protocol):
    """The docs of one workspace or, on a server, of everybody who may see them. Not shared between threads."""

    @property
    def problem(self) -> str:
        """What was wrong with what is stored and what was done about it; empty when nothing was."""
        ...

    @property
    def place(self) -> str:
        """Where the docs are, for people: a path, or a server without its password."""
        ...

    def refresh(self) -> None:
        """Take in what other processes wrote."""
        ...

    def rebuild_if_damaged(self) -> bool:
        """Check everything; build anew what can be derived. Returns whether that was needed."""
        ...

    def rebuild(self, reason: str) -> None:
        """Build anew what can be derived; raises NotReadyError where nothing can."""
        ...

    def write(self) -> AbstractContextManager[DocWriter]:
        """A writer; what it was given is kept durably at the end, or nothing is."""
        ...

    def in_one_write(self, change: Callable[[DocWriter], Result]) -> Result:
        """What the change gives back, once all of it is kept. Where another writer was faster it is tried again, so it
        must read anew each time; raises CollidedError when that does not end."""
        ...

    def get(self, doc_id: str) -> MemoryDoc | None:
        """The doc with this id."""
        ...

    def get_many(self, ids: Iterable[str]) -> dict[str, MemoryDoc]:
        """Docs by id; unknown ids are left out."""
        ...

    def by_handle(self, handle: str) -> MemoryDoc:
        """The doc whose id is or begins with the handle; raises InputError when there is none or more than one."""
        ...

    def select(
        self,
        *,
        scope: Scope | None = None,
        kind: Kind | None = None,
        tag: str = "",
        text_prefix: str = "",
        forgotten: bool = False,
        limit: int = 1_000,
    ) -> list[MemoryDoc]:
        """Docs by their attributes, newest first."""
        ...

    def count(self, *, scope: Scope | None = None, kind: Kind | None = None) -> int:
        """How many docs `select` would find without a limit."""
        ...

    def page(self, after: int, limit: int) -> list[tuple[int, MemoryDoc]]:
        """Docs that are no pieces of files, forgotten ones too, in the order they came, from behind a row on."""
        ...

    def rows_of(self, ids: Iterable[str]) -> dict[str, int]:
        """The store's own number for each doc; unknown ids are left out."""
        ...

    def counts(self) -> dict[str, dict[str, int]]:
        """Docs by tier, kind, scope and `file` (the first folder of what they are derived from, empty for none).

        Pinned and forgotten ones stand apart under `state`, `oldest` and `newest` (seconds since 1970) under `time`.
        """
        ...

    def files(self) -> dict[str, MemoryFile]:
        """The memory files that are indexed, by path."""
        ...

    def index(self) -> CandidateIndex:
        """What searches the docs."""
        ...

    def vectors(self, identity: str) -> VectorIndex:
        """The vectors that an embedder of this identity made."""
        ...

    def embedding(self) -> str:
        """Identity of the embedder whose vectors are searched; empty while there are none."""
        ...

    def use_embedding(self, identity: str) -> None:
        """Search the vectors of this identity from now on, in one step; those of others stay until they are dropped."""
        ...

    def embeddings(self) -> dict[str, int]:
        """Identities that have vectors, the one in use or not, each with how many."""
        ...

    def drop_vectors(self, identity: str) -> int:
        """Delete the vectors of an identity that is not in use; returns how many. They can be made anew."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...
