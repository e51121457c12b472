"""Refuse a path or command that memories/errors.md records as denied or missing.

Give --command or --path, or pipe a PreToolUse event ({"tool_name", "tool_input",
"cwd"}) into it. Exit code 0: allowed; 3: refused, with the entry as reason.
"""

import argparse
import json
import sys
from typing import Any

from ...model.errors import InputError
from ...rules.action_check import Action, Allowed, Refused
from ...services import action_guard
from ..console import Console
from ..options import add_workspace_argument, places_of

EXAMPLE = """
PROGRAM . --command "rm -rf build"
echo '{"tool_name": "Read", "tool_input": {"file_path": "src/old.py"}}' | PROGRAM . --json
"""
WORDS = {
    "en": {
        "reason": "memories/errors.md line {line}: {text}",
        "refused": "refused: {what}",
        "mended": "{text} (it is there again: allowed)",
    },
    "zh": {
        "reason": "memories/errors.md 第 {line} 行：{text}",
        "refused": "已拒绝：{what}",
        "mended": "{text}（已重新存在：允许）",
    },
}
MAX_EVENT = 8 * 1024 * 1024  # bytes
_PATH_KEYS = ("file_path", "path", "notebook_path", "filename", "filePath")
_COMMAND_KEYS = ("command", "cmd", "script")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace and the action."""
    add_workspace_argument(parser)
    parser.add_argument("--command", metavar="TEXT", help="the command line that is about to run")
    parser.add_argument(
        "--path", metavar="P", action="append", default=[], help="a path that is about to be used; repeatable"
    )
    parser.add_argument("--lang", choices=tuple(WORDS), default="en", help="language of the reason (default: en)")
    parser.add_argument("--tool", metavar="NAME", default="", help="the tool that will use it, e.g. Read or Write")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Look it up and say yes or no."""
    verdict = action_guard.check(places_of(arguments), _action(arguments))
    words = WORDS[arguments.lang]
    match verdict:
        case Refused(entry, what):
            reason = words["reason"].format(line=entry.line, text=entry.text)
            if console.as_json:
                console.data(
                    {"allowed": False, "what": what, "reason": reason, "entry": entry.text, "line": entry.line}
                )
            else:
                console.text(words["refused"].format(what=what) + f"\n{reason}")
            return 3
        case Allowed(mended):
            notes = [words["mended"].format(text=entry.text) for entry in mended]
            if console.as_json:
                console.data({"allowed": True, "notes": notes})
            for note in notes if not console.as_json else ():
                console.text(f"memories/errors.md: {note}")
            return 0


def _action(arguments: argparse.Namespace) -> Action:
    if arguments.command is not None or arguments.path:
        return Action(arguments.command or "", tuple(arguments.path), arguments.tool)
    if sys.stdin.isatty():
        raise InputError("no action given", hint="give --command or --path, or pipe an event into it")
    raw = sys.stdin.buffer.read(MAX_EVENT + 1)
    if len(raw) > MAX_EVENT:
        raise InputError(f"the event on stdin has more than {MAX_EVENT:,} bytes", hint="pass the command or path only")
    try:
        event: Any = json.loads(raw.decode("utf-8", "replace") or "null")
    except (ValueError, RecursionError) as error:
        raise InputError(f"the event on stdin is not JSON: {error}", hint="pipe a PreToolUse event into it") from error
    if not isinstance(event, dict) or not isinstance(event.get("tool_input"), dict):
        raise InputError("the event on stdin has no tool_input object", hint="pipe a PreToolUse event into it")
    given = event["tool_input"]
    command = next((given[key] for key in _COMMAND_KEYS if isinstance(given.get(key), str)), "")
    paths = tuple(given[key] for key in _PATH_KEYS if isinstance(given.get(key), str))
    return Action(command, paths, arguments.tool or _text(event.get("tool_name")), _text(event.get("cwd")))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
