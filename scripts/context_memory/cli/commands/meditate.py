"""Tidy the memory while nobody waits: merge, draft skills, fade, retier; every step says why.

Docs that say the same become one (the other is forgotten, not deleted). Three
or more that say much the same become the draft of a skill under
.context-memory/drafts, for a person to review; nothing installs it. A week
later they fade. --undo ID takes one meditation back.

Merged are docs of tier core, with --all-tiers of every tier. Other docs that
say the same are named as candidates: `forget` one of the two, or merge them.
"""

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ... import wiring
from ...model.errors import InputError
from ...model.meditations import Record
from ...rules import doc_ids
from ...rules.meditation import Step
from ...rules.recall_block import handle_of
from .. import options
from ..console import Console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...rules.twins import Twins
    from ...services.meditation import Meditation

EXAMPLE = """
PROGRAM --workspace . --dry-run
PROGRAM --workspace .
PROGRAM --undo 20261120-093000-1f2a3b --workspace .
"""

MOST_NAMED = 20
"""Candidates that are listed for a person: more is not read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--scope", metavar="S", help="only this scope (default: each by itself)")
    parser.add_argument("--all-tiers", action="store_true", help="merge docs that say the same in every tier")
    parser.add_argument("--undo", metavar="ID", help="take the meditation with this id back")
    parser.add_argument("--list", action="store_true", help="list the meditations so far")
    parser.add_argument("--dry-run", action="store_true", help="show the plan, or what --undo would do; write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Meditate, take back or list; returns the exit code."""
    if arguments.list and arguments.undo is not None:
        raise InputError("--list and --undo are two different things", hint="give one of them")
    now = datetime.now(UTC)
    places, settings = options.places_of(arguments), options.settings_of(arguments)
    only_looks = arguments.dry_run or arguments.list
    with options.memory_for(arguments, console, dry_run=only_looks) as store:
        meditation = wiring.meditation(places, settings, store, console.warn, dry_run=only_looks)
        if arguments.list:
            _list(meditation.records(), console)
        elif arguments.undo is not None:
            _undo(meditation, arguments, now, console)
        else:
            _meditate(meditation, arguments, now, console)
    for problem in meditation.problems:
        console.warn(problem)
    return 0


def _meditate(meditation: "Meditation", arguments: argparse.Namespace, now: datetime, console: Console) -> None:
    scope = doc_ids.scope_of(arguments.scope) if arguments.scope else None
    plan = meditation.plan(now, scope, all_tiers=arguments.all_tiers)
    steps = plan.steps
    record = None if arguments.dry_run else meditation.apply(steps, now)
    if console.as_json:
        shown = [_step(step) for step in steps]
        alike = [_candidate(each) for each in plan.alike]
        told = {"id": record.id if record else "", "dry_run": arguments.dry_run, "steps": shown}
        console.data(told | {"candidates": alike, "by_meaning": meditation.compares_meanings})
        return
    for step in steps:
        docs = ", ".join(f"#{handle_of(change.before.id)}" for change in step.changes)
        draft = f" -> drafts/{step.draft.name}/SKILL.md" if step.draft else ""
        console.text(f"{step.action} {docs}{draft}: {step.why}")
    if record:
        console.note(f"meditation {record.id}; --undo {record.id} takes it back")
    elif not steps and not plan.alike:
        console.text("nothing to do: the memory is tidy")
    _name(plan.alike, console)
    if not meditation.compares_meanings:
        console.note("only words were compared: no embedder answers for meanings")


def _name(alike: "Sequence[Twins]", console: Console) -> None:
    """Say which docs say the same and stay two, and what can be done about it."""
    for each in alike[:MOST_NAMED]:
        handles = f"#{handle_of(each.kept.id)} ({each.kept.tier}), #{handle_of(each.lesser.id)} ({each.lesser.tier})"
        console.text(f"candidate {handles}: {each.how}{f'; {each.obstacle}' if each.obstacle else ''}")
    if len(alike) > MOST_NAMED:
        console.text(f"and {len(alike) - MOST_NAMED:,} more pairs; --json names all of them")
    if alike:
        merged = (
            "" if all(each.obstacle for each in alike) else ", --all-tiers merges where no reason against it is named"
        )
        console.note(f"candidates stay as they are: `forget` hides one of two{merged}")


def _undo(meditation: "Meditation", arguments: argparse.Namespace, now: datetime, console: Console) -> None:
    undone = meditation.undo(arguments.undo, now, dry_run=arguments.dry_run)
    if console.as_json:
        told = {"id": undone.record.id, "restored": undone.restored, "kept": list(undone.kept)}
        console.data(told | {"dry_run": arguments.dry_run})
        return
    for kept in undone.kept:
        console.warn(f"not taken back: {kept}")
    would = "would be " if arguments.dry_run else ""
    console.text(f"{undone.restored} docs {would}as before {undone.record.id}")


def _list(records: list[Record], console: Console) -> None:
    if console.as_json:
        console.data(
            [
                {
                    "id": record.id,
                    "at": record.at.isoformat(),
                    "undone_at": record.undone_at.isoformat() if record.undone_at else "",
                    "steps": [{"action": step.action, "why": step.why} for step in record.steps],
                }
                for record in records
            ]
        )
        return
    for record in records:
        counts = ", ".join(
            f"{sum(step.action == action for step in record.steps)} {action}"
            for action in dict.fromkeys(step.action for step in record.steps)
        )
        console.text(f"{record.id} {counts}{', taken back' if record.undone_at else ''}")


def _candidate(each: "Twins") -> dict[str, Any]:
    docs = [
        {"id": doc_ids.shown(doc), "tier": str(doc.tier), "kind": str(doc.kind)} for doc in (each.kept, each.lesser)
    ]
    return {"docs": docs, "why": each.how, "obstacle": each.obstacle}


def _step(step: Step) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "action": step.action,
        "why": step.why,
        "docs": [doc_ids.shown(change.before) for change in step.changes],
    }
    return shown | ({"draft": {"name": step.draft.name, "text": step.draft.text}} if step.draft else {})
