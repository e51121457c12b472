"""The docs of a large store: the same journal and database, with files of tantivy and usearch that search them.

Candidates by words come from the files of tantivy, never older than the database. What was written since their last
commit is laid over what they say, as long as it is little; much of it is taken in first, or, while another process
does that already, SQLite answers. Their order is BM25, with the same numbers for both.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log
from pathlib import Path

from ....errors import InputError, NotReadyError
from ....storage.files import locked, locked_if_free
from ...ports import LARGE, Filter, TermsOf
from ..sqlite.database import ChangeLog, DocDatabase
from ..sqlite.search_index import TIES, SqliteCandidateIndex
from ..sqlite.store import Settled, SqliteDocStore
from ..sqlite.tables import TERMS, scope_mark
from ..sqlite.vector_index import SqliteVectorIndex
from .tantivy_index import IndexFault, Mark, WordFiles
from .vectors import ScaleVectorIndex

FEW = LARGE
"""Docs; so few are searched by SQLite, as fast, and to the last of equal ones in the same order."""
APART = 500
"""Changed docs that are laid over instead of being taken in, where they are less than `APART_SHARE` of all."""
APART_SHARE = 0.01
MOST_TAKEN_IN = 50_000
"""Docs that a search takes in before it answers, a second of work; more than these wait for `memory index`."""
AT_ONCE = 10_000
"""Docs read at once while the files are built."""
K1 = 1.2
B = 0.75
"""BM25 as tantivy has it."""
DIGITS = 3
"""Of a score after the point that count: what differs by less is equal, and ordered by its id."""
MOST_TIED = 1_000
"""Equal docs that are looked at, so that files made anew give the same order."""
_TRIES = 3

Progress = Callable[[int, int], None]
"""How many of how many docs are done."""


@dataclass(slots=True)
class _Apart:
    """Docs that changed since the last commit, as they are now."""

    rows: frozenset[int] = frozenset()
    """All of them, those that are gone too."""
    lines: dict[int, Counter[str]] = field(default_factory=dict)
    """Terms of those that can be found, with the mark of their scope."""


class WordsInStep:
    """The files beside one database, and what keeps them in step with it."""

    def __init__(self, database: DocDatabase, folder: Path) -> None:
        self.files = WordFiles(folder)
        self.problem = ""
        """Why the files are not asked; empty while they are."""
        self._database = database
        self._log = ChangeLog(database)
        self._state: tuple[int, ...] | None = None
        self._is_usable = False
        self._apart = _Apart()

    def is_usable(self) -> bool:
        """Whether the files, with what is laid over them, say what the database says now."""
        state = (self._database.times_begun, *self._database.state())
        if state != self._state:
            self._state, self.problem = state, ""
            try:
                self._is_usable = self._docs() > FEW and self._look()
            except (IndexFault, NotReadyError, InputError) as error:
                self._give_up(error)
        return self._is_usable

    def search(self, terms: Sequence[str], mark: str, limit: int, average: float) -> list[tuple[int, float]] | None:
        """Rows of docs that share words with the question, with ranks: the lowest first, and all that are equal.

        None when the files cannot be read.
        """
        apart = self._apart
        try:
            found = self._found(terms, mark, limit, limit + len(apart.rows))
            scored = [(score, row) for row, score in found if row not in apart.rows]
            if apart.lines:
                worth = self._worth(terms)
                scored += [
                    (_bm25(line, worth, average), row)
                    for row, line in apart.lines.items()
                    if (not mark or mark in line) and not worth.keys().isdisjoint(line)
                ]
        except IndexFault as error:
            self._give_up(error)
            return None
        ranked = sorted((-round(score, DIGITS), row) for score, row in scored)
        return [(row, rank) for rank, row in ranked if rank <= ranked[min(limit, len(ranked)) - 1][0]]

    def _found(self, terms: Sequence[str], mark: str, limit: int, asked: int) -> list[tuple[int, float]]:
        """The best so many, and those behind them that are as good as the last that counts."""
        found = self.files.search(terms, mark, asked + TIES)
        if len(found) == asked + TIES and round(found[-1][1], DIGITS) == round(found[limit - 1][1], DIGITS):
            found = self.files.search(terms, mark, asked + MOST_TIED)
        return found

    def count(self, term: str) -> int | None:
        """In how many docs the term stands; what was replaced since the last commit is counted twice."""
        try:
            return self.files.count(term) + sum(term in line for line in self._apart.lines.values())
        except IndexFault as error:
            self._give_up(error)
            return None

    def bring_in_step(self, *, anew: bool = False, progress: Progress | None = None) -> int:
        """Take in everything that changed, or make the files anew; how many docs were read. Waits for its turn."""
        with locked(self.files.folder):
            self._state = None
            if self._docs() <= FEW and not self._log.is_kept():
                return 0
            mark = self._mark()
            if anew or mark is None or mark.made != self._log.made() or not self._log.is_kept():
                return self._build(progress)
            changed = self._log.after(mark.seen, -1)
            if changed is None:
                return self._build(progress)
            self._take_in(changed)
            return len(changed[1])

    def _mark(self) -> Mark | None:
        try:
            return self.files.mark()
        except IndexFault:
            return None

    def _look(self) -> bool:
        for _ in range(_TRIES):
            mark = self._mark()
            if mark is None or mark.made != self._log.made() or not self._log.is_kept():
                if self._docs() <= MOST_TAKEN_IN and self._build_if_free():
                    continue
                self.problem = "the files of search_index = scale are not built: run context-memory memory index"
                return False
            changed = self._log.after(mark.seen, MOST_TAKEN_IN + 1)
            if changed is None:
                continue  # another process has just taken them in
            count = len(changed[1])
            if count <= min(APART, self._docs() * APART_SHARE):
                self._apart = self._read(changed[1])
                return True
            if count > MOST_TAKEN_IN:
                self.problem = "the files of search_index = scale are far behind: run context-memory memory index"
                return False
            with locked_if_free(self.files.folder) as is_ours:
                if not is_ours:
                    self._state = None  # busy: SQLite answers, the next question looks again
                    return False
                if self._mark() == mark:
                    self._take_in(changed)
        self.problem = "the files of search_index = scale do not fit the database: run context-memory memory index"
        return False

    def _build_if_free(self) -> bool:
        with locked_if_free(self.files.folder) as is_ours:
            if is_ours:
                self._build(None)
        return is_ours

    def _docs(self) -> int:
        rows = self._database.rows("SELECT value FROM facts WHERE name = 'docs'")
        return int(rows[0][0]) if rows else 0

    def _read(self, rows: Sequence[int]) -> _Apart:
        return _Apart(frozenset(rows), {row: Counter(line.split()) for row, line in self._lines(rows)})

    def _lines(self, rows: Sequence[int]) -> list[tuple[int, str]]:
        found = []
        for start in range(0, len(rows), 500):
            chunk = rows[start : start + 500]
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT row, {TERMS} FROM docs WHERE row IN ({marks}) AND forgotten_at IS NULL"
            found += [(row[0], row[1]) for row in self._database.rows(query, chunk)]
        return found

    def _take_in(self, changed: tuple[int, list[int]]) -> None:
        seen, rows = changed
        if not rows:
            return
        with self.files.write(anew=False) as writer:
            for row in rows:
                writer.remove(row)
            for row, line in self._lines(rows):
                writer.add(row, line)
            writer.commit(Mark(self._log.made(), seen))
        self._log.drop(seen)

    def _build(self, progress: Progress | None) -> int:
        seen, last, done = self._log.begin(), -1, 0
        total = self._docs()
        with self.files.write(anew=True) as writer:
            while rows := self._database.rows(
                f"SELECT row, {TERMS} FROM docs WHERE row > ? AND forgotten_at IS NULL ORDER BY row LIMIT ?",
                (last, AT_ONCE),
            ):
                for row, line in rows:
                    writer.add(row, line)
                last = rows[-1][0]
                done += len(rows)
                if progress:
                    progress(done, total)
            writer.commit(Mark(self._log.made(), seen))
        self._log.drop(seen)
        return done

    def _worth(self, terms: Sequence[str]) -> dict[str, float]:
        docs = self.files.docs()
        counts = {term: self.files.count(term) for term in terms}
        return {term: log(1 + (docs - count + 0.5) / (count + 0.5)) for term, count in counts.items()}

    def _give_up(self, error: Exception) -> None:
        self._is_usable = False
        self.problem = f"{self.files.folder} cannot be read ({error}), SQLite answers: memory index --all"


class ScaleCandidateIndex(SqliteCandidateIndex):
    """Words from the files, everything else, and words while the files cannot be asked, from SQLite."""

    def __init__(self, database: DocDatabase, words: WordsInStep) -> None:
        super().__init__(database)
        self._words = words

    def by_words(self, terms: Sequence[str], where: Filter, limit: int, *, at_least: int = 1) -> list[int]:
        """Rows of the docs that share words with the question, best first; frequent words look for candidates too.

        The files know scopes alone: where more is asked for, which is seldom, SQLite answers.
        """
        if not where.is_narrow and terms and limit > 0 and self._words.is_usable():
            mark = scope_mark(where.scope) if where.scope is not None else ""
            found = self._words.search(terms, mark, limit, self.totals()[1])
            if found is not None:
                return self._in_order(found, limit)
        return super().by_words(terms, where, limit, at_least=at_least)

    def _counted_now(self, terms: Sequence[str]) -> dict[str, int]:
        if self._words.is_usable():
            counts = {term: self._words.count(term) for term in terms}
            known = {term: count for term, count in counts.items() if count is not None}
            if len(known) == len(counts):
                return known
        return super()._counted_now(terms)


def _bm25(line: Counter[str], worth: dict[str, float], average: float) -> float:
    floor = K1 * (1 - B + B * line.total() / (average + 1))
    return sum(
        value * count * (K1 + 1) / (count + floor) for term, value in worth.items() if (count := line.get(term, 0))
    )


FOLDER = "scale"
"""Beside the database; it may be deleted at any time."""


class ScaleDocStore(SqliteDocStore):
    """The docs of one workspace, whatever their number. Not shared between threads: each opens its own."""

    def __init__(self, folder: Path, terms_of: TermsOf, *, derived: Path | None = None) -> None:
        super().__init__(folder, terms_of, derived=derived)
        self._folder = (derived or folder) / FOLDER
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
