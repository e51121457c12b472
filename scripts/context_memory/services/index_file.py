"""MEMORY.md and the files it points at, as the update and the verification of the index share them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from posixpath import normpath

from ..disk import files, preimages
from ..disk.places import Places
from ..model.errors import InputError, NotReadyError
from ..rules import index, pointers
from ..rules.pointers import Pointer
from .section_updates import apply_update

MAX_FILE = 64 * 1024 * 1024
"""Largest file that a pointer may name, bytes."""


def path_of(places: Places) -> Path:
    """MEMORY.md of the workspace, which must exist."""
    path = preimages.workspace_file(places, "MEMORY.md")
    if not path.exists():
        raise NotReadyError(f"{path} does not exist", hint="write it first: init_workspace")
    return path


def relative(workspace: Path, path: str) -> str:
    """The path as a pointer names it: from the workspace, `.` and `..` resolved by name."""
    wanted = Path(path)
    if wanted.is_absolute():
        root = next((each for each in (workspace.absolute(), workspace.resolve()) if wanted.is_relative_to(each)), None)
        wanted = wanted.relative_to(root) if root else wanted
    return normpath(wanted.as_posix())


def change(path: Path, places: Places, by: Callable[[str], str], *, dry_run: bool) -> str:
    """Replace MEMORY.md by `by` of its text and return the handle of the old one; a dry run only asks `by`."""
    if dry_run:
        by(preimages.read(path))
        return ""
    outcome = preimages.edit(path, places, by)
    return outcome.preimage if isinstance(outcome, preimages.Edited) else ""


def move_out(places: Places, text: str, pruned: Iterable[Pointer]) -> None:
    """Put pruned pointers into memories/project.md before MEMORY.md (`text`) loses them."""
    header = index.OVERFLOW_HEADER[index.language_of(text)]
    for pointer in pruned:
        apply_update("memories/project.md", header, pointers.full_line(pointer), places)


def content_of(workspace: Path, relative: str) -> bytes | None:
    """Bytes of a regular file inside the workspace, None when there is none that we may read."""
    path = workspace / relative
    try:
        if not path.is_file() or not files.inside(path, workspace) or path.stat().st_size > MAX_FILE:
            return None
        return files.read_bytes(path)
    except (OSError, ValueError, InputError):  # a name too long, a NUL in it, no permission
        return None
