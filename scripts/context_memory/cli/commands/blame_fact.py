"""Say which change brought a line of memory, when and why.

Every line that holds TEXT is shown where it stands now, with the change that
brought it: a flush, a promotion, a compaction, or a change from outside. A
line that was moved or taken away since the last recorded change is said to
be. Case and extra spaces do not matter.
"""

import argparse
from typing import TYPE_CHECKING

from .. import options
from ..console import Console
from ..time_travel import UNRECORDED, line, machine_of, shown

if TYPE_CHECKING:
    from ...model.history import Brought

EXAMPLE = """
PROGRAM "Python: 3.12" --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("text", metavar="TEXT", help="the fact, or a part of its line")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print each line and its change."""
    machine, zone = machine_of(arguments, console)
    fresh = machine.unrecorded(arguments.text)
    found = machine.brought(arguments.text)
    if console.as_json:
        lines = [_shown(each, shown(each.commit, zone)) for each in found if each.now is not None]
        lines += [
            {"path": path, "line": number, "recorded_line": None, "text": text, "commit": None}
            for path, number, text in fresh.brought
        ]
        gone = [_shown(each, shown(each.commit, zone)) for each in found if each.now is None]
        console.data({"text": arguments.text, "lines": lines, "gone": gone})
        return 0
    for each in found:
        if each.now is None:
            console.text(f"{each.path}: {each.text}\n    gone since: it was line {each.line} when last recorded")
        else:
            moved = "" if each.now == each.line else f"  (line {each.line} when last recorded)"
            console.text(f"{each.path}:{each.now}: {each.text}{moved}")
        console.text(f"    {line(each.commit, zone)}")
    for path, number, text in fresh.brought:
        console.text(f"{path}:{number}: {text}")
        console.text(f"    {UNRECORDED}")
    if not fresh.brought and all(each.now is None for each in found):
        console.text("No line of memory holds it now; bisect_fact says whether one did.")
    return 0


def _shown(each: "Brought", commit: dict[str, str]) -> dict[str, object]:
    return {"path": each.path, "line": each.now, "recorded_line": each.line, "text": each.text, "commit": commit}
