"""One file for each meditation: what it changed, before and after. Written before anything is changed."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...storage import files
from ...text.json_text import parse_json
from ..docs import Tier


@dataclass(frozen=True, slots=True)
class Standing:
    """The fields of a doc that a meditation may change."""

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
    """One meditation."""

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
        what = f"means {len(found)} meditations" if wanted and found else "is no meditation"
        raise InputError(f"{wanted or 'an empty id'} {what}", hint="known: " + ", ".join(known[-5:] or ["none"]))
    path = _path(folder, found[0])
    try:
        return _parsed(parse_json(files.read_text(path)))
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} cannot be read: {error}", hint="move it away; what it did stays as it is") from error


def record_names(folder: Path) -> list[str]:
    """Ids of all meditations, oldest first."""
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
        path.parent.rmdir()
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
        {"doc": each.doc, "before": _standing(each.before), "after": _standing(each.after)} for each in step.changes
    ]
    shown: dict[str, Any] = {"action": step.action, "why": step.why, "changes": changes}
    return shown | ({"draft": {"name": step.draft.name, "sha256": step.draft.sha256}} if step.draft else {})


def _standing(standing: Standing) -> dict[str, Any]:
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
            Changed(str(each["doc"]), _parsed_standing(each["before"]), _parsed_standing(each["after"]))
            for each in value["changes"]
        ),
        draft=WrittenDraft(str(draft["name"]), str(draft["sha256"])) if draft else None,
    )


def _parsed_standing(value: Mapping[str, Any]) -> Standing:
    forgotten = value["forgotten_at"]
    return Standing(
        Tier(value["tier"]),
        float(value["importance"]),
        tuple(map(str, value["tags"])),
        datetime.fromisoformat(forgotten) if forgotten else None,
    )
