"""Show, trip or close the breaker that stops failing compactions.

It opens after three failed compactions in a row, and if the context is full
again right after a compaction, three times in a row. While it is open, only
trimming works. It never closes by itself: find the cause, then `close`.
`status` exits with 5 while the breaker is open. All sessions of a workspace
share one; a session that was compacted without a workspace has its own.
"""

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ...compaction.outcomes import Breaker
from ...errors import BreakerOpenError, InputError
from ...storage.places import of_user
from .. import options
from ..console import Console
from . import Command

if TYPE_CHECKING:
    from ...compaction.services.breaker import Guard

EXAMPLE = """
PROGRAM --workspace .
PROGRAM close --workspace .
PROGRAM close --session chat-7
PROGRAM record-failure "the summary was larger than the session" --workspace .
"""

ACTIONS = ("status", "close", "clear", "trip", "record-failure", "record-success")
WITH_REASON = ("trip", "record-failure")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("action", choices=ACTIONS, nargs="?", default="status", help="default: status; clear = close")
    parser.add_argument("text", metavar="TEXT", nargs="?", default="", help="the reason of trip and record-failure")
    parser.add_argument("--reason", metavar="TEXT", default="", help="the same as TEXT")
    parser.add_argument("--turns", metavar="N", type=int, help="record-success: turns since the compaction before it")
    parser.add_argument("--session", metavar="ID", help="the breaker of a session without a workspace")
    parser.add_argument("--dry-run", action="store_true", help="say what would be, change nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Do the action and print the state of the breaker."""
    from ...compaction.services.breaker import Guard

    session = arguments.session
    places = of_user().with_breaker_of(session) if session else options.places_of(arguments)
    guard = Guard(places, options.settings_of(arguments), dry_run=arguments.dry_run)
    if arguments.action == "status":
        breaker = guard.state()
    else:
        from ...workspace.files.history_queue import recording

        with recording(places, f"breaker {arguments.action}", console.warn, dry_run=arguments.dry_run):
            breaker = _after(arguments, guard)
    for problem in guard.problems:
        console.warn(problem)
    if console.as_json:
        console.data(_json(breaker, dry_run=arguments.dry_run))
    else:
        console.text(_sentence(breaker, console))
    return BreakerOpenError.exit_code if arguments.action == "status" and breaker.is_open else 0


BREAKER = Command(__doc__, EXAMPLE, add_arguments, run)


def _after(arguments: argparse.Namespace, guard: "Guard") -> Breaker:
    now = datetime.now(UTC)
    reason: str = arguments.reason or arguments.text
    if reason and arguments.action not in WITH_REASON:
        raise InputError(f"{arguments.action} takes no text", hint="leave it out, or use trip or record-failure")
    match arguments.action:
        case "close" | "clear":
            return guard.close(now)
        case "trip" | "record-failure" if not reason.strip():
            raise InputError(f"{arguments.action} needs a reason", hint='add it, e.g. --reason "summary too large"')
        case "trip":
            return guard.trip(reason, now)
        case "record-failure":
            return guard.failed(reason, now)
        case _:
            return guard.succeeded(now, turns_since_last=arguments.turns)


def _json(breaker: Breaker, *, dry_run: bool) -> dict[str, Any]:
    return {
        "open": breaker.is_open,
        "failures": breaker.failures,
        "refills": breaker.refills,
        "opened_at": breaker.opened_at.isoformat() if breaker.opened_at else None,
        "reason": breaker.reason,
        "dry_run": dry_run,
    }


def _sentence(breaker: Breaker, console: Console) -> str:
    if breaker.opened_at:
        since = f"since {breaker.opened_at:%Y-%m-%d %H:%M} UTC"
        return f"{console.paint('open', 'red')} {since}: {breaker.reason}\nCompaction is stopped until you run `close`."
    counted = f"{breaker.failures} failed and {breaker.refills} refilled in a row"
    last = f"; last failure: {breaker.reason}" if breaker.failures else ""
    return f"{console.paint('closed', 'green')} ({counted}{last})"
