"""Add, refresh or remove pointers in MEMORY.md, or set the active task.

Only the managed region and the task line change; all other text stays byte
for byte. Pointers that do not fit 800 tokens move to memories/project.md.
"""

import argparse
from dataclasses import replace
from datetime import datetime

from ...model.errors import InputError
from ...rules import pointers, tokens
from ...services import indexer
from ..console import Console
from ..options import add_language, add_workspace_argument, places_of
from ..recording import recording

EXAMPLE = """
PROGRAM . --add src/app.py#L10-40 --purpose "entry point"
PROGRAM . --remove src/old.py --prune --task "Fix the login bug"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace and the changes."""
    add_workspace_argument(parser)
    parser.add_argument(
        "--add",
        action="append",
        default=[],
        metavar="PATH[#Lx-y]",
        help="point at a file or some of its lines; repeatable",
    )
    parser.add_argument(
        "--purpose",
        action="append",
        default=[],
        metavar="TEXT",
        help="what the file is for; one for each --add, in order",
    )
    parser.add_argument("--remove", action="append", default=[], metavar="PATH", help="take pointers out; repeatable")
    parser.add_argument("--prune", action="store_true", help="take out pointers whose file is gone")
    parser.add_argument("--task", default="", help="the active task; memories/context.md keeps it whole")
    parser.add_argument("--session-tokens", type=int, metavar="N", help="token estimate for the line under the title")
    add_language(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change as a diff, write nothing")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Apply the changes and say what they were."""
    if not (
        arguments.add
        or arguments.remove
        or arguments.prune
        or arguments.task.strip()
        or arguments.session_tokens is not None
    ):
        raise InputError("nothing to change", hint="give --add, --remove, --prune or --task")
    if len(arguments.purpose) > len(arguments.add):
        raise InputError("more --purpose than --add", hint="give one purpose for each added path")
    if arguments.session_tokens is not None and arguments.session_tokens < 0:
        raise InputError("--session-tokens must be 0 or more", hint="count the session with estimate_tokens")
    purposes = [*arguments.purpose, *[""] * (len(arguments.add) - len(arguments.purpose))]
    wanted = zip(map(pointers.target, arguments.add), purposes, strict=True)
    request = indexer.Request(
        additions=tuple(replace(pointer, purpose=purpose) for pointer, purpose in wanted),
        removals=tuple(map(pointers.target, arguments.remove)),
        prune=arguments.prune,
        task=arguments.task.strip(),
        session_tokens=arguments.session_tokens,
        language=arguments.lang,
    )
    places, cause = places_of(arguments), _cause(arguments)
    with recording(places, cause, console, dry_run=arguments.dry_run):
        outcome = indexer.update(places, request, datetime.now().astimezone(), dry_run=arguments.dry_run)
    _show(outcome, console, dry_run=arguments.dry_run)
    return 0


def _cause(arguments: argparse.Namespace) -> str:
    """What the history says about this change."""
    changes = [f"add {each}" for each in arguments.add] + [f"remove {each}" for each in arguments.remove]
    changes += ["prune"] * arguments.prune + ["task"] * bool(arguments.task.strip())
    return f"update_index: {', '.join(changes) or 'token estimate'}"


def _show(outcome: indexer.UpdateOutcome, console: Console, *, dry_run: bool) -> None:
    match outcome:
        case indexer.NothingToDo(text):
            if console.as_json:
                console.data({"outcome": "nothing_to_do", "tokens": tokens.cjk(text), "pruned": []})
            else:
                console.text("Nothing to do: MEMORY.md already says so.")
        case indexer.Updated():
            _show_update(outcome, console, dry_run=dry_run)


def _show_update(outcome: indexer.Updated, console: Console, *, dry_run: bool) -> None:
    from ..changes import unified

    count = tokens.cjk(outcome.after)
    moved = [pointer.target for pointer in outcome.pruned]
    diff = unified("MEMORY.md", outcome.before, outcome.after)
    if console.as_json:
        document = {
            "outcome": "updated",
            "dry_run": dry_run,
            "tokens": count,
            "pruned": moved,
            "preimage": outcome.preimage,
        }
        console.data({**document, "diff": diff})
        return
    if dry_run:
        console.text(diff)
    console.text(f"MEMORY.md {'would have' if dry_run else 'has'} {count} tokens.")
    for target in moved:
        console.note(f"moved to memories/project.md, no room in MEMORY.md: {target}")
    if outcome.was_edited:
        console.note("somebody edited inside the managed region; those lines were kept")
