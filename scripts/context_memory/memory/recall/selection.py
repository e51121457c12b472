"""Which of the ranked docs are given out: the same thing once, raw tool output behind what somebody said, newest first.

Two hits are about the same thing when both say the same of the question and most of their words are the same. Then a
newer one replaces the older when it says itself that something changed ("now", "no longer", 改成), or when both name
another day, month or number. Where neither is newer they contradict each other, and both say that.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from ...text import lexing
from ...text.patterns import lazy_regex
from ..docs import ASSISTANT, TOOL, USER, Hit, Kind, MemoryDoc, Origin, is_session_file, normalised, origin_of

SPARE = 3
"""Times the wanted hits that are looked at, so that what is dropped can be made up for."""
TOOL_SHARE = 0.8
"""What a score of raw tool output counts: it repeats much and means little by itself."""
ALONE = 0.5
"""What a doc that stands in no session gets for its words: about what others get for their session and neighbours."""
WORTH_A_SEAT = 0.6
"""Share of the best match by words."""
FEWEST_WITH_A_SEAT = 3
SAME_LENGTH = 1.6
"""A text that holds another and is longer than this many times tells more than the other."""
_LABEL = lazy_regex(r"[:：]\s*")
SHORTEST = 12  # characters; shorter texts are alike by chance
COMPARED_CHARACTERS = 4_000
COMPARED_HITS = 60
"""Hits that are compared with each other; behind them only equal texts are the same."""
_RANK = {Origin.DOCS: 0, Origin.MEMORY: 1, Origin.NOTES: 2, Origin.TURNS: 3, Origin.ARCHIVE: 4}


@dataclass(frozen=True, slots=True)
class _Shown:
    """A hit that is given out, and what it says."""

    hit: Hit
    forms: tuple[str, ...]
    is_turn: bool
    """Whether it is derived from a session."""


def chosen(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """At most so many hits in the order of what they count; of equal texts the one with the best provenance.

    Only what is derived from sessions is compared: two docs that were written are two. Hits of one origin stay as
    the ranker has them.
    """
    found = list(hits)
    if not any(hit.doc.file for hit in found):
        return found[:limit]
    standing = sorted((replace(hit, score=_score(hit)) for hit in found), key=lambda hit: -hit.score)
    if not any(is_session_file(hit.doc.file) for hit in found):
        return standing[:limit]
    kept: list[_Shown] = []
    places: dict[str, int] = {}
    for hit in standing:
        shown = _Shown(hit, _forms(hit.doc), is_session_file(hit.doc.file))
        same = _place(shown, kept, places)
        if same is None:
            places.setdefault(shown.forms[0], len(kept))
            kept.append(shown)
        elif _provenance(hit.doc) < _provenance(kept[same].hit.doc):
            kept[same] = replace(shown, hit=replace(hit, score=kept[same].hit.score))
    return _with_a_seat([each.hit for each in kept], limit)


def _with_a_seat(hits: Sequence[Hit], limit: int) -> list[Hit]:
    """The first hits; where all of them are talk, the last one yields to what was written down and says as much."""
    first, rest = list(hits[:limit]), hits[limit:]
    if limit < FEWEST_WITH_A_SEAT or not all(hit.doc.kind is Kind.TURN for hit in first):
        return first
    written = next((hit for hit in rest if hit.doc.kind is not Kind.TURN and _words(hit) >= WORTH_A_SEAT), None)
    return [*first[:-1], written] if written and first else first


def _words(hit: Hit) -> float:
    return sum(part.value for part in hit.parts if part.name == "words")


def _place(shown: _Shown, kept: Sequence[_Shown], places: Mapping[str, int]) -> int | None:
    """Place of a hit that says the same."""
    equal = places.get(shown.forms[0])
    if equal is not None and (shown.is_turn or kept[equal].is_turn):
        return equal
    compared = range(min(len(kept), COMPARED_HITS))
    return next((i for i in compared if _is_same(shown, kept[i])), None)


def _score(hit: Hit) -> float:
    if not hit.doc.file and not hit.doc.session:
        return hit.score + ALONE * _words(hit)
    if hit.doc.kind is not Kind.TURN or hit.doc.speaker != TOOL or hit.score <= 0:
        return hit.score
    return hit.score * TOOL_SHARE


def _provenance(doc: MemoryDoc) -> tuple[int, int, str]:
    speakers = (USER, ASSISTANT, TOOL)
    place = speakers.index(doc.speaker) if doc.speaker in speakers else 0
    return _RANK[origin_of(doc.file)], place, doc.id


def _is_same(one: _Shown, other: _Shown) -> bool:
    if one.is_turn is other.is_turn:  # two turns that say more or less are two; equal ones were found by their place
        return False
    return any(_holds(a, b) or _holds(b, a) for a in one.forms for b in other.forms)


def _forms(doc: MemoryDoc) -> tuple[str, ...]:
    """What a doc says, as compared: a piece of a file also without its heading and without its label."""
    whole = doc.text[:COMPARED_CHARACTERS]
    starts = [match.end() for match in islice(_LABEL.finditer(whole), 2)] if doc.kind is Kind.SECTION else []
    return tuple(normalised(text) for text in (whole, *(whole[start:] for start in starts)))


def _holds(long: str, short: str) -> bool:
    return SHORTEST <= len(short) <= len(long) <= SAME_LENGTH * len(short) and short in long


COMPARED = 10
"""First hits that are compared with each other."""
LONGEST = 300
"""Characters of a statement; a longer text says more than one thing."""
LEAST_SHARED = 0.4
"""Share of content words in common (Dice) from which two statements are about the same thing."""
MOST_APART = 4
"""Content words by which each may differ from the other: its value."""
_GIVEN_UP = (
    r"no longer|not any ?more|any ?more|instead|switch(?:ed|ing)? (?:to|from)|moved (?:to|from)|replac(?:ed|es|ing)"
    r"|migrated|renamed|rescheduled|postponed|chang(?:ed|ing)"
)
_GIVEN_UP_ZH = "改成|改为|改用|改到|换成|换到|换了|不再|搬到|搬去|更新为|调整为|推迟到|提前到|変更"
_CHANGED = lazy_regex(
    rf"\b(?:{_GIVEN_UP}|now(?:adays)?|updat(?:ed|ing)|as of|from now on|since|new(?:ly)?)\b"
    rf"|{_GIVEN_UP_ZH}|现在|目前|如今|今は|もう",
    re.IGNORECASE,
)
_REPLACED = lazy_regex(rf"\b(?:{_GIVEN_UP})\b|{_GIVEN_UP_ZH}", re.IGNORECASE)
"""Says that something else was true: it may name that as well."""
_FORMER = lazy_regex(
    r"\b(?:used to|previously|before|formerly|original(?:ly)?|at first|initially|back then|in the past|earlier|old)\b"
    r"|以前|之前|原来|原先|曾经|过去|当初|最初|本来|以前は|昔|元々",
    re.IGNORECASE,
)
_VALUE = lazy_regex(
    r"(?i)\d|^(?:mon|tues|wednes|thurs|fri|satur|sun)|^(?:januari|februari|march|april|may|june|juli|august|septemb"
    r"|octob|novemb|decemb)|^[周一二三四五六日月点号]"
)
_MARKS, _MARKS_ZH = "now longer anymore instead new newly since changed", "现在 目前 不再 改成 换成"
"""Words of change say nothing of what is changed."""


def in_order_of_time(question: str, hits: Sequence[Hit]) -> list[Hit]:
    """The same hits; one that is no longer true stands behind what replaced it, unless the past is asked for."""
    found, rest = list(hits[:COMPARED]), hits[COMPARED:]
    asked = frozenset(lexing.query_terms(question))
    said = [_said(hit.doc) for hit in found]
    asks_past = _FORMER.search(question) is not None
    marked = list(found)
    for i, one in enumerate(found):
        for j in range(i + 1, len(found)):
            other = found[j]
            if not _same_thing(one.doc, other.doc, said[i], said[j], asked):
                continue
            older, newer = (i, j) if _time(one.doc) < _time(other.doc) else (j, i)
            if _time(one.doc) == _time(other.doc):
                if _differ_in_value(said[i], said[j]):
                    marked[i] = replace(marked[i], conflicts=(*marked[i].conflicts, other.doc.id))
                    marked[j] = replace(marked[j], conflicts=(*marked[j].conflicts, one.doc.id))
            elif _replaces(found[newer].doc.text, said[newer], said[older]):
                marked[older] = replace(marked[older], replaced_by=found[newer].doc.id)
    return [*(marked if asks_past else _newest_first(marked)), *rest]


def _newest_first(hits: Sequence[Hit]) -> list[Hit]:
    """What replaced a hit right before it; scores stay in order."""
    order = list(hits)
    for hit in hits:
        if hit.replaced_by:
            place = next(i for i, each in enumerate(order) if each.doc.id == hit.doc.id)
            newer = next((i for i, each in enumerate(order) if each.doc.id == hit.replaced_by), place)
            if newer > place:
                order.insert(place, order.pop(newer))
    scores = [hit.score for hit in hits]
    return [replace(hit, score=score) for hit, score in zip(order, scores, strict=True)]


def _said(doc: MemoryDoc) -> frozenset[str]:
    """Content words; of Chinese its characters, which stay where words around them change."""
    terms = lexing.query_terms(doc.text[:LONGEST])
    if doc.text.isascii():
        return frozenset(terms) - _terms_of(_MARKS)
    terms = [term for term in terms if len(term) == 1 or not lexing.has_cjk(term)]
    return frozenset(terms) - _terms_of(_MARKS) - _terms_of(_MARKS_ZH)


@cache
def _terms_of(words: str) -> frozenset[str]:
    return frozenset(lexing.query_terms(words))


def _same_thing(
    one: MemoryDoc, other: MemoryDoc, said: frozenset[str], also: frozenset[str], asked: frozenset[str]
) -> bool:
    if max(len(one.text), len(other.text)) > LONGEST or one.scope != other.scope:
        return False
    if lexing.is_question(one.text) or lexing.is_question(other.text):
        return False
    if Kind.TURN in (one.kind, other.kind) and one.speaker != other.speaker:
        return False
    shared = said & also
    if not shared & asked or said & asked != also & asked or not (said - shared or also - shared):
        return False
    apart = max(len(said - shared), len(also - shared))
    limit = MOST_APART * (2 if lexing.has_cjk(one.text) else 1)
    return apart <= limit and 2 * len(shared) >= LEAST_SHARED * (len(said) + len(also))


def _replaces(newer: str, said: frozenset[str], former: frozenset[str]) -> bool:
    """Whether a newer statement puts another value in the place of a former one."""
    if not said - former:
        return False
    if not former - said:
        return _REPLACED.search(newer) is not None
    return _CHANGED.search(newer) is not None or _differ_in_value(said, former)


def _differ_in_value(said: frozenset[str], also: frozenset[str]) -> bool:
    """Whether each names a day, a month or a number that the other does not."""
    return _names_value(said - also) and _names_value(also - said)


def _names_value(terms: Iterable[str]) -> bool:
    return any(_VALUE.search(term) for term in terms)


def _time(doc: MemoryDoc) -> tuple[float, int]:
    """When it was said; within a session also at which place."""
    return (doc.created_at.timestamp(), doc.seq if doc.kind is Kind.TURN and doc.seq is not None else 0)
