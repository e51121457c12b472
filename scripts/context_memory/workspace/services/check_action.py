"""Checks whether an action would repeat an error recorded in memories/errors.md.

Only what is recorded is refused: the same path, or the same program on the
same target. A path that was missing and exists again is allowed, and so is
every action that could fix the error (creating the file, changing its mode).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError
from ...storage.places import Places
from ...text.patterns import lazy_regex
from .. import recorded_errors
from ..files import memory_files
from ..recorded_errors import CommandEntry, Entry, Kind, PathEntry, ProgramEntry, Step, absolute

_READERS = lazy_regex(
    r"cat|bat|head|tail|less|more|sed|awk|e?grep|fgrep|rg|wc|diff|cmp|jq|yq|xxd|od|strings|sort|uniq|cut|source|\."
    r"|python3?|node|bash|sh|zsh|ruby|perl|php|vim?|nano|emacs|code|open|cd|pushd|rm|mv|cp|ln|unlink|rmdir"
    r"|tar|unzip|gunzip|zip|pytest"
)
_WRITERS = lazy_regex(r"touch|mkdir|tee|truncate|install|dd|rsync")
_CREATING_TOOLS = lazy_regex(r"write|create|write_?file|create_?file|apply_patch|notebookedit", re.IGNORECASE)


class Action(NamedTuple):
    """A planned action; `folder` is where it runs, empty for the workspace."""

    command: str = ""
    paths: tuple[str, ...] = ()
    tool: str = ""
    folder: str = ""


class Machine(NamedTuple):
    """Facts about the machine that the rule needs."""

    workspace: str
    """Absolute path."""
    exists: Callable[[str], bool]
    has_program: Callable[[str], bool]


class Refused(NamedTuple):
    """The action repeats a recorded error."""

    entry: Entry
    what: str


class Allowed(NamedTuple):
    """No recorded error applies; `mended` are recorded targets that exist again."""

    mended: tuple[Entry, ...] = ()


Verdict = Refused | Allowed


def check(action: Action, recorded: Sequence[Entry], machine: Machine) -> Verdict:
    """Refused with the newest entry that the action would repeat, otherwise allowed."""
    folder = absolute(action.folder or machine.workspace, machine.workspace)
    steps = tuple(recorded_errors.steps(action.command, folder))
    paths = frozenset(absolute(path, folder) for path in action.paths if path)
    mended = []
    for entry in reversed(recorded):
        what = _find_repeat(entry, action.tool, steps, paths, machine.workspace)
        if what and not _is_mended(entry, machine):
            return Refused(entry, what)
        if what:
            mended.append(entry)
    return Allowed(tuple(mended))


def _find_repeat(entry: Entry, tool: str, steps: tuple[Step, ...], paths: frozenset[str], workspace: str) -> str:
    """The part of the action that repeats the entry; empty if none does."""
    match entry:
        case ProgramEntry(program=program):
            return next((step.program for step in steps if step.program == program), "")
        case CommandEntry(words=words):
            return next((" ".join(step.words) for step in steps if _is_same(words, step, workspace)), "")
        case PathEntry(kind=kind, path=path):
            recorded = absolute(path, workspace)
            creates = kind is Kind.MISSING and _CREATING_TOOLS.fullmatch(tool.rpartition("__")[2])
            if recorded in paths and not creates:
                return path
            touching = _written_or_read if kind is Kind.DENIED else _read
            return next((path for step in steps if recorded in _absolute_all(touching(step), step)), "")


def _read(step: Step) -> tuple[str, ...]:
    """Paths that must exist for this step to work."""
    if not _READERS.fullmatch(step.program):
        return _executed_paths(step)
    if step.program == "rm" and any(word.startswith("-") and "f" in word for word in step.words):
        return ()  # rm -f asks for nothing that must exist
    last = -1 if step.program in {"cp", "mv", "ln"} else None  # what these create
    return (*step.words[1:last], *_executed_paths(step))


def _written_or_read(step: Step) -> tuple[str, ...]:
    is_file_program = _READERS.fullmatch(step.program) or _WRITERS.fullmatch(step.program)
    return (*(step.words[1:] if is_file_program else ()), *step.outputs, *_executed_paths(step))


def _executed_paths(step: Step) -> tuple[str, ...]:
    return step.words[:1] if step.words and "/" in step.words[0] else ()


def _absolute_all(words: tuple[str, ...], step: Step) -> frozenset[str]:
    return frozenset(absolute(word, step.folder) for word in words)


def _is_same(recorded: tuple[str, ...], step: Step, workspace: str) -> bool:
    """The same words, or the same program with at least the recorded options on the same first targets."""
    if recorded == step.words and not any(map(recorded_errors.is_path, recorded_errors.targets(recorded))):
        return True
    if recorded[0].rpartition("/")[2] != step.program:
        return False
    targets, given = recorded_errors.targets(recorded), recorded_errors.targets(step.words)
    if not targets or not recorded_errors.options(recorded) <= recorded_errors.options(step.words):
        return False
    pairs = zip(targets, given, strict=False)
    return len(given) >= len(targets) and all(_is_same_target(old, new, step, workspace) for old, new in pairs)


def _is_same_target(recorded: str, given: str, step: Step, workspace: str) -> bool:
    if absolute(recorded, workspace) == absolute(given, step.folder):
        return True
    return recorded == given and not recorded_errors.is_path(given)  # a word such as `origin`, in whatever folder


def _is_mended(entry: Entry, machine: Machine) -> bool:
    """Whether a missing target exists now; denied ones stay denied until a person removes the line."""
    match entry:
        case ProgramEntry(program=program):
            return machine.has_program(program)
        case PathEntry(kind=Kind.MISSING, path=path):
            return machine.exists(absolute(path, machine.workspace))
        case CommandEntry(kind=Kind.MISSING, words=words):
            is_on_files = _READERS.fullmatch(words[0]) is not None
            targets = [word for word in recorded_errors.targets(words) if is_on_files or recorded_errors.is_path(word)]
            return bool(targets) and all(machine.exists(absolute(target, machine.workspace)) for target in targets)
        case _:
            return False


WORDS = {
    "en": {
        "reason": "memories/errors.md line {line}: {text}",
        "refused": "refused: {what}",
        "mended": "{text} (it is there again: allowed)",
    },
    "zh": {
        "reason": "memories/errors.md 第 {line} 行：{text}",
        "refused": "已拒绝：{what}",
        "mended": "{text}（已重新存在：允许）",
    },
}
_PATH_KEYS = ("file_path", "path", "notebook_path", "filename", "filePath")
_COMMAND_KEYS = ("command", "cmd", "script")


def look_up(places: Places, action: Action) -> Verdict:
    """Refused with the matching entry; a workspace without errors.md allows everything, one of a stranger does too."""
    if places.memories is None or places.workspace is None:
        raise InputError("no workspace was given", hint="name the workspace folder")
    if places.is_foreign:
        return Allowed()
    log = memory_files.read_errors(places.memories / "errors.md")
    recorded = recorded_errors.parse(log.lines, first=log.first)
    if not recorded:
        return Allowed()
    machine = Machine(str(places.workspace.resolve()), _exists, _has_program)
    return check(_in_real_folder(action, places.workspace), recorded, machine)


def _in_real_folder(action: Action, workspace: Path) -> Action:
    """The action with the real path of the workspace."""
    shown, real = str(workspace.absolute()), str(workspace.resolve())
    folder = str(Path(action.folder).resolve()) if action.folder else ""
    paths = tuple(path.replace(shown, real, 1) if path.startswith(shown) else path for path in action.paths)
    return Action(action.command.replace(shown + "/", real + "/"), paths, action.tool, folder)


def _exists(path: str) -> bool:
    try:
        return Path(path).expanduser().exists()
    except (OSError, ValueError, RuntimeError):  # a name too long, a NUL in it, no home folder
        return False


def _has_program(name: str) -> bool:
    from shutil import which  # loads four compressors

    return which(name) is not None


def action_of_event(event: object, *, tool: str = "") -> Action:
    """The action in a PreToolUse event: an object with tool_name, tool_input and cwd."""
    if not isinstance(event, dict) or not isinstance(event.get("tool_input"), dict):
        raise InputError("the event has no tool_input object", hint="pass a PreToolUse event of the host, or --command")
    given: dict[str, Any] = event["tool_input"]
    command = next((given[key] for key in _COMMAND_KEYS if isinstance(given.get(key), str)), "")
    paths = tuple(given[key] for key in _PATH_KEYS if isinstance(given.get(key), str))
    return Action(command, paths, tool or _text(event.get("tool_name")), _text(event.get("cwd")))


def describe(verdict: Verdict, language: str = "en") -> dict[str, Any]:
    """The verdict with its reason in words, as JSON (`api.values.ActionVerdict`)."""
    words = WORDS[language]
    match verdict:
        case Refused(entry, what):
            reason = words["reason"].format(line=entry.line, text=entry.text)
            return {"allowed": False, "what": what, "reason": reason, "entry": entry.text, "line": entry.line}
        case Allowed(mended):
            return {"allowed": True, "notes": [words["mended"].format(text=each.text) for each in mended]}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def record(places: Places, action: Action, error: str, now: datetime) -> tuple[str, str]:
    """Record a failed call once: returns `recorded`, `known` or `passed_over`, and the line without its date."""
    from ...storage import preimages
    from ...text.secrets import redact  # most checks are not followed by a failure

    if places.workspace is None:
        raise InputError("no workspace was given", hint="name the workspace folder")
    real = _in_real_folder(action, places.workspace)
    workspace = str(places.workspace.resolve())
    folder = absolute(real.folder or workspace, workspace)
    entry = entry_of(error, command=real.command, paths=real.paths, folder=folder, workspace=workspace)
    if not entry:
        return "passed_over", ""
    entry = redact.cleaned(entry)
    path = preimages.workspace_file(places, "memories/errors.md")
    is_new = memory_files.append_once(path, now.date().isoformat(), entry)
    return "recorded" if is_new else "known", entry


LONGEST_ERROR = 20_000
"""Characters of an error that are looked at: what went wrong stands at its end or its beginning."""
LONGEST_DETAIL = 160
_NO_PROGRAM = lazy_regex(r"(?:^|[\s:])(?P<program>[\w.+-]{1,60}): (?:command )?not found\s*$")
_MISSING = lazy_regex(r"No such file or directory|File does not exist|\bENOENT\b")
_DENIED = lazy_regex(r"[Pp]ermission denied|\bEACCES\b|\bEPERM\b|Operation not permitted")
_PLAIN = lazy_regex(r"[^\s`'\"\x00-\x1f—]{1,300}")


def entry_of(error: str, *, command: str, paths: Sequence[str], folder: str, workspace: str) -> str:
    """The line without its date, `kind: what — detail`; empty if the same call may succeed the next time.

    Of a command line with several steps nothing is taken: one step may make what another needs. A path that was
    denied in the workspace is passed over too: the agent may mend that itself.
    """
    steps = tuple(recorded_errors.steps(command, folder)) if command else ()
    if len(steps) > 1:
        return ""
    lines = [line.strip() for line in _looked_at(error).splitlines() if line.strip()]
    found = (_of_line(line, steps, paths, folder, workspace) for line in lines)
    return next((entry for entry in found if entry), "")


def _of_line(line: str, steps: Sequence[Step], paths: Sequence[str], folder: str, workspace: str) -> str:
    missing_program = _NO_PROGRAM.search(line)
    if missing_program and any(step.program == missing_program["program"] for step in steps):
        return f"CommandNotFound: {missing_program['program']} — {_detail(line)}"
    kind = "FileNotFound" if _MISSING.search(line) else "PermissionDenied" if _DENIED.search(line) else ""
    if not kind:
        return ""
    for path in _named_subjects(line, steps, paths):
        real = absolute(path, folder)
        is_inside = real == workspace or real.startswith(workspace.rstrip("/") + "/")
        if _PLAIN.fullmatch(real) and not (kind == "PermissionDenied" and is_inside):
            return f"{kind}: {real} — {_detail(line)}"
    return ""


def _named_subjects(line: str, steps: Sequence[Step], paths: Sequence[str]) -> Iterator[str]:
    """The subject of the call that an error line names; a tool with one path needs no name."""
    if paths and not steps:
        yield paths[0]
    for step in steps:
        yield from (word for word in recorded_errors.targets(step.words) if len(word) > 1 and word in line)


def _looked_at(error: str) -> str:
    half = LONGEST_ERROR // 2
    return error if len(error) <= LONGEST_ERROR else f"{error[:half]}\n{error[-half:]}"


def _detail(line: str) -> str:
    return " ".join(line.replace("—", "-").replace("`", "'").split())[:LONGEST_DETAIL]
