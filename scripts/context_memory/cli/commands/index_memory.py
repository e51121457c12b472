"""Bring the search index up to date with the memory files and the sessions of a workspace.

Indexed are MEMORY.md, memories/*.md, memory/**/*.md, the messages of journaled
sessions and those that compactions archived. Only what changed is read; what
is gone leaves the index. `recall` does the same by itself, a part at a time;
this does all of it and shows what happened.
"""

import argparse

from ... import wiring
from ...model.errors import InputError
from ...services import memory_index, session_index
from ..console import Console
from ..options import add_settings, add_workspace_argument, open_memory, places_of, settings_of
from ..progress import ProgressLines

EXAMPLE = """
PROGRAM .
PROGRAM . --all
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    add_workspace_argument(parser)
    parser.add_argument("--all", action="store_true", help="index everything anew, changed or not")
    parser.add_argument("--dry-run", action="store_true", help="say what would be indexed and write nothing")
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Index; returns the exit code."""
    places = places_of(arguments)
    if places.workspace is None:
        raise InputError("no workspace was named", hint="name the folder of MEMORY.md")
    store = open_memory(arguments, console, check=arguments.all and not arguments.dry_run)
    done = memory_index.update(store, places.workspace, everything=arguments.all, dry_run=arguments.dry_run)
    turns = session_index.update(
        store, places, settings_of(arguments), everything=arguments.all, dry_run=arguments.dry_run
    )
    for problem in turns.problems:
        console.warn(problem)
    progress = ProgressLines(console)
    settled = None if arguments.dry_run else wiring.settle(store, anew=arguments.all, progress=progress.tell)
    if console.as_json:
        shown = {"files": done.files, "changed": list(done.changed), "removed": list(done.removed)}
        sessions = {"sessions": turns.sessions, "messages": turns.messages, "pieces": turns.pieces}
        order = {"docs": settled.docs, "vectors": settled.vectors} if settled else {}
        console.data(shown | {"pieces": done.pieces, "turns": sessions | {"removed": turns.removed}, "settled": order})
        return 0
    for path in done.changed:
        console.text(f"indexed {path}")
    for path in done.removed:
        console.text(f"removed {path}")
    console.note(f"{done.files} memory files, {len(done.changed)} changed with {done.pieces} pieces")
    made = "to be indexed" if arguments.dry_run else f"indexed with {turns.pieces:,} pieces"
    console.note(f"{turns.sessions} sessions, {turns.messages:,} messages {made}")
    if settled and (settled.docs or settled.vectors):
        console.note(f"{settled.docs:,} docs and {settled.vectors:,} vectors put into order for searching")
    return 0
