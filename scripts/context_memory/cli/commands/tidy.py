"""What lasts of the memory: `memory promote` and `memory tidy`."""

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ...memory.docs import scope_of, shown_id
from ...workspace.files.history_queue import recording
from .. import options
from ..console import Console, counted
from . import Command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...memory.promotion.bullets import Fact
    from ...memory.promotion.service import Promoted
    from ...memory.same_fact import DuplicatePair
    from ...memory.upkeep.plan import Step
    from ...memory.upkeep.service import Record, Upkeep


def _add_promote_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    from ...memory.promotion.service import SOURCES

    what = parser.add_mutually_exclusive_group()
    what.add_argument("--fact", metavar="TEXT", help="the fact as one sentence, or as key: value")
    what.add_argument("--key", metavar="K", help="the key of a pair, with --value")
    what.add_argument(
        "--from",
        metavar="PLACE",
        dest="place",
        help="a bullet of a dated note, memory/DATE.md#L12, or a doc by its handle, '#3fa2c1d0'",
    )
    what.add_argument("--candidates", action="store_true", help="list facts that are worth it, write nothing")
    parser.add_argument("--value", metavar="V", help="the value of the pair")
    parser.add_argument("--header", metavar="H", default="", help="the section; a missing one is made")
    parser.add_argument("--file", metavar="F", default="MEMORY.md", help="memory file (default: MEMORY.md)")
    parser.add_argument(
        "--source", choices=SOURCES, help="whose word it is; `person` counts where sessions, notes or docs show it"
    )
    parser.add_argument(
        "--force", action="store_true", help="also without evidence that a person said it, or over the budget"
    )
    parser.add_argument("--dry-run", action="store_true", help="show the change as a diff, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_promote(arguments: argparse.Namespace, console: Console) -> int:
    """Promote, or list candidates."""
    from ...memory.promotion import service

    places = options.places_of(arguments)
    if arguments.candidates:
        return _candidates(arguments, console)
    if not arguments.header.strip():
        raise InputError("no header is named", hint="give --header, or --candidates")
    if (arguments.key is None) != (arguments.value is None):
        raise InputError("a pair needs --key and --value", hint="give both, or --fact")
    fact, source, origin = _fact(arguments, console)
    request = service.Request(arguments.header, fact, arguments.file, source, origin, force=arguments.force)
    with recording(places, f"memory promote: {arguments.header}", console.warn, dry_run=arguments.dry_run):
        outcome = service.promote(places, request, datetime.now(UTC), dry_run=arguments.dry_run)
    match outcome:
        case service.AlreadyThere(path, heading):
            if console.as_json:
                unchanged = {"old": "", "new": "", "preimage": "", "diff": ""}
                shown = {"dry_run": arguments.dry_run, "path": path, "heading": heading, **unchanged}
                console.data({"outcome": "already_there", **shown})
            else:
                console.text(f"Nothing to do: {path} says so already under {heading}.")
        case service.Promoted():
            _show(outcome, console, dry_run=arguments.dry_run)
    return 0


def _fact(arguments: argparse.Namespace, console: Console) -> "tuple[Fact, str, str]":
    """The fact to promote, its source and where it stands."""
    from ...memory.promotion import bullets, service

    places, place = options.places_of(arguments), arguments.place
    if place is not None and not place.startswith("#"):
        words, source = service.from_note(places, place)
        return bullets.of_text(words), source, place
    store = options.existing_memory(arguments, console)
    if place is not None:
        if store is None:
            raise InputError("nothing was remembered here yet", hint="give --fact")
        fact = bullets.of_text(store.by_handle(place.removeprefix("#")).text)
    elif arguments.key is not None:
        fact = bullets.of_pair(arguments.key, arguments.value)
    elif arguments.fact is not None:
        fact = bullets.of_text(arguments.fact)
    else:
        raise InputError("nothing to promote", hint="give --fact, --key and --value, --from or --candidates")
    return fact, *service.source_of(places, store, fact, arguments.source or "")


PROMOTE = Command(
    """Write a fact under a header of MEMORY.md, every other byte unchanged; or list candidates.

`key: value` bullets are replaced in place, other facts become one more bullet.
It refuses a header that occurs twice or only in a code fence, a file over its
budget, a file that another program keeps changing, and, without --force, words
that no session, note or doc shows a person to have said. --candidates lists
what a person said in several sessions or pinned.
""",
    """
PROGRAM --workspace . --header "Tech Stack" --key Python --value 3.12
PROGRAM --workspace . --header "Decisions" --from memory/2026-11-20.md#L7
PROGRAM --workspace . --header "Notes" --from '#3fa2c1d0'
PROGRAM --workspace . --candidates
""",
    _add_promote_arguments,
    _run_promote,
)


def _show(outcome: "Promoted", console: Console, *, dry_run: bool) -> None:
    from ..console import unified

    diff = unified(outcome.path, outcome.before, outcome.after)
    if console.as_json:
        console.data(
            {
                "outcome": "promoted",
                "dry_run": dry_run,
                "path": outcome.path,
                "heading": outcome.heading,
                "old": outcome.old,
                "new": outcome.new,
                "preimage": outcome.preimage,
                "diff": diff,
            }
        )
        return
    if dry_run:
        console.text(diff)
    else:
        console.text(f"{outcome.path}, {outcome.heading}: {outcome.new.strip()}")
        if outcome.old:
            console.note(f"in place of: {outcome.old.strip()}")


def _candidates(arguments: argparse.Namespace, console: Console) -> int:
    from ...memory.promotion import service

    places = options.places_of(arguments)
    found = service.find_candidates(places, options.existing_memory(arguments, console))
    if console.as_json:
        listed = [
            {"text": each.text, "header": each.header, "pinned": each.is_pinned, "origins": list(each.origins)}
            for each in found
        ]
        console.data({"candidates": listed})
        return 0
    for each in found:
        why = "pinned" if each.is_pinned else f"in {counted(len(each.origins), 'session')}"
        console.text(f"{each.header}: {each.text}")
        console.text(console.paint(f"    {why}: {', '.join(each.origins[:5])}", "dim"))
    if not found:
        console.text("No candidates: nothing was said in two sessions or pinned that MEMORY.md does not hold.")
    return 0


LONGEST_SHOWN = 120
"""Characters of a candidate's text."""
MOST_NAMED = 20
"""Candidates that are listed for a person: more is not read."""


def _add_tidy_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--scope", metavar="S", help="only this scope (default: each by itself)")
    parser.add_argument("--all-tiers", action="store_true", help="merge docs that say the same in every tier")
    parser.add_argument("--undo", metavar="ID", help="undo the run with this id")
    parser.add_argument("--list", action="store_true", help="list all runs")
    parser.add_argument("--dry-run", action="store_true", help="show the plan, or what --undo would do; write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_tidy(arguments: argparse.Namespace, console: Console) -> int:
    """Tidy, undo or list; returns the exit code."""
    from ...api.assemble import learning

    if arguments.list and arguments.undo is not None:
        raise InputError("--list and --undo are two different things", hint="give one of them")
    now = datetime.now(UTC)
    places, settings = options.places_of(arguments), options.settings_of(arguments)
    only_looks = arguments.dry_run or arguments.list
    with options.memory_for(arguments, console, dry_run=only_looks) as store:
        upkeep = learning.upkeep(places, settings, store, console.warn, dry_run=only_looks)
        if arguments.list:
            _list(upkeep.records(), console)
        elif arguments.undo is not None:
            _undo(upkeep, arguments, now, console)
        else:
            _tidy(upkeep, arguments, now, console)
    for problem in upkeep.problems:
        console.warn(problem)
    return 0


TIDY = Command(
    """Tidy the memory when idle: merge, draft skills, fade, change tiers; every step has a reason.

Duplicates are merged (the other doc is forgotten, not deleted). Three or more
similar docs become the draft of a skill under .context-memory/drafts, for a
person to review; nothing installs it. A week later the docs fade. --undo ID
reverts one run.

It merges docs of tier core, with --all-tiers of every tier. Other duplicates, also
in other words (sent on the 1st, emailed on the first day), are listed as
candidates: `forget` one of the two, or merge them. Docs that differ in a number, a
date, a name or a negation are neither merged nor listed.
""",
    """
PROGRAM --workspace . --dry-run
PROGRAM --workspace .
PROGRAM --undo 20261120-093000-1f2a3b --workspace .
""",
    _add_tidy_arguments,
    _run_tidy,
)


def _tidy(upkeep: "Upkeep", arguments: argparse.Namespace, now: datetime, console: Console) -> None:
    from ...memory.recall.recall_block import handle_of

    scope = scope_of(arguments.scope) if arguments.scope else None
    plan = upkeep.plan(now, scope, all_tiers=arguments.all_tiers)
    steps = plan.steps
    record = None if arguments.dry_run else upkeep.apply(steps, now)
    if console.as_json:
        shown = [_step(step) for step in steps]
        alike = [_candidate(each) for each in plan.alike]
        told = {"id": record.id if record else "", "dry_run": arguments.dry_run, "steps": shown}
        console.data(told | {"candidates": alike, "by_meaning": upkeep.compares_meanings})
        return
    for step in steps:
        docs = ", ".join(f"#{handle_of(change.before.id)}" for change in step.changes)
        draft = f" -> drafts/{step.draft.name}/SKILL.md" if step.draft else ""
        console.text(f"{step.action} {docs}{draft}: {step.why}")
    if record:
        console.note(f"run {record.id}; --undo {record.id} undoes it")
    elif not steps and not plan.alike:
        console.text("nothing to do: the memory is tidy")
    _report_duplicates(plan.alike, console)
    if not upkeep.compares_meanings:
        console.note("only words were compared: no embedder answers for meanings")


def _report_duplicates(alike: "Sequence[DuplicatePair]", console: Console) -> None:
    """Say which docs say the same and stay two, and what can be done about it."""
    from ...memory.recall.recall_block import handle_of
    from ...text.secrets.one_line import one_line

    for each in alike[:MOST_NAMED]:
        handles = f"#{handle_of(each.kept.id)} ({each.kept.tier}), #{handle_of(each.lesser.id)} ({each.lesser.tier})"
        console.text(f"candidate {handles}: {each.how}{f'; {each.obstacle}' if each.obstacle else ''}")
        for doc in (each.kept, each.lesser):
            console.text(console.paint(f"    {one_line(doc.text, LONGEST_SHOWN)}", "dim"))
    if len(alike) > MOST_NAMED:
        console.text(f"and {len(alike) - MOST_NAMED:,} more pairs; --json names all of them")
    if alike:
        merged = (
            "" if all(each.obstacle for each in alike) else ", --all-tiers merges where no reason against it is named"
        )
        console.note(f"candidates stay as they are: `context-memory forget` hides one of two{merged}")


def _undo(upkeep: "Upkeep", arguments: argparse.Namespace, now: datetime, console: Console) -> None:
    undone = upkeep.undo(arguments.undo, now, dry_run=arguments.dry_run)
    if console.as_json:
        told = {"id": undone.record.id, "restored": undone.restored, "kept": list(undone.kept)}
        console.data(told | {"dry_run": arguments.dry_run})
        return
    for kept in undone.kept:
        console.warn(f"not taken back: {kept}")
    would = "would be " if arguments.dry_run else ""
    console.text(f"{counted(undone.restored, 'doc')} {would}as before {undone.record.id}")


def _list(records: "list[Record]", console: Console) -> None:
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


def _candidate(each: "DuplicatePair") -> dict[str, Any]:
    docs = [{"id": shown_id(doc), "tier": str(doc.tier), "kind": str(doc.kind)} for doc in (each.kept, each.lesser)]
    return {"docs": docs, "why": each.how, "obstacle": each.obstacle}


def _step(step: "Step") -> dict[str, Any]:
    shown: dict[str, Any] = {
        "action": step.action,
        "why": step.why,
        "docs": [shown_id(change.before) for change in step.changes],
    }
    return shown | ({"draft": {"name": step.draft.name, "text": step.draft.text}} if step.draft else {})
