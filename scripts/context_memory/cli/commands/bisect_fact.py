"""Say which change lost or altered a fact, and what became of it.

The changes after which fewer lines of a file held TEXT, newest first: what
the line was, what stands in its place, and why it changed. It also says where
the text still stands.
"""

import argparse

from .. import options
from ..console import Console
from ..time_travel import UNRECORDED, line, machine_of, shown

EXAMPLE = """
PROGRAM "Python: 3.10" --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("text", metavar="TEXT", help="the fact, or a part of its line")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print each loss."""
    machine, zone = machine_of(arguments, console)
    found, fresh = machine.lost(arguments.text), machine.unrecorded(arguments.text)
    if console.as_json:
        losses: list[dict[str, object]] = [
            {"path": path, "what": "lost", "before": text, "after": "", "commit": None} for path, text in fresh.gone
        ]
        losses += [
            {
                "path": each.path,
                "what": "altered" if each.after else "lost",
                "before": each.before,
                "after": each.after,
                "commit": shown(each.commit, zone),
            }
            for each in found.lost
        ]
        where = [{"path": path, "line": number} for path, number in found.standing]
        console.data({"text": arguments.text, "lost": losses, "standing": where})
        return 0
    for path, text in fresh.gone:
        console.text(f"lost in {path}: {text}")
        console.text(f"    {UNRECORDED}")
    for each in found.lost:
        console.text(f"{'altered' if each.after else 'lost'} in {each.path}: {each.before}")
        if each.after:
            console.text(f"    now: {each.after}")
        console.text(f"    {line(each.commit, zone)}")
    if not found.lost and not fresh.gone:
        console.text("No recorded change lost it." if found.standing else "No recorded memory file ever held it.")
    for path, number in found.standing:
        console.text(f"still in {path}:{number}")
    return 0
