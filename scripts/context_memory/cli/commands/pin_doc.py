"""Pin a doc, so that it never fades, or unpin it.

A pinned doc is in tier core with relevance 1 until it is unpinned. Pieces of
memory files are pinned by `<!-- importance: 10 -->` in their file instead.
"""

import argparse
from datetime import UTC, datetime

from ...rules import json_forms
from ...rules.recall_block import handle_of
from ...services import doc_changes
from ..console import Console
from ..options import add_settings, add_workspace, memory_for

EXAMPLE = """
PROGRAM 09ffba2f --workspace .
PROGRAM 09ffba2f --unpin --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("handle", metavar="HANDLE", help="id of the doc, or its first characters")
    parser.add_argument("--unpin", action="store_true", help="let it fade again")
    parser.add_argument("--dry-run", action="store_true", help="say what would change and write nothing")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Pin or unpin; returns the exit code."""
    now = datetime.now(UTC)
    handle = arguments.handle.removeprefix("#")
    with memory_for(arguments, console, dry_run=arguments.dry_run) as store:
        change = doc_changes.pin(store, handle, now, pinned=not arguments.unpin, dry_run=arguments.dry_run)
    if console.as_json:
        console.data(json_forms.of_doc(change.after, now))
        return 0
    word = "pinned" if change.after.pinned else "not pinned"
    console.text(f"{'already ' if change.before == change.after else ''}{word} #{handle_of(change.after.id)}")
    return 0
