"""The receipt of a compaction: what had to be kept and where it is now. Deterministic, no model."""

from collections.abc import Iterable, Sequence

from ..model.compaction import Receipt, ReceiptItem
from ..model.memory import Archived, Said, SessionMemory, Speaker
from . import entities, worth

THINGS = 150
"""Things of the highest worth that a receipt asks for."""

_WEIGHTS = {
    "last_request": 3.0,
    "directive": 3.0,
    "correction": 2.0,
    "decision": 1.0,
    "todo": 1.0,
    "error": 1.0,
    "thing": 3.0,
}
_THING_KINDS = {"path": "path", "file": "path", "url": "identifier", "number": "number", "error": "error"}
_CERTAIN = 100  # characters that say which sentence it was
_NEWEST = 40  # directives and decisions of the newest turns; a receipt is a check, not a history


def of(memory: SessionMemory, result: str, *, first_kept: int) -> Receipt:
    """Compare the memory with the result's text; `first_kept` is the index of the first message kept raw."""
    squeezed = squeeze(result)
    weighted: list[tuple[float, float]] = []
    items: list[tuple[ReceiptItem, bool]] = []

    def judge(kind: str, said: Iterable[tuple[str, int]], share: float | None = None) -> None:
        found = []
        for text, index in said:
            inside = squeeze(text) in squeezed
            found.append(1.0 if inside else share or 0.0)
            items.append(
                (ReceiptItem(kind, text, "" if inside else _where(memory.archived, index, first_kept)), inside)
            )
        if found:
            weighted.append((_WEIGHTS[kind], sum(found) / len(found)))

    if memory.last_request.strip():
        request = memory.last_request.strip()
        index = memory.requests[-1].index if memory.requests else memory.messages
        judge("last_request", [(request, index)], _share_in(request, squeezed))
    judge("directive", _newest(said for said in memory.directives if said.speaker is Speaker.PERSON))
    judge("correction", _newest(memory.corrections))
    judge("decision", _newest(memory.decisions)[-10:])
    judge("todo", [(text, _said_at(text, memory)) for text in memory.pending])
    judge("error", _newest(memory.errors)[-5:])
    weighted += _things(memory, result, first_kept, items)

    total = sum(weight for weight, _ in weighted)
    score = round(sum(weight * share for weight, share in weighted) / total, 4) if total else 1.0
    return Receipt(
        score=score,
        kept=tuple(item for item, inside in items if inside),
        archived=tuple(item for item, inside in items if not inside and item.where),
        missing=tuple(item for item, inside in items if not inside and not item.where),
    )


def _things(
    memory: SessionMemory, result: str, first_kept: int, items: list[tuple[ReceiptItem, bool]]
) -> list[tuple[float, float]]:
    """Identifiers, paths and numbers of the highest worth, weighted by it."""
    valued = sorted(
        ((worth.of_mentions(m, memory.messages), m) for m in memory.mentions),
        key=lambda pair: (-pair[0], pair[1].kind, pair[1].key),
    )
    present = entities.keys(result)
    kept = total = 0.0
    for value, mention in valued[:THINGS]:
        inside = (mention.kind, mention.key) in present or (len(mention.key) >= 5 and mention.key in result)
        kind = _THING_KINDS.get(mention.kind, "identifier")
        where = "" if inside else _where(memory.archived, mention.last, first_kept)
        items.append((ReceiptItem(kind, mention.key, where), inside))
        total += value
        kept += value if inside else 0.0
    return [(_WEIGHTS["thing"], kept / total)] if total else []


def _newest(said: Iterable[Said]) -> list[tuple[str, int]]:
    return [(each.text, each.index) for each in said][-_NEWEST:]


def _said_at(text: str, memory: SessionMemory) -> int:
    """Index of the newest message that says so; that of the newest request where the statement was let go."""
    wanted = text.strip("…")[:_CERTAIN]
    at = next((said.index for said in reversed(memory.statements) if wanted in said.text), None)
    return at if at is not None else memory.requests[-1].index if memory.requests else memory.messages


def _where(archived: Sequence[Archived], index: int, first_kept: int) -> str:
    """`cm:…#L12`, or where the whole message still stands."""
    for each in archived:
        if each.first <= index < each.first + each.count:
            return f"{each.handle}#L{index - each.first + 1}"
    return "kept messages" if index >= first_kept else ""


def squeeze(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def _share_in(request: str, squeezed: str) -> float:
    """Share of the request's beginning that the result holds, for one that had to be cut."""
    wanted = squeeze(request)
    low, high = 0, len(wanted)
    while low < high:
        middle = (low + high + 1) // 2
        if wanted[:middle] in squeezed:
            low = middle
        else:
            high = middle - 1
    return low / max(1, len(wanted))
