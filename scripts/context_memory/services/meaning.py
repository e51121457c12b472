"""The lane of meaning: docs get their vectors, a question gets the docs that are near it."""

from collections.abc import Callable

from ..model.docs import Scope
from ..model.ports import Embedder, EmbedRequest
from ..model.stores import DocStore, Similarities

AT_ONCE = 256
"""Docs embedded between two writes; a process that dies loses no more than these."""


class Meaning:
    """The vectors of one store under one embedder."""

    def __init__(self, store: DocStore, embedder: Embedder) -> None:
        self._embedder = embedder
        self._index = store.vectors(embedder.identity)

    def update(self, most: int | None = None, progress: Callable[[int], None] | None = None) -> int:
        """Embed docs that have no vector of this embedder, `most` at most; returns how many."""
        done = 0
        while most is None or done < most:
            missing = self._index.missing(AT_ONCE if most is None else min(AT_ONCE, most - done))
            if not missing:
                break
            vectors = self._embedder.embed(EmbedRequest(tuple(text for _, text in missing)))
            self._index.add(missing, vectors)
            done += len(missing)
            if progress:
                progress(done)
        return done

    def near(self, question: str, scope: Scope | None, limit: int) -> Similarities:
        """The docs near a question."""
        vector = self._embedder.embed(EmbedRequest((question,), is_query=True))[0]
        return self._index.similarities(vector, scope, limit)
