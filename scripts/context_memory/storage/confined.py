"""Confined access to files below a workspace: opened folder by folder from its root, through no symlink.

A workspace may come from a clone, so any name in it may be a link, and may
become one between a check and its use. Each folder is opened in the one before
it (`dir_fd`) without following a link, so what is read or written is always
inside. The root itself was named by the user: links that lead to it are followed.
"""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from ..errors import NotReadyError

FILE_MODE = 0o600
FOLDER_MODE = 0o700
_SEARCH = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_LIST = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

_roots: dict[str, int] = {}
"""Folders below which all is confined, and how each is opened."""


class LinkError(OSError):
    """A name below a root is a symlink, or the path leads out; `strerror` names it."""


def real_path(path: Path) -> str:
    """The path without symlinks. Raises NotReadyError if it is replaced meanwhile, which Python cannot handle."""
    try:
        return os.path.realpath(path)
    except OSError as error:
        raise NotReadyError(
            f"{path} changed while it was read: {error.strerror}", hint="stop the program that moves it, then try again"
        ) from error


def add_root(folder: Path, *, may_be_link: bool = True) -> None:
    """Confine every path that begins with this one from now on; of nested roots the inner one counts."""
    _roots[os.fspath(folder)] = _SEARCH & ~os.O_NOFOLLOW if may_be_link else _SEARCH


def open_file(path: Path, flags: int, *, root: Path | None = None, kind: str = "file") -> int:
    """A descriptor of a regular file, created with mode 0600 if `flags` say so. Raises OSError for anything else."""
    with located(path, root) as (name, folder):
        also = os.O_CLOEXEC | os.O_NONBLOCK | (os.O_NOFOLLOW if folder is not None else 0)
        try:
            descriptor = os.open(name, flags | also, FILE_MODE, dir_fd=folder)
        except OSError as error:
            raise _explain_error(error, name, folder, path) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, f"it is not a regular {kind}")
    return descriptor


def status(path: Path, *, root: Path | None = None) -> os.stat_result | None:
    """`lstat` of a path below a root; None if there is nothing, or only a link leads to it."""
    with contextlib.suppress(OSError), located(path, root) as (name, folder):
        return os.stat(name, dir_fd=folder, follow_symlinks=folder is None)
    return None


def names(folder: Path) -> list[str]:
    """Sorted names in a folder; none if there is no such folder. Raises LinkError behind a link."""
    try:
        with opened(folder) as descriptor:
            return sorted(os.listdir(descriptor))  # noqa: PTH208 - by descriptor
    except FileNotFoundError:
        return []


def tree(folder: Path) -> Iterator[tuple[str, bool | None]]:
    """All that lies below a folder: its path from there, and whether it is a folder; None if it is no file either.

    Each folder is opened once, in the one above it; one that is gone or closed to us is passed over.
    """
    with opened(folder) as descriptor:
        yield from _below(descriptor, "")


def _below(folder: int, before: str) -> Iterator[tuple[str, bool | None]]:
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        is_folder = entry.is_dir(follow_symlinks=False)
        yield before + entry.name, is_folder or (False if entry.is_file(follow_symlinks=False) else None)
        if is_folder:
            with contextlib.suppress(FileNotFoundError, PermissionError):
                descriptor = os.open(entry.name, _LIST, dir_fd=folder)
                try:
                    yield from _below(descriptor, f"{before}{entry.name}/")
                finally:
                    os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Create the folder and each missing parent with mode 0700; existing ones stay as they are."""
    root, steps = _below_root(folder, None)
    if root is None or not os.path.isdir(root):  # noqa: PTH112 - a hot path
        outer = folder if root is None else Path(root)
        for missing in reversed([each for each in (outer, *outer.parents) if not each.exists()]):
            missing.mkdir(FOLDER_MODE, exist_ok=True)
        if not outer.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "it is not a folder")
    if root is None:
        return
    descriptor = _open_root(root, folder)
    try:
        for step in steps:
            try:
                deeper = _enter_folder(descriptor, step, folder)
            except FileNotFoundError:
                with contextlib.suppress(FileExistsError):  # another process was first
                    os.mkdir(step, FOLDER_MODE, dir_fd=descriptor)
                deeper = _enter_folder(descriptor, step, folder)
            os.close(descriptor)
            descriptor = deeper
    finally:
        os.close(descriptor)


def rename(path: Path, target: Path) -> None:
    """Rename within or between confined folders; a link is renamed itself."""
    with located(path) as (name, folder), located(target) as (new, into):
        os.rename(name, new, src_dir_fd=folder, dst_dir_fd=into)


def remove(path: Path) -> None:
    """Delete a file, or a link itself."""
    with located(path) as (name, folder):
        os.unlink(name, dir_fd=folder)


def remove_folder(path: Path) -> None:
    """Delete an empty folder. Raises OSError for one that is not empty, or a link."""
    with located(path) as (name, folder):
        os.rmdir(name, dir_fd=folder)


def limit_mode(path: Path, rights: int, *, root: Path) -> None:
    """Take all other rights from a file or folder below the root."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with located(path, root) as (name, folder):
        descriptor = os.open(name, flags, dir_fd=folder)
    try:
        os.fchmod(descriptor, stat.S_IMODE(os.fstat(descriptor).st_mode) & rights)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to disk."""
    with opened(folder) as descriptor:
        os.fsync(descriptor)


def refuse_links(folder: Path) -> None:
    """Raise LinkError when the folder, a folder on the way to it or anything in it is a link.

    For libraries that take a path and no descriptor; nothing is said about what is swapped afterwards.
    """
    with contextlib.suppress(FileNotFoundError):
        for name in names(folder):
            found = status(folder / name)
            if found is not None and stat.S_ISLNK(found.st_mode):
                raise LinkError(errno.ELOOP, f"{folder / name} is a symlink")


def link_status(path: Path) -> os.stat_result:
    """`lstat` of a path. Raises OSError if there is nothing, LinkError behind a link."""
    with located(path) as (name, folder):
        return os.stat(name, dir_fd=folder, follow_symlinks=False)


@contextlib.contextmanager
def located(path: Path, root: Path | None = None) -> Iterator[tuple[str, int | None]]:
    """Name and descriptor of the folder that holds it, for `dir_fd`; the whole path and None outside all roots.

    Raises FileNotFoundError where a folder is missing, LinkError where a link stands in its place.
    """
    top, steps = _below_root(path, root)
    if top is None:
        yield os.fspath(path), None
        return
    descriptor = _open_root(top, path)
    try:
        for step in steps[:-1]:
            deeper = _enter_folder(descriptor, step, path)
            os.close(descriptor)
            descriptor = deeper
        yield (steps[-1] if steps else "."), descriptor
    finally:
        os.close(descriptor)


def _below_root(path: Path, root: Path | None) -> tuple[str | None, list[str]]:
    """The innermost root above the path, and the names below it; no root for an unconfined path."""
    text = os.fspath(path)
    if root is not None:
        top = os.fspath(root)
        if text != top and not text.startswith(top.rstrip("/") + "/"):
            raise LinkError(errno.EXDEV, f"{path} lies outside {root}")
    else:
        top = text
        while top not in _roots:
            end = top.rfind("/")
            if end <= 0:
                return None, []
            top = top[:end]
    steps = [step for step in text[len(top) :].split("/") if step]
    if ".." in steps:
        raise LinkError(errno.EXDEV, f"{path} leads out of the folder; name it without '..'")
    return top, steps


@contextlib.contextmanager
def opened(folder: Path, root: Path | None = None) -> Iterator[int]:
    """Descriptor of a folder, to list it and as `dir_fd`: what is done with it is done in one and the same folder."""
    with located(folder, root) as (name, parent):
        try:
            descriptor = os.open(name, _LIST if parent is not None else _LIST & ~os.O_NOFOLLOW, dir_fd=parent)
        except OSError as error:
            raise _explain_error(error, name, parent, folder) from error
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _open_root(root: str, path: Path) -> int:
    try:
        return os.open(root, _roots.get(root, _SEARCH & ~os.O_NOFOLLOW))
    except OSError as error:
        raise _explain_error(error, root, None, path) from error


def _enter_folder(folder: int, name: str, path: Path) -> int:
    try:
        return os.open(name, _SEARCH, dir_fd=folder)
    except OSError as error:
        raise _explain_error(error, name, folder, path) from error


def _explain_error(error: OSError, name: str, folder: int | None, path: Path) -> OSError:
    """A LinkError where a link was met: systems report it as ELOOP, ENOTDIR or EMLINK."""
    if error.errno not in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK):
        return error
    with contextlib.suppress(OSError):
        if stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            where = "" if name == path.name else f" on the way to {path.name}"
            return LinkError(errno.ELOOP, f"{name} is a symlink{where}")
    return error
