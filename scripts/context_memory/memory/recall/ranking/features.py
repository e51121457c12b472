"""The features of the ranker, one value per candidate, mostly 0 to 1.

The same code feeds search and the fitting of weights (`bench/fit_ranking.py`).
Names are the words of `recall --explain`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import UTC, datetime
from functools import cache, lru_cache
from heapq import nlargest
from typing import NamedTuple

from ....text import dates, lexing
from ....text.dates import Span
from ....text.patterns import lazy_regex
from ...docs import TOOL, Kind, Origin, origin_of
from ...ports import Candidate, Pool, Statistics
from ..query import Query, Side, side_of_speaker
from . import word_match

SHORT = 400
"""Characters; a longer text holds names and first persons of all sorts, which tells nothing."""
MANY_NAMES = 3
"""Names and titles; more count no more."""
_MOST_KEPT = 50_000

_I = r"(?<!\w[iImMwWoO])(?:(?<=[iI])|(?<=[mM])(?:[yYeE]|[iI][nN][eE])|(?<=[wW])[eE]|(?<=[oO])[uU][rR])\b"
_ONESELF = (  # i, my, mine, me, we, our or 我; the first letter leads, so that most text is passed at a glance
    lazy_regex(rf"[iImMwWoO我](?:(?<=我)|{_I})")
)
_ONESELF_ASCII = lazy_regex(rf"[iImMwWoO]{_I}", re.ASCII)
"""The same in two thirds of the time, for texts without any other letter."""
_NAME = lazy_regex(r'["《“「『A-Z](?:(?<=["《“「『])|(?<=[a-z,] [A-Z])[a-z]+)')  # the first letter leads here too


class Traits(NamedTuple):
    """Of one text."""

    oneself: bool
    """It is in the first person."""
    names: float
    """Names, titles and quotations, 0 to 1."""


MOST_UNMARKED, MOST_WORK = 80, 4
"""Characters of a message that asks an agent without a question mark, and turns of work before it is answered."""
_ASKS = lazy_regex(
    r"(?i)(?:(?:so|and|ok|okay|wait|hey|hm+),? )*(?:what|who|when|where|why|which \w+|how(?: \w+)?)"
    r"(?:'s| is| are| was| were| do| does| did| can| should| would| will) [^.!]*$"
    r"|[^。.!！]*(?:吗|什么|怎么[选办样做弄写走算]|多少[个钱]?|是谁|几[点号层楼岁]|哪[里儿个家种]|[加做改发修弄好定]了没有?)\s*$"
)
_ANNOUNCES = lazy_regex(
    r"(?i)(?:(?:ok(?:ay)?|sure|right)[,.] )?(?:let me|i(?:'ll| will) (?:have a )?(?:look|check|search|find|read|see)"
    r"|on it|(?:look|check|search|read)ing|one moment)\b[^.:]*\W*$"
    r"|(?:好的?[，,]?)?(?:让?我)?[先来去再]*(?:查|看|搜|找|读|确认)[^，。：]{0,10}[。.…]?$|(?:请?稍等|收到)\W*$"
)
"""Words of an agent that only say what it does next."""


def ends_asking(text: str) -> bool:
    """Whether it ends with a question mark."""
    return lexing.is_question(text[-SHORT:])


def asks_unmarked(text: str) -> bool:
    """Whether it is a short question without its mark."""
    return len(text) <= MOST_UNMARKED and _ASKS.match(text) is not None


@lru_cache(maxsize=_MOST_KEPT)
def traits_of(text: str) -> Traits:
    """What a text is like."""
    if len(text) > SHORT:
        return _shared(False, 0)
    plain = text.replace("\u2019", "'")
    return _shared(
        (_ONESELF_ASCII if plain.isascii() else _ONESELF).search(plain) is not None,
        min(MANY_NAMES, len(_NAME.findall(plain))),
    )


@cache
def _shared(*told: int) -> Traits:
    """One value for all texts that are alike: there are no more than eight."""
    oneself, names = told
    return Traits(bool(oneself), names / MANY_NAMES)


READ_FOR_TIMES = 160
"""Candidates whose text is read for dates when the question names one."""
TOOL_LIFT = 0.3
"""How far raw tool output is lifted by what stands beside it: outputs come in runs and would lift each other."""
MONOLOGUE_LIFT, SECTION_LIFT = 0.1, 0.7
"""The same in a session of one voice, and for pieces of a file, of which some speak of the same. With 1 the workspaces
lose .022 of MRR offline and the team's files .08 of R@3; with .5 the workspaces .02 of R@3."""
LONG_WORDS = 1_000
"""Characters of a message from which the other one's words count nothing; an agent's long ones are general advice."""
UNASKED_AGENT = 0.5
"""What an agent's words lose where nobody asks for them, against those of the wrong side."""
OF_MESSAGE = 4.0
"""How often the wrong side counts for a message: it is about what its author told before, not about advice."""
MEANT, MEANT_IN_FEW = 1.5, 3.0
"""How often the similarity of a statement counts, and where a question is asked of what was said to an agent: two who
chat repeat their subjects, a message touches several, and a piece of a file is found by its words. The second times
more in a small store, whatever it is."""
ONE_THING = 120
"""Characters of a text that tells of one thing; in a longer one some words are like those of any question."""
ALIKE_IN_FEW, ALIKE_FADES = 7.0, (60, 120)
"""How often more what is said in other words counts in a small store, and the docs between which that fades."""
PAGES = {"USER.md": Side.PERSON, "IDENTITY.md": Side.AGENT, "SOUL.md": Side.AGENT}
"""Whom a page of a host is about: `my name` is not the agent's."""
ALONE, TIMED = 0.25, 0.25
"""What being of the day that is named is worth for a doc that stands in no session: these tell of other days. And what
the characters that name it in Chinese or Japanese are worth beside it: 月, 十 and 日 stand everywhere."""
SPREAD = 4
"""Standard deviations of similarity that count as 1."""
ONE_SUBJECT, LEAST_MEANT = 300, 0.3
"""Columns of a text up to which it has one subject, and what the similarity of a very long one counts: an embedder
says of it that it is about many things."""
OF_TEXTS = ("oneself", "names", "lacks")
"""Features that each text has to be read for; 0 to 1 all of them."""

ACTS = 0.5
"""What a turn tells that is said by who acts upon another and does not name them: the other may tell of it too. On our
own talks among three R@10 of such questions goes from .225 without a model and .250 offline to .675 and .575."""


def compute(query: Query, pool: Pool, statistics: Statistics) -> dict[str, list[float]]:
    """Every feature that can differ for this question."""
    every = range(len(pool.candidates))
    return of_words(query, pool, statistics) | of_texts(query, pool, every)


def of_words(query: Query, pool: Pool, statistics: Statistics) -> dict[str, list[float]]:
    """Those that are quickly told: all but `OF_TEXTS`."""
    candidates = pool.candidates
    timed = query.timed if query.is_of_past_day and lexing.has_cjk(query.text) else ()
    asked = {term: word_match.rarity(term, statistics) * (TIMED if term in timed else 1.0) for term in query.terms}
    related = query.related
    times = dates.TERMS if query.asks_when else frozenset[str]()
    found = word_match.held(candidates, times.union(asked, *related.values()))
    own = word_match.bm25(candidates, asked, statistics.average_terms, found)
    words = word_match.normalised(own)
    is_told = query.is_message and has_both_sides(candidates)
    with_agent = Side.AGENT in _sides_by_name(candidates).values()
    before, after = word_match.links(pool)
    said = word_match.Said(found, asked, related)
    alone = monologues(candidates)
    lifts = _lifts(candidates, alone)
    covered = word_match.covered(said, own, before, after, lifts)
    whole = sum(asked.values()) or 1.0
    asks = [ends_asking(each.text) or (with_agent and asks_unmarked(each.text)) for each in candidates]
    return {
        "covered": word_match.normalised(covered),
        "told": [min(1.0, value / whole) for value in covered],
        "words": words,
        **({"alike": _alike(query, candidates, asked, statistics)} if statistics.codes else {}),
        "pairs": word_match.normalised(_pairs_of_writing(query, candidates, asked, found, alone)),
        "answers": _answers(candidates, words, asks, before),
        "speaker": _speakers(query, candidates, found),
        "side": _sides(query, candidates),
        **_times(query, candidates, found, covered),
        "question": [float(each and bool(c.session) and not is_told) for each, c in zip(asks, candidates, strict=True)],
        "superseded": [float(candidate.superseded) for candidate in candidates],
        "log": _logs(candidates),
        **(_meanings(query, pool, before, after, lifts, statistics.docs) if pool.similarities else {}),
    }


def _answers(
    candidates: Sequence[Candidate], words: Sequence[float], asks: Sequence[bool], before: Sequence[int]
) -> list[float]:
    """How well the question before fits; the answer of an agent stands behind `let me look` and what a tool found."""
    is_work = [
        each.speaker == TOOL
        or (side_of_speaker(each.speaker) is Side.AGENT and _ANNOUNCES.match(each.text) is not None)
        for each in candidates
    ]
    scores = []
    for place in range(len(candidates)):
        left, steps = before[place], 0 if is_work[place] else MOST_WORK
        while steps and left >= 0 and is_work[left]:
            left, steps = before[left], steps - 1
        scores.append(words[left] if left >= 0 and asks[left] and not is_work[place] else 0.0)
    return scores


def _logs(candidates: Sequence[Candidate]) -> list[float]:
    """Whether it is a note or a turn, which stay as they were, beside files and pages that somebody keeps up."""
    kept = [each.kind == Kind.SECTION and origin_of(each.session) is Origin.MEMORY for each in candidates]
    return [float(each.derived and not is_kept) for each, is_kept in zip(candidates, kept, strict=True)] * any(kept)


def _alike(
    query: Query, candidates: Sequence[Candidate], asked: Mapping[str, float], statistics: Statistics
) -> list[float]:
    """What is said in other words; a long text has some like any, and an agent's turns in a large store are long."""
    times = ALIKE_IN_FEW * word_match.smallness(statistics.docs, *ALIKE_FADES) + (not has_both_sides(candidates))
    if not times or query.is_message or lexing.has_cjk(query.text):
        return []
    values = word_match.alike(candidates, asked, statistics.codes)
    return [
        times * value * min(1.0, ONE_THING / len(each.text)) for value, each in zip(values, candidates, strict=True)
    ]


def _pairs_of_writing(
    query: Query,
    candidates: Sequence[Candidate],
    asked: Mapping[str, float],
    found: Sequence[Set[str]],
    alone: Set[str],
) -> list[float]:
    """Words of the question side by side, in files and statements: who talks puts them in another order."""
    none = frozenset[str]()
    written = [here if each.session in alone else none for here, each in zip(found, candidates, strict=True)]
    return word_match.pairs(query.terms, candidates, asked, written)


def _lifts(candidates: Sequence[Candidate], alone: Set[str]) -> list[float]:
    """How far each is lifted by what stands beside it: one who talks alone tells of another thing each time."""
    return [
        TOOL_LIFT
        if each.speaker == TOOL
        else SECTION_LIFT
        if each.kind == Kind.SECTION
        else MONOLOGUE_LIFT
        if each.session in alone
        else 1.0
        for each in candidates
    ]


def monologues(candidates: Sequence[Candidate]) -> set[str]:
    """The sessions in which one alone speaks; what stands in no session is one of them."""
    voices = Counter(session for session, _ in {(each.session, each.speaker) for each in candidates})
    return {"", *(session for session, count in voices.items() if count == 1)}


def of_texts(query: Query, pool: Pool, places: Iterable[int]) -> dict[str, list[float]]:
    """The `OF_TEXTS` of the candidates at these places, 0 at the others: reading a text takes as long as its words.

    Where meanings are compared, names tell something only of what people say to each other, and of what an agent
    answers: who asks for something names it as well.
    """
    candidates = pool.candidates
    found = {name: [0.0] * len(candidates) for name in OF_TEXTS}
    alone = monologues(candidates)
    by_words, with_agent = not pool.similarities, has_both_sides(candidates)
    sides = _sides_by_name(candidates) if with_agent else {}
    silent = {name for name, side in sides.items() if side is not Side.AGENT or query.is_message}
    oneself, names, lacks = found.values()
    lacking = word_match.lacks_in_files(query.text, query.terms, is_request=query.is_request)
    for place in places:
        candidate = candidates[place]
        like = traits_of(candidate.text)
        oneself[place] = float(like.oneself and candidate.session not in alone)
        is_telling = by_words or not (candidate.speaker in silent or candidate.session in alone)
        names[place] = like.names if is_telling else 0.0
        if lacking and candidate.kind == Kind.SECTION:
            lacks[place] = float(lacking(candidate.text))
    return found


def _speakers(query: Query, candidates: Sequence[Candidate], found: Sequence[Set[str]]) -> list[float]:
    """Whether one who is asked about says it; of who acts upon another in full only where that one is named."""
    if not query.speakers:
        return [0.0] * len(candidates)
    is_asked = {name: float(lexing.folded(name) in query.speakers) for name in {each.speaker for each in candidates}}
    said = [is_asked[candidate.speaker] for candidate in candidates]
    if not query.others:
        return said
    return [value * (ACTS if query.others.isdisjoint(here) else 1.0) for value, here in zip(said, found, strict=True)]


def has_both_sides(candidates: Sequence[Candidate]) -> bool:
    """Whether a person and an agent talk here."""
    return set(_sides_by_name(candidates).values()) >= {*Side}


def _sides_by_name(candidates: Sequence[Candidate]) -> dict[str, Side | None]:
    return {name: side_of_speaker(name) for name in {candidate.speaker for candidate in candidates}}


def _sides(query: Query, candidates: Sequence[Candidate]) -> list[float]:
    """How little it is the word of the one who is asked about, where a person and an agent talk.

    The other one repeats it; what an agent says without being asked about is seldom the answer, the less the longer.
    """
    said = _sides_by_name(candidates)
    if not set(said.values()) >= {*Side}:
        pages = [PAGES.get(each.session) for each in candidates]
        return [0.0 if None in (query.side, page) else -1.0 if page is query.side else 1.0 for page in pages]
    scores = []
    worth = OF_MESSAGE if query.is_message else 1.0
    for candidate in candidates:
        side = said[candidate.speaker]
        is_other = query.side is not None and side not in (None, query.side)
        is_unasked = side is Side.AGENT and query.side is not Side.AGENT
        score = is_other * (1 + min(1.0, len(candidate.text) / LONG_WORDS)) + is_unasked * UNASKED_AGENT
        scores.append(worth * score)
    return scores


def _meanings(
    query: Query,
    pool: Pool,
    before: Sequence[int],
    after: Sequence[int],
    lifts: Sequence[float],
    docs: int,
) -> dict[str, list[float]]:
    """Similarity of meaning against that of the other candidates, and that of the turns beside.

    Where nothing stands beside, the candidate counts in its place: a note that stands alone is judged by itself.
    """
    known = [pool.similarities[c.row] for c in pool.candidates if c.row in pool.similarities]
    mean = sum(known) / len(known) if known else 0.0
    deviation = (sum((value - mean) ** 2 for value in known) / len(known)) ** 0.5 if known else 0.0
    scale = 1 / (deviation * SPREAD) if deviation > 1e-6 else 0.0
    values = [(pool.similarities.get(c.row, mean) - mean) * scale for c in pool.candidates]
    shares = [_one_subject(each.text) for each in pool.candidates]
    near = []
    for own, lift, share, *beside in zip(values, lifts, shares, before, after, strict=True):
        rest = 2 * own * (1 - lift)
        near.append(share * (rest + lift * sum(values[other] if other >= 0 else own for other in beside)))
    few = 1 + MEANT_IN_FEW * word_match.smallness(docs)
    with_agent = has_both_sides(pool.candidates) and not query.is_message
    likes = [
        1.0 if each.kind == Kind.SECTION or (each.session and not with_agent) else MEANT for each in pool.candidates
    ]
    values = [few * value * share * like for value, share, like in zip(values, shares, likes, strict=True)]
    return {"meaning": values, "meaning_near": near}


def _one_subject(text: str) -> float:
    columns = 2 * len(text) if lexing.has_cjk(text) else len(text)
    return 1.0 if columns <= ONE_SUBJECT else max(LEAST_MEANT, ONE_SUBJECT / columns)


def _times(
    query: Query, candidates: Sequence[Candidate], found: Sequence[Set[str]], scores: Sequence[float]
) -> dict[str, list[float]]:
    """Whether a text says when, and whether it was made in or tells of the time that the question names.

    Texts are read for dates only where something else speaks for them.
    """
    if not query.asks_when and not query.spans:
        return {}
    if query.asks_when and dates.asks_clock(query.text):
        when = [float(dates.says_clock(each.text)) for each in candidates]
    else:
        when = [float(query.asks_when and dates.terms_say_when(here)) for here in found]
    dated = [0.0] * len(candidates)
    if query.spans:
        read = frozenset(nlargest(READ_FOR_TIMES, range(len(candidates)), key=scores.__getitem__))
        for place, each in enumerate(candidates):
            worth = 1.0 if each.session or query.is_of_a_day else ALONE
            dated[place] = _dated(query.spans, each, is_read=place in read) * worth
    return {"when": when, "dated": dated}


def _dated(spans: Sequence[Span], candidate: Candidate, *, is_read: bool) -> float:
    if not candidate.created_at:
        return 0.0
    moment = datetime.fromtimestamp(candidate.created_at, UTC)
    if any(span.holds(moment) for span in spans):
        return 1.0
    named = dates.spans(candidate.text, moment) if is_read else ()
    return float(any(span.holds(each.start) or each.holds(span.start) for each in named for span in spans))
