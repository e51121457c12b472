"""Bring the search index up to date with MEMORY.md, memories/*.md and memory/**/*.md.

Only files that changed are read; pieces of deleted files leave the index.
`recall` does the same by itself; this shows what happened, or does it all anew.
"""

import argparse

from ...model.errors import InputError
from ...services import memory_index
from ..console import Console
from ..options import add_settings, add_workspace_argument, open_memory, places_of

EXAMPLE = """
PROGRAM .
PROGRAM . --all
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    add_workspace_argument(parser)
    parser.add_argument("--all", action="store_true", help="index every file anew, changed or not")
    parser.add_argument("--dry-run", action="store_true", help="say what would be indexed and write nothing")
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Index; returns the exit code."""
    places = places_of(arguments)
    if places.workspace is None:
        raise InputError("no workspace was named", hint="name the folder of MEMORY.md")
    store = open_memory(arguments, console, check=arguments.all and not arguments.dry_run)
    done = memory_index.update(store, places.workspace, everything=arguments.all, dry_run=arguments.dry_run)
    if console.as_json:
        shown = {"files": done.files, "changed": list(done.changed), "removed": list(done.removed)}
        console.data(shown | {"pieces": done.pieces})
        return 0
    for path in done.changed:
        console.text(f"indexed {path}")
    for path in done.removed:
        console.text(f"removed {path}")
    console.note(f"{done.files} memory files, {len(done.changed)} changed with {done.pieces} pieces")
    return 0
