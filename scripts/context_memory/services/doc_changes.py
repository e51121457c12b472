"""Changes of single docs on request: pin, unpin, weigh, forget, bring back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..model.docs import MemoryDoc
from ..model.errors import RefusedError
from ..model.stores import DocStore, DocWriter
from ..rules import origins, tiers, trust


@dataclass(frozen=True, slots=True)
class Change:
    """A doc before and after."""

    before: MemoryDoc
    after: MemoryDoc


def pin(store: DocStore, handle: str, now: datetime, *, pinned: bool, dry_run: bool = False) -> Change:
    """Pin a doc or unpin it; unpinned, it goes to the tier that it has earned."""

    def change(writer: DocWriter) -> Change:
        before = _own(store, handle)
        after = tiers.settled(replace(before, pinned=pinned), now)
        if after != before and not dry_run:
            writer.put((after,))
        return Change(before, after)

    return store.in_one_write(change)


def weigh(store: DocStore, handle: str, now: datetime, *, importance: float) -> Change:
    """Give a doc another importance, 0 to 1; it goes to the tier that it has earned with it.

    Raises RefusedError for more than its origin allows.
    """

    def change(writer: DocWriter) -> Change:
        before = _own(store, handle)
        given = replace(before, importance=importance)
        if trust.bounded(given).importance < importance:
            raise RefusedError(
                f"{handle} comes from {before.source[:60]!r} and is nobody's word: importance {trust.MOST_IMPORTANT} "
                "at most",
                hint="`remember` it as what a person said, if a person did",
            )
        after = tiers.settled(given, now)
        if after != before:
            writer.put((after,))
        return Change(before, after)

    return store.in_one_write(change)


def forget(
    store: DocStore, handles: Sequence[str], now: datetime, *, undo: bool = False, dry_run: bool = False
) -> list[MemoryDoc]:
    """Take docs out of search, or bring them back: all of them or, when one is unknown, none.

    A piece of a memory file is forgotten until its text changes, a turn for good; the file and the journal keep both.
    """

    def change(writer: DocWriter) -> list[MemoryDoc]:
        docs = [store.by_handle(handle) for handle in handles]
        changed = [
            doc if bool(doc.forgotten_at) is not undo else replace(doc, forgotten_at=None if undo else now)
            for doc in docs
        ]
        if not dry_run:
            writer.put(new for old, new in zip(docs, changed, strict=True) if new != old)
        return changed

    return store.in_one_write(change)


def still_forgotten(store: DocStore, docs: Sequence[MemoryDoc]) -> list[MemoryDoc]:
    """Derived docs as they have to be written: one that was forgotten stays so while its id lives."""
    known = store.get_many(doc.id for doc in docs)
    return [
        replace(doc, forgotten_at=known[doc.id].forgotten_at) if doc.id in known and known[doc.id].forgotten_at else doc
        for doc in docs
    ]


def _own(store: DocStore, handle: str) -> MemoryDoc:
    doc = store.by_handle(handle)
    if doc.file:
        is_said = origins.is_session(doc.file)
        hint = "`remember` what it says, and pin that" if is_said else f"edit {doc.file}; the index follows by itself"
        raise RefusedError(f"{handle} is a piece of {doc.source}", hint=hint)
    return doc
