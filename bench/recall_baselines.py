"""What anybody would write in an afternoon: BM25, the turns beside, and the same embedder, summed or by ranks.

The terms are ours, which makes these stronger than most: no library stems English and pairs Chinese characters.
"""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import log
from pathlib import Path
from typing import Any

import numpy

from context_memory.llm.ports import Embedder, EmbedRequest
from context_memory.memory.docs import MemoryDoc
from context_memory.text import lexing

K1, B = 1.2, 0.75
BESIDE = (0.5, 0.25)
"""Share of the score of a turn one and two places away."""
RANK = 60
"""Constant of reciprocal rank fusion."""
BY_WORDS = ("BM25", "BM25 + neighbours")


class CachedEmbedder:
    """An embedder whose vectors are kept in a file, by text and whether it asks; without a path in memory."""

    def __init__(self, embedder: Embedder, path: Path | None) -> None:
        self._embedder = embedder
        self._database = sqlite3.connect(path or ":memory:")
        self._database.execute("CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB)")

    @property
    def identity(self) -> str:
        """Of the embedder itself."""
        return self._embedder.identity

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """Vectors of the texts; those that were asked for before are not made again."""
        space = f"{self.identity}\0query" if request.is_query else self.identity
        keys = [sha256(f"{space}\0{text}".encode("utf-8", "replace")).hexdigest() for text in request.texts]
        found = {key: vector for key in set(keys) if (vector := self._kept(key)) is not None}
        missing = {key: text for key, text in zip(keys, request.texts, strict=True) if key not in found}
        if missing:
            made = self._embedder.embed(request._replace(texts=tuple(missing.values())))
            found |= {key: numpy.asarray(each, dtype=numpy.float32) for key, each in zip(missing, made, strict=True)}
            rows = [(key, found[key].tobytes()) for key in missing]
            with self._database:
                self._database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
        return [found[key] for key in keys]

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _kept(self, key: str) -> Any:
        row = self._database.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        return numpy.frombuffer(row[0], dtype=numpy.float32) if row else None


class Baselines:
    """The docs of one corpus as arrays."""

    def __init__(self, docs: Sequence[MemoryDoc], embedder: Embedder | None) -> None:
        docs = sorted(docs, key=lambda doc: (doc.session, doc.seq or 0, doc.created_at))
        self._ids = [doc.id for doc in docs]
        self._scopes = numpy.array([doc.scope for doc in docs])
        self._sessions = [doc.session for doc in docs]
        terms = [lexing.terms(doc.text) for doc in docs]
        self._lengths = numpy.array([len(each) for each in terms], dtype=float)
        self._holding: dict[str, dict[int, int]] = {}
        for place, each in enumerate(terms):
            for term, count in Counter(each).items():
                self._holding.setdefault(term, {})[place] = count
        self._embedder = embedder
        texts = tuple(doc.text for doc in docs)
        self._vectors = numpy.array(embedder.embed(EmbedRequest(texts))) if embedder else None

    def find(self, text: str, scope: str, limit: int) -> dict[str, list[str]]:
        """Ids by the name of the system, best first."""
        words = self._bm25(lexing.query_terms(text))
        systems = {"BM25": words, "BM25 + neighbours": self._with_neighbours(words)}
        if self._embedder and self._vectors is not None:
            near = self._vectors @ numpy.array(self._embedder.embed(EmbedRequest((text,), is_query=True))[0])
            systems["vectors"] = near
            for name, score in list(systems.items())[:2]:
                systems[f"{name} + vectors"] = _even(score) + _even(near)
                systems[f"{name}, vectors, RRF"] = _ranked(score) + _ranked(near)
        return {name: self._best(score, scope, limit) for name, score in systems.items()}

    def _best(self, score: Any, scope: str, limit: int) -> list[str]:
        if scope:
            score = numpy.where(self._scopes == scope, score, -numpy.inf)
        order = numpy.argsort(-score, kind="stable")[:limit]
        return [self._ids[place] for place in order if score[place] > -numpy.inf]

    def _bm25(self, terms: Sequence[str]) -> Any:
        docs, score = len(self._ids), numpy.zeros(len(self._ids))
        floor = K1 * (1 - B + B * self._lengths / max(1.0, self._lengths.mean()))
        for holding in (self._holding[term] for term in terms if term in self._holding):
            rarity = log(1 + (docs - len(holding) + 0.5) / (len(holding) + 0.5))
            for place, count in holding.items():
                score[place] += rarity * count * (K1 + 1) / (count + floor[place])
        return score

    def _with_neighbours(self, score: Any) -> Any:
        total = score.copy()
        for away, share in enumerate(BESIDE, 1):
            for place in range(len(total) - away):
                if self._sessions[place] and self._sessions[place] == self._sessions[place + away]:
                    total[place] += share * score[place + away]
                    total[place + away] += share * score[place]
        return total


def _even(score: Any) -> Any:
    return (score - score.mean()) / (score.std() or 1.0)


def _ranked(score: Any) -> Any:
    ranks = numpy.empty(len(score))
    ranks[numpy.argsort(-score, kind="stable")] = numpy.arange(len(score))
    return 1 / (RANK + ranks)


def best_of(means: Mapping[str, float]) -> tuple[str, float]:
    """The best system by its name."""
    return max(means.items(), key=lambda each: each[1])
