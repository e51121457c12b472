"""Which of the ranked docs are given out: the same thing once, and raw tool output behind what somebody said."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..model.docs import Hit, Kind, MemoryDoc
from . import doc_ids, origins
from .origins import Origin

SPARE = 3
"""Times the wanted hits that are looked at, so that what is dropped can be made up for."""
TOOL_SHARE = 0.6
"""What a score of raw tool output counts: it repeats much and means little by itself."""
SAME_LENGTH = 1.6
"""A text that holds another and is longer than this many times tells more than the other."""
LABELS = 80
"""Characters that the heading and label of a note may add to what a turn said."""
SHORTEST = 12  # characters; shorter texts are alike by chance
COMPARED_CHARACTERS = 4_000
COMPARED_HITS = 60
"""Hits that are compared with each other; behind them only equal texts are the same."""
_RANK = {Origin.DOCS: 0, Origin.MEMORY: 1, Origin.NOTES: 2, Origin.TURNS: 3, Origin.ARCHIVE: 4}


def is_tool_output(kind: str, speaker: str) -> bool:
    """Whether a doc is what a tool answered."""
    return kind == Kind.TURN and speaker == origins.TOOL


def chosen(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """At most so many hits in the order of what they count; of equal texts the one with the best provenance.

    Only what is derived from sessions is compared: two docs that were written are two.
    """
    found = list(hits)
    if not any(origins.is_session(hit.doc.file) for hit in found):
        return found[:limit]
    kept: list[Hit] = []
    texts: list[str] = []
    places: dict[str, int] = {}
    for hit in sorted((replace(hit, score=_score(hit)) for hit in found), key=lambda hit: -hit.score):
        text = doc_ids.normalised(hit.doc.text[:COMPARED_CHARACTERS])
        same = _place(hit.doc, text, kept, texts, places)
        if same is None:
            places.setdefault(text, len(kept))
            kept.append(hit)
            texts.append(text)
        elif _provenance(hit.doc) < _provenance(kept[same].doc):
            kept[same] = replace(hit, score=kept[same].score)
            texts[same] = text
    return kept[:limit]


def _place(
    doc: MemoryDoc, text: str, kept: Sequence[Hit], texts: Sequence[str], places: Mapping[str, int]
) -> int | None:
    """Place of a hit that says the same."""
    equal = places.get(text)
    if equal is not None and _is_same(doc, text, kept[equal].doc, texts[equal]):
        return equal
    compared = range(min(len(kept), COMPARED_HITS))
    return next((i for i in compared if _is_same(doc, text, kept[i].doc, texts[i])), None)


def _score(hit: Hit) -> float:
    is_demoted = is_tool_output(hit.doc.kind, hit.doc.speaker) and hit.score > 0
    return hit.score * TOOL_SHARE if is_demoted else hit.score


def _provenance(doc: MemoryDoc) -> tuple[int, int, str]:
    speakers = (origins.USER, origins.ASSISTANT, origins.TOOL)
    place = speakers.index(doc.speaker) if doc.speaker in speakers else 0
    return _RANK[origins.of(doc.file)], place, doc.id


def _is_same(one: MemoryDoc, text: str, other: MemoryDoc, other_text: str) -> bool:
    if not (origins.is_session(one.file) or origins.is_session(other.file)):
        return False
    short, long = sorted((text, other_text), key=len)
    if text == other_text:
        return True
    return len(short) >= SHORTEST and len(long) <= SAME_LENGTH * len(short) + LABELS and _core(short) in long


def _core(text: str) -> str:
    """The middle of a text that its copies share even where one was cut or labelled."""
    return text[len(text) // 8 : len(text) - len(text) // 8]
