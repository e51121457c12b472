"""The journal of one session: every message once, one JSON line each, append-only. All else is derived from it.

A person can read it: the first line names the session, then come messages, and
between them what was decided for good (`block`, `swap`). Nothing in it is ever
changed or cut off. A line that a crash left half-written is closed and passed
over, so nothing before or behind it is lost.
"""

import contextlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from ..model.errors import InputError, NotReadyError, RefusedError
from . import files

SUFFIX = ".jsonl"
VERSION = 1
SYNC_SECONDS = 1.0
"""With the policy `batch`, how long appended lines may wait to be forced onto the disk."""
LONGEST_NAME = 80  # characters of a session id that a file name repeats
_CHUNK = 1 << 20
_FULL = "free some space; nothing that was acknowledged is lost"


@dataclass(frozen=True, slots=True)
class Line:
    """One line and where it stands, in bytes."""

    offset: int
    length: int
    value: dict[str, Any]


def file_name(session: str) -> str:
    """A file name for any session id; ids that differ never share one, not even where case does not count."""
    plain = "".join(c if (c.isascii() and c.isalnum()) or c in "-_." else "-" for c in session)[:LONGEST_NAME]
    if plain == session and session == session.lower() and not session.startswith("."):
        return plain + SUFFIX
    return f"{plain.lstrip('.')[:40]}~{sha256(session.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}{SUFFIX}"


class Journal:
    """The file of one session. Reading creates nothing; several processes may append."""

    def __init__(self, folder: Path, session: str, *, fsync: str = "batch") -> None:
        if not session:
            raise InputError("a journal needs the id of its session", hint="name one with --session")
        self.session = session
        self.path = folder / file_name(session)
        self._fsync = fsync
        self._descriptor = -1
        self._unsynced = False
        self._synced_at = monotonic()
        self.problems: list[str] = []
        """Lines that could not be read; the caller says it."""

    @property
    def size(self) -> int:
        """Bytes; 0 where there is no journal yet."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    @property
    def changed_at(self) -> float:
        """When something was appended last, seconds since 1970; 0 where there is no journal yet."""
        try:
            return self.path.stat().st_mtime
        except OSError:
            return 0

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the journal against other writers."""
        with files.locked(self.path):
            yield

    def append(self, values: Sequence[Mapping[str, Any]], *, may_wait: bool = False) -> list[Line]:
        """Write these lines by one call, synced as the policy says. Hold the lock.

        Either all lines are there afterwards or, after an error, none of them is. `may_wait` is for lines that only
        say what was decided: with the policy `batch` they are synced with the next messages.
        """
        descriptor = self._opened()
        start = os.fstat(descriptor).st_size
        if start == 0:
            values = [{"type": "session", "id": self.session, "version": VERSION}, *values]
        encoded = [_encoded(value) for value in values]
        self._write(descriptor, b"".join(encoded), start)
        self._unsynced = True
        is_due = self._fsync == "batch" and not may_wait and monotonic() - self._synced_at >= SYNC_SECONDS
        if self._fsync == "always" or is_due:
            self.sync()
        lines = []
        for value, data in zip(values, encoded, strict=True):
            lines.append(Line(start, len(data), dict(value)))
            start += len(data)
        return lines

    def sync(self) -> None:
        """Force what was appended onto the disk, unless the policy is `never`."""
        if self._unsynced and self._fsync != "never" and self._descriptor >= 0:
            try:
                os.fsync(self._descriptor)
            except OSError as error:
                raise NotReadyError(f"cannot sync {self.path}: {error.strerror}", hint=_FULL) from error
        self._unsynced = False
        self._synced_at = monotonic()

    def repair(self) -> bool:
        """Close a last line that a crash left torn; whether there was one. Hold the lock."""
        size = self.size
        if not size:
            return False
        with _reader(self.path) as file:
            file.seek(size - 1)
            if file.read(1) == b"\n":
                return False
        self._write(self._opened(), b"\n", size)
        return True

    def lines(self, start: int = 0) -> Iterator[Line]:
        """Lines from a byte on; those that cannot be read are told in `problems`. A line without its end is none."""
        if not self.path.exists():
            return
        with _reader(self.path) as file:
            offset = file.seek(start)
            for data in file:
                if not data.endswith(b"\n"):
                    return
                value = self._parsed(data, offset)
                if value is not None:
                    yield Line(offset, len(data), value)
                offset += len(data)

    def read(self, places: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
        """The lines at these (offset, length) places, in order."""
        values: list[dict[str, Any]] = []
        if not places:
            return values
        try:
            with _reader(self.path) as file:
                for offset, length in places:
                    file.seek(offset)
                    values.append(json.loads(file.read(length).decode("utf-8", "surrogatepass")))
        except (OSError, ValueError, RecursionError) as error:
            raise RefusedError(
                f"{self.path} is damaged: {error}", hint="bring it back from a backup, then delete state.sqlite"
            ) from error
        return values

    def close(self) -> None:
        """Sync and let go of the file."""
        if self._descriptor >= 0:
            self.sync()
            os.close(self._descriptor)
            self._descriptor = -1

    # -- bytes -------------------------------------------------------------------------------------

    def _opened(self) -> int:
        """The file for appending; opened again when somebody moved it away."""
        if self._descriptor >= 0 and not _is_same(self._descriptor, self.path):
            os.close(self._descriptor)
            self._descriptor = -1
        if self._descriptor < 0:
            files.make_folder(self.path.parent)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            is_new = not self.path.exists()
            try:
                self._descriptor = os.open(self.path, flags, files.FILE_MODE)
            except OSError as error:
                raise NotReadyError(
                    f"cannot write {self.path}: {error.strerror}", hint="check owner, mode and space"
                ) from error
            if is_new and self._fsync != "never":
                files.sync_folder(self.path.parent)
        return self._descriptor

    def _write(self, descriptor: int, data: bytes, start: int) -> None:
        written = 0
        try:
            while written < len(data):
                written += os.write(descriptor, memoryview(data)[written:])
        except OSError as error:
            with contextlib.suppress(OSError):  # our own bytes only: nobody was told that they are there
                os.ftruncate(descriptor, start)
            raise NotReadyError(f"cannot write {self.path}: {error.strerror}", hint=_FULL) from error

    def _parsed(self, data: bytes, offset: int) -> dict[str, Any] | None:
        try:
            value = json.loads(data.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            return value
        if data.strip():
            self.problems.append(f"{self.path.name}: the line at byte {offset} cannot be read and was passed over")
        return None


def sessions_in(folder: Path) -> list[str]:
    """Ids of the sessions that have a journal here, in the order of their file names."""
    found = []
    for path in sorted(folder.glob("*" + SUFFIX)):
        with contextlib.suppress(ValueError, RecursionError), _reader(path) as file:
            value = json.loads(file.readline(_CHUNK))
            if isinstance(value, dict) and isinstance(value.get("id"), str) and file_name(value["id"]) == path.name:
                found.append(value["id"])
    return found


def _reader(path: Path) -> BinaryIO:
    """The file for reading; a FIFO, device or folder is refused instead of hanging."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="check owner and mode") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InputError(f"{path} is not a regular file", hint="move it away: a journal is a file")
    return os.fdopen(descriptor, "rb", buffering=_CHUNK)


def _is_same(descriptor: int, path: Path) -> bool:
    try:
        there = path.stat()
    except OSError:
        return False
    ours = os.fstat(descriptor)
    return (ours.st_ino, ours.st_dev) == (there.st_ino, there.st_dev)


def _encoded(value: Mapping[str, Any]) -> bytes:
    """One line; half a surrogate pair is written as an escape, so the file is always valid UTF-8."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
