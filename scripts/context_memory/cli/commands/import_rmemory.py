"""Take over the files of R-Memory: conversations, archive, configuration.

FOLDER is its workspace or the folder r-memory inside; nothing in it changes.
Conversations go into the journal, every text into the archive. Settings that
follow from config.json are printed as lines for settings.toml.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from ...model.session import Json
from .. import options
from ..console import Console

EXAMPLE = """
PROGRAM ~/.openclaw/workspace/r-memory --workspace . --dry-run
PROGRAM ~/.openclaw/workspace/r-memory --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="folder of config.json, block-cache.json, archive/")
    parser.add_argument("--dry-run", action="store_true", help="say what would be taken over, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Import; returns the exit code."""
    from ... import wiring

    places, settings = options.places_of(arguments), options.settings_of(arguments)
    services = wiring.blocks(places, settings)
    try:
        importing = wiring.rmemory_import(places, settings, services)
        done = importing.run(arguments.folder, datetime.now(UTC), dry_run=arguments.dry_run)
    finally:
        services.close()
    for problem in (*done.problems, *services.problems):
        console.warn(problem)
    if done.altered:
        console.warn(f"{len(done.altered)} archived blocks are not what their name says, e.g. {done.altered[0]}.md")
    if console.as_json:
        names = ("sessions", "messages", "known", "archived", "settings")
        console.data({name: getattr(done, name) for name in names})
        return 0
    verb = "would be taken over" if arguments.dry_run else "taken over"
    console.text(f"{done.sessions} sessions, {done.messages:,} messages {verb}, {done.known:,} known")
    console.text(f"{done.archived:,} texts in the archive")
    if done.settings:
        console.text("settings.toml:")
        for key, value in done.settings.items():
            console.text(f"  {key} = {_toml(value)}")
    return 0


def _toml(value: Json) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
