"""Docs, hits and outcomes as JSON values, in one form for all interfaces."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from ..text import sentences
from .doc_rows import DocRow
from .docs import FOREIGN_STATE, Found, MemoryDoc, shown_id
from .recall import recall_block
from .standing import is_trusted, relevance

ABSTRACT_CHARACTERS = 150
"""Of a text that has no end of a sentence."""
OVERVIEW_SENTENCES = 3
OVERVIEW_CHARACTERS = 200
LONGEST = 2_000
"""Characters of the text that are looked at; a sentence that does not end there is cut like one without an end."""
_ENDS = (".", "!", "?", "。", "！", "？")


def abstract(text: str) -> str:
    """The first sentence; of a text without an end of a sentence its beginning."""
    return _first(text, 1, ABSTRACT_CHARACTERS)


def overview(text: str) -> str:
    """The first three sentences; of a text with fewer its beginning."""
    return _first(text, OVERVIEW_SENTENCES, OVERVIEW_CHARACTERS)


def _first(text: str, count: int, characters: int) -> str:
    head = text[:LONGEST].strip()
    found = sentences.split_sentences(head)
    if len(found) < count or (len(found) == count and not head.endswith(_ENDS)):
        return sentences.clip(text.strip(), characters)
    end = 0
    for sentence in found[:count]:
        end = head.index(sentence, end) + len(sentence)
    return head[:end]


def of_doc(doc: MemoryDoc, now: datetime) -> dict[str, Any]:
    """A doc with its standing."""
    return {
        "id": doc.id,
        "scope": doc.scope,
        "kind": str(doc.kind),
        "text": doc.text,
        "tier": str(doc.tier),
        "importance": doc.importance,
        "pinned": doc.pinned,
        "access_count": doc.access_count,
        "relevance_score": round(relevance(doc, now), 6),
        "created_at": doc.created_at.isoformat(),
        "accessed_at": doc.accessed_at.isoformat(),
        "tags": list(doc.tags),
        "session": doc.session,
        "seq": doc.seq,
        "speaker": doc.speaker,
        "source": doc.source.removeprefix(FOREIGN_STATE),
        "forgotten_at": doc.forgotten_at.isoformat() if doc.forgotten_at else None,
    } | _standing(doc)


def of_listed_doc(doc: MemoryDoc, now: datetime) -> dict[str, Any]:
    """A doc with its standing, and its text in one sentence and in three (SPEC 5.6)."""
    return of_doc(doc, now) | {
        "abstract_text": abstract(doc.text),
        "overview_text": overview(doc.text),
    }


def of_found(found: Found, milliseconds: float, now: datetime) -> dict[str, Any]:
    """The hits of a question; `reason` where the embedder did not answer."""
    hits = [
        {
            "id": shown_id(hit.doc),
            "scope": hit.doc.scope,
            "text": hit.doc.text,
            "score": round(hit.score, 4),
            "kind": str(hit.doc.kind),
            "tier": str(hit.doc.tier),
            "session": hit.doc.session,
            "seq": hit.doc.seq,
            "source": hit.doc.source.removeprefix(FOREIGN_STATE),
            "pinned": hit.doc.pinned,
            "created_at": hit.doc.created_at.isoformat(),
            "age": recall_block.age_label(hit.doc.created_at, now),
            "confidence": str(hit.confidence),
        }
        | _standing(hit.doc)
        | ({"superseded_by": hit.replaced_by} if hit.replaced_by else {})
        | ({"conflicts_with": list(hit.conflicts)} if hit.conflicts else {})
        for hit in found.hits
    ]
    shown: dict[str, Any] = {"query": found.query, "confidence": str(found.confidence), "hits": hits}
    shown |= {"degraded": found.degraded, "ms": round(milliseconds, 2)}
    return shown | {"reason": found.reason} if found.reason else shown


def _standing(doc: MemoryDoc) -> dict[str, bool]:
    """Said of a doc whose state folder was not made on this machine."""
    return {} if is_trusted(doc) else {"trusted": False}


def of_written(doc: MemoryDoc | DocRow, outcome: str, superseded: Sequence[str]) -> dict[str, Any]:
    """What became of a doc that was to be remembered: its id as it was given, and the ids of older values."""
    shown: dict[str, Any] = {"id": shown_id(doc), "outcome": outcome, "kind": str(doc.kind)}
    return shown | {"superseded": list(superseded)} if superseded else shown
