"""Write docs: new ones added, the same fact told again strengthened, an entity's old value superseded."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Literal, NamedTuple

from ..model.doc_lines import Put
from ..model.doc_rows import DocRow, doc_of, row_of
from ..model.docs import Kind, MemoryDoc, Tier
from ..model.stores import DocStore, DocWriter
from ..rules import doc_dedup, fact_entities, remembering, tiers, trust
from ..rules.remembering import Prepared, Request

AT_ONCE = 10_000
"""Docs written in one transaction; fewer leave the word index more pieces to merge, more make others wait."""
SUPERSEDED_IMPORTANCE = 0.3
_ENTITY = Kind.ENTITY.value

Outcome = Literal["added", "refreshed", "replaced"]


class Remembered(NamedTuple):
    """What became of one request."""

    row: DocRow
    outcome: Outcome
    superseded: tuple[str, ...] = ()
    """Ids of older values of the same thing."""

    @property
    def doc(self) -> MemoryDoc:
        """The doc as it stands now."""
        return doc_of(self.row)


def remember(store: DocStore, requests: Iterable[Request], now: datetime) -> Iterator[Remembered]:
    """Write the requests in order, many to a transaction; what was yielded is on disk."""
    return remember_prepared(store, (remembering.prepared(request, now) for request in requests), now)


def remember_prepared(store: DocStore, requests: Iterable[Prepared], now: datetime) -> Iterator[Remembered]:
    """`remember` for requests whose rows and terms were made before."""
    waiting = iter(requests)
    while chunk := list(islice(waiting, AT_ONCE)):
        yield from store.in_one_write(partial(_chunk, store, chunk, now))


def _chunk(store: DocStore, chunk: Sequence[Prepared], now: datetime, writer: DocWriter) -> list[Remembered]:
    """Write the requests. One whose id stands nowhere yet is a new doc, and its row is ready."""
    ids = [asked.put.row.id for asked in chunk]
    repeated = {doc_id for doc_id, times in Counter(ids).items() if times > 1} if len(set(ids)) < len(ids) else ()
    known = store.get_many(ids)
    if not (known or repeated or any(asked.put.row.kind == _ENTITY for asked in chunk)):
        writer.put_rows([asked.put for asked in chunk])
        return [Remembered(asked.put.row, "added") for asked in chunk]
    changed: dict[str, MemoryDoc] = {}
    puts: dict[str, Put] = {}
    results = []
    for asked in chunk:
        row = asked.put.row
        if not (row.id in known or row.id in repeated or row.kind == _ENTITY):
            puts[row.id] = asked.put
            results.append(Remembered(row, "added"))
            continue
        done, docs = _merged(_Docs(store, known, puts), changed, asked, now)
        results.append(done)
        for doc in docs:
            if known.get(doc.id) != doc:
                known[doc.id] = changed[doc.id] = doc
                puts[doc.id] = Put(row_of(doc))
    writer.put_rows(puts.values())
    return results


@dataclass(frozen=True, slots=True)
class _Docs:
    """The docs as they stand within a chunk."""

    store: DocStore
    known: Mapping[str, MemoryDoc]
    puts: Mapping[str, Put]

    def get(self, doc_id: str) -> MemoryDoc | None:
        if doc_id in self.known:
            return self.known[doc_id]
        return doc_of(self.puts[doc_id].row) if doc_id in self.puts else self.store.get(doc_id)


def _merged(
    docs: _Docs, changed: Mapping[str, MemoryDoc], asked: Prepared, now: datetime
) -> tuple[Remembered, tuple[MemoryDoc, ...]]:
    """What becomes of a request that meets docs which are there, and all the docs that are changed by it."""
    request, old = _in_its_scope(docs, asked.request)
    outcome: Outcome = "added"
    if old is None:
        doc = replace(request.doc, tier=Tier(asked.put.row.tier), importance=asked.put.row.importance)
    elif request.keeps_id or request.doc.kind is Kind.TURN:
        doc = doc_dedup.replaced(old, request.doc, now)
        outcome = "refreshed" if doc.text == old.text else "replaced"
    else:
        doc, outcome = doc_dedup.merged(old, request.doc, now), "refreshed"
    older: tuple[MemoryDoc, ...] = ()
    if doc.kind is Kind.ENTITY:
        doc, older = _in_order(
            replace(doc, created_at=max(doc.created_at, request.doc.created_at)),
            _other_values(docs.store, changed, doc),
        )
    return Remembered(row_of(doc), outcome, tuple(each.id for each in older)), (*older, doc)


def _in_its_scope(docs: _Docs, request: Request) -> tuple[Request, MemoryDoc | None]:
    """The request and the doc it writes anew: never one of another scope or of a file, whatever id was given."""
    old = docs.known.get(request.doc.id)
    while old is not None and (old.scope != request.doc.scope or old.file):
        request = replace(request, doc=replace(request.doc, id=f"{request.doc.id}@{request.doc.scope}"))
        old = docs.get(request.doc.id)
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


def _other_values(store: DocStore, changed: Mapping[str, MemoryDoc], doc: MemoryDoc) -> list[MemoryDoc]:
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
