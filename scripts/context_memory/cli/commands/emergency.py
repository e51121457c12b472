"""Drop the oldest turns after the API refused a context as too long.

First the conclusion of the last reply is written to memories/context.md; then
the two oldest turns are dropped, round by round, until the rest fits the
window. SESSION is not changed; --out writes the remaining messages. A call and
its results are dropped together.
"""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import InputError, RefusedError
from ...messages import Message, Role, Session
from ...settings.values import Settings
from ...workspace.files.history_queue import recording
from .. import options
from ..console import Console, counted
from . import Command

if TYPE_CHECKING:
    from ...compaction.services.emergency import Emergency, EmergencyResult, Overflow
    from ...tokens.service import Measuring

EXAMPLE = """
PROGRAM session.jsonl --workspace . --error error.json --json
PROGRAM session.jsonl --rounds 1 --out smaller.json --to anthropic
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    options.add_session(parser)
    parser.add_argument("--error", metavar="TEXT|FILE", default="", help="what the API answered; its numbers are used")
    parser.add_argument("--window", metavar="N", type=int, help="context window of the model, tokens")
    parser.add_argument("--rounds", metavar="K", type=int, help="drop this many rounds, whatever the size")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the remaining messages")
    parser.add_argument("--to", metavar="FORMAT", default="anthropic", help="format of --out (default: anthropic)")
    parser.add_argument("--dry-run", action="store_true", help="show what would be dropped, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Make the session fit and print what is left."""
    from ...api.assemble import sessions
    from ...compaction.services.emergency import Emergency
    from ...tokens.service import Measuring, counter_of

    if arguments.rounds is not None and arguments.rounds < 1:
        raise InputError(f"--rounds {arguments.rounds} is not a valid number of rounds", hint="give 1 or more")
    overflow = _overflow(arguments.error)
    session = options.session_of(arguments, console)
    settings = options.settings_of(arguments, window=arguments.window)
    places = options.places_of(arguments)
    compaction = sessions.compaction(places, settings, dry_run=True)
    emergency = Emergency(places, settings, remembered=compaction.remembered, dry_run=arguments.dry_run)
    sizes = _Sizes(session, Measuring(settings, places, counter_of(settings)), overflow, settings)
    with recording(places, f"emergency: {session.id or arguments.session}", console.warn, dry_run=arguments.dry_run):
        result = _run_rounds(emergency, session, sizes, arguments.rounds)
    for problem in emergency.problems:
        console.warn(problem)
    if arguments.out and result.rounds and not arguments.dry_run:
        _write(arguments, session, result, sizes)
    if console.as_json:
        console.data(_json(result, sizes, arguments))
    else:
        _print(result, sizes, arguments, console)
    return 0


EMERGENCY = Command(__doc__, EXAMPLE, add_arguments, run)


class _Sizes:
    """How large the context is, and how large it may be."""

    def __init__(
        self, session: Session, measuring: "Measuring", overflow: "Overflow | None", settings: Settings
    ) -> None:
        from ...compaction.services import emergency
        from ...tokens import budget

        window = overflow.limit if overflow and overflow.limit else settings.window
        self.limit = budget.budget_of(window).hard
        measured = measuring.measure(session).tokens
        self.before = overflow.actual if overflow and overflow.actual else measured
        calibration = measuring.calibration(session.format)
        factor = calibration.factor if calibration else 1.0
        self._scale = emergency.Scale(session.context, self.before, measuring.estimator, factor)
        self.is_contradicted = overflow is not None and (self.before <= self.limit or not self.fits(()))
        """The API says that it was too long, our numbers that it fits, or that not even nothing would: no guide."""

    def after(self, kept: Sequence[Message]) -> int:
        """Tokens when only these are left."""
        return self._scale.tokens_with(kept)

    def fits(self, kept: Sequence[Message]) -> bool:
        """Whether these leave room for a reply."""
        return self.after(kept) <= self.limit


def _run_rounds(emergency: "Emergency", session: Session, sizes: _Sizes, rounds: int | None) -> "EmergencyResult":
    now = datetime.now(UTC)
    if rounds is not None or sizes.is_contradicted:
        return emergency.exactly(session, rounds or 1, now)
    return emergency.until_accepted(session, sizes.fits, now)


def _overflow(error: str) -> "Overflow | None":
    """What --error says; RefusedError when it is about something else than an over-long context."""
    from ...compaction.services import emergency
    from ...storage import files

    if not error:
        return None
    text = error
    if "\n" not in error and len(error) < 1_000 and Path(error).is_file():
        text = files.read_text(Path(error), limit=100_000)
    found = emergency.recognise(text)
    if found is None:
        raise RefusedError(
            "this error is not about an over-long context; dropping turns would not help",
            hint="handle the error itself; leave --error out to drop turns anyway",
        )
    return found


def _write(arguments: argparse.Namespace, session: Session, result: "EmergencyResult", sizes: _Sizes) -> None:
    from ...transcripts import writers

    out: Path = arguments.out
    source = Path(arguments.session)
    if arguments.to == "openclaw" and session.format == "openclaw" and arguments.session != "-":
        _append(source, out, result, sizes)
        return
    if source.exists() and out.exists() and out.samefile(source):
        raise RefusedError(f"{out} is the session itself", hint="choose another file")
    writers.write(result.kept, arguments.to, out)


def _append(source: Path, out: Path, result: "EmergencyResult", sizes: _Sizes) -> None:
    """Append a compaction entry that hides the dropped turns from the model."""
    from ...compaction.services import emergency
    from ...transcripts.writers import openclaw

    now = datetime.now(UTC)
    first = next(each for each in result.kept if not each.is_summary and each.role is not Role.SYSTEM)
    summary = emergency.summary(result.kept, result.conclusion)
    openclaw.append_compaction(
        source,
        summary=summary,
        first_kept_id=first.id,
        tokens_before=sizes.before,
        tokens_after=sizes.after(result.kept),
        details={"stage": "emergency", "dropped_messages": len(result.dropped)},
        entry_id=openclaw.compaction_entry_id(openclaw.leaf_id(source), summary, first.id, f"{now:%Y%m%d%H%M%S%f}"),
        time=now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        destination=out,
    )


def _json(result: "EmergencyResult", sizes: _Sizes, arguments: argparse.Namespace) -> dict[str, Any]:
    from ...transcripts.writers import anthropic

    return {
        "outcome": "trimmed" if result.rounds else "not_needed",
        "tokens_before": sizes.before,
        "tokens_after": sizes.after(result.kept),
        "limit": sizes.limit,
        "rounds": [{"dropped_messages": len(each.dropped)} for each in result.rounds],
        "dropped_messages": len(result.dropped),
        "kept_messages": len(result.kept),
        "conclusion": result.conclusion,
        "context_file": str(result.saved.file) if result.saved else None,
        "archived": result.saved.previous if result.saved else "",
        "dry_run": arguments.dry_run,
        "messages": anthropic.to_messages(result.kept),
    }


def _print(result: "EmergencyResult", sizes: _Sizes, arguments: argparse.Namespace, console: Console) -> None:
    if not result.rounds:
        console.text(f"nothing to drop: {sizes.before:,} tokens by our count, {sizes.limit:,} fit")
        if not sizes.is_contradicted:
            console.note("if the API refused it: --error with its answer or --window N with the model's, or --rounds 1")
        return
    rounds = "1 round" if len(result.rounds) == 1 else f"{len(result.rounds):,} rounds"
    would = "would drop" if arguments.dry_run else "dropped"
    console.text(
        f"{would} {counted(len(result.dropped), 'message')} in {rounds}, {len(result.kept):,} are left: "
        f"about {sizes.before:,} -> {sizes.after(result.kept):,} tokens, {sizes.limit:,} fit"
    )
    if sizes.is_contradicted and arguments.rounds is None:
        console.note("the numbers do not tell how much has to go; if the API still refuses it, run with --rounds 2")
    if result.saved:
        before = f" (the one before: {result.saved.previous})" if result.saved.previous else ""
        console.text(f"the last conclusion is in {result.saved.file}{before}")
    if arguments.out and not arguments.dry_run:
        console.text(f"what is left is in {arguments.out}")
    elif not arguments.out:
        console.note("nothing was written; --out FILE writes the remaining messages, --json prints them")
