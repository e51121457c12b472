"""The docs of a large store: the same journal and database, with files of tantivy and usearch that search them."""

from collections.abc import Callable
from pathlib import Path

from ..model.errors import NotReadyError
from ..model.stores import TermsOf
from .doc_store import Settled, SqliteDocStore
from .scale_vectors import ScaleVectorIndex
from .scale_words import ScaleCandidateIndex, WordsInStep
from .search_index import SqliteCandidateIndex
from .tantivy_index import IndexFault
from .vector_index import SqliteVectorIndex

FOLDER = "scale"
"""Beside the database; it may be deleted at any time."""


class ScaleDocStore(SqliteDocStore):
    """The docs of one workspace, whatever their number. Not shared between threads: each opens its own."""

    def __init__(self, folder: Path, terms_of: TermsOf) -> None:
        super().__init__(folder, terms_of)
        self._folder = folder / FOLDER
        self._vectors: dict[str, ScaleVectorIndex] = {}
        self._words: WordsInStep | None = None
        self._missing: NotReadyError | None = None
        try:
            self._words = WordsInStep(self.database, self._folder / "words")
        except NotReadyError as error:  # everything works without, only slower
            self._missing = error

    @property
    def problem(self) -> str:
        """What was wrong with the files when they were needed last, and what was done about it; empty for nothing."""
        missing = f"{self._missing}, SQLite searches ({self._missing.hint})" if self._missing else ""
        words = self._words.problem if self._words else ""
        ours = (missing, words, *(each.problem for each in self._vectors.values()))
        return "; ".join(filter(None, (super().problem, *ours)))

    def index(self) -> SqliteCandidateIndex:
        """What searches the docs."""
        return ScaleCandidateIndex(self.database, self._words) if self._words else super().index()

    def vectors(self, identity: str) -> SqliteVectorIndex:
        """The vectors that an embedder of this identity made."""
        if self._missing:
            return super().vectors(identity)
        if identity not in self._vectors:
            self._vectors[identity] = ScaleVectorIndex(self.database, identity, self._folder)
        return self._vectors[identity]

    def settle(self, *, anew: bool = False, progress: Callable[[str, int, int], None] | None = None) -> Settled:
        """Take what changed into the files, or make them anew. `progress` gets what, done and of how many."""
        if self._words is None:
            raise self._missing or NotReadyError("the files of search_index = scale cannot be opened")

        def told(what: str) -> Callable[[int, int], None]:
            return lambda done, total: progress(what, done, total) if progress else None

        docs = self._made(self._words, anew, told("docs taken in"))
        identity = self.embedding()
        if not identity:
            return Settled(docs)
        self.vectors(identity)
        return Settled(docs, self._made(self._vectors[identity], anew, told("vectors taken in")))

    def _made(self, files: WordsInStep | ScaleVectorIndex, anew: bool, progress: Callable[[int, int], None]) -> int:
        try:
            return files.bring_in_step(anew=anew, progress=progress)
        except IndexFault:  # what cannot be read is made anew
            try:
                return files.bring_in_step(anew=True, progress=progress)
            except IndexFault as error:
                raise NotReadyError(
                    f"{self._folder} cannot be written: {error}", hint="check space, owner and mode"
                ) from error
