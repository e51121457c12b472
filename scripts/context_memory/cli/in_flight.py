"""Work on several things at once: at most so many in flight, each result as soon as it is there."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")


def at_once(most: int) -> Callable[[Callable[[Job], Outcome], Iterable[Job]], Iterator[Outcome]]:
    """A way to map that keeps up to `most` threads busy; jobs are taken only when a thread is free."""

    def run(work: Callable[[Job], Outcome], jobs: Iterable[Job]) -> Iterator[Outcome]:
        from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

        with ThreadPoolExecutor(max_workers=most) as pool:
            running: set[Future[Outcome]] = set()
            for job in jobs:
                running.add(pool.submit(work, job))
                if len(running) >= most:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (each.result() for each in done)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)

    return run
