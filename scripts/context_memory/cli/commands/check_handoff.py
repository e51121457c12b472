"""Check handoff XML and the schedule of a folder of handoffs.

read_only tasks may run side by side, write tasks one after another, and a
decision needs the coordinator's sign-off: <signed_off_by> in the task or the
result, or the result of a coordinator (a role of AGENTS.md that coordinates).
Exit code 0 when nothing has to be mended, 3 with findings.
"""

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

from ...model.errors import InputError
from ...model.findings import Level
from ...services import handoffs
from ...services.handoffs import Applied, Checked
from ..console import Console
from ..options import add_workspace, places_of
from ..recording import recording

EXAMPLE = """
PROGRAM handoffs --workspace .
PROGRAM handoffs --workspace . --apply-memory --dry-run
"""
EXIT_FINDINGS = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of check_handoff."""
    parser.add_argument("handoffs", metavar="FILE|FOLDER", help="a file or a folder of handoffs; - reads stdin")
    add_workspace(parser)
    parser.add_argument(
        "--apply-memory", action="store_true", help="append the memory updates of valid results to the workspace"
    )
    parser.add_argument(
        "--allow",
        metavar="FILE",
        action="append",
        default=[],
        help="one more file for memory updates, e.g. memories/decisions.md",
    )
    parser.add_argument(
        "--lang", choices=("en", "zh"), default="en", help="language of reasons and fixes (default: en)"
    )
    parser.add_argument("--dry-run", action="store_true", help="show what --apply-memory would append, write nothing")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print findings and schedule; exit 3 when there is something to mend."""
    if arguments.apply_memory and arguments.workspace is None:
        raise InputError("--apply-memory needs --workspace", hint="name the folder of MEMORY.md and memories/")
    checked = _checked(arguments)
    applied: tuple[Applied, ...] = ()
    if arguments.apply_memory and checked.is_valid:
        places = places_of(arguments)
        with recording(places, "check_handoff: memory updates of results", console, dry_run=arguments.dry_run):
            applied = handoffs.apply_updates(checked, places, language=arguments.lang, dry_run=arguments.dry_run)
    if console.as_json:
        console.data(_json(checked, applied, dry_run=arguments.dry_run))
    else:
        _show(checked, console)
        _show_applied(applied, console, dry_run=arguments.dry_run)
        if arguments.apply_memory and not checked.is_valid:
            console.note("no memory update was applied: mend the findings first")
    return 0 if checked.is_valid else EXIT_FINDINGS


def _checked(arguments: argparse.Namespace) -> Checked:
    agents = handoffs.read_agents(arguments.workspace) if arguments.workspace else ""
    writable = handoffs.allowed_files(arguments.allow)
    language: str = arguments.lang
    if arguments.handoffs == "-":
        text = handoffs.text_of(sys.stdin.buffer.read(handoffs.MAX_BYTES + 1), "standard input")
        return handoffs.check_text(text, "standard input", agents=agents, language=language, writable=writable)
    path = Path(arguments.handoffs)
    if path.is_dir():
        return handoffs.check_folder(path, agents=agents, language=language, writable=writable)
    text = handoffs.read_file(path)
    return handoffs.check_text(text, path.name, agents=agents, language=language, writable=writable)


def _show(checked: Checked, console: Console) -> None:
    for problem in checked.problems:
        finding = problem.finding
        colour = "red" if finding.level is Level.FAIL else "yellow"
        place = f"{problem.source}:{finding.line}" if finding.line else problem.source
        console.text(f"{console.paint(finding.level.value, colour)}  {place}  {finding.kind}: {finding.what}")
        console.text(f"      why: {finding.why}")
        console.text(f"      fix: {finding.fix}")
    plan = checked.schedule
    for title, ids in (
        ("may run side by side", plan.parallel),
        ("may write next", (plan.next_write,) if plan.next_write else ()),
        ("waits for sign-off", plan.waiting),
    ):
        if ids:
            console.text(f"{title}: {', '.join(ids)}")
    state = "all valid" if checked.is_valid else "something to mend"
    console.note(f"{len(checked.handoffs)} valid handoffs, {len(checked.problems)} findings: {state}")


def _show_applied(applied: tuple[Applied, ...], console: Console, *, dry_run: bool) -> None:
    for one in applied:
        verb = "already in" if not one.is_new else "would append to" if dry_run else "appended to"
        console.text(f"{one.task_id}: {verb} {one.path}")
        for line in one.lines if one.is_new else ():
            console.text(f"    {line}")


def _json(checked: Checked, applied: tuple[Applied, ...], *, dry_run: bool) -> dict[str, object]:
    plan = checked.schedule
    return {
        "ok": checked.is_valid,
        "handoffs": [
            {"kind": type(one.handoff).__name__.lower(), "source": one.source, "line": one.line, **asdict(one.handoff)}
            for one in checked.handoffs
        ],
        "findings": [{"source": problem.source, **asdict(problem.finding)} for problem in checked.problems],
        "schedule": {"parallel": list(plan.parallel), "next_write": plan.next_write, "waiting": list(plan.waiting)},
        "memory": [asdict(one) for one in applied],
        "dry_run": dry_run,
    }
