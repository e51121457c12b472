"""Vector search: embeds docs, and finds the docs nearest to a question.

Only vectors of one embedder are ever searched: those that the store says are
in use. When the settings name another one, the old vectors are searched with
the embedder that made them, or not at all, until `context-memory memory reembed` has made new ones.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from ....errors import AnswerError, NotReadyError, RemoteError
from ....llm.ports import Embedder, EmbedRequest
from ....storage import files
from ....storage.files import StateForm
from ...docs import Scope
from ...ports import DocStore, Similarities


@dataclass(frozen=True, slots=True)
class Backoff:
    """An embedder that failed, and until when it is not called."""

    identity: str = ""
    failures: int = 0
    """In a row."""
    until: datetime | None = None
    reason: str = ""


FIRST_SECONDS = 30.0
"""As long as the longest wait for an answer is by default."""
LONGEST_SECONDS = 300.0
"""Doubled from the first with each failure; somebody who mends the server waits no longer than this."""
LONGEST_ASKED = 3_600.0
"""A server may ask for more, up to this."""


def after_failure(backoff: Backoff, identity: str, reason: str, now: datetime, *, asked: float = 0.0) -> Backoff:
    """One more failure of this embedder; `asked` are the seconds that the server wants to be left alone."""
    failures = 1 + (backoff.failures if backoff.identity == identity else 0)
    seconds = min(LONGEST_SECONDS, FIRST_SECONDS * 2.0 ** min(failures - 1, 10))
    seconds = max(seconds, min(asked, LONGEST_ASKED))
    return Backoff(identity, failures, now + timedelta(seconds=seconds), reason)


def is_backing_off(backoff: Backoff, identity: str, now: datetime) -> bool:
    """Whether this embedder is not to be asked now; a clock that was set back ends it."""
    if backoff.identity != identity or backoff.until is None:
        return False
    return now < backoff.until <= now + timedelta(seconds=LONGEST_ASKED)


def read_backoff(path: Path) -> Backoff:
    """The stored backoff; none if the file cannot be read."""
    return files.load_state(path, BACKOFF).state


def change_backoff(path: Path, edit: Callable[[Backoff], Backoff]) -> None:
    """Replace it under a lock."""
    files.change_state(path, BACKOFF, edit)


def _backoff_of(fields: Mapping[str, Any]) -> Backoff:
    until = fields.get("until")
    return Backoff(
        identity=str(fields.get("identity", "")),
        failures=int(fields.get("failures", 0)),
        until=datetime.fromisoformat(until).astimezone(UTC) if isinstance(until, str) else None,
        reason=str(fields.get("reason", "")),
    )


def _backoff_shown(backoff: Backoff) -> dict[str, Any]:
    until = backoff.until.isoformat() if backoff.until else None
    return {"identity": backoff.identity, "failures": backoff.failures, "until": until, "reason": backoff.reason}


BACKOFF: StateForm[Backoff] = StateForm(Backoff(), _backoff_of, _backoff_shown)


AT_ONCE, SECONDS_AT_ONCE = 256, 2.0
"""Docs embedded between two writes at most, and how long they take about; a process that dies loses no more."""
FIRST_AT_ONCE = 32
"""While nothing is known of the embedder's speed; later a multiple of it, which servers are asked at once."""
MOST_SWEEPS = 8
"""From the newest doc to the oldest; each but the first looks for what came or changed during the one before."""
REEMBED = "run context-memory memory reembed"


class VectorSearch:
    """The vectors of one store under one embedder."""

    def __init__(self, store: DocStore, embedder: Embedder) -> None:
        self._store = store
        self.embedder = embedder
        self._index = store.vectors(embedder.identity)
        self.is_behind = False
        """Whether `update` stopped before it was through, because it was to embed no more."""

    @property
    def identity(self) -> str:
        """Whose vectors these are."""
        return self.embedder.identity

    def covered(self) -> tuple[int, int]:
        """Docs that have a vector, and docs that could have one."""
        return self._index.covered()

    def update(self, most: int | None = None, progress: Callable[[int], None] | None = None) -> int:
        """Embed docs that have no vector of this embedder, `most` at most; returns how many were embedded.

        Docs that change or come meanwhile are embedded too; `progress` hears how many there were so far.
        """
        done, at_once = 0, FIRST_AT_ONCE
        for _ in range(MOST_SWEEPS):
            before, below = done, None
            while most is None or done < most:
                missing = self._index.missing(at_once if most is None else min(at_once, most - done), below)
                if not missing:
                    break
                started = time.monotonic()
                self._index.add(missing, self.vectors(text for _, text in missing))
                below = missing[-1][0]
                done += len(missing)
                rate = len(missing) / max(time.monotonic() - started, SECONDS_AT_ONCE / AT_ONCE)
                at_once = min(AT_ONCE, max(1, int(rate * SECONDS_AT_ONCE / FIRST_AT_ONCE)) * FIRST_AT_ONCE)
                if progress:
                    progress(done)
            if done in {before, most}:
                break
        self.is_behind = bool(done) and done == most
        return done

    def near(self, text: str, scope: Scope | None, limit: int, *, is_query: bool = True) -> Similarities:
        """The docs near a question, or near another doc.

        Raises NotReadyError when the vectors of another embedder came into use meanwhile.
        """
        self._must_be_in_use()
        vector = self.vectors((text,), is_query=is_query)[0]
        return self._index.similarities(vector, scope, limit)

    def near_each(self, texts: Sequence[str], scope: Scope | None, limit: int) -> list[Similarities]:
        """The docs near each of some docs, embedded in one request."""
        self._must_be_in_use()
        return [self._index.similarities(vector, scope, limit) for vector in self.vectors(texts)]

    def vectors(self, texts: Iterable[str], *, is_query: bool = False) -> Sequence[Sequence[float]]:
        """Of each text, in one request."""
        try:
            return self.embedder.embed(EmbedRequest(tuple(texts), is_query=is_query))
        except AnswerError as error:  # for whoever searches it is the same: there is no vector
            raise RemoteError(str(error), hint=error.hint, is_final=True) from error

    def _must_be_in_use(self) -> None:
        active = self._store.embedding()
        if active not in {"", self.identity}:
            raise NotReadyError(
                f"the vectors of {active} are in use, not those of {self.identity}", hint="open the memory again"
            )


@dataclass(frozen=True, slots=True)
class MissingEmbedder:
    """An embedder that cannot be asked: the vectors of its identity are there, it is not."""

    identity: str
    wanted: str
    """What the settings name instead."""

    def embed(self, _request: EmbedRequest) -> Sequence[Sequence[float]]:
        """Raises NotReadyError."""
        raise NotReadyError(f"the vectors were made by {self.identity}, the settings name {self.wanted}", hint=REEMBED)


class EmbedderWithBackoff:
    """An embedder that is left alone for a while after it did not answer, by all processes that share the file."""

    def __init__(self, embedder: Embedder, file: Path, now: Callable[[], datetime]) -> None:
        self._embedder = embedder
        self._file = file
        self._now = now

    @property
    def identity(self) -> str:
        """Of the embedder itself."""
        return self._embedder.identity

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """The embedder's vectors; raises RemoteError at once while it rests."""
        backoff = read_backoff(self._file)
        if is_backing_off(backoff, self.identity, self._now()):
            raise RemoteError(
                f"{backoff.reason}; it is not asked again before {backoff.until:%H:%M:%S} UTC",
                hint="check the embedder",
            )
        try:
            vectors = self._embedder.embed(request)
        except RemoteError as error:
            reason, asked = str(error), error.retry_after
            change_backoff(
                self._file,
                lambda backoff: after_failure(backoff, self.identity, reason, self._now(), asked=asked),
            )
            raise
        if backoff.failures:
            change_backoff(self._file, lambda _: Backoff())
        return vectors


def open_vector_search(store: DocStore, wanted: Embedder, older: Callable[[str], Embedder | None]) -> VectorSearch:
    """Vector search by the vectors that are in use; `older` builds the embedder of another identity if it can.

    The first embedder of a store is in use at once.
    """
    active = store.embedding()
    if active != wanted.identity and not (active and store.embeddings().get(active)):
        store.use_embedding(wanted.identity)
        active = wanted.identity
    if active == wanted.identity:
        return VectorSearch(store, wanted)
    return VectorSearch(store, older(active) or MissingEmbedder(active, wanted.identity))
