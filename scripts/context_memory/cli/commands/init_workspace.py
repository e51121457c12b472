"""Write the workspace files of a project: MEMORY.md, memories/*.md, AGENTS.md.

Reads manifests, git state and folders for memories/project.md. Files that
exist stay as they are; a second run changes nothing.
"""

import argparse
from datetime import datetime

from ...disk import templates
from ...services import scaffold
from ..console import Console
from ..options import add_workspace_argument, places_of
from ..recording import recording

EXAMPLE = """
PROGRAM . --task "Fix the login bug" --constraint "Python 3.11 only"
PROGRAM ~/.openclaw/workspace --lang zh --dry-run
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace and what its files should say."""
    add_workspace_argument(parser)
    parser.add_argument("--name", default="", help="project name (default: from its manifest, else the folder)")
    parser.add_argument("--task", default="", help="the active task; MEMORY.md shows its first 50 characters")
    parser.add_argument(
        "--constraint", action="append", default=[], metavar="TEXT", help="a key constraint; repeatable"
    )
    parser.add_argument("--lang", choices=templates.LANGUAGES, default="en", help="language of new files (default: en)")
    parser.add_argument("--gitignore", action="store_true", help="add memories/ and our own files to .gitignore")
    parser.add_argument("--refresh", action="store_true", help="rewrite the managed part of memories/project.md")
    parser.add_argument("--agents", action="store_true", help="append roles and handoff format to your own AGENTS.md")
    parser.add_argument("--dry-run", action="store_true", help="show what would be written, write nothing")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Write what is missing and say what it was."""
    wishes = scaffold.Wishes(
        name=arguments.name,
        task=arguments.task,
        constraints=tuple(arguments.constraint),
        language=arguments.lang,
        gitignore=arguments.gitignore,
        refresh=arguments.refresh,
        agents=arguments.agents,
    )
    places = places_of(arguments)
    with recording(places, "init_workspace", console, dry_run=arguments.dry_run):
        done = scaffold.init(places, wishes, datetime.now().astimezone(), dry_run=arguments.dry_run)
    if console.as_json:
        console.data(_document(done, dry_run=arguments.dry_run))
        return 0
    _show(done, console, dry_run=arguments.dry_run)
    return 0


def _document(done: scaffold.Initialised, *, dry_run: bool) -> dict[str, object]:
    return {
        "outcome": "initialised" if done.written else "nothing_to_do",
        "dry_run": dry_run,
        "written": [{"path": each.path, "what": each.what, "text": each.text} for each in done.written],
        "kept": list(done.kept),
        "fingerprint": done.fingerprint,
        "advice": list(done.advice),
    }


def _show(done: scaffold.Initialised, console: Console, *, dry_run: bool) -> None:
    if not done.written:
        console.text("Nothing to do: every workspace file is there.")
    for each in done.written:
        console.text(f"{'would be ' if dry_run else ''}{each.what}: {each.path}")
        if dry_run:
            console.text("".join(f"    {line}\n" for line in each.text.splitlines()))
    for path in done.kept:
        console.text(console.paint(f"kept: {path}", "dim"))
    console.text(f"fingerprint: {done.fingerprint}")
    for advice in done.advice:
        console.note(advice)
