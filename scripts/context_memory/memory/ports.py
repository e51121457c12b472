"""The protocols of a store: it keeps docs, its index delivers candidates, its vectors compare meanings.

`memory.stores.sqlite.store` implements it on a journal and SQLite, `memory.stores.postgres.store`
on PostgreSQL. Reading methods raise `DamagedError` when what is stored cannot
be read, and every method raises `NotReadyError` when the store cannot be reached.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

from .doc_rows import DocRow, Sheet
from .docs import Kind, MemoryDoc, Scope

LARGE = 20_000
"""Docs from which a store is large: fewer of them are looked at for a question. With 5,000, stores of 12,000 docs
answered in half the time and found .931 of what was asked instead of .959."""


class Candidate(NamedTuple):
    """A doc as the ranker sees it. `row` is the backend's own number for it."""

    row: int
    id: str
    text: str
    terms: str
    """Search terms in the order of the text, parted by single spaces."""
    session: str
    seq: int | None
    speaker: str
    created_at: float
    """Seconds since 1970."""
    kind: str
    tier: str
    importance: float
    pinned: bool
    scope: str
    superseded: bool
    derived: bool = False
    """Whether it comes from a file: a piece of a memory file, or a message of a session."""


class Pool(NamedTuple):
    """All candidates of one question."""

    candidates: tuple[Candidate, ...]
    """Best by words first, then their neighbours."""
    follows: Mapping[int, int] = MappingProxyType({})
    """Row of a turn -> row of the next turn of the same session."""
    similarities: Mapping[int, float] = MappingProxyType({})
    """Row -> similarity of meaning to the question, -1 to 1; empty without an embedder."""


class Statistics(NamedTuple):
    """What the ranker must know of the whole store."""

    docs: int
    average_terms: float
    frequencies: Mapping[str, int]
    """Docs that hold each term."""
    codes: Mapping[str, str] = MappingProxyType({})
    """What usual words mean, in bits; empty where an embedder compares meanings."""


Result = TypeVar("Result")
TermsOf = Callable[[str], str]
"""The search terms of a text, parted by spaces: the same for what is stored and in every store."""


class Filter(NamedTuple):
    """Which docs are meant; a field that is None leaves all of them. A field has its clause in each store."""

    scope: Scope | None = None
    kind: Kind | None = None

    @property
    def in_any_scope(self) -> "Filter":
        """The same without the scope, which indexes of words and vectors hold themselves."""
        return self._replace(scope=None)

    @property
    def is_narrow(self) -> bool:
        """Whether more than a scope is wanted."""
        return self.in_any_scope != EVERYTHING

    def admits(self, candidate: Candidate) -> bool:
        """Whether a candidate is meant: the neighbours of one that is need not be."""
        in_scope = self.scope is None or candidate.scope == self.scope
        return in_scope and (self.kind is None or candidate.kind == self.kind)


EVERYTHING = Filter()


class MemoryFile(NamedTuple):
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

    def of_rows(self, rows: Sequence[int]) -> Mapping[int, float]:
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

    def by_words(self, terms: Sequence[str], where: Filter, limit: int, *, at_least: int = 1) -> list[int]:
        """Rows of the docs that share words with the question, best first.

        In a large store frequent words do not look for candidates, but `at_least` so many of the rarest always do.
        """
        ...

    def by_time(self, start: datetime, end: datetime, where: Filter, limit: int) -> list[int]:
        """Rows of docs made in a span of time, oldest first."""
        ...

    def newest(self, where: Filter, limit: int) -> list[int]:
        """Rows of docs, newest first."""
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

    def refresh(self, within: float | None = None) -> bool:
        """Take in what other processes wrote; with `within` returns False after so many seconds if one still writes."""
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
        where: Filter = EVERYTHING,
        *,
        text_prefix: str = "",
        forgotten: bool = False,
        own: bool = False,
        limit: int = 1_000,
    ) -> list[MemoryDoc]:
        """Docs, newest first: those that can be found, or the forgotten ones; `own` leaves out pieces of files."""
        ...

    def count(self, where: Filter = EVERYTHING, *, forgotten: bool = False, own: bool = False) -> int:
        """How many docs `select` would find without a limit."""
        ...

    def states(self) -> Iterable[DocRow]:
        """Every state of every doc that is kept, in the order in which they were written."""
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
