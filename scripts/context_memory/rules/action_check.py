"""Would this action repeat an error that memories/errors.md records?

Only what is recorded is refused: the same path, or the same program on the
same target. A path that was missing and exists again is allowed, and so is
every action that could mend the error (creating the file, changing its mode).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import command_lines
from .command_lines import Step, absolute
from .error_entries import CommandEntry, Entry, Kind, PathEntry, ProgramEntry

_READERS = re.compile(
    r"cat|bat|head|tail|less|more|sed|awk|e?grep|fgrep|rg|wc|diff|cmp|jq|yq|xxd|od|strings|sort|uniq|cut|source|\."
    r"|python3?|node|bash|sh|zsh|ruby|perl|php|vim?|nano|emacs|code|open|cd|pushd|rm|mv|cp|ln|unlink|rmdir"
    r"|tar|unzip|gunzip|zip|pytest"
)
_WRITERS = re.compile(r"touch|mkdir|tee|truncate|install|dd|rsync")
_CREATING_TOOLS = re.compile(r"write|create|write_?file|create_?file|apply_patch|notebookedit", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Action:
    """What a host is about to do; `folder` is where it does it, empty for the workspace."""

    command: str = ""
    paths: tuple[str, ...] = ()
    tool: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class World:
    """What the rule may ask about the machine."""

    workspace: str
    """Absolute path."""
    exists: Callable[[str], bool]
    has_program: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Refused:
    """The action repeats a recorded error."""

    entry: Entry
    what: str


@dataclass(frozen=True, slots=True)
class Allowed:
    """Nothing recorded speaks against it; `mended` are recorded things that are there again."""

    mended: tuple[Entry, ...] = ()


Verdict = Refused | Allowed


def check(action: Action, recorded: Sequence[Entry], world: World) -> Verdict:
    """Refused with the newest entry that the action would repeat, else allowed."""
    folder = absolute(action.folder or world.workspace, world.workspace)
    steps = tuple(command_lines.steps(action.command, folder))
    paths = frozenset(absolute(path, folder) for path in action.paths if path)
    mended = []
    for entry in reversed(recorded):
        what = _repeated(entry, action.tool, steps, paths, world.workspace)
        if what and not _is_mended(entry, world):
            return Refused(entry, what)
        if what:
            mended.append(entry)
    return Allowed(tuple(mended))


def _repeated(entry: Entry, tool: str, steps: tuple[Step, ...], paths: frozenset[str], workspace: str) -> str:
    """What of the action the entry is about; empty for nothing."""
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
    """Words that must exist for this step to work."""
    if not _READERS.fullmatch(step.program):
        return _executed(step)
    if step.program == "rm" and any(word.startswith("-") and "f" in word for word in step.words):
        return ()  # rm -f asks for nothing that must exist
    last = -1 if step.program in {"cp", "mv", "ln"} else None  # what these create
    return (*step.words[1:last], *_executed(step))


def _written_or_read(step: Step) -> tuple[str, ...]:
    is_file_program = _READERS.fullmatch(step.program) or _WRITERS.fullmatch(step.program)
    return (*(step.words[1:] if is_file_program else ()), *step.outputs, *_executed(step))


def _executed(step: Step) -> tuple[str, ...]:
    return step.words[:1] if step.words and "/" in step.words[0] else ()


def _absolute_all(words: tuple[str, ...], step: Step) -> frozenset[str]:
    return frozenset(absolute(word, step.folder) for word in words)


def _is_same(recorded: tuple[str, ...], step: Step, workspace: str) -> bool:
    """The same words, or the same program with at least the recorded options on the same first targets."""
    if recorded == step.words and not any(map(command_lines.is_path, command_lines.targets(recorded))):
        return True
    if recorded[0].rpartition("/")[2] != step.program:
        return False
    targets, given = command_lines.targets(recorded), command_lines.targets(step.words)
    if not targets or not command_lines.options(recorded) <= command_lines.options(step.words):
        return False
    pairs = zip(targets, given, strict=False)
    return len(given) >= len(targets) and all(_is_same_target(old, new, step, workspace) for old, new in pairs)


def _is_same_target(recorded: str, given: str, step: Step, workspace: str) -> bool:
    if absolute(recorded, workspace) == absolute(given, step.folder):
        return True
    return recorded == given and not command_lines.is_path(given)  # a word such as `origin`, in whatever folder


def _is_mended(entry: Entry, world: World) -> bool:
    """Whether what was missing is there now; what was denied stays denied until a person removes the line."""
    match entry:
        case ProgramEntry(program=program):
            return world.has_program(program)
        case PathEntry(kind=Kind.MISSING, path=path):
            return world.exists(absolute(path, world.workspace))
        case CommandEntry(kind=Kind.MISSING, words=words):
            is_on_files = _READERS.fullmatch(words[0]) is not None
            targets = [word for word in command_lines.targets(words) if is_on_files or command_lines.is_path(word)]
            return bool(targets) and all(world.exists(absolute(target, world.workspace)) for target in targets)
        case _:
            return False
