"""Journal a session and cut it into blocks; each message once, however often it comes.

SESSION stays as it is. What is new in it is redacted and appended to the
journal of its session; whole groups of messages become blocks whose boundaries
never change. Run it again after every turn: known messages are passed over.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from ...model.blocks import Ingested
from .. import options, session_argument
from ..console import Console

EXAMPLE = """
PROGRAM session.jsonl --workspace .
PROGRAM session.jsonl --workspace . --json
cat messages.json | PROGRAM - --name chat-7 --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    session_argument.add_session(parser)
    parser.add_argument("--name", metavar="ID", default="", help="id of the session in the journal (default: its own)")
    parser.add_argument("--dry-run", action="store_true", help="say what is new, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Journal what is new and print the numbers."""
    from ... import wiring

    session = session_argument.session_of(arguments, console)
    settings = options.settings_of(arguments)
    places = options.places_of(arguments)
    stem = "stdin" if arguments.session == "-" else Path(arguments.session).stem
    services = wiring.blocks(places, settings)
    try:
        name = arguments.name or session.id or stem
        done = services.ingester.ingest(session, datetime.now(UTC), name=name, dry_run=arguments.dry_run)
        journal = services.ingester.journal(name).path
    finally:
        services.close()
    for problem in services.problems:
        console.warn(problem)
    if console.as_json:
        console.data(_json(done, str(journal), is_dry=arguments.dry_run))
    else:
        _print(done, str(journal), console, is_dry=arguments.dry_run)
    return 0


def _json(done: Ingested, journal: str, *, is_dry: bool) -> dict[str, object]:
    blocks = [
        {
            "id": block.id,
            "number": block.number,
            "first": block.first,
            "last": block.last,
            "messages": block.messages,
            "tokens": block.tokens,
            "time": block.time,
        }
        for block in done.sealed
    ]
    return {
        "outcome": "would_ingest" if is_dry else "ingested",
        "session": done.session,
        "accepted": done.accepted,
        "duplicates": done.duplicates,
        "first": done.first,
        "last": done.last,
        "noise": done.noise,
        "redacted": done.redacted,
        "sealed": blocks,
        "journal": journal,
    }


def _print(done: Ingested, journal: str, console: Console, *, is_dry: bool) -> None:
    would = "would be " if is_dry else ""
    console.text(f"session {done.session}: {done.accepted:,} messages {would}journaled, {done.duplicates:,} known")
    if done.accepted:
        console.text(f"blocks: {len(done.sealed):,} {would}sealed; {done.noise:,} heartbeats left out of them")
    if done.redacted:
        console.text(f"secrets taken out: {done.redacted:,}")
    console.text(f"journal: {journal}")
