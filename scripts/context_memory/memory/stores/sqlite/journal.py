"""The truth about docs: an append-only file of events, one JSON line each. The database is derived from it.

A `put` carries the whole doc, so that replaying a line twice changes nothing.
Access counts come as `touch` lines with the counts they lead to.
"""

import contextlib
import errno
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ....errors import NotReadyError, RefusedError
from ....storage.confined import LinkError, open_file, status
from ....storage.files import LARGEST_LIST, error_of, make_folder, open_to_append, too_large
from ....text.json_text import parse_json
from ...doc_rows import Put, Sheet, line_of, row_of_line, seconds_of_time, whole_number
from ...docs import Tier

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_BOM = b"\xef\xbb\xbf"
LONGEST_LINE = 16_000_000  # bytes; more is not a line of ours


class Touched(NamedTuple):
    """Docs were given out: what their standing is since then."""

    at: datetime
    counts: Mapping[str, int]
    """Access count of each id."""
    tiers: Mapping[str, Tier]
    """Tier of each id whose tier changed."""


Event: TypeAlias = Put | Touched | Sheet


def append(path: Path, events: Iterable[Event]) -> int:
    """Append the events by one write, durably; returns the file's size after it. The caller holds the lock."""
    data = b"".join(map(_lines, events))
    make_folder(path.parent)
    try:
        descriptor = open_to_append(path)
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
        raise error_of(error, f"cannot write {path}", "check space and permissions") from error


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
                yield _parsed(parse_json(line.removeprefix(_BOM).decode("utf-8", "surrogatepass"))), place
            except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
                skipped.append(place)
                yield None, place


def size(path: Path) -> int:
    """Bytes of the journal; 0 when there is none."""
    found = status(path)
    return found.st_size if found else 0


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
        descriptor = open_file(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    except LinkError as error:
        raise RefusedError(f"cannot read {path}: {error.strerror}", hint="remove the link") from error
    except OSError as error:
        if error.errno == errno.EINVAL:
            hint = "move it away; the docs lie in a file of that name"
            raise NotReadyError(f"{path} is not a regular file", hint=hint) from error
        raise NotReadyError(f"cannot read {path}: {error.strerror}", hint="check its owner and mode") from error
    if os.fstat(descriptor).st_size > LARGEST_LIST:
        os.close(descriptor)
        raise too_large(path, LARGEST_LIST)
    return descriptor


def _lines(event: Event) -> bytes:
    if isinstance(event, Sheet):
        return event.lines
    return _line(event).encode("utf-8", "surrogatepass")


def _line(event: Put | Touched) -> str:
    if isinstance(event, Put):
        return line_of(event.row)
    touch = {"at": event.at.isoformat(), "counts": dict(event.counts), "tiers": dict(event.tiers)}
    return _ENCODE({"touch": touch}) + "\n"


def _parsed(line: dict[str, Any]) -> Put | Touched:
    if "touch" in line:
        touch = line["touch"]
        counts = {str(key): whole_number(value) for key, value in touch["counts"].items()}
        at = datetime.fromtimestamp(seconds_of_time(touch["at"]), UTC)
        return Touched(at, counts, {str(k): Tier(v) for k, v in touch["tiers"].items()})
    return Put(row_of_line(line["put"]))
