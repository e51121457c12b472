"""Refuse a path or command that memories/errors.md records as denied or missing.

Pass --command or --path, or pipe a PreToolUse event ({"tool_name", "tool_input",
"cwd"}) into it. Exit code 0: allowed; 3: refused, with the entry as reason.
"""

import argparse
import sys
from typing import Any

from ...errors import InputError
from ...text.json_text import parse_json
from ...workspace.services import check_action as action_guard
from ...workspace.services.check_action import Action
from ..console import Console
from ..options import add_workspace, places_of
from . import Command

EXAMPLE = """
PROGRAM --command "rm -rf build"
echo '{"tool_name": "Read", "tool_input": {"file_path": "src/old.py"}}' | PROGRAM
"""
EXIT_REFUSED = 3
MAX_EVENT = 8 * 1024 * 1024  # bytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace and the action."""
    add_workspace(parser, is_needed=True)
    parser.add_argument("--command", metavar="TEXT", help="the command line that is about to run")
    parser.add_argument(
        "--path", metavar="P", action="append", default=[], help="a path that is about to be used; repeatable"
    )
    parser.add_argument(
        "--lang", choices=tuple(action_guard.WORDS), default="en", help="language of the reason (default: en)"
    )
    parser.add_argument("--tool", metavar="NAME", default="", help="the tool that will use it, e.g. Read or Write")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Check the action and print the verdict."""
    verdict = action_guard.look_up(places_of(arguments), _action(arguments))
    shown = action_guard.describe(verdict, arguments.lang)
    if console.as_json:
        console.data(shown)
    elif not shown["allowed"]:
        words = action_guard.WORDS[arguments.lang]
        console.text(words["refused"].format(what=shown["what"]) + f"\n{shown['reason']}")
    else:
        for note in shown["notes"]:
            console.text(f"memories/errors.md: {note}")
    return 0 if shown["allowed"] else EXIT_REFUSED


CHECK = Command(__doc__, EXAMPLE, add_arguments, run)


def _action(arguments: argparse.Namespace) -> Action:
    if arguments.command is not None or arguments.path:
        return Action(arguments.command or "", tuple(arguments.path), arguments.tool)
    if sys.stdin.isatty():
        raise InputError("no action was given", hint="pass --command or --path, or pipe an event into it")
    raw = sys.stdin.buffer.read(MAX_EVENT + 1)
    if len(raw) > MAX_EVENT:
        raise InputError(f"the event on stdin has more than {MAX_EVENT:,} bytes", hint="pass the command or path only")
    try:
        event: Any = parse_json(raw.decode("utf-8", "replace") or "null")
    except ValueError as error:
        raise InputError(f"the event on stdin is not JSON: {error}", hint="pipe a PreToolUse event into it") from error
    return action_guard.action_of_event(event, tool=arguments.tool)
