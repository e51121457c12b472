"""The features of the ranker: what speaks for each candidate, one value a candidate, mostly 0 to 1.

The same code feeds search and the fitting of weights (`bench/fit_ranking.py`).
Names are the words of `recall --explain`.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import UTC, datetime, timedelta
from heapq import nlargest
from math import exp

from ..model.candidates import Candidate, Pool, Statistics
from . import answer_kinds, lexing, origins, question_coverage, sides, time_words, traits, word_scores
from .answer_kinds import AnswerKind
from .query import Query
from .time_words import Span

READ_FOR_TIMES = 160
"""Candidates whose text is read for dates when the question names one."""
NEAR_DATE = timedelta(days=10)
NEAR_DATE_WORTH = 0.4
OPENING = 4
"""Turns in which a talk's news are told: the worth of being early falls to a third within these."""
TOOL_LIFT = 0.3
"""How far raw tool output is lifted by what stands beside it: outputs come in runs and would lift each other."""
SPREAD = 4
"""Standard deviations of similarity that count as 1."""
OF_TEXTS = ("kind", "reaction", "oneself", "names")
"""Features that each text has to be read for; 0 to 1 all of them."""

ACTS = 0.5
"""What a turn tells that is said by who acts upon another and does not name them: the other may tell of it too. On our
own talks among three R@10 of such questions goes from .225 without a model and .250 offline to .675 and .575."""


def of(query: Query, pool: Pool, statistics: Statistics) -> dict[str, list[float]]:
    """Every feature that can differ for this question."""
    every = range(len(pool.candidates))
    return of_words(query, pool, statistics) | of_texts(query, pool.candidates, every)


def of_words(query: Query, pool: Pool, statistics: Statistics) -> dict[str, list[float]]:
    """Those that are quickly told: all but `OF_TEXTS`."""
    candidates = pool.candidates
    asked = {term: word_scores.rarity(term, statistics) for term in query.terms}
    related = query.related
    times = time_words.TERMS if query.asks_when else frozenset[str]()
    found = word_scores.held(candidates, times.union(asked, *related.values()))
    own = word_scores.bm25(candidates, asked, statistics.average_terms, found)
    words = word_scores.normalised(own)
    before, after = question_coverage.links(pool)
    said = question_coverage.Said(found, asked, related)
    lifts = [TOOL_LIFT if candidate.speaker == origins.TOOL else 1.0 for candidate in candidates]
    covered = question_coverage.covered(said, own, before, after, lifts)
    whole = sum(asked.values()) or 1.0
    asks = [traits.asks(candidate.text) for candidate in candidates]
    return {
        "covered": word_scores.normalised(covered),
        "told": [min(1.0, value / whole) for value in covered],
        "words": words,
        "related": word_scores.normalised(_related(said, asked, related, statistics)),
        "pairs": word_scores.normalised(word_scores.pairs(query.terms, candidates, asked, found)),
        "answers": [words[left] if left >= 0 and asks[left] else 0.0 for left in before],
        "speaker": _speakers(query, candidates, found),
        "other_side": _of_the_other(query, candidates),
        **_times(query, candidates, found, covered),
        "question": [float(each and bool(c.session)) for each, c in zip(asks, candidates, strict=True)],
        "opens": [exp(-c.seq / OPENING) if c.session and c.seq is not None and c.seq >= 0 else 0.0 for c in candidates],
        "superseded": [float(candidate.superseded) for candidate in candidates],
        **(_meanings(query, pool, before, after, lifts) if pool.similarities else {}),
    }


def of_texts(query: Query, candidates: Sequence[Candidate], places: Iterable[int]) -> dict[str, list[float]]:
    """The `OF_TEXTS` of the candidates at these places, 0 at the others: reading a text takes as long as its words."""
    found = {name: [0.0] * len(candidates) for name in OF_TEXTS}
    kind, reaction, oneself, names = found.values()
    for place in places:
        candidate = candidates[place]
        like = traits.of(candidate.text)
        reaction[place] = float(like.reaction and bool(candidate.session))
        oneself[place] = float(like.oneself)
        names[place] = like.names
        if query.kinds:
            kind[place] = _kind(query.kinds, candidate)
    return found


def _related(
    said: question_coverage.Said,
    asked: Mapping[str, float],
    related: Mapping[str, frozenset[str]],
    statistics: Statistics,
) -> list[float]:
    """What related words say where the word itself is missing; a group of frequent words tells as little as one."""
    worth = []
    for term, rarity in asked.items():
        count = sum(statistics.frequencies.get(word, 0) for word in related.get(term, ()))
        worth.append(min(rarity, word_scores.rarity_of(count, statistics.docs)))
    sums: dict[int, float] = {0: 0.0}
    scores = []
    for itself, also in zip(said.itself, said.also, strict=True):
        only = also & ~itself
        if only not in sums:
            sums[only] = sum(value for place, value in enumerate(worth) if only >> place & 1)
        scores.append(sums[only])
    return scores


def _speakers(query: Query, candidates: Sequence[Candidate], found: Sequence[Set[str]]) -> list[float]:
    """Whether one who is asked about says it; of who acts upon another in full only where that one is named."""
    if not query.speakers:
        return [0.0] * len(candidates)
    is_asked = {name: float(lexing.folded(name) in query.speakers) for name in {each.speaker for each in candidates}}
    said = [is_asked[candidate.speaker] for candidate in candidates]
    if not query.others:
        return said
    return [value * (ACTS if query.others.isdisjoint(here) else 1.0) for value, here in zip(said, found, strict=True)]


def _of_the_other(query: Query, candidates: Sequence[Candidate]) -> list[float]:
    """Whether the other of the two says it: the agent where the person who asks is meant, or the other way round."""
    if query.side is None:
        return [0.0] * len(candidates)
    said = {name: sides.of_speaker(name) for name in {candidate.speaker for candidate in candidates}}
    is_other = {name: float(side not in (None, query.side)) for name, side in said.items()}
    both = set(said.values()) >= {*sides.Side}
    return [is_other[candidate.speaker] if both else 0.0 for candidate in candidates]


def _kind(kinds: frozenset[AnswerKind], candidate: Candidate) -> float:
    return min(1.0, sum(answer_kinds.WORTH[kind] for kind in kinds if answer_kinds.holds(candidate.text, kind)))


def _meanings(
    query: Query, pool: Pool, before: Sequence[int], after: Sequence[int], lifts: Sequence[float]
) -> dict[str, list[float]]:
    """Similarity of meaning against that of the other candidates, and that of the turns one and two places beside.

    Where nothing stands beside, the candidate counts in its place: a note that stands alone is judged by itself.
    """
    known = [pool.similarities[c.row] for c in pool.candidates if c.row in pool.similarities]
    mean = sum(known) / len(known) if known else 0.0
    deviation = (sum((value - mean) ** 2 for value in known) / len(known)) ** 0.5 if known else 0.0
    scale = 1 / (deviation * SPREAD) if deviation > 1e-6 else 0.0
    values = [(pool.similarities.get(c.row, mean) - mean) * scale for c in pool.candidates]
    near, near2 = [], []
    for place, (own, lift) in enumerate(zip(values, lifts, strict=True)):
        left, right = before[place], after[place]
        near.append(lift * sum(values[other] if other >= 0 else own for other in (left, right)))
        left, right = (before[left] if left >= 0 else -1), (after[right] if right >= 0 else -1)
        near2.append(lift * sum(values[other] if other >= 0 else own for other in (left, right)))
    name = "meaning_zh" if lexing.has_cjk(query.text) else "meaning"
    return {name: values, "meaning_near": near, "meaning_near2": near2}


def _times(
    query: Query, candidates: Sequence[Candidate], found: Sequence[Set[str]], scores: Sequence[float]
) -> dict[str, list[float]]:
    """Whether a text says when, and whether it was made in or tells of the time that the question names.

    Texts are read for dates only where something else speaks for them.
    """
    if not query.asks_when and not query.spans:
        return {}
    when = [float(query.asks_when and time_words.terms_say_when(here)) for here in found]
    dated = [0.0] * len(candidates)
    if query.spans:
        for place in nlargest(READ_FOR_TIMES, range(len(candidates)), key=scores.__getitem__):
            dated[place] = _dated(query.spans, candidates[place])
    return {"when": when, "dated": dated}


def _dated(spans: Sequence[Span], candidate: Candidate) -> float:
    if not candidate.created_at:
        return 0.0
    moment = datetime.fromtimestamp(candidate.created_at, UTC)
    if any(span.holds(moment) for span in spans):
        return 1.0
    named = time_words.spans(candidate.text, moment)
    if any(span.holds(each.start) or each.holds(span.start) for each in named for span in spans):
        return 1.0
    return NEAR_DATE_WORTH if any(span.holds(moment, NEAR_DATE) for span in spans) else 0.0
