"""Search on PostgreSQL: candidates by words from a GIN index, with their neighbours, and pgvector for meaning.

Nothing is decided here: one ranker scores it all. The statistics are those of all docs that this role may see. Each
embedder has an HNSW index of half-precision vectors of its own.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from itertools import pairwise
from math import log
from typing import Any

from ....errors import NotReadyError
from ...docs import Scope
from ...ports import LARGE, Candidate, Filter, Pool
from .database import PostgresDatabase
from .rows import Home, clauses_of, given, stored
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


FREQUENT = 0.05
"""In a large store words in more than this share of the docs look for no candidates; in the ranking they count."""
MOST_POSTINGS = 8_000
"""In a large store the words of one question look through at most so many postings, rarest words first."""
ALSO = 2
"""Frequent words that tell apart what the rare ones find in a whole store, as in files (`search_index.py`)."""
STALE_SECONDS = 1.0
"""How long a count of all docs is good: it weighs words, it finds nothing."""
MOST_WORDS = 64
"""Words of one question that look for candidates, the rarest: a page that was pasted must not read the whole store."""
WIDER = 4
"""How many times more docs are asked for when too few of them are meant."""
MOST_HELD = 50_000
"""Frequencies that are kept for the next question."""
_TOTALS = (
    "SELECT term, sum(docs)::int8 FROM (SELECT term, docs FROM context_memory.counts WHERE term IN ('', ' ') "
    "UNION ALL SELECT term, docs FROM context_memory.count_changes WHERE term IN ('', ' ')) counted GROUP BY term"
)
_FREQUENCIES = (
    "SELECT term, sum(docs)::int8 FROM (SELECT term, docs FROM context_memory.counts WHERE term = ANY(%s) "
    "UNION ALL SELECT term, docs FROM context_memory.count_changes WHERE term = ANY(%s)) counted GROUP BY term"
)
_CANDIDATES = (
    "SELECT row, {id}, text, array_to_string(terms, ' '), session, seq, speaker, created_at, kind, tier, importance, "
    "pinned, scope, strpos(' ' || tags || ' ', ' superseded ') > 0, file <> '', workspace, piece "
    "FROM context_memory.docs WHERE row = ANY(%s) AND forgotten_at IS NULL"
)


def _side(order: str, compared: str, direction: str, condition: str) -> str:
    return (
        f"SELECT h.row AS hit, near.row, near.{order} AS place FROM hits h CROSS JOIN LATERAL ("
        f"SELECT d.row, d.seq FROM context_memory.docs d WHERE d.session = h.session AND d.session <> '' "
        f"AND d.scope = h.scope AND d.workspace = h.workspace AND d.{order} {compared} h.{order} "
        f"ORDER BY d.{order} {direction} LIMIT h.around) near WHERE h.seq IS {condition}"
    )


_WINDOWS = (
    "WITH hits AS (SELECT d.row, d.session, d.scope, d.workspace, d.seq, w.around "
    "FROM unnest(%s::int8[], %s::int4[]) AS w(row, around) JOIN context_memory.docs d ON d.row = w.row "
    "WHERE d.session <> '' AND d.forgotten_at IS NULL) SELECT hit, row FROM ("
    + " UNION ALL ".join(
        _side(order, compared, direction, condition)
        for order, condition in (("seq", "NOT NULL"), ("row", "NULL"))
        for compared, direction in (("<", "DESC"), (">", "ASC"))
    )
    + " UNION ALL SELECT row, row, coalesce(seq, row) FROM hits) beside ORDER BY hit, place, row"
)


class PostgresCandidateIndex:
    """The reading side of a store."""

    def __init__(self, database: PostgresDatabase, home: Home) -> None:
        self._database = database
        self._home = home
        self._totals: tuple[int, float] = (0, 0.0)
        self._counted_at = float("-inf")
        self._counted = -1
        self._frequencies: dict[str, int] = {}

    def totals(self) -> tuple[int, float]:
        """Docs that can be found, and how many terms they have on average."""
        now = time.monotonic()
        if now - self._counted_at > STALE_SECONDS:
            found = dict(self._database.rows(_TOTALS))
            docs = found.get("", 0)
            self._totals = (docs, found.get(" ", 0) / docs if docs else 0.0)
            self._counted_at = now
        return self._totals

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many docs each term stands."""
        wanted = list(dict.fromkeys(terms))
        docs, _ = self.totals()
        if abs(docs - self._counted) > self._counted * 0.01 or len(self._frequencies) > MOST_HELD:
            self._frequencies.clear()
            self._counted = docs
        unknown = [term for term in wanted if term not in self._frequencies]
        if unknown:
            found = dict(self._database.rows(_FREQUENCIES, (unknown, unknown)))
            self._frequencies.update((term, found.get(term, 0)) for term in unknown)
        return {term: self._frequencies[term] for term in wanted}

    def speakers(self, scope: Scope | None) -> list[str]:
        """Names of those whose words are stored."""
        where, values = (" WHERE scope = %s", (stored(scope),)) if scope is not None else ("", ())
        query = f"SELECT DISTINCT name FROM context_memory.speakers{where} ORDER BY name LIMIT 2000"
        return [given(row[0]) for row in self._database.rows(query, values)]

    def by_words(self, terms: Sequence[str], where: Filter, limit: int, *, at_least: int = 1) -> list[int]:
        """Rows of the docs that share words with the question, best first.

        In a large store frequent words do not look for candidates, but `at_least` so many of the rarest always do.
        """
        docs, average = self.totals()
        counts = self.frequencies(terms)
        known = sorted((term for term in dict.fromkeys(terms) if counts[term]), key=lambda term: (counts[term], term))
        wanted = _looked_for(known, counts, docs, at_least) if where.scope is None else known
        wanted = wanted[:MOST_WORDS]
        looking = len(wanted)
        if at_least > 0 and sum(counts[term] for term in wanted) > limit:
            wanted = known[: looking + ALSO * (where.scope is None)]
        if not wanted or limit <= 0:
            return []
        worths = [
            max(1e-6, log((docs - counts[term] + 0.5) / (counts[term] + 0.5))) if docs > counts[term] else 1e-6
            for term in wanted
        ]
        scope = None if where.scope is None else stored(where.scope)
        asked = limit
        while True:
            rows = self._database.rows(
                "SELECT found FROM context_memory.find_words(%s, %s, %s, %s, %s, %s)",
                (wanted, worths, scope, asked, average, looking),
            )
            found = [row[0] for row in rows]
            if not where.is_narrow:
                return found
            meant = self._meant(found, where.in_any_scope)
            if len(meant) >= limit or len(found) < asked:  # enough of them, or there are no more
                return meant[:limit]
            asked *= WIDER

    def _meant(self, rows: Sequence[int], where: Filter) -> list[int]:
        clauses, values = clauses_of(where)
        query = f"SELECT row FROM context_memory.docs WHERE {' AND '.join(['row = ANY(%s)', *clauses])}"
        kept = {row[0] for row in self._database.rows(query, (list(rows), *values))}
        return [row for row in rows if row in kept]

    def by_time(self, start: datetime, end: datetime, where: Filter, limit: int) -> list[int]:
        """Rows of docs made in a span of time, oldest first."""
        clauses, values = clauses_of(where)
        wanted = " AND ".join([*clauses, "created_at >= %s AND created_at < %s AND forgotten_at IS NULL"])
        rows = self._database.rows(
            f"SELECT row FROM context_memory.docs WHERE {wanted} ORDER BY created_at, id LIMIT %s",
            (*values, start, end, limit),
        )
        return [row[0] for row in rows]

    def newest(self, where: Filter, limit: int) -> list[int]:
        """Rows of docs, newest first."""
        clauses, values = clauses_of(where)
        query = f"SELECT row FROM context_memory.docs WHERE {' AND '.join([*clauses, 'forgotten_at IS NULL'])}"
        ordered = f"{query} ORDER BY created_at DESC, row DESC LIMIT %s"
        return [row[0] for row in self._database.rows(ordered, (*values, limit))]

    def pool(self, rows: Sequence[int], others: Sequence[int], around: int) -> Pool:
        """The candidates of these rows and their neighbours in the session: `around` on each side, of `others` one."""
        hits = dict.fromkeys(others, 1) | dict.fromkeys(rows, around)
        windows: dict[int, list[int]] = {}
        for hit, row in self._database.rows(_WINDOWS, (list(hits), list(hits.values()))):
            windows.setdefault(hit, []).append(row)
        follows: dict[int, int] = {}
        order = dict.fromkeys((*rows, *others))
        for hit in (*rows, *others):
            window = windows.get(hit, ())
            follows.update(pairwise(window))
            order.update(dict.fromkeys(window))
        found = self._candidates(list(order))
        kept = {a: b for a, b in follows.items() if a in found and b in found}
        return Pool(tuple(found[row] for row in order if row in found), kept)

    def _candidates(self, rows: Sequence[int]) -> dict[int, Candidate]:
        """Candidates by row; of pieces that say the same in the same file of several workspaces one, the own if any."""
        query = _CANDIDATES.format(id=self._home.id)
        read = sorted(self._database.rows(query, (rows,)), key=lambda row: (row[-2] != self._home.workspace, row[0]))
        found: dict[int, Candidate] = {}
        pieces = set[tuple[str, str]]()
        for row in read:
            *_, scope, _, _, _, piece = row
            if piece and (piece, scope) in pieces:
                continue
            pieces.add((piece, scope))
            found[row[0]] = _candidate(row)
        return found


def _candidate(row: Sequence[Any]) -> Candidate:
    moment = row[7].astimezone(UTC).timestamp()
    texts: list[Any] = [given(value) if isinstance(value, str) else value for value in row]
    row_id, doc_id, text, terms, session, seq, speaker, _, *standing = texts[:15]
    kind, tier, importance, pinned, scope, superseded, derived = standing
    return Candidate(
        row_id,
        doc_id,
        text,
        terms,
        session,
        seq,
        speaker,
        moment,
        kind,
        tier,
        importance,
        pinned,
        scope,
        superseded,
        derived,
    )


def _looked_for(terms: Sequence[str], frequencies: Mapping[str, int], docs: int, at_least: int) -> list[str]:
    """Of the words of a question, the rarest first, those that look for candidates: `at_least` so many in any case."""
    if docs <= LARGE:
        return list(terms)
    chosen, postings = list[str](), 0
    for place, term in enumerate(terms):
        postings += frequencies[term]
        if place >= at_least and (frequencies[term] > docs * FREQUENT or postings > MOST_POSTINGS):
            break
        chosen.append(term)
    return chosen
