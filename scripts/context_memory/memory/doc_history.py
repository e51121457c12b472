"""What a doc said before, and when it was superseded, pinned or forgotten, from the states that a store kept of it.

A state knows when it was remembered, told again and forgotten. When it was
pinned, unpinned or brought back no store knows: such a change has its place in
the order and no time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from . import contact_details
from .doc_rows import DocRow, moment
from .docs import FOREIGN_STATE, MemoryDoc
from .standing import MERGED, SUPERSEDED


@dataclass(frozen=True, slots=True)
class DocChange:
    """One change of a doc."""

    what: tuple[str, ...]
    """In fixed words: `remembered`, `told again`, `text changed`, `pinned`, `forgotten`, `superseded` and so on."""
    text: str
    """What it says since then."""
    at: datetime | None
    """None where nothing says it."""
    session: str
    """Which it was told in; empty where it was told in none."""
    source: str
    by: str = ""
    """Id of the doc that superseded it."""

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "what": list(self.what),
            "at": self.at.isoformat() if self.at else None,
            "text": self.text,
            "session": self.session,
            "source": self.source.removeprefix(FOREIGN_STATE),
            "superseded_by": self.by,
        }


def changes_of(doc_id: str, states: Iterable[DocRow]) -> list[DocChange]:
    """The changes of a doc, oldest first, among the states of all docs in the order in which they were written."""
    changes: list[DocChange] = []
    before: DocRow | None = None
    for row in states:
        if row.id == doc_id:
            what = tuple(_what_changed(before, row))
            if what:
                changes.append(DocChange(what, row.text, _time_of(before, row), row.session, row.source))
            before = row
        elif before is not None and changes and _supersedes(row, before, changes[-1]):
            changes[-1] = replace(changes[-1], by=row.id, at=moment(row.created_at))
    return changes


def superseded_by(changes: list[DocChange], newer: MemoryDoc) -> list[DocChange]:
    """The changes of a doc that a newer one says otherwise than, with that in its place in time."""
    if any(change.by for change in changes) or not changes:
        return changes
    last = changes[-1]
    said = DocChange(("superseded",), last.text, newer.created_at, newer.session, newer.source, newer.id)
    place = sum(change.at is None or change.at <= newer.created_at for change in changes)
    return [*changes[:place], said, *changes[place:]]


def _what_changed(before: DocRow | None, after: DocRow) -> Iterator[str]:
    if before is None:
        yield "remembered"
        before = after._replace(pinned=0, tags="", forgotten_at=None)
    elif after.text != before.text:
        yield "text changed"
    elif after.access_count > before.access_count:
        yield "told again"
    tags, old_tags = set(after.tags.split()), set(before.tags.split())
    if SUPERSEDED in tags ^ old_tags:
        yield "superseded" if SUPERSEDED in tags else "current again"
    if MERGED in tags - old_tags:
        yield "merged"
    if after.pinned != before.pinned:
        yield "pinned" if after.pinned else "unpinned"
    if (after.forgotten_at is None) != (before.forgotten_at is None):
        yield "brought back" if after.forgotten_at is None else "forgotten"
    if after.tier != before.tier:
        yield f"tier {after.tier}"
    if after.importance != before.importance:
        yield f"importance {after.importance:g}"


def _time_of(before: DocRow | None, after: DocRow) -> datetime | None:
    """When it changed, as far as the state says it."""
    if before is None:
        return moment(after.created_at)
    if after.forgotten_at is not None and before.forgotten_at is None:
        return moment(after.forgotten_at)
    if after.accessed_at != before.accessed_at:
        return moment(after.accessed_at)
    return None


def _supersedes(row: DocRow, old: DocRow, change: DocChange) -> bool:
    """Whether this is the newer value that a doc was superseded by: both are written together."""
    label = contact_details.label_of(old.text)
    is_open = "superseded" in change.what and not change.by
    return is_open and bool(label) and row.scope == old.scope and contact_details.label_of(row.text) == label
