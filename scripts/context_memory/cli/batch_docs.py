"""Parses, redacts and indexes the lines of a batch on several worker processes; results keep the order of the file.

A worker ends when its standard input closes, so that none outlives a killed command. The chunks of a worker that
failed are processed again by the parent.
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
"""Processes one chunk; the second argument holds the options and is the same for every chunk."""
_ROOT = Path(__file__).parent.parent.parent
_WORKER_CODE = (
    "import sys; sys.path.insert(0, sys.argv[1]);from context_memory.cli import batch_docs; batch_docs.run_worker()"
)
_HEADER_BYTES = 8  # bytes in front of each message
_PIPE_BYTES = 1 << 20
"""Buffer size of a pipe, bytes: the most Linux grants without privileges."""
_WAKE_SECONDS = 0.02
"""Seconds to wait for a finished result to arrive; processing a chunk takes longer."""
_SWITCH_SECONDS = 0.0005
"""Switch interval of a worker's threads, seconds; a tenth of the default."""


class Worker:
    """A worker process. Every submitted chunk yields one non-empty result."""

    def __init__(self, work: Work, given: bytes) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _WORKER_CODE, str(_ROOT)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt from the keyboard is for this process
        )
        self._in, self._out = (file.fileno() for file in (self._process.stdin, self._process.stdout) if file)
        for pipe in (self._in, self._out):
            _enlarge_pipe(pipe)
        self._is_alive = True
        self.pending = 0
        """Chunks submitted whose results were not taken yet."""
        self._send(f"{work.__module__}:{work.__qualname__}".encode())
        self._send(given)

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        for file in (self._process.stdin, self._process.stdout):
            if file:
                file.close()
        self._process.wait()

    def submit(self, chunk: bytes) -> None:
        """Queue one more chunk."""
        self.pending += 1
        self._send(chunk)

    def _send(self, message: bytes) -> None:
        if self._is_alive:
            try:
                _send(self._in, message)
            except OSError:
                self._is_alive = False

    def is_ready(self) -> bool:
        """Whether `take_result` returns without waiting long: the next result is arriving, or the worker failed."""
        return not self._is_alive or bool(select.select([self._out], [], [], _WAKE_SECONDS)[0])

    def take_result(self) -> bytes | None:
        """Wait for the oldest pending result and return it; None when the worker failed."""
        self.pending -= 1
        result = _receive(self._out) if self._is_alive else None
        self._is_alive = result is not None
        return result


def run_worker() -> None:
    """The main loop of a worker: process chunks until standard input closes. Two threads read and write meanwhile."""
    name, given = _receive(0), _receive(0)
    if name is None or given is None:
        return
    gc.disable()  # nothing outlives its chunk
    sys.setswitchinterval(_SWITCH_SECONDS)
    module, _, function = name.decode().partition(":")
    work: Work = getattr(importlib.import_module(module), function)
    chunks: SimpleQueue[bytes | None] = SimpleQueue()
    results: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        while (chunk := _receive(0)) is not None:
            chunks.put(chunk)
        chunks.put(None)

    def write() -> None:
        with contextlib.suppress(OSError):
            while True:
                _send(1, results.get())

    Thread(target=read, daemon=True).start()
    Thread(target=write, daemon=True).start()
    while (chunk := chunks.get()) is not None:
        results.put(work(chunk, given))


def _enlarge_pipe(pipe: int) -> None:
    """Enlarge the buffer of a pipe so that a sender seldom blocks; a system that refuses keeps its default."""
    with contextlib.suppress(OSError, AttributeError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _send(descriptor: int, message: bytes) -> None:
    left = memoryview(len(message).to_bytes(_HEADER_BYTES, "big") + message)
    while left:
        left = left[os.write(descriptor, left) :]


def _receive(descriptor: int) -> bytes | None:
    """Read the next message; None at the end of the stream."""
    head = _read_bytes(descriptor, _HEADER_BYTES)
    return None if head is None else _read_bytes(descriptor, int.from_bytes(head, "big"))


def _read_bytes(descriptor: int, length: int) -> bytes | None:
    parts, missing = list[bytes](), length
    while missing:
        part = os.read(descriptor, missing)
        if not part:
            return None
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


SERIAL_CHUNKS = 4
"""Chunks that the parent finishes sooner than a worker could start."""
QUEUE_PER_WORKER = 16
"""Chunks queued per worker, finished ones included: enough while the results of twenty are consumed at once."""
MAX_WORKERS = 3
"""Worker processes at most; beyond that the consumer of the results is the bottleneck."""


def map_in_order(work: Work, given: bytes, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Process every chunk and yield the results in order; long inputs are spread over worker processes.

    The parent processes a chunk itself whenever waiting for the next result would take longer.
    """
    rest = iter(chunks)
    scheduler = _Scheduler(work, given)
    jobs = deque(_Job(chunk) for chunk in islice(rest, SERIAL_CHUNKS))
    first = next(rest, None)
    with contextlib.ExitStack() as ended:
        workers = _start_workers(work, given, ended) if first is not None else []
        while first is not None or jobs:
            ahead = QUEUE_PER_WORKER if scheduler.is_warm else 1  # all that a pipe takes while nobody reads it yet
            for worker in workers:
                while first is not None and worker.pending < ahead:
                    worker.submit(first)
                    jobs.append(_Job(first, worker))
                    first = next(rest, None)
            others = [place for place, job in enumerate(jobs) if job.worker]
            is_next = bool(jobs) and (jobs[0].worker is None or jobs[0].worker.is_ready() or len(others) == 1)
            if is_next or not scheduler.should_run_here(len(workers)):
                job = jobs.popleft()
                result = job.result or (job.worker and job.worker.take_result()) or scheduler.run_here(job.chunk)
                began = time.perf_counter()
                yield result
                scheduler.record_use(time.perf_counter() - began)
            elif first is not None:
                jobs.append(_Job(first, None, scheduler.run_here(first)))
                first = next(rest, None)
            else:  # the last of what others have before them; their result of it is never take_result
                jobs[others[-1]] = _Job(b"", None, scheduler.run_here(jobs[others[-1]].chunk))


class _Job(NamedTuple):
    chunk: bytes
    worker: Worker | None = None
    """None where the chunk is done already or will be processed by the parent."""
    result: bytes = b""


class _Scheduler:
    """Measures processing and consuming time and decides how many chunks the parent processes itself."""

    def __init__(self, work: Work, given: bytes) -> None:
        self._work = work
        self._given = given
        self._own = self._results = 0
        self._working = self._using = 0.0  # seconds

    @property
    def is_warm(self) -> bool:
        """Whether the parent has processed chunks for as long as workers take to start."""
        return self._own > 1

    def run_here(self, chunk: bytes) -> bytes:
        """Process one chunk in the parent."""
        began = time.perf_counter()
        result = self._work(chunk, self._given)
        self._working += time.perf_counter() - began
        self._own += 1
        return result

    def record_use(self, seconds: float) -> None:
        """Record how long the consumer took for one result, seconds."""
        self._using += seconds
        self._results += 1

    def should_run_here(self, workers: int) -> bool:
        """Whether processing one more chunk in the parent finishes the batch sooner than waiting for a result.

        With s workers, a chunk processed in t and a result consumed in u, all end at once when the parent processes a
        share f of the chunks: u + f * t = (1 - f) * t / s.
        """
        if not (workers and self._own and self._results):
            return True
        chunk, use = self._working / self._own, self._using / self._results
        share = (chunk / workers - use) / (chunk / workers + chunk)
        return self._own < SERIAL_CHUNKS + share * self._results


def _start_workers(work: Work, given: bytes, ended: contextlib.ExitStack) -> list[Worker]:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    workers = []
    with contextlib.suppress(OSError):  # no memory or process left for one more
        for _ in range(min(MAX_WORKERS, cores - 1)):
            workers.append(ended.enter_context(Worker(work, given)))  # noqa: PERF401 - those that started count
    return workers


CHUNK_BYTES = 500_000
"""About 1,500 lines, processed in some 50 ms."""
_ROW = partial(tuple.__new__, DocRow)
"""`DocRow._make` without its length check."""


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """Options that hold for every line of a batch."""

    now: datetime
    scope: Scope | None
    redacts: bool
    pinned: bool = False
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Values for fields that a line lacks."""


def read_sheets(lines: JsonLines, options: BatchOptions) -> Iterator[PreparedSheet]:
    """Read the docs of all valid lines, in order; an invalid line is reported and skipped."""
    number = 0
    with lines.opened() as file, _without_collector():
        for result in map_in_order(prepare_chunk, _encode_options(options), _read_chunks(file)):
            (rows, terms, said), more, bad, count, read = marshal.loads(result)
            for place, reason in bad:
                lines.skip(number + place, reason)
            number += count
            lines.read += read
            yield PreparedSheet(Sheet(tuple(map(_ROW, rows)), terms, said), *more)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Switch the garbage collector off: parsed lines form no cycles, and collecting costs a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def prepare_chunk(chunk: bytes, packed: bytes) -> bytes:
    """Parse whole lines into docs; the result is serialised for the pipe."""
    prepared = _decode_options(packed)
    docs, bad, read = list[Prepared](), list[tuple[int, str]](), 0
    for place, line in objects(BytesIO(chunk)):
        read += 1
        if isinstance(line, str):
            bad.append((place, line))
            continue
        try:
            docs.append(prepared(line))
        except InputError as error:
            bad.append((place, f"{error}; {error.hint}" if error.hint else str(error)))
    sheet, *more = doc_requests.in_columns(docs)
    count = chunk.count(b"\n") + (not chunk.endswith(b"\n"))
    result: Any = (tuple(map(tuple, sheet.rows)), *sheet[1:]), more, bad, count, read
    return marshal.dumps(result)


def _read_chunks(file: BinaryIO) -> Iterator[bytes]:
    """Split the file at line ends; a line over the limit is cut right behind it and reported as too long."""
    while chunk := file.read(CHUNK_BYTES):
        end = b"" if chunk.endswith(b"\n") else file.readline(LONGEST_LINE + 1)
        yield chunk + end
        while len(end) > LONGEST_LINE and not end.endswith(b"\n"):
            end = file.readline(LONGEST_LINE + 1)


def _encode_options(options: BatchOptions) -> bytes:
    given = {"scope": options.scope, "redacts": options.redacts, "pinned": options.pinned}
    return json.dumps({"now": options.now.isoformat(), "defaults": dict(options.defaults), "given": given}).encode()


def _decode_options(packed: bytes) -> Callable[[Mapping[str, Any]], Prepared]:
    """Build the function that turns a parsed line into a doc."""
    terms = json.loads(packed)
    now, defaults, given = datetime.fromisoformat(terms["now"]), terms["defaults"], terms["given"]

    def prepared(line: Mapping[str, Any]) -> Prepared:
        return doc_requests.prepared_of({**defaults, **line} if defaults else line, now, **given)

    return prepared
