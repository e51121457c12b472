"""Moves docs between stores, files and servers, in any direction: copies them, then compares both sides.

The source is never changed. A run that was interrupted goes on by itself,
because what the target has already is not written again. Pieces of memory
files and turns of sessions are not moved: whoever has the files indexes them.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from hashlib import sha256

from ...errors import NotReadyError
from ..docs import MemoryDoc, Scope
from ..ports import DocStore


@dataclass(frozen=True, slots=True)
class ScopeSum:
    """All docs of one scope in one store, in one number."""

    docs: int
    digest: str
    """Of everything that the docs hold, whatever order they are in."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One scope in both stores."""

    scope: str
    source: ScopeSum
    target: ScopeSum
    """Those of its docs that the source has too."""

    @property
    def is_equal(self) -> bool:
        """Whether every doc of the source is in the target as it is in the source."""
        return self.source == self.target


@dataclass(slots=True)
class Migrated:
    """What one run did; it grows while it works."""

    read: int = 0
    """Docs of the source."""
    written: int = 0
    same: int = 0
    """Docs that the target had already, the same in everything."""
    kept: int = 0
    """Docs that the target has in another version, which was left as it is."""
    replaced: int = 0
    vectors: int = 0
    """Vectors that were copied."""
    problems: list[str] = field(default_factory=list)
    compared: tuple[Compared, ...] = ()

    @property
    def is_verified(self) -> bool:
        """Whether the target holds all that the source holds."""
        return all(each.is_equal for each in self.compared)


AT_ONCE = 1_000
"""Docs read, compared and written together: the most work that a run which dies loses."""
_DIGITS = 32
_RING = 1 << (4 * _DIGITS)


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be moved, and how."""

    scope: Scope | None = None
    """Only this scope and what lies under it; None moves everything."""
    replace: bool = False
    """Write docs that the target has in another version; else those stay."""
    dry_run: bool = False


def migrate(source: DocStore, target: DocStore, order: Order, progress: Callable[[Migrated], None]) -> Migrated:
    """Copy docs and vectors, then compare what both stores hold of each scope."""
    done = Migrated()
    for page in _pages(source, order):
        _docs(target, [doc for _, doc in page], order, done)
        progress(done)
    try:
        for identity in source.embeddings():
            _vectors(source, target, identity, order, done, progress)
        if source.embedding() and not target.embedding() and not order.dry_run:
            target.use_embedding(source.embedding())
    except NotReadyError as error:
        done.problems.append(f"vectors were not copied: {error}")
    if not order.dry_run:
        done.compared = compare(source, target, order)
    return done


def compare(source: DocStore, target: DocStore, order: Order) -> tuple[Compared, ...]:
    """What both stores hold of each scope of the source, read anew."""
    here: dict[str, tuple[int, int]] = {}
    there: dict[str, tuple[int, int]] = {}
    for page in _pages(source, order):
        docs = [doc for _, doc in page]
        _add(here, docs)
        _add(there, list(target.get_many(doc.id for doc in docs).values()))
    return tuple(Compared(scope, _sum(here, scope), _sum(there, scope)) for scope in sorted(here))


def _pages(source: DocStore, order: Order) -> Iterator[list[tuple[int, MemoryDoc]]]:
    after = 0
    while found := source.page(after, AT_ONCE):
        after = found[-1][0]
        wanted = [(row, doc) for row, doc in found if _is_wanted(doc, order.scope)]
        if wanted:
            yield wanted


def _is_wanted(doc: MemoryDoc, scope: Scope | None) -> bool:
    return scope is None or doc.scope == scope or doc.scope.startswith(f"{scope}:")


def _docs(target: DocStore, docs: Sequence[MemoryDoc], order: Order, done: Migrated) -> None:
    done.read += len(docs)
    if order.dry_run:
        _chosen(target, docs, order, done)
        return
    before = (done.written, done.same, done.kept, done.replaced)
    if not _chosen(target, docs, order, done):  # most pages of a run that goes on need no transaction
        return
    done.written, done.same, done.kept, done.replaced = before
    with target.write() as writer:
        writer.put(_chosen(target, docs, order, done))


def _chosen(target: DocStore, docs: Sequence[MemoryDoc], order: Order, done: Migrated) -> list[MemoryDoc]:
    known = target.get_many(doc.id for doc in docs)
    chosen = []
    for doc in docs:
        old = known.get(doc.id)
        if old is None:
            done.written += 1
            chosen.append(doc)
        elif _digest(old) == _digest(doc):
            done.same += 1
        elif order.replace:
            done.replaced += 1
            chosen.append(doc)
        else:
            done.kept += 1
    return chosen


def _vectors(
    source: DocStore,
    target: DocStore,
    identity: str,
    order: Order,
    done: Migrated,
    progress: Callable[[Migrated], None],
) -> None:
    """Copy the vectors of docs whose text is the same there; those that the target has stay."""
    ours, theirs = source.vectors(identity), target.vectors(identity)
    for page in _pages(source, order):
        vectors = ours.kept([row for row, _ in page])
        docs = {doc.id: (vectors[row], doc.text) for row, doc in page if row in vectors}
        rows = target.rows_of(docs)
        known = theirs.kept(list(rows.values()))
        missing = [(doc_id, row) for doc_id, row in rows.items() if row not in known]
        if missing and not order.dry_run:
            theirs.add([(row, docs[doc_id][1]) for doc_id, row in missing], [docs[doc_id][0] for doc_id, _ in missing])
        done.vectors += len(missing)
        progress(done)


def _add(sums: dict[str, tuple[int, int]], docs: Sequence[MemoryDoc]) -> None:
    for doc in docs:
        count, digest = sums.get(doc.scope, (0, 0))
        sums[doc.scope] = (count + 1, (digest + int(_digest(doc), 16)) % _RING)  # a sum: the order does not matter


def _sum(sums: dict[str, tuple[int, int]], scope: str) -> ScopeSum:
    count, digest = sums.get(scope, (0, 0))
    return ScopeSum(count, f"{digest:0{_DIGITS}x}")


def _digest(doc: MemoryDoc) -> str:
    """Of everything that a doc holds; the same moment in two time zones is the same."""
    moments = [doc.created_at, doc.accessed_at, *([doc.forgotten_at] if doc.forgotten_at else [])]
    said = [
        *(doc.id, doc.scope, doc.kind, doc.text, doc.tier, doc.importance, doc.pinned, doc.access_count, doc.tags),
        *(doc.session, doc.seq, doc.speaker, doc.source),
        *(moment.astimezone(UTC).isoformat() for moment in moments),
    ]
    return sha256(json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
