"""An embedder without a model: each term falls into a place of the vector, so texts that share words are near."""

import math
from collections.abc import Sequence
from hashlib import blake2b

from ..model.ports import EmbedRequest
from ..rules import lexing


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
        """The dimensions, and the space when there is one."""
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
