"""The append-only journal of one session: every message once, one JSON line each. Everything else is derived.

A person can read it: the first line names the session, then come messages, and
between them final decisions (`block`, `swap`). Nothing in it is ever
changed or cut off. A line that a crash left half-written is ended and skipped,
so nothing before or after it is lost.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO

from ...errors import InputError, NotReadyError, RefusedError
from ...storage import files, message_pack
from ...storage.held_lock import HeldLock
from ...text.hashing import sha256
from ...text.json_text import parse_json

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..values import Block, JournalEntry

SUFFIX = ".jsonl"
VERSION = 1
SYNC_SECONDS = 1.0
"""With the policy `batch`, how long appended lines may wait to be forced onto the disk."""
LATER = "later"
"""The policy of a process that calls `detached_sync` once in `SYNC_SECONDS` itself: no append waits for the disk."""
SYNCED_SINGLY = 0.25
"""Seconds in which journals are synced one after the other: threads that wake up together hold up appends."""
SYNCED_AT_ONCE = 16
"""Journals of the rest, where the disk is slower: it commits once for all of them."""
LONGEST_NAME = 80  # characters of a session id that a file name repeats
LONGEST_LINE = 256_000_000  # bytes; more is no message
_CHUNK = 1 << 20
_FULL = "free some space; nothing that was acknowledged is lost"
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Line:
    """One line with its position, in bytes."""

    offset: int
    length: int
    value: dict[str, Any]


def file_name(session: str) -> str:
    """A file name for any session id, unique even on case-insensitive file systems."""
    plain = "".join(c if (c.isascii() and c.isalnum()) or c in "-_." else "-" for c in session)[:LONGEST_NAME]
    if plain == session and session == session.lower() and not session.startswith("."):
        return plain + SUFFIX
    return f"{plain.lstrip('.')[:40]}~{sha256(session.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}{SUFFIX}"


class Journal:
    """The file of one session. Reading creates nothing; several processes may append."""

    def __init__(self, folder: Path, session: str, *, fsync: str = "batch") -> None:
        if not session:
            raise InputError("a journal needs the id of its session", hint="pass one with --session")
        self.session = session
        self.path = folder / file_name(session)
        self._name = os.fspath(self.path)
        self._fsync = fsync
        self._lock = HeldLock(self.path)
        self._descriptor = -1
        self._identity = (0, 0)
        """Inode and device of the open file."""
        self._appends = self._taken = self._synced = 0
        """Calls that appended, and up to which of them somebody syncs, or has synced, the file."""
        self._is_unlisted = False
        """Whether the folder may not have the file yet where the power fails."""
        self._synced_at = monotonic()
        self._not_synced: NotReadyError | None = None
        self.problems: list[str] = []
        """Lines that could not be read; the caller says it."""

    @property
    def size(self) -> int:
        """Size in bytes; 0 without a journal."""
        there = _status(self._name)
        return there.st_size if there is not None else 0

    @property
    def changed_at(self) -> float:
        """Time of the last append, seconds since 1970; 0 without a journal."""
        try:
            return self.path.stat().st_mtime
        except OSError:
            return 0

    def locked(self, *, may_wait: bool = True) -> contextlib.AbstractContextManager[None]:
        """Lock the journal against other writers; BlockingIOError if it is taken and waiting is not allowed."""
        return self._lock.held(may_wait=may_wait)

    def append(self, values: Sequence[Mapping[str, Any]], *, may_wait: bool = False) -> list[Line]:
        """Write these lines by one call, synced by policy. The caller holds the lock.

        Either all lines are there afterwards or, after an error, none of them is. `may_wait` is for lines that only
        say what was decided: with the policy `batch` they are synced with the next messages.
        """
        if self._not_synced is not None:
            error, self._not_synced = self._not_synced, None
            raise error
        descriptor, start = self._open_for_append()
        if start == 0:
            values = [{"type": "session", "id": self.session, "version": VERSION}, *values]
        encoded = [_encode_line(value) for value in values]
        self._write(descriptor, b"".join(encoded), start)
        self._appends += 1
        is_due = self._fsync == "batch" and not may_wait and monotonic() - self._synced_at >= SYNC_SECONDS
        if self._fsync == "always" or is_due:
            self.sync()
        lines = []
        for value, data in zip(values, encoded, strict=True):
            lines.append(Line(start, len(data), dict(value)))
            start += len(data)
        return lines

    def sync(self) -> None:
        """Sync appended lines, unless the policy is `never`."""
        if self._appends > self._synced and self._fsync != "never" and self._descriptor >= 0:
            try:
                os.fsync(self._descriptor)
                self._list()
            except OSError as error:
                raise self._unsyncable(error) from error
        self._synced = self._appends
        self._synced_at = monotonic()

    def detached_sync(self) -> Callable[[], None] | None:
        """A function that syncs everything appended so far, from any thread; None if nothing is pending.

        Take it while nobody else works on this journal. Where the disk refuses, the next append says it.
        """
        if self._appends <= max(self._taken, self._synced) or self._fsync == "never" or self._descriptor < 0:
            return None
        descriptor = os.dup(self._descriptor)
        self._taken = taken = self._appends

        def sync() -> None:
            try:
                os.fsync(descriptor)
                self._list()
                self._synced = max(self._synced, taken)
            except OSError as error:
                self._taken, self._not_synced = 0, self._unsyncable(error)
            finally:
                os.close(descriptor)

        return sync

    def _list(self) -> None:
        if self._is_unlisted:
            files.sync_folder(self.path.parent)
            self._is_unlisted = False

    def _unsyncable(self, error: OSError) -> NotReadyError:
        return NotReadyError(f"cannot sync {self.path}: {error.strerror}", hint=_FULL)

    def repair(self) -> bool:
        """End a torn last line; returns whether there was one. The caller holds the lock."""
        size = self.size
        if not size:
            return False
        with _reader(self.path) as file:
            file.seek(size - 1)
            if file.read(1) == b"\n":
                return False
        descriptor, size = self._open_for_append()
        self._write(descriptor, b"\n", size)
        return True

    def lines(self, start: int = 0) -> Iterator[Line]:
        """Lines from a byte offset; unreadable ones are reported in `problems`, a line without end is skipped."""
        if not self.path.exists():
            return
        with _reader(self.path) as file:
            if os.fstat(file.fileno()).st_size > files.LARGEST_LIST:
                raise files.too_large(self.path, files.LARGEST_LIST)
            offset = file.seek(start)
            while data := file.readline(LONGEST_LINE):
                length, is_giant = len(data), False
                while data and not data.endswith(b"\n") and len(data) == LONGEST_LINE:
                    is_giant, data = True, file.readline(LONGEST_LINE)
                    length += len(data)
                if not data.endswith(b"\n"):
                    return
                if is_giant:
                    self.problems.append(f"{self.path.name}: the line at byte {offset} is too long and was passed over")
                elif (value := self._parse_line(data, offset)) is not None:
                    yield Line(offset, length, value)
                offset += length

    def read(self, places: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
        """The lines at these (offset, length) places, in order."""
        values: list[dict[str, Any]] = []
        if not places:
            return values
        try:
            with _reader(self.path) as file:
                for offset, length in places:
                    file.seek(offset)
                    values.append(parse_json(file.read(length).decode("utf-8", "surrogatepass")))
        except (OSError, ValueError) as error:
            raise RefusedError(
                f"{self.path} is damaged: {error}", hint="restore it from a backup, then delete state.sqlite"
            ) from error
        return values

    def close(self) -> None:
        """Sync and close the file."""
        if self._descriptor >= 0:
            self.sync()
            os.close(self._descriptor)
            self._descriptor = -1
        self._lock.close()

    # -- bytes -------------------------------------------------------------------------------------

    def _open_for_append(self) -> tuple[int, int]:
        """The file for appending, and its size; reopened if it was moved away."""
        if self._descriptor >= 0:
            there = _status(self._name)
            if there is not None and (there.st_ino, there.st_dev) == self._identity:
                return self._descriptor, there.st_size
            os.close(self._descriptor)
            self._descriptor = -1
        try:
            self._descriptor = files.open_with_folder(self.path, files.TO_APPEND)
        except OSError as error:
            raise NotReadyError(
                f"cannot write {self.path}: {error.strerror}", hint="check owner, mode and space"
            ) from error
        ours = os.fstat(self._descriptor)
        self._identity = (ours.st_ino, ours.st_dev)
        self._is_unlisted = not ours.st_size and self._fsync != "never"
        if self._fsync != LATER:  # a first message does not wait for the disk either
            self._list()
        return self._descriptor, ours.st_size

    def _write(self, descriptor: int, data: bytes, start: int) -> None:
        try:
            written = os.write(descriptor, data)
            while written < len(data):
                written += os.write(descriptor, memoryview(data)[written:])
        except OSError as error:
            with contextlib.suppress(OSError):  # our own bytes only: nobody was told that they are there
                os.ftruncate(descriptor, start)
            raise NotReadyError(f"cannot write {self.path}: {error.strerror}", hint=_FULL) from error

    def _parse_line(self, data: bytes, offset: int) -> dict[str, Any] | None:
        try:
            value = parse_json(data.decode("utf-8", "surrogatepass"))
        except ValueError:
            value = None
        if isinstance(value, dict):
            return value
        if data.strip():
            self.problems.append(f"{self.path.name}: the line at byte {offset} cannot be read and was passed over")
        return None


def message_line(entry: "JournalEntry", *, tokens: int, bare: int, key: str, skip: str) -> dict[str, Any]:
    """A message as a journal line, with its tokens, those without thinking, and a key if it has no id."""
    value: dict[str, Any] = {"type": "message", "seq": entry.seq, "hash": entry.hash, "tokens": tokens}
    if bare != tokens:
        value["bare"] = bare
    if skip:
        value["skip"] = skip
    if not entry.message.id:
        value["key"] = key
    return value | message_pack.whole_value_of(entry.message)


def block_line(block: "Block") -> dict[str, Any]:
    """A sealed block as a line of the journal."""
    names = ("number", "id", "first", "last", "messages", "tokens", "time")
    return {"type": "block", **{name: getattr(block, name) for name in names}}


def sync_all(syncs: Iterable[Callable[[], None] | None], threads: "Executor", share: float = 1.0) -> None:
    """Run what `detached_sync` gave, a `share` of all; `threads` only where one after the other takes long."""
    pending = [sync for sync in syncs if sync is not None]
    until = monotonic() + SYNCED_SINGLY * share
    while pending and monotonic() < until:
        pending.pop()()
    list(threads.map(lambda sync: sync(), pending))


def sessions_in(folder: Path) -> list[str]:
    """Ids of the sessions that have a journal here, in the order of their file names."""
    found = []
    for name in files.names(folder):
        if not name.endswith(SUFFIX):
            continue
        with contextlib.suppress(ValueError), _reader(folder / name) as file:
            value = parse_json(file.readline(_CHUNK))
            if isinstance(value, dict) and isinstance(value.get("id"), str) and file_name(value["id"]) == name:
                found.append(value["id"])
    return found


def _reader(path: Path) -> BinaryIO:
    """Open the file for reading; a FIFO, device or folder is refused instead of hanging."""
    return files.open_to_read(path, buffering=_CHUNK)


def _status(name: str) -> os.stat_result | None:
    try:
        return os.lstat(name)
    except OSError:
        return None


def _encode_line(value: Mapping[str, Any]) -> bytes:
    """One line; half a surrogate pair is written as an escape, so the file is always valid UTF-8."""
    text = _encode(value)
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
