"""Take docs out of every search; --undo brings them back.

Nothing is deleted: a forgotten doc keeps its text and standing, and
--list shows all of them. A turn of a session stays forgotten for good, a piece
of a memory file until its text changes.
"""

import argparse
from datetime import UTC, datetime

from ...model.errors import InputError
from ...rules import json_forms
from ...rules.recall_block import handle_of
from ...services import doc_changes
from ..console import Console
from ..options import add_settings, add_workspace, memory_for

EXAMPLE = """
PROGRAM 09ffba2f --workspace .
PROGRAM 09ffba2f --undo --workspace .
PROGRAM --list --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("handles", metavar="HANDLE", nargs="*", help="ids of docs, or their first characters")
    parser.add_argument("--undo", action="store_true", help="bring them back")
    parser.add_argument("--list", action="store_true", help="list what is forgotten")
    parser.add_argument("--dry-run", action="store_true", help="say what would change and write nothing")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Forget, bring back or list; returns the exit code."""
    if bool(arguments.handles) == arguments.list:
        raise InputError("name HANDLE or --list, one of them", hint="--help shows an example of each")
    if arguments.list and arguments.undo:
        raise InputError("--undo needs the handles of what comes back", hint="--list shows them")
    now = datetime.now(UTC)
    with memory_for(arguments, console, dry_run=arguments.dry_run) as store:
        if arguments.list:
            docs = store.select(forgotten=True)
        else:
            handles = [handle.removeprefix("#") for handle in arguments.handles]
            docs = doc_changes.forget(store, handles, now, undo=arguments.undo, dry_run=arguments.dry_run)
    if console.as_json:
        console.data([json_forms.of_doc(doc, now) for doc in docs])
        return 0
    if not docs:
        console.note("nothing is forgotten")
    for doc in docs:
        word = "forgotten" if doc.forgotten_at else "remembered"
        console.text(f"{word} #{handle_of(doc.id)} {' '.join(doc.text.split())[:100]}")
    return 0
