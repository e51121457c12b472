"""Say which change brought a line of memory, when and why.

Every line that holds TEXT now is shown with the change that brought it: a
flush, a promotion, a compaction, or a change from outside. Case and extra
spaces do not matter.
"""

import argparse

from .. import options
from ..console import Console
from ..time_travel import UNRECORDED, line, machine_of, shown

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
    found = [each for each in machine.brought(arguments.text) if (each.path, each.text) not in fresh.gone]
    if console.as_json:
        lines: list[dict[str, object]] = [
            {"path": each.path, "line": each.line, "text": each.text, "commit": shown(each.commit, zone)}
            for each in found
        ]
        lines += [{"path": path, "line": number, "text": text, "commit": None} for path, number, text in fresh.brought]
        console.data({"text": arguments.text, "lines": lines})
        return 0
    for each in found:
        console.text(f"{each.path}:{each.line}: {each.text}")
        console.text(f"    {line(each.commit, zone)}")
    for path, number, text in fresh.brought:
        console.text(f"{path}:{number}: {text}")
        console.text(f"    {UNRECORDED}")
    if not found and not fresh.brought:
        console.text("No line of memory holds it now; bisect_fact says whether one did.")
    return 0
