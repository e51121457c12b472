"""Edits files of a workspace that people and hosts edit too, without overwriting their changes.

Before a file changes, its old bytes are stored under `preimages/` in the state
folder, named by their SHA-256. A file that another writer changed between our
read and our write is read again once; then the edit is refused.
"""

import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError, RefusedError
from ..text.hashing import sha256
from . import files
from .places import Places

MAX_BYTES = 2 * 1024 * 1024
"""Largest Markdown file we edit; an index of 800 tokens has about 3,000 bytes."""


class Edited(NamedTuple):
    """The file was changed; `preimage` is the handle of the old bytes, empty for a new file."""

    path: Path
    preimage: str


class Unchanged(NamedTuple):
    """The file already had the content."""

    path: Path


Edit = Edited | Unchanged


def workspace_file(places: Places, relative: str | Path) -> Path:
    """The path of a file in the workspace; a path that leads out of it, also by a symlink, is refused."""
    if places.workspace is None:
        raise InputError(f"{relative} needs a workspace", hint="name the workspace folder")
    path = places.workspace / relative
    try:
        leads_out = _is_link(path) or not files.inside(path, places.workspace)
    except (OSError, ValueError) as error:  # a name too long, a NUL in it
        raise InputError(f"{str(relative)[:200]!r} cannot be a path: {error}", hint="check the path") from error
    if leads_out:
        raise RefusedError(f"{path} leads out of the workspace or is a symlink", hint="replace the link by a real file")
    return path


def _is_link(path: Path) -> bool:
    """`Path.is_symlink` that raises OSError for an impossible path; since Python 3.14 the method returns False."""
    try:
        return stat.S_ISLNK(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def read(path: Path) -> str:
    """Text of the file, empty when there is none; bytes that are not UTF-8 survive a round trip."""
    return _read(path).decode("utf-8", "surrogateescape")


def keep(places: Places, content: bytes) -> str:
    """Store these bytes in the state folder and return their handle."""
    if places.workspace is not None and not files.inside(places.state, places.workspace):
        raise RefusedError(f"{places.state} leads out of the workspace", hint="replace the link by a real folder")
    handle = sha256(content).hexdigest()
    path = places.state / "preimages" / handle[:2] / handle
    if not path.exists():
        files.replace_bytes(path, content)
    return handle


def edit(path: Path, places: Places, change: Callable[[str], str]) -> Edit:
    """Replace the file with `change(text)` under its lock, unless another writer changed it meanwhile.

    `change` is asked a second time with the new text after one such conflict.
    """
    with files.locked(path):
        for _attempt in range(2):
            before = _read(path)
            text = change(before.decode("utf-8", "surrogateescape"))
            after = text.encode("utf-8", "surrogateescape")
            if after == before:
                return Unchanged(path)
            preimage = keep(places, before) if path.exists() else ""
            refuse_read_only(path)
            if _read(path) == before:
                files.replace_bytes(path, after)
                return Edited(path, preimage)
    raise RefusedError(f"{path} was changed by another program during the edit", hint="run the command again")


def _read(path: Path) -> bytes:
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="check the path") from error
    if size <= MAX_BYTES:
        content = files.read_bytes(path, limit=MAX_BYTES + 1)
        size = len(content)
    if size > MAX_BYTES:
        raise InputError(f"{path} has {size:,} bytes, the limit is {MAX_BYTES:,}", hint="split the file first")
    return content


def refuse_read_only(path: Path) -> None:
    """Refuse a file that its owner has locked, before anything else is written."""
    if path.exists() and not stat.S_IMODE(path.stat().st_mode) & 0o222:
        raise RefusedError(f"{path} is read-only", hint=f"chmod u+w {path}")
