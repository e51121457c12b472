"""The one ranker: every backend's candidates, scored by a weighted sum of features.

Each feature lies between 0 and 1 (the best candidate of a question has 1), so a
weight says what the feature is worth against the words themselves. The
weights are set by hand: docs/adr/0018. Recency, tier and importance
are tie-breaks; together they cannot move a doc by more than `TIE_BREAKS`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import exp, log

from ..model.candidates import Candidate, Pool, Statistics
from ..model.docs import Part
from . import lexing, related_words, time_words
from .stemming import stem
from .time_words import Span

K1 = 0.9
"""Saturation of repeated words; FTS5's fixed 1.2 loses a point (LIBRARIES, measured)."""
B = 0.3
"""Share of length normalisation; memories are short and alike."""
LIGHT = 0.5
"""What a word that is said of everything is worth, against its rarity."""
RELATED_SHARE = 0.1
"""What related words add to a turn before its neighbours look at it."""
FEEDBACK_SHARE = 0.2
"""What feedback adds there."""
FEEDBACK_DOCS = 3
FEEDBACK_TERMS = 10
NEARNESS = (0.6, 0.4, 0.2)
"""What a word of the question is worth one, two and three turns away."""
AROUND = 3
"""Neighbours on each side that give a share of their score."""
TIE_BREAKS = 0.02


_LIGHT_TERMS = frozenset(
    stem(word)
    for word in """thing something anything way time day week month year lot bit part place people person someone somebody new old good
    great nice big little first last next recent recently currently feel think want need help take make give use go come
    keep try start plan interest interested special favorite favourite activity event item subject topic reason describe
    like love enjoy share both together experience different certain usually often mean find see look work happen
    main specific general various""".split()
)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature is worth; see the features below."""

    words: float = 1.0
    near: float = 0.4
    near2: float = 0.3
    near3: float = 0.1
    feedback: float = 0.2
    pairs: float = 0.1
    covered: float = 0.3
    answers: float = 0.5
    related: float = 0.5
    session: float = 0.2
    speaker: float = 0.6
    question: float = -0.2
    length: float = 0.2
    when: float = 0.2
    dated: float = 0.4
    meaning: float = 0.0


@dataclass(frozen=True, slots=True)
class Query:
    """A question, taken apart."""

    text: str
    terms: tuple[str, ...]
    """What is looked for, without the names of speakers."""
    speakers: frozenset[str] = frozenset()
    """Folded names of the speakers that the question names."""
    spans: tuple[Span, ...] = ()
    asks_when: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate, its score, and the parts of it."""

    candidate: Candidate
    score: float
    parts: tuple[Part, ...] = ()


def parse(text: str, speakers: Sequence[str], now: datetime) -> Query:
    """Take a question apart; `speakers` are the names that appear in the store."""
    words = set(lexing.words(text)) | {word.partition("'")[0] for word in lexing.words(text)}
    named = [name for name in speakers if any(part in words for part in lexing.words(name))]
    names = {stem(part) for name in named for part in lexing.words(name)}
    terms = lexing.query_terms(text)
    kept = tuple(term for term in terms if term not in names) or tuple(terms)
    alone = frozenset(lexing.folded(name) for name in named) if len(named) == 1 else frozenset[str]()
    return Query(text, kept, alone, time_words.spans(text, now), time_words.asks_when(text))


def rarity(term: str, statistics: Statistics) -> float:
    """How much a term tells: log of the share of docs without it."""
    count = statistics.frequencies.get(term, 0)
    worth = log(1 + max(0.0, statistics.docs - count + 0.5) / (count + 0.5))
    return worth * LIGHT if term in _LIGHT_TERMS else worth


def bm25(candidates: Sequence[Candidate], weights: Mapping[str, float], average: float) -> list[float]:
    """BM25 of each candidate for weighted terms."""
    scores = []
    average = average or 1.0
    for candidate in candidates:
        total = 0.0
        terms = candidate.terms
        floor = K1 * (1 - B + B * len(terms) / average)
        for term in weights.keys() & set(terms):
            count = terms.count(term)
            total += weights[term] * count * (K1 + 1) / (count + floor)
        scores.append(total)
    return scores


def feedback_terms(
    query: Query, candidates: Sequence[Candidate], scores: Sequence[float], names: frozenset[str]
) -> list[dict[str, int]]:
    """Term counts of the best docs so far: what else is said where the words of the question are."""
    best = sorted(range(len(candidates)), key=lambda i: -scores[i])[:FEEDBACK_DOCS]
    asked = set(query.terms)
    found = []
    for place in best:
        counts: dict[str, int] = {}
        for term in candidates[place].terms:
            if term not in asked and term not in names and len(term) > 1:
                counts[term] = counts.get(term, 0) + 1
        found.append(counts)
    return found


def chosen_feedback(counts: Sequence[Mapping[str, int]], statistics: Statistics) -> dict[str, float]:
    """The terms of the best docs that tell most, with weights that sum up to 1."""
    worth: dict[str, float] = {}
    for doc in counts:
        for term, count in doc.items():
            worth[term] = worth.get(term, 0.0) + count * rarity(term, statistics)
    best = sorted(worth.items(), key=lambda item: (-item[1], item[0]))[:FEEDBACK_TERMS]
    total = sum(value for _, value in best) or 1.0
    return {term: value / total * rarity(term, statistics) for term, value in best}


def rank(
    query: Query,
    pool: Pool,
    statistics: Statistics,
    feedback: Mapping[str, float],
    now: datetime,
    weights: Weights | None = None,
) -> list[Ranked]:
    """All candidates, best first; those that share nothing with the question are left out."""
    weights = weights or Weights()
    candidates = pool.candidates
    features = features_of(query, pool, statistics, feedback)
    rows = []
    for place, candidate in enumerate(candidates):
        parts = tuple(
            Part(name, values[place], getattr(weights, name)) for name, values in features.items() if values[place]
        )
        score = sum(part.value * part.weight for part in parts)
        tie = tie_break(candidate, now)
        rows.append(Ranked(candidate, score + tie, (*parts, Part("standing", tie, 1.0))))
    rows.sort(key=lambda row: (-row.score, row.candidate.id))
    return rows


def features_of(
    query: Query, pool: Pool, statistics: Statistics, feedback: Mapping[str, float]
) -> dict[str, list[float]]:
    """Every feature, one value for each candidate."""
    candidates = pool.candidates
    asked = {term: rarity(term, statistics) for term in query.terms}
    raw = bm25(candidates, asked, statistics.average_terms)
    top = max(raw, default=0.0) or 1.0
    words = [value / top for value in raw]
    feeding = _normalised(bm25(candidates, feedback, statistics.average_terms)) if feedback else [0.0] * len(raw)
    related = _normalised(_related(query, candidates, asked, statistics))
    blended = [a + FEEDBACK_SHARE * b + RELATED_SHARE * c for a, b, c in zip(words, feeding, related, strict=True)]
    near, near2, near3 = _neighbours(pool, blended)
    return {
        "words": words,
        "feedback": feeding,
        "near": near,
        "near2": near2,
        "near3": near3,
        "pairs": _normalised([_pairs(query.terms, candidate.terms, asked) for candidate in candidates]),
        "covered": _normalised(_coverage(pool, asked)),
        "related": related,
        "answers": _answers(pool, blended),
        "session": _sessions(candidates, blended),
        "speaker": [float(lexing.folded(c.speaker) in query.speakers) if query.speakers else 0.0 for c in candidates],
        "question": [float(lexing.is_question(candidate.text)) for candidate in candidates],
        "length": [min(1.0, log(1 + len(candidate.terms)) / 3.5) for candidate in candidates],
        "when": [float(query.asks_when and time_words.says_when(c.text)) for c in candidates],
        "dated": [_dated(query.spans, candidate) for candidate in candidates],
        "meaning": _normalised([max(0.0, pool.similarities.get(c.row, 0.0)) for c in candidates]),
    }


def tie_break(candidate: Candidate, now: datetime) -> float:
    """At most `TIE_BREAKS`: newer, more important and closer at hand comes first among equals."""
    age = max(0.0, now.timestamp() - candidate.created_at) / 86_400
    tier = {"core": 1.0, "working": 0.6}.get(candidate.tier, 0.0)
    standing = 1.0 if candidate.pinned else 0.5 * tier + 0.5 * min(1.0, candidate.importance)
    return TIE_BREAKS * (0.5 * exp(-age / 365) + 0.5 * standing)


def _normalised(values: Sequence[float]) -> list[float]:
    top = max(values, default=0.0)
    return [value / top for value in values] if top > 0 else [0.0] * len(values)


def _related(
    query: Query, candidates: Sequence[Candidate], asked: Mapping[str, float], statistics: Statistics
) -> list[float]:
    """What related words say where the word itself is missing; each term of the question counts once."""
    groups = []
    for term, words in related_words.of_terms(query.terms).items():
        count = sum(statistics.frequencies.get(word, 0) for word in words)
        rare = log(1 + max(0.0, statistics.docs - count + 0.5) / (count + 0.5))
        groups.append((term, words, min(asked[term], rare)))
    found = []
    for candidate in candidates:
        here = set(candidate.terms)
        found.append(sum(worth for term, words, worth in groups if term not in here and not words.isdisjoint(here)))
    return found


def _links(pool: Pool) -> tuple[list[int], list[int]]:
    """Place of the turn before and of the turn after each candidate, -1 where there is none."""
    place = {candidate.row: index for index, candidate in enumerate(pool.candidates)}
    before, after = [-1] * len(place), [-1] * len(place)
    for first, second in pool.follows.items():
        after[place[first]], before[place[second]] = place[second], place[first]
    return before, after


def _coverage(pool: Pool, asked: Mapping[str, float]) -> list[float]:
    """How much of the question is said here or near by, each term counted once, where it is nearest."""
    before, after = _links(pool)
    present = [asked.keys() & set(candidate.terms) for candidate in pool.candidates]
    shares = []
    for index, here in enumerate(present):
        total = sum(asked[term] for term in here)
        seen = set(here)
        left = right = index
        for share in NEARNESS:
            left = before[left] if left >= 0 else -1
            right = after[right] if right >= 0 else -1
            new = ((present[left] if left >= 0 else set()) | (present[right] if right >= 0 else set())) - seen
            total += share * sum(asked[term] for term in new)
            seen |= new
        shares.append(total)
    return shares


def _answers(pool: Pool, scores: Sequence[float]) -> list[float]:
    """The score of the question that the turn before asked: what follows it is its answer."""
    before, _ = _links(pool)
    return [
        scores[left] if left >= 0 and lexing.is_question(pool.candidates[left].text) else 0.0 for left in before
    ]


def _neighbours(pool: Pool, scores: Sequence[float]) -> tuple[list[float], list[float], list[float]]:
    place = {candidate.row: index for index, candidate in enumerate(pool.candidates)}
    after = [-1] * len(scores)
    before = [-1] * len(scores)
    for first, second in pool.follows.items():
        after[place[first]], before[place[second]] = place[second], place[first]
    shares: tuple[list[float], list[float], list[float]] = ([], [], [])
    for index in range(len(scores)):
        left = right = index
        for distance in range(AROUND):
            left = before[left] if left >= 0 else -1
            right = after[right] if right >= 0 else -1
            shares[distance].append((scores[left] if left >= 0 else 0.0) + (scores[right] if right >= 0 else 0.0))
    return shares


def _pairs(asked: Sequence[str], terms: Sequence[str], weights: Mapping[str, float]) -> float:
    wanted = set(zip(asked, asked[1:], strict=False))
    found = wanted.intersection(zip(terms, terms[1:], strict=False))
    return sum(weights[first] + weights[second] for first, second in found)


def _sessions(candidates: Sequence[Candidate], scores: Sequence[float]) -> list[float]:
    by_session: dict[str, list[float]] = {}
    for candidate, score in zip(candidates, scores, strict=True):
        if candidate.session:
            by_session.setdefault(candidate.session, []).append(score)
    best = {session: sum(sorted(values, reverse=True)[:3]) for session, values in by_session.items()}
    top = max(best.values(), default=0.0) or 1.0
    return [best[c.session] / top if c.session else 0.0 for c in candidates]


def _dated(spans: Sequence[Span], candidate: Candidate) -> float:
    if not spans or not candidate.created_at:
        return 0.0
    moment = datetime.fromtimestamp(candidate.created_at, UTC)
    if any(span.holds(moment) for span in spans):
        return 1.0
    named = time_words.spans(candidate.text, moment)
    if any(span.holds(each.start) or each.holds(span.start) for each in named for span in spans):
        return 1.0
    return 0.4 if any(span.holds(moment, timedelta(days=10)) for span in spans) else 0.0


__all__ = ["Query", "Ranked", "Weights", "bm25", "chosen_feedback", "feedback_terms", "parse", "rank"]
