"""Candidates for a question, from SQLite FTS5: the best by words, and those that stand beside them in their session.

Nothing is decided here: the order of what comes back means little, one ranker scores it all.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime

from ..model.candidates import Candidate, Pool
from ..model.docs import Scope
from .doc_store import DocStore, scope_mark

FREQUENT = 0.05
"""In a large store, words in more than this share of the docs do not look for candidates (they still count in the ranking)."""
LARGE = 20_000
_AT_ONCE = 500
_CANDIDATE = (
    "SELECT row, id, text, terms, session, seq, speaker, created_at, kind, tier, importance, pinned, scope FROM docs "
    "WHERE row IN ({marks}) AND forgotten_at IS NULL"
)


class SearchIndex:
    """The reading side of a store."""

    def __init__(self, store: DocStore) -> None:
        self._store = store
        self._frequencies: dict[str, int] = {}
        self._counted = -1

    def totals(self) -> tuple[int, float]:
        """Docs that can be found, and how many terms they have on average."""
        facts = dict(self._read().execute("SELECT name, value FROM facts WHERE name IN ('docs', 'terms')"))
        docs = int(facts.get("docs", 0))
        return docs, int(facts.get("terms", 0)) / docs if docs else 0.0

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many docs each term stands."""
        docs, _ = self.totals()
        if abs(docs - self._counted) > self._counted * 0.01:
            self._frequencies.clear()
            self._counted = docs
        for term in terms:
            if term not in self._frequencies:
                row = self._read().execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
                self._frequencies[term] = row[0] if row else 0
        return {term: self._frequencies[term] for term in terms}

    def speakers(self, scope: Scope | None) -> list[str]:
        """Names of those whose words are stored."""
        where, values = (" WHERE scope = ?", (scope,)) if scope is not None else ("", ())
        rows = self._read().execute(f"SELECT DISTINCT name FROM speakers{where} ORDER BY name LIMIT 2000", values)
        return [row[0] for row in rows]

    def by_words(self, terms: Sequence[str], scope: Scope | None, limit: int) -> list[int]:
        """Rows of the docs that share the rarest words with the question, best first."""
        wanted = self._rare(terms) if scope is None else list(terms)
        if not wanted:
            return []
        match = " OR ".join(quoted(term) for term in wanted)
        if scope is not None:
            match = f"{quoted(scope_mark(scope))} AND ({match})"
        rows = self._read().execute(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?", (match, limit)
        )
        return [row[0] for row in rows]

    def by_time(self, start: datetime, end: datetime, scope: Scope | None, limit: int) -> list[int]:
        """Rows of docs made in a span of time, oldest first."""
        if scope is None:
            return []
        rows = self._read().execute(
            "SELECT row FROM docs WHERE scope = ? AND created_at >= ? AND created_at < ? AND forgotten_at IS NULL "
            "ORDER BY created_at LIMIT ?",
            (scope, start.timestamp(), end.timestamp(), limit),
        )
        return [row[0] for row in rows]

    def newest(self, scope: Scope | None, limit: int) -> list[int]:
        """Rows of the newest docs."""
        where, values = ("scope = ? AND", (scope,)) if scope is not None else ("", ())
        rows = self._read().execute(
            f"SELECT row FROM docs WHERE {where} forgotten_at IS NULL ORDER BY created_at DESC LIMIT ?", (*values, limit)
        )
        return [row[0] for row in rows]

    def pool(self, rows: Sequence[int], around: int) -> Pool:
        """The candidates of these rows and their neighbours in the session, `around` on each side."""
        found = {candidate.row: candidate for candidate in self._candidates(rows)}
        follows: dict[int, int] = {}
        beside: dict[int, None] = {}
        for candidate in list(found.values()):
            if candidate.session and candidate.seq is not None:
                window = self._window(candidate, around)
                follows.update(zip(window, window[1:], strict=False))
                beside.update(dict.fromkeys(window))
        more = self._candidates([row for row in beside if row not in found])
        found.update({candidate.row: candidate for candidate in more})
        kept = {a: b for a, b in follows.items() if a in found and b in found}
        return Pool(tuple(found[row] for row in found), kept)

    def _window(self, candidate: Candidate, around: int) -> list[int]:
        values = (candidate.session, candidate.scope, candidate.seq, around)
        here = "SELECT row FROM docs WHERE session = ? AND scope = ? AND session <> '' AND seq"
        before = self._read().execute(f"{here} < ? ORDER BY seq DESC LIMIT ?", values).fetchall()
        after = self._read().execute(f"{here} > ? ORDER BY seq LIMIT ?", values).fetchall()
        return [*(row[0] for row in reversed(before)), candidate.row, *(row[0] for row in after)]

    def _candidates(self, rows: Sequence[int]) -> list[Candidate]:
        found = {}
        for start in range(0, len(rows), _AT_ONCE):
            chunk = rows[start : start + _AT_ONCE]
            query = _CANDIDATE.format(marks=", ".join("?" * len(chunk)))
            for row in self._read().execute(query, chunk):
                found[row[0]] = Candidate(*row[:3], tuple(row[3].split()[1:]), *row[4:])
        return [found[row] for row in rows if row in found]

    def _rare(self, terms: Sequence[str]) -> list[str]:
        """The terms that can look for candidates; always at least the rarest one."""
        docs, _ = self.totals()
        if docs <= LARGE:
            return list(terms)
        counts = self.frequencies(terms)
        known = sorted((term for term in terms if counts[term]), key=lambda term: counts[term])
        return [term for place, term in enumerate(known) if place < 1 or counts[term] <= docs * FREQUENT]

    def _read(self) -> sqlite3.Connection:
        return self._store.database.read()


def quoted(term: str) -> str:
    """A term as FTS5 takes it literally, whatever it holds."""
    return '"' + term.replace('"', '""') + '"'
