"""The docs of a batch, ready for the store: lines are read, redacted and taken apart in several processes, in order.

A worker process reads pieces from its standard input and ends with it, so that none outlives a command that was killed.
One that fails costs nothing but time: what it was given is done by whoever gave it.
"""

import contextlib
import fcntl
import gc
import importlib
import json
import marshal
import os
import select
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from ..errors import InputError
from ..memory import doc_requests
from ..memory.doc_requests import Prepared, PreparedSheet
from ..memory.doc_rows import DocRow, Sheet
from ..memory.docs import Scope
from .json_lines import LONGEST_LINE, JsonLines, objects

Work: TypeAlias = Callable[[bytes, bytes], bytes]
"""Turns a piece into its result; the second argument is the same for all pieces."""
_ROOT = Path(__file__).parent.parent.parent
_START = "import sys; sys.path.insert(0, sys.argv[1]); from context_memory.cli import batch_docs; batch_docs.serve()"
_LENGTH = 8  # bytes in front of each message
_ROOM = 1 << 20
"""Bytes of a pipe; Linux gives everybody as many."""
_WAKING = 0.02
"""Seconds in which a result that is done is on its way; a piece takes longer."""
_SWITCH = 0.0005
"""Seconds after which a thread lets another one read or write; ten times as often as by default."""


class Side:
    """One other process; a message to it has no result of no bytes."""

    def __init__(self, work: Work, given: bytes) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, str(_ROOT)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt from the keyboard is for this process
        )
        self._in, self._out = (file.fileno() for file in (self._process.stdin, self._process.stdout) if file)
        for pipe in (self._in, self._out):
            _enlarge(pipe)
        self._is_well = True
        self.before_it = 0
        """Pieces that it was given and whose results nobody has taken."""
        self._send(f"{work.__module__}:{work.__qualname__}".encode())
        self._send(given)

    def __enter__(self) -> "Side":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        for file in (self._process.stdin, self._process.stdout):
            if file:
                file.close()
        self._process.wait()

    def give(self, piece: bytes) -> None:
        """One more piece for it."""
        self.before_it += 1
        self._send(piece)

    def _send(self, message: bytes) -> None:
        if self._is_well:
            try:
                _send(self._in, message)
            except OSError:
                self._is_well = False

    def is_ready(self) -> bool:
        """Whether something of the next result is there, or comes as soon as its sender wakes, or will never be."""
        return not self._is_well or bool(select.select([self._out], [], [], _WAKING)[0])

    def taken(self) -> bytes | None:
        """The result of the first piece that it was given and nobody has taken; None when the process failed."""
        self.before_it -= 1
        result = _receive(self._out) if self._is_well else None
        self._is_well = result is not None
        return result


def serve() -> None:
    """What the other process does: results for pieces, until its input ends. It reads and writes while it works."""
    name, given = _receive(0), _receive(0)
    if name is None or given is None:
        return
    gc.disable()  # as the work is done there: nothing outlives its piece
    sys.setswitchinterval(_SWITCH)
    module, _, function = name.decode().partition(":")
    work: Work = getattr(importlib.import_module(module), function)
    pieces: SimpleQueue[bytes | None] = SimpleQueue()
    results: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        while (piece := _receive(0)) is not None:
            pieces.put(piece)
        pieces.put(None)

    def write() -> None:
        with contextlib.suppress(OSError):
            while True:
                _send(1, results.get())

    Thread(target=read, daemon=True).start()
    Thread(target=write, daemon=True).start()
    while (piece := pieces.get()) is not None:
        results.put(work(piece, given))


def _enlarge(pipe: int) -> None:
    """Room for a message, so that who sends one seldom waits; where the system does not offer it they do."""
    with contextlib.suppress(OSError, AttributeError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _ROOM)


def _send(descriptor: int, message: bytes) -> None:
    left = memoryview(len(message).to_bytes(_LENGTH, "big") + message)
    while left:
        left = left[os.write(descriptor, left) :]


def _receive(descriptor: int) -> bytes | None:
    """The next message; None where there is no whole one."""
    head = _bytes(descriptor, _LENGTH)
    return None if head is None else _bytes(descriptor, int.from_bytes(head, "big"))


def _bytes(descriptor: int, length: int) -> bytes | None:
    parts, missing = list[bytes](), length
    while missing:
        part = os.read(descriptor, missing)
        if not part:
            return None
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


ALONE = 4
"""Pieces that are done here sooner than another process could help with them."""
AHEAD = 16
"""Pieces that each process has before it, some of them done: enough while the results of twenty are used at once."""
MOST = 3
"""Processes beside this one; whoever uses the results is then the slowest."""


def in_order(work: Work, given: bytes, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The result of each piece; of more than a few most are worked on beside this process, where there are cores.

    This process works too where it would wait too long for the next result.
    """
    rest = iter(pieces)
    pace = _Pace(work, given)
    jobs = deque(_Job(piece) for piece in islice(rest, ALONE))
    first = next(rest, None)
    with contextlib.ExitStack() as ended:
        sides = _started(work, given, ended) if first is not None else []
        while first is not None or jobs:
            ahead = AHEAD if pace.has_begun else 1  # all that a pipe takes while nobody reads it yet
            for side in sides:
                while first is not None and side.before_it < ahead:
                    side.give(first)
                    jobs.append(_Job(first, side))
                    first = next(rest, None)
            others = [place for place, job in enumerate(jobs) if job.side]
            is_next = bool(jobs) and (jobs[0].side is None or jobs[0].side.is_ready() or len(others) == 1)
            if is_next or not pace.should_help(len(sides)):
                job = jobs.popleft()
                result = job.result or (job.side and job.side.taken()) or pace.worked(job.piece)
                began = time.perf_counter()
                yield result
                pace.used(time.perf_counter() - began)
            elif first is not None:
                jobs.append(_Job(first, None, pace.worked(first)))
                first = next(rest, None)
            else:  # the last of what others have before them; their result of it is never taken
                jobs[others[-1]] = _Job(b"", None, pace.worked(jobs[others[-1]].piece))


class _Job(NamedTuple):
    piece: bytes
    side: Side | None = None
    """Who does it; nobody where it is done already, or is to be done here."""
    result: bytes = b""


class _Pace:
    """How long it takes to work on a piece and to use a result, and what share of the pieces is for this process."""

    def __init__(self, work: Work, given: bytes) -> None:
        self._work = work
        self._given = given
        self._own = self._results = 0
        self._working = self._using = 0.0  # seconds

    @property
    def has_begun(self) -> bool:
        """Whether pieces were worked on here: as long as others take to start."""
        return self._own > 1

    def worked(self, piece: bytes) -> bytes:
        """The result of a piece, from this process."""
        began = time.perf_counter()
        result = self._work(piece, self._given)
        self._working += time.perf_counter() - began
        self._own += 1
        return result

    def used(self, seconds: float) -> None:
        """A result was used for so long."""
        self._using += seconds
        self._results += 1

    def should_help(self, sides: int) -> bool:
        """Whether all are done sooner when this process works on one more piece than when it waits for a result.

        With s others, a piece in t and a result used in u, all end at once where this process does a share f of the
        pieces: u + f * t = (1 - f) * t / s.
        """
        if not (sides and self._own and self._results):
            return True
        piece, use = self._working / self._own, self._using / self._results
        share = (piece / sides - use) / (piece / sides + piece)
        return self._own < ALONE + share * self._results


def _started(work: Work, given: bytes, ended: contextlib.ExitStack) -> list[Side]:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    sides = []
    with contextlib.suppress(OSError):  # a machine that has no room for one more
        for _ in range(min(MOST, cores - 1)):
            sides.append(ended.enter_context(Side(work, given)))  # noqa: PERF401 - those that started count
    return sides


PIECE = 500_000
"""Bytes that a process gets at once: some 1,500 lines, done in the time of a blink."""
_ROW = partial(tuple.__new__, DocRow)
"""What `_make` does, without counting the values again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What counts for all lines of a batch."""

    now: datetime
    scope: Scope | None
    redacts: bool
    pinned: bool = False
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Values of lines that do not have them."""


def sheets_of(lines: JsonLines, asked: Asked) -> Iterator[PreparedSheet]:
    """The docs of the good lines, in order; a bad line is named and passed over."""
    number = 0
    with lines.opened() as file, _without_collector():
        for result in in_order(prepare, _packed(asked), _pieces(file)):
            (rows, terms, said), more, bad, count, read = marshal.loads(result)
            for place, reason in bad:
                lines.skip(number + place, reason)
            number += count
            lines.read += read
            yield PreparedSheet(Sheet(tuple(map(_ROW, rows)), terms, said), *more)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Lines make no cycles, and to look for some among so many objects costs a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def prepare(piece: bytes, packed: bytes) -> bytes:
    """Whole lines to docs; what comes back is packed too, because it may have to go to another process."""
    prepared = _unpacked(packed)
    docs, bad, read = list[Prepared](), list[tuple[int, str]](), 0
    for place, line in objects(BytesIO(piece)):
        read += 1
        if isinstance(line, str):
            bad.append((place, line))
            continue
        try:
            docs.append(prepared(line))
        except InputError as error:
            bad.append((place, str(error)))
    sheet, *more = doc_requests.in_columns(docs)
    count = piece.count(b"\n") + (not piece.endswith(b"\n"))
    result: Any = (tuple(map(tuple, sheet.rows)), *sheet[1:]), more, bad, count, read
    return marshal.dumps(result)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """The file in whole lines; of a line that is too long as much as shows that it is."""
    while piece := file.read(PIECE):
        end = b"" if piece.endswith(b"\n") else file.readline(LONGEST_LINE + 1)
        yield piece + end
        while len(end) > LONGEST_LINE and not end.endswith(b"\n"):
            end = file.readline(LONGEST_LINE + 1)


def _packed(asked: Asked) -> bytes:
    given = {"scope": asked.scope, "redacts": asked.redacts, "pinned": asked.pinned}
    return json.dumps({"now": asked.now.isoformat(), "defaults": dict(asked.defaults), "given": given}).encode()


def _unpacked(packed: bytes) -> Callable[[Mapping[str, Any]], Prepared]:
    """What makes a doc of a line."""
    terms = json.loads(packed)
    now, defaults, given = datetime.fromisoformat(terms["now"]), terms["defaults"], terms["given"]

    def prepared(line: Mapping[str, Any]) -> Prepared:
        return doc_requests.prepared_of({**defaults, **line} if defaults else line, now, **given)

    return prepared
