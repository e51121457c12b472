"""Learn lasting facts, lessons and failures from what people said in a session.

Only a person's own words are read, and each message is learnt once. Without a
model: what they asked to be remembered, names, preferences, rules for later,
their e-mail, and calls that failed again and again. With the setting
learn_codec = anthropic (or command) the messages that pass the gates, without
secrets, addresses and phone numbers, are also shown to that model.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ... import wiring
from ...model.learning import Learnt, LearntDoc
from ...model.session import Message
from ...rules import doc_ids
from ...rules.recall_block import handle_of
from ...services.learnt_docs import Told
from .. import journaled_session, options, session_argument
from ..console import Console

EXAMPLE = """
PROGRAM session.jsonl --workspace .
PROGRAM --workspace . --session-id 8f2c
PROGRAM session.jsonl --workspace . --dry-run --json
"""
_SHOWN = 100  # characters of one text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    session_argument.add_session(parser, optional=True)
    parser.add_argument("--scope", metavar="S", help="whose memory it is (default: agent:main)")
    parser.add_argument(
        "--codec", choices=("none", "anthropic", "command"), help="who distils facts (default: setting learn_codec)"
    )
    parser.add_argument(
        "--sensitive", action="store_true", help="also learn phone, address and identity number of the person"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be learnt, ask no model, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Learn; returns the exit code."""
    places = options.places_of(arguments)
    settings = options.settings_of(arguments, learn_codec=arguments.codec)
    if arguments.sensitive:
        settings = replace(settings, learn_sensitive=True)
    name, messages = _session(arguments, console)
    with options.memory_for(arguments, console, dry_run=arguments.dry_run) as store:
        learner = wiring.learner(places, settings, store, console.warn, dry_run=arguments.dry_run)
        learnt = learner.learn(Told(name, wiring.scope_of(settings, arguments.scope), messages), datetime.now(UTC))
    for problem in learnt.problems:
        console.warn(problem)
    if console.as_json:
        console.data(_as_json(name, learnt, dry_run=arguments.dry_run))
    else:
        _tell(name, learnt, console)
    return 0


def _session(arguments: argparse.Namespace, console: Console) -> tuple[str, Iterator[tuple[int, Message]]]:
    """Name and numbered messages of the transcript, or of a session of the workspace's journal."""
    if arguments.session is not None:
        session = session_argument.session_of(arguments, console)
        name = session.id or (Path(arguments.session).stem if arguments.session != "-" else "stdin")
        return name, enumerate(session.messages, 1)
    places, settings = options.places_of(arguments), options.settings_of(arguments)
    services = wiring.blocks(places, settings)
    try:
        arguments.session = arguments.session_id
        name = journaled_session.session_of(arguments, services, console)
        entries = services.store.entries(services.ingester.journal(name), 1, arguments.at)
    finally:
        services.close()
    return name, ((entry.seq, entry.message) for entry in entries)


def _tell(name: str, learnt: Learnt, console: Console) -> None:
    for each in learnt.docs:
        old = f", supersedes #{', #'.join(map(handle_of, each.superseded))}" if each.superseded else ""
        text = " ".join(each.doc.text.split())
        console.text(f"{each.outcome} {each.doc.kind} #{handle_of(each.doc.id)} {text[:_SHOWN]}{old}")
    console.note(
        f"session {name}: {learnt.said} messages of people, {learnt.known} learnt before, "
        f"{learnt.gated} with nothing to learn, {len(learnt.docs)} docs"
    )
    others = learnt.said - learnt.known - learnt.gated
    if others > 0 and not (learnt.docs or learnt.calls or learnt.would_ask):
        console.note(
            f"{others} may tell something, but the rules alone found no fact; with learn_codec a model reads them"
        )
    if learnt.rejected:
        console.note("not kept: " + ", ".join(f"{count} {reason}" for reason, count in sorted(learnt.rejected.items())))
    if learnt.calls or learnt.skipped or learnt.unanswered or learnt.would_ask:
        asked = f"a model would be asked about {learnt.would_ask} messages" if learnt.would_ask else ""
        done = f"{learnt.calls} calls of a model, ${learnt.cost:.4f}, {learnt.skipped} messages skipped because others "
        done += f"were in work, {learnt.unanswered} without an answer"
        console.note(asked or done)


def _as_json(name: str, learnt: Learnt, *, dry_run: bool) -> dict[str, Any]:
    return {
        "session": name,
        "dry_run": dry_run,
        "messages": learnt.messages,
        "said": learnt.said,
        "known": learnt.known,
        "gated_out": learnt.gated,
        "telling": learnt.telling,
        "correcting": learnt.correcting,
        "docs": [_doc(each) for each in learnt.docs],
        "rejected": dict(sorted(learnt.rejected.items())),
        "model": {
            "calls": learnt.calls,
            "dollars": round(learnt.cost, 6),
            "skipped": learnt.skipped,
            "unanswered": learnt.unanswered,
            "would_ask": learnt.would_ask,
            "problems": learnt.problems,
        },
    }


def _doc(each: LearntDoc) -> dict[str, Any]:
    doc = each.doc
    shown = {
        "id": doc_ids.shown(doc),
        "outcome": each.outcome,
        "way": each.way.value,
        "kind": doc.kind.value,
        "text": doc.text,
        "tier": doc.tier.value,
        "importance": doc.importance,
        "pinned": doc.pinned,
        "message": doc.seq,
    }
    return shown | ({"superseded": list(each.superseded)} if each.superseded else {})
