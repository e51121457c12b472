"""A hash-chained log: each row has the hash of the row before, so edited, removed or reordered rows are detected.

Numbers, names and ids, never message text. Several processes may append. The
newest number and hash are kept in a second place too, because a chain alone
does not show that its end was cut off.
"""

import contextlib
import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import ContextMemoryError, NotReadyError
from ..text.json_text import parse_json
from . import files
from .held_lock import HeldLock

LAST_BYTES = 64_000
"""In which the last row of a log is looked for."""
MOST_END_BYTES = 16 * LAST_BYTES
"""In which the newest rows are looked for."""
FIRST = "0" * 64
"""Stands for the hash before the first row."""
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Fault:
    """A row that is not as it was written."""

    row: int
    """Its number; 0 where the line does not say."""
    line: int
    """Where it stands in the file; 0 for one that is missing."""
    what: str
    """`edited`, `removed`, `reordered`, `repeated` or `unreadable`."""


class AuditChain:
    """The chained log of one workspace."""

    def __init__(self, path: Path, head: Path) -> None:
        self._path = path
        self._name = os.fspath(path)
        self._head = head
        self._lock = threading.Lock()
        self._others = HeldLock(path)
        self._descriptor = -1
        self._inode = 0
        self._size = -1
        self._number = 0
        self._hash = FIRST
        self._noted = 0

    def add(self, now: datetime, facts: Mapping[str, Any]) -> int:
        """Append a row and return its number. It survives this process, but perhaps not a power cut."""
        time = now.isoformat(timespec="milliseconds")
        with self._lock, self._others.held():
            self._catch_up()
            text = _encode({"n": self._number + 1, "time": time, **facts, "prev": self._hash})
            digest = sha256(text.encode("ascii")).hexdigest()
            data = f'{text[:-1]},"hash":"{digest}"}}\n'.encode("ascii")
            self._write(data)
            self._size, self._number, self._hash = self._size + len(data), self._number + 1, digest
            return self._number

    def note(self) -> None:
        """Note the newest row in the second place, on the disk before: once a second is enough, and beside the calls.

        Raises NotReadyError where that place cannot be written.
        """
        with self._lock:
            if self._descriptor < 0 or self._number == self._noted:
                return
            descriptor, number, digest = os.dup(self._descriptor), self._number, self._hash
        try:
            os.fsync(descriptor)  # what the head says was written is on the disk
        except OSError as error:
            raise NotReadyError(f"cannot sync {self._path}: {error.strerror}", hint="check space") from error
        finally:
            os.close(descriptor)
        with files.locked(self._head):
            if _noted_in(self._head)[0] < number:
                files.replace_text(self._head, json.dumps({"n": number, "hash": digest}) + "\n")
        self._noted = number

    def rows(self, since: int = 0, limit: int = 100, **wanted: str) -> list[dict[str, Any]]:
        """Rows after this number that have these facts, oldest first."""
        found: list[dict[str, Any]] = []
        for _, row in _lines(self._path):
            if row is None or not isinstance(row.get("n"), int) or row["n"] <= since:
                continue
            if wanted.items() <= row.items():
                found.append(row)
                if len(found) >= limit:
                    break
        return found

    def newest(self, limit: int = 100, *, since: int = 0, **wanted: str) -> list[dict[str, Any]]:
        """The newest rows after this number that have these facts, oldest first; only the end of a long log is read."""
        if not self._path.exists():
            return []
        count, before = LAST_BYTES, 1
        found: list[dict[str, Any]] = []
        while before and count <= MOST_END_BYTES:
            end, before = files.read_end(self._path, count)
            lines = end.splitlines()[1 if before else 0 :]
            rows = [row for row in map(_parse_row, lines) if row is not None and isinstance(row.get("n"), int)]
            found = [row for row in rows if row["n"] > since and wanted.items() <= row.items()]
            if len(found) >= limit or (rows and rows[0]["n"] <= since):
                break
            count *= 4
        return found[-limit:]

    def verified(self) -> tuple[int, list[Fault]]:
        """How many rows there are, and every row that is not as it was written."""
        return verified(self._path, self._head)

    def close(self) -> None:
        """Note the newest row in the second place, and close the file."""
        self.note()
        with self._lock:
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = self._size = -1
            self._others.close()

    def _write(self, data: bytes) -> None:
        """All of it, or none."""
        try:
            written = os.write(self._descriptor, data)
            while written < len(data):
                written += os.write(self._descriptor, data[written:])
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._size)
            raise NotReadyError(f"cannot write {self._path}: {error.strerror}", hint="check space") from error

    def _catch_up(self) -> None:
        """Read the last row if another process wrote it or this one just started."""
        if self._descriptor >= 0:
            with contextlib.suppress(FileNotFoundError):
                there = os.lstat(self._name)
                if (there.st_ino, there.st_size) == (self._inode, self._size):
                    return
            os.close(self._descriptor)
            self._descriptor = -1
        try:
            self._descriptor = files.open_to_append(self._path)
        except OSError as error:
            raise NotReadyError(f"cannot write {self._path}: {error.strerror}", hint="check its owner") from error
        ours = os.fstat(self._descriptor)
        known = max((self._number, self._hash), _noted_in(self._head))
        self._number, self._hash, self._inode, self._size = 0, FIRST, ours.st_ino, ours.st_size
        end = files.read_end(self._path, LAST_BYTES)[0] if self._size else b""
        if end and not end.endswith(b"\n"):  # torn by a crash of the machine
            self._write(b"\n")
            self._size += 1
        for line in reversed(end.splitlines()):
            row = _parse_row(line)
            if row is not None and isinstance(row.get("n"), int):
                self._number, self._hash = row["n"], str(row.get("hash"))
                break
        if known[0] and not (_names(end.splitlines(), known[1]) or _names(files.read_lines(self._path), known[1])):
            # Cut off or written anew: the next row follows the one that is missing, so the gap stays in the chain.
            self._number, self._hash = max(self._number, known[0]), known[1]


def verified(path: Path, head: Path) -> tuple[int, list[Fault]]:
    """How many rows there are, and every row that is not as it was written."""
    faults: list[Fault] = []
    hashes: dict[int, str] = {}
    prevs: dict[int, tuple[int, str]] = {}
    count = newest = 0
    for line, row in _lines(path):
        if row is None or not isinstance(row.get("n"), int):
            faults.append(Fault(0, line, "unreadable"))
            continue
        count += 1
        number = row["n"]
        if number in hashes:
            faults.append(Fault(number, line, "repeated"))
            continue
        if row.get("hash") != _hash_of(row):
            faults.append(Fault(number, line, "edited"))
        if number < newest:
            faults.append(Fault(number, line, "reordered"))
        newest = max(newest, number)
        hashes[number] = str(row.get("hash"))
        prevs[number] = (line, str(row.get("prev")))
    faults += _broken_links(hashes, prevs, faults)
    faults += [Fault(number, 0, "removed") for number in range(1, newest) if number not in hashes]
    named = {fault.row for fault in faults}
    faults += [fault for fault in _against_head(head, hashes, newest) if fault.row not in named]
    return count, sorted(faults, key=lambda fault: (fault.row, fault.line))


def _broken_links(
    hashes: Mapping[int, str], prevs: Mapping[int, tuple[int, str]], known: list[Fault]
) -> Iterator[Fault]:
    """Rows that were rewritten with a new hash: the next row has another one."""
    named = {fault.row for fault in known}
    for number, (_, prev) in prevs.items():
        before = FIRST if number == 1 else hashes.get(number - 1)
        if before is not None and prev != before and not {number, number - 1} & named:
            yield Fault(number - 1, prevs[number - 1][0] if number > 1 else 0, "edited")


def _noted_in(head: Path) -> tuple[int, str]:
    """Number and hash of the row that the second place names; (0, "") where it names none."""
    try:
        noted = parse_json(files.read_text(head))
        return int(noted["n"]), str(noted["hash"])
    except (ContextMemoryError, OSError, ValueError, KeyError, TypeError):
        return 0, ""


def _against_head(head: Path, hashes: Mapping[int, str], newest: int) -> Iterator[Fault]:
    number, digest = _noted_in(head)
    for lost in range(newest + 1, number + 1):
        yield Fault(lost, 0, "removed")
    if number in hashes and hashes[number] != digest:
        yield Fault(number, 0, "edited")


def _names(lines: Iterable[bytes], digest: str) -> bool:
    """Whether a row has this hash, or follows the row that had it."""
    wanted = digest.encode()
    rows = (_parse_row(line) for line in lines if wanted in line)
    return any(row is not None and digest in (row.get("hash"), row.get("prev")) for row in rows)


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any] | None]]:
    if not path.exists():
        return
    for number, line in enumerate(files.read_lines(path), 1):
        if line.strip():
            yield number, _parse_row(line)


def _parse_row(line: bytes) -> dict[str, Any] | None:
    try:
        value = parse_json(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _hash_of(row: Mapping[str, Any]) -> str:
    return sha256(_text_of({name: value for name, value in row.items() if name != "hash"})).hexdigest()


def _text_of(row: Mapping[str, Any]) -> bytes:
    """The row as its hash is made of it."""
    return _encode(row).encode("ascii")
