"""Compact a large session: summary, newest messages, receipt.

SESSION is not changed. The result (continuation, newest messages) is printed
or written with --out; every removed message is archived first, and a receipt
lists what was kept. Exit codes: 0 compacted or not needed, 3 refused, 5 breaker
open.
"""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from ...compaction.outcomes import BreakerOpen, Compacted, CompactionOutcome, NotNeeded, Refused
from ...errors import InputError, RefusedError
from ...messages import Session
from ...workspace.files.history_queue import recording
from .. import options
from ..console import Console, ProgressReport
from . import Command

if TYPE_CHECKING:
    from ...settings.values import Settings
    from ...storage.places import Places

EXAMPLE = """
PROGRAM session.jsonl --workspace .
PROGRAM session.jsonl --force --budget 8000 --out small.json --to anthropic
PROGRAM session.jsonl --dry-run --json
"""
EXIT_REFUSED, EXIT_BREAKER_OPEN = 3, 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    options.add_session(parser)
    parser.add_argument("--window", metavar="N", type=int, help="context window of the model, tokens")
    parser.add_argument("--policy", metavar="P", help="budget policy: skill, r-memory, provider, openclaw or small")
    parser.add_argument("--keep", metavar="N", type=int, help="newest messages to keep (default: 4; groups stay whole)")
    parser.add_argument("--budget", metavar="TOKENS", type=int, help="cap of the whole result, restored files included")
    parser.add_argument("--force", action="store_true", help="compact whatever the size")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the result")
    parser.add_argument(
        "--to", metavar="FORMAT", default="anthropic", help="format of --out: anthropic, openai, openclaw, markdown"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would come out, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Compact and print the outcome."""
    from ...messages import without_cycle_collector

    with without_cycle_collector():
        return _run(arguments, console)


def _run(arguments: argparse.Namespace, console: Console) -> int:
    from ...api.assemble import sessions
    from ...compaction.services.compact import Request

    if arguments.budget is not None and arguments.budget < 1:
        raise InputError(f"--budget {arguments.budget} is not a valid number of tokens", hint="give at least 500")
    _check_destination(arguments)
    session = options.session_of(arguments, console)
    _check_format(arguments, session)
    settings = _settings(arguments)
    places = options.places_of(arguments)
    name = Path(arguments.session).stem if arguments.session != "-" else "stdin"
    compaction = sessions.compaction(places, settings, dry_run=arguments.dry_run, session=session.id or name)
    with (
        ProgressReport(console) as report,
        recording(places, f"compact: {session.id or name}", console.warn, dry_run=arguments.dry_run),
    ):
        request = Request(
            budget=arguments.budget,
            force=arguments.force or arguments.at is not None,
            dry_run=arguments.dry_run,
            name=name,
            progress=report.tell,
        )
        outcome = compaction.compact(session, request, datetime.now(UTC))
    for problem in compaction.problems:
        console.warn(problem)
    if isinstance(outcome, Compacted) and arguments.out and not arguments.dry_run:
        _write(arguments, outcome)
    if console.as_json:
        from ...api import results

        shown = results.of_compaction(outcome, session, str(places.state)).to_dict()
        console.data(shown)
    else:
        _print(outcome, arguments, places, console)
    return _exit_code(outcome)


def _settings(arguments: argparse.Namespace) -> "Settings":
    settings = options.settings_of(
        arguments, window=arguments.window, policy=arguments.policy, keep_messages=arguments.keep
    )
    if arguments.out is not None and arguments.to == "openclaw" and not settings.keep_messages:
        raise InputError("an OpenClaw compaction names the first message that stays", hint="keep 1 message or more")
    return settings


COMPACT = Command(__doc__, EXAMPLE, add_arguments, run)


def _exit_code(outcome: CompactionOutcome) -> int:
    match outcome:
        case Compacted() | NotNeeded():
            return 0
        case Refused():
            return EXIT_REFUSED
        case BreakerOpen():
            return EXIT_BREAKER_OPEN
        case _:
            assert_never(outcome)


def _check_destination(arguments: argparse.Namespace) -> None:
    """Say what is wrong with --out and --to before any work is done."""
    from ...transcripts import writers

    if arguments.to not in writers.FORMATS:
        raise InputError(f"unknown format {arguments.to!r}", hint="choose one of: " + ", ".join(writers.FORMATS))
    out: Path | None = arguments.out
    if out is None or arguments.session == "-":
        return
    source = Path(arguments.session)
    if out.exists() and source.exists() and out.samefile(source):
        raise RefusedError(f"{out} is the session itself", hint="choose another file; the session is not changed")


def _check_format(arguments: argparse.Namespace, session: Session) -> None:
    """An OpenClaw session is its own file and one entry more: say before any work where there is none."""
    if arguments.out is None or arguments.to != "openclaw":
        return
    if session.format != "openclaw" or arguments.session == "-":
        raise InputError("an OpenClaw session is written only from an OpenClaw session file", hint="use --to anthropic")
    if session.messages and not session.messages[-1].id:
        raise RefusedError(
            f"{arguments.session} is a version 1 session: its entries have no ids, so nothing can be appended",
            hint="open it once in OpenClaw, which upgrades it to the current version, or use --to anthropic",
        )


def _write(arguments: argparse.Namespace, outcome: Compacted) -> None:
    from ...compaction.services.compact import result_messages
    from ...transcripts import writers
    from ...transcripts.writers import openclaw

    if arguments.to != "openclaw":
        messages = result_messages(outcome)
        if arguments.to != "anthropic":
            messages = (*outcome.prefix, *messages)
        writers.write(messages, arguments.to, arguments.out)
        return
    source = Path(arguments.session)
    entry_id = openclaw.compaction_entry_id(openclaw.leaf_id(source), outcome.continuation, outcome.first_kept_id)
    openclaw.append_compaction(
        source,
        summary=outcome.continuation,
        first_kept_id=outcome.first_kept_id,
        tokens_before=outcome.tokens_before,
        tokens_after=outcome.tokens_after,
        details={"archive": outcome.archive, "score": outcome.receipt.score, "readFiles": [], "modifiedFiles": []},
        entry_id=entry_id,
        time=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        destination=arguments.out,
    )


def _print(outcome: CompactionOutcome, arguments: argparse.Namespace, places: "Places", console: Console) -> None:
    match outcome:
        case Compacted():
            _print_compacted(outcome, arguments, places, console)
        case NotNeeded(reason, tokens, mark):
            console.text(f"not needed: {reason} ({tokens:,} tokens, threshold {mark:,})")
            console.note("--force compacts it all the same")
        case BreakerOpen(breaker, _, hint):
            console.error(f"the breaker is open: {breaker.reason}", hint)
        case Refused(reason, _, hint):
            console.error(f"refused: {reason}; the session stays as it was", hint)
        case _:
            assert_never(outcome)


def _print_compacted(outcome: Compacted, arguments: argparse.Namespace, places: "Places", console: Console) -> None:
    if arguments.out is None:
        console.text(outcome.continuation)
        console.text("")
    elif not arguments.dry_run:
        console.text(f"wrote {arguments.out} ({arguments.to})")
    out = console.note if arguments.out is None and not sys.stdout.isatty() else console.text
    receipt = outcome.receipt
    did = "would compact" if arguments.dry_run else "compacted"
    out(f"{did}: {outcome.estimate_before:,} -> {outcome.tokens_after:,} tokens of messages")
    if outcome.tokens_after >= outcome.estimate_before:
        out("the result is no smaller: the summary, which tells what must be kept, takes more than it replaces")
    if outcome.tokens_before != outcome.estimate_before:
        out(f"the whole context before: {outcome.tokens_before:,} tokens, system text and tools counted")
    out(f"messages: {outcome.removed:,} archived, {len(outcome.tail):,} kept; archive {outcome.archive or 'unchanged'}")
    out(
        f"receipt: {receipt.score:.2f} — {len(receipt.kept)} kept, {len(receipt.archived)} only in the archive, "
        f"{len(receipt.missing)} missing"
    )
    if outcome.restoration.files:
        out("restored: " + ", ".join(file.path for file in outcome.restoration.files))
    if not arguments.dry_run:
        out(f"state: {places.state}")
