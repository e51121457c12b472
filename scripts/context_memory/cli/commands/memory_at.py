"""Show the memory files as they were on a day or after a change.

WHEN is a day (2026-11-20: its end), a time, a commit, or HEAD~N for N changes
ago. With PATH the file itself is printed, else all files with the change that
made them so. The history is a git repository of its own in .context-memory.
"""

import argparse

from .. import options
from ..console import Console
from ..time_travel import add_when, line, machine_of, shown

EXAMPLE = """
PROGRAM 2026-11-19 --workspace .
PROGRAM HEAD~1 MEMORY.md --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    add_when(parser)
    parser.add_argument("path", metavar="PATH", nargs="?", default="", help="one file, e.g. MEMORY.md")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the file or the list."""
    machine, zone = machine_of(arguments, console)
    if arguments.path:
        commit, content = machine.content(arguments.when, arguments.path)
        text = content.decode("utf-8", "replace")
        if console.as_json:
            console.data({"commit": shown(commit, zone), "path": arguments.path, "text": text})
        else:
            console.note(line(commit, zone))
            console.text(text)
        return 0
    then = machine.then(arguments.when)
    if console.as_json:
        listed = [{"path": path, "bytes": size} for path, size in sorted(then.files.items())]
        console.data({"commit": shown(then.commit, zone), "files": listed})
        return 0
    console.text(line(then.commit, zone))
    console.table(("path", "bytes"), [(path, f"{size:,}") for path, size in sorted(then.files.items())], numeric=(1,))
    return 0
