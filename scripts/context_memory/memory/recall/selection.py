"""Which of the ranked docs are given out: the same thing once, and raw tool output behind what somebody said."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ...text.patterns import lazy_regex
from ..docs import ASSISTANT, TOOL, USER, Hit, Kind, MemoryDoc, Origin, Part, is_session_file, normalised, origin_of
from ..standing import SUPERSEDED

SPARE = 3
"""Times the wanted hits that are looked at, so that what is dropped can be made up for."""
TOOL_SHARE = 0.8
"""What a score of raw tool output counts: it repeats much and means little by itself."""
ALONE = 0.5
"""What a doc that stands in no session gets for its words: about what others get for their session and neighbours."""
WORTH_A_SEAT = 0.6
"""Share of the best match by words; and of the score of a hit beyond `OF_ONE_THING`, from which another comes first."""
OF_ONE_THING = 2
"""Hits of one message, or of one section of a file, before others: a pasted log has a chunk for every question."""
FEWEST_WITH_A_SEAT = 3
SAME_LENGTH = 1.6
"""A text that holds another and is longer than this many times tells more than the other."""
_TELLS = lazy_regex(r"\d|\w{3}|[\u3040-\u9fff\uac00-\ud7af]")
"""What a turn has to hold: `c` and `ok` are found by what stands around them, and say nothing by themselves."""
_LABEL = lazy_regex(r"[:：]\s*")
SHORTEST = 12  # characters; shorter texts are alike by chance
COMPARED_CHARACTERS = 4_000
COMPARED_HITS = 60
"""Hits that are compared with each other; behind them only equal texts are the same."""
_RANK = {Origin.DOCS: 0, Origin.MEMORY: 1, Origin.NOTES: 2, Origin.TURNS: 3, Origin.ARCHIVE: 4}


def with_ended_copies(hits: Sequence[Hit]) -> list[Hit]:
    """The hits in order; a piece of a file that ends with what an ended doc says is ended too, and comes no earlier.

    A dated note keeps what was ordered that day; it must not answer for the order that took its place.
    """
    ended = [hit for hit in hits if SUPERSEDED in hit.doc.tags and not hit.doc.file]
    texts = {normalised(hit.doc.text): hit.score for hit in ended if len(hit.doc.text) >= SHORTEST}
    if not texts:
        return list(hits)

    def as_ended(hit: Hit) -> Hit:
        said = normalised(hit.doc.text) if hit.doc.file else ""
        scores = [score for text, score in texts.items() if said.endswith(text)]
        tags = (*hit.doc.tags, SUPERSEDED)
        return hit._replace(doc=hit.doc._replace(tags=tags), score=min(hit.score, *scores)) if scores else hit

    return sorted(map(as_ended, hits), key=lambda hit: -hit.score)


class _Shown(NamedTuple):
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
    found = [hit for hit in hits if hit.doc.kind is not Kind.TURN or _TELLS.search(hit.doc.text)]
    if not any(hit.doc.file for hit in found):
        return found[:limit]
    standing = sorted((_standing(hit) for hit in found), key=lambda hit: -hit.score)
    if not any(is_session_file(hit.doc.file) for hit in found):
        return _of_many_things(standing, limit)
    kept: list[_Shown] = []
    places: dict[str, int] = {}
    for hit in standing:
        shown = _Shown(hit, _forms(hit.doc), is_session_file(hit.doc.file))
        same = _place(shown, kept, places)
        if same is None:
            places.setdefault(shown.forms[0], len(kept))
            kept.append(shown)
        elif _provenance(hit.doc) < _provenance(kept[same].hit.doc):
            above = kept[same].hit  # what says the same is found for the same
            kept[same] = shown._replace(hit=hit._replace(score=above.score, parts=above.parts))
    return _with_a_seat(_of_many_things([each.hit for each in kept], len(kept)), limit)


def of_the_day_first(hits: Sequence[Hit]) -> list[Hit]:
    """What is from the day that is asked about, before what only has the words of asking for one: `note`, 做."""
    dated = [hit for hit in hits if any(part.name == "dated" for part in hit.parts)]
    others = [hit for hit in hits if hit not in dated]
    lacks = max((hit.score for hit in others), default=0.0) - min((hit.score for hit in dated), default=0.0)
    if not dated or not others or lacks <= 0:
        return list(hits)
    part = Part("dated", lacks, 1.0)
    return [*(hit._replace(score=hit.score + lacks, parts=(*hit.parts, part)) for hit in dated), *others]


def _of_many_things(hits: Sequence[Hit], limit: int) -> list[Hit]:
    """The first hits; further ones of one thing, and what stands twice, behind those that count nearly as much."""
    given, waiting, texts = list[Hit](), list[Hit](), set[str]()
    counts = Counter[tuple[str, object]]()
    for hit in hits:
        counts[thing := _thing(hit.doc)] += 1
        if hit.doc.file and (counts[thing] > OF_ONE_THING or hit.doc.text in texts):
            waiting.append(hit)
            continue
        while waiting and hit.score < WORTH_A_SEAT * waiting[0].score:
            given.append(waiting.pop(0))
        given.append(hit)
        texts.add(hit.doc.text)
    return [*given, *waiting][:limit]


def _thing(doc: MemoryDoc) -> tuple[str, object]:
    """The message that a doc is a piece of, or its section: the file and what stands over it."""
    heading, colon, _ = doc.text.partition(": ") if doc.kind is Kind.SECTION else ("", "", "")
    return doc.session, heading if colon and "\n" not in heading else doc.seq


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


def _standing(hit: Hit) -> Hit:
    """The hit with what it counts as what it is, which is a part of its score."""
    if not hit.doc.file and not hit.doc.session:
        name, value, weight = "other", _words(hit), ALONE
    elif hit.doc.kind is Kind.TURN and hit.doc.speaker == TOOL and hit.score > 0:
        name, value, weight = "tool", hit.score, TOOL_SHARE - 1
    else:
        return hit
    part = (Part(name, value, weight),) if hit.parts else ()  # a mode whose score has no parts
    return hit._replace(score=hit.score + value * weight, parts=(*hit.parts, *part)) if value else hit


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
