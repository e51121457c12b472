"""What the model sees next: `blocks view` and `blocks evict`."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from ...blocks.values import SwapOutcome, Swapped, Unchanged, View
from ...errors import InputError
from .. import options
from ..console import Console, counted
from . import Command

if TYPE_CHECKING:
    from ...api.assemble.sessions import BlockServices


EXIT_REFUSED = 3


def _add_view_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    options.add_journaled(parser)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--no-swap", action="store_true", help="show the view as it is")
    choice.add_argument("--prepare", action="store_true", help="finish the next view in the second slot, do not swap")
    choice.add_argument("--force", action="store_true", help="swap whatever the size")
    parser.add_argument("--idle", metavar="SECONDS", type=float, default=0, help="how long the prompt cache was idle")
    parser.add_argument("--tokens", metavar="N", type=int, help="size of the context as the host counted it")
    parser.add_argument("--revision", metavar="N", type=int, help="swap only if the view is still at this revision")
    parser.add_argument("--window", metavar="N", type=int, help="context window of the model, tokens")
    parser.add_argument("--policy", metavar="P", help="budget policy: skill, r-memory, provider, openclaw or small")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the view")
    parser.add_argument(
        "--to", metavar="FORMAT", default="anthropic", help="format of --out: anthropic, openai or markdown"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what a swap would do, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_view(arguments: argparse.Namespace, console: Console) -> int:
    """Swap if due, then print the view."""
    from ...api.assemble import sessions
    from ...transcripts import writers

    if arguments.to not in writers.WRITERS:
        raise InputError(f"unknown format {arguments.to!r}", hint="choose one of: " + ", ".join(writers.WRITERS))
    settings = options.settings_of(arguments, window=arguments.window, policy=arguments.policy)
    services = sessions.blocks(options.places_of(arguments), settings)
    try:
        session = options.journaled(arguments, services, console)
        outcome = _outcome(arguments, services, session)
        view = services.viewer.view(session)
    finally:
        services.close()
    for problem in services.problems:
        console.warn(problem)
    if arguments.out and not arguments.dry_run:
        writers.write(view.messages, arguments.to, arguments.out)
    if console.as_json:
        from ...api import results

        console.data(results.of_view(outcome, view).to_dict())
    else:
        _print(outcome, view, arguments, console)
    return EXIT_REFUSED if isinstance(outcome, Unchanged) and outcome.is_refusal else 0


VIEW = Command(
    """Build the model's next view, and swap old blocks for their capsules if that is due.

Never asks a model. The view is the continuation header with the structured
state, restored files, capsules and the raw tail. It stays the same byte for
byte until the next swap. Exit codes: 0 done, 3 a swap was due and refused.
""",
    """
PROGRAM --workspace .
PROGRAM --workspace . --idle 600 --out view.json --to anthropic
PROGRAM --workspace . --no-swap --json
""",
    _add_view_arguments,
    _run_view,
)


def _outcome(arguments: argparse.Namespace, services: "BlockServices", session: str) -> SwapOutcome | None:
    """What became of the swap; None where none was asked for."""
    now = datetime.now(UTC)
    if arguments.no_swap:
        return None
    if arguments.prepare:
        if arguments.dry_run:
            return None
        made = services.viewer.prepare(session, now)
        return made if isinstance(made, Unchanged) else None
    return services.viewer.swap(
        session,
        now,
        expected_revision=arguments.revision,
        idle=arguments.idle,
        size=arguments.tokens,
        force=arguments.force,
        dry_run=arguments.dry_run,
    )


def print_outcome(outcome: SwapOutcome | None, console: Console) -> None:
    """The outcome of a swap or an eviction for a person, on stderr."""
    match outcome:
        case None:
            pass
        case Unchanged():
            if outcome.is_refusal:
                console.error(f"refused ({outcome.reason}): {outcome.message}", outcome.hint)
            else:
                console.note(f"not swapped ({outcome.reason}): {outcome.message}")
        case Swapped():
            console.note(
                f"swapped: {outcome.tokens_before:,} -> {outcome.tokens_after:,} tokens, "
                f"{counted(outcome.blocks, 'block')} compressed, {outcome.evicted} evicted, "
                f"receipt {outcome.swap.score:.2f}"
            )
            if outcome.swap.warning:
                console.warn(outcome.swap.warning)
        case _:
            assert_never(outcome)


def _print(outcome: SwapOutcome | None, view: View, arguments: argparse.Namespace, console: Console) -> None:
    print_outcome(outcome, console)
    if arguments.out is None:
        from ...transcripts.writers import markdown

        console.text(markdown.to_markdown(view.messages, title=f"View of {view.session}"))
    elif not arguments.dry_run:
        console.text(f"wrote {arguments.out} ({arguments.to})")
    console.note(
        f"view of {view.session}, revision {view.revision}: {view.tokens:,} tokens, "
        f"{counted(len(view.sources), 'capsule')}, {len(view.tail)} raw messages from {view.tail_from} to {view.last}"
    )


def _add_evict_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    options.add_journaled(parser)
    parser.add_argument("--keep", metavar="TOKENS", type=int, help="what the capsules may take (default: evict_tokens)")
    parser.add_argument("--dry-run", action="store_true", help="say what would leave, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_evict(arguments: argparse.Namespace, console: Console) -> int:
    """Evict and print what left."""
    from ...api.assemble import sessions

    if arguments.keep is not None and arguments.keep < 0:
        raise InputError(f"--keep {arguments.keep} is not a valid number of tokens", hint="give 0 or more")
    services = sessions.blocks(options.places_of(arguments), options.settings_of(arguments))
    try:
        session = options.journaled(arguments, services, console)
        outcome = services.viewer.evict(session, datetime.now(UTC), cap=arguments.keep, dry_run=arguments.dry_run)
    finally:
        services.close()
    for problem in services.problems:
        console.warn(problem)
    if console.as_json:
        from ...api import results

        console.data({"session": session, **results.swap_fields(outcome)})
    elif isinstance(outcome, Unchanged):
        print_outcome(outcome, console)
    else:
        would = "would leave" if arguments.dry_run else "left"
        console.text(
            f"{counted(outcome.evicted, 'capsule')} {would} the view of {session}: "
            f"{outcome.tokens_before:,} -> {outcome.tokens_after:,} tokens"
        )
    return EXIT_REFUSED if isinstance(outcome, Unchanged) and outcome.is_refusal else 0


EVICT = Command(
    """Remove the oldest capsules from the view until the rest fits; they stay readable by id.

Swaps do this automatically at `evict_tokens`; this command does it now, or to
a smaller size. The newest capsule always stays. Evicted is not deleted:
context-memory blocks show ID prints it. Exit codes: 0 done, 3 refused.
""",
    """
PROGRAM --workspace .
PROGRAM --workspace . --keep 20000
PROGRAM --workspace . --keep 20000 --dry-run --json
""",
    _add_evict_arguments,
    _run_evict,
)
