"""Docs as rows of a database: the columns that every store has, a row of a doc, a doc from a row, a doc by its handle.

What SQL stores differ in, the types of their columns, stays with them.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from .docs import Kind, MemoryDoc, Scope, Tier
from .errors import InputError, UnknownError


class DocRow(NamedTuple):
    """A doc as plain values, which databases take and processes hand on; times are seconds since 1970."""

    id: str
    scope: str
    kind: str
    text: str
    tier: str
    importance: float
    pinned: int
    access_count: int
    created_at: float
    accessed_at: float
    tags: str
    """Parted by spaces."""
    session: str
    seq: int | None
    speaker: str
    source: str
    file: str
    forgotten_at: float | None


COLUMNS = ", ".join(DocRow._fields)
SHORTEST_HANDLE = 4
"""Characters; a shorter beginning of an id means too many docs."""
SHOWN = 6
"""Docs that are read for a handle: one answers, more are named."""


def row_of(doc: MemoryDoc) -> DocRow:
    """The doc as plain values."""
    return DocRow(
        doc.id,
        doc.scope,
        doc.kind.value,
        doc.text,
        doc.tier.value,
        float(doc.importance),
        int(doc.pinned),
        doc.access_count,
        doc.created_at.timestamp(),
        doc.accessed_at.timestamp(),
        " ".join(doc.tags),
        doc.session,
        doc.seq,
        doc.speaker,
        doc.source,
        doc.file,
        None if doc.forgotten_at is None else doc.forgotten_at.timestamp(),
    )


def doc_of(row: Sequence[object]) -> MemoryDoc:
    """A doc from a row of `COLUMNS`: times as `moment` takes them, tags as one text, pinned as a number or a switch."""
    (doc_id, scope, kind, text, tier, importance, pinned, count, created, accessed, tags, session, seq, speaker) = row[
        :14
    ]
    source, file, forgotten = row[14:17]
    return MemoryDoc(
        id=str(doc_id),
        scope=Scope(str(scope)),
        kind=Kind(str(kind)),
        text=str(text),
        tier=Tier(str(tier)),
        importance=float(str(importance)),
        pinned=bool(pinned),
        access_count=int(str(count)),
        created_at=moment(created),
        accessed_at=moment(accessed),
        tags=tuple(str(tags).split()),
        session=str(session),
        seq=None if seq is None else int(str(seq)),
        speaker=str(speaker),
        source=str(source),
        file=str(file),
        forgotten_at=None if forgotten is None else moment(forgotten),
    )


def moment(value: object) -> datetime:
    """A point in time, in UTC, from one or from seconds since 1970."""
    if isinstance(value, datetime):
        return value.astimezone(UTC)
    return datetime.fromtimestamp(float(str(value)), UTC)


def must_be_long_enough(handle: str) -> None:
    """Refuse a handle that is no whole id and too short for the beginning of one; raises UnknownError."""
    if len(handle) < SHORTEST_HANDLE:
        raise UnknownError(
            f"{handle!r} is too short for a handle", hint=f"give at least {SHORTEST_HANDLE} characters of the id"
        )


def only_one(handle: str, found: Sequence[MemoryDoc]) -> MemoryDoc:
    """The doc among those whose ids begin with the handle; raises InputError when there is more than one.

    Where there is none it is an UnknownError.
    """
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{handle} means {len(found)} docs", hint=", ".join(doc.id for doc in found))
    raise UnknownError(f"no doc {handle}", hint="`recall` prints the handle of each hit")
