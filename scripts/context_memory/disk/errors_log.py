"""memories/errors.md: append-only, one line per error, no line twice."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..model.errors import InputError
from . import files

MAX_BYTES = 1024 * 1024
"""Of a longer file only the newest part is read: hooks do it before every tool call."""
_DATE = re.compile(r"^- \d{4}-\d{2}-\d{2} ")


@dataclass(frozen=True, slots=True)
class Log:
    """The lines that were read, oldest first; `first` is the 1-based number of the first of them."""

    lines: tuple[str, ...] = ()
    first: int = 1


def read(path: Path) -> Log:
    """The log, or its newest part; no file, no lines."""
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return Log()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="check the path") from error
    if size <= MAX_BYTES:
        return Log(tuple(files.read_text(path).split("\n")))
    with path.open("rb") as file:
        passed_over = _count_lines(file, size - MAX_BYTES)
        newest = file.read(MAX_BYTES).decode("utf-8", "replace").split("\n")
    return Log(tuple(newest[1:]), passed_over + 2)  # the first of them is only the end of a line


def _count_lines(file: BinaryIO, size: int) -> int:
    """Line ends in the next `size` bytes; the file stands behind them afterwards."""
    found = 0
    while size > 0 and (block := file.read(min(size, MAX_BYTES))):
        found += block.count(b"\n")
        size -= len(block)
    return found


def append_once(path: Path, date: str, entry: str) -> bool:
    """Append `- {date} {entry}` unless the same entry is there already, whatever its date; whether it was written."""
    if any(_DATE.sub("- ", line) == f"- {entry}" for line in read(path).lines):
        return False
    files.append_line(path, f"- {date} {entry}")
    return True
