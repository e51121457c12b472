"""Meditate: make a plan of the docs as they are, apply it, take it back. Every step is a line of the audit log."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime

from ...errors import NotReadyError, RefusedError, RemoteError
from ...storage import audit_log
from ...storage.places import Places
from .. import same_fact
from ..docs import Kind, MemoryDoc, Scope, Tier
from ..embedding.services.lane import Meaning
from ..ports import DocStore, Filter, Similarities
from ..same_fact import pair_of_ids
from ..standing import is_given_up
from . import plan as rules
from .files import (
    Changed,
    DoneStep,
    Record,
    Standing,
    WrittenDraft,
    has_draft,
    load_record,
    record_names,
    remove_draft,
    save_record,
    write_draft,
)
from .plan import Plan, Step

MOST_DOCS = 5_000
"""Docs of one kind that a meditation looks at, the newest; older ones wait for the next."""
MOST_BY_MEANING = 500
"""Core docs whose neighbours an embedder is asked for, the newest; and as many of the other tiers."""
BATCH = 50
"""Docs that an embedder is given at a time (RsClaw)."""
NEAR = 20
"""Neighbours of one doc."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What taking a meditation back came to."""

    record: Record
    restored: int
    """Docs that are as they were."""
    kept: tuple[str, ...] = ()
    """What somebody changed since, and therefore stayed as it is."""


class Meditation:
    """Idle work on one store."""

    def __init__(self, places: Places, store: DocStore, meaning: Meaning | None = None) -> None:
        self._places = places
        self._store = store
        self._meaning = meaning
        self._is_down = False
        self.problems: list[str] = []
        """What went wrong beside the work itself; the caller says it."""

    @property
    def compares_meanings(self) -> bool:
        """Whether there is an embedder, and it answered so far."""
        return self._meaning is not None and not self._is_down

    def plan(self, now: datetime, scope: Scope | None = None, *, all_tiers: bool = False) -> Plan:
        """What is to be done now, in one scope or in all; `all_tiers` merges outside tier core too."""
        docs = [
            doc
            for kind in Kind
            if kind not in rules.NOT_MEDITATED
            for doc in self._store.select(Filter(scope, kind), limit=MOST_DOCS)
        ]
        found = rules.plan(docs, now, self._similarities(docs), all_tiers=all_tiers)
        return replace(found, steps=tuple(self._renamed(step) for step in found.steps))

    def apply(self, steps: Sequence[Step], now: datetime) -> Record | None:
        """Do the steps: record first, then the drafts, then all docs in one write. None: there was nothing to do."""
        if not steps:
            return None
        record = Record(_id_of(steps, now), now, tuple(_done(step) for step in steps))
        save_record(self._places.meditations, record)
        for step in steps:
            if step.draft:
                write_draft(self._places.drafts, step.draft.name, step.draft.text)
        with self._store.write() as writer:
            current = self._store.get_many(change.before.id for step in steps for change in step.changes)
            writer.put(
                _with(current[change.before.id], _standing(change.before), _standing(change.after))
                for step in steps
                for change in step.changes
                if change.before.id in current
            )
        for done in record.steps:
            self._log("meditate", record.id, done, now)
        return record

    def undo(self, wanted: str, now: datetime, *, dry_run: bool = False) -> Undone:
        """Take a meditation back: each field that it set and nobody has changed since; RefusedError the second time."""
        record = load_record(self._places.meditations, wanted)
        if record.undone_at:
            raise RefusedError(f"{record.id} was taken back already", hint=f"on {record.undone_at:%Y-%m-%d %H:%M}")
        kept: list[str] = []
        with self._store.write() as writer:
            changes = [change for step in record.steps for change in step.changes]
            current = self._store.get_many(change.doc for change in changes)
            restored = []
            for change in changes:
                doc = current.get(change.doc)
                if doc is None:
                    kept.append(f"{change.doc}: it is gone")
                    continue
                back = _with(doc, change.after, change.before)
                if _standing(back) != change.before:
                    kept.append(f"{change.doc}: it was changed since")
                restored.append(back)
            if not dry_run:
                writer.put(back for back in restored if back != current[back.id])
        drafts = [] if dry_run else [step.draft for step in record.steps if step.draft]
        kept += [
            f"the draft {draft.name}: it was changed since"
            for draft in drafts
            if not remove_draft(self._places.drafts, draft)
        ]
        if not dry_run:
            save_record(self._places.meditations, replace(record, undone_at=now))
            for done in record.steps:
                self._log("meditate_undo", record.id, done, now)
        return Undone(record, len(restored), tuple(kept))

    def records(self) -> list[Record]:
        """All meditations, oldest first."""
        folder = self._places.meditations
        found = [load_record(folder, name) for name in record_names(folder)]
        return sorted(found, key=lambda record: (record.at, record.id))

    def _similarities(self, docs: Iterable[MemoryDoc]) -> dict[tuple[str, str], float] | None:
        """How near docs of a scope are to each other; None without an embedder that answers."""
        if self._meaning is None:
            return None
        live = {doc.id: doc for doc in docs if not is_given_up(doc)}
        newest = sorted(live.values(), key=lambda doc: (-doc.created_at.timestamp(), doc.id))
        core = [doc for doc in newest if doc.tier is Tier.CORE][:MOST_BY_MEANING]
        others = [doc for doc in newest if doc.tier is not Tier.CORE][:MOST_BY_MEANING]
        found: dict[tuple[str, str], float] = {}
        for scope in dict.fromkeys(doc.scope for doc in (*core, *others)):
            of_scope = [doc for doc in (*core, *others) if doc.scope == scope]
            for start in range(0, len(of_scope), BATCH):
                batch = of_scope[start : start + BATCH]
                try:
                    neighbours = self._meaning.near_each([doc.text for doc in batch], scope, NEAR)
                except (NotReadyError, RemoteError) as error:
                    self._is_down = True
                    self.problems.append(f"meanings are not compared: {error}")
                    return None
                for doc, near in zip(batch, neighbours, strict=True):
                    found.update(self._near(doc, near, live))
        return found

    def _near(
        self, doc: MemoryDoc, near: Similarities, live: Mapping[str, MemoryDoc]
    ) -> Iterator[tuple[tuple[str, str], float]]:
        candidates = self._store.index().pool(near.nearest, (), 0).candidates
        similarities = near.of_rows([each.row for each in candidates])
        for each in candidates:
            similarity = similarities.get(each.row, 0.0)
            if each.id in live and each.id != doc.id and similarity >= same_fact.SAME_CLUSTER:
                yield pair_of_ids(doc.id, each.id), similarity

    def _renamed(self, step: Step) -> Step:
        """The step with its draft under a name that nothing has yet: what a person works on is not written over."""
        if step.draft is None:
            return step
        number, name = 2, step.draft.name
        while has_draft(self._places.drafts, name):
            name, number = f"{step.draft.name[: rules.LONGEST_NAME - 4]}-{number}", number + 1
        if name == step.draft.name:
            return step
        members = [change.before for change in step.changes]
        return replace(step, draft=rules.Draft(name, rules.rendered(members, name)))

    def _log(self, action: str, record: str, done: DoneStep, now: datetime) -> None:
        ids = ",".join(change.doc for change in done.changes[:20])
        more = {"draft": done.draft.name} if done.draft else {}
        audit_log.append(self._places.audit, action, now, id=record, step=done.action, docs=ids, why=done.why, **more)


def _done(step: Step) -> DoneStep:
    draft = None
    if step.draft:
        draft = WrittenDraft(step.draft.name, hashlib.sha256(step.draft.text.encode()).hexdigest())
    changes = tuple(
        Changed(change.before.id, _standing(change.before), _standing(change.after)) for change in step.changes
    )
    return DoneStep(step.action, step.why, changes, draft)


def _standing(doc: MemoryDoc) -> Standing:
    return Standing(doc.tier, doc.importance, doc.tags, doc.forgotten_at)


def _with(doc: MemoryDoc, before: Standing, after: Standing) -> MemoryDoc:
    """The doc with each field that the step changes, as far as it is still as it was."""
    changed = {
        field.name: getattr(after, field.name)
        for field in fields(Standing)
        if getattr(before, field.name) != getattr(after, field.name)
        and getattr(doc, field.name) == getattr(before, field.name)
    }
    return replace(doc, **changed) if changed else doc


def _id_of(steps: Sequence[Step], now: datetime) -> str:
    """A name that sorts by time: the second, and a digest of what is done."""
    digest = hashlib.sha256(now.isoformat().encode())
    for step in steps:
        digest.update("\0".join((step.action, *(change.before.id for change in step.changes))).encode())
    return f"{now:%Y%m%d-%H%M%S}-{digest.hexdigest()[:6]}"
