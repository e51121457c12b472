"""Candidates for a question, from SQLite FTS5: the best by words, and those that stand beside them in their session.

Nothing is decided here: the order of what comes back means little, one ranker scores it all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from math import log
from typing import Any

from ....storage import sqlite
from ....storage.sqlite import Rows
from ...docs import Scope
from ...ports import LARGE, Candidate, Filter, Pool
from .database import DocDatabase, is_moment
from .tables import NO_NAME, SCOPE, SESSION, SPEAKER, TERMS, TEXT, clauses_of, scope_mark

_HITS = 100
"""Docs of one statement."""
_NEAR = (
    "WITH hits (hit, session, scope, seq) AS (VALUES {hits}) SELECT hit, row FROM hits CROSS JOIN docs "
    "WHERE docs.session = (SELECT n FROM names WHERE name = hits.session) AND docs.session <> 0 "
    "AND docs.scope = (SELECT n FROM names WHERE name = hits.scope) "
    "AND docs.seq BETWEEN hits.seq - {around} AND hits.seq + {around} ORDER BY hit, docs.seq, row"
)
_SIDE = (
    "(SELECT group_concat(row) FROM (SELECT row FROM docs WHERE docs.session = hits.session AND docs.session <> 0 "
    "AND docs.scope = hits.scope AND docs.{order} {side} hits.{order} ORDER BY {order} {way} LIMIT {around}))"
)


def around_each(rows: Rows, candidates: Sequence[Candidate], around: int) -> list[list[int]]:
    """Rows of each candidate and of so many before and after it; fewer where its session begins or ends."""
    numbered = [each for each in candidates if each.seq is not None]
    windows = _apart(rows, [each.row for each in candidates if each.seq is None], "row", around)
    whole = 2 * around + 1
    for start in range(0, len(numbered), _HITS):
        chunk = numbered[start : start + _HITS]
        near: dict[int, list[int]] = {each.row: [] for each in chunk}
        values = [value for each in chunk for value in (each.row, each.session, each.scope, each.seq)]
        query = _NEAR.format(hits=sqlite.marks("(?, ?, ?, ?)", len(chunk)), around=int(around))
        for hit, row in rows(query, sqlite.filled_values(values, 4)):
            near[hit].append(row)
        windows += [window for window in near.values() if len(window) == whole]
        windows += _apart(rows, [row for row, window in near.items() if len(window) != whole], "seq", around)
    return windows


def _apart(rows: Rows, hits: Sequence[int], order: str, around: int) -> list[list[int]]:
    """The same where the numbers of a session have gaps, are missing, or end."""
    before = _SIDE.format(order=order, side="<", way="DESC", around=int(around))
    after = _SIDE.format(order=order, side=">", way="", around=int(around))
    query = f"SELECT row, {before}, {after} FROM docs AS hits WHERE row IN ({{marks}})"
    found: dict[int, list[int]] = {row: [row] for row in hits}
    for row, first, last in sqlite.ask_many(rows, query, hits):
        found[row] = [*reversed(_numbers(first)), row, *_numbers(last)]
    return list(found.values())


def _numbers(joined: str | None) -> list[int]:
    return [int(each) for each in joined.split(",")] if joined else []


FREQUENT = 0.05
"""In a large store words in more than this share of the docs look for no candidates; in the ranking they count."""
MOST_POSTINGS = 8_000
"""In a large store the words of one question find at most so many docs each, all together, rarest words first."""
LEAST_READ, MOST_READ, SHARE_READ = 20_000, 60_000, 0.1
"""Postings that a question in one scope looks through for them, a share of all docs between two bounds: most are of
other scopes and passed over. At 100,000 docs 60,000 find no more, and the slowest questions take a tenth longer."""
ALSO = 2
"""Frequent words that tell apart the docs that the rare ones find in a whole store, where these are more than are
wanted: at 100,000 docs .92 is found instead of .88, in 1 ms more. With 4 no more is found, and p95 is 4 ms later."""
MOST_HELD = 20_000
"""Candidates that are kept for the next question."""
MOST_SPEAKERS = 2_000
TIES = 100
"""Equal docs behind the limit that are looked at, before all of them are."""
_MOST_JOINED = 400
"""Queries in one statement; SQLite takes 500."""
_CANDIDATE = (
    f"SELECT row, id, {TEXT}, substr({TERMS}, {len(scope_mark('')) + 2}), "  # behind the mark of its scope
    f"{SESSION}, seq, {SPEAKER}, created_at, kind, tier, importance, pinned, {SCOPE}, "
    f"tags <> '' AND instr(' ' || tags || ' ', ' superseded ') > 0, file <> {NO_NAME} FROM docs "
    "WHERE row IN ({marks}) AND forgotten_at IS NULL"
)

_NAMES = (  # from name to name: many scopes have the same ones
    "WITH RECURSIVE names (name) AS (SELECT min(name) FROM speakers UNION ALL "
    "SELECT (SELECT min(name) FROM speakers WHERE speakers.name > names.name) FROM names WHERE name IS NOT NULL "
    "LIMIT ?) SELECT name FROM names WHERE name IS NOT NULL LIMIT ?"
)


class SqliteCandidateIndex:
    """The reading side of a store."""

    def __init__(self, database: DocDatabase) -> None:
        self._database = database
        self._rows = database.rows
        self._frequencies: dict[str, int] = {}
        self._counted = -1
        self._held: dict[int, tuple[Any, ...]] = {}  # plain tuples of plain values: the collector passes them over
        self._state: tuple[int, ...] = ()
        self._totals: tuple[int, float] = (0, 0.0)
        self._totals_of: tuple[int, ...] = ()

    def totals(self) -> tuple[int, float]:
        """Docs that can be found, and how many terms they have on average."""
        state = self._state_now()  # looked at first: what is written in between is read, and read again
        if state != self._totals_of:
            facts = dict(self._rows("SELECT name, value FROM facts WHERE name IN ('docs', 'terms')"))
            docs = int(facts.get("docs", 0))
            self._totals = docs, int(facts.get("terms", 0)) / docs if docs else 0.0
            self._totals_of = state
        return self._totals

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many docs each term stands."""
        docs, _ = self.totals()
        return self._frequencies_among(docs, terms)

    def _frequencies_among(self, docs: int, terms: Iterable[str]) -> dict[str, int]:
        if abs(docs - self._counted) > self._counted * 0.01:
            self._frequencies.clear()
            self._counted = docs
        wanted = list(dict.fromkeys(terms))
        missing = [term for term in wanted if term not in self._frequencies]
        if missing:
            self._frequencies.update(self._counted_now(missing))
        return {term: self._frequencies[term] for term in wanted}

    def _counted_now(self, terms: Sequence[str]) -> dict[str, int]:
        rows = sqlite.ask_many(self._rows, "SELECT term, doc FROM vocabulary WHERE term IN ({marks})", terms)
        return dict.fromkeys(terms, 0) | dict(rows)

    def speakers(self, scope: Scope | None) -> list[str]:
        """Names of those whose words are stored."""
        if scope is None:
            rows = self._rows(_NAMES, (MOST_SPEAKERS + 1, MOST_SPEAKERS))
        else:
            query = "SELECT name FROM speakers WHERE scope = ? ORDER BY name LIMIT ?"
            rows = self._rows(query, (scope, MOST_SPEAKERS))
        return [row[0] for row in rows]

    def by_words(self, terms: Sequence[str], where: Filter, limit: int, *, at_least: int = 1) -> list[int]:
        """Rows of the docs that share words with the question, best first.

        In a large store frequent words do not look for candidates, but `at_least` so many of the rarest always do.
        """
        if not terms:
            return []
        docs, _ = self.totals()
        if docs > LARGE:
            return self._by_rarity(docs, terms, where, limit, at_least)
        match = " OR ".join(quoted(term) for term in terms)
        if where.scope is not None:
            match = f"{quoted(scope_mark(where.scope))} AND ({match})"
        narrowed, values = _narrowed(where)
        found = f"SELECT rowid, rank FROM words WHERE words MATCH ?{narrowed}"
        rows = self._rows(f"{found} ORDER BY rank LIMIT ?", (match, *values, limit + TIES))
        if len(rows) > limit and rows[limit - 1][1] == rows[-1][1]:  # more equal ones may wait behind the limit
            rows = self._rows(f"{found} AND rank <= ?", (match, *values, rows[-1][1]))
        return self._in_order(rows, limit)

    def _in_order(self, rows: Sequence[Any], limit: int) -> list[int]:
        """The first rows by their ranks, equal ones by their ids, so that an index built anew has the same order."""
        if 0 < limit < len(rows):
            last = sorted(rank for _, rank in rows)[limit - 1]
            rows = [each for each in rows if each[1] <= last]
        count = Counter(rank for _, rank in rows)
        tied = [row for row, rank in rows if count[rank] > 1]
        ids: dict[int, str] = dict(sqlite.ask_many(self._rows, "SELECT row, id FROM docs WHERE row IN ({marks})", tied))
        return [row for row, _ in sorted(rows, key=lambda each: (each[1], ids.get(each[0], "")))][:limit]

    def by_time(self, start: datetime, end: datetime, where: Filter, limit: int) -> list[int]:
        """Rows of docs made in a span of time, oldest first."""
        clauses, values = clauses_of(where)
        wanted = " AND ".join([*clauses, "created_at >= ? AND created_at < ? AND forgotten_at IS NULL"])
        rows = self._rows(
            f"SELECT row FROM docs WHERE {wanted} ORDER BY created_at, id LIMIT ?",
            (*values, start.timestamp(), end.timestamp(), limit),
        )
        return [row[0] for row in rows]

    def newest(self, where: Filter, limit: int) -> list[int]:
        """Rows of docs, newest first."""
        clauses, values = clauses_of(where)
        query = f"SELECT row FROM docs WHERE {' AND '.join([*clauses, 'forgotten_at IS NULL'])}"
        return [row[0] for row in self._rows(f"{query} ORDER BY created_at DESC, row DESC LIMIT ?", (*values, limit))]

    def pool(self, rows: Sequence[int], others: Sequence[int], around: int) -> Pool:
        """The candidates of these rows and their neighbours in the session: `around` on each side, of `others` one."""
        self._forget_if_changed()
        found = {candidate.row: candidate for candidate in self._candidates([*rows, *others])}
        few = set(others)
        follows: dict[int, int] = {}
        beside: dict[int, None] = {}
        in_session = [each for each in found.values() if each.session]
        wide = around_each(self._rows, [each for each in in_session if each.row not in few], around)
        for window in (*wide, *around_each(self._rows, [each for each in in_session if each.row in few], 1)):
            follows.update(pairwise(window))
            beside.update(dict.fromkeys(window))
        more = self._candidates([row for row in beside if row not in found])
        found.update({candidate.row: candidate for candidate in more})
        kept = {a: b for a, b in follows.items() if a in found and b in found}
        return Pool(tuple(found[row] for row in found), kept)

    def _candidates(self, rows: Sequence[int]) -> list[Candidate]:
        held = self._held
        for row in sqlite.ask_many(self._rows, _CANDIDATE, [row for row in rows if row not in held]):
            if not isinstance(row[3], str) or not is_moment(row[7]):
                raise self._database.damaged(f"row {row[0]} holds no doc")
            held[row[0]] = row
        return [Candidate._make(held[row]) for row in rows if row in held]

    def _state_now(self) -> tuple[int, ...]:
        return (self._database.times_begun, *self._database.state())

    def _forget_if_changed(self) -> None:
        """Let go of what was read when somebody has written since, or when it is too much."""
        state = self._state_now()
        if state != self._state or len(self._held) > MOST_HELD:
            self._held.clear()
            self._state = state

    def _by_rarity(self, docs: int, terms: Sequence[str], where: Filter, limit: int, at_least: int) -> list[int]:
        """In a large store: by the sum of how much each word tells that stands in a doc, equal ones newest first.

        FTS5's own rank counts every word of the question through the whole store, each time: 5 ms of 6 at 100,000 docs.
        """
        mark = scope_mark(where.scope) if where.scope is not None else ""
        narrowed, values = _narrowed(where)
        counts = self._frequencies_among(docs, (*terms, mark))
        inside = counts[mark] if mark else docs
        if where.is_narrow:
            clauses, wanted = clauses_of(where.in_any_scope)
            query = f"SELECT count(*) FROM docs WHERE {' AND '.join(clauses)}"
            inside = min(inside, self._rows(query, wanted)[0][0])
        chosen = self._rare(terms, counts, docs, inside, at_least)[:_MOST_JOINED]
        is_wide = at_least > 0 and not mark and sum(counts[term] for term in chosen) > limit
        rest = sorted((term for term in terms if counts[term] and term not in chosen), key=lambda term: counts[term])
        also = rest[: ALSO * is_wide]
        worth = [log(1 + (docs - counts[term] + 0.5) / (counts[term] + 0.5)) for term in (*chosen, *also)]
        lead = f"{quoted(mark)} AND " if mark else ""
        query = " UNION ALL ".join(
            f"SELECT {place}, rowid FROM words WHERE words MATCH ?{narrowed}" for place in range(len(worth))
        )
        scores: defaultdict[int, float] = defaultdict(float)
        either = " OR ".join(map(quoted, chosen))
        matches = [*(lead + quoted(term) for term in chosen), *(f"({either}) AND {quoted(term)}" for term in also)]
        asked = [value for match in matches for value in (match, *values)]
        for place, row in self._rows(query, asked) if chosen else ():
            scores[row] += worth[place]
        least = sorted(scores.values(), reverse=True)[:limit][-1:] or [0.0]
        best = [(score, row) for row, score in scores.items() if score >= least[0]]
        return [row for _, row in sorted(best, reverse=True)[:limit]]

    def _rare(
        self, terms: Sequence[str], counts: Mapping[str, int], docs: int, inside: int, at_least: int
    ) -> list[str]:
        """The terms that look for candidates among the `inside` docs that are meant, or among all."""
        known = sorted((term for term in terms if counts[term]), key=lambda term: counts[term])
        most_read = min(MOST_READ, max(LEAST_READ, docs * SHARE_READ))
        chosen, read, found = list[str](), 0, 0.0
        for place, term in enumerate(known):
            read += counts[term]
            found += counts[term] * inside / docs
            too_frequent = inside == docs and counts[term] > docs * FREQUENT
            if place >= at_least and (too_frequent or found > MOST_POSTINGS or read > most_read):
                break
            chosen.append(term)
        return chosen


def _narrowed(where: Filter) -> tuple[str, list[object]]:
    """What a filter wants of a row of `words` beside its scope, which stands among the words."""
    clauses, values = clauses_of(where.in_any_scope)
    joined = " AND ".join(["docs.row = words.rowid", *clauses])
    return (f" AND EXISTS (SELECT 1 FROM docs WHERE {joined})" if clauses else "", values)


def quoted(term: str) -> str:
    """A term as FTS5 takes it literally, whatever it holds."""
    return '"' + term.replace('"', '""') + '"'
