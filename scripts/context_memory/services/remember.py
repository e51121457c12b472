"""Write docs: new ones added, the same fact told again strengthened, an entity's old value superseded."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Literal

from ..model.docs import Kind, MemoryDoc, Tier
from ..model.stores import DocStore, DocWriter
from ..rules import doc_dedup, fact_entities, tiers, trust
from ..rules.remembering import Request

AT_ONCE = 5_000
"""Docs written in one transaction; fewer leave the word index more pieces to merge."""
SUPERSEDED_IMPORTANCE = 0.3

Outcome = Literal["added", "refreshed", "replaced"]


@dataclass(frozen=True, slots=True)
class Remembered:
    """What became of one request."""

    doc: MemoryDoc
    outcome: Outcome
    superseded: tuple[str, ...] = ()
    """Ids of older values of the same thing."""


def remember(store: DocStore, requests: Iterable[Request], now: datetime) -> Iterator[Remembered]:
    """Write the requests in order, many to a transaction; what was yielded is on disk."""
    waiting = iter(requests)
    while chunk := list(islice(waiting, AT_ONCE)):
        yield from store.in_one_write(partial(_chunk, store, chunk, now))


def _chunk(store: DocStore, chunk: Sequence[Request], now: datetime, writer: DocWriter) -> list[Remembered]:
    known = store.get_many(request.doc.id for request in chunk)
    changed: dict[str, MemoryDoc] = {}
    results = []
    for asked in chunk:
        request, old = _in_its_scope(store, known, asked)
        if old is None:
            given = trust.bounded(request.doc)
            doc, outcome = (tiers.settled(given, now) if given.kind is not Kind.TURN else given), "added"
        elif request.keeps_id or request.doc.kind is Kind.TURN:
            doc = doc_dedup.replaced(old, request.doc, now)
            outcome = "refreshed" if doc.text == old.text else "replaced"
        else:
            doc, outcome = doc_dedup.merged(old, request.doc, now), "refreshed"
        older: tuple[MemoryDoc, ...] = ()
        if doc.kind is Kind.ENTITY:
            doc, older = _in_order(
                replace(doc, created_at=max(doc.created_at, request.doc.created_at)), _other_values(store, changed, doc)
            )
        for each in (*older, doc):
            if known.get(each.id) != each:
                known[each.id] = changed[each.id] = each
        results.append(Remembered(doc, outcome, tuple(each.id for each in older)))  # type: ignore[arg-type]
    writer.put(changed.values())
    return results


def _in_its_scope(
    store: DocStore, known: Mapping[str, MemoryDoc], request: Request
) -> tuple[Request, MemoryDoc | None]:
    """The request and the doc it writes anew: never one of another scope or of a file, whatever id was given."""
    old = known.get(request.doc.id)
    while old is not None and (old.scope != request.doc.scope or old.file):
        own = f"{request.doc.id}@{request.doc.scope}"
        request = replace(request, doc=replace(request.doc, id=own))
        old = known.get(own) or store.get(own)
    return request, old


def _in_order(doc: MemoryDoc, others: Sequence[MemoryDoc]) -> tuple[MemoryDoc, tuple[MemoryDoc, ...]]:
    """The doc and the other values that it makes old; told later than it, one of those makes the doc old instead."""
    if trust.is_foreign(doc) and not all(map(trust.is_foreign, others)):  # the person's own word stands
        return _outdated(doc), ()
    if any(each.created_at > doc.created_at for each in others):
        return _outdated(doc), ()
    return doc, tuple(_outdated(each) for each in others)


def _outdated(doc: MemoryDoc) -> MemoryDoc:
    return replace(
        doc,
        pinned=False,
        tier=Tier.WORKING,
        importance=min(doc.importance, SUPERSEDED_IMPORTANCE),
        tags=tuple(dict.fromkeys((*doc.tags, tiers.SUPERSEDED))),
    )


def _other_values(store: DocStore, changed: dict[str, MemoryDoc], doc: MemoryDoc) -> list[MemoryDoc]:
    """Docs with the same label and another value that nothing has made old yet."""
    label = fact_entities.label_of(doc.text)
    if not label:
        return []
    stored = store.select(scope=doc.scope, kind=Kind.ENTITY, text_prefix=label)
    current = {each.id: each for each in stored} | {
        each.id: each for each in changed.values() if each.scope == doc.scope and each.text.startswith(label)
    }
    return [
        each
        for each in current.values()
        if each.id != doc.id and tiers.SUPERSEDED not in each.tags and fact_entities.label_of(each.text) == label
    ]
