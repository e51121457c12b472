"""Put a fact under a header of MEMORY.md, every other byte unchanged; or list what is worth it.

`key: value` bullets are replaced in place, other facts become one more bullet.
Refused: a header that stands twice or only in a code fence, a file over its
budget, a file that somebody else keeps changing, and, without --force, words
that no person said. --candidates lists what a person said in several sessions
or pinned.
"""

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ...model.errors import InputError
from .. import options
from ..console import Console
from ..recording import recording

if TYPE_CHECKING:
    from ...services.promoter import Promoted

EXAMPLE = """
PROGRAM --workspace . --header "Tech Stack" --key Python --value 3.12 --dry-run
PROGRAM --workspace . --header "Decisions" --from memory/2026-11-20.md#L7
PROGRAM --workspace . --candidates
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    from ...services.promoter import SOURCES

    parser.add_argument("--header", metavar="H", default="", help="the section; a missing one is made")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--fact", metavar="TEXT", help="the fact as one sentence, or as key: value")
    what.add_argument("--key", metavar="K", help="the key of a pair, with --value")
    what.add_argument("--from", metavar="NOTE", dest="note", help="a bullet of a dated note: memory/DATE.md#L12")
    what.add_argument("--candidates", action="store_true", help="list facts that are worth it, write nothing")
    parser.add_argument("--value", metavar="V", help="the value of the pair")
    parser.add_argument("--file", metavar="F", default="MEMORY.md", help="memory file (default: MEMORY.md)")
    parser.add_argument(
        "--source", choices=SOURCES, help="whose word it is (default: person, if the memory knows it from nowhere else)"
    )
    parser.add_argument("--force", action="store_true", help="also words that no person said, or over the budget")
    parser.add_argument("--dry-run", action="store_true", help="show the change as a diff, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Promote, or list candidates."""
    from ... import wiring
    from ...rules import promotion
    from ...services import promoter

    places = options.places_of(arguments)
    if arguments.candidates:
        return _candidates(arguments, console)
    if not arguments.header.strip():
        raise InputError("no header is named", hint="give --header, or --candidates")
    if (arguments.key is None) != (arguments.value is None):
        raise InputError("a pair needs --key and --value", hint="give both, or --fact")
    source, origin = arguments.source or "person", ""
    if arguments.key is not None:
        fact = promotion.of_pair(arguments.key, arguments.value)
    elif arguments.note is not None:
        words, source = promoter.from_note(places, arguments.note)
        fact, origin = promotion.of_text(words), arguments.note
    elif arguments.fact is not None:
        fact = promotion.of_text(arguments.fact)
    else:
        raise InputError("nothing to promote", hint="give --fact, --key and --value, --from or --candidates")
    if arguments.source is None and arguments.note is None:
        found = promoter.known_from(wiring.existing_store(places, options.settings_of(arguments)), fact)
        source, origin = found if found[0] else (source, origin)
    request = promoter.Request(arguments.header, fact, arguments.file, source, origin, force=arguments.force)
    with recording(places, f"promote_section: {arguments.header}", console, dry_run=arguments.dry_run):
        outcome = promoter.promote(places, request, datetime.now(UTC), dry_run=arguments.dry_run)
    match outcome:
        case promoter.AlreadyThere(path, heading):
            if console.as_json:
                console.data({"outcome": "already_there", "path": path, "heading": heading})
            else:
                console.text(f"Nothing to do: {path} says so already under {heading}.")
        case promoter.Promoted():
            _show(outcome, console, dry_run=arguments.dry_run)
    return 0


def _show(outcome: "Promoted", console: Console, *, dry_run: bool) -> None:
    from ..changes import unified

    diff = unified(outcome.path, outcome.before, outcome.after)
    if console.as_json:
        console.data(
            {
                "outcome": "promoted",
                "dry_run": dry_run,
                "path": outcome.path,
                "heading": outcome.heading,
                "old": outcome.old,
                "new": outcome.new,
                "preimage": outcome.preimage,
                "diff": diff,
            }
        )
        return
    if dry_run:
        console.text(diff)
    else:
        console.text(f"{outcome.path}, {outcome.heading}: {outcome.new.strip()}")
        if outcome.old:
            console.note(f"in place of: {outcome.old.strip()}")


def _candidates(arguments: argparse.Namespace, console: Console) -> int:
    from ... import wiring
    from ...services import evidence_of_facts

    places = options.places_of(arguments)
    store = wiring.existing_store(places, options.settings_of(arguments))
    if store:
        console.watch(lambda: store.problem)
    found = evidence_of_facts.find(places, store)
    if console.as_json:
        listed = [
            {"text": each.text, "header": each.header, "pinned": each.is_pinned, "origins": list(each.origins)}
            for each in found
        ]
        console.data({"candidates": listed})
        return 0
    for each in found:
        why = "pinned" if each.is_pinned else f"in {len(each.origins)} sessions"
        console.text(f"{each.header}: {each.text}")
        console.text(console.paint(f"    {why}: {', '.join(each.origins[:5])}", "dim"))
    if not found:
        console.text("No candidates: nothing was said in two sessions or pinned that MEMORY.md does not hold.")
    return 0
