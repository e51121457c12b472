"""Shorten one tool output and keep the lines with facts.

Reads the output on stdin. Up to 2,000 characters (3,000 of a file) it is
printed unchanged. A longer one is archived byte for byte first; the shorter
form ends with its last 500 characters (a file: with a marker that names it) and
keeps the informative lines. context-memory archive prints the original. Where
it cannot be archived, the output is printed unchanged, and the exit code tells.
"""

import argparse
import sys

from ...errors import ContextMemoryError
from ...storage.archive import Archive
from ...trim.service import Trimmer
from ...trim.trimming import Trimmed
from ..console import Console
from ..options import add_settings, add_workspace, places_of, settings_of
from . import Command

EXAMPLE = """
pytest -v 2>&1 | PROGRAM --tool bash
PROGRAM --tool read --path src/app.py --task "find the retry limit" < src/app.py
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument(
        "--tool", metavar="NAME", default="", help="name of the tool as the host calls it: bash, Read, exec"
    )
    parser.add_argument(
        "--path", metavar="P", default="", help="file that was read; without --tool it makes the output a read"
    )
    parser.add_argument(
        "--task", metavar="TEXT", default="", help="what the agent is after: lines that name it are kept"
    )
    parser.add_argument("--dry-run", action="store_true", help="show the result, archive nothing")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Trim stdin; returns the exit code. What a tool said once may never be said again: it is printed on errors too."""
    raw = sys.stdin.buffer.read()
    try:
        return _trim(raw, arguments, console)
    except (ContextMemoryError, OSError):
        if not console.as_json:
            sys.stdout.buffer.write(raw)
        raise


def _trim(raw: bytes, arguments: argparse.Namespace, console: Console) -> int:
    places = places_of(arguments)
    trimmer = Trimmer(Archive(places.archive), settings_of(arguments), dry=arguments.dry_run)
    tool_input = {"path": arguments.path} if arguments.path else None
    outcome = trimmer.trim(raw, arguments.tool, tool_input, arguments.path, arguments.task)
    handle, saved = (outcome.handle, outcome.saved_chars) if isinstance(outcome, Trimmed) else ("", 0)
    if handle and arguments.workspace is None and not arguments.dry_run:
        console.note(f"original {handle} archived in {places.archive}")
    if console.as_json:
        console.data({"text": outcome.text, "saved_chars": saved, "handle": handle})
    elif handle:
        console.out.write(outcome.text)
    else:  # nothing was changed, not even bytes that are no text
        console.out.flush()
        sys.stdout.buffer.write(raw)
    return 0


TRIM = Command(__doc__, EXAMPLE, add_arguments, run)
