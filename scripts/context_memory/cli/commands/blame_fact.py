"""Say which change brought a line of memory, when and why.

Every line that holds TEXT now is shown with the change that brought it: a
flush, a promotion, a compaction, or a change from outside. Case and extra
spaces do not matter.
"""

import argparse

from .. import options
from ..console import Console
from ..time_travel import line, machine_of, shown

EXAMPLE = """
PROGRAM "Python 3.12" --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("text", metavar="TEXT", help="the fact, or a part of its line")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print each line and its change."""
    machine, zone = machine_of(arguments, console)
    found = machine.brought(arguments.text)
    if console.as_json:
        lines = [
            {"path": each.path, "line": each.line, "text": each.text, "commit": shown(each.commit, zone)}
            for each in found
        ]
        console.data({"text": arguments.text, "lines": lines})
        return 0
    for each in found:
        console.text(f"{each.path}:{each.line}: {each.text}")
        console.text(f"    {line(each.commit, zone)}")
    if not found:
        console.text("No line of memory holds it now; bisect_fact says whether one did.")
    return 0
