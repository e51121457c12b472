"""Which settings count, and whose: `settings` and `trust`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InputError
from .. import options
from ..console import Console, counted
from ..options import add_workspace
from . import Command

if TYPE_CHECKING:
    from ...doctor.services.trusting import Offer


def _add_settings_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("names", metavar="NAME", nargs="*", help="show only settings whose name contains this")
    parser.add_argument("--defaults", action="store_true", help="show the defaults, whatever is set")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_settings(arguments: argparse.Namespace, console: Console) -> int:
    """Print the settings as a table or as JSON."""
    from ...settings import service as settings_service

    only_defaults: bool = arguments.defaults
    resolved = settings_service.resolve(None, None, {}, {}) if only_defaults else options.resolved_of(arguments)
    described = settings_service.descriptions()
    refused = {each.key: str(each.file) for each in resolved.refused}
    values = resolved.settings._asdict()
    shown = [key for key in values if _matches(key, arguments.names)]
    if not shown:
        raise InputError(f"no setting matches {' or '.join(arguments.names)}", hint="leave out the name to see all")
    if console.as_json:
        console.data(
            {
                key: {"value": values[key], "origin": resolved.origins[key], "description": described.get(key, "")}
                | ({"refused": refused[key]} if key in refused else {})
                for key in shown
            }
        )
        return 0
    rows = [
        (key, _cell(values[key]), _origin(resolved.origins[key], refused.get(key, "")), described.get(key, ""))
        for key in shown
    ]
    console.table(("setting", "value", "origin", "description"), rows)
    return 0


SETTINGS = Command(
    """Print every setting with its value and origin.

Values come from defaults, then the user's own file, then the workspace's, then
CONTEXT_MEMORY_<KEY> variables, then flags; the later one wins. Keys in a
workspace's file that only the user may set are ignored until `trust` allows them.
""",
    """
PROGRAM --workspace .
PROGRAM window policy --set window=1000000
""",
    _add_settings_arguments,
    _run_settings,
)


def _matches(key: str, names: list[str]) -> bool:
    return not names or any(name.lower().replace("-", "_") in key for name in names)


def _origin(origin: str, refusing: str) -> str:
    return f"{origin} (refused in {refusing})" if refusing else origin


def _cell(value: object) -> str:
    return '""' if value == "" else str(value)


SHOWN = 5
"""Pinned docs whose text is shown: they would be given out first."""

LONGEST_TEXT = 100


def _add_trust_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    add_workspace(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="list what is trusted, and change nothing")
    what.add_argument("--revoke", action="store_true", help="take the trust in W back")
    parser.add_argument("--dry-run", action="store_true", help="show what would take effect, and change nothing")


def _run_trust(arguments: argparse.Namespace, console: Console) -> int:
    """Trust, list or revoke; returns the exit code."""
    from ...doctor.services import trusting

    folder: Path | None = arguments.workspace
    if arguments.list:
        _list(console)
        return 0
    if folder is None:
        raise InputError(
            "no workspace was given, and none was found here", hint="name its folder: --workspace W, or --list"
        )
    if arguments.revoke:
        return _revoke(folder, console, dry_run=arguments.dry_run)
    if not folder.is_dir():
        raise InputError(f"workspace {folder} is not a folder", hint="name another one")
    offered = trusting.offer(folder)
    if offered.is_needed and not arguments.dry_run:
        trusting.accept(offered)
    _show(offered, console, dry_run=arguments.dry_run)
    return 0


TRUST = Command(
    """Trust a workspace: let its settings take effect and adopt the state in it.

A workspace often arrives by `git clone`. Until it is trusted, its settings.toml
sets harmless keys only, and docs in a .context-memory folder that was not
created on this machine do not count as a person's words. This command shows
what would take effect and stores a stamp in the user's state folder; a changed
settings file has to be trusted again. Only a person should run it.
""",
    """
PROGRAM --workspace . --dry-run
PROGRAM --workspace .
PROGRAM --list
PROGRAM --revoke --workspace .
""",
    _add_trust_arguments,
    _run_trust,
)


def _show(offered: "Offer", console: Console, *, dry_run: bool) -> None:
    if console.as_json:
        outcome = "unchanged" if not offered.is_needed else "would_trust" if dry_run else "trusted"
        console.data(
            {
                "outcome": outcome,
                "workspace": str(offered.workspace),
                "settings": {each.key: each.value for each in offered.settings},
                "adopts_state": offered.is_foreign,
                "docs": offered.docs,
                "pinned": list(offered.pinned),
                "sessions": offered.sessions,
            }
        )
        return
    for each in offered.settings:
        console.text(f"{each.key} = {each.value!r}")
    if offered.is_foreign:
        pinned = len(offered.pinned)
        console.text(
            f"state: {counted(offered.docs, 'doc')}, {pinned:,} of them pinned, {counted(offered.sessions, 'session')}"
        )
        for text in offered.pinned[:SHOWN]:
            console.text(f"  pinned: {' '.join(text.split())[:LONGEST_TEXT]}")
    if not offered.is_needed:
        console.note(f"nothing to do: all of {offered.workspace} is trusted")
    elif dry_run:
        console.note(f"{offered.workspace} would be trusted")
    else:
        console.note(f"{offered.workspace} is trusted")


def _list(console: Console) -> None:
    from ...doctor.services import trusting

    known = trusting.trusted()
    if console.as_json:
        console.data(
            {
                "trusted": [
                    {"state": stamp.path, "settings": bool(stamp.settings), "is_there": is_there}
                    for stamp, is_there in known
                ]
            }
        )
        return
    for stamp, is_there in known:
        what = "state and settings" if stamp.settings else "state"
        console.line(f"{stamp.path}: {what}{'' if is_there else ' (moved or gone)'}")
    if not known:
        console.note("nothing is trusted")


def _revoke(folder: Path, console: Console, *, dry_run: bool) -> int:
    from ...doctor.services import trusting

    was_trusted = trusting.is_trusted(folder) if dry_run else trusting.revoke(folder)
    if console.as_json:
        outcome = "unchanged" if not was_trusted else "would_revoke" if dry_run else "revoked"
        console.data({"outcome": outcome, "workspace": str(folder.absolute())})
    elif not was_trusted:
        console.note(f"nothing to do: {folder} is not trusted")
    else:
        console.note(f"{folder} {'would no longer be' if dry_run else 'is no longer'} trusted")
    if trusting.is_named(folder):
        console.warn(f"{folder} stays trusted while CONTEXT_MEMORY_TRUSTED names it")
    return 0
