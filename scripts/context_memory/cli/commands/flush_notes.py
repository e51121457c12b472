"""Write what a session did, decided and was told into today's note, memory/YYYY-MM-DD.md.

The note is appended to, never rewritten, and MEMORY.md is not touched. The
same state of a session is told once; the next entry goes on from there. The
day and the hour are those of the person's time zone.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from ...model.errors import InputError
from .. import options, session_argument
from ..console import Console
from ..recording import recording

EXAMPLE = """
PROGRAM session.jsonl --workspace . --tz Asia/Shanghai
PROGRAM session.jsonl --workspace . --dry-run
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    session_argument.add_session(parser)
    parser.add_argument("--tz", metavar="ZONE", help="the person's time zone (default: setting time_zone)")
    parser.add_argument("--now", metavar="ISO", help="as if it were this time (default: the clock)")
    parser.add_argument("--dry-run", action="store_true", help="show the entry, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Flush and say where to."""
    from ... import wiring
    from ...services.notes import Flushed, Notes

    places = options.places_of(arguments)
    settings = options.settings_of(arguments, time_zone=arguments.tz)
    notes, now = Notes(places, settings), moment(arguments.now)
    session = session_argument.session_of(arguments, console)
    name = Path(arguments.session).stem if arguments.session != "-" else "stdin"
    optimizer = wiring.optimizer(places, settings, dry_run=True)
    memory, origin = optimizer.remembered(session, name)
    for problem in optimizer.problems:
        console.warn(problem)
    with recording(places, f"flush_notes: {origin.name}", console, dry_run=arguments.dry_run):
        outcome = notes.flush(memory, origin, now, dry_run=arguments.dry_run)
    is_new = isinstance(outcome, Flushed)
    if console.as_json:
        console.data(
            {
                "outcome": "flushed" if is_new else "nothing_to_note",
                "dry_run": arguments.dry_run,
                "path": outcome.path,
                "session": origin.name,
                "messages": memory.messages,
                "entry": outcome.entry.id if isinstance(outcome, Flushed) else "",
                "title": outcome.entry.title if isinstance(outcome, Flushed) else "",
                "bullets": list(outcome.entry.bullets) if isinstance(outcome, Flushed) else [],
            }
        )
    elif isinstance(outcome, Flushed):
        console.text(outcome.text.lstrip("\r\n"))
        console.note(f"{'would be ' if arguments.dry_run else ''}appended to {outcome.path}")
    else:
        console.text("Nothing to note: the notes say it already.")
    return 0


def moment(text: str | None) -> datetime:
    """The time that --now names, in UTC where it names no zone; else the clock."""
    if text is None:
        return datetime.now(UTC)
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InputError(f"--now {text[:60]!r} is no time", hint="write it as 2026-11-20T23:30:00+08:00") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)
