"""Everything in a workspace that is memory: paths and modes, and the text of what is Markdown.

Links are neither followed nor listed: what they point at has its own owner.
"""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..model.errors import InputError
from . import files
from .places import STATE_FOLDER

FOLDERS = ("memories", "memory", STATE_FOLDER)
PAGES = ("MEMORY.md", "USER.md")
MAX_FILES = 20_000
MAX_TEXT = 2 * 1024 * 1024
"""Bytes of one file that are looked at."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder, and who may use it."""

    path: str
    """Relative to the workspace."""
    mode: int
    is_folder: bool

    @property
    def is_private(self) -> bool:
        """Whether nobody but the owner has any right to it."""
        return not self.mode & 0o077


def entries(workspace: Path) -> tuple[Entry, ...]:
    """Files and folders of memory and of our own state, `MAX_FILES` at most."""
    found: list[Entry] = []
    for path in _paths(workspace):
        try:
            state = path.lstat()
        except OSError:
            continue
        if stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode):
            name = path.relative_to(workspace).as_posix()
            found.append(Entry(name, stat.S_IMODE(state.st_mode), stat.S_ISDIR(state.st_mode)))
        if len(found) >= MAX_FILES:
            break
    return tuple(found)


def texts(workspace: Path, *more: str) -> Iterator[tuple[str, str]]:
    """Path and beginning of every Markdown file of memory, and of the files named besides."""
    named = [entry.path for entry in entries(workspace) if not entry.is_folder and entry.path.endswith(".md")]
    for path in dict.fromkeys((*named, *more)):
        text = read(workspace, path)
        if text is not None and not path.startswith(STATE_FOLDER):
            yield path, text


def read(workspace: Path, relative: str) -> str | None:
    """The beginning of a text file of the workspace; None when it is missing, a link out, or not readable."""
    path = workspace / relative
    try:
        if not path.is_file() or not files.inside(path, workspace):
            return None
        return files.read_text(path, limit=MAX_TEXT).removeprefix("\ufeff")
    except (InputError, OSError):
        return None


def make_private(workspace: Path, entry: Entry) -> None:
    """Take every right from everybody but the owner; the owner's rights stay."""
    path = workspace / entry.path
    if path.is_symlink() or not files.inside(path, workspace):
        return
    path.chmod(entry.mode & 0o700)


def _paths(workspace: Path) -> Iterator[Path]:
    yield from (workspace / name for name in PAGES if (workspace / name).is_file())
    for name in FOLDERS:
        folder = workspace / name
        if folder.is_symlink() or not folder.is_dir():
            continue
        yield folder
        for current, folders, names in os.walk(folder):
            folders[:] = sorted(each for each in folders if each != ".git")
            yield from (Path(current) / each for each in (*folders, *sorted(names)))
