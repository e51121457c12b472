"""Append-only files of the workspace: dated notes, `memory/YYYY-MM-DD.md`, and memories/errors.md."""

import os
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ...errors import ContextMemoryError, InputError, NotReadyError
from ...storage import files
from ...storage.places import Places
from ...text.patterns import lazy_regex

FOLDER = "memory"
READ_BYTES = 1_000_000
"""Of a longer note only the newest part is read."""
_NAME = lazy_regex(r"\d{4}-\d{2}-\d{2}\.md")


def name_of(day: date) -> str:
    """Path of a day's note in the workspace."""
    return f"{FOLDER}/{day.isoformat()}.md"


def append(places: Places, name: str, addition: Callable[[str], str]) -> str:
    """Append `addition(current note)` and return it; an empty text writes nothing."""
    from ...storage import preimages  # the check of an action only reads

    path = preimages.workspace_file(places, name)
    if path.parent.exists() and not path.parent.is_dir():
        raise InputError(f"{path.parent} is not a folder", hint="remove or rename it")
    with files.locked(path):
        text = addition(_newest_part(path) if path.exists() else "")
        if text:
            _write(path, text.encode("utf-8", "replace"))
    return text


def read(places: Places, name: str) -> str | None:
    """The newest part of a note; None if there is none or it is not a readable file."""
    from ...storage import preimages

    try:
        path = preimages.workspace_file(places, name)
        return _newest_part(path) if path.is_file() else None
    except (ContextMemoryError, OSError):
        return None


def recent(places: Places, before: date, days: int) -> Iterator[tuple[str, str]]:
    """(name, text) of the notes of this many days before this one, newest first."""
    for back in range(1, days + 1):
        name = name_of(before - timedelta(days=back))
        text = read(places, name)
        if text is not None:
            yield name, text


def listed(places: Places, most: int) -> tuple[str, ...]:
    """Names of the dated notes, newest first."""
    if places.workspace is None:
        return ()
    folder = places.workspace / FOLDER
    if not folder.is_dir() or not files.inside(folder, places.workspace):
        return ()
    names = sorted((name for name in files.names(folder) if _NAME.fullmatch(name)), reverse=True)
    return tuple(f"{FOLDER}/{name}" for name in names[:most])


def _newest_part(path: Path) -> str:
    part, before = files.read_end(path, READ_BYTES)
    return (part[part.find(b"\n") + 1 :] if before else part).decode("utf-8", "replace")


def _write(path: Path, data: bytes) -> None:
    try:
        with os.fdopen(files.open_to_append(path), "ab", buffering=0) as file:
            view = memoryview(data)
            while view:
                view = view[file.write(view) :]
            os.fsync(file.fileno())
    except OSError as error:
        raise NotReadyError(f"cannot write {path}: {error.strerror}", hint="check space and permissions") from error


ERRORS_BYTES = 1024 * 1024
"""Of a longer file only the newest part is read: hooks do it before every tool call."""
_ERROR_DATE = lazy_regex(r"^- \d{4}-\d{2}-\d{2} ")


class ErrorsLog(NamedTuple):
    """The lines that were read, oldest first; `first` is the 1-based number of the first of them."""

    lines: tuple[str, ...] = ()
    first: int = 1


def read_errors(path: Path) -> ErrorsLog:
    """The log, or its newest part; no file, no lines."""
    if not path.exists() and not path.is_symlink():
        return ErrorsLog()
    with files.open_to_read(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > files.LARGEST_FILE:
            raise files.too_large(path, files.LARGEST_FILE)
        if size <= ERRORS_BYTES:
            return ErrorsLog(tuple(file.read(ERRORS_BYTES).decode("utf-8", "replace").split("\n")))
        passed_over = _count_lines(file, size - ERRORS_BYTES)
        newest = file.read(ERRORS_BYTES).decode("utf-8", "replace").split("\n")
    return ErrorsLog(tuple(newest[1:]), passed_over + 2)  # the first of them is only the end of a line


def _count_lines(file: BinaryIO, size: int) -> int:
    """Line ends in the next `size` bytes; the file position is after them afterwards."""
    found = 0
    while size > 0 and (block := file.read(min(size, ERRORS_BYTES))):
        found += block.count(b"\n")
        size -= len(block)
    return found


def append_once(path: Path, date: str, entry: str) -> bool:
    """Append `- {date} {entry}` unless the same entry exists with any date; returns whether it was written."""
    if any(_ERROR_DATE.sub("- ", line) == f"- {entry}" for line in read_errors(path).lines):
        return False
    files.append_line(path, f"- {date} {entry}")
    return True
