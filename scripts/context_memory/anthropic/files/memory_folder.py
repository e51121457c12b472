"""File operations below a workspace's memories/; no link is followed."""

import os
import stat
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from ...storage import confined, files
from ..memory_text import DEEPEST, Listed

LARGEST = 5_000_000
"""Bytes of one file; more is a log, not a memory, and the history would not keep it."""


class Kind(Enum):
    """The kind of a path."""

    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"
    """A link, a pipe, a device."""


def kind_of(path: Path) -> Kind | None:
    """The kind of the path; None if it does not exist. Raises LinkError behind a link."""
    try:
        mode = confined.link_status(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    if stat.S_ISLNK(mode):
        raise confined.LinkError(f"{path} is a symlink")
    return Kind.FILE if stat.S_ISREG(mode) else Kind.FOLDER if stat.S_ISDIR(mode) else Kind.OTHER


def size_of(path: Path) -> int:
    """Size in bytes on disk."""
    return confined.link_status(path).st_size


def listed(folder: Path, *, before: str = "", depth: int = 1) -> Iterator[Listed]:
    """Entries of a folder, two levels deep, without hidden files and links."""
    for name in confined.names(folder):
        if name.startswith("."):
            continue
        try:
            found = confined.link_status(folder / name)
        except OSError:  # it went away meanwhile
            continue
        if stat.S_ISDIR(found.st_mode):
            yield Listed(f"{before}{name}/", found.st_size)
            if depth < DEEPEST:
                yield from listed(folder / name, before=f"{before}{name}/", depth=depth + 1)
        elif stat.S_ISREG(found.st_mode):
            yield Listed(f"{before}{name}", found.st_size)


def read(path: Path) -> bytes:
    """Bytes of a file; InputError if it is too large."""
    content = files.read_bytes(path, limit=LARGEST + 1)
    if len(content) > LARGEST:
        raise files.too_large(path, LARGEST)
    return content


def rename(path: Path, target: Path) -> None:
    """Move a file or a folder."""
    files.make_folder(target.parent)
    confined.rename(path, target)


def remove(path: Path) -> None:
    """Delete a file, or a folder with its content; a link in it is deleted, not followed."""
    if kind_of(path) is not Kind.FOLDER:
        confined.remove(path)
        return
    for name in confined.names(path):
        if stat.S_ISDIR(confined.link_status(path / name).st_mode):
            remove(path / name)
        else:
            confined.remove(path / name)
    with confined.located(path) as (name, folder):
        os.rmdir(name, dir_fd=folder)
