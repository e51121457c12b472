"""The parts of `bench.scale`, each run as a process of its own: `python -m bench.scale_measures PART JSON`."""

import json
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any
from zlib import crc32

from context_memory.llm.ports import EmbedRequest
from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import Scope
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import Filter
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.stores.scale.store import ScaleDocStore
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.memory.stores.sqlite.tables import scope_mark
from context_memory.storage import places
from context_memory.text import lexing

from . import scale_corpus
from .scale_corpus import Asked

NOW = datetime(2026, 11, 20, tzinfo=UTC)
NEAREST = 30
CENTRES = 1_000
"""Of made-up vectors: texts lie in clusters, evenly spread vectors would be harder than any text."""
RAW_QUESTIONS = 60
"""Asked of raw FTS5, which takes a second for some at a million docs."""
WARM_UP = 50
"""Other questions, which a running process has answered before the clock starts."""


def raw_words(docs: int, folder: str, questions: int) -> dict[str, Any]:
    """FTS5 alone: the text as it is with porter, Chinese split, batches of 1,000 as LIBRARIES measured it."""
    database = sqlite3.connect(Path(folder) / "raw.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE VIRTUAL TABLE notes USING fts5 (text, scope, tokenize = 'porter unicode61')")
    lines = ((_split(line["text"]), scope_mark(line["scope"])) for line in scale_corpus.notes(docs))
    spent = cpu = 0.0
    while batch := list(islice(lines, 1_000)):
        started, began = perf_counter(), process_time()
        database.execute("BEGIN")
        database.executemany("INSERT INTO notes VALUES (?, ?)", batch)
        database.execute("COMMIT")
        spent += perf_counter() - started
        cpu += process_time() - began
    asked = _questions(docs, questions)[:RAW_QUESTIONS]
    query = "SELECT rowid FROM notes WHERE notes MATCH ? ORDER BY rank LIMIT 50"

    def ask(question: Asked, *, scoped: bool) -> None:
        words = " OR ".join(f'"{word}"' for word in _split(question.text).split() if word not in lexing.UNASKED)
        where = f"text: ({words})" + (f' AND scope: "{scope_mark(question.scope)}"' if scoped else "")
        database.execute(query, (where,)).fetchall()

    found = {
        "whole": _timed(lambda each: ask(each, scoped=False), asked),
        "scoped": _timed(lambda each: ask(each, scoped=True), asked),
    }
    database.close()
    size = sum(path.stat().st_size for path in Path(folder).glob("raw.sqlite*"))
    for path in Path(folder).glob("raw.sqlite*"):
        path.unlink()
    return {"per_second": docs / spent, "per_cpu": docs / cpu, "disk": size / 1e6, **found}


def raw_vectors(docs: int, length: int, questions: int) -> dict[str, Any]:
    """Numpy alone: every vector against the question."""
    import numpy

    random = numpy.random.default_rng(7)
    matrix = random.standard_normal((docs, length), dtype=numpy.float32)
    asked = random.standard_normal((min(questions, 60), length), dtype=numpy.float32)

    def ask(question: Any) -> None:
        values = matrix @ question
        numpy.argpartition(-values, NEAREST)[:NEAREST]

    return _timed(ask, asked)


def ingest(docs: int, folder: str, questions: int) -> dict[str, Any]:
    """The command `remember --batch FILE`, from its start to its end, in a fresh workspace; making the file is free."""
    del questions
    batch = Path(folder) / "batch.jsonl"
    with batch.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in scale_corpus.notes(docs))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = _seconds([*_script("remember"), "--batch", str(batch), "--workspace", folder])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    batch.unlink()
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    rate = {"per_second": docs / spent, "per_cpu": docs / cpu}
    return rate | {"mb": after.ru_maxrss / 1_024, "disk": _size(folder) / 1e6}


def embed(docs: int, folder: str, questions: int, length: int) -> dict[str, Any]:
    """Made-up vectors for all docs."""
    del questions
    store = _store(folder, "sqlite")
    embedder = Planted(length)
    started = perf_counter()
    index = store.vectors(embedder.identity)
    last = None
    while missing := index.missing(4_096, last):
        index.add(missing, embedder.embed(EmbedRequest(tuple(text for _, text in missing))))
        last = missing[-1][0]
    store.use_embedding(embedder.identity)
    return {"per_second": docs / (perf_counter() - started)}


def build(docs: int, folder: str, questions: int) -> dict[str, Any]:
    """The files of tantivy and, where there are vectors, of usearch."""
    del docs, questions
    before = _size(folder)
    store = _store(folder, "scale")
    started = perf_counter()
    store.settle()
    seconds = perf_counter() - started
    return {"seconds": seconds, "disk": (_size(folder) - before) / 1e6, "mb": _rss()}


def recall(docs: int, folder: str, questions: int, lane: str, length: int) -> dict[str, Any]:
    """Recall as the command does it, in the whole store and in one scope, and the first answer of a new process."""
    asked = _questions(docs, questions)
    first = _first_answer(folder, lane, asked[0].text)
    embedder = Planted(length)
    found: dict[str, Any] = {"first": first, "floor": _seconds([sys.executable, "-c", "pass"]) * 1_000}
    for name in ("whole store", "one scope"):  # a store each, so that nothing is held of what the other read
        store = _store(folder, lane)
        searching = Recall(store, meaning=VectorSearch(store, embedder) if length else None)
        right = 0

        def ask(question: Asked, name: str = name, searching: Recall = searching) -> None:
            nonlocal right
            embedder.meant = question.told
            scope = Scope(question.scope) if name == "one scope" else None
            hits = searching.find(Search(question.text, NOW, Filter(scope), limit=10)).hits
            right += any(hit.doc.id.partition("@")[0] == question.about for hit in hits)

        before = min(WARM_UP, len(asked) // 2)
        for question in asked[:before]:
            ask(question)
        right = 0
        found[name] = _timed(ask, asked[before:]) | {"found": right / (len(asked) - before)}
    found["mb"] = _rss()  # before the exact ones are looked for, which takes all vectors into memory
    if length:
        found["nearest"] = _nearest(store, Planted(length), asked)
    return found


def _nearest(store: SqliteDocStore, embedder: "Planted", asked: Sequence[Asked]) -> dict[str, float]:
    """Vector search alone, in the whole store, and how many of the true ones it finds."""
    exact = SqliteDocStore.vectors(store, embedder.identity)
    ours = store.vectors(embedder.identity)
    vectors = [embedder.near(each.told) for each in asked]
    ours.similarities(vectors[0], None, NEAREST)
    times = _timed(lambda vector: ours.similarities(vector, None, NEAREST), vectors)
    same = [
        len({*ours.similarities(each, None, NEAREST).nearest} & {*exact.similarities(each, None, NEAREST).nearest})
        for each in vectors[:50]
    ]
    return times | {"share": sum(same) / NEAREST / len(same)}


class Planted:
    """An embedder that knows which doc a question means: near that doc's vector, among those of its cluster."""

    def __init__(self, length: int) -> None:
        self.identity = f"bench/planted/{length}"
        self.meant = ""
        """Text of the doc that the next question means."""
        self._length = length

    def embed(self, request: EmbedRequest) -> list[list[float]]:
        """Vectors of texts, or near the doc that the question means."""
        if request.is_query:
            return [self.near(self.meant) for _ in request.texts]
        return [self._of(text) for text in request.texts]

    def near(self, text: str) -> list[float]:
        """Near the vector of this text, not on it."""
        import numpy

        noise = numpy.random.default_rng(len(text)).standard_normal(self._length) / self._length**0.5
        return _unit(numpy.asarray(self._of(text)) + 0.5 * noise)

    def _of(self, text: str) -> list[float]:
        import numpy

        seed = crc32(text.encode())
        noise = numpy.random.default_rng(seed).standard_normal(self._length) / self._length**0.5
        return _unit(_centre(seed % CENTRES, self._length) + 0.8 * noise)


@cache
def _centre(number: int, length: int) -> Any:
    import numpy

    return numpy.random.default_rng(number).standard_normal(length) / length**0.5


def _unit(vector: Any) -> list[float]:
    import numpy

    found: list[float] = (vector / numpy.linalg.norm(vector)).tolist()
    return found


def _questions(docs: int, count: int) -> list[Asked]:
    random = Random(13)
    wanted = set(random.sample(range(docs), min(count, docs)))
    lines = [line for number, line in enumerate(scale_corpus.notes(docs)) if number in wanted]
    random.shuffle(lines)
    return scale_corpus.questions(lines)


def _store(folder: str, lane: str) -> SqliteDocStore:
    state = places.of_workspace(Path(folder)).state
    return ScaleDocStore(state, terms_of) if lane == "scale" else SqliteDocStore(state, terms_of)


def _first_answer(folder: str, lane: str, question: str) -> float:
    command = [*_script("recall"), question, "--workspace", folder, "--json", "--set", f"search_index={lane}"]
    return sorted(_seconds(command) for _ in range(3))[1] * 1_000


def _script(name: str) -> list[str]:
    return [sys.executable, str(Path(__file__).parent.parent / "scripts" / f"{name}.py")]


def _seconds(command: list[str]) -> float:
    started = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return perf_counter() - started


def _timed(ask: Callable[[Any], object], asked: Iterable[Any]) -> dict[str, float]:
    """Milliseconds of the middle question and of the slowest but one in twenty: of the clock, and of the processor."""
    times, spent = [], []
    for question in asked:
        started, began = perf_counter(), process_time()
        ask(question)
        times.append((perf_counter() - started) * 1_000)
        spent.append((process_time() - began) * 1_000)
    found: dict[str, float] = {}
    for name, values in (("", sorted(times)), ("cpu_", sorted(spent))):
        found |= {f"{name}p50": values[len(values) // 2], f"{name}p95": values[int(len(values) * 0.95)]}
    return found


def _split(text: str) -> str:
    """Words with runs of Chinese as characters and pairs, for a tokenizer that does not know any."""
    return " ".join(
        " ".join((*word, *(word[i : i + 2] for i in range(len(word) - 1)))) if lexing.has_cjk(word) else word
        for word in lexing.words(text)
    )


def _size(folder: str) -> int:
    return sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())


def _rss() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024


PARTS: dict[str, Callable[..., dict[str, Any]]] = {
    "raw_words": raw_words,
    "raw_vectors": raw_vectors,
    "ingest": ingest,
    "embed": embed,
    "build": build,
    "recall": recall,
}

if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]](**json.loads(sys.argv[2]))))
