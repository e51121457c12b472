"""Split an overgrown MEMORY.md into memories/*.md with pointers, losslessly.

The largest sections move out first, each whole into a file of its own, until
MEMORY.md keeps its limits. The original stays in .context-memory/preimages.
"""

import argparse

from ...model.errors import InputError
from ...rules import index, tokens
from ...services import migrator
from ..console import Console
from ..options import add_language, add_workspace_argument, places_of
from ..recording import recording

EXAMPLE = """
PROGRAM . --dry-run
PROGRAM .
"""
MIN_TOKENS = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace and the budget."""
    add_workspace_argument(parser)
    limit = index.MAX_TOKENS
    parser.add_argument("--max-tokens", type=int, default=limit, metavar="N", help=f"budget (default: {limit})")
    add_language(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change as a diff, write nothing")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Split and say what went where."""
    if arguments.max_tokens < MIN_TOKENS:
        raise InputError(f"--max-tokens must be {MIN_TOKENS} or more", hint=f"the usual budget is {index.MAX_TOKENS}")
    places, limit = places_of(arguments), arguments.max_tokens
    with recording(places, "migrate_index", console, dry_run=arguments.dry_run):
        outcome = migrator.migrate(places, limit=limit, language=arguments.lang, dry_run=arguments.dry_run)
    match outcome:
        case migrator.Fits(text):
            if console.as_json:
                console.data({"outcome": "nothing_to_do", "tokens_before": tokens.cjk(text), "moved": []})
            else:
                console.text(f"Nothing to do: MEMORY.md has {tokens.cjk(text)} tokens and keeps its limits.")
        case migrator.Migrated():
            _show(outcome, console, dry_run=arguments.dry_run)
    return 0


def _show(outcome: migrator.Migrated, console: Console, *, dry_run: bool) -> None:
    from ..changes import unified

    split = outcome.split
    before, after = tokens.cjk(outcome.before), tokens.cjk(split.text)
    rows = [(each.path, tokens.cjk(each.piece.text), each.piece.title) for each in split.moved]
    diff = unified("MEMORY.md", outcome.before, split.text)
    if console.as_json:
        console.data(
            {
                "outcome": "migrated",
                "dry_run": dry_run,
                "tokens_before": before,
                "tokens_after": after,
                "moved": [{"path": path, "tokens": count, "title": title} for path, count, title in rows],
                "list": split.list_path,
                "preimage": outcome.preimage,
                "diff": diff,
            }
        )
        return
    if dry_run:
        console.text(diff)
    console.table(("file", "tokens", "section"), rows, numeric=(1,))
    if split.list_path:
        console.text(f"{split.list_path} lists {len(split.listed)} sections that MEMORY.md has no room to name.")
    console.text(f"MEMORY.md {'would go' if dry_run else 'went'} from {before:,} to {after:,} tokens.")
    if outcome.preimage:
        console.note(f"the original is .context-memory/preimages/{outcome.preimage[:2]}/{outcome.preimage}")
