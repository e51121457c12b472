"""An embeddings API on loopback in OpenAI's form: it hashes words, records every request, and fails on demand."""

import json
import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Self

from ..llm.ports import EmbedRequest
from ..text import lexing
from .loopback import Handler, Loopback


class HashingEmbedder:
    """An `Embedder` for tests: the same text gives the same vector on every machine, in English and Chinese.

    It knows no meaning: only a word in common makes two texts near. `space` names another identity, whose vectors
    have nothing to do with those of the first.
    """

    def __init__(self, dimensions: int = 256, *, space: str = "") -> None:
        if dimensions < 1:
            raise ValueError("a vector needs at least one dimension")
        self._dimensions = dimensions
        self._space = space

    @property
    def identity(self) -> str:
        """The dimensions, and the vector space if there is one."""
        return f"hashing/{self._dimensions}" + (f"/{self._space}" if self._space else "")

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """One vector of length 1 for each text."""
        return [self._vector(text) for text in request.texts]

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self._dimensions
        for term in lexing.terms(text) or [""]:
            number = int.from_bytes(blake2b(f"{self._space}\0{term}".encode(), digest_size=8).digest(), "big")
            vector[(number >> 1) % self._dimensions] += 1.0 if number & 1 else -1.0
        length = math.hypot(*vector)
        if not length:  # two terms took each other away
            vector[0] = length = 1.0
        return [number / length for number in vector]


PATH = "/v1/embeddings"
Answer = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class _Step:
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    answer: Answer | None = None


class FakeEmbeddings(Loopback):
    """Use it as a context manager; it listens on 127.0.0.1 at a free port until the block ends.

    Each text gets the vector of `HashingEmbedder`. A text longer than `most_characters` is refused with 400, as
    servers of small models do. `fail` and `answer` queue what the next requests get instead.
    """

    def __init__(self, *, dimensions: int = 64, most_characters: int = 1_000_000, key: str = "") -> None:
        super().__init__(_Handler)
        self.dimensions = dimensions
        self.most_characters = most_characters
        self.key = key
        """Requests without it are answered with 401; empty asks for none."""
        self._script: deque[_Step] = deque()

    @property
    def url(self) -> str:
        """Address for the setting `embedder_url`."""
        return f"{self.base_url}/v1"

    @property
    def texts(self) -> list[str]:
        """Every text that was ever sent, in order."""
        return [text for request in self.requests for text in request.body.get("input", ())]

    def fail(self, status: int, *, times: int = 1, headers: Mapping[str, str] | None = None) -> Self:
        """Queue errors, e.g. 429 with `{"retry-after": "7"}`, or a redirect."""
        with self._lock:
            self._script.extend([_Step(status, headers or {})] * times)
        return self

    def answer(self, made: Answer) -> Self:
        """Queue a custom body: what `made` returns for the right one, as JSON or raw bytes."""
        with self._lock:
            self._script.append(_Step(200, answer=made))
        return self

    def vectors(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The right answer to a request."""
        embedder = HashingEmbedder(int(body.get("dimensions") or self.dimensions), space=str(body.get("model", "")))
        found = embedder.embed(EmbedRequest(tuple(body["input"])))
        rows = [{"object": "embedding", "index": i, "embedding": vector} for i, vector in enumerate(found)]
        return {"object": "list", "data": rows, "model": body.get("model"), "usage": {"total_tokens": 1}}

    def _respond(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> tuple[_Step, Any]:
        with self._lock:
            step = self._script.popleft() if self._script else _Step(200)
        texts = body.get("input")
        if self.key and headers.get("authorization") != f"Bearer {self.key}":
            step = _Step(401)
        elif path != PATH:
            step = _Step(404)
        elif not isinstance(texts, list) or any(len(text) > self.most_characters for text in texts):
            step = _Step(400)
        self.record(path, headers, body, step.status)
        if step.status != 200:
            return step, {"error": {"message": f"scripted {step.status}", "code": step.status}}
        right = self.vectors(body)
        return step, step.answer(right) if step.answer else right


class _Handler(Handler):
    api: FakeEmbeddings

    def post(self) -> None:
        step, answer = self.api._respond(*self.asked, json.loads(self.raw_body()))
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.write(step.status, data, {"content-type": "application/json", **step.headers})
