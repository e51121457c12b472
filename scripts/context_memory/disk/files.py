"""Files that are replaced whole or appended by one write: old or new, never half.

Modes are 0600 for files and 0700 for folders that we make, whatever the umask.
Nothing here follows a symlink out of a folder it was told to stay in.
"""

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..model.errors import InputError, NotReadyError, RefusedError

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def make_folder(folder: Path) -> Path:
    """Create the folder and each missing parent with mode 0700; existing ones stay as they are."""
    missing = []
    current = folder
    while not current.exists():
        missing.append(current)
        if current.parent == current:
            break
        current = current.parent
    if not current.is_dir():
        raise InputError(f"{current} is not a folder", hint="remove or rename it, or choose another place")
    try:
        for each in reversed(missing):
            each.mkdir(mode=FOLDER_MODE, exist_ok=True)
    except OSError as error:
        raise NotReadyError(
            f"cannot create {folder}: {error.strerror}", hint="check the folder's owner and mode"
        ) from error
    return folder


def read_bytes(path: Path, *, limit: int | None = None) -> bytes:
    """Bytes of a regular file; a FIFO, device or folder is refused instead of hanging or failing oddly."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="check the path and its permissions") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InputError(f"{path} is not a regular file", hint="name a file")
    with os.fdopen(descriptor, "rb") as file:
        return file.read() if limit is None else file.read(limit)


def read_text(path: Path, *, limit: int | None = None) -> str:
    """Text of a regular file, UTF-8; bytes that are not UTF-8 become U+FFFD, line ends stay as they are."""
    return read_bytes(path, limit=limit).decode("utf-8", "replace")


def inside(path: Path, folder: Path) -> bool:
    """Whether `path`, symlinks resolved, lies in `folder`."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a loop of symlinks
        return False


def replace_bytes(path: Path, content: bytes, *, sync: bool = True) -> None:
    """Replace the whole file: temporary file beside it, fsync, rename, fsync of the folder.

    Who writes many files into a few folders passes `sync=False` and calls `sync_folder` once for each.
    """
    replace_chunks(path, (content,), sync=sync)


def replace_chunks(path: Path, chunks: Iterable[bytes], *, sync: bool = True) -> None:
    """`replace_bytes` for content that is too large to hold: an error while the chunks come leaves the old file."""
    if path.is_symlink():
        raise RefusedError(f"{path} is a symlink", hint="write to the file it points to, or remove the link")
    make_folder(path.parent)
    try:
        descriptor, temporary = _open_beside(path)
    except OSError as error:
        raise NotReadyError(
            f"cannot write in {path.parent}: {error.strerror}", hint="check space and permissions"
        ) from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
        temporary.replace(path)
        if sync:
            sync_folder(path.parent)
    except OSError as error:
        raise NotReadyError(f"cannot write {path}: {error.strerror}", hint="check space and permissions") from error
    finally:
        temporary.unlink(missing_ok=True)


def replace_text(path: Path, text: str) -> None:
    """`replace_bytes` for UTF-8 text; line ends are written as given."""
    replace_bytes(path, _encoded(text))


def append_line(path: Path, line: str, *, sync: bool = True) -> None:
    """Append one line by one write call under a lock; a torn last line before it is closed first.

    With `sync=False` it outlives a crash of this process, but perhaps not of the machine.
    """
    if path.is_symlink():
        raise RefusedError(f"{path} is a symlink", hint="write to the file it points to, or remove the link")
    make_folder(path.parent)
    data = _encoded(line.rstrip("\n")) + b"\n"
    with locked(path):
        try:
            _append(path, data, sync=sync)
        except OSError as error:
            raise NotReadyError(f"cannot write {path}: {error.strerror}", hint="check space and permissions") from error


def _append(path: Path, data: bytes, *, sync: bool) -> None:
    """All of the data behind a whole line, or none of it."""
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, FILE_MODE)
    with os.fdopen(descriptor, "r+b", buffering=0) as file:
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


def _encoded(text: str) -> bytes:
    """UTF-8; bytes of file names as they were, half a surrogate pair (JSON allows it) as `json.loads` reads it back."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of `path` (a hidden file beside it) against other processes; released when the process dies."""
    with _lock(path, wait=True):
        yield


@contextlib.contextmanager
def locked_if_free(path: Path) -> Iterator[bool]:
    """`locked` without waiting: whether the lock was free, and is held now."""
    with _lock(path, wait=False) as held:
        yield held


@contextlib.contextmanager
def _lock(path: Path, *, wait: bool) -> Iterator[bool]:
    import fcntl

    make_folder(path.parent)
    lock = path.parent / f".{path.name}.lock"
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, FILE_MODE)
    except OSError as error:
        raise NotReadyError(f"cannot lock {path}: {error.strerror}", hint="check its owner and mode") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)


def _open_beside(path: Path) -> tuple[int, Path]:
    """A new hidden file in the folder of `path`, without `tempfile`, whose import a small process feels."""
    while True:
        temporary = path.parent / f".{path.name[:100]}.{os.urandom(6).hex()}.tmp"
        with contextlib.suppress(FileExistsError):
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
            return os.open(temporary, flags, FILE_MODE), temporary


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
