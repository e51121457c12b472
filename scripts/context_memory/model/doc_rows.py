"""Docs as rows of a database: the columns that every store has, a doc from a row, a doc by its handle.

What SQL stores differ in, the types of their columns, stays with them.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from .docs import Kind, MemoryDoc, Scope, Tier
from .errors import InputError

COLUMNS = (
    "id, scope, kind, text, tier, importance, pinned, access_count, created_at, accessed_at, tags, session, seq, "
    "speaker, source, file, forgotten_at"
)
"""In the order of `doc_of`."""
SHORTEST_HANDLE = 4
"""Characters; a shorter beginning of an id means too many docs."""
SHOWN = 6
"""Docs that are read for a handle: one answers, more are named."""


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
    """Refuse a handle that is no whole id and too short for the beginning of one; raises InputError."""
    if len(handle) < SHORTEST_HANDLE:
        raise InputError(
            f"{handle!r} is too short for a handle", hint=f"give at least {SHORTEST_HANDLE} characters of the id"
        )


def only_one(handle: str, found: Sequence[MemoryDoc]) -> MemoryDoc:
    """The doc among those whose ids begin with the handle; raises InputError when there is none or more than one."""
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{handle} means {len(found)} docs", hint=", ".join(doc.id for doc in found))
    raise InputError(f"no doc {handle}", hint="`recall` prints the handle of each hit")
