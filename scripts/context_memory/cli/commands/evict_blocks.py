"""Let the oldest capsules leave the view until the rest fits; they stay readable by id.

Swaps do this by themselves at `evict_tokens`; this command does it now, or to
a smaller size. The newest capsule never leaves. Evicted is not deleted:
show_blocks ID reads it back. Exit codes: 0 done, 3 refused.
"""

import argparse
from datetime import UTC, datetime

from ...model.blocks import Unchanged
from ...model.errors import InputError
from .. import journaled_session, options
from ..console import Console
from . import build_view

EXAMPLE = """
PROGRAM --workspace .
PROGRAM --workspace . --keep 20000
PROGRAM --workspace . --keep 20000 --dry-run --json
"""
EXIT_REFUSED = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    journaled_session.add_session(parser)
    parser.add_argument("--keep", metavar="TOKENS", type=int, help="what the capsules may take (default: evict_tokens)")
    parser.add_argument("--dry-run", action="store_true", help="say what would leave, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Evict and print what left."""
    from ... import wiring

    if arguments.keep is not None and arguments.keep < 0:
        raise InputError(f"--keep {arguments.keep} is no number of tokens", hint="give 0 or more")
    services = wiring.blocks(options.places_of(arguments), options.settings_of(arguments))
    try:
        session = journaled_session.session_of(arguments, services, console)
        outcome = services.viewer.evict(session, datetime.now(UTC), cap=arguments.keep, dry_run=arguments.dry_run)
    finally:
        services.close()
    for problem in services.problems:
        console.warn(problem)
    if console.as_json:
        console.data({"session": session, **build_view.outcome_json(outcome)})
    elif isinstance(outcome, Unchanged):
        build_view.print_outcome(outcome, console)
    else:
        would = "would leave" if arguments.dry_run else "left"
        console.text(
            f"{outcome.evicted} capsules {would} the view of {session}: "
            f"{outcome.tokens_before:,} -> {outcome.tokens_after:,} tokens"
        )
    return EXIT_REFUSED if isinstance(outcome, Unchanged) and outcome.is_refusal else 0
