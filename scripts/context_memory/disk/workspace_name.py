"""The name of a workspace among those that share a server: a random number that goes where the folder goes."""

from pathlib import Path
from uuid import uuid4

from ..model.errors import NotReadyError
from .files import locked, make_folder, read_bytes, replace_text
from .places import Places

LENGTH = 16
"""Hexadecimal digits: 64 bits, no two workspaces of anybody meet."""


def of(places: Places) -> str:
    """The name; made and kept when there is none. Raises NotReadyError when its file holds something else."""
    path = _path(places)
    if not path.is_file():
        make_folder(path.parent)
        with locked(path):
            if not path.is_file():  # another process was faster
                replace_text(path, uuid4().hex[:LENGTH] + "\n")
    name = read_bytes(path, limit=100).decode("utf-8", "replace").strip()
    if len(name) != LENGTH or set(name) - set("0123456789abcdef"):
        raise NotReadyError(
            f"{path} does not hold the name of a workspace", hint="restore or remove it; then files are indexed anew"
        )
    return name


def is_made(places: Places) -> bool:
    """Whether the workspace has its name already."""
    return _path(places).is_file()


def _path(places: Places) -> Path:
    return places.state / "workspace-name"
