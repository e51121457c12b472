"""The same fact told again strengthens the doc that holds it, instead of making a second one."""

from dataclasses import replace
from datetime import datetime

from ..model.docs import MemoryDoc, Tier
from . import tiers, trust

MERGED = "merged"
"""Tag of a doc that says the same as another one, and was forgotten for that."""
_UNDONE = frozenset({tiers.SUPERSEDED, MERGED})
"""Tags that go when somebody says the same again."""
_RANK = {Tier.PERIPHERAL: 0, Tier.WORKING: 1, Tier.CORE: 2}


def merged(old: MemoryDoc, new: MemoryDoc, now: datetime) -> MemoryDoc:
    """The old doc, touched, with the better of both. Remembering again undoes forgetting and being superseded.

    What the web or a tool says again changes nothing, and what a person says again is theirs from then on.
    """
    if trust.is_foreign(new):
        return old
    own = (new.source, new.speaker) if trust.is_foreign(old) else (old.source or new.source, old.speaker)
    best = max(old.tier, new.tier, key=_RANK.__getitem__)
    return tiers.settled(
        replace(
            old,
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
    return replace(
        new,
        pinned=old.pinned or new.pinned,
        access_count=old.access_count,
        accessed_at=max(old.accessed_at, new.accessed_at),
        tags=tuple(dict.fromkeys((*old.tags, *new.tags))),
    )
