"""Check every pointer of MEMORY.md, repair what is proven, report the rest.

A pointer whose content moved or shifted follows it; one whose content changed
or vanished is marked and gets one line in memories/errors.md. Exit code 0: all
fine or repaired; 3: stale pointers remain.
"""

import argparse
from datetime import datetime

from ...rules import pointers
from ...services import verifier
from ..console import Console
from ..options import add_language, add_workspace_argument, places_of
from ..recording import recording

EXAMPLE = """
PROGRAM .
PROGRAM . --dry-run --json
"""
_COLOURS = {"ok": "green", "changed": "red", "vanished": "red"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace."""
    add_workspace_argument(parser)
    add_language(parser)
    parser.add_argument("--dry-run", action="store_true", help="only say what stands, write nothing")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Verify, repair, report."""
    now = datetime.now().astimezone()
    places = places_of(arguments)
    with recording(places, "verify_index", console, dry_run=arguments.dry_run):
        verified = verifier.verify(places, now, language=arguments.lang, dry_run=arguments.dry_run)
    rows = [_row(finding) for finding in verified.findings]
    if console.as_json:
        document = {
            "outcome": "stale" if verified.stale else "verified",
            "dry_run": arguments.dry_run,
            "pointers": [{"pointer": row[1], "state": row[0], "now": row[2]} for row in rows],
            "reported": list(verified.reported),
            "is_written": verified.is_written,
        }
        console.data(document)
    elif rows:
        console.table(("state", "pointer", "now"), [(_painted(console, row[0]), *row[1:]) for row in rows])
        for entry in verified.reported:
            console.note(f"{'would be added' if arguments.dry_run else 'added'} to memories/errors.md: {entry}")
    else:
        console.text("MEMORY.md has no pointers.")
    return 3 if verified.stale else 0


def _row(finding: pointers.Finding) -> tuple[str, str, str]:
    target = finding.pointer.target
    match finding:
        case pointers.Fine():
            return "ok", target, ""
        case pointers.Repaired(now=now):
            return finding.how, target, now.target
        case pointers.Changed():
            return "changed", target, ""
        case pointers.Vanished():
            return "vanished", target, ""


def _painted(console: Console, state: str) -> str:
    return console.paint(state, _COLOURS.get(state, "yellow"))
