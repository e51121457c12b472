"""Candidates for a question, from PostgreSQL: a GIN index finds them by words, their sessions bring the neighbours.

Nothing is decided here: one ranker scores it all. The statistics are those of
all docs that this role may see.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from math import log
from typing import Any

from ...docs import Scope
from ...ports import LARGE, Candidate, Filter, Pool
from .database import PostgresDatabase
from .rows import Home, clauses_of, given, stored

FREQUENT = 0.05
"""In a large store words in more than this share of the docs look for no candidates; in the ranking they count."""
MOST_POSTINGS = 8_000
"""In a large store the words of one question look through at most so many postings, rarest words first."""
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
        wanted = [term for term in dict.fromkeys(terms) if counts[term]]
        if where.scope is None:
            wanted = _looked_for(wanted, counts, docs, at_least)
        wanted = sorted(wanted, key=lambda term: (counts[term], term))[:MOST_WORDS]
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
                "SELECT found FROM context_memory.find_words(%s, %s, %s, %s, %s)",
                (wanted, worths, scope, asked, average),
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
    """The words of a question that look for candidates: in a large store rare ones, but `at_least` so many."""
    if docs <= LARGE:
        return list(terms)
    chosen, postings = list[str](), 0
    for place, term in enumerate(sorted(terms, key=lambda term: frequencies[term])):
        postings += frequencies[term]
        if place >= at_least and (frequencies[term] > docs * FREQUENT or postings > MOST_POSTINGS):
            break
        chosen.append(term)
    return chosen
