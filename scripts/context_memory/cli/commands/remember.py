"""Store a fact, a preference or a batch of docs, so that recall finds them.

A repeated fact is not stored twice but gets more weight. --batch reads JSON
Lines {"text", "scope", "kind", "id", "session", "seq", "speaker",
"created_at", "source"} (all but text optional). It prints one JSON line for
each, on a terminal only the counts. --kind, --scope, --source and --pin apply
to lines that do not set them.
"""

import argparse
import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice, starmap
from typing import TYPE_CHECKING

from ...errors import InputError, NotReadyError
from ...memory import doc_requests
from ...memory.assembly import SETTLED_AFTER, embedded_after_write, meaning, scope_of, settle
from ...memory.doc_rows import DocRow
from ...memory.docs import Kind, shown_id
from ...memory.ports import DocStore
from ...memory.recall.recall_block import handle_of
from ...memory.services import remember
from ..console import Console, ProgressReport, counted, json_text
from ..options import add_settings, add_workspace, memory_for, places_of, settings_of
from . import Command

if TYPE_CHECKING:
    from ..json_lines import JsonLines

REPORTED_EVERY = 500
EXAMPLE = """
PROGRAM "Deploys go out on Tuesdays, never on Fridays" --workspace .
PROGRAM "用户偏好用制表符缩进" --kind preference --workspace .
PROGRAM --batch docs.jsonl --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("text", metavar="TEXT", nargs="?", help="what to remember")
    parser.add_argument("--batch", metavar="FILE", help="JSON Lines of docs, - for standard input")
    parser.add_argument(
        "--kind",
        metavar="KIND",
        choices=[kind.value for kind in Kind if kind is not Kind.SAID],
        help="entity, preference, fact, project_state, relationship, procedure, lesson, failure, remember, "
        "summary, note, section or turn (default: remember)",
    )
    parser.add_argument("--scope", metavar="S", help="whose memory it is (default: setting scope, or agent:main)")
    parser.add_argument("--pin", action="store_true", help="pin it, so that it never fades")
    parser.add_argument("--source", metavar="WHERE", default="", help="where it comes from")
    parser.add_argument(
        "--entities", action="store_true", help="also remember e-mail, phone and address that the text names"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be remembered and write nothing")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Remember; returns the exit code."""
    if (arguments.text is None) == (arguments.batch is None):
        raise InputError("pass either TEXT or --batch FILE", hint="--help shows an example of each")
    if arguments.batch is not None and arguments.entities:
        raise InputError("--entities goes with TEXT, not with --batch", hint="add a line for each of them")
    if arguments.dry_run:
        return _run(arguments, console, None)
    with memory_for(arguments, console, dry_run=False) as store:
        return _run(arguments, console, store)


REMEMBER = Command(__doc__, EXAMPLE, add_arguments, run)


def _run(arguments: argparse.Namespace, console: Console, store: DocStore | None) -> int:
    """Write to the store; without one say what would be written."""
    now = datetime.now(UTC)
    lines = _open_batch(arguments.batch, console) if arguments.batch is not None else None
    settings = settings_of(arguments)
    scope = scope_of(settings, arguments.scope)
    redacts = settings.redact
    results: Iterator[tuple[DocRow, str, tuple[str, ...]]]
    if lines:
        from .. import batch_docs

        defaults = {name: value for name in ("kind", "source") if (value := getattr(arguments, name))}
        sheets = batch_docs.read_sheets(lines, batch_docs.BatchOptions(now, scope, redacts, arguments.pin, defaults))
        rows = (row for each in sheets for row in each.sheet.rows)
        results = remember.remember_sheets(store, sheets, now) if store else map(_dry_run_result, rows)
    else:
        line = {"text": arguments.text, "kind": arguments.kind or "remember", "source": arguments.source}
        requests = remember.requests_of_text(
            line, now, scope=scope, redacts=redacts, pinned=arguments.pin, entities=arguments.entities
        )
        rows = (doc_requests.prepared(each, now).row for each in requests)
        results = remember.remember(store, requests, now) if store else map(_dry_run_result, rows)
    for_people = not arguments.json and (lines is None or console.out.isatty())
    format_row = _format_for_people if for_people else _format_as_json
    outcomes = Counter[str]()
    with ProgressReport(console) as progress:
        while done := list(islice(results, REPORTED_EVERY)):
            outcomes.update(outcome for _, outcome, _ in done)
            if not (lines and for_people):
                console.text("\n".join(starmap(format_row, done)))
            progress.tell("docs", outcomes.total())
        written = outcomes.total()
        if store:
            most = embedded_after_write(written, settings)
            meaning(store, settings, console.warn, most=most, state=places_of(arguments).state)
            if written >= SETTLED_AFTER:
                with contextlib.suppress(NotReadyError):  # what was written is written; the store's problem says it
                    settle(store, progress=progress.tell)
    if lines and for_people:
        console.text(
            f"{counted(written, 'doc')}: {', '.join(f'{n:,} {outcome}' for outcome, n in outcomes.items()) or 'none'}"
        )
    if lines and not lines.read:
        console.note(f"{'standard input' if arguments.batch == '-' else arguments.batch} holds no docs")
    elif lines and lines.skipped:
        console.note(f"{lines.skipped} of {counted(lines.read, 'line')} were skipped")
    return lines.exit_code if lines else 0


def _open_batch(batch: str, console: Console) -> "JsonLines":
    from ..json_lines import JsonLines

    return JsonLines(batch, console)


def _dry_run_result(row: DocRow) -> tuple[DocRow, str, tuple[str, ...]]:
    return row, "dry run", ()


def _format_for_people(row: DocRow, outcome: str, superseded: Sequence[str]) -> str:
    old = f", supersedes #{', #'.join(map(handle_of, superseded))}" if superseded else ""
    return f"{outcome} {row.kind} #{handle_of(row.id)}{old}"


def _format_as_json(row: DocRow, outcome: str, superseded: Sequence[str]) -> str:
    """One JSON line; plain ids are formatted by hand, four times as fast as by an encoder."""
    shown = shown_id(row)
    if not superseded and shown.isascii() and shown.isprintable() and '"' not in shown and "\\" not in shown:
        return f'{{"id": "{shown}", "outcome": "{outcome}", "kind": "{row.kind}"}}'
    from ...memory import json_values

    return json_text(json_values.of_written(row, outcome, superseded))
