"""Bring the search index up to date with the memory files and the sessions of a workspace.

Indexed are MEMORY.md, memories/*.md, memory/**/*.md, the messages of journaled
sessions and those that compactions archived. Only what changed is read; what
is gone leaves the index. `recall` does the same by itself, a part at a time;
this does all of it and shows what happened.
"""

import argparse

from ... import wiring
from ...services import memory_index, session_index
from ...services.memory_index import Indexed
from ..console import Console
from ..options import add_settings, add_workspace_either_way, memory_for, places_of, settings_of
from ..progress import ProgressLines

EXAMPLE = """
PROGRAM .
PROGRAM . --all
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    add_workspace_either_way(parser)
    parser.add_argument("--all", action="store_true", help="index everything anew, changed or not")
    parser.add_argument("--dry-run", action="store_true", help="say what would be indexed and write nothing")
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Index; returns the exit code."""
    places, dry_run = places_of(arguments), arguments.dry_run
    with memory_for(arguments, console, dry_run=dry_run, check=arguments.all and not dry_run) as store:
        done = Indexed(0, (), (), 0)
        if places.workspace:
            done = memory_index.update(store, places.workspace, everything=arguments.all, dry_run=dry_run)
        turns = session_index.update(store, places, settings_of(arguments), everything=arguments.all, dry_run=dry_run)
        for problem in turns.problems:
            console.warn(problem)
        progress = ProgressLines(console)
        settled = None if dry_run else wiring.settle(store, anew=arguments.all, progress=progress.tell)
    if console.as_json:
        shown = {"files": done.files, "changed": list(done.changed), "removed": list(done.removed)}
        sessions = {"sessions": turns.sessions, "messages": turns.messages, "pieces": turns.pieces}
        order = {"docs": settled.docs, "vectors": settled.vectors} if settled else {}
        more = {"pieces": done.pieces, "turns": sessions | {"removed": turns.removed}, "settled": order}
        console.data(shown | more | {"dry_run": dry_run})
        return 0
    for path in done.changed:
        console.text(f"{'would index' if dry_run else 'indexed'} {path}")
    for path in done.removed:
        console.text(f"{'would remove' if dry_run else 'removed'} {path}")
    console.note(f"{done.files} memory files, {len(done.changed)} changed with {done.pieces} pieces")
    made = "to be indexed" if dry_run else f"indexed with {turns.pieces:,} pieces"
    console.note(f"{turns.sessions} sessions, {turns.messages:,} messages {made}")
    if settled and (settled.docs or settled.vectors):
        console.note(f"{settled.docs:,} docs and {settled.vectors:,} vectors put into order for searching")
    return 0
