"""Make a memory file, or all of them, as they were after a change.

What is replaced is kept as a pre-image first and stays in the history, so
this can be taken back. No file is deleted: what did not exist then stays, and
a dated note that only grew since stays as it is unless PATH names it.
"""

import argparse

from .. import options
from ..changes import unified
from ..console import Console
from ..recording import recording
from ..time_travel import add_when, line, machine_of, shown

EXAMPLE = """
PROGRAM HEAD~1 MEMORY.md --workspace . --dry-run
PROGRAM 2026-11-19 --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    add_when(parser)
    parser.add_argument("path", metavar="PATH", nargs="?", default="", help="one file, e.g. MEMORY.md (default: all)")
    parser.add_argument("--dry-run", action="store_true", help="show the change as a diff, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Go back and say what changed."""
    machine, zone = machine_of(arguments, console)
    commit = machine.resolve(arguments.when)
    cause = f"restore_memory: {arguments.path or 'all files'} as of {commit.id[:10]}"
    with recording(options.places_of(arguments), cause, console, dry_run=arguments.dry_run):
        done = machine.go_back(commit.id, arguments.path, dry_run=arguments.dry_run)
    if console.as_json:
        files = [
            {"path": each.path, "preimage": each.preimage, "diff": unified(each.path, each.before, each.after)}
            for each in done.files
        ]
        outcome = "restored" if done.files else "nothing_to_do"
        document = {"outcome": outcome, "dry_run": arguments.dry_run, "commit": shown(commit, zone), "files": files}
        console.data({**document, "grown": list(done.grown), "newer": list(done.newer)})
        return 0
    console.text(line(commit, zone))
    for each in done.files:
        if arguments.dry_run:
            console.text(unified(each.path, each.before, each.after))
        else:
            kept = f" (before: preimage {each.preimage[:12]})" if each.preimage else ""
            console.text(f"restored {each.path}{kept}")
    if not done.files:
        console.text("Nothing to do: the files are as they were.")
    for path in done.grown:
        console.note(f"kept: {path} only grew since")
    for path in done.newer:
        console.note(f"kept: {path} did not exist then")
    return 0
