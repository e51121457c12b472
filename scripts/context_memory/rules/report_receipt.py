"""The receipt as the page shows it: each thing with the text around it, from the archive or from the session."""

from collections.abc import Callable
from dataclasses import dataclass

from ..model.compaction import Receipt, ReceiptItem
from .report_text import LONGEST_TEXT, Quote, Secrets, one_line, quote, shown

MOST_ITEMS = 400
"""Things of a receipt that are listed; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of the receipt."""

    state: str
    """`kept`, `archived` or `missing`."""
    kind: str
    label: str
    where: str = ""
    """Handle and line in the archive; empty where the text stands elsewhere."""
    message: int = 0
    """1-based message of the session that says it; 0: none does in these words."""
    text: str = ""
    """The whole of it where the label is cut."""
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """The receipt of a compaction, or of one that was tried."""

    score: float
    items: tuple[Item, ...]
    counts: tuple[tuple[str, int], ...]
    left_out: int
    before: int
    after: int
    is_preview: bool
    """Nobody compacted this session: it was done in a temporary folder, to see what would be kept."""
    number: int = 1
    key: str = ""

    @property
    def kinds(self) -> tuple[tuple[str, tuple[Item, ...]], ...]:
        """The items by kind, in the order of their first."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(item.kind, []).append(item)
        return tuple((kind, tuple(items)) for kind, items in found.items())


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the texts behind a receipt come from; both are redacted."""

    secrets: Secrets
    archived: Callable[[str], str]
    """The message at a handle and line; empty where it cannot be read."""
    said: Callable[[str], tuple[int, str]]
    """The newest message of the session that holds these words, 1-based, and its text; (0, "") for none."""


def proof(
    receipt: Receipt, sources: Sources, *, before: int, after: int, is_preview: bool, number: int, key: str
) -> Proof:
    """The receipt, each thing with the text around it."""
    parts = (("missing", receipt.missing), ("archived", receipt.archived), ("kept", receipt.kept))
    every = [(state, item) for state, items in parts for item in items]
    shown_items = sorted(every[:MOST_ITEMS], key=lambda pair: _ORDER.get(pair[1].kind, len(_ORDER)))
    return Proof(
        score=receipt.score,
        items=tuple(_item(state, item, sources, is_preview=is_preview) for state, item in shown_items),
        counts=tuple((state, len(items)) for state, items in reversed(parts)),
        left_out=max(0, len(every) - MOST_ITEMS),
        before=before,
        after=after,
        is_preview=is_preview,
        number=number,
        key=key,
    )


_KINDS_OF_THINGS = ("last_request", "directive", "correction", "decision", "todo", "error", "path", "number")
_ORDER = {kind: place for place, kind in enumerate((*_KINDS_OF_THINGS, "identifier"))}


def _item(state: str, item: ReceiptItem, sources: Sources, *, is_preview: bool) -> Item:
    is_archived = item.where.startswith("cm:")
    message, found = (0, sources.archived(item.where)) if is_archived and not is_preview else (0, "")
    if not found:
        message, found = sources.said(item.text)
    if not found and is_archived:
        found = sources.archived(item.where)
    clean = sources.secrets.without(item.text)
    label, whole = one_line(clean), shown(clean, LONGEST_TEXT)
    return Item(
        state=state,
        kind=item.kind,
        label=label,
        where=item.where if is_archived and not is_preview else "",
        message=message,
        text=whole if whole != label and not found else "",
        quote=quote(found, clean) if found else None,
    )
