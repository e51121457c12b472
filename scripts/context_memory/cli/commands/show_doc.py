"""Show one doc of the memory whole: its text, standing and origin.

HANDLE is what `recall` prints after #: an id or its first characters.
"""

import argparse
from datetime import UTC, datetime

from ...rules import json_forms
from ..console import Console
from ..options import add_settings, add_workspace, open_memory

EXAMPLE = """
PROGRAM 09ffba2f --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("handle", metavar="HANDLE", help="id of the doc, or its first characters")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Show it; returns the exit code."""
    store = open_memory(arguments, console)
    doc = store.by_handle(arguments.handle.removeprefix("#"))
    shown = json_forms.of_doc(doc, datetime.now(UTC))
    if console.as_json:
        console.data(shown)
        return 0
    text = shown.pop("text")
    for name, value in shown.items():
        if value not in ("", None, [], False):
            console.text(f"{name}: {', '.join(value) if isinstance(value, list) else value}")
    console.text(f"\n{text}")
    return 0
