"""Work given to other agents: `handoff make` and `handoff check`."""

import argparse
import sys
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from ...errors import InputError, Level
from ...handoffs import service as handoffs
from ...handoffs import validate
from ...handoffs.service import Applied, Checked, Written
from ...handoffs.tasks import Result, Status, Task, TaskType
from ..console import Console, counted
from ..options import add_workspace, places_of
from . import Command


def _add_make_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of context-memory handoff make."""
    task = parser.add_argument_group("task")
    task.add_argument("--from", dest="sender", metavar="A", help="the agent that assigns the task")
    task.add_argument("--to", dest="receiver", metavar="B", help="the agent that gets the task")
    task.add_argument("--type", choices=[*TaskType], help="what the task may do")
    task.add_argument("--context", metavar="TEXT", default="", help=f"at most {validate.MAX_CONTEXT} characters")
    task.add_argument("--input", metavar="TEXT", default="", help="what the task works on; paths rather than content")
    task.add_argument("--expected-output", metavar="TEXT", help="what the result has to be")
    task.add_argument("--constraint", metavar="TEXT", action="append", default=[], help="a limit to keep; repeatable")
    result = parser.add_argument_group("result")
    result.add_argument("--result", choices=[*Status], help="write a result with this status instead of a task")
    result.add_argument("--output", metavar="TEXT", default="", help="the result")
    result.add_argument("--side-effects", metavar="TEXT", default="", help="other changes that were made")
    result.add_argument("--memory-update", metavar="TEXT", default="", help="text to append to a memory file")
    result.add_argument(
        "--memory-file", metavar="FILE", default="", help="which one, e.g. memories/errors.md (default: by status)"
    )
    parser.add_argument("--task-id", metavar="ID", help="YYYYMMDD-seq")
    parser.add_argument("--date", metavar="YYYYMMDD", help="day of the next number (default: today, UTC)")
    parser.add_argument("--folder", metavar="F", type=Path, help="folder of handoffs to number in and write to")
    parser.add_argument(
        "--workspace", dest="home", metavar="W", type=Path, help="write to W/handoffs, where no --folder is named"
    )
    parser.add_argument("--signed-off-by", metavar="NAME", default="", help="the coordinator who agreed to a decision")
    parser.add_argument(
        "--lang", choices=("en", "zh"), default="en", help="language of reasons and fixes (default: en)"
    )
    parser.add_argument("--dry-run", action="store_true", help="print the XML and write nothing")


def _run_make(arguments: argparse.Namespace, console: Console) -> int:
    """Write the handoff and print it."""
    value = _result(arguments) if arguments.result else _task(arguments)
    written = _write(value, arguments)
    if console.as_json:
        path = str(written.path) if written.path else None
        console.data({"task_id": written.value.task_id, "path": path, "xml": written.xml})
        return 0
    console.text(written.xml)
    if written.path:
        console.note(f"wrote {written.path}")
    file = arguments.memory_file.strip()
    if file and file not in validate.DECLARED_FILES:
        console.note(f"{file} is no declared file: check it with `handoff check --allow {file}`")
    return 0


MAKE = Command(
    """Write a task or a result for another agent as valid XML.

Without --folder or --workspace the XML is printed and nothing is written. With one
it becomes a new file there, and a task without --task-id gets the next number.
""",
    """
PROGRAM --from planner --to coder --type write --context "Login fails" \\
    --input src/login.py --expected-output "a test and its fix" --folder handoffs
PROGRAM --result done --task-id 20261120-1 --output "fixed" \\
    --memory-update "Login: the token check moved" --folder handoffs
""",
    _add_make_arguments,
    _run_make,
)


def _write(value: Task | Result, arguments: argparse.Namespace) -> Written:
    folder: Path | None = arguments.folder or (arguments.home and arguments.home / "handoffs")
    if folder is None:
        if not value.task_id:
            raise InputError(
                "the handoff has no task id", hint="give --task-id, or --workspace to take the next number"
            )
        return Written(value, handoffs.render(value, arguments.lang))
    if arguments.dry_run:
        return handoffs.write(
            _with_number(value, folder, arguments.date), folder, language=arguments.lang, dry_run=True
        )
    with handoffs.locked(folder):
        return handoffs.write(_with_number(value, folder, arguments.date), folder, language=arguments.lang)


def _with_number(value: Task | Result, folder: Path, day: str | None) -> Task | Result:
    if value.task_id:
        return value
    return replace(value, task_id=handoffs.next_task_id(folder, day or datetime.now(UTC).strftime("%Y%m%d")))


def _task(arguments: argparse.Namespace) -> Task:
    wanted = {"--from": arguments.sender, "--to": arguments.receiver, "--type": arguments.type}
    wanted["--expected-output"] = arguments.expected_output
    missing = [flag for flag, value in wanted.items() if not value]
    if missing:
        raise InputError(f"a task needs {', '.join(missing)}", hint="give them, or use --result STATUS for a result")
    return Task(
        sender=arguments.sender.strip(),
        receiver=arguments.receiver.strip(),
        task_id=(arguments.task_id or "").strip(),
        type=TaskType(arguments.type),
        context=arguments.context,
        input=arguments.input,
        expected_output=arguments.expected_output,
        constraints=validate.constraints_of(arguments.constraint),
        signed_off_by=arguments.signed_off_by.strip(),
    )


def _result(arguments: argparse.Namespace) -> Result:
    if not arguments.task_id:
        raise InputError("a result needs --task-id", hint="name the task that it answers")
    return Result(
        task_id=arguments.task_id.strip(),
        status=Status(arguments.result),
        output=arguments.output,
        side_effects=arguments.side_effects,
        memory_update=arguments.memory_update,
        memory_file=arguments.memory_file.strip(),
        signed_off_by=arguments.signed_off_by.strip(),
    )


EXIT_FINDINGS = 3


def _add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of context-memory handoff check."""
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


def _run_check(arguments: argparse.Namespace, console: Console) -> int:
    """Print findings and schedule; exit 3 if there is something to fix."""
    if arguments.apply_memory and arguments.workspace is None:
        raise InputError("--apply-memory needs --workspace", hint="name the folder of MEMORY.md and memories/")
    checked = _check(arguments)
    applied: tuple[Applied, ...] = ()
    if arguments.apply_memory and checked.is_valid:
        from ...workspace.files.history_queue import recording

        places = places_of(arguments)
        with recording(places, "handoff check: memory updates of results", console.warn, dry_run=arguments.dry_run):
            applied = handoffs.apply_updates(checked, places, language=arguments.lang, dry_run=arguments.dry_run)
    if console.as_json:
        console.data(_json(checked, applied, dry_run=arguments.dry_run))
    else:
        _show(checked, console)
        _show_applied(applied, console, dry_run=arguments.dry_run)
        if arguments.apply_memory and not checked.is_valid:
            console.note("no memory update was applied: fix the findings first")
    return 0 if checked.is_valid else EXIT_FINDINGS


CHECK = Command(
    """Validate handoff XML and the schedule of a folder of handoffs.

read_only tasks may run in parallel, write tasks one after another, and a
decision needs the coordinator's sign-off: <signed_off_by> in the task or the
result, or the result of a coordinator (a role of AGENTS.md that coordinates).
Exit code 0: all valid; 3: findings.
""",
    """
PROGRAM handoffs --workspace .
PROGRAM handoffs --workspace . --apply-memory --dry-run
""",
    _add_check_arguments,
    _run_check,
)


def _check(arguments: argparse.Namespace) -> Checked:
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
        console.line(f"{console.paint(finding.level.value, colour)}  {place}  {finding.kind}: {finding.what}")
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
    state = "all valid" if checked.is_valid else "not valid"
    console.note(f"{len(checked.handoffs)} valid handoffs, {counted(len(checked.problems), 'finding')}: {state}")


def _show_applied(applied: tuple[Applied, ...], console: Console, *, dry_run: bool) -> None:
    for one in applied:
        verb = "already in" if not one.is_new else "would append to" if dry_run else "appended to"
        console.line(f"{one.task_id}: {verb} {one.path}")
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
        "findings": [{"source": problem.source, **problem.finding._asdict()} for problem in checked.problems],
        "schedule": {"parallel": list(plan.parallel), "next_write": plan.next_write, "waiting": list(plan.waiting)},
        "memory": [asdict(one) for one in applied],
        "dry_run": dry_run,
    }
