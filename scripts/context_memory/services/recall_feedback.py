"""Weigh what was recalled by how the turns went that it was recalled for."""

from collections.abc import Mapping
from datetime import datetime

from ..model.docs import MemoryDoc
from ..model.errors import ContextMemoryError
from ..model.stores import DocStore
from ..rules import feedback
from ..rules.spoken_turns import Turn


def changes_of(turn: Turn) -> dict[str, float]:
    """By handle, what a turn adds to the importance of the docs that were recalled for it; empty while it is open."""
    if not turn.is_answered:
        return {}
    change = feedback.CHANGES[feedback.outcome_of(turn.after)]
    return dict.fromkeys(feedback.recalled(turn.given), change)


def apply(store: DocStore, changes: Mapping[str, float], now: datetime, *, dry_run: bool = False) -> list[MemoryDoc]:
    """Move the importance of these docs; handles that mean nothing here are passed over. Returns what changed."""
    changed = []
    for handle, change in changes.items():
        try:
            doc = store.by_handle(handle)
        except ContextMemoryError:
            continue
        after = feedback.adjusted(doc, change, now)
        if after != doc and not doc.file and not doc.forgotten_at:
            changed.append(after)
    if changed and not dry_run:
        with store.write() as writer:
            writer.put(changed)
    return changed
