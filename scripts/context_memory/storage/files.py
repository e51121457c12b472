"""Atomic file operations: files are replaced whole or appended by one write, never half written.

New files have mode 0600 and new folders 0700, whatever the umask.
Below a workspace nothing here follows a symlink: `confined` opens every path.
"""

import contextlib
import errno
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

from ..errors import ContextMemoryError, InputError, NotReadyError, RefusedError, UnwritableError
from ..text.json_text import TooDeepError, parse_json
from . import confined
from .confined import FILE_MODE, LinkError
from .stamps import ID_FILE, STATE_FOLDER, stamp_if_new

LARGEST_FILE = 256_000_000
"""Bytes of a file that is read whole; what grows for ever is read line by line."""
LONGEST_LINE = 64_000_000
"""Bytes of a line of our own lists; more is none of ours."""
LARGEST_LIST = 4_000_000_000
"""Bytes of a file that is read line by line: a million docs have 1 GB."""
TO_APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
"""Flags of a file that is read, and appended to; a missing one is made, a link is refused."""
_LINK_HINT = "replace the link by a real file or folder"


def make_folder(folder: Path) -> Path:
    """Create the folder and each missing parent with mode 0700; existing ones stay as they are.

    Every state folder of a workspace is made here, and stamped as made on this machine before anything lies in it.
    """
    if STATE_FOLDER not in folder.parts:
        return _create_missing(folder)
    state = next(each for each in (folder, *folder.parents) if each.name == STATE_FOLDER)
    _create_missing(state)
    stamp_if_new(state)
    return folder if folder == state else _create_missing(folder)


def _create_missing(folder: Path) -> Path:
    try:
        confined.make_folder(folder)
    except (FileExistsError, NotADirectoryError) as error:
        current = next((each for each in (folder, *folder.parents) if each.exists() and not each.is_dir()), folder)
        raise InputError(f"{current} is not a folder", hint="remove or rename it, or choose another path") from error
    except OSError as error:
        raise error_of(error, f"cannot create {folder}", "check the folder's owner and mode") from error
    return folder


def read_bytes(path: Path, *, limit: int | None = None, root: Path | None = None) -> bytes:
    """The first `limit` bytes of a regular file; a FIFO, device or folder is refused instead of hanging.

    Without a limit the whole file comes, or InputError when it has more than `LARGEST_FILE` bytes.
    """
    with open_to_read(path, root=root) as file:
        if limit is not None:
            return file.read(limit)
        is_large = os.fstat(file.fileno()).st_size > LARGEST_FILE
        content = b"" if is_large else file.read(LARGEST_FILE + 1)  # it may grow meanwhile
        if is_large or len(content) > LARGEST_FILE:
            raise too_large(path, LARGEST_FILE)
        return content


def read_text(path: Path, *, limit: int | None = None) -> str:
    """Text of a regular file, UTF-8; bytes that are not UTF-8 become U+FFFD, line ends stay as they are."""
    return read_bytes(path, limit=limit).decode("utf-8", "replace")


def read_inside(path: Path, folder: Path, *, limit: int | None = None) -> bytes:
    """`read_bytes` for people's files: a link may lead to another place in the same folder, never out of it."""
    try:
        real, root = path.resolve(), folder.resolve()
    except (OSError, RuntimeError) as error:  # a loop of symlinks
        raise InputError(f"cannot read {path}: {error}", hint=_LINK_HINT) from error
    return read_bytes(real, limit=limit, root=root)  # what `resolve` saw may have changed: no link is followed now


def copy_into(path: Path, folder: Path) -> None:
    """Copy a regular file into a folder; nothing where there is none."""
    import shutil

    if os.path.lexists(path):
        with open_to_read(path) as file, (folder / path.name).open("wb") as copy:
            shutil.copyfileobj(file, copy)


def read_end(path: Path, count: int) -> tuple[bytes, int]:
    """The last `count` bytes of a file, and the number of bytes before them."""
    with open_to_read(path) as file:
        before = max(0, os.fstat(file.fileno()).st_size - count)
        file.seek(before)
        return file.read(count), before


def read_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file in bounded memory, without line ends; none if the file is missing or too large."""
    if not path.exists() and not path.is_symlink():
        return
    with open_to_read(path) as file:
        if os.fstat(file.fileno()).st_size > LARGEST_LIST:
            raise too_large(path, LARGEST_LIST)
        while line := file.readline(LONGEST_LINE):
            is_giant = False
            while line and not line.endswith(b"\n") and len(line) == LONGEST_LINE:
                is_giant, line = True, file.readline(LONGEST_LINE)
            if not is_giant:
                yield line.rstrip(b"\r\n")


def too_large(path: Path, limit: int) -> InputError:
    """The error for a file that is too large to read."""
    return InputError(f"{path} has more than {limit:,} bytes and is not read", hint="move it away or make it smaller")


def open_to_read(path: Path, *, root: Path | None = None, buffering: int = -1) -> BinaryIO:
    """Open the file for reading bytes; InputError if it is not a regular file, RefusedError for a link."""
    try:
        return os.fdopen(confined.open_file(path, os.O_RDONLY, root=root), "rb", buffering)
    except OSError as error:
        if error.errno == errno.EINVAL:
            raise InputError(f"{path} is not a regular file", hint="name a file") from error
        raise error_of(error, f"cannot read {path}", "check the path and its permissions", InputError) from error


def inside(path: Path, folder: Path) -> bool:
    """Whether `path`, symlinks resolved, is in `folder`. It may change before it is used: open it confined."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a loop of symlinks
        return False


def set_aside(path: Path, ending: str) -> Path:
    """Quarantine a file, folder or link: rename it to a free name with this ending; nothing is deleted."""
    number, aside = 1, path.with_name(path.name + ending)
    while os.path.lexists(aside):
        number += 1
        aside = path.with_name(f"{path.name}{ending}-{number}")
    try:
        confined.rename(path, aside)
    except OSError as error:
        raise error_of(error, f"cannot rename {path}", "check the owner and mode of its folder") from error
    return aside


def move_folder(folder: Path, target: Path) -> None:
    """Rename a folder to a free name or that of an empty folder, durably."""
    try:
        confined.rename(folder, target)
        sync_folder(target.parent)
    except OSError as error:
        raise error_of(error, f"cannot rename {folder} to {target}", "move away what stands there") from error


def remove(path: Path) -> None:
    """Delete a file if it exists."""
    try:
        with contextlib.suppress(FileNotFoundError):
            confined.remove(path)
    except OSError as error:
        raise error_of(error, f"cannot delete {path}", "check the owner and mode of its folder") from error


def names(folder: Path) -> list[str]:
    """Sorted names in a folder; none if it is missing or cannot be listed. A link is refused."""
    try:
        return confined.names(folder)
    except LinkError as error:
        raise error_of(error, f"cannot list {folder}", "") from error
    except OSError:
        return []


def replace_bytes(path: Path, content: bytes, *, sync: bool = True) -> None:
    """Replace the whole file: temporary file beside it, fsync, rename, fsync of the folder.

    Who writes many files into a few folders passes `sync=False` and calls `sync_folder` once for each.
    """
    replace_chunks(path, (content,), sync=sync)


def replace_chunks(path: Path, chunks: Iterable[bytes], *, sync: bool = True) -> None:
    """`replace_bytes` for content too large for memory; an error while reading the chunks leaves the old file."""
    make_folder(path.parent)
    try:
        with confined.located(path) as (name, folder):
            _replace(name, folder, chunks, path)
        if sync:
            sync_folder(path.parent)
    except OSError as error:
        raise error_of(error, f"cannot write {path}", "check space and permissions") from error


def _replace(name: str, folder: int | None, chunks: Iterable[bytes], path: Path) -> None:
    mode = None
    with contextlib.suppress(FileNotFoundError):
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISLNK(found.st_mode):
            raise LinkError(errno.ELOOP, f"{path} is a symlink")
        if not stat.S_ISREG(found.st_mode):
            return _write_through(name, folder, chunks, path, is_stream=not stat.S_ISBLK(found.st_mode))
        mode = stat.S_IMODE(found.st_mode)
    descriptor, temporary = _open_beside(name, folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(chunks)
            file.flush()
            if mode is not None:
                os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        with contextlib.suppress(OSError):  # after the rename there is none
            os.unlink(temporary, dir_fd=folder)


def _write_through(name: str, folder: int | None, chunks: Iterable[bytes], path: Path, *, is_stream: bool) -> None:
    """Write to a device or pipe as it stands: a file in the place of /dev/null would be everybody's loss."""
    if not is_stream:
        raise OSError(errno.EINVAL, f"{path} is a disk")
    with os.fdopen(os.open(name, os.O_WRONLY | os.O_NOFOLLOW, dir_fd=folder), "wb") as file:
        file.writelines(chunks)


def replace_text(path: Path, text: str) -> None:
    """`replace_bytes` for UTF-8 text; line ends are written as given."""
    replace_bytes(path, _encode(text))


def append_line(path: Path, line: str, *, sync: bool = True) -> None:
    """Append one line by one write call under a lock; a torn last line is ended first.

    With `sync=False` it outlives a crash of this process, but perhaps not of the machine.
    """
    data = _encode(line.rstrip("\n")) + b"\n"
    with locked(path):
        try:
            _append(path, data, sync=sync)
        except OSError as error:
            raise error_of(error, f"cannot write {path}", "check space and permissions") from error


def open_to_append(path: Path) -> int:
    """A descriptor that reads, and appends; a missing file is made, a link is refused. Raises OSError."""
    return confined.open_file(path, TO_APPEND)


def open_with_folder(path: Path, flags: int) -> int:
    """A descriptor of a file, made with its folder where they are missing. Raises OSError for what is no file.

    A folder that is there is not looked at first, unless it is one that may have to be stamped.
    """
    if path.parent.name != STATE_FOLDER or os.path.lexists(path.parent / ID_FILE):
        with contextlib.suppress(FileNotFoundError):
            return confined.open_file(path, flags)
    make_folder(path.parent)
    return confined.open_file(path, flags)


def _append(path: Path, data: bytes, *, sync: bool) -> None:
    """Append all of the data after a complete line, or none of it."""
    with os.fdopen(open_to_append(path), "r+b", buffering=0) as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(end - 1)
            if file.read(1) != b"\n":
                data = b"\n" + data
        try:
            written = 0
            while written < len(data):  # a disk that is nearly full takes a part
                written += file.write(data[written:])
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(end)
            raise
        if sync:
            os.fsync(file.fileno())


def _encode(text: str) -> bytes:
    """UTF-8; bytes of file names as they were, half a surrogate pair (JSON allows it) as `json.loads` reads it back."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of `path` (a hidden file in its folder) against other processes; released when the process dies."""
    with _lock(path, wait=True):
        yield


@contextlib.contextmanager
def locked_if_free(path: Path) -> Iterator[bool]:
    """`locked` without waiting: yields whether the lock was free and is now held."""
    with _lock(path, wait=False) as held:
        yield held


@contextlib.contextmanager
def _lock(path: Path, *, wait: bool) -> Iterator[bool]:
    import fcntl

    lock = path.parent / f".{path.name}.lock"
    descriptor, is_held = open_lock(lock), False
    try:
        with contextlib.suppress(BlockingIOError):
            while not is_held:
                fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
                is_held = bool(os.fstat(descriptor).st_nlink)
                if not is_held:  # who had it removed it: others lock a new file
                    os.dup2(renewed := open_lock(lock), descriptor)
                    os.close(renewed)
        yield is_held
    finally:
        if is_held and STATE_FOLDER not in lock.parts:  # no litter beside a person's files
            with contextlib.suppress(OSError):
                if os.path.samestat(confined.link_status(lock), os.fstat(descriptor)):
                    confined.remove(lock)
        os.close(descriptor)


def open_lock(lock: Path) -> int:
    """A descriptor of an empty lock file, created with its folder if it is missing."""
    try:
        return open_with_folder(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW)
    except OSError as error:
        raise error_of(error, f"cannot lock {lock}", "check its owner and mode") from error


def _open_beside(name: str, folder: int | None) -> tuple[int, str]:
    """A new hidden file in the folder of `name`, without `tempfile`, which is slow to import."""
    before, slash, last = name.rpartition("/")
    while True:
        temporary = f"{before}{slash}.{last[:100]}.{os.urandom(6).hex()}.tmp"
        with contextlib.suppress(FileExistsError):
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
            return os.open(temporary, flags, FILE_MODE, dir_fd=folder), temporary


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to disk."""
    confined.sync_folder(folder)


def error_of(
    error: OSError, what: str, hint: str, kind: type[ContextMemoryError] = NotReadyError
) -> ContextMemoryError:
    """The error to raise for one of the system: what could not be done, why, and what to do about it."""
    if isinstance(error, LinkError):
        refused = RefusedError if kind is NotReadyError else kind
        return refused(f"{what}: {error.strerror}", hint=_LINK_HINT)
    if error.errno in _NO_DESCRIPTOR:
        return NotReadyError(f"{what}: {error.strerror}", hint="ask again, or raise the limit of `ulimit -n`")
    if kind is NotReadyError and error.errno in _HINTS:
        return UnwritableError(f"{what}: {error.strerror}", hint=_HINTS[error.errno] or hint)
    return kind(f"{what}: {error.strerror}", hint=hint)


_FULL = "free some space"
_HINTS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), _FULL),
    errno.EROFS: "it lies on a disk that may only be read: mount it to be written, or name another folder",
    **dict.fromkeys((errno.EACCES, errno.EPERM), ""),
}
"""What to do where nothing can be written; empty where the caller knows better."""
_NO_DESCRIPTOR = frozenset({errno.EMFILE, errno.ENFILE})
"""The fault of no file: what is read later is there."""


LARGEST_STATE_FILE = 1_000_000  # bytes; more is not a state of ours

State = TypeVar("State")


class StateForm(NamedTuple, Generic[State]):
    """How one kind of state is serialised; a missing file means `initial`."""

    initial: State
    parse: Callable[[Mapping[str, Any]], State]
    """The state of a JSON object; ValueError when it is not one."""
    dump: Callable[[State], dict[str, Any]]


class LoadedState(NamedTuple, Generic[State]):
    """A state, and the problem of its file (then it is the initial state)."""

    state: State
    problem: str = ""


class ChangedState(NamedTuple, Generic[State]):
    """A state before and after a change, and the problem of its file."""

    before: State
    after: State
    problem: str = ""


def load_state(path: Path, form: StateForm[State]) -> LoadedState[State]:
    """Read the state; a corrupt file is the initial state with a problem. Changes nothing."""
    if not path.exists():
        return LoadedState(form.initial)
    try:
        content = parse_json(_check_size(path))
        if not isinstance(content, dict):
            raise ValueError("it is not a JSON object")  # noqa: TRY004, TRY301 - handled like every other fault below
        return LoadedState(form.parse(content))
    except ValueError as error:
        reason = "nested too deeply" if isinstance(error, TooDeepError) else str(error)
        return LoadedState(form.initial, f"{path} cannot be used as state: {reason}")


def change_state(path: Path, form: StateForm[State], edit: Callable[[State], State]) -> ChangedState[State]:
    """Replace the state with `edit(state)` under the file's lock, so that no change of another process is lost."""
    with locked(path):
        loaded = load_state(path, form)
        after = edit(loaded.state)
        problem = loaded.problem and f"{loaded.problem}; it was set aside as {set_aside(path, '.corrupt').name}"
        if after != loaded.state or loaded.problem:
            replace_text(path, json.dumps(form.dump(after), ensure_ascii=False, indent=2) + "\n")
    return ChangedState(loaded.state, after, problem)


def _check_size(path: Path) -> bytes:
    data = read_bytes(path, limit=LARGEST_STATE_FILE + 1)
    if len(data) > LARGEST_STATE_FILE:
        raise InputError("it is too large")
    return data
