"""Pieces of bytes worked on by other processes of this program too, results in order."""

import contextlib
import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from .side_process import Side, Work

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
