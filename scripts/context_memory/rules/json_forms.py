"""What machines get to read, as JSON values: docs, hits, what became of a request. One form for all who give them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from ..model.doc_rows import DocRow
from ..model.docs import Found, MemoryDoc
from . import abstracts, decay, doc_ids, recall_block


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
        "relevance_score": round(decay.relevance(doc, now), 6),
        "created_at": doc.created_at.isoformat(),
        "accessed_at": doc.accessed_at.isoformat(),
        "tags": list(doc.tags),
        "session": doc.session,
        "seq": doc.seq,
        "speaker": doc.speaker,
        "source": doc.source,
        "forgotten_at": doc.forgotten_at.isoformat() if doc.forgotten_at else None,
    }


def of_listed_doc(doc: MemoryDoc, now: datetime) -> dict[str, Any]:
    """A doc with its standing, and its text in one sentence and in three (SPEC 5.6)."""
    return of_doc(doc, now) | {
        "abstract_text": abstracts.abstract(doc.text),
        "overview_text": abstracts.overview(doc.text),
    }


def of_found(found: Found, milliseconds: float, now: datetime) -> dict[str, Any]:
    """The hits of a question; `reason` where a lane did not answer."""
    hits = [
        {
            "id": doc_ids.shown(hit.doc),
            "text": hit.doc.text,
            "score": round(hit.score, 4),
            "kind": str(hit.doc.kind),
            "tier": str(hit.doc.tier),
            "session": hit.doc.session,
            "seq": hit.doc.seq,
            "source": hit.doc.source,
            "age": recall_block.age_label(hit.doc.created_at, now),
        }
        for hit in found.hits
    ]
    shown = {"query": found.query, "hits": hits, "degraded": found.degraded, "ms": round(milliseconds, 2)}
    return shown | {"reason": found.reason} if found.reason else shown


def of_written(doc: MemoryDoc | DocRow, outcome: str, superseded: Sequence[str]) -> dict[str, Any]:
    """What became of a doc that was to be remembered: its id as it was given, and the ids of older values."""
    shown: dict[str, Any] = {"id": doc_ids.shown(doc), "outcome": outcome, "kind": str(doc.kind)}
    return shown | {"superseded": list(superseded)} if superseded else shown
