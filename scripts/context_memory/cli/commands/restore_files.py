"""Give back MEMORY.md, context.md and the key files after a compaction.

Prints one block to put into the context: each file as it is now, cut to its
token cap, only from the workspace or the session's own folder. What was
passed over is told only with --explain. --notes adds the newest entries of
today's and yesterday's note, for the start of a session.
"""

import argparse
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from ...model.outcomes import Restoration
from .. import options, session_argument
from ..console import Console

EXAMPLE = """
PROGRAM session.jsonl --workspace .
PROGRAM --workspace . --files src/app.py docs/plan.md --explain
PROGRAM --workspace . --notes
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    session_argument.add_session(parser, optional=True)
    parser.add_argument("--files", metavar="P", nargs="+", default=[], help="key files, newest first, before SESSION's")
    parser.add_argument("--cwd", metavar="D", default="", help="folder the session works in (default: SESSION's)")
    parser.add_argument("--notes", action="store_true", help="also the newest entries of today's and yesterday's note")
    parser.add_argument("--explain", action="store_true", help="tell on stderr what was given and what passed over")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the restored block, or JSON."""
    from ...rules import restore as rules
    from ...services.restorer import Restorer

    key_files, cwd = list(arguments.files), arguments.cwd
    if arguments.session:
        from ...rules import key_files as key_file_rules

        session = session_argument.session_of(arguments, console)
        key_files += key_file_rules.newest_first(session.messages)
        cwd = cwd or session.cwd
    settings = options.settings_of(arguments)
    places = options.places_of(arguments)
    restoration = Restorer(settings).restore(key_files, places, cwd)
    if arguments.notes:
        from ...services.notes import Notes

        offered = Notes(places, settings).offered(datetime.now(UTC))
        restoration = replace(restoration, files=(*restoration.files, *offered))
    if console.as_json:
        console.data({**as_json(restoration), "block": rules.block(restoration)})
    elif restoration.files:
        console.text(rules.block(restoration))
    if arguments.explain:
        _explain(restoration, console)
    return 0


def as_json(restoration: Restoration) -> dict[str, Any]:
    """The restoration without the texts."""
    return {
        "tokens": restoration.tokens,
        "restored": [{"path": file.path, "tokens": file.tokens} for file in restoration.files],
        "passed_over": [{"path": file.path, "reason": file.reason} for file in restoration.passed_over],
    }


def _explain(restoration: Restoration, console: Console) -> None:
    for file in restoration.files:
        console.note(f"restored     {file.path} ({file.tokens:,} tokens)")
    for passed in restoration.passed_over:
        console.note(f"passed over  {passed.path}: {passed.reason}")
