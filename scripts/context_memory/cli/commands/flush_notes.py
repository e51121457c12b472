"""Write what a session did, decided and was told into today's note, memory/YYYY-MM-DD.md.

The note is appended to, never rewritten, and MEMORY.md is not touched. The
same state of a session is told once; the next entry goes on from there. The
day and the hour are those of the person's time zone. With --codec a model or a
program words it; lines that the session does not bear out are dropped, and
when nobody answers the note is written without. --if-due waits for the flush
mark of the budget, once between two compactions.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ...model.errors import InputError
from .. import options, session_argument
from ..console import Console
from ..recording import recording

if TYPE_CHECKING:
    from ...disk.places import Places
    from ...model.memory import SessionMemory
    from ...model.session import Session
    from ...model.settings import Settings
    from ...services.note_writer import Written
    from ...services.notes import Notes, Origin

EXAMPLE = """
PROGRAM session.jsonl --workspace . --tz Asia/Shanghai
PROGRAM session.jsonl --workspace . --if-due --codec anthropic
PROGRAM session.jsonl --workspace . --dry-run
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    session_argument.add_session(parser)
    parser.add_argument("--tz", metavar="ZONE", help="the person's time zone (default: setting time_zone)")
    parser.add_argument(
        "--codec",
        choices=("none", "anthropic", "command"),
        help="whose words the note has (default: setting notes_codec)",
    )
    parser.add_argument("--if-due", action="store_true", help="only from the flush mark on")
    parser.add_argument("--window", metavar="N", type=int, help="context window of the model, tokens")
    parser.add_argument("--policy", metavar="P", help="budget policy: skill, r-memory, provider, openclaw or small")
    parser.add_argument("--now", metavar="ISO", help="as if it were this time (default: the clock)")
    parser.add_argument("--dry-run", action="store_true", help="show the entry, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Flush and say where to."""
    from ... import wiring
    from ...services.notes import Flushed, Notes

    places = options.places_of(arguments)
    settings = options.settings_of(
        arguments,
        time_zone=arguments.tz,
        notes_codec=arguments.codec,
        window=arguments.window,
        policy=arguments.policy,
    )
    notes, now = Notes(places, settings), moment(arguments.now)
    session = session_argument.session_of(arguments, console)
    name = Path(arguments.session).stem if arguments.session != "-" else "stdin"
    optimizer = wiring.optimizer(places, settings, dry_run=True)
    memory, origin = optimizer.remembered(session, name)
    for problem in optimizer.problems:
        console.warn(problem)
    if arguments.if_due and (reason := _not_due(session, places, settings, notes, origin)):
        return _passed(reason, origin, console)
    written = _written(session, memory, origin, notes, now, places, settings, console)
    with recording(places, f"flush_notes: {origin.name}", console, dry_run=arguments.dry_run):
        outcome = notes.flush(memory, origin, now, summary=written.lines, dry_run=arguments.dry_run)
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
                "codec": settings.notes_codec if written.lines else "none",
                "dropped": written.dropped,
                "cost": round(written.cost, 6),
            }
        )
    elif isinstance(outcome, Flushed):
        console.text(outcome.text.lstrip("\r\n"))
        console.note(f"{'would be ' if arguments.dry_run else ''}appended to {outcome.path}")
    else:
        console.text("Nothing to note: the notes say it already.")
    return 0


def _not_due(session: "Session", places: "Places", settings: "Settings", notes: "Notes", origin: "Origin") -> str:
    """Why there is nothing to do yet; empty when the flush mark is reached and nothing was noted since."""
    from ...rules import budget
    from ...services.measuring import Measuring, counter_of

    mark = budget.of(settings.window, settings.policy).flush_at
    measured = Measuring(settings, places, counter_of(settings)).measure(session).tokens
    if measured < mark:
        return f"the context has {measured:,} tokens, the flush mark is {mark:,}"
    return "it was noted since the last compaction" if notes.is_noted(origin) else ""


def _passed(reason: str, origin: "Origin", console: Console) -> int:
    if console.as_json:
        console.data({"outcome": "not_due", "reason": reason, "session": origin.name})
    else:
        console.text(f"Not due: {reason}.")
    return 0


def _written(
    session: "Session",
    memory: "SessionMemory",
    origin: "Origin",
    notes: "Notes",
    now: datetime,
    places: "Places",
    settings: "Settings",
    console: Console,
) -> "Written":
    """What a model says of the news; nothing where none is asked, or there are none."""
    from ... import wiring
    from ...services.note_writer import Written

    writer = wiring.note_writer(places, settings, console.warn) if settings.notes_codec != "none" else None
    count, language = notes.news(memory, origin, now) if writer else (0, "")
    if writer is None or not count:
        return Written()
    written = writer.written(session.messages[-count:], language)
    if written.problem:
        console.warn(f"{written.problem}; the note is written without a model")
    elif written.dropped:
        console.note(f"{written.dropped} lines of the model were dropped: the session does not bear them out")
    return written


def moment(text: str | None) -> datetime:
    """The time that --now names, in UTC where it names no zone; else the clock."""
    if text is None:
        return datetime.now(UTC)
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InputError(f"--now {text[:60]!r} is no time", hint="write it as 2026-11-20T23:30:00+08:00") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)
