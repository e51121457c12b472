"""What memory files said before: `history at`, `blame`, `bisect` and `restore`."""

import argparse
from datetime import tzinfo
from typing import TYPE_CHECKING

from ...storage import environment
from ...workspace.files.history_queue import recording
from ...workspace.services.time_machine import TimeMachine
from ...workspace.timeline import Commit
from .. import options
from ..console import Console, unified
from . import Command

if TYPE_CHECKING:
    from ...workspace.timeline import Brought


def _add_at_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    add_when(parser)
    parser.add_argument("path", metavar="PATH", nargs="?", default="", help="one file, e.g. MEMORY.md")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_at(arguments: argparse.Namespace, console: Console) -> int:
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


AT = Command(
    """Show the memory files as they were on a day or after a change.

WHEN is a day (2026-11-20: its end), a time, a commit, or HEAD~N for N changes
ago. With PATH the file itself is printed, else all files with the change that
made them so. The history is a git repository of its own in .context-memory.
""",
    """
PROGRAM 2026-11-19 --workspace .
PROGRAM HEAD~1 MEMORY.md --workspace .
""",
    _add_at_arguments,
    _run_at,
)


def _add_blame_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("text", metavar="TEXT", help="the fact, or a part of its line")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_blame(arguments: argparse.Namespace, console: Console) -> int:
    """Print each line and its change."""
    machine, zone = machine_of(arguments, console)
    fresh = machine.unrecorded(arguments.text)
    found = machine.brought(arguments.text)
    if console.as_json:
        lines = [_brought_value(each, shown(each.commit, zone)) for each in found if each.now is not None]
        lines += [
            {"path": path, "line": number, "recorded_line": None, "text": text, "commit": None}
            for path, number, text in fresh.brought
        ]
        gone = [_brought_value(each, shown(each.commit, zone)) for each in found if each.now is None]
        console.data({"text": arguments.text, "lines": lines, "gone": gone})
        return 0
    for each in found:
        if each.now is None:
            console.text(f"{each.path}: {each.text}\n    gone since: it was line {each.line} when last recorded")
        else:
            moved = "" if each.now == each.line else f"  (line {each.line} when last recorded)"
            console.line(f"{each.path}:{each.now}: {each.text}{moved}")
        console.text(f"    {line(each.commit, zone)}")
    for path, number, text in fresh.brought:
        console.line(f"{path}:{number}: {text}")
        console.text(f"    {UNRECORDED}")
    if not fresh.brought and all(each.now is None for each in found):
        console.text("No line of memory holds it now; context-memory history bisect says whether one did.")
    return 0


BLAME = Command(
    """Show which change added a line of memory, when and why.

Every line with TEXT is shown at its current place, with the change that added
it: a flush, a promotion, a compaction, or a change from outside. Lines that
were moved or removed since the last recorded change are marked. Case and extra
spaces do not matter.
""",
    """
PROGRAM "Python: 3.12" --workspace .
""",
    _add_blame_arguments,
    _run_blame,
)


def _brought_value(each: "Brought", commit: dict[str, str]) -> dict[str, object]:
    return {"path": each.path, "line": each.now, "recorded_line": each.line, "text": each.text, "commit": commit}


def _add_bisect_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("text", metavar="TEXT", help="the fact, or a part of its line")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_bisect(arguments: argparse.Namespace, console: Console) -> int:
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
        console.line(f"{'altered' if each.after else 'lost'} in {each.path}: {each.before}")
        if each.after:
            console.text(f"    now: {each.after}")
        console.text(f"    {line(each.commit, zone)}")
    if not found.lost and not fresh.gone:
        console.text("No recorded change lost it." if found.standing else "No recorded memory file ever held it.")
    for path, number in found.standing:
        console.text(f"still in {path}:{number}")
    return 0


BISECT = Command(
    """Show which change removed or altered a fact, and what replaced it.

Lists the changes after which fewer lines of a file contained TEXT, newest
first: the old line, what replaced it, and why it changed. It also shows where
the text still is.
""",
    """
PROGRAM "Python: 3.10" --workspace .
""",
    _add_bisect_arguments,
    _run_bisect,
)


def _add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    add_when(parser)
    parser.add_argument("path", metavar="PATH", nargs="?", default="", help="one file, e.g. MEMORY.md (default: all)")
    parser.add_argument("--dry-run", action="store_true", help="show the change as a diff, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_restore(arguments: argparse.Namespace, console: Console) -> int:
    """Go back and say what changed."""
    machine, zone = machine_of(arguments, console)
    commit = machine.resolve(arguments.when)
    cause = f"history restore: {arguments.path or 'all files'} as of {commit.id[:10]}"
    with recording(options.places_of(arguments), cause, console.warn, dry_run=arguments.dry_run):
        done = machine.go_back(commit.id, arguments.path, dry_run=arguments.dry_run)
    if console.as_json:
        files = [
            {"path": each.path, "preimage": each.preimage, "diff": unified(each.path, each.before, each.after)}
            for each in done.files
        ]
        outcome = "restored" if done.files else "nothing_to_do"
        document = {"outcome": outcome, "dry_run": arguments.dry_run, "commit": shown(commit, zone), "files": files}
        console.data({**document, "grown": list(done.grown), "newer": list(done.newer)})
        return 0
    console.text(line(commit, zone))
    for each in done.files:
        if arguments.dry_run:
            console.text(unified(each.path, each.before, each.after))
        else:
            kept = f" (before: preimage {each.preimage[:12]})" if each.preimage else ""
            console.text(f"restored {each.path}{kept}")
    if not done.files:
        console.text("Nothing to do: the files are as they were.")
    for path in done.grown:
        console.note(f"kept: {path} only grew since")
    for path in done.newer:
        console.note(f"kept: {path} did not exist then")
    return 0


RESTORE = Command(
    """Restore a memory file, or all of them, to the state after a change.

Replaced content is stored as a pre-image and stays in the history, so this can
be undone. No file is deleted: files that did not exist then stay, and a dated
note that only grew since is not changed unless PATH names it.
""",
    """
PROGRAM HEAD~1 MEMORY.md --workspace . --dry-run
PROGRAM 2026-11-19 --workspace .
""",
    _add_restore_arguments,
    _run_restore,
)


def add_when(parser: argparse.ArgumentParser) -> None:
    """`WHEN`: a day, a time or a commit."""
    parser.add_argument("when", metavar="WHEN", help="a day, a time, a commit, or HEAD~N")


def machine_of(arguments: argparse.Namespace, console: Console) -> tuple[TimeMachine, tzinfo | None]:
    """The time machine of the workspace, and the zone in which people read its times."""
    zone = environment.zone_named(options.settings_of(arguments).time_zone)
    machine = TimeMachine(options.places_of(arguments), zone)
    for problem in machine.problems:
        console.warn(problem)
    return machine, zone


def shown(commit: Commit, zone: tzinfo | None) -> dict[str, str]:
    """A change for programs."""
    return {"id": commit.id, "time": commit.time.astimezone(zone).isoformat(), "cause": commit.cause}


UNRECORDED = "not recorded yet: by a person, the host or an agent, since the last recorded change"


def line(commit: Commit, zone: tzinfo | None) -> str:
    """A change for people."""
    return f"{commit.id[:10]}  {commit.time.astimezone(zone):%Y-%m-%d %H:%M}  {commit.cause}"
