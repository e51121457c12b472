"""The standing of a doc: its first importance (SPEC 5.4), tier, decay by use and age (SPEC 5.2), and provenance.

At full strength decay decides only what is offered unasked; in search it is a bounded tie-break. Core is left only by
what was superseded; the upstream code contradicts its own text there. What came from the web, a tool or a file may be
found, and never speaks for the person. The same fact told again strengthens the doc that holds it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from math import exp, log
from typing import NamedTuple

from ..errors import InputError
from .docs import FOREIGN_STATE, MOST_IMPORTANT_FOREIGN, PEOPLE, USER, Kind, MemoryDoc, Tier


class Standing(NamedTuple):
    """What a doc that was learnt starts with."""

    tier: Tier
    importance: float
    pinned: bool = False


IMPORTANCE = {
    Kind.ENTITY: 0.95,
    Kind.REMEMBER: 0.8,
    Kind.PREFERENCE: 0.75,
    Kind.PROCEDURE: 0.65,
    Kind.SUMMARY: 0.55,
    Kind.NOTE: 0.3,
    Kind.SAID: 0.3,
    Kind.LESSON: 0.85,
    Kind.FAILURE: 0.6,
    Kind.SECTION: 0.5,
    Kind.TURN: 0.3,
}
OTHER_IMPORTANCE = 0.65
TIER = {
    Kind.ENTITY: Tier.CORE,
    Kind.LESSON: Tier.CORE,
    Kind.NOTE: Tier.PERIPHERAL,
    Kind.SAID: Tier.PERIPHERAL,
    Kind.TURN: Tier.PERIPHERAL,
}

DISTILLED = {
    Kind.ENTITY: Standing(Tier.CORE, 0.9, pinned=True),
    Kind.PREFERENCE: Standing(Tier.WORKING, 0.72),
    Kind.PROCEDURE: Standing(Tier.WORKING, 0.72),
    Kind.FACT: Standing(Tier.WORKING, 0.65),
    Kind.PROJECT_STATE: Standing(Tier.WORKING, 0.65),
    Kind.RELATIONSHIP: Standing(Tier.WORKING, 0.65),
}
"""What a model may distil from a message; every other kind is rejected."""
LEARNT = {
    **DISTILLED,
    Kind.LESSON: Standing(Tier.CORE, 0.85),
    Kind.FAILURE: Standing(Tier.WORKING, 0.6),
    Kind.REMEMBER: Standing(Tier.WORKING, IMPORTANCE[Kind.REMEMBER]),
    Kind.SAID: Standing(Tier.PERIPHERAL, IMPORTANCE[Kind.SAID]),
}
"""All that is learnt from a session."""
FOUND_ENTITY = Standing(Tier.CORE, IMPORTANCE[Kind.ENTITY], pinned=True)
"""An entity that was found without a model."""


def importance_of(kind: Kind) -> float:
    """Importance of a new doc, 0 to 1."""
    return IMPORTANCE.get(kind, OTHER_IMPORTANCE)


def tier_of(kind: Kind) -> Tier:
    """Tier of a new doc."""
    return TIER.get(kind, Tier.WORKING)


def kind_asked(name: str) -> Kind | None:
    """The kind whose docs are asked for; None where none is named. An unknown one would find nothing: `InputError`."""
    if not name.strip():
        return None
    try:
        return Kind(name.strip().lower())
    except ValueError as error:
        raise InputError(f"there is no kind {name.strip()[:80]!r}", hint=f"kinds are {', '.join(Kind)}") from error


HALF_LIFE_DAYS = 30.0
"""Half-life of a doc of importance 0; up to e^1.5 times as long at importance 1."""
SHAPES = {Tier.CORE: 0.8, Tier.WORKING: 1.0, Tier.PERIPHERAL: 1.3}
"""Weibull shape: below 1 fades ever slower, above 1 ever faster."""
FLOORS = {Tier.CORE: 0.9, Tier.WORKING: 0.3, Tier.PERIPHERAL: 0.1}
QUALITIES = {Tier.CORE: 1.15, Tier.WORKING: 1.0, Tier.PERIPHERAL: 0.8}
PINNED_QUALITY = 1.25
DATED_HALF_LIFE_DAYS = 30.0
"""OpenClaw's half-life of dated notes."""
_DAY = 86_400


def age_days(doc: MemoryDoc, now: datetime) -> float:
    """Days since the doc was given out last, or made; never negative."""
    return max(0.0, (now - max(doc.created_at, doc.accessed_at)).total_seconds() / _DAY)


def composite(doc: MemoryDoc, days: float) -> float:
    """Recency, use and importance in one number, without floor."""
    half_life = HALF_LIFE_DAYS * min(exp(1.5 * doc.importance), 10.0)
    recency = exp(-log(2) / half_life * days ** SHAPES[doc.tier])
    use = 1 - exp(-doc.access_count / 5)
    return 0.4 * recency + 0.3 * use + 0.3 * doc.importance


def relevance_at_age(doc: MemoryDoc, days: float) -> float:
    """Relevance of a doc that was last used so many days ago: 1 when pinned, never below its tier's floor."""
    if doc.pinned:
        return 1.0
    return min(1.0, max(composite(doc, days), FLOORS[doc.tier], 0.01))


def relevance(doc: MemoryDoc, now: datetime) -> float:
    """Relevance of a doc now, 0.01 to 1."""
    return relevance_at_age(doc, age_days(doc, now))


def quality(doc: MemoryDoc) -> float:
    """RsClaw's multiplier of a search score."""
    standing = PINNED_QUALITY if doc.pinned else 1.0
    return standing * QUALITIES[doc.tier] * (0.75 + 0.5 * doc.importance)


def weight_of_dated_note(days: float) -> float:
    """OpenClaw's multiplier of a dated note: half after 30 days."""
    return exp(-log(2) * max(0.0, days) / DATED_HALF_LIFE_DAYS)


def weight_of_importance10(importance: int | None) -> float:
    """OpenClaw's multiplier of an importance from 1 to 10; 1 when none is given."""
    return 1.0 if importance is None else 0.75 + 0.05 * importance


RRF_K = 60
VECTOR_SHARE = 0.7
WORD_SHARE = 0.3
LEAST_SCORE = 0.35
"""OpenClaw's `minScore`; what was found by words stays below it."""
SAME_PROJECT = 1.15
OTHER_PROJECT = 0.9


def rrf_score(ranks: Mapping[str, int], k: int = RRF_K) -> float:
    """Reciprocal ranks summed over the rankings; the first rank is 1."""
    return sum(1 / (k + rank) for rank in ranks.values())


def rrf(rankings: Mapping[str, Sequence[int]], k: int = RRF_K) -> dict[int, float]:
    """Score of each item over several rankings, whatever the order of these."""
    ranks: dict[int, dict[str, int]] = {}
    for source, ranking in rankings.items():
        for rank, item in enumerate(ranking, 1):
            ranks.setdefault(item, {}).setdefault(source, rank)
    return {item: rrf_score(found, k) for item, found in ranks.items()}


def openclaw_text_score(rank: float) -> float:
    """FTS5's rank (the more negative the better) as 0 to 1."""
    return -rank / (1 - rank) if rank < 0 else 1 / (1 + rank)


def openclaw(similarities: Mapping[int, float], ranks: Mapping[int, float]) -> dict[int, float]:
    """0.7 x similarity of meaning + 0.3 x text score of each item."""
    return {
        item: VECTOR_SHARE * similarities.get(item, 0.0)
        + WORD_SHARE * (openclaw_text_score(ranks[item]) if item in ranks else 0.0)
        for item in {*similarities, *ranks}
    }


def of_project(own: str, asked: str) -> float:
    """OpenClaw's multiplier of an item that belongs to a project; 1 when either side names none."""
    if not own or not asked:
        return 1.0
    return SAME_PROJECT if own.casefold() == asked.casefold() else OTHER_PROJECT


def above_least(scores: Mapping[int, float], by_words: Iterable[int]) -> dict[int, float]:
    """The items that OpenClaw gives back: those that words found, and those whose score is high enough."""
    found = frozenset(by_words)
    return {item: score for item, score in scores.items() if item in found or score >= LEAST_SCORE}


SUPERSEDED = "superseded"


class Promotion(NamedTuple):
    """When a doc moves up or down."""

    access_only: int = 15
    importance_only: float = 0.9
    both_access: int = 5
    both_importance: float = 0.8
    back_access: int = 3
    back_relevance: float = 0.4
    neglected_days: float = 60.0
    neglected_access: int = 3
    low_relevance: float = 0.15


def tier_at_age(doc: MemoryDoc, days: float, limits: Promotion | None = None) -> Tier:
    """The tier of a doc that was last used so many days ago."""
    limits = limits or Promotion()
    superseded = SUPERSEDED in doc.tags
    if doc.pinned:
        return Tier.CORE
    if not superseded and (doc.tier is Tier.CORE or _earns_core(doc, limits)):
        return Tier.CORE
    relevance = relevance_at_age(doc, days)
    neglected = days > limits.neglected_days and doc.access_count < limits.neglected_access
    if relevance < limits.low_relevance or neglected:
        return Tier.PERIPHERAL
    if doc.tier is Tier.PERIPHERAL:
        back = doc.access_count >= limits.back_access and relevance >= limits.back_relevance
        return Tier.WORKING if back else Tier.PERIPHERAL
    return Tier.WORKING


def settled(doc: MemoryDoc, now: datetime) -> MemoryDoc:
    """The doc in the tier where it belongs now."""
    tier = tier_at_age(doc, age_days(doc, now))
    return doc if tier is doc.tier else doc._replace(tier=tier)


def touched(doc: MemoryDoc, now: datetime, times: int = 1) -> MemoryDoc:
    """The doc after it was given out so many times more."""
    return settled(doc._replace(access_count=doc.access_count + times, accessed_at=max(now, doc.accessed_at)), now)


def _earns_core(doc: MemoryDoc, limits: Promotion) -> bool:
    return (
        doc.access_count >= limits.access_only
        or doc.importance >= limits.importance_only
        or (doc.access_count >= limits.both_access and doc.importance >= limits.both_importance)
    )


FOREIGN = ("http", "web", "tool", "host", "mcp", "file", FOREIGN_STATE.strip())
"""Beginnings of sources whose text no person said."""


def is_foreign(doc: MemoryDoc) -> bool:
    """Whether the doc says itself that it came from the web, a tool, a host or a file."""
    return is_foreign_source(doc.source)


def is_foreign_source(source: str) -> bool:
    """Whether no person said what comes from there."""
    return source.strip().casefold().startswith(FOREIGN)


def is_trusted(doc: MemoryDoc) -> bool:
    """Whether the doc lies in a state folder that was made, or is trusted, on this machine."""
    return not doc.source.startswith(FOREIGN_STATE)


def is_a_persons(doc: MemoryDoc) -> bool:
    """Whether a person may have said it."""
    return doc.speaker.casefold() in PEOPLE and not is_foreign(doc)


def bounded_by_trust(doc: MemoryDoc) -> MemoryDoc:
    """The doc with the standing that its origin allows: foreign ones are never core nor pinned."""
    if not is_foreign(doc):
        return doc
    tier = Tier.WORKING if doc.tier is Tier.CORE else doc.tier
    return doc._replace(tier=tier, importance=min(doc.importance, MOST_IMPORTANT_FOREIGN))


MERGED = "merged"
"""Tag of a doc that says the same as another one, and was forgotten for that."""
_UNDONE = frozenset({SUPERSEDED, MERGED})
"""Tags that go when somebody says the same again."""
_RANK = {Tier.PERIPHERAL: 0, Tier.WORKING: 1, Tier.CORE: 2}


def merged(old: MemoryDoc, new: MemoryDoc, now: datetime) -> MemoryDoc:
    """The old doc, touched, with the better of both. Remembering again undoes forgetting and being superseded.

    What the web or a tool says again changes nothing, and what a person says again is theirs from then on. A message
    that is no newer than the forgetting is not said again: its session was copied.
    """
    if is_foreign(new) or (old.forgotten_at and new.session and new.created_at <= old.forgotten_at):
        return old
    own = (new.source, new.speaker) if is_foreign(old) else (old.source or new.source, old.speaker)
    best = max(old.tier, new.tier, key=_RANK.__getitem__)
    return settled(
        old._replace(
            importance=max(old.importance, new.importance),
            pinned=old.pinned or new.pinned,
            tier=best,
            tags=tuple(dict.fromkeys(tag for tag in (*old.tags, *new.tags) if tag not in _UNDONE)),
            access_count=old.access_count + 1,
            accessed_at=max(now, old.accessed_at),
            source=own[0],
            speaker=own[1],
            forgotten_at=None,
        ),
        now,
    )


def is_given_up(doc: MemoryDoc) -> bool:
    """Whether a doc was forgotten, superseded or merged into another one."""
    return doc.forgotten_at is not None or bool(_UNDONE.intersection(doc.tags))


def replaced(old: MemoryDoc, new: MemoryDoc, now: datetime) -> MemoryDoc:
    """A doc whose id was given, written again: the new words with the standing of the old."""
    if old.text == new.text and old.scope == new.scope and old.kind == new.kind:
        return merged(old, new, now) if old.forgotten_at else old
    return new._replace(
        pinned=old.pinned or new.pinned,
        access_count=old.access_count,
        accessed_at=max(old.accessed_at, new.accessed_at),
        tags=tuple(dict.fromkeys((*old.tags, *new.tags))),
    )


_PREFERS = frozenset({Kind.PREFERENCE, Kind.LESSON})
_DERIVED = frozenset({Kind.TURN, Kind.SECTION, Kind.SUMMARY, Kind.NOTE, Kind.FAILURE})


class AtStart(NamedTuple):
    """What a session begins with, each oldest first: of two that differ the later one is true."""

    orders: tuple[MemoryDoc, ...]
    others: tuple[MemoryDoc, ...]
    more_orders: int
    """For which there was no room."""


TakesPlace = Callable[[str, str], bool]
"""Whether the second of two statements, said later, makes the first untrue."""


def told_at_start(
    docs: Iterable[MemoryDoc],
    most_tokens: int,
    unsure: Iterable[MemoryDoc] = (),
    takes_place: TakesPlace = lambda _old, _new: False,
) -> AtStart:
    """Orders that say that they last, and in the room that these leave the newest of what else was learnt.

    Only what was learnt from a person's own message: what a model or a program had remembered may be found, but gives
    nobody orders. Pinned ones go first, then the newest. An order that does not say that it lasts may have been for one
    task ("report only, no changes"), so it stands among the others. What may last (`unsure`) fills the rest. Of two of
    which the later takes the place of the earlier only the later is told.
    """
    known, maybe = list(docs), list(unsure)
    told = _told(known, most_tokens, maybe)
    while past := _past((*told.orders, *told.others), takes_place):
        known, maybe = ([doc for doc in some if doc.id not in past] for some in (known, maybe))
        told = _told(known, most_tokens, maybe)
    return told


def _past(told: Sequence[MemoryDoc], takes_place: TakesPlace) -> frozenset[str]:
    """Ids of what something that was said later has taken the place of."""
    return frozenset(
        old.id
        for old in told
        if not old.pinned and any(new.created_at > old.created_at and takes_place(old.text, new.text) for new in told)
    )


def _told(docs: Iterable[MemoryDoc], most_tokens: int, unsure: Iterable[MemoryDoc]) -> AtStart:
    said = sorted(filter(_is_said, docs), key=lambda doc: (not doc.pinned, -doc.created_at.timestamp(), doc.id))
    orders = [doc for doc in said if _is_order(doc)]
    kept, left = _fitting(orders, most_tokens)
    is_whole = len(kept) == len(orders)
    others, left = _fitting([doc for doc in said if doc not in orders], left if is_whole else 0)
    new = (doc for doc in filter(_is_said, unsure) if not any(doc.text in each.text for each in said))
    more, _ = _fitting(sorted(new, key=lambda doc: (-doc.created_at.timestamp(), doc.id)), left)
    return AtStart(_by_time(kept), _by_time((*others, *more)), len(orders) - len(kept))


def _fitting(docs: Iterable[MemoryDoc], room: int) -> tuple[list[MemoryDoc], int]:
    """The first docs that fit, and the tokens that are left."""
    from ..text import tokens  # loads the kinds of messages, which a recall has no use for

    kept = list[MemoryDoc]()
    for doc in docs:
        size = tokens.cjk(doc.text) + 1
        if size > room:
            break
        room -= size
        kept.append(doc)
    return kept, room


def _by_time(docs: Iterable[MemoryDoc]) -> tuple[MemoryDoc, ...]:
    return tuple(sorted(docs, key=lambda doc: (doc.created_at, doc.seq or 0)))


def _is_said(doc: MemoryDoc) -> bool:
    is_learnt = doc.speaker == USER and doc.session and not doc.file and doc.kind not in _DERIVED
    return bool(is_learnt) and not is_given_up(doc) and is_trusted(doc) and is_a_persons(doc)


def _is_order(doc: MemoryDoc) -> bool:
    from ..compaction.digest import directives, one_off

    if doc.kind is Kind.REMEMBER:
        return True
    return one_off.lasts(doc.text) and (doc.kind in _PREFERS or bool(directives.find_directives(doc.text)))
