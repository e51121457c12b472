"""Find docs again: candidates from the index, one ranker over them, hits with their parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ..disk.doc_store import DocStore
from ..disk.search_index import SearchIndex
from ..model.candidates import Pool, Statistics
from ..model.docs import Found, Hit, MemoryDoc, Scope
from ..rules import lexing, ranking, related_words, tiers
from ..rules.fusion import Fusion
from ..rules.ranking import Query, Ranked, Weights

CANDIDATES = 60
"""Docs that the words deliver to the ranker, before their neighbours."""
RELATED_CANDIDATES = 24
"""Docs that only related words deliver."""
DATED_CANDIDATES = 40
"""Docs of a span of time that the question names."""
WIDENED = 30
"""Of these, how many bring all their neighbours along; the others bring the nearest two."""
MAX_HITS = 1_000


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for."""

    text: str
    now: datetime
    scope: Scope | None = None
    """None searches every scope of the store."""
    limit: int = 5
    fusion: Fusion = Fusion.WEIGHTED


class Recall:
    """Searches one store. `weights` are the ranker's, for those who fit their own."""

    def __init__(self, store: DocStore, weights: Weights | None = None) -> None:
        self._store = store
        self._index = SearchIndex(store)
        self._weights = weights or Weights()
        self._given: dict[str, MemoryDoc] = {}
        self._names: dict[Scope | None, dict[str, list[str]]] = {}
        self._names_at = -1

    def find(self, search: Search) -> Found:
        """The hits, best first. A question without any word finds nothing."""
        limit = max(0, min(search.limit, MAX_HITS))
        ranked = self.ranked(search)[:limit]
        docs = self._store.get_many(row.candidate.id for row in ranked)
        hits = tuple(Hit(docs[row.candidate.id], row.score, row.parts) for row in ranked if row.candidate.id in docs)
        return Found(search.text, hits)

    def ranked(self, search: Search) -> list[Ranked]:
        """Every candidate in the order of the ranker."""
        query = ranking.parse(search.text[: lexing.MAX_TEXT], self._speakers(search.scope), search.now)
        rows = self._index.by_words(query.terms, search.scope, max(CANDIDATES, search.limit))
        related = sorted({word for words in related_words.of_terms(query.terms).values() for word in words})
        rows += self._index.by_words(related, search.scope, RELATED_CANDIDATES, at_least=0)
        for span in query.spans[:2]:
            rows += self._index.by_time(span.start, span.end, search.scope, DATED_CANDIDATES)
        rows = list(dict.fromkeys(rows))
        if not rows:
            return []
        pool = self._index.pool(rows[:WIDENED], rows[WIDENED:], ranking.AROUND)
        return self._fused(search, query, pool, related)

    def _speakers(self, scope: Scope | None) -> dict[str, list[str]]:
        docs, _ = self._index.totals()
        if self._names_at != docs:
            self._names, self._names_at = {}, docs
        if scope not in self._names:
            self._names[scope] = ranking.names_by_word(self._index.speakers(scope))
        return self._names[scope]

    def note_given(self, docs: Sequence[MemoryDoc], now: datetime) -> None:
        """Count that these docs were given out; `save_given` writes it."""
        for doc in docs:
            self._given[doc.id] = tiers.touched(self._given.get(doc.id, doc), now)

    def save_given(self, now: datetime) -> None:
        """Write the counts that were noted, in one transaction."""
        if self._given:
            with self._store.write() as writer:
                writer.touch(list(self._given.values()), now)
            self._given.clear()

    def _fused(self, search: Search, query: Query, pool: Pool, related: Sequence[str]) -> list[Ranked]:
        docs, average = self._index.totals()
        known = self._index.frequencies((*query.terms, *related))
        statistics = Statistics(docs, average, known)
        base = ranking.bm25(pool.candidates, {term: ranking.rarity(term, statistics) for term in query.terms}, average)
        if search.fusion is not Fusion.WEIGHTED:
            return _plain(pool, base)
        fed = {term for doc in ranking.feedback_terms(query, pool.candidates, base) for term in doc}
        wide = Statistics(docs, average, known | self._index.frequencies(fed))
        return ranking.rank(query, pool, wide, search.now, self._weights, limit=search.limit)


def _plain(pool: Pool, scores: Sequence[float]) -> list[Ranked]:
    rows = [Ranked(candidate, score) for candidate, score in zip(pool.candidates, scores, strict=True) if score > 0]
    return sorted(rows, key=lambda row: (-row.score, row.candidate.id))
