"""The exact messages and path rules of the memory tool of the Messages API (`memory_20250818`). Pure.

Models were trained on these sentences, so another wording would be an unknown tool to them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import InputError
from ..text.secrets import redact

ROOT = "/memories"
MOST_LINES = 999_999  # _beta_builtin_memory_tool.py MAX_LINES
_WIDTH = len(str(MOST_LINES))
_AROUND = 2
"""Lines that a snippet shows before and after the changed one."""
DEEPEST = 2
"""Levels of folders that a listing shows."""


class CommandError(InputError):
    """A command that fails; its text is shown to the model."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry of a folder: relative path, with `/` at the end for a folder, and size in bytes."""

    path: str
    size: int


def steps_of(path: str) -> tuple[str, ...]:
    """The path's names below /memories; empty for /memories itself."""
    if not path.startswith(ROOT):
        raise CommandError(f"Path must start with {ROOT}, got: {path}")
    steps: list[str] = []
    for step in path[len(ROOT) :].split("/"):
        if step == ".." and not steps:
            raise escaping(path)
        if step == "..":
            steps.pop()
        elif step not in {"", "."}:
            steps.append(step)
    if any("\0" in step or len(step.encode("utf-8", "surrogatepass")) > 255 for step in steps):
        raise CommandError(f"Invalid path: {path!r}")
    return tuple(steps)


def escaping(path: str) -> CommandError:
    """The error for a path that leads out of the folder."""
    return CommandError(f"Path {path} would escape {ROOT} directory")


def missing(path: str) -> CommandError:
    """The error for a path that does not exist."""
    return CommandError(f"The path {path} does not exist. Please provide a valid path.")


def folder_view(path: str, size: int, entries: Sequence[Listed]) -> str:
    """A folder as the model sees it."""
    head = f"Here're the files and directories up to {DEEPEST} levels deep in {path}, excluding hidden items:"
    lines = [f"{_size(size)}\t{path}", *(f"{_size(each.size)}\t{path}/{each.path}" for each in entries)]
    return "\n".join([head, *lines])


def file_view(path: str, text: str, shown: object = None) -> str:
    """A file with numbered lines, all of them or from the first to the last of `shown`; -1 is the end."""
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise CommandError(f"File {path} exceeds maximum line limit of {MOST_LINES:,} lines.")
    start, end = 0, len(lines)
    match shown:
        case [int(first), int(last)]:
            start, end = max(1, first) - 1, len(lines) if last == -1 else max(0, last)
        case _:
            pass
    return f"Here's the content of {path} with line numbers:\n" + _number_lines(lines[start:end], start)


def replaced(path: str, text: str, old: str, new: str) -> tuple[str, str]:
    """The text with its only `old` replaced, and the snippet around it."""
    count = text.count(old) if old else 0
    if count == 0:
        raise CommandError(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")
    if count > 1:
        lines, at = [], text.find(old)
        while at != -1:
            lines.append(str(text.count("\n", 0, at) + 1))
            at = text.find(old, at + 1)
        raise CommandError(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {', '.join(lines)}. "
            "Please ensure it is unique"
        )
    changed = text.count("\n", 0, text.find(old))
    after = text.replace(old, new)
    start = max(0, changed - _AROUND)
    snippet = _number_lines(after.split("\n")[start : changed + _AROUND + 1], start)
    return (
        after,
        f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}",
    )


def inserted(text: str, line: int, new: str) -> str:
    """The text with `new` inserted after this line number; 0 is the top."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    if not 0 <= line <= len(lines):
        raise CommandError(f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}].")
    return "\n".join([*lines[:line], new.rstrip("\n"), *lines[line:]]).removesuffix("\n") + "\n"


def redacted(text: str) -> str:
    """The text with every secret redacted; the number of lines is unchanged, so that line numbers stay valid."""
    pieces, at = [], 0
    for each in redact.findings(text):
        pieces += [text[at : each.start], redact.marker(each.kind), "\n" * text.count("\n", each.start, each.end)]
        at = each.end
    return "".join([*pieces, text[at:]])


def _number_lines(lines: Sequence[str], before: int) -> str:
    return "\n".join(f"{number:>{_WIDTH}}\t{line}" for number, line in enumerate(lines, before + 1))


def _size(size: int) -> str:
    """A size as `du -h` writes it."""
    unit = min(max(0, size.bit_length() - 1) // 10, 3)
    value = size / 1024**unit
    return f"{int(value) if value == int(value) else f'{value:.1f}'}{'BKMG'[unit]}"
