"""Make the vectors of another embedder beside those in use, then switch in one step.

Every doc that has its vector is done for good, so a run that was killed goes
on where it stopped. What is searched changes only when no doc is missing;
docs that come or change meanwhile are embedded before the switch. One process
of this machine at a time; a second one says so. On a server that machines
share, two at once waste work and harm nothing.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....errors import NotReadyError, RemoteError
from ....llm import service
from ....llm.ports import Embedder, EmbedRequest
from ....llm.service import LONGEST_WAIT, Timing
from ....storage import files
from ....storage.files import StateForm
from ...ports import DocStore
from .vector_search import VectorSearch


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a reembedding is."""

    identity: str
    """Whose vectors are made."""
    done: int
    """Docs that have a vector of it."""
    total: int
    seconds: float = 0.0
    """Since this run began."""
    made: int = 0
    """Vectors of this run."""

    @property
    def per_second(self) -> float:
        """Docs a second in this run; 0 while nothing is known."""
        return self.made / self.seconds if self.seconds > 0 else 0.0

    @property
    def left_seconds(self) -> float | None:
        """Seconds until it is done at this speed."""
        return (self.total - self.done) / self.per_second if self.per_second else None


@dataclass(frozen=True, slots=True)
class Switched:
    """Every doc has its vector, and these vectors are searched now."""

    progress: Progress
    before: str
    """Identity that was searched before; the same one when there was nothing to switch."""
    dropped: int = 0
    """Vectors of other identities that were deleted."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Some docs have their vectors; another run goes on from here. What was searched is searched still."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class Running:
    """Another process is at it."""

    progress: Progress | None


Reembedded = Switched | Begun | Running


ATTEMPTS = 6
"""Calls for one batch while a server is busy: with their waits half a minute, then the run ends and can go on later."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which vectors there are, and which are searched."""

    active: str
    """Identity in use; empty while there is none."""
    wanted: str
    """Identity that the settings name; empty where they name no embedder."""
    covered: int
    """Docs with a vector of the wanted identity."""
    docs: int
    vectors: dict[str, int]
    """Vectors of each identity."""
    running: Progress | None
    """The reembedding that is under way."""
    problem: str = ""
    """Why the store can keep no vectors."""

    @property
    def is_switched(self) -> bool:
        """Whether the settings and the vectors in use agree."""
        return not self.wanted or self.active in {"", self.wanted}


class Reembedding:
    """Makes and switches the vectors of one store; its lock, and its progress for others, lie in the state folder."""

    def __init__(
        self,
        store: DocStore,
        state: Path,
        embedder: Embedder,
        timing: Timing,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._state = state
        self._vectors = VectorSearch(store, RetryingEmbedder(embedder, timing))
        self._clock = clock

    def run(
        self,
        *,
        limit: int | None = None,
        keep_old: bool = False,
        report: Callable[[Progress], None] = lambda _: None,
    ) -> Reembedded:
        """Embed what is missing, `limit` docs at most; switch and delete other vectors when nothing is missing."""
        with files.locked_if_free(_lock(self._state)) as is_ours:
            if not is_ours:
                return Running(read_progress(_file(self._state)))
            started = self._clock()
            there, docs = self._vectors.covered()

            def tell(made: int) -> None:
                progress = self._progress(there, docs, made, started)
                save_progress(_file(self._state), progress)
                report(progress)

            tell(0)
            made = self._vectors.update(limit, tell)
            there, docs = self._vectors.covered()
            progress = self._progress(there - made, docs, made, started)
            save_progress(_file(self._state), progress)
            if there < docs:
                return Begun(progress)
            return self._switched(progress, keep_old=keep_old)

    def _progress(self, there: int, docs: int, made: int, started: float) -> Progress:
        done = there + made
        return Progress(self._vectors.identity, done, max(docs, done), self._clock() - started, made)

    def _switched(self, progress: Progress, *, keep_old: bool) -> Switched:
        before, identity = self._store.embedding(), self._vectors.identity
        if before != identity:
            self._store.use_embedding(identity)
            self._vectors.update()  # what was written between the last look and the switch
        dropped = 0
        if not keep_old:
            dropped = sum(self._store.drop_vectors(each) for each in self._store.embeddings() if each != identity)
        return Switched(progress, before, dropped)


@dataclass(frozen=True, slots=True)
class RetryingEmbedder:
    """Retries while the embedding server is busy; for work that nobody waits for."""

    embedder: Embedder
    timing: Timing

    @property
    def identity(self) -> str:
        """Of the embedder itself."""
        return self.embedder.identity

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """The embedder's vectors; raises RemoteError when it stays busy, at once where waiting would not help."""
        attempt = 1
        while True:
            try:
                return self.embedder.embed(request)
            except RemoteError as error:
                if error.is_final or attempt >= ATTEMPTS or error.retry_after > LONGEST_WAIT:
                    raise
                attempt += 1
                wait = service.wait_before(attempt, jitter=self.timing.jitter(), asked=error.retry_after)
            self.timing.sleep(wait)


def coverage(store: DocStore, state: Path, wanted: str) -> Coverage:
    """What there is; changes nothing."""
    active = store.embedding()
    covered, docs, problem = 0, store.index().totals()[0], ""
    if wanted or active:
        try:
            covered, docs = store.vectors(wanted or active).covered()
        except NotReadyError as error:  # a server without vectors
            problem = f"{error} ({error.hint})"
    running = read_progress(_file(state))
    if running:  # else nobody ever embedded here, and to try the lock would leave one
        with files.locked_if_free(_lock(state)) as is_free:
            running = None if is_free else running
    return Coverage(active, wanted, covered, docs, store.embeddings(), running, problem)


def _lock(state: Path) -> Path:
    return state / "reembed"


def _file(state: Path) -> Path:
    return state / "reembed.json"


def read_progress(path: Path) -> Progress | None:
    """The last reembedding that was written down."""
    return files.load_state(path, PROGRESS).state


def save_progress(path: Path, now: Progress) -> None:
    """Write it down for those who ask from outside."""
    files.change_state(path, PROGRESS, lambda _: now)


def _progress_of(fields: Mapping[str, Any]) -> Progress | None:
    try:
        return Progress(
            identity=str(fields["identity"]),
            done=int(fields["done"]),
            total=int(fields["total"]),
            seconds=float(fields["seconds"]),
            made=int(fields["made"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"no progress: {error}") from error


def _progress_shown(progress: Progress | None) -> dict[str, Any]:
    if progress is None:
        return {}
    return {
        "identity": progress.identity,
        "done": progress.done,
        "total": progress.total,
        "seconds": round(progress.seconds, 3),
        "made": progress.made,
    }


PROGRESS: StateForm[Progress | None] = StateForm(None, _progress_of, _progress_shown)
