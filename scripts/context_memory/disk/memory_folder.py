"""The memory files of a workspace: MEMORY.md, memories/*.md and memory/**/*.md, never through a link to elsewhere."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ..model.errors import InputError
from .files import inside, read_bytes

LARGEST_FILE = 5_000_000  # bytes; more is a log, not a memory
MOST_FILES = 20_000


@dataclass(frozen=True, slots=True)
class Listed:
    """A file, by its path from the workspace, and the stamp that changes when it is written."""

    path: str
    stamp: str
    modified: float

    @property
    def name(self) -> str:
        """The path as a text that can be stored: bytes of it that are no UTF-8 are spelt out."""
        return os.fsencode(self.path).decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class Content:
    """What stands in a file."""

    text: str
    hash: str


def listed(workspace: Path) -> Iterator[Listed]:
    """The memory files that can be read, in order of their paths."""
    for number, path in enumerate(sorted(_candidates(workspace))):
        if number == MOST_FILES:
            return
        try:
            if path.is_symlink() and not _is_memory(path, workspace):
                continue
            found = path.stat()
        except OSError:
            continue
        if path.is_file() and found.st_size <= LARGEST_FILE:
            name = path.relative_to(workspace).as_posix()
            yield Listed(name, f"{found.st_size}:{found.st_mtime_ns}", found.st_mtime)


def content(workspace: Path, path: str) -> Content | None:
    """The text of one of them; None when it went away meanwhile."""
    try:
        data = read_bytes(workspace / path, limit=LARGEST_FILE)
    except InputError:
        return None
    return Content(data.decode("utf-8", "replace"), sha256(data).hexdigest())


def _is_memory(link: Path, workspace: Path) -> bool:
    """Whether a link leads to a Markdown file of the workspace that nobody hid: a link to `.env` shows nothing."""
    if not inside(link, workspace):
        return False
    target = link.resolve().relative_to(workspace.resolve())
    return target.suffix == ".md" and not any(part.startswith(".") for part in target.parts)


def _candidates(workspace: Path) -> Iterator[Path]:
    yield workspace / "MEMORY.md"
    for folder, deep in ((workspace / "memories", False), (workspace / "memory", True)):
        if folder.is_symlink() and not inside(folder, workspace):
            continue
        for parent, folders, names in os.walk(folder):
            folders[:] = [name for name in folders if deep and not name.startswith(".")]
            yield from (Path(parent) / name for name in names if name.endswith(".md") and not name.startswith("."))
