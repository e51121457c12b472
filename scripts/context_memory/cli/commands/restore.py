"""Print MEMORY.md, context.md and the key files after a compaction.

Prints one block for the context: each file as it is now, cut to its token
limit, only from the workspace or the folder that --cwd names. --explain lists
skipped files. --notes adds the newest entries of today's and yesterday's note,
for the start of a session.
"""

import argparse
from datetime import UTC, datetime

from ...compaction.outcomes import Restoration
from ...errors import InputError
from ...storage.archive import SCHEME
from .. import options
from ..console import Console
from . import Command

EXAMPLE = """
PROGRAM session.jsonl --workspace .
PROGRAM --workspace . --files src/app.py docs/plan.md --explain
PROGRAM --workspace . --notes
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    options.add_session(parser, optional=True)
    parser.add_argument("--files", metavar="P", nargs="+", default=[], help="key files, newest first, before SESSION's")
    parser.add_argument("--cwd", metavar="D", default="", help="where the session works (default: SESSION's, if in W)")
    parser.add_argument("--notes", action="store_true", help="also the newest entries of today's and yesterday's note")
    parser.add_argument("--explain", action="store_true", help="tell on stderr what was given and what passed over")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the restored block, or JSON."""
    from ...compaction.services import restore
    from ...compaction.services.restore import restore_session

    if arguments.session and arguments.session.startswith(SCHEME):
        raise InputError(
            f"{arguments.session} is a handle, no session", hint=f"context-memory archive {arguments.session} reads it"
        )
    session = options.session_of(arguments, console) if arguments.session else None
    restoration = restore_session(
        session,
        options.places_of(arguments),
        options.settings_of(arguments),
        files=arguments.files,
        cwd=arguments.cwd,
        notes_at=datetime.now(UTC) if arguments.notes else None,
        session_id=session.id if session else "",
    )
    if console.as_json:
        from ...api import results

        console.data(results.of_restoration(restoration).to_dict())
    elif restoration.files:
        console.text(restore.restored_block(restoration))
    if arguments.explain:
        _explain(restoration, console)
    return 0


RESTORE = Command(__doc__, EXAMPLE, add_arguments, run)


def _explain(restoration: Restoration, console: Console) -> None:
    for file in restoration.files:
        console.note(f"restored     {file.path} ({file.tokens:,} tokens)")
    for passed in restoration.passed_over:
        console.note(f"skipped      {passed.path}: {passed.reason}")
