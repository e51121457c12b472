"""Run a person's slash command: /remember TEXT, /recall QUESTION or /compact.

TEXT is the message as typed, - reads it from standard input. /compact compacts
the transcript of --session-file whatever its size, or without one swaps the
view of the journaled session; the summary is stored in the memory of its
agent. Exit codes: 0 done; 3 the text is not a slash command, or the command
was refused, and nothing was done.
"""

import argparse
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...api.assemble import sessions
from ...errors import InputError
from ...memory import doc_requests
from ...memory.assembly import open_recall
from ...memory.docs import Kind, Scope, scope_of, shown_id
from ...memory.recall import recall_block
from ...memory.services import remember
from .. import options
from ..console import Console
from . import Command

EXAMPLE = """
PROGRAM "/remember Deploys go out on Tuesdays" --workspace .
PROGRAM "/recall 什么时候部署" --workspace . --json
PROGRAM /compact --session-file session.jsonl --workspace . --json
"""
EXIT_NOTHING = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("text", metavar="TEXT", help="the message, - for standard input")
    parser.add_argument("--session-file", metavar="FILE", default="", help="the transcript that /compact is about")
    parser.add_argument(
        "--session", metavar="ID", dest="talk", default="", help="id of the session the message belongs to"
    )
    parser.add_argument("--scope", metavar="S", help="whose memory it is (default: the agent of --session)")
    parser.add_argument(
        "--channel", metavar="C", default="", help="where it was typed; heartbeat, cron and system do nothing"
    )
    parser.add_argument("--source", metavar="WHERE", default="slash command", help="where it comes from")
    parser.add_argument("--now", metavar="TIME", help="the time that `last week` counts from (default: now)")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done and write nothing")
    options.add_reading(parser)
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Parse and do; returns the exit code."""
    text = sys.stdin.read(4 * doc_requests.LONGEST) if arguments.text == "-" else arguments.text
    asked = doc_requests.slash_of(text)
    if not isinstance(asked, doc_requests.NoCommand) and doc_requests.is_internal_channel(arguments.channel):
        asked = doc_requests.NoCommand("channel", f"{arguments.channel} is the host's own channel")
    now = doc_requests.moment_of(arguments.now, datetime.now(UTC), "--now")
    match asked:
        case doc_requests.NoCommand(reason, message):
            return _print_result(console, {"outcome": "no_command", "reason": reason, "message": message}, message)
        case doc_requests.Remember(words, kind):
            return _remember(words, kind, arguments, now, console)
        case doc_requests.Ask(question):
            return _recall(question, arguments, now, console)
        case doc_requests.Compact():
            return _compact(arguments, now, console)


SLASH = Command(__doc__, EXAMPLE, add_arguments, run)


def _print_result(console: Console, shown: dict[str, Any], message: str) -> int:
    if console.as_json:
        console.data(shown)
    else:
        console.note(message)
    return EXIT_NOTHING


def _scope(arguments: argparse.Namespace, session: str) -> Scope:
    from ...memory.indexing import turn_chunks

    named = arguments.scope or options.settings_of(arguments).scope
    return scope_of(named) if named else turn_chunks.scope_of(session)


def _remember(words: str, kind: Kind, arguments: argparse.Namespace, now: datetime, console: Console) -> int:
    settings = options.settings_of(arguments)
    line = {"text": words, "kind": str(kind), "source": arguments.source, "session": arguments.talk}
    scope = _scope(arguments, arguments.talk)
    request = doc_requests.request_of(line, now, scope=scope, redacts=settings.redact)
    outcome = "dry run"
    if not arguments.dry_run:
        store = options.open_memory(arguments, console)
        (done,) = remember.remember(store, [request], now)
        request, outcome = request._replace(doc=done.doc), done.outcome
    doc = request.doc
    if console.as_json:
        shown = {"id": shown_id(doc), "kind": str(doc.kind), "importance": doc.importance, "scope": doc.scope}
        console.data({"outcome": "remembered", "was": outcome, **shown, "text": doc.text})
    else:
        console.text(f"{outcome} {doc.kind} #{recall_block.handle_of(doc.id)}")
    return 0


def _recall(question: str, arguments: argparse.Namespace, now: datetime, console: Console) -> int:
    from ...memory.ports import Filter
    from ...memory.recall.services.recall import Search

    settings = options.settings_of(arguments)
    where = Filter(scope_of(arguments.scope) if arguments.scope else None)
    with options.memory_for(arguments, console, dry_run=arguments.dry_run) as store:
        recall = open_recall(options.places_of(arguments), settings, console.warn, store)
        found = recall.find(Search(question, now, where, limit=settings.recall_limit))
        block = recall_block.block(found.hits, now, settings.recall_tokens, notes=True)
        if not arguments.dry_run:
            recall.note_given([hit.doc for hit in found.used if hit.doc.id in block.ids])
            recall.save_given(now)
    if found.degraded and not console.as_json:
        console.warn_of_words_alone(found.reason)
    if console.as_json:
        told = recall_block.metadata(block, f"recall_{uuid.uuid4()}")
        console.data({"outcome": "recalled", "query": question, "degraded": found.degraded, "block": told})
    elif block.text:
        console.text(block.text)
    else:
        console.note("nothing was found")
    return 0


def _compact(arguments: argparse.Namespace, now: datetime, console: Console) -> int:
    from ...compaction.outcomes import BreakerOpen, Compacted, NotNeeded, Refused
    from ...compaction.services.compact import Request
    from ...workspace.files.history_queue import recording

    if not arguments.session_file:
        return _swap(arguments, now, console)
    session = options.session_of(arguments, console, arguments.session_file)
    settings, places = options.settings_of(arguments), options.places_of(arguments)
    name = arguments.talk or session.id or Path(arguments.session_file).stem
    compaction = sessions.compaction(places, settings, dry_run=arguments.dry_run, session=name)
    request = Request(force=True, dry_run=arguments.dry_run, name=name)
    with recording(places, f"slash: /compact {name}", console.warn, dry_run=arguments.dry_run):
        outcome = compaction.compact(session, request, now)
    for problem in compaction.problems:
        console.warn(problem)
    match outcome:
        case NotNeeded(reason=reason):
            return _print_result(console, {"outcome": "not_needed", "reason": reason}, f"not needed: {reason}")
        case Refused(reason=reason, hint=hint):
            return _print_result(
                console, {"outcome": "refused", "reason": reason, "hint": hint}, f"refused: {reason}; {hint}"
            )
        case BreakerOpen(breaker=breaker):
            return _print_result(console, {"outcome": "breaker_open", "reason": breaker.reason}, "the breaker is open")
        case Compacted():
            kept = _summary(outcome.continuation, name, arguments, now, console)
    if console.as_json:
        sizes = {"tokens_before": outcome.estimate_before, "tokens_after": outcome.tokens_after}
        text = {"continuation": outcome.continuation, "kept_messages": len(outcome.tail), "archive": outcome.archive}
        console.data({"outcome": "compacted", **sizes, **text, "summary": kept})
    else:
        console.text(outcome.continuation)
        console.note(f"compacted: {outcome.estimate_before:,} -> {outcome.tokens_after:,} tokens; summary #{kept[:8]}")
    return 0


def _swap(arguments: argparse.Namespace, now: datetime, console: Console) -> int:
    """The view of a journaled session swapped by force."""
    from ...blocks.values import Swapped

    services = sessions.blocks(options.places_of(arguments), options.settings_of(arguments))
    try:
        if not services.store.sessions():
            raise InputError("/compact needs the session", hint="name its transcript with --session-file")
        arguments.session = arguments.talk
        session = options.journaled(arguments, services, console)
        outcome = services.viewer.swap(session, now, force=True, dry_run=arguments.dry_run)
    finally:
        services.close()
    for problem in services.problems:
        console.warn(problem)
    if not isinstance(outcome, Swapped):
        return _print_result(
            console, {"outcome": "refused", "reason": outcome.reason, "hint": outcome.hint}, outcome.message
        )
    kept = _summary(outcome.swap.header, session, arguments, now, console)
    sizes = {"tokens_before": outcome.tokens_before, "tokens_after": outcome.tokens_after}
    if console.as_json:
        shown = {"session": session, "revision": outcome.swap.revision, "continuation": outcome.swap.header}
        console.data({"outcome": "compacted", **sizes, **shown, "summary": kept})
    else:
        console.text(outcome.swap.header)
        console.note(f"swapped: {outcome.tokens_before:,} -> {outcome.tokens_after:,} tokens; summary #{kept[:8]}")
    return 0


def _summary(text: str, name: str, arguments: argparse.Namespace, now: datetime, console: Console) -> str:
    """Keep the summary in the agent's own scope, never for everybody; its id."""
    line = {
        "text": doc_requests.summary_of(text),
        "kind": str(Kind.SUMMARY),
        "source": "compaction",
        "session": name,
    }
    made = doc_requests.request_of(
        line, now, scope=_scope(arguments, name), redacts=options.settings_of(arguments).redact
    )
    made = made._replace(doc=made.doc._replace(importance=doc_requests.SUMMARY_IMPORTANCE))
    if arguments.dry_run:
        return ""
    (done,) = remember.remember(options.open_memory(arguments, console), [made], now)
    return done.doc.id
