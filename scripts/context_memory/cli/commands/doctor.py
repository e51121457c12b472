"""Run the deployment checklist; every failing check shows its fix.

The seven checks of the skill come first (one is a real compaction of a sample
session), then the host's configuration, then modes, secrets, fingerprint,
pointers and breaker. Exit code 0: no check fails, though some may be unknown;
3: a check fails. --fix repairs what is safe and keeps pre-images. --canary HOST
tests the plugin in the real host instead: a session in a temporary folder with
a model on loopback.
"""

import argparse
import shlex
from datetime import datetime
from pathlib import Path

from ...doctor.values import Agent, Check, Repair, Status, Unreadable
from ...errors import InputError
from ...settings.values import Settings
from ...text.control_characters import on_terminal, one_line
from ...workspace.files.history_queue import recording
from .. import options
from ..console import Console
from . import Command

EXAMPLE = """
PROGRAM --workspace . --prompt prompt.md
PROGRAM --workspace ~/.openclaw/workspace --host openclaw --fix --dry-run
"""
EXIT_FAILED = 3
_PROGRAMS = {"claude-code": "claude", "openclaw": "openclaw", "codex": "codex", "gemini": "gemini"}
_COLOURS = {Status.PASS: "green", Status.FAIL: "red", Status.UNKNOWN: "yellow"}
_MARKS = {Status.PASS: "pass", Status.FAIL: "FAIL", Status.UNKNOWN: "?"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace, the host and the operator's prompt."""
    options.add_workspace(parser, is_needed=True)
    parser.add_argument("--fix", action="store_true", help="repair what is safe: files, ignore rule, pointers, modes")
    parser.add_argument("--dry-run", action="store_true", help="with --fix: say what would be mended, write nothing")
    parser.add_argument(
        "--host",
        choices=("auto", "openclaw", "claude-code", "codex", "gemini"),
        default="auto",
        help="host program (default: auto)",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="configuration of the host (default: the host's own place)"
    )
    parser.add_argument("--state-dir", metavar="D", type=Path, help="state folder of OpenClaw (default: ~/.openclaw)")
    parser.add_argument(
        "--canary",
        action=_Canary,
        choices=tuple(_PROGRAMS),
        help="start this host and see whether each hook of the plugin works",
    )
    parser.add_argument(
        "--program", metavar="P", help="with --canary: the host (default: claude, openclaw, codex, gemini)"
    )
    parser.add_argument("--prompt", metavar="FILE", type=Path, help="the prompt that the operator sends")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of details (default: en)")
    options.add_settings(parser)


class _Canary(argparse.Action):
    """The canary makes a workspace of its own."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        namespace.canary, namespace.workspace_is_needed = values, False


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Check, repair if requested, check again, print."""
    if arguments.canary:
        return _canary(arguments.canary, arguments.program or _PROGRAMS[arguments.canary], console)
    from ...api.assemble import sessions
    from ...doctor import values
    from ...doctor.services import checklist
    from ...doctor.services import repairs as checklist_repairs

    places, now = options.places_of(arguments), datetime.now().astimezone()
    settings, problem = _settings(arguments)
    request = checklist.Request(
        settings=settings,
        compaction_of=sessions.compaction,
        command=command,
        language=arguments.lang,
        prompt=arguments.prompt,
        wanted=checklist.Wanted(arguments.host, arguments.config, arguments.state_dir, _agent(arguments)),
        skill=skill_folder(),
    )
    checks = _with_problem(checklist.check_deployment(places, request, now), problem)
    repairs: tuple[Repair, ...] = ()
    if arguments.fix:
        with recording(places, "doctor --fix", console.warn, dry_run=arguments.dry_run):
            repairs = checklist_repairs.repair(places, checks, now, language=arguments.lang, dry_run=arguments.dry_run)
        if not arguments.dry_run:
            checks = _with_problem(checklist.check_deployment(places, request, now), problem)
    is_ok = values.is_ok(checks)
    if console.as_json:
        console.data(_document(checks, repairs, arguments, is_ok=is_ok))
    else:
        _show(checks, repairs, console, dry_run=arguments.dry_run)
    return 0 if is_ok else EXIT_FAILED


def _agent(arguments: argparse.Namespace) -> "Agent | Unreadable | None":
    """What Codex or Gemini CLI has of ours; asked about neither, the one with hooks of ours, first in the project."""
    from ...doctor.values import Agent
    from ...hosts.services import installing

    workspace = arguments.workspace.absolute()
    if arguments.host in {"codex", "gemini"}:
        return installing.agent_of(arguments.host, workspace)
    if arguments.host != "auto" or arguments.config or arguments.state_dir:
        return None
    agents = (installing.agent_of(each, workspace) for each in ("codex", "gemini"))
    found = [each for each in agents if isinstance(each, Agent) and each.state != "missing"]
    return min(found, key=lambda each: "--project" not in each.install, default=None)


DOCTOR = Command(__doc__, EXAMPLE, add_arguments, run)


def _canary(host: str, program: str, console: Console) -> int:
    """What the real host did with the plugin."""
    from ...hosts.remote import agents, claude_code, openclaw

    match host:
        case "openclaw":
            findings = openclaw.run_canary(program)
        case "claude-code":
            findings = claude_code.run_canary(program)
        case _:
            findings = agents.run_canary(host, program)
    is_ok = all(each.is_good for each in findings)
    if console.as_json:
        rows = [
            {"name": each.name, "ok": each.is_good, "detail": each.detail, "advice": each.advice} for each in findings
        ]
        console.data({"ok": is_ok, "findings": rows})
    for each in () if console.as_json else findings:
        mark = Status.PASS if each.is_good else Status.FAIL
        console.line(f"{console.paint(_MARKS[mark], _COLOURS[mark])}  {each.name:<19}  {each.detail}")
        if each.advice:
            console.text(f"      {each.advice}")
    return 0 if is_ok else EXIT_FAILED


def skill_folder() -> Path | None:
    """The folder that holds SKILL.md and scripts/; None when only the package is installed."""
    folder = Path(__file__).resolve().parents[4]
    return folder if (folder / "SKILL.md").is_file() and (folder / "scripts").is_dir() else None


def command(name: str, *words: str) -> str:
    """How a person starts one of our commands from where this one lies."""
    script = Path(__file__).resolve().parents[3] / "context-memory.py"
    start = f"python3 {shlex.quote(str(script))}" if script.is_file() else "context-memory"
    return " ".join([start, name, *map(shlex.quote, words)])


def _settings(arguments: argparse.Namespace) -> tuple[Settings, InputError | None]:
    """The settings of the workspace, and the first that cannot be used: a finding, not the end."""
    try:
        resolved = options.resolved_of(arguments)
        return resolved.settings, next((each.problem for each in resolved.refused if each.problem), None)
    except InputError as error:
        if arguments.settings or arguments.set:
            raise
        return Settings(), error


def _with_problem(checks: tuple[Check, ...], problem: InputError | None) -> tuple[Check, ...]:
    """Settings that cannot be used fail the check, whatever the rehearsal without them says."""
    if problem is None:
        return checks
    failed = Check("compaction", Status.FAIL, str(problem), problem.hint)
    return tuple(failed if check.name == "compaction" else check for check in checks)


def _document(
    checks: tuple[Check, ...], repairs: tuple[Repair, ...], arguments: argparse.Namespace, *, is_ok: bool
) -> dict[str, object]:
    lines = [
        {"name": each.name, "status": each.status.value, "detail": each.detail, "fix": each.fix} for each in checks
    ]
    document: dict[str, object] = {"ok": is_ok, "checks": lines}
    if arguments.fix:
        document["dry_run"] = arguments.dry_run
        document["repairs"] = [{"path": each.path, "what": each.what, "done": each.is_done} for each in repairs]
    return document


def _show(checks: tuple[Check, ...], repairs: tuple[Repair, ...], console: Console, *, dry_run: bool) -> None:
    from ...doctor import values

    for repair in repairs:
        verb = "could not repair" if not repair.is_done else "would repair" if dry_run else "repaired"
        console.note(one_line(f"{verb} {repair.path}: {repair.what}"))
    rows = [
        (console.paint(_MARKS[each.status], _COLOURS[each.status]), each.name, one_line(each.detail)) for each in checks
    ]
    width = max(len(each.name) for each in checks)
    for (mark, name, detail), check in zip(rows, checks, strict=True):
        pad = " " * (4 - len(_MARKS[check.status]))
        console.text(f"{mark}{pad}  {name:<{width}}  {detail}")
        if check.status is Status.FAIL and check.fix:
            console.text(
                "".join(f"      fix: {line}\n" if n == 0 else f"           {line}\n" for n, line in _lines(check))
            )
    skill = [each for each in checks if each.name in values.OF_THE_SKILL]
    good = sum(each.status is Status.PASS for each in skill)
    count = {status: sum(each.status is status for each in checks) for status in Status}
    console.note(
        f"checklist of the skill: {good}/{len(skill)}; all: {count[Status.PASS]} pass, "
        f"{count[Status.FAIL]} fail, {count[Status.UNKNOWN]} unknown"
    )


def _lines(check: Check) -> list[tuple[int, str]]:
    return list(enumerate(on_terminal(check.fix).splitlines()))
