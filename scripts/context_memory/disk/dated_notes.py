"""Dated notes, `memory/YYYY-MM-DD.md`: appended by one write under a lock, never rewritten."""

import os
import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

from ..model.errors import ContextMemoryError, InputError, NotReadyError
from . import files, preimages
from .places import Places

FOLDER = "memory"
READ_BYTES = 1_000_000
"""Of a longer note only the newest part is read."""
_NAME = re.compile(r"\d{4}-\d{2}-\d{2}\.md")


def name_of(day: date) -> str:
    """Path of a day's note in the workspace."""
    return f"{FOLDER}/{day.isoformat()}.md"


def append(places: Places, name: str, addition: Callable[[str], str]) -> str:
    """Append what `addition` makes of the note as it is, and return it; empty text writes nothing."""
    path = preimages.workspace_file(places, name)
    if path.parent.exists() and not path.parent.is_dir():
        raise InputError(f"{path.parent} is not a folder", hint="remove or rename it")
    with files.locked(path):
        text = addition(_newest_part(path) if path.exists() else "")
        if text:
            _write(path, text.encode("utf-8", "replace"))
    return text


def read(places: Places, name: str) -> str | None:
    """The newest part of a note; None when there is none, or it is nothing that one reads."""
    try:
        path = preimages.workspace_file(places, name)
        return _newest_part(path) if path.is_file() else None
    except (ContextMemoryError, OSError):
        return None


def recent(places: Places, before: date, days: int) -> Iterator[tuple[str, str]]:
    """(name, text) of the notes of so many days before this one, newest first."""
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
    names = sorted((each.name for each in folder.iterdir() if _NAME.fullmatch(each.name)), reverse=True)
    return tuple(f"{FOLDER}/{name}" for name in names[:most])


def _newest_part(path: Path) -> str:
    size = path.stat().st_size
    if size <= READ_BYTES:
        return files.read_text(path)
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    with os.fdopen(descriptor, "rb") as file:
        file.seek(size - READ_BYTES)
        part = file.read(READ_BYTES)
    return part[part.find(b"\n") + 1 :].decode("utf-8", "replace")


def _write(path: Path, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        with os.fdopen(os.open(path, flags, files.FILE_MODE), "ab", buffering=0) as file:
            view = memoryview(data)
            while view:
                view = view[file.write(view) :]
            os.fsync(file.fileno())
    except OSError as error:
        raise NotReadyError(f"cannot write {path}: {error.strerror}", hint="check space and permissions") from error
