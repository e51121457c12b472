"""What a session leaves behind: `learn` and `flush`."""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InputError
from ...messages import Message
from .. import options
from ..console import Console, counted
from . import Command

if TYPE_CHECKING:
    from ...memory.learning.turns import Learnt

_SHOWN = 100  # characters of one text


def _add_learn_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    options.add_session(parser, optional=True)
    parser.add_argument("--scope", metavar="S", help="whose memory it is (default: agent:main)")
    parser.add_argument(
        "--codec", choices=("none", "anthropic", "command"), help="what extracts facts (default: setting learn_codec)"
    )
    parser.add_argument(
        "--sensitive", action="store_true", help="also learn phone, address and identity number of the person"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be learnt, ask no model, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_learn(arguments: argparse.Namespace, console: Console) -> int:
    """Learn; returns the exit code."""
    from ...api import results
    from ...api.assemble import learning
    from ...memory.assembly import scope_of
    from ...memory.learning.services.learnt_docs import Told

    places = options.places_of(arguments)
    settings = options.settings_of(arguments, learn_codec=arguments.codec)
    if arguments.sensitive:
        settings = settings._replace(learn_sensitive=True)
    name, messages = _session(arguments, console)
    with options.memory_for(arguments, console, dry_run=arguments.dry_run) as store:
        learner = learning.learner(places, settings, store, console.warn, dry_run=arguments.dry_run)
        learnt = learner.learn(Told(name, scope_of(settings, arguments.scope), messages), datetime.now(UTC))
    for problem in learnt.problems:
        console.warn(problem)
    if console.as_json:
        console.data(results.of_learnt(name, learnt, dry_run=arguments.dry_run).to_dict())
    else:
        _tell(name, learnt, console)
    return 0


LEARN = Command(
    """Learn lasting facts, lessons and failures from what people said in a session.

Only a person's own words are read, each message once. Without a model it
learns what they asked to be remembered, names, preferences, lasting rules,
their e-mail, and calls that failed repeatedly. With the setting learn_codec =
anthropic (or command) the messages that pass the gates, without secrets,
addresses and phone numbers, are also sent to that model.
""",
    """
PROGRAM session.jsonl --workspace .
PROGRAM --workspace . --session-id 8f2c
PROGRAM session.jsonl --workspace . --dry-run --json
""",
    _add_learn_arguments,
    _run_learn,
)


_WHY = {"sensitive": " (with a phone number, an address or an identity number; --sensitive keeps these)"}
"""What a reason for not keeping something means, where its word does not say it."""


def _session(arguments: argparse.Namespace, console: Console) -> tuple[str, Iterator[tuple[int, Message]]]:
    """Name and numbered messages of the transcript, or of a session of the workspace's journal."""
    from ...api.assemble import sessions

    if arguments.session is not None:
        session = options.session_of(arguments, console)
        name = session.id or (Path(arguments.session).stem if arguments.session != "-" else "stdin")
        return name, enumerate(session.messages, 1)
    places, settings = options.places_of(arguments), options.settings_of(arguments)
    services = sessions.blocks(places, settings)
    try:
        arguments.session = arguments.session_id
        name = options.journaled(arguments, services, console)
        entries = services.store.entries(services.ingester.journal(name), 1, arguments.at)
    finally:
        services.close()
    return name, ((entry.seq, entry.message) for entry in entries)


def _tell(name: str, learnt: "Learnt", console: Console) -> None:
    from ...memory.recall.recall_block import handle_of

    for each in learnt.docs:
        old = f", supersedes #{', #'.join(map(handle_of, each.superseded))}" if each.superseded else ""
        text = " ".join(each.doc.text.split())
        console.text(f"{each.outcome} {each.doc.kind} #{handle_of(each.doc.id)} {text[:_SHOWN]}{old}")
    console.note(
        f"session {name}: {counted(learnt.said, 'message')} of people, {learnt.known} learnt before, "
        f"{learnt.gated} with nothing to learn, {counted(len(learnt.docs), 'doc')}, "
        f"{learnt.unsure} things that may last"
    )
    others = learnt.said - learnt.known - learnt.gated
    if others > 0 and not (learnt.docs or learnt.calls or learnt.would_ask):
        console.note(
            f"{others} may tell something, but the rules alone found no fact; with learn_codec a model reads them"
        )
    if learnt.rejected:
        told = (f"{count} {reason}{_WHY.get(reason, '')}" for reason, count in sorted(learnt.rejected.items()))
        console.note("not kept: " + ", ".join(told))
    if learnt.calls or learnt.skipped or learnt.unanswered or learnt.would_ask:
        asked = f"a model would be asked about {counted(learnt.would_ask, 'message')}" if learnt.would_ask else ""
        done = f"{counted(learnt.calls, 'call')} of a model, ${learnt.cost:.4f}, "
        done += f"{counted(learnt.skipped, 'message')} skipped because others were in work"
        done += f", {learnt.unanswered} without an answer"
        console.note(asked or done)


def _add_flush_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    options.add_session(parser)
    parser.add_argument("--tz", metavar="ZONE", help="the person's time zone (default: setting time_zone)")
    parser.add_argument(
        "--codec",
        choices=("none", "anthropic", "command"),
        help="what writes the note (default: setting notes_codec)",
    )
    parser.add_argument("--if-due", action="store_true", help="only above the flush threshold")
    parser.add_argument("--window", metavar="N", type=int, help="context window of the model, tokens")
    parser.add_argument("--policy", metavar="P", help="budget policy: skill, r-memory, provider, openclaw or small")
    parser.add_argument("--now", metavar="ISO", help="as of this time (default: when the session's newest message was)")
    parser.add_argument("--dry-run", action="store_true", help="show the entry, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_flush(arguments: argparse.Namespace, console: Console) -> int:
    """Flush and say where to."""
    from ...api.assemble import learning

    places = options.places_of(arguments)
    settings = options.settings_of(
        arguments,
        time_zone=arguments.tz,
        notes_codec=arguments.codec,
        window=arguments.window,
        policy=arguments.policy,
    )
    now = moment(arguments.now) if arguments.now else None
    flushing = learning.session_notes(places, settings, console.warn, console.note)
    session = options.session_of(arguments, console)
    name = Path(arguments.session).stem if arguments.session != "-" else "stdin"
    note, text = flushing.flush(session, name, now, if_due=arguments.if_due, dry_run=arguments.dry_run)
    if console.as_json:
        console.data(note.to_dict())
    elif note.outcome == "not_due":
        console.text(f"Not due: {note.reason}.")
    elif note.outcome == "flushed":
        console.text(text.lstrip("\r\n"))
        console.note(f"{'would be ' if arguments.dry_run else ''}appended to {note.path}")
    else:
        console.text("Nothing to note: the notes say it already.")
    return 0


FLUSH = Command(
    """Write results, decisions and requests of a session to the note of its day, memory/YYYY-MM-DD.md.

The note is appended, never rewritten, and MEMORY.md is not touched. Each part
of a session is noted once; the next entry continues from there. Day and hour
are in the person's time zone. With --codec a model or a program writes the
text; lines that the session does not support are dropped, and if it does not
answer the plain note is written. --if-due waits for the flush threshold of the
budget, once between two compactions.
""",
    """
PROGRAM session.jsonl --workspace . --tz Asia/Shanghai
PROGRAM session.jsonl --workspace . --if-due --codec anthropic
PROGRAM session.jsonl --workspace . --dry-run
""",
    _add_flush_arguments,
    _run_flush,
)


def moment(text: str | None) -> datetime:
    """The time that --now names, in UTC where it names no zone; else the clock."""
    if text is None:
        return datetime.now(UTC)
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InputError(f"--now {text[:60]!r} is no time", hint="write it as 2026-11-20T23:30:00+08:00") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)
