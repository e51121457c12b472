"""Records what a host's session has been shown: docs by id, outputs by command. One small file per session.

A compaction takes it out of the context, so the file starts anew then. Where a
host can be given what a summary lost, the file also has the orders of the person
that are in force, and those that the newest summary did not tell.
"""

import contextlib
import json
import os
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from ...errors import ContextMemoryError
from ...storage import files
from ...text.json_text import parse_json

LARGEST = 1_000_000
"""Bytes that are read; a session that was shown more starts anew."""
_END = 200  # bytes before the place that was read to, by which a file is known again
_SESSIONS = 16  # whose lines are kept in memory, those that were read last


@dataclass(frozen=True, slots=True)
class Shown:
    """What the model of one session has in front of it."""

    docs: frozenset[str] = frozenset()
    outputs: dict[str, str] = field(default_factory=dict)
    """Handle of the newest output, by the call that made it."""
    is_whole: bool = True
    """Whether all that was said is in front of it; a compaction takes some away."""
    orders: tuple[str, ...] = ()
    """Of the person, in force, oldest first."""
    ended: frozenset[str] = frozenset()
    """Orders that were in force and are not any more."""
    start: str = ""
    """Digest of what the newest context began with."""
    lost: tuple[str, ...] = ()
    """Orders that this context did not tell."""
    is_begun: bool = False
    """Whether the orders of earlier sessions are among these."""

    @property
    def handles(self) -> frozenset[str]:
        """Of all outputs."""
        return frozenset(self.outputs.values())


@dataclass(slots=True)
class _Told:
    """What the lines up to a place of the file told."""

    inode: int = 0
    place: int = 0
    end: bytes = b""
    """The bytes before that place: a file with others there is another one."""
    docs: set[str] = field(default_factory=set)
    outputs: dict[str, str] = field(default_factory=dict)
    is_whole: bool = True
    orders: dict[str, None] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)
    start: str = ""
    lost: tuple[str, ...] = ()
    is_begun: bool = False

    def add(self, row: object) -> None:
        match row:
            case {"doc": str(doc)}:
                self.docs.add(doc)
            case {"call": str(call), "handle": str(handle)}:
                self.outputs[call] = handle
            case {"compacted": True}:
                self.docs, self.outputs, self.is_whole = set(), {}, False
            case {"order": str(order)}:
                self.orders[order] = None
                self.ended.discard(order)
            case {"ended": str(order)}:
                self.orders.pop(order, None)
                self.ended.add(order)
            case {"begun": True}:
                self.is_begun = True
            case {"start": str(start), "lost": list(given)}:
                self.start, self.lost = start, tuple(filter(_is_text, given))

    def read_on(self, file: BinaryIO) -> None:
        """Read the whole lines behind the place; those that cannot be read are passed over."""
        file.seek(self.place)
        lines, newline, _ = file.read(LARGEST - self.place).rpartition(b"\n")
        for line in lines.split(b"\n"):
            with contextlib.suppress(ValueError):
                self.add(parse_json(line.decode("utf-8", "replace")))
        self.place += len(lines + newline)
        self.end = (self.end + lines + newline)[-_END:]

    def is_of(self, file: BinaryIO) -> bool:
        """Whether this file begins with what was read."""
        found = os.fstat(file.fileno())
        if found.st_ino != self.inode or found.st_size < self.place:
            return False
        file.seek(self.place - len(self.end))
        return file.read(len(self.end)) == self.end


_told: dict[Path, _Told] = {}
"""Of the sessions that were read last: each output of a long session read all that was shown before it."""
_lock = threading.Lock()


def read(state: Path, session: str) -> Shown:
    """What was shown; lines that cannot be read are passed over."""
    path = _path(state, session)
    with _lock:
        told = _told.pop(path, None)
        try:
            with files.open_to_read(path) as file:
                if told is None or not told.is_of(file):
                    told = _Told(os.fstat(file.fileno()).st_ino)
                told.read_on(file)
        except (ContextMemoryError, OSError):
            return Shown()
        _told[path] = told
        if len(_told) > _SESSIONS:
            del _told[next(iter(_told))]
        return Shown(
            frozenset(told.docs),
            dict(told.outputs),
            told.is_whole,
            tuple(told.orders),
            frozenset(told.ended),
            told.start,
            told.lost,
            told.is_begun,
        )


def add_docs(state: Path, session: str, docs: Iterable[str]) -> None:
    """These docs were shown."""
    rows = "\n".join(json.dumps({"doc": doc}) for doc in docs)
    if rows:
        files.append_line(_made(state, session), rows, sync=False)


def add_output(state: Path, session: str, call: str, handle: str) -> None:
    """This output of a call was shown."""
    files.append_line(_made(state, session), json.dumps({"call": call, "handle": handle}), sync=False)


def change_orders(state: Path, session: str, *, added: Iterable[str] = (), ended: Iterable[str] = ()) -> None:
    """These orders are in force now, and those are not any more."""
    rows = [{"order": each} for each in added] + [{"ended": each} for each in ended]
    text = "\n".join(map(json.dumps, rows))
    files.append_line(_made(state, session), text, sync=False)


def begin(state: Path, session: str, orders: Iterable[str]) -> None:
    """These orders of earlier sessions are in force in this one too."""
    rows: list[dict[str, object]] = [{"begun": True}]
    rows += [{"order": each} for each in orders]
    files.append_line(_made(state, session), "\n".join(map(json.dumps, rows)), sync=False)


def keep_lost(state: Path, session: str, start: str, lost: Sequence[str]) -> None:
    """A context whose start has this digest does not tell these orders."""
    files.append_line(_made(state, session), json.dumps({"start": start, "lost": lost}), sync=False)


def compacted(state: Path, session: str) -> None:
    """What was shown before is not in the context any more; the orders are in force as before."""
    known = read(state, session)
    rows: list[dict[str, object]] = [{"compacted": True}]
    rows += [{"begun": True}] if known.is_begun else []
    rows += [{"order": each} for each in known.orders]
    rows += [{"ended": each} for each in sorted(known.ended)]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    files.replace_text(_made(state, session), text)


def call_of(tool: str, command: str) -> str:
    """A short name for one call of a tool."""
    return sha256(f"{tool}\0{command}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _made(state: Path, session: str) -> Path:
    files.make_folder(state / "hosts")
    return _path(state, session)


def _path(state: Path, session: str) -> Path:
    return state / "hosts" / f"{sha256(session.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}.jsonl"
