"""The truth about docs: an append-only file of events, one JSON line each. The database is derived from it.

A `put` carries the whole doc, so that replaying a line twice changes nothing.
Access counts come as `touch` lines with the counts they lead to.
"""

import contextlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from ..model import doc_lines
from ..model.doc_lines import Put, Sheet
from ..model.docs import Tier
from ..model.errors import NotReadyError, RefusedError
from .files import FILE_MODE, make_folder

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_BOM = b"\xef\xbb\xbf"
LONGEST_LINE = 16_000_000  # bytes; more is not a line of ours


@dataclass(frozen=True, slots=True)
class Touched:
    """Docs were given out: what their standing is since then."""

    at: datetime
    counts: Mapping[str, int]
    """Access count of each id."""
    tiers: Mapping[str, Tier]
    """Tier of each id whose tier changed."""


Event: TypeAlias = Put | Touched | Sheet


def append(path: Path, events: Iterable[Event]) -> int:
    """Append the events by one write, durably; returns the file's size after it. The caller holds the lock."""
    if path.is_symlink():
        raise RefusedError(f"{path} is a symlink", hint="remove the link; the journal must lie in the state folder")
    data = b"".join(map(_lines, events))
    make_folder(path.parent)
    try:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        descriptor = os.open(path, flags, FILE_MODE)
        try:
            end = os.fstat(descriptor).st_size
            if end and os.pread(descriptor, 1, end - 1) != b"\n":  # a writer died inside its line
                data = b"\n" + data
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(descriptor, view) :]
            except OSError:  # a disk that is nearly full took a part
                with contextlib.suppress(OSError):
                    os.ftruncate(descriptor, end)
                raise
            os.fsync(descriptor)
            return os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
    except OSError as error:
        raise NotReadyError(f"cannot write {path}: {error.strerror}", hint="check space and permissions") from error


def read(path: Path, start: int, skipped: list[int]) -> Iterator[tuple[Put | Touched | None, int]]:
    """Whole lines from byte `start` on, each with the offset after it; unreadable ones are None and go to `skipped`."""
    descriptor = _opened(path)
    if descriptor is None:
        return
    with os.fdopen(descriptor, "rb") as file:
        file.seek(start)
        while line := file.readline(LONGEST_LINE):
            is_giant = False
            while line and not line.endswith(b"\n"):
                if len(line) < LONGEST_LINE:
                    return  # still being written, or torn: the next writer closes it
                is_giant, line = True, file.readline(LONGEST_LINE)
            place = file.tell()
            if is_giant:
                if not line:
                    return
                skipped.append(place)
                yield None, place
                continue
            if not line.strip():
                continue
            try:
                yield _parsed(json.loads(line.removeprefix(_BOM).decode("utf-8", "surrogatepass"))), place
            except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
                skipped.append(place)
                yield None, place


def size(path: Path) -> int:
    """Bytes of the journal; 0 when there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def begins_line(path: Path, place: int) -> bool:
    """Whether a line begins, or the journal ends, at this offset; one that was cut or replaced may have none there."""
    if place == 0:
        return True
    descriptor = _opened(path) if place > 0 else None
    if descriptor is None:
        return False
    try:
        return os.pread(descriptor, 1, place - 1) == b"\n"
    finally:
        os.close(descriptor)


def line_numbers(path: Path, ends: Sequence[int]) -> list[int]:
    """Numbers of the lines that end at these offsets, counted from 1."""
    descriptor = _opened(path)
    if descriptor is None:
        return []
    numbers, place, lines = [], 0, 0
    with os.fdopen(descriptor, "rb") as file:
        for end in sorted(ends):
            while place < end and (data := file.read(min(end - place, 1 << 20))):
                place += len(data)
                lines += data.count(b"\n")
            numbers.append(lines)
    return numbers


def _opened(path: Path) -> int | None:
    """A descriptor for reading; None when there is no file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotReadyError(f"cannot read {path}: {error.strerror}", hint="check its owner and mode") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotReadyError(f"{path} is not a regular file", hint="move it away; the docs lie in a file of that name")
    return descriptor


def _lines(event: Event) -> bytes:
    if isinstance(event, Sheet):
        return event.lines
    return _line(event).encode("utf-8", "surrogatepass")


def _line(event: Put | Touched) -> str:
    if isinstance(event, Put):
        return doc_lines.line_of(event.row)
    touch = {"at": event.at.isoformat(), "counts": dict(event.counts), "tiers": dict(event.tiers)}
    return _ENCODE({"touch": touch}) + "\n"


def _parsed(line: dict[str, Any]) -> Put | Touched:
    if "touch" in line:
        touch = line["touch"]
        counts = {str(key): doc_lines.whole(value) for key, value in touch["counts"].items()}
        at = datetime.fromtimestamp(doc_lines.moment(touch["at"]), UTC)
        return Touched(at, counts, {str(k): Tier(v) for k, v in touch["tiers"].items()})
    return Put(doc_lines.row_of(line["put"]))
