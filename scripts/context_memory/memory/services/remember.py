"""Writes docs: adds new ones, strengthens a repeated fact, supersedes an old value; changes single docs."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import compress, islice
from typing import Literal, NamedTuple

from ...errors import RefusedError
from ...text import lexing
from ...text.patterns import lazy_regex
from .. import contact_details, doc_requests, standing
from ..doc_requests import Prepared, PreparedSheet, Request
from ..doc_rows import DocRow, Sheet, doc_of, row_of
from ..docs import MOST_IMPORTANT_FOREIGN, Kind, MemoryDoc, Origin, Scope, Tier, is_session_file, normalised, origin_of
from ..ports import DocStore, DocWriter, Filter
from ..standing import SUPERSEDED, bounded_by_trust, is_foreign, is_trusted, settled

AT_ONCE = 10_000
"""Docs written in one transaction; fewer leave the word index more pieces to merge, more make others wait."""
SUPERSEDED_IMPORTANCE = 0.3
MOST_FORGOTTEN = 10_000
"""Forgotten docs, the newest, that the turns of other sessions are compared with."""
MOST_ECHOES = 20
"""Turns, and pieces of notes, that say most of what a forgotten doc says; those that say just that go with it."""
_ASKING = "remember note noted please fyi ok okay sure got understood 请记住 记住 记一下 记下 好的 已记住 覚えて"
"""Words around what is to be remembered, by who asks for it and by who has done it."""
_LABEL = lazy_regex(r"^[-*\s]*\w[\w ]{0,20}[:：]\s*")
"""What a bullet of a note begins with: `Constraint:`, 约束：."""
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
    waiting = (doc_requests.prepared(request, now) for request in requests)
    while chunk := list(islice(waiting, AT_ONCE)):
        yield from store.in_one_write(partial(_requests_written, store, chunk, now))


def requests_of_text(
    line: Mapping[str, object], now: datetime, *, scope: Scope | None, redacts: bool, pinned: bool, entities: bool
) -> Iterator[Request]:
    """The doc of a line, and with `entities` the e-mail, phone and address that its text names, pinned."""
    request = doc_requests.request_of(line, now, scope=scope, redacts=redacts)
    yield request._replace(doc=request.doc._replace(pinned=pinned))
    if entities:
        for entity in contact_details.in_text(str(line["text"])):
            of_entity = {"text": entity.text, "kind": "entity", "source": line.get("source", "")}
            found = doc_requests.request_of(of_entity, now, scope=request.doc.scope)
            yield found._replace(doc=found.doc._replace(pinned=True))


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
    sheet = Sheet.joined([each.sheet for each in chunk])
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
    return _written(_Docs(store, known, {}), chunk, now, writer)


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


class _Docs:
    """The docs as they stand within a chunk; `new` are those that are new in the same write."""

    def __init__(self, store: DocStore, known: dict[str, MemoryDoc], new: Mapping[str, DocRow]) -> None:
        self.store = store
        self.known = known
        self.new = new
        self.changed: dict[str, MemoryDoc] = {}
        self._labelled: defaultdict[str, set[str]] = defaultdict(set)
        """Ids of changed docs by their labels."""

    def get(self, doc_id: str) -> MemoryDoc | None:
        if doc_id in self.known:
            return self.known[doc_id]
        return doc_of(self.new[doc_id]) if doc_id in self.new else self.store.get(doc_id)

    def change(self, doc: MemoryDoc) -> None:
        if self.known.get(doc.id) != doc:
            self.known[doc.id] = self.changed[doc.id] = doc
            self._labelled[contact_details.label_of(doc.text)].add(doc.id)

    def other_values(self, doc: MemoryDoc) -> list[MemoryDoc]:
        """Docs with the same label and another value that nothing has made old yet."""
        label = contact_details.label_of(doc.text)
        if not label:
            return []
        found = {each.id: each for each in self.store.select(Filter(doc.scope, Kind.ENTITY), text_prefix=label)}
        found |= {doc_id: self.changed[doc_id] for doc_id in sorted(self._labelled[label])}
        return [
            now
            for doc_id, each in found.items()
            if (now := self.changed.get(doc_id, each)).id != doc.id
            and (now.scope, now.kind) == (doc.scope, Kind.ENTITY)
            and SUPERSEDED not in now.tags
            and contact_details.label_of(now.text) == label
        ]


def _merged(docs: _Docs, asked: Prepared, now: datetime) -> tuple[Remembered, tuple[MemoryDoc, ...]]:
    """What becomes of a request that meets docs which are there, and all the docs that are changed by it."""
    request, old = _in_its_scope(docs, asked.request)
    outcome: Outcome = "added"
    if old is None:
        doc = request.doc._replace(tier=Tier(asked.row.tier), importance=asked.row.importance)
    elif request.keeps_id or request.doc.kind is Kind.TURN:
        doc = standing.replaced(old, request.doc, now)
        outcome = "refreshed" if doc.text == old.text else "replaced"
    else:
        doc, outcome = standing.merged(old, request.doc, now), "refreshed"
    older: tuple[MemoryDoc, ...] = ()
    if doc.kind is Kind.ENTITY:
        doc, older = _in_order(
            doc._replace(created_at=max(doc.created_at, request.doc.created_at)),
            docs.other_values(doc),
        )
    return Remembered(row_of(doc), outcome, tuple(each.id for each in older)), (*older, doc)


def _in_its_scope(docs: _Docs, request: Request) -> tuple[Request, MemoryDoc | None]:
    """The request and the doc it writes anew: never one of another scope or of a file, whatever id was given."""
    old = docs.known.get(request.doc.id)
    while old is not None and (old.scope != request.doc.scope or old.file):
        request = request._replace(doc=request.doc._replace(id=f"{request.doc.id}@{request.doc.scope}"))
        old = docs.get(request.doc.id)
    return request, old


def _in_order(doc: MemoryDoc, others: Sequence[MemoryDoc]) -> tuple[MemoryDoc, tuple[MemoryDoc, ...]]:
    """The doc and the other values that it makes old; told later than it, one of those makes the doc old instead."""
    if is_foreign(doc) and not all(map(is_foreign, others)):  # the person's own word stands
        return outdated(doc), ()
    if any(each.created_at > doc.created_at for each in others):
        return outdated(doc), ()
    return doc, tuple(outdated(each) for each in others)


def outdated(doc: MemoryDoc) -> MemoryDoc:
    """The doc as one that is no longer true: it can be found, and counts little."""
    return doc._replace(
        pinned=False,
        tier=Tier.WORKING,
        importance=min(doc.importance, SUPERSEDED_IMPORTANCE),
        tags=tuple(dict.fromkeys((*doc.tags, SUPERSEDED))),
    )


class Change(NamedTuple):
    """A doc before and after."""

    before: MemoryDoc
    after: MemoryDoc


def pin(store: DocStore, handle: str, now: datetime, *, pinned: bool, dry_run: bool = False) -> Change:
    """Pin a doc or unpin it; unpinned, it goes to the tier that it has earned."""

    def change(writer: DocWriter) -> Change:
        before = _own(store, handle)
        if pinned and not is_trusted(before):
            raise RefusedError(
                f"{handle} lies in a state folder that was not made on this machine",
                hint="`context-memory trust --workspace W` adopts the folder, if it is yours",
            )
        after = settled(before._replace(pinned=pinned), now)
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
        given = before._replace(importance=importance)
        if bounded_by_trust(given).importance < importance:
            raise RefusedError(
                f"{handle} comes from {before.source[:60]!r} and is nobody's word: importance {MOST_IMPORTANT_FOREIGN} "
                "at most",
                hint="`context-memory remember` it as what a person said, if a person did",
            )
        after = settled(given, now)
        if after != before:
            writer.put((after,))
        return Change(before, after)

    return store.in_one_write(change)


def forget(
    store: DocStore, handles: Sequence[str], now: datetime, *, undo: bool = False, dry_run: bool = False
) -> list[MemoryDoc]:
    """Take docs out of search, or bring them back: all of them or, when one is unknown, none.

    A piece of a memory file is forgotten until its text changes, a turn for good; the file and the journal keep both.
    Turns and bullets of dated notes that say no more than one of the docs go with it, and stand behind them: they
    would answer in its place.
    """

    def change(writer: DocWriter) -> list[MemoryDoc]:
        docs = [store.by_handle(handle) for handle in handles]
        docs += _echoes(store, docs, undo=undo)
        changed = [
            doc if bool(doc.forgotten_at) is not undo else doc._replace(forgotten_at=None if undo else now)
            for doc in docs
        ]
        if not dry_run:
            writer.put(new for old, new in zip(docs, changed, strict=True) if new != old)
        return changed

    return store.in_one_write(change)


def _echoes(store: DocStore, docs: Sequence[MemoryDoc], *, undo: bool) -> list[MemoryDoc]:
    """Turns and bullets of dated notes, of the same scope, that say just what one of these docs says.

    With `undo` those that were forgotten with it.
    """
    found: dict[str, MemoryDoc] = {}
    for doc in docs:
        if doc.file or doc.kind is Kind.TURN:
            continue
        terms = lexing.query_terms(doc.text)
        for kind in (Kind.TURN, Kind.SECTION):
            where = Filter(doc.scope, kind)
            if undo:
                alike = [each for each in store.select(where, forgotten=True) if each.forgotten_at == doc.forgotten_at]
            else:
                rows = store.index().by_words(terms, where, MOST_ECHOES)
                near = store.index().pool(rows, (), 0).candidates if rows else ()
                alike = list(store.get_many(each.id for each in near).values())
            found |= {each.id: each for each in alike if each.kind is kind and _says_just(each, terms)}
    return [each for doc_id, each in found.items() if all(doc_id != doc.id for doc in docs)]


def _says_just(doc: MemoryDoc, terms: Sequence[str]) -> bool:
    """Whether it has these terms, and no others but those of asking to remember them or the label of a bullet."""
    text, around = doc.text, _ASKING
    if doc.kind is Kind.SECTION:
        if origin_of(doc.file) is not Origin.NOTES:
            return False
        text, around = _LABEL.sub("", text), ""
    said = set(lexing.query_terms(text))
    return bool(terms) and said.issuperset(terms) and said <= {*terms, *lexing.query_terms(around)}


def still_forgotten(store: DocStore, docs: Sequence[MemoryDoc]) -> list[MemoryDoc]:
    """Derived docs as they have to be written: one that was forgotten stays so while its id lives.

    So does a turn that came back in a copy of its session: the same text, said before it was forgotten.
    """
    known = store.get_many(doc.id for doc in docs)
    gone = {}
    if any(doc.kind is Kind.TURN for doc in docs):
        forgotten = store.select(forgotten=True, limit=MOST_FORGOTTEN)
        gone = {(doc.scope, normalised(doc.text)): doc.forgotten_at for doc in forgotten}

    def forgotten_at(doc: MemoryDoc) -> datetime | None:
        if (before := known.get(doc.id)) and before.forgotten_at:
            return before.forgotten_at
        copied = gone.get((doc.scope, normalised(doc.text))) if doc.kind is Kind.TURN else None
        return copied if copied and doc.created_at <= copied else None

    return [doc._replace(forgotten_at=when) if (when := forgotten_at(doc)) else doc for doc in docs]


def _own(store: DocStore, handle: str) -> MemoryDoc:
    doc = store.by_handle(handle)
    if doc.file:
        is_said = is_session_file(doc.file)
        hint = (
            "`context-memory remember` what it says, and pin that"
            if is_said
            else f"edit {doc.file}; the index follows by itself"
        )
        raise RefusedError(f"{handle} is a piece of {doc.source}", hint=hint)
    return doc
