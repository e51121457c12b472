"""Remember a fact, a preference or a batch of docs, so that recall finds them again.

The same fact told again is not stored twice: it gets more weight. --batch
reads JSON Lines {"text", "scope", "kind", "id", "session", "seq", "speaker",
"created_at", "source"} (all but text optional) and prints one line for each;
--kind, --scope, --source and --pin count for lines that say nothing of it.
"""

import argparse
import contextlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from ... import wiring
from ...model.docs import Kind, MemoryDoc, Scope
from ...model.errors import InputError, NotReadyError
from ...rules import doc_ids, fact_entities, remembering
from ...rules.recall_block import handle_of
from ...rules.remembering import Request
from ...services import remember
from ..console import Console, json_text
from ..json_lines import JsonLines
from ..options import add_settings, add_workspace, open_memory, places_of, settings_of
from ..progress import ProgressLines

SETTLED_AFTER = 500
"""Docs of one call after which what searches them is put into order at once."""
TOLD_EVERY = 500
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
        choices=[kind.value for kind in Kind],
        help="entity, preference, fact, project_state, relationship, procedure, lesson, failure, remember, "
        "summary, note, section or turn (default: remember)",
    )
    parser.add_argument("--scope", metavar="S", help="whose memory it is (default: setting scope, or agent:main)")
    parser.add_argument("--pin", action="store_true", help="keep it at hand for good")
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
        raise InputError("name TEXT or --batch FILE, one of them", hint="--help shows an example of each")
    if arguments.batch is not None and arguments.entities:
        raise InputError("--entities goes with TEXT, not with --batch", hint="add a line for each of them")
    now = datetime.now(UTC)
    lines = JsonLines(arguments.batch, console) if arguments.batch is not None else None
    settings = settings_of(arguments)
    scope = wiring.scope_of(settings, arguments.scope)
    redacts = settings.redact
    store = None
    requests = (
        _of_batch(lines, arguments, now, scope, redacts=redacts)
        if lines
        else _of_text(arguments, now, scope, redacts=redacts)
    )
    results: Iterator[tuple[MemoryDoc, str, tuple[str, ...]]]
    if arguments.dry_run:
        results = ((request.doc, "dry run", ()) for request in requests)
    else:
        store = open_memory(arguments, console)
        results = ((each.doc, each.outcome, each.superseded) for each in remember.remember(store, requests, now))
    progress, written = ProgressLines(console), 0
    for written, (doc, outcome, superseded) in enumerate(results, 1):
        if lines or arguments.json:
            console.text(json_text(_shown(doc, outcome, superseded)))
            if not written % TOLD_EVERY:
                progress.tell("docs", written)
        else:
            old = f", supersedes #{', #'.join(map(handle_of, superseded))}" if superseded else ""
            console.text(f"{outcome} {doc.kind} #{handle_of(doc.id)}{old}")
    if store:
        most = max(written, wiring.embedded_at_recall(settings))
        wiring.meaning(store, settings, console.warn, most=most, state=places_of(arguments).state)
        if written >= SETTLED_AFTER:
            with contextlib.suppress(NotReadyError):  # what was written is written; the store's problem says it
                wiring.settle(store, progress=progress.tell)
    if lines and lines.skipped:
        console.note(f"{lines.skipped} of {lines.read} lines were skipped")
    return lines.exit_code if lines else 0


def _of_text(arguments: argparse.Namespace, now: datetime, scope: Scope | None, *, redacts: bool) -> Iterator[Request]:
    line = {"text": arguments.text, "kind": arguments.kind or "remember", "source": arguments.source}
    request = remembering.request_of(line, now, scope=scope, redacts=redacts)
    yield replace(request, doc=replace(request.doc, pinned=arguments.pin))
    if arguments.entities:
        for entity in fact_entities.in_text(arguments.text):
            found = remembering.request_of(
                {"text": entity.text, "kind": "entity", "source": arguments.source}, now, scope=scope
            )
            yield replace(found, doc=replace(found.doc, pinned=True))


def _of_batch(
    lines: JsonLines, arguments: argparse.Namespace, now: datetime, scope: Scope | None, *, redacts: bool
) -> Iterator[Request]:
    defaults = {name: value for name in ("kind", "source") if (value := getattr(arguments, name))}
    for number, line in lines:
        try:
            request = remembering.request_of(defaults | line if defaults else line, now, scope=scope, redacts=redacts)
        except InputError as error:
            lines.skip(number, str(error))
            continue
        yield replace(request, doc=replace(request.doc, pinned=True)) if arguments.pin else request


def _shown(doc: MemoryDoc, outcome: str, superseded: tuple[str, ...]) -> dict[str, object]:
    shown: dict[str, object] = {"id": doc_ids.shown(doc), "outcome": outcome, "kind": str(doc.kind)}
    return shown | {"superseded": list(superseded)} if superseded else shown
