"""Stamps prove that a state folder was created on this machine: an id in the folder, a record with the user.

A record has what a clone does not copy: the time stamp of the id file, set
randomly to the nanosecond. A moved folder keeps its stamp; a clone,
and a copy beside the original, has none and is foreign.
"""

import contextlib
import json
import os
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from ..errors import ContextMemoryError, NotReadyError
from . import confined, environment

STATE_FOLDER = ".context-memory"
"""Name of a workspace's state folder."""
ID_FILE = "id"
VARIABLE = "CONTEXT_MEMORY_TRUSTED"
"""Names workspaces that are trusted without a stamp, for machines whose home does not last."""
SETTINGS = "settings.toml"
DERIVED = ("state.sqlite", "state.sqlite-wal", "state.sqlite-shm", "scale")
"""What is derived from other files of the folder, and read by libraries that trust what they read."""
_LENGTH = 32
_HEX = frozenset("0123456789abcdef")
_LARGEST_RECORD = 10_000
_SECOND = 1_000_000_000


class Standing(Enum):
    """Whether a state folder is trusted on this machine."""

    NEW = "new"
    """It is not there, or holds nothing yet but settings."""
    OWN = "own"
    FOREIGN = "foreign"


class Stamp(NamedTuple):
    """The record of one state folder."""

    id: str
    path: str
    """Where the folder lay when it was stamped."""
    time: int
    """Time stamp of its id file, nanoseconds."""
    settings: str = ""
    """Hash of the settings file that is trusted; empty for none."""


def standing_of(state: Path) -> Standing:
    """Whether the folder was created, or is trusted, on this machine."""
    is_blank = _is_blank(state)  # first: what holds something had its id before
    if is_trusted_by_name(state) or stamp_of(state):
        return Standing.OWN
    return Standing.NEW if is_blank else Standing.FOREIGN


def stamp_of(state: Path) -> Stamp | None:
    """The record of this folder; None for a clone, a copy beside the original, or an unstamped folder."""
    try:
        name, time = _read_id(state)
        folder = _records()
    except (OSError, ContextMemoryError):
        return None
    stamp = _read(folder / f"{name}.json") if name else None
    if stamp is None or stamp.time != time or stamp.id != name:
        return None
    real = confined.real_path(state)
    if real != stamp.path and _id_in(Path(stamp.path)) == name and not _is_same(real, stamp.path):
        return None
    return stamp


def is_trusted_by_name(state: Path) -> bool:
    """Whether CONTEXT_MEMORY_TRUSTED names the workspace."""
    if not (words := os.environ.get(VARIABLE)):
        return False
    named = map(Path, words.split(os.pathsep))
    return confined.real_path(state.parent) in {confined.real_path(each) for each in named if each.is_absolute()}


def trusts_settings(state: Path, content: bytes) -> bool:
    """Whether the user trusts this exact content of the folder's settings file."""
    if is_trusted_by_name(state):
        return True
    stamp = stamp_of(state)
    return stamp is not None and stamp.settings == hash_of(content)


def hash_of(content: bytes) -> str:
    """The hash by which a stamp identifies a settings file."""
    from ..text.hashing import sha256  # most calls have no use for it

    return sha256(content).hexdigest()


def stamp_if_new(state: Path) -> None:
    """Stamp an empty folder. If the stamp cannot be stored, the folder has none and will be foreign."""
    if os.path.lexists(state / ID_FILE):  # the usual case; of what it says nothing else follows
        return
    with contextlib.suppress(ContextMemoryError, OSError), confined.opened(state, state.parent) as folder:
        if _holds_nothing(folder) and not _records().is_relative_to(state):
            _stamp(folder, state, "")


def adopt(state: Path, settings: str) -> None:
    """Trust the folder as it is, and settings with this hash. Derived state of a foreign folder is quarantined."""
    stamp = stamp_of(state)
    try:
        if stamp is None:
            with confined.opened(state, state.parent) as folder:
                if not _holds_nothing(folder):
                    _set_aside(folder)
                _remove(ID_FILE, folder)
                _stamp(folder, state, settings)
        elif stamp.settings != settings:
            _keep(Stamp(stamp.id, stamp.path, stamp.time, settings))
    except OSError as error:
        raise NotReadyError(
            f"{state} cannot be adopted: {error.strerror}", hint="check the owner and mode of the folder"
        ) from error


def revoke(state: Path) -> bool:
    """Revoke the trust, also in a missing folder: it is foreign from now on. Returns whether it was trusted."""
    found = stamps_of(state)
    try:
        for stamp in found:
            _path_of(stamp.id).unlink(missing_ok=True)
    except OSError as error:
        raise NotReadyError(
            f"the trust in {state} cannot be revoked: {error.strerror}", hint=f"check the owner of {_records()}"
        ) from error
    return bool(found)


def stamps_of(state: Path) -> list[Stamp]:
    """All stamps of present and past folders at this path."""
    real, own = confined.real_path(state), stamp_of(state)
    found = [each for each in all_stamps() if each.path == real]
    return [*found, own] if own and own not in found else found


def all_stamps() -> list[Stamp]:
    """All stamps, in the order of their folders."""
    folder = _records()
    found = [_read(path) for path in folder.glob("*.json")] if folder.is_dir() else []
    return sorted((each for each in found if each), key=lambda stamp: (stamp.path, stamp.id))


def is_there(stamp: Stamp) -> bool:
    """Whether the folder is still where it was stamped."""
    return _id_in(Path(stamp.path)) == stamp.id


def _stamp(folder: int, state: Path, settings: str) -> None:
    """Give the folder behind the descriptor an id. The record comes first, so that a folder with an id has one."""
    name = os.urandom(_LENGTH // 2).hex()
    temporary = f".{ID_FILE}.{name[:12]}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    descriptor = os.open(temporary, flags, confined.FILE_MODE, dir_fd=folder)
    try:
        os.write(descriptor, f"{name}\n".encode())
        chance = os.fstat(descriptor).st_mtime_ns - int.from_bytes(os.urandom(8)) % _SECOND
        os.utime(descriptor, ns=(chance, chance))
        time = os.fstat(descriptor).st_mtime_ns  # as the disk rounds it
        _keep(Stamp(name, confined.real_path(state), time, settings))
        try:
            os.link(temporary, ID_FILE, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
        except FileExistsError:  # another process was first
            _path_of(name).unlink(missing_ok=True)
        except OSError:  # a file system without links
            os.replace(temporary, ID_FILE, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        os.close(descriptor)
        _remove(temporary, folder)


def _remove(name: str, folder: int) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)


def _keep(stamp: Stamp) -> None:
    """Write the whole record."""
    path = _path_of(stamp.id)
    confined.make_folder(path.parent)
    temporary = path.with_name(f".{stamp.id}.{os.urandom(6).hex()}.tmp")
    with os.fdopen(confined.open_file(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "w") as file:
        file.write(json.dumps(stamp._asdict()) + "\n")
        file.flush()
        os.fsync(file.fileno())
    confined.rename(temporary, path)


def _path_of(name: str) -> Path:
    return _records() / f"{name}.json"


def _records() -> Path:
    return environment.state_folder() / "stamps"


def _read(path: Path) -> Stamp | None:
    try:
        stamp = Stamp(**json.loads(_read_small(path, path.parent)[0]))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    texts = (stamp.id, stamp.path, stamp.settings)
    return stamp if all(isinstance(each, str) for each in texts) and _is_id(stamp.id) else None


def _id_in(state: Path) -> str:
    """The id in a folder; empty if there is none."""
    try:
        return _read_id(state)[0]
    except OSError:
        return ""


def _read_id(state: Path) -> tuple[str, int]:
    """The id in a folder, empty where it is none, and its file's time stamp. Raises OSError if there is no file."""
    content, time = _read_small(state / ID_FILE, state.parent)
    name = content.decode("ascii", "replace").strip()
    return (name if _is_id(name) else ""), time


def _read_small(path: Path, root: Path) -> tuple[bytes, int]:
    """Content and time stamp of a file below the root. Raises OSError if there is none, or it is behind a link."""
    with os.fdopen(confined.open_file(path, os.O_RDONLY, root=root), "rb") as file:
        return file.read(_LARGEST_RECORD), os.fstat(file.fileno()).st_mtime_ns


def _is_id(name: str) -> bool:
    return len(name) == _LENGTH and set(name) <= _HEX


def _is_blank(state: Path) -> bool:
    """Whether a folder is missing, or has nothing but settings that could have been planted."""
    try:
        with confined.opened(state, state.parent) as folder:
            return _holds_nothing(folder)
    except FileNotFoundError:
        return True
    except OSError:  # a link, or closed to us
        return False


def _holds_nothing(folder: int) -> bool:
    return all(_is_nothing(name) for name in os.listdir(folder))


def _is_nothing(name: str) -> bool:
    return name in {SETTINGS, ".gitignore"} or (name.startswith(".") and name.endswith((".lock", ".tmp")))


def _is_same(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return False


def _set_aside(folder: int) -> None:
    number, there = 1, set(os.listdir(folder))
    while any(f"{name}.foreign-{number}" in there for name in DERIVED):
        number += 1
    for name in DERIVED:
        if name in there:
            os.rename(name, f"{name}.foreign-{number}", src_dir_fd=folder, dst_dir_fd=folder)
