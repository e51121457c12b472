"""The one ranker: every backend's candidates, scored by a weighted sum of features.

Each feature lies between 0 and 1 (the best candidate of a question has 1), so a
weight says what the feature is worth against the words themselves. The
weights are set by hand: docs/adr/0020. Recency, tier and importance
are tie-breaks; together they cannot move a doc by more than `TIE_BREAKS`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from heapq import nlargest
from itertools import pairwise
from math import exp, log
from operator import itemgetter

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
LONG_DOC = 150
"""Terms; of a longer doc all words are counted in one pass."""
FEEDBACK_DOCS = 3
FEEDBACK_TERMS = 10
FEEDBACK_READ = 40
"""Different terms of each of these docs that are considered; those said most often come first."""
NEARNESS = (0.6, 0.4, 0.2)
"""What a word of the question is worth one, two and three turns away."""
_NOTHING: frozenset[str] = frozenset()
FEW = 8
"""With so many candidates or fewer, the least similar one is what others are counted from."""
READ_FOR_TIMES = 160
"""Candidates whose text is read for dates when the question names one."""
AROUND = 3
"""Neighbours on each side that give a share of their score."""
TIE_BREAKS = 0.02


_LIGHT_TERMS_WORDS = """
thing something anything way time day week month year lot bit part place people person someone somebody new
old good great nice big little first last next recent recently currently feel think want need help take make
give use go come keep try start plan interest interested special favorite favourite activity event item
subject topic reason describe like love enjoy share both together experience different certain usually often
mean find see look work happen main specific general various
"""
_LIGHT_TERMS = frozenset(stem(word) for word in _LIGHT_TERMS_WORDS.split())


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature is worth; see the features below."""

    words: float = 1.0
    near: float = 0.4
    near2: float = 0.3
    near3: float = 0.1
    feedback: float = 0.1
    pairs: float = 0.1
    covered: float = 0.3
    answers: float = 0.6
    related: float = 0.5
    session: float = 0.2
    speaker: float = 0.7
    question: float = -0.2
    length: float = 0.2
    when: float = 0.2
    dated: float = 0.4
    superseded: float = -0.5
    meaning: float = 0.2
    meaning_zh: float = 0.8
    meaning_near: float = 0.05


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


def names_by_word(speakers: Iterable[str]) -> dict[str, list[str]]:
    """Names of speakers by each of their words."""
    found: dict[str, list[str]] = {}
    for name in speakers:
        for word in lexing.words(name):
            found.setdefault(word, []).append(name)
    return found


def parse(text: str, speakers: Mapping[str, Sequence[str]], now: datetime) -> Query:
    """Take a question apart; `speakers` are the names that appear in the store, by word."""
    words = set(lexing.words(text))
    words |= {word.partition("'")[0] for word in words}
    named = list(dict.fromkeys(name for word in sorted(words & speakers.keys()) for name in speakers[word]))
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
    wanted = frozenset(weights)
    for candidate in candidates:
        terms = candidate.terms
        found = wanted & candidate.held
        total = 0.0
        if found:
            floor = K1 * (1 - B + B * len(terms) / average)
            counts = Counter(filter(found.__contains__, terms)) if len(terms) > LONG_DOC else None
            for term in found:
                count = counts[term] if counts else terms.count(term)
                total += weights[term] * count * (K1 + 1) / (count + floor)
        scores.append(total)
    return scores


def feedback_terms(query: Query, candidates: Sequence[Candidate], scores: Sequence[float]) -> list[dict[str, int]]:
    """Term counts of the best docs so far: what else is said where the words of the question are."""
    best = nlargest(FEEDBACK_DOCS, range(len(candidates)), key=scores.__getitem__)
    passed = {*query.terms, *query.speakers}
    found = []
    for place in best:
        counts = Counter(term for term in candidates[place].terms if len(term) > 1)
        for term in passed & counts.keys():
            del counts[term]
        found.append(dict(nlargest(FEEDBACK_READ, counts.items(), key=itemgetter(1))))
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
    now: datetime,
    weights: Weights | None = None,
    *,
    limit: int = 1_000,
) -> list[Ranked]:
    """The best candidates, best first, with the parts of their scores."""
    weights = weights or Weights()
    candidates = pool.candidates
    features = features_of(query, pool, statistics)
    scores = [tie_break(candidate, now) for candidate in candidates]
    for name, values in features.items():
        weight = getattr(weights, name)
        if weight:
            scores = [score + weight * value for score, value in zip(scores, values, strict=True)]
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], candidates[place].id))[:limit]
    return [Ranked(candidates[place], scores[place], _parts(features, weights, place, scores)) for place in order]


def _meanings(query: Query, pool: Pool, before: Sequence[int], after: Sequence[int]) -> dict[str, list[float]]:
    """Similarity of meaning, and that of the turns beside; from the median up, so that only what stands out counts."""
    values = [pool.similarities.get(candidate.row, 0.0) for candidate in pool.candidates]
    middle = sorted(values)[len(values) // 2 if len(values) > FEW else 0]
    meaning = _normalised([max(0.0, value - middle) for value in values])
    near, _, _ = _neighbours(before, after, meaning)
    chinese = lexing.has_cjk(query.text)
    return {"meaning_zh" if chinese else "meaning": meaning, "meaning_near": near}


def _parts(
    features: Mapping[str, Sequence[float]], weights: Weights, place: int, scores: Sequence[float]
) -> tuple[Part, ...]:
    parts = [Part(name, values[place], getattr(weights, name)) for name, values in features.items() if values[place]]
    rest = scores[place] - sum(part.gain for part in parts)
    return (*parts, Part("standing", rest, 1.0))


def features_of(query: Query, pool: Pool, statistics: Statistics) -> dict[str, list[float]]:
    """Every feature, one value for each candidate."""
    candidates = pool.candidates
    held = [candidate.held for candidate in candidates]
    asked = {term: rarity(term, statistics) for term in query.terms}
    raw = bm25(candidates, asked, statistics.average_terms)
    words = _normalised(raw)
    feedback = chosen_feedback(feedback_terms(query, candidates, raw), statistics)
    feeding = _normalised(bm25(candidates, feedback, statistics.average_terms))
    related = _normalised(_related(query, held, asked, statistics))
    blended = [a + FEEDBACK_SHARE * b + RELATED_SHARE * c for a, b, c in zip(words, feeding, related, strict=True)]
    questions = [lexing.is_question(candidate.text) for candidate in candidates]
    before, after = _links(pool)
    near, near2, near3 = _neighbours(before, after, blended)
    return {
        "words": words,
        "feedback": feeding,
        "near": near,
        "near2": near2,
        "near3": near3,
        "pairs": _normalised(_pairs(query.terms, candidates, held, asked)),
        "covered": _normalised(_coverage(before, after, held, asked)),
        "related": related,
        "answers": [blended[left] if left >= 0 and questions[left] else 0.0 for left in before],
        "session": _sessions(candidates, blended),
        "speaker": [float(lexing.folded(c.speaker) in query.speakers) if query.speakers else 0.0 for c in candidates],
        "question": [float(question) for question in questions],
        "length": [min(1.0, log(1 + len(candidate.terms)) / 3.5) for candidate in candidates],
        **_times(query, candidates, [a + b for a, b in zip(blended, near, strict=True)]),
        "superseded": [float(candidate.superseded) for candidate in candidates],
        **(_meanings(query, pool, before, after) if pool.similarities else {}),
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
    query: Query, held: Sequence[frozenset[str]], asked: Mapping[str, float], statistics: Statistics
) -> list[float]:
    """What related words say where the word itself is missing; each term of the question counts once."""
    scores = [0.0] * len(held)
    for term, words in related_words.of_terms(query.terms).items():
        count = sum(statistics.frequencies.get(word, 0) for word in words)
        worth = min(asked[term], log(1 + max(0.0, statistics.docs - count + 0.5) / (count + 0.5)))
        for place, here in enumerate(held):
            if term not in here and not words.isdisjoint(here):
                scores[place] += worth
    return scores


def _links(pool: Pool) -> tuple[list[int], list[int]]:
    """Place of the turn before and of the turn after each candidate, -1 where there is none."""
    place = {candidate.row: index for index, candidate in enumerate(pool.candidates)}
    before, after = [-1] * len(place), [-1] * len(place)
    for first, second in pool.follows.items():
        after[place[first]], before[place[second]] = place[second], place[first]
    return before, after


def _coverage(
    before: Sequence[int], after: Sequence[int], held: Sequence[frozenset[str]], asked: Mapping[str, float]
) -> list[float]:
    """How much of the question is said here or near by, each term counted once, where it is nearest."""
    wanted = frozenset(asked)
    present = [wanted & here for here in held]
    shares = []
    for index, here in enumerate(present):
        total = sum(map(asked.__getitem__, here)) if here else 0.0
        seen = here
        left = right = index
        for share in NEARNESS:
            left = before[left] if left >= 0 else -1
            right = after[right] if right >= 0 else -1
            new = (present[left] if left >= 0 else _NOTHING) | (present[right] if right >= 0 else _NOTHING)
            if new and (new := new - seen):
                total += share * sum(map(asked.__getitem__, new))
                seen = seen | new
        shares.append(total)
    return shares


def _neighbours(
    before: Sequence[int], after: Sequence[int], scores: Sequence[float]
) -> tuple[list[float], list[float], list[float]]:
    """The scores of the turns one, two and three places away, both sides together."""
    shares: tuple[list[float], list[float], list[float]] = ([], [], [])
    for index in range(len(scores)):
        left = right = index
        for share in shares:
            left = before[left] if left >= 0 else -1
            right = after[right] if right >= 0 else -1
            share.append((scores[left] if left >= 0 else 0.0) + (scores[right] if right >= 0 else 0.0))
    return shares


def _pairs(
    asked: Sequence[str], candidates: Sequence[Candidate], held: Sequence[frozenset[str]], weights: Mapping[str, float]
) -> list[float]:
    """Words that stand side by side in the question and in the doc."""
    wanted = {pair: weights[pair[0]] + weights[pair[1]] for pair in pairwise(asked)}
    scores = []
    for candidate, here in zip(candidates, held, strict=True):
        possible = [pair for pair in wanted if pair[0] in here and pair[1] in here]
        found = set(possible).intersection(pairwise(candidate.terms)) if possible else ()
        scores.append(sum(wanted[pair] for pair in found))
    return scores


def _sessions(candidates: Sequence[Candidate], scores: Sequence[float]) -> list[float]:
    by_session: dict[str, list[float]] = {}
    for candidate, score in zip(candidates, scores, strict=True):
        if candidate.session:
            by_session.setdefault(candidate.session, []).append(score)
    best = {session: sum(sorted(values, reverse=True)[:3]) for session, values in by_session.items()}
    top = max(best.values(), default=0.0) or 1.0
    return [best[c.session] / top if c.session else 0.0 for c in candidates]


def _times(query: Query, candidates: Sequence[Candidate], scores: Sequence[float]) -> dict[str, list[float]]:
    """Whether a text says when, and whether it was made in or tells of the time that the question names.

    Texts are read for dates only where something else speaks for them.
    """
    if not query.asks_when and not query.spans:
        return {}
    when = [float(query.asks_when and time_words.terms_say_when(candidate.held)) for candidate in candidates]
    dated = [0.0] * len(candidates)
    if query.spans:
        for place in nlargest(READ_FOR_TIMES, range(len(candidates)), key=scores.__getitem__):
            dated[place] = _dated(query.spans, candidates[place])
    return {"when": when, "dated": dated}


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
