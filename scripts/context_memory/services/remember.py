"""Write docs: new ones added, the same fact told again strengthened, an entity's old value superseded."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import compress, islice
from typing import Literal, NamedTuple

from ..model.doc_lines import Sheet
from ..model.doc_rows import DocRow, doc_of, row_of
from ..model.docs import Kind, MemoryDoc, Tier
from ..model.stores import DocStore, DocWriter
from ..rules import doc_dedup, fact_entities, remembering, tiers, trust
from ..rules.remembering import Prepared, PreparedSheet, Request

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
    waiting = (remembering.prepared(request, now) for request in requests)
    while chunk := list(islice(waiting, AT_ONCE)):
        yield from store.in_one_write(partial(_requests_written, store, chunk, now))


def remember_sheets(store: DocStore, sheets: Iterable[PreparedSheet], now: datetime) -> Iterator[Remembered]:
    """`remember` for requests that come in columns."""
    chunk, docs = list[PreparedSheet](), 0
    for sheet in sheets:
        chunk.append(sheet)
        docs += len(sheet.sheet.rows)
        if docs >= AT_ONCE:
            yield from store.in_one_write(partial(_sheets_written, store, chunk, now))
            chunk, docs = [], 0
    if docs:
        yield from store.in_one_write(partial(_sheets_written, store, chunk, now))


def _sheets_written(
    store: DocStore, chunk: Sequence[PreparedSheet], now: datetime, writer: DocWriter
) -> Iterable[Remembered]:
    """Write the requests. One whose id stands nowhere yet is a new doc, and all that is kept of it is ready."""
    sheet = Sheet.of([each.sheet for each in chunk])
    rows, ids = sheet.rows, [row.id for row in sheet.rows]
    known = store.get_many(ids)
    if len(set(ids)) == len(ids) and not known and not any(row.kind == _ENTITY for row in rows):
        writer.add(sheet)
        return map(_added, rows)
    times = Counter(ids)
    is_new = [not (row.id in known or times[row.id] > 1 or row.kind == _ENTITY) for row in rows]
    writer.add(sheet.only(is_new))
    new = {row.id: row for row in compress(rows, is_new)}
    others = (asked for each in chunk for asked in each.each() if asked.row.id not in new)
    written = iter(_written(_Docs(store, known, new), others, now, writer))
    return [_added(row) if row.id in new else next(written) for row in rows]


def _added(row: DocRow) -> Remembered:
    return Remembered(row, "added")


def _requests_written(store: DocStore, chunk: Sequence[Prepared], now: datetime, writer: DocWriter) -> list[Remembered]:
    known = store.get_many([asked.row.id for asked in chunk])
    return _written(_Docs(store, known), chunk, now, writer)


def _written(docs: "_Docs", chunk: Iterable[Prepared], now: datetime, writer: DocWriter) -> list[Remembered]:
    """Write requests of which any may meet a doc that is there."""
    results = []
    for asked in chunk:
        done, merged = _merged(docs, asked, now)
        results.append(done)
        for doc in merged:
            docs.change(doc)
    writer.put(docs.changed.values())
    return results


@dataclass(frozen=True, slots=True)
class _Docs:
    """The docs as they stand within a chunk."""

    store: DocStore
    known: dict[str, MemoryDoc]
    new: Mapping[str, DocRow] = field(default_factory=dict)
    """Docs that are new in the same write."""
    changed: dict[str, MemoryDoc] = field(default_factory=dict)
    _labelled: defaultdict[str, set[str]] = field(default_factory=partial(defaultdict, set))
    """Ids of changed docs by their labels."""

    def get(self, doc_id: str) -> MemoryDoc | None:
        if doc_id in self.known:
            return self.known[doc_id]
        return doc_of(self.new[doc_id]) if doc_id in self.new else self.store.get(doc_id)

    def change(self, doc: MemoryDoc) -> None:
        if self.known.get(doc.id) != doc:
            self.known[doc.id] = self.changed[doc.id] = doc
            self._labelled[fact_entities.label_of(doc.text)].add(doc.id)

    def other_values(self, doc: MemoryDoc) -> list[MemoryDoc]:
        """Docs with the same label and another value that nothing has made old yet."""
        label = fact_entities.label_of(doc.text)
        if not label:
            return []
        found = {each.id: each for each in self.store.select(scope=doc.scope, kind=Kind.ENTITY, text_prefix=label)}
        found |= {doc_id: self.changed[doc_id] for doc_id in sorted(self._labelled[label])}
        return [
            now
            for doc_id, each in found.items()
            if (now := self.changed.get(doc_id, each)).id != doc.id
            and (now.scope, now.kind) == (doc.scope, Kind.ENTITY)
            and tiers.SUPERSEDED not in now.tags
            and fact_entities.label_of(now.text) == label
        ]


def _merged(docs: _Docs, asked: Prepared, now: datetime) -> tuple[Remembered, tuple[MemoryDoc, ...]]:
    """What becomes of a request that meets docs which are there, and all the docs that are changed by it."""
    request, old = _in_its_scope(docs, asked.request)
    outcome: Outcome = "added"
    if old is None:
        doc = replace(request.doc, tier=Tier(asked.row.tier), importance=asked.row.importance)
    elif request.keeps_id or request.doc.kind is Kind.TURN:
        doc = doc_dedup.replaced(old, request.doc, now)
        outcome = "refreshed" if doc.text == old.text else "replaced"
    else:
        doc, outcome = doc_dedup.merged(old, request.doc, now), "refreshed"
    older: tuple[MemoryDoc, ...] = ()
    if doc.kind is Kind.ENTITY:
        doc, older = _in_order(
            replace(doc, created_at=max(doc.created_at, request.doc.created_at)),
            docs.other_values(doc),
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
