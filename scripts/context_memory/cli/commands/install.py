"""Install the plugin in a host, or remove it with --undo.

claude-code: the user's settings.json, or with --project the local settings of
one project, declare the folder of this clone as a marketplace and enable the
plugin. openclaw: openclaw.json loads the plugin from this clone, lets it see
conversations, and sets it for compactions; comments and order stay. If pip
installed the program, both get the plugin from the package. codex: hooks.json
runs our hooks, config.toml has our MCP server. gemini: both are in
settings.json. --project installs for one project only.
It takes effect when the host starts next. Running it again changes nothing.
--dry-run shows each change as a diff. The old content is stored, so that --undo
restores it byte for byte unless it was changed since; a plugin that OpenClaw
installed itself is uninstalled by OpenClaw.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from ...errors import ContextMemoryError
from ...hosts.installation import Change
from ...hosts.services import installing
from ..console import Console
from . import Command
from .doctor import skill_folder

EXAMPLE = """
PROGRAM claude-code --dry-run
PROGRAM claude-code --project .
PROGRAM claude-code --undo
PROGRAM openclaw --dry-run
PROGRAM codex --project .
"""

_THEN = {
    "claude-code": "done; restart the host, or type /reload-plugins in it",
    "openclaw": "done; restart the host: openclaw gateway restart",
    "codex": "done; start codex, type /hooks and trust the hooks: it runs none before",
    "gemini": "done; restart the host",
}
_AFTER_UNDO = {"codex": "done; restart the host"}
_UNINSTALL = "openclaw plugins uninstall context-memory-optimizer --force"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument(
        "host", metavar="HOST", choices=tuple(installing.HOSTS), help="which host: claude-code, openclaw, codex, gemini"
    )
    parser.add_argument("--project", metavar="P", type=Path, help="for this project only (default: for the user)")
    parser.add_argument("--undo", action="store_true", help="remove the plugin")
    parser.add_argument("--dry-run", action="store_true", help="show the changes, make none")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Plan, show, do."""
    project = arguments.project.absolute() if arguments.project else None
    host = arguments.host
    native = _uninstall(console, is_dry=arguments.dry_run) if arguments.undo and host == "openclaw" else []
    copied = installing.copies(host, project) if arguments.undo else ()
    changes = installing.plan_undo(host, project) if arguments.undo else installing.plan(host, skill_folder(), project)
    if not arguments.dry_run:
        if arguments.undo:
            installing.undo(changes, copied)
        else:
            installing.install(host, project, changes)
    _show(arguments, console, changes, [*map(str, copied)], native)
    return 0


def _show(
    arguments: argparse.Namespace,
    console: Console,
    changes: Sequence[Change],
    copied: Sequence[str],
    native: Sequence[str],
) -> None:
    """What was changed, removed and run, or would be."""
    host, is_dry = arguments.host, arguments.dry_run
    if console.as_json:
        rows = [{"path": each.path, "diff": each.diff} for each in changes]
        console.data({"host": host, "changes": rows, "removed": copied, "ran": native, "dry_run": is_dry})
        return
    for change in changes:
        console.text(change.diff.rstrip("\n"))
    for command in native:
        console.text(f"{'would run' if is_dry else 'ran'} {command}")
    for folder in copied:
        console.text(f"{'would remove' if is_dry else 'removed'} {folder}")
    if not (changes or copied or native):
        console.note("nothing to change: the plugin is " + ("not there" if arguments.undo else "there already"))
    elif is_dry:
        console.note("nothing was changed; run without --dry-run to apply")
    else:
        console.note(_AFTER_UNDO.get(host, _THEN[host]) if arguments.undo else _THEN[host])


def _uninstall(console: Console, *, is_dry: bool) -> list[str]:
    """The command of OpenClaw that takes out what OpenClaw itself installed; it keeps a record that is its own."""
    from ...hosts.remote import openclaw as openclaw_program

    if not openclaw_program.installed_by_host():
        return []
    try:
        if not is_dry:
            openclaw_program.uninstall()
    except ContextMemoryError as error:
        console.warn(f"{error}; run `{_UNINSTALL}` yourself")
        return []
    return [_UNINSTALL]


INSTALL = Command(__doc__, EXAMPLE, add_arguments, run)
