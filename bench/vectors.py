"""Vectors in the store at 10,000 and 100,000 docs, beside raw brute force over the same numbers in memory.

The raw side holds the matrix already and knows no scopes, no docs and no writes: it is the floor of an exact search.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

import numpy

from context_memory.llm.ports import EmbedRequest
from context_memory.memory.assembly import open_store
from context_memory.memory.docs import Kind, MemoryDoc, Scope
from context_memory.memory.embedding.remote.offline_embedder import FastOfflineEmbedder, OfflineEmbedder
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import DocStore, VectorIndex
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.storage import places
from context_memory.testing import HashingEmbedder

from . import scale_corpus
from .table import Row

SIZES = (10_000, 100_000)
DIMENSIONS = 512
QUESTIONS = 60
WRITES = 20
EMBEDDED = 600
PER_SECOND = {OfflineEmbedder: 10, FastOfflineEmbedder: 600}
"""Docs that the offline embedders must take in."""
TIMES_RAW = 2.0
"""What a search of the store may take beside the bare product of matrix and vector."""
NOW = datetime(2026, 11, 20, tzinfo=UTC)


def measure(sizes: Sequence[int] = SIZES, embedded: int = EMBEDDED) -> list[Row]:
    """Rows for every size, then those of the offline embedders that are installed."""
    rows = []
    for size in sizes:
        print(f"  {size:,} vectors ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as name:
            rows += _rows(Path(name), size)
    for embedder in (OfflineEmbedder(), FastOfflineEmbedder()):
        if embedder.is_installed():
            with tempfile.TemporaryDirectory() as name:
                rows.append(_offline(Path(name), embedder, embedded))
    return rows


def _rows(folder: Path, size: int) -> list[Row]:
    chance = numpy.random.default_rng(size)
    lines = list(scale_corpus.notes(size))
    store = _filled(folder, lines)
    index = store.vectors("bench")
    matrix = _unit(chance.standard_normal((size, DIMENSIONS), dtype=numpy.float32))
    started = perf_counter()
    _add(index, matrix)
    stored = size / (perf_counter() - started)
    store.close()

    opened = open_store(places.of_workspace(folder))
    index = opened.vectors("bench")
    questions = _unit(chance.standard_normal((QUESTIONS, DIMENSIONS), dtype=numpy.float32))
    before = _resident()
    first, own = _clocks(lambda: index.similarities(questions[0].tolist(), None, 30))
    held = _resident() - before

    whole, raw = _side_by_side(
        lambda question: index.similarities(question, None, 30), lambda question: _brute(matrix, question), questions
    )
    docs = Counter(str(line["scope"]) for line in lines)
    one = min(docs, key=lambda scope: abs(docs[scope] - size / 20))
    index.similarities(questions[0].tolist(), Scope(one), 30)
    part = numpy.ascontiguousarray(matrix[: docs[one]])
    scoped, raw_scoped = _side_by_side(
        lambda question: index.similarities(question, Scope(one), 30),
        lambda question: _brute(part, question),
        questions,
    )
    writes = _after_writes(folder, index, questions, size)
    recalled = _recalls(opened, lines)
    opened.close()

    name = f"vectors, {size:,} x {DIMENSIONS}"
    factor = median(whole) / median(raw)
    return [
        Row(
            f"{name}: nearest 30, all",
            _times(whole),
            f"raw product {_times(raw)}",
            f"<= {TIMES_RAW:g} x",
            factor <= TIMES_RAW,
        ),
        Row(f"{name}: nearest 30, a scope of {docs[one]:,}", _times(scoped), f"raw product {_times(raw_scoped)}"),
        Row(f"{name}: first after a write by another", _times(writes), f"without a write {_times(whole)}"),
        Row(f"{name}: recall, hashing embedder", _times(recalled[0]), f"words alone {_times(recalled[1])}"),
        Row(
            f"{name}: first search of a process",
            f"{first:.2f} s, {own:.2f} of its own",
            f"one product {median(raw):.1f} ms",
        ),
        Row(f"{name}: memory", f"{held:,.0f} MB", f"numbers alone {matrix.nbytes / 1e6:,.0f} MB"),
        Row(
            f"{name}: stored",
            f"{stored:,.0f}/s, {_size(folder):,.0f} MB",
            f"numbers at half {matrix.nbytes / 2e6:,.0f} MB",
        ),
    ]


def _offline(folder: Path, embedder: OfflineEmbedder | FastOfflineEmbedder, count: int) -> Row:
    embedder.embed(EmbedRequest(("the model is loaded before the clock starts",)))
    store = _filled(folder, scale_corpus.notes(count))
    texts = tuple(doc.text for doc in store.select(limit=count))
    taken, own = _clocks(lambda: VectorSearch(store, embedder).update())
    raw, raw_own = _clocks(lambda: embedder.embed(EmbedRequest(texts)))
    store.close()
    return Row(
        f"{embedder.package}, {count:,} docs into the store",
        f"{count / taken:,.0f}/s, {count / own:,.0f} a second of its own",
        f"model alone {count / raw:,.0f}/s, {count / raw_own:,.0f}",
        f">= {PER_SECOND[type(embedder)]} of its own",
        count / own >= PER_SECOND[type(embedder)],
    )


def _filled(folder: Path, lines: Iterable[dict[str, Any]]) -> DocStore:
    store = open_store(places.of_workspace(folder))
    with store.write() as writer:
        writer.put(_doc(line) for line in lines)
    return store


def _doc(line: dict[str, Any]) -> MemoryDoc:
    return MemoryDoc(
        id=str(line["id"]),
        scope=Scope(str(line["scope"])),
        kind=Kind.TURN,
        text=str(line["text"]),
        session=str(line.get("session", "")),
        seq=line.get("seq"),
    )


def _add(index: VectorIndex, matrix: Any) -> None:
    below = None
    while waiting := index.missing(4_096, below):
        below = waiting[-1][0]
        index.add(waiting, matrix[[row - 1 for row, _ in waiting]])


def _after_writes(folder: Path, index: VectorIndex, questions: Any, size: int) -> list[float]:
    """Another process remembers a doc and embeds it; then somebody asks."""
    other = open_store(places.of_workspace(folder))
    theirs = other.vectors("bench")
    taken = []
    for number in range(WRITES):
        with other.write() as writer:
            writer.put([_doc({"id": f"new-{number}", "scope": "agent:new", "text": f"A new note, number {number}"})])
        theirs.add(theirs.missing(1), [questions[number].tolist()])
        question = questions[number].tolist()
        started = perf_counter()
        near = index.similarities(question, None, 30)
        taken.append((perf_counter() - started) * 1_000)
        if near.nearest[0] != size + number + 1:
            raise AssertionError("the doc that was just written was not found")
    other.close()
    return taken


def _recalls(store: DocStore, lines: Sequence[dict[str, Any]]) -> tuple[list[float], list[float]]:
    """Recall with vector search (vectors of the bench stand for those of the embedder) and without."""
    meaning = VectorSearch(store, _Named(HashingEmbedder(DIMENSIONS)))
    asked = [each.text for each in scale_corpus.questions(lines)[:QUESTIONS]]
    with_meaning, by_words = Recall(store, meaning=meaning), Recall(store)
    for each in (with_meaning, by_words):
        each.find(Search(asked[0], NOW))
    return _side_by_side(
        lambda text: with_meaning.find(Search(text, NOW)), lambda text: by_words.find(Search(text, NOW)), asked
    )


class _Named:
    """An embedder under the identity of the bench."""

    identity = "bench"

    def __init__(self, embedder: HashingEmbedder) -> None:
        self.embed = embedder.embed


def _brute(matrix: Any, question: Any) -> Any:
    values = matrix @ numpy.asarray(question, dtype=numpy.float32)
    return numpy.argpartition(-values, 30)[:30]


def _side_by_side(
    ours: Callable[[Any], object], theirs: Callable[[Any], object], questions: Iterable[Any]
) -> tuple[list[float], list[float]]:
    """Milliseconds of each question, asked of one and then of the other, so that a busy machine hits both."""
    taken: tuple[list[float], list[float]] = ([], [])
    for question in questions:
        given = question.tolist() if isinstance(question, numpy.ndarray) else question
        for ask, times in zip((ours, theirs), taken, strict=True):
            started = perf_counter()
            ask(given)
            times.append((perf_counter() - started) * 1_000)
    return taken


def _clocks(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds on the clock, and those of this process."""
    wall, own = perf_counter(), process_time()
    work()
    return perf_counter() - wall, process_time() - own


def _unit(matrix: Any) -> Any:
    return matrix / numpy.linalg.norm(matrix, axis=1, keepdims=True)


def _times(milliseconds: Sequence[float]) -> str:
    p95 = quantiles(milliseconds, n=20)[-1]
    return f"p50 {median(milliseconds):.1f} ms, p95 {p95:.1f}"


def _resident() -> float:
    """Megabytes that this process holds."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1_000


def _size(folder: Path) -> float:
    """Megabytes of the database."""
    return sum(path.stat().st_size for path in places.of_workspace(folder).state.glob("state.sqlite*")) / 1e6


if __name__ == "__main__":
    from .table import show

    print(show(measure()))
