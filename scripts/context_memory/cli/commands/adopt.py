"""Import an existing workspace: memory files, past sessions, exports of other programs.

It knows workspaces of OpenClaw and Claude Code (CLAUDE.md, auto-memory), the
folder of R-Memory, and exports of mem0, basic-memory and the MCP memory server.
Memory files are indexed where they are, sessions are journaled and learnt from,
the rest is remembered with its source. No file of the workspace is changed.
Running it again imports only what is new. --dry-run shows what was found.
The home of a host (~/.claude, ~/.openclaw, ~/.codex, ~/.gemini) is not a
workspace: for one of these it lists the workspaces that the host knows.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from ...api.context_memory import ContextMemory
from ...errors import InputError
from ...hosts.services import adopting
from ...hosts.services.adopting import Row
from .. import options
from ..console import Console, ProgressReport, counted
from . import Command

EXAMPLE = """
PROGRAM ~/.openclaw/workspace --dry-run
PROGRAM . --sessions ~/.claude/projects/-home-ines-project --from mem0-export.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="the workspace that is taken over")
    parser.add_argument(
        "--sessions", metavar="P", type=Path, action="append", default=[], help="folder or file of sessions; repeatable"
    )
    parser.add_argument(
        "--from",
        metavar="P",
        dest="more",
        type=Path,
        action="append",
        default=[],
        help="export of another program, or a folder of notes; repeatable",
    )
    parser.add_argument("--dry-run", action="store_true", help="show what there is, write nothing")
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Look, take over, show."""
    folder: Path = arguments.folder.absolute()
    if not folder.is_dir():
        raise InputError(f"workspace {arguments.folder} is not a folder", hint="name the folder of MEMORY.md")
    adopting.check_workspace(folder)
    arguments.workspace = folder
    found = adopting.look(folder, sessions=arguments.sessions, more=arguments.more)
    for problem in found.problems:
        console.warn(problem)
    if arguments.dry_run:
        rows = list(adopting.plan(found))
    else:
        settings = options.resolved_of(arguments).settings._replace(learn_codec="none")  # years of talk ask no model
        with ContextMemory(folder, settings) as memory:
            rows = list(adopting.adopt(found, memory, console.warn))
    rows += _rmemory(found.rmemory, arguments, console) if found.rmemory else []
    if not arguments.dry_run:
        _index(arguments, console)
    if console.as_json:
        names = Row.__slots__
        console.data({"found": [{n: getattr(row, n) for n in names} for row in rows], "dry_run": arguments.dry_run})
        return 0
    _show(rows, console, dry_run=arguments.dry_run)
    return 0


ADOPT = Command(__doc__, EXAMPLE, add_arguments, run)


def _rmemory(folder: Path, arguments: argparse.Namespace, console: Console) -> list[Row]:
    from ...api.assemble import sessions

    places, settings = options.places_of(arguments), options.settings_of(arguments)
    services = sessions.blocks(places, settings)
    try:
        importing = sessions.rmemory_import(places, settings, services)
        done = importing.run(folder, datetime.now(UTC), dry_run=arguments.dry_run)
    finally:
        services.close()
    for problem in (*done.problems, *services.problems):
        console.warn(problem)
    new = None if arguments.dry_run else done.messages
    return [Row("R-Memory", str(folder), done.messages + done.known, new, counted(done.sessions, "session"))]


def _index(arguments: argparse.Namespace, console: Console) -> None:
    """Everything, however much it is: the first question must not wait for it."""
    from ...memory.assembly import settle
    from ...memory.indexing.services import index_files, index_sessions

    places = options.places_of(arguments)
    with options.memory_for(arguments, console, dry_run=False) as store, ProgressReport(console) as progress:
        index_files.update(store, arguments.workspace)
        for problem in index_sessions.update(store, places, options.settings_of(arguments)).problems:
            console.warn(problem)
        settle(store, progress=progress.tell)


def _show(rows: list[Row], console: Console, *, dry_run: bool) -> None:
    if not rows:
        console.note("nothing to import was found; --sessions and --from name other places")
        return
    table = [
        (
            row.kind,
            f"{row.count:,}",
            "" if row.new is None else f"{row.new:,}",
            row.where,
            row.first,
        )
        for row in rows
    ]
    console.table(("kind", "count", "new", "where", "first line"), table, numeric=(1, 2))
    sessions = [row for row in rows if row.kind.startswith("session")]
    messages, others = sum(row.count for row in sessions), len(rows) - len(sessions)
    counts = ((len(sessions), "session"), (messages, "message"), (others, "other item"))
    of_sessions, of_messages, of_others = (_format_count(count, what) for count, what in counts)
    said = f"{of_sessions} with {of_messages}, {of_others}"
    console.note(said + ("; nothing was written" if dry_run else ""))


def _format_count(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
