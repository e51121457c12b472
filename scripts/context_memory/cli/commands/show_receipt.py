"""Show what a compaction kept, archived and lost.

Without a name the newest receipt of the workspace; with a session's id, its
file name or the key of a receipt that one. Each thing that is only in the
archive is shown with the handle that gives it back.
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ...model.compaction import ReceiptItem
from .. import options
from ..console import Console

if TYPE_CHECKING:
    from ...disk.session_records import SessionRecords

EXAMPLE = """
PROGRAM --workspace .
PROGRAM 37e3f827-d6ef-4743-a1bc-2f9f257397ff --workspace . --only archived
PROGRAM --list
"""
STATES = ("kept", "archived", "missing")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("name", metavar="NAME", nargs="?", default="", help="session id, session file or receipt key")
    parser.add_argument("--only", choices=STATES, help="show one part")
    parser.add_argument("--list", action="store_true", help="list all receipts, oldest first")
    options.add_workspace(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print one receipt, or the list of all."""
    from ...disk.session_records import SessionRecords

    places = options.places_of(arguments)
    records = SessionRecords(places.sessions)
    if arguments.list:
        _list(records, console)
        return 0
    record = records.newest(_wanted(arguments.name))
    for problem in records.problems:
        console.warn(problem)
    receipt = record.receipt
    parts = {"kept": receipt.kept, "archived": receipt.archived, "missing": receipt.missing}
    shown = {arguments.only: parts[arguments.only]} if arguments.only else parts
    if console.as_json:
        console.data(
            {
                "session": record.session,
                "key": record.key,
                "compactions": record.number,
                "tokens_before": record.tokens_before,
                "tokens_after": record.tokens_after,
                "archive": record.archive,
                "score": receipt.score,
                **{
                    name: [{"kind": i.kind, "text": i.text, "where": i.where} for i in items]
                    for name, items in shown.items()
                },
            }
        )
        return 0
    console.text(console.paint(f"receipt {record.key} of session {record.session}", "bold"))
    tokens = f"{record.tokens_before:,} -> {record.tokens_after:,} tokens"
    console.text(f"score {receipt.score:.2f}; {tokens}; archive {record.archive}")
    rows = [row for name, items in shown.items() for row in _rows(name, items)]
    if rows:
        console.text("")
        console.table(("state", "kind", "what", "where"), rows)
    return 0


def _wanted(name: str) -> str:
    """A session's id: the name itself, or the id inside the file of this name."""
    if not name or not Path(name).is_file():
        return name
    from ...disk.transcripts import read_session

    return read_session(Path(name)).id or Path(name).stem


def _rows(state: str, items: tuple[ReceiptItem, ...]) -> list[tuple[str, str, str, str]]:
    from ...rules.sentences import clip

    return [
        (
            state,
            item.kind,
            clip(" ".join("".join(c if c.isprintable() else " " for c in item.text).split()), 80),
            item.where or "result" if state == "kept" else item.where,
        )
        for item in items
    ]


def _list(records: "SessionRecords", console: Console) -> None:
    lines = list(records.listed())
    if console.as_json:
        console.data(lines)
        return
    rows = [
        (
            line["key"],
            line.get("session", ""),
            line.get("number", 0),
            f"{line.get('tokens_before', 0):,}",
            f"{line.get('tokens_after', 0):,}",
            line.get("score", ""),
        )
        for line in lines
    ]
    console.table(("receipt", "session", "compaction", "before", "after", "score"), rows, numeric=(2, 3, 4, 5))
