"""Tidies the memory: makes a plan, applies it, undoes it. Every step is a line of the audit log."""

import contextlib
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ...errors import InputError, NotReadyError, RefusedError, RemoteError
from ...storage import audit_log, confined, files
from ...storage.places import Places
from ...text.json_text import parse_json
from .. import same_fact
from ..docs import Kind, MemoryDoc, Scope, Tier
from ..embedding.services.vector_search import VectorSearch
from ..ports import DocStore, Filter, Similarities
from ..same_fact import pair_of_ids
from ..standing import is_given_up
from . import plan as rules
from .plan import Plan, Step


@dataclass(frozen=True, slots=True)
class Standing:
    """The fields of a doc that tidying may change."""

    tier: Tier
    importance: float
    tags: tuple[str, ...]
    forgotten_at: datetime | None


@dataclass(frozen=True, slots=True)
class Changed:
    """One doc before and after."""

    doc: str
    """Its id."""
    before: Standing
    after: Standing


@dataclass(frozen=True, slots=True)
class WrittenDraft:
    """A SKILL.md that was written for review."""

    name: str
    """Its folder among the drafts."""
    sha256: str


@dataclass(frozen=True, slots=True)
class DoneStep:
    """One step that was done."""

    action: str
    why: str
    changes: tuple[Changed, ...]
    draft: WrittenDraft | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One run of `memory tidy`."""

    id: str
    at: datetime
    steps: tuple[DoneStep, ...]
    undone_at: datetime | None = None


SUFFIX = ".json"


def save_record(folder: Path, record: Record) -> None:
    """Write the record, whole or not at all."""
    files.replace_text(_path(folder, record.id), json.dumps(_dumped(record), ensure_ascii=False, indent=1) + "\n")


def load_record(folder: Path, wanted: str) -> Record:
    """The record whose id is or begins with `wanted`; InputError when there is none, or more than one."""
    known = record_names(folder)
    found = [name for name in known if name == wanted] or [name for name in known if name.startswith(wanted)]
    if not wanted or len(found) != 1:
        what = f"means {len(found)} runs" if wanted and found else "is no run of memory tidy"
        raise InputError(f"{wanted or 'an empty id'} {what}", hint="known: " + ", ".join(known[-5:] or ["none"]))
    path = _path(folder, found[0])
    try:
        return _parsed(parse_json(files.read_text(path)))
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} cannot be read: {error}", hint="move it away; what it did stays as it is") from error


def record_names(folder: Path) -> list[str]:
    """Ids of all runs, oldest first."""
    return [name.removesuffix(SUFFIX) for name in files.names(folder) if name.endswith(SUFFIX)]


def write_draft(folder: Path, name: str, text: str) -> str:
    """Write a SKILL.md; returns its SHA-256."""
    files.replace_text(folder / name / "SKILL.md", text)
    return hashlib.sha256(text.encode()).hexdigest()


def remove_draft(folder: Path, draft: WrittenDraft) -> bool:
    """Delete a draft that nobody changed; whether it is gone."""
    path = folder / draft.name / "SKILL.md"
    if not path.is_file():
        return True
    if hashlib.sha256(files.read_bytes(path)).hexdigest() != draft.sha256:
        return False
    files.remove(path)
    if not files.names(path.parent):
        with contextlib.suppress(OSError):  # somebody wrote into it meanwhile
            confined.remove_folder(path.parent)
    return True


def has_draft(folder: Path, name: str) -> bool:
    """Whether there is something under this name."""
    return (folder / name).exists()


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}{SUFFIX}"


def _dumped(record: Record) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": record.id, "at": record.at.isoformat()}
    if record.undone_at:
        shown["undone_at"] = record.undone_at.isoformat()
    return shown | {"steps": [_step(step) for step in record.steps]}


def _step(step: DoneStep) -> dict[str, Any]:
    changes = [
        {"doc": each.doc, "before": _standing_value(each.before), "after": _standing_value(each.after)}
        for each in step.changes
    ]
    shown: dict[str, Any] = {"action": step.action, "why": step.why, "changes": changes}
    return shown | ({"draft": {"name": step.draft.name, "sha256": step.draft.sha256}} if step.draft else {})


def _standing_value(standing: Standing) -> dict[str, Any]:
    forgotten = standing.forgotten_at.isoformat() if standing.forgotten_at else None
    return {
        "tier": standing.tier.value,
        "importance": standing.importance,
        "tags": list(standing.tags),
        "forgotten_at": forgotten,
    }


def _parsed(value: Mapping[str, Any]) -> Record:
    undone = value.get("undone_at")
    return Record(
        id=str(value["id"]),
        at=datetime.fromisoformat(value["at"]),
        steps=tuple(_parsed_step(step) for step in value["steps"]),
        undone_at=datetime.fromisoformat(undone) if undone else None,
    )


def _parsed_step(value: Mapping[str, Any]) -> DoneStep:
    draft = value.get("draft")
    return DoneStep(
        action=str(value["action"]),
        why=str(value["why"]),
        changes=tuple(
            Changed(str(each["doc"]), _standing_from(each["before"]), _standing_from(each["after"]))
            for each in value["changes"]
        ),
        draft=WrittenDraft(str(draft["name"]), str(draft["sha256"])) if draft else None,
    )


def _standing_from(value: Mapping[str, Any]) -> Standing:
    forgotten = value["forgotten_at"]
    return Standing(
        Tier(value["tier"]),
        float(value["importance"]),
        tuple(map(str, value["tags"])),
        datetime.fromisoformat(forgotten) if forgotten else None,
    )


MOST_DOCS = 5_000
"""The newest docs of one kind that one run looks at; older ones wait for the next."""
MOST_BY_MEANING = 500
"""Core docs whose neighbours an embedder is asked for, the newest; and as many of the other tiers."""
BATCH = 50
"""Docs that an embedder is given at a time (RsClaw)."""
NEAR = 20
"""Neighbours of one doc."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The result of undoing a run."""

    record: Record
    restored: int
    """Docs that are as they were."""
    kept: tuple[str, ...] = ()
    """What somebody changed since, and therefore stayed as it is."""


class Upkeep:
    """Idle work on one store."""

    def __init__(self, places: Places, store: DocStore, meaning: VectorSearch | None = None) -> None:
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
            if kind not in rules.NOT_TIDIED
            for doc in self._store.select(Filter(scope, kind), limit=MOST_DOCS)
        ]
        found = rules.plan(docs, now, self._similarities(docs), all_tiers=all_tiers)
        return replace(found, steps=tuple(self._renamed(step) for step in found.steps))

    def apply(self, steps: Sequence[Step], now: datetime) -> Record | None:
        """Do the steps: record first, then the drafts, then all docs in one write. None: there was nothing to do."""
        if not steps:
            return None
        record = Record(_id_of(steps, now), now, tuple(_done(step) for step in steps))
        save_record(self._places.tidy_runs, record)
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
            self._log("tidy", record.id, done, now)
        return record

    def undo(self, wanted: str, now: datetime, *, dry_run: bool = False) -> Undone:
        """Undo a run: each field that it set and nobody has changed since; RefusedError the second time."""
        record = load_record(self._places.tidy_runs, wanted)
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
            save_record(self._places.tidy_runs, replace(record, undone_at=now))
            for done in record.steps:
                self._log("tidy_undo", record.id, done, now)
        return Undone(record, len(restored), tuple(kept))

    def records(self) -> list[Record]:
        """All runs, oldest first."""
        folder = self._places.tidy_runs
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
                    found.update(self._near(doc, near, live, self._meaning.identity))
        return found

    def _near(
        self, doc: MemoryDoc, near: Similarities, live: Mapping[str, MemoryDoc], identity: str
    ) -> Iterator[tuple[tuple[str, str], float]]:
        candidates = self._store.index().pool(near.nearest, (), 0).candidates
        similarities = near.of_rows([each.row for each in candidates])
        for each in candidates:
            similarity = same_fact.usual_cosine(identity, similarities.get(each.row, 0.0))
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
    return doc._replace(**changed) if changed else doc


def _id_of(steps: Sequence[Step], now: datetime) -> str:
    """A name that sorts by time: the second, and a digest of what is done."""
    digest = hashlib.sha256(now.isoformat().encode())
    for step in steps:
        digest.update("\0".join((step.action, *(change.before.id for change in step.changes))).encode())
    return f"{now:%Y%m%d-%H%M%S}-{digest.hexdigest()[:6]}"
