"""Searches the memory: candidates from the index, one ranker over them, hits with the parts of their scores."""

import contextlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ....errors import DamagedError, NotReadyError, RemoteError, UnwritableError
from ....storage import templates
from ....text import lexing
from ... import standing
from ...docs import ROLES, Found, Hit, Kind, MemoryDoc, Scope
from ...ports import EVERYTHING, LARGE, DocStore, Filter, Pool, Similarities, Statistics
from .. import selection, superseding
from ..query import Query, names_by_word
from ..query import parse as parse_query
from ..ranking import confidence, rank, word_match
from ..ranking.confidence import Levels
from ..ranking.rank import Fusion, Ranked, Weights

if TYPE_CHECKING:  # numpy and its like stay away where no embedder is set
    from ...embedding.services.vector_search import VectorSearch

CANDIDATES = 60
"""Docs that the words deliver to the ranker, before their neighbours."""
RELATED_CANDIDATES = 30
"""Docs that only related words deliver."""
RELATED_WORDS = 24
"""Related words that look for them, the rarest."""
NEAR_CANDIDATES = 30
"""Docs that are nearest by meaning, where there is an embedder."""
DATED_CANDIDATES = 40
"""Docs of a span of time that the question names."""
YEARS = 10
"""Where a day or a month is named without its year, so many years are looked through for the newest docs of it."""
LONGEST_SPAN = timedelta(days=31)
"""A span of time that is longer delivers no candidates of its own."""
WIDENED = 40
"""Of these, how many bring all their neighbours along; the others bring the nearest two."""
COMPARED = 20_000
"""Newest docs that are compared by meaning where a filter wants more than a scope."""
WIDENED_LARGE = 12
"""The same in a large store, where hits seldom share a session. With 20, LoCoMo as if it were large gains .002 of R@10,
our own dialogues lose as much, and the slowest questions take a tenth longer."""
FEWER = 0.5
"""Share of the candidates that one scope of a large store delivers: half of them found as much (LoCoMo R@10 .814 with
30 and 15, .814 with 60 and 30), and each has to be read from somewhere else on the disk."""
VALUES, REPLACING = 2, 12
"""The rarest words of the first hit beside the question, and docs with them, one of which may have replaced it."""
FEW_ENOUGH = 120
"""Docs up to which all are looked at, and words compared by what they mean, where there is no embedder."""
SAYING = ("covered", "speaker", "dated")
"""Features of a doc that says something of the question: of a small store all docs are looked at."""
LEAST_ALIKE = 0.5
"""Share of the best score that a doc has at least which says the question in other words alone."""
MAX_HITS = 1_000
LEAST_DOCS = 30
"""Docs from which it is known how like one another they are by chance."""
FOLLOWING = 0.8
"""Share of the likeness that the nearest of so many unrelated docs has, from which a later doc is about the same."""


class Search(NamedTuple):
    """What is looked for."""

    text: str
    now: datetime
    where: Filter = EVERYTHING
    """Only these docs are found; their neighbours still tell what they are about."""
    limit: int = 5
    fusion: Fusion = Fusion.WEIGHTED
    project: str = ""
    """Project whose notes count more, in OpenClaw's mode."""


class Material(NamedTuple):
    """What the ranker decides on."""

    query: Query
    pool: Pool
    statistics: Statistics
    reason: str = ""
    """Why meanings could not be compared; empty when they were, or were not wanted."""
    levels: Levels | None = None
    """How similar docs are that have nothing to do with a question."""


class Recall:
    """Searches one store. `weights` are the ranker's, for those who fit their own.

    `refill` brings back what a store that had to be rebuilt does not keep itself: the pieces of files.
    """

    def __init__(
        self,
        store: DocStore,
        weights: Weights | None = None,
        meaning: "VectorSearch | None" = None,
        refill: Callable[[], object] = lambda: None,
    ) -> None:
        self._store = store
        self._refill = refill
        self._index = store.index()
        self._weights = weights
        self._meaning = meaning
        self._given: Counter[str] = Counter()
        self._names: dict[Scope | None, dict[str, list[str]]] = {}
        self._names_at = -1
        self.is_complete = True
        """Whether everything that was said is in the index, as whoever opened it found."""

    @property
    def problem(self) -> str:
        """What was wrong with the store and what was done about it."""
        return self._store.problem

    @property
    def embedder(self) -> str:
        """Identity of the vectors that are compared beside words; empty where it goes by words alone."""
        return self._meaning.identity if self._meaning else ""

    def find(self, search: Search) -> Found:
        """The hits, best first. A question without any word finds nothing. Without its embedder it goes by words."""
        try:
            return self._found(search)
        except DamagedError as error:
            self._store.rebuild(str(error))
            self._refill()
            self._index = self._store.index()
            return self._found(search)

    def _found(self, search: Search) -> Found:
        limit = max(0, min(search.limit, MAX_HITS))
        material = self.material(search)
        ranked = self._ordered(search, material)
        if material.statistics.codes and search.fusion is Fusion.WEIGHTED:
            least = LEAST_ALIKE * ranked[0].score if ranked else 0.0
            ranked = [row for row in ranked if row.has(*SAYING) or (row.score >= least and row.has("alike"))]
        ranked = [row for row in ranked if search.where.admits(row.candidate)]
        ranked = ranked[: limit * selection.SPARE]
        if search.fusion is not Fusion.OPENCLAW and not any(row.candidate.derived for row in ranked):
            ranked = ranked[:limit]  # what was written down says nothing twice, so nothing has to be made up for
        fits = self._confidences(search, material, ranked)
        if material.statistics.codes:  # other words alone are enough for the first one
            said = {row.place for row in ranked[1:] if row.has(*SAYING)} | {row.place for row in ranked[:1]}
            fits = {place: each for place, each in fits.items() if place in said}
        docs = self._store.get_many(row.candidate.id for row in ranked)
        known = [(docs[row.candidate.id], row) for row in ranked if row.candidate.id in docs]
        guess, small = float("-inf"), confidence.smallness(material.pool, material.statistics.docs)
        sure = [(doc, row, fits.get(row.place, guess)) for doc, row in known]
        hits = [
            Hit(doc, row.score, row.parts, confidence.grade(fit), is_likely=confidence.is_likely(fit, small))
            for doc, row, fit in sure
        ]
        hits = selection.with_ended_copies(hits)
        if search.fusion is Fusion.OPENCLAW:
            hits = selection.chosen(hits, limit * selection.SPARE)
            from ...same_fact import diverse  # in this mode alone

            hits = diverse([(hit, hit.score, hit.doc.text) for hit in hits])[:limit]
        else:
            hits = selection.chosen(hits, limit)
        if material.query.is_of_a_day:
            hits = selection.of_the_day_first(hits)
        if search.fusion is Fusion.WEIGHTED:
            names_time = bool(material.query.spans)
            hits = hits if names_time else superseding.newest_first(material.query.text, hits)
            hits = hits if names_time else self._with_replacement(search, material, hits)
            hits = superseding.in_order_of_time(material.query.text, hits, names_time=names_time)
            hits = (self._with_following(search, hits) if material.query.is_of_now and not names_time else hits)[:limit]
        return Found(search.text, tuple(hits), bool(material.reason), material.reason)

    def _with_replacement(self, search: Search, material: Material, hits: list[Hit]) -> list[Hit]:
        """The hits, and before the first one what gives up what it says: that may hold no word of the question."""
        if not hits:
            return hits
        question, doc = material.query.text, hits[0].doc
        values = superseding.values_of(question, doc)
        known = self._index.frequencies(values)  # a value that stands in one doc alone was given up by none
        rarest = sorted((each for each in set(values) if known[each] > 1), key=lambda each: (known[each], each))
        rows = self._index.by_words(rarest[:VALUES], search.where, REPLACING)
        found = self._index.pool(rows, (), 0).candidates if rows else ()
        docs = self._store.get_many(each.id for each in found if search.where.admits(each)).values()
        newer = superseding.replacement(doc, docs) if docs else None
        if newer is None:
            return hits
        if any(hit.doc.id == newer.id for hit in hits) and not superseding.asks_for_now(question):
            return hits
        return superseding.put_first(newer, hits, "replaces")

    def _with_following(self, search: Search, hits: list[Hit]) -> list[Hit]:
        """The hits of what is true now, and before the first one the later doc that is most like it.

        People say what changed in few words (`Dryer gone, we use the line`), which may be none of the question.
        """
        docs, _ = self._index.totals()
        if self._meaning is None or not hits or docs < LEAST_DOCS:
            return hits
        first = hits[0].doc
        try:
            near = self._meaning.near(first.text, first.scope, NEAR_CANDIDATES, is_query=False)
        except (RemoteError, NotReadyError):  # the question itself was embedded; the hits stay as they are
            return hits
        sample = near.of_rows(range(1, docs + 1, max(1, docs // confidence.SAMPLE)))
        chance = sorted(sample.values())[:-1]  # without itself
        mean = sum(chance) / max(1, len(chance))
        spread = sqrt(sum((each - mean) ** 2 for each in chance) / max(1, len(chance)))
        likeness = near.of_rows(near.nearest)
        least = mean + FOLLOWING * sqrt(2 * log(docs)) * spread
        found = self._index.pool([row for row in near.nearest if likeness[row] >= least], (), 0).candidates
        known = self._store.get_many(each.id for each in found if search.where.admits(each))
        like = sorted((each for each in found if each.id in known), key=lambda each: -likeness[each.row])
        later = next((known[each.id] for each in like if superseding.follows(known[each.id], first)), None)
        return superseding.put_first(later, hits, "newer") if later else hits

    def replacement_of(self, doc: MemoryDoc, now: datetime) -> MemoryDoc | None:
        """The newer doc that says what is true now, of those that are found for what the doc says; None for none."""
        said = doc.text[: superseding.LONGEST]
        found = self.find(Search(said, now, Filter(doc.scope), limit=superseding.COMPARED))
        newer = next((hit.replaced_by for hit in found.hits if hit.doc.id == doc.id), "")
        return self._store.get(newer) if newer else None

    def _confidences(self, search: Search, material: Material, ranked: Sequence[Ranked]) -> dict[int, float]:
        """By place in the pool, of the first hits. The modes of the sources have no measure: what they find may fit."""
        if search.fusion is not Fusion.WEIGHTED:
            return dict.fromkeys((row.place for row in ranked), confidence.LEAST + confidence.CAUTION)
        found = confidence.strengths(material.query, ranked, material.pool, material.statistics, material.levels)
        return {row.place: each for row, each in zip(ranked, found, strict=False)}

    def material(self, search: Search) -> Material:
        """What the ranker gets for a question: the question taken apart, the candidates, and what is known of words."""
        docs, average = self._index.totals()
        speakers = self._speakers(search.where.scope, docs)
        asked = parse_query(search.text[: lexing.MAX_TEXT], speakers, search.now)
        near, reason = self._near(search, asked)
        related = sorted(asked.related_words)
        known = self._index.frequencies((*asked.terms, *related))
        rows = self._candidates(search, asked, known, docs)
        if not near and docs <= FEW_ENOUGH:
            rows = list(dict.fromkeys((*rows, *self._index.newest(search.where, FEW_ENOUGH))))
        if near:
            nearest = self._nearest_admitted(near, search.where) if search.where.is_narrow else near.nearest
            rows = list(dict.fromkeys((*rows[:CANDIDATES], *nearest, *rows[CANDIDATES:])))
        pool = Pool(())
        if rows:
            widened = WIDENED_LARGE if docs > LARGE else WIDENED
            pool = self._index.pool(rows[:widened], rows[widened:], rank.AROUND)
        levels = None
        if near:
            pool = pool._replace(similarities=near.of_rows([candidate.row for candidate in pool.candidates]))
            levels = self._levels(near, docs)
        codes = {} if near or docs > FEW_ENOUGH or not rows else templates.word_codes()
        return Material(asked, pool, Statistics(docs, average, known, codes), reason, levels)

    def _nearest_admitted(self, near: Similarities, where: Filter) -> list[int]:
        similar = near.of_rows(self._index.newest(where, COMPARED))
        return sorted(similar, key=lambda row: (-similar[row], row))[:NEAR_CANDIDATES]

    def _levels(self, near: Similarities, docs: int) -> Levels | None:
        """Known for the offline embedder; of another one what docs from all over the store say."""
        identity = self._meaning.identity if self._meaning else ""
        if identity in confidence.CALIBRATED:
            return confidence.CALIBRATED[identity]
        rows = range(1, docs + 1, max(1, docs // confidence.SAMPLE))
        return confidence.sampled(list(near.of_rows(rows).values()))

    def _near(self, search: Search, asked: Query) -> tuple[Similarities | None, str]:
        """The docs near by meaning, or why there are none."""
        if self._meaning is None or not search.text.strip() or search.fusion is Fusion.WORDS:
            return None, ""
        text = asked.meant if search.fusion is Fusion.WEIGHTED else search.text
        try:
            return self._meaning.near(text, search.where.scope, NEAR_CANDIDATES), ""
        except DamagedError:
            raise
        except (RemoteError, NotReadyError) as error:
            return None, f"{error} ({error.hint})" if error.hint else str(error)

    def _candidates(self, search: Search, asked: Query, known: Mapping[str, int], docs: int) -> list[int]:
        share = FEWER if search.where.scope is not None and docs > LARGE else 1.0
        rows = self._index.by_words(asked.terms, search.where, max(round(CANDIDATES * share), search.limit))
        rarest = sorted((word for word in asked.related_words if known[word]), key=lambda word: (known[word], word))
        most = round(RELATED_CANDIDATES * share)
        rows += self._index.by_words(rarest[:RELATED_WORDS], search.where, most, at_least=0)
        for span in [each for each in asked.spans if each.end - each.start <= LONGEST_SPAN][:2]:
            for days in span.years(YEARS):
                found = self._index.by_time(days.start, days.end, search.where, DATED_CANDIDATES)
                if found:
                    rows += found
                    break
        return list(dict.fromkeys(rows))

    def _speakers(self, scope: Scope | None, docs: int) -> dict[str, list[str]]:
        if self._names_at != docs:
            self._names, self._names_at = {}, docs
        if scope not in self._names:
            named = (name for name in self._index.speakers(scope) if name not in ROLES)
            self._names[scope] = names_by_word(named)
        return self._names[scope]

    def note_given(self, docs: Sequence[MemoryDoc]) -> None:
        """Count that these docs were given out; `save_given` writes it."""
        self._given.update(doc.id for doc in docs)

    def save_given(self, now: datetime) -> None:
        """Write the counts that were noted, in one transaction; where nothing can be written they are lost."""
        if self._given:
            with contextlib.suppress(UnwritableError), self._store.write() as writer:
                docs = self._store.get_many(self._given).values()  # as they are now: others count the same docs
                writer.touch([standing.touched(doc, now, times=self._given[doc.id]) for doc in docs], now)
            self._given.clear()

    def _ordered(self, search: Search, material: Material) -> list[Ranked]:
        asked, pool, statistics = material.query, material.pool, material.statistics
        if search.fusion is Fusion.WEIGHTED:
            spare = selection.SPARE if any(each.derived for each in pool.candidates) else 1
            most = len(pool.candidates) if search.where.is_narrow else search.limit * spare
            return rank.rank(asked, pool, statistics, search.now, self._weights, limit=most)
        worth = {term: word_match.rarity(term, statistics) for term in asked.terms}
        return self._named(search, pool, word_match.bm25(pool.candidates, worth, statistics.average_terms))

    def _named(self, search: Search, pool: Pool, words: Sequence[float]) -> list[Ranked]:
        """The order of one of the sources' fusion modes."""
        by_row = {candidate.row: candidate for candidate in pool.candidates}
        scored = {c.row: score for c, score in zip(pool.candidates, words, strict=True) if score > 0}
        by_words = frozenset(scored)
        if search.fusion is Fusion.RRF:
            rankings = {"words": sorted(scored, key=lambda row: (-scored[row], row))}
            if pool.similarities:
                rankings["meaning"] = sorted(pool.similarities, key=lambda row: (-pool.similarities[row], row))
            scored = standing.rrf(rankings)
        elif search.fusion is Fusion.OPENCLAW:
            scored = standing.openclaw(pool.similarities, {row: -score for row, score in scored.items()})
        if search.fusion is not Fusion.WORDS:
            docs = self._store.get_many(by_row[row].id for row in scored)
            weight = _rsclaw if search.fusion is Fusion.RRF else _openclaw
            scored = {row: score * weight(docs[by_row[row].id], search) for row, score in scored.items()}
        if search.fusion is Fusion.OPENCLAW:
            scored = standing.above_least(scored, by_words)
        order = sorted(scored, key=lambda row: (-scored[row], by_row[row].id))
        return [Ranked(by_row[row], scored[row]) for row in order]


def _rsclaw(doc: MemoryDoc, search: Search) -> float:
    return standing.relevance(doc, search.now) * standing.quality(doc)


def _openclaw(doc: MemoryDoc, search: Search) -> float:
    from ...indexing import file_chunks

    dated = doc.file.startswith("memory/") and file_chunks.date_of(doc.file) is not None
    recency = standing.weight_of_dated_note((search.now - doc.created_at).total_seconds() / 86_400) if dated else 1.0
    importance = standing.weight_of_importance10(round(doc.importance * 10) if doc.kind is Kind.SECTION else None)
    return recency * importance * standing.of_project(file_chunks.project_of(doc.tags), search.project)
