"""Write a task or a result for another agent as valid XML.

Without --folder the XML goes to stdout and nothing is written. With --folder
it becomes a new file there, and a task without --task-id gets the next number.
"""

import argparse
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from ...model.errors import InputError
from ...model.handoffs import Result, Status, Task, TaskType
from ...rules import handoff
from ...services import handoffs
from ...services.handoffs import Written
from ..console import Console

EXAMPLE = """
PROGRAM --from planner --to coder --type write --context "Login fails" \\
    --input src/login.py --expected-output "a test and its fix" --folder handoffs
PROGRAM --result done --task-id 20261120-1 --output "fixed" \\
    --memory-update "Login: the token check moved" --folder handoffs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of make_handoff."""
    task = parser.add_argument_group("task")
    task.add_argument("--from", dest="sender", metavar="A", help="the agent that hands over")
    task.add_argument("--to", dest="receiver", metavar="B", help="the agent that takes over")
    task.add_argument("--type", choices=[*TaskType], help="what the task may do")
    task.add_argument("--context", metavar="TEXT", default="", help=f"at most {handoff.MAX_CONTEXT} characters")
    task.add_argument("--input", metavar="TEXT", default="", help="what the task works on; paths rather than content")
    task.add_argument("--expected-output", metavar="TEXT", help="what the result has to be")
    task.add_argument("--constraint", metavar="TEXT", action="append", default=[], help="a limit to keep; repeatable")
    result = parser.add_argument_group("result")
    result.add_argument("--result", choices=[*Status], help="write a result with this status instead of a task")
    result.add_argument("--output", metavar="TEXT", default="", help="what came out")
    result.add_argument("--side-effects", metavar="TEXT", default="", help="what changed besides")
    result.add_argument("--memory-update", metavar="TEXT", default="", help="text to append to a memory file")
    result.add_argument(
        "--memory-file", metavar="FILE", default="", help="which one, e.g. memories/errors.md (default: by status)"
    )
    parser.add_argument("--task-id", metavar="ID", help="YYYYMMDD-seq")
    parser.add_argument("--date", metavar="YYYYMMDD", help="day of the next number (default: today, UTC)")
    parser.add_argument("--folder", metavar="F", type=Path, help="folder of handoffs to number in and write to")
    parser.add_argument("--signed-off-by", metavar="NAME", default="", help="the coordinator who agreed to a decision")
    parser.add_argument(
        "--lang", choices=("en", "zh"), default="en", help="language of reasons and fixes (default: en)"
    )
    parser.add_argument("--dry-run", action="store_true", help="print the XML and write nothing")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Write the handoff and print it."""
    value = _result(arguments) if arguments.result else _task(arguments)
    written = _written(value, arguments)
    if console.as_json:
        path = str(written.path) if written.path else None
        console.data({"task_id": written.value.task_id, "path": path, "xml": written.xml})
        return 0
    console.text(written.xml)
    if written.path:
        console.note(f"wrote {written.path}")
    return 0


def _written(value: Task | Result, arguments: argparse.Namespace) -> Written:
    folder: Path | None = arguments.folder
    if folder is None:
        if not value.task_id:
            raise InputError("the handoff has no task id", hint="give --task-id, or --folder to take the next number")
        return Written(value, handoffs.render(value, arguments.lang))
    if arguments.dry_run:
        return handoffs.write(_numbered(value, folder, arguments.date), folder, language=arguments.lang, dry_run=True)
    with handoffs.locked(folder):
        return handoffs.write(_numbered(value, folder, arguments.date), folder, language=arguments.lang)


def _numbered(value: Task | Result, folder: Path, day: str | None) -> Task | Result:
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
        constraints=handoff.constraints_of(arguments.constraint),
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
