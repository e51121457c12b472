"""One store on files, one on PostgreSQL with pgvector, the same notes and questions in both: what sharing costs.

    python -m bench.stores [--docs N ...] [--store ADDRESS] [--vectors]

The server is one of our own in a temporary folder, unless ADDRESS names an
empty database. Beside each row stands what the engine needs by itself for the
same words or vectors, in the same run: raw FTS5, raw tsvector, raw pgvector.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from context_memory.llm.ports import EmbedRequest
from context_memory.memory import doc_requests
from context_memory.memory.assembly import open_store
from context_memory.memory.docs import Scope
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import DocStore, Filter
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.postgres.store import PostgresDocStore
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing import HashingEmbedder
from context_memory.testing.postgres import PostgresServer
from context_memory.text import lexing

from . import scale_corpus
from .scale_corpus import Asked
from .table import Row, show

NOW = datetime(2026, 11, 20, tzinfo=UTC)
SIZES = (1_000, 10_000, 100_000)
ASKED = 100
SINGLE = 200
"""Notes that are remembered one by one."""
DIMENSIONS = 384
EMBEDDER = HashingEmbedder(DIMENSIONS)
Times = list[float]


def measured(store: DocStore, lines: Sequence[dict[str, Any]], asked: Sequence[Asked]) -> dict[str, Any]:
    """How fast a store takes notes in and finds them again."""
    requests = [doc_requests.request_of(line, NOW) for line in lines]
    started = perf_counter()
    for _ in remember(store, requests[:-SINGLE], NOW):
        pass
    ingest = (len(requests) - SINGLE) / (perf_counter() - started)
    one_by_one = []
    for request in requests[-SINGLE:]:
        started = perf_counter()
        list(remember(store, [request], NOW))
        one_by_one.append(perf_counter() - started)
    recall = Recall(store)
    recall.find(Search("warm up", NOW))
    found: dict[str, Any] = {"ingest": ingest, "one": one_by_one}
    for name, scoped in (("all", False), ("scope", True)):
        hits, times = 0, []
        for each in asked:
            search = Search(each.text, NOW, where=Filter(Scope(each.scope) if scoped else None), limit=10)
            started = perf_counter()
            answer = recall.find(search)
            times.append(perf_counter() - started)
            hits += each.about in [hit.doc.id.partition("@")[0] for hit in answer.hits]
        found[name], found[f"{name} found"] = times, hits / len(asked)
    return found


def _timed(asked: Sequence[Asked], ask: Callable[[list[str]], object]) -> Times:
    times = []
    for each in asked:
        terms = lexing.query_terms(each.text) or ["nothing"]
        started = perf_counter()
        ask(terms)
        times.append(perf_counter() - started)
    return times


def raw_fts5(store: SqliteDocStore, asked: Sequence[Asked]) -> Times:
    """OR of the words, best 60, nothing else."""
    query = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 60"
    return _timed(asked, lambda terms: store.database.rows(query, (" OR ".join(f'"{t}"' for t in terms),)))


def raw_tsvector(store: PostgresDocStore, asked: Sequence[Asked]) -> Times:
    """The same with PostgreSQL's own ranking."""
    query = (
        "SELECT row FROM context_memory.docs, (SELECT %s::tsquery AS q) asked WHERE words @@ q "
        "ORDER BY ts_rank(words, q) DESC LIMIT 60"
    )
    return _timed(asked, lambda terms: store.database.rows(query, ("|".join(f"'{t}'" for t in terms),)))


def with_vectors(store: DocStore, asked: Sequence[Asked], count: int) -> dict[str, Any]:
    """How fast `count` docs get their vectors, and how fast and rightly the nearest 30 are found."""
    meaning = VectorSearch(store, EMBEDDER)
    started = perf_counter()
    meaning.update(count)
    added = count / (perf_counter() - started)
    started = perf_counter()
    store.use_embedding(EMBEDDER.identity)
    indexed = perf_counter() - started
    times, nearest = [], []
    meaning.near("warm up", None, 30)
    for each in asked:
        started = perf_counter()
        near = meaning.near(each.told, None, 30)
        times.append(perf_counter() - started)
        nearest.append(near.nearest)
    return {"added": added, "indexed": indexed, "near": times, "nearest": nearest}


def rows(docs: int, address: str, *, vectors: bool) -> Iterator[Row]:
    """The rows of one size."""
    lines = list(scale_corpus.notes(docs))
    asked = scale_corpus.questions(Random(5).sample(lines, k=min(ASKED, docs)))
    with tempfile.TemporaryDirectory() as folder:
        where = places.of_workspace(Path(folder))
        files, server = open_store(where), open_store(where, Settings(store=address))
        if not isinstance(files, SqliteDocStore) or not isinstance(server, PostgresDocStore):
            raise TypeError("the settings chose other stores")
        ours, theirs = measured(files, lines, asked), measured(server, lines, asked)
        name = f"{docs:,} docs"
        yield Row(f"{name}, PostgreSQL: ingest in batches", _rate(theirs), f"files {_rate(ours)}")
        yield Row(f"{name}, PostgreSQL: one by one", shown(theirs["one"]), f"files {shown(ours['one'])}")
        for key, said in (("all", "recall, all scopes"), ("scope", "recall, one scope")):
            value = f"{shown(theirs[key])}, found {theirs[f'{key} found']:.2f}"
            yield Row(f"{name}, PostgreSQL: {said}", value, f"files {shown(ours[key])}, {ours[f'{key} found']:.2f}")
        engines = f"raw FTS5 {shown(raw_fts5(files, asked))}"
        yield Row(f"{name}, raw tsvector, best 60", shown(raw_tsvector(server, asked)), engines)
        if vectors:
            yield from _vector_rows(name, files, server, asked, docs)
        files.close()
        server.close()


def _vector_rows(
    name: str, files: SqliteDocStore, server: PostgresDocStore, asked: Sequence[Asked], docs: int
) -> Iterator[Row]:
    exact, near = with_vectors(files, asked, docs), with_vectors(server, asked, docs)
    ids = {row: doc_id for doc_id, row in files.rows_of(_ids(files)).items()}
    there = {row: doc_id for doc_id, row in server.rows_of(_ids(server)).items()}
    right = sum(
        len({ids[row] for row in a} & {there[row] for row in b}) / len(a)
        for a, b in zip(exact["nearest"], near["nearest"], strict=True)
    )
    yield Row(
        f"{name}, PostgreSQL: vectors embedded and added",
        f"{near['added']:,.0f}/s, then indexed in {near['indexed']:.1f} s",
        f"files {exact['added']:,.0f}/s",
    )
    yield Row(
        f"{name}, PostgreSQL: nearest 30 (HNSW)",
        f"{shown(near['near'])}, recall {right / len(asked):.3f}",
        f"files, exact {shown(exact['near'])}",
    )
    yield Row(f"{name}, raw pgvector, every vector", shown(raw_pgvector(server, asked)), "")


def raw_pgvector(store: PostgresDocStore, asked: Sequence[Asked]) -> Times:
    """Every vector compared, no index."""
    query = "SELECT row FROM context_memory.vectors ORDER BY vector <#> %s::halfvec LIMIT 30"
    vectors = EMBEDDER.embed(EmbedRequest(tuple(each.told for each in asked)))
    times = []
    for vector in vectors:
        started = perf_counter()
        store.database.rows(query, (str(list(vector)),))
        times.append(perf_counter() - started)
    return times


def _ids(store: DocStore) -> Iterator[str]:
    after = 0
    while page := store.page(after, 5_000):
        after = page[-1][0]
        yield from (doc.id for _, doc in page)


def shown(times: Times) -> str:
    """p50 / p95 in milliseconds."""
    ordered = sorted(times)
    return f"{ordered[len(ordered) // 2] * 1e3:.1f} / {ordered[int(len(ordered) * 0.95)] * 1e3:.1f} ms"


def _rate(found: dict[str, Any]) -> str:
    return f"{found['ingest']:,.0f} docs/s"


@contextmanager
def addresses(given: str) -> Iterator[Callable[[], str]]:
    """Gives an empty database for each size: one of our own server, or the one that was named."""
    if given:
        yield lambda: given
        return
    with PostgresServer() as server:
        yield server.new_database


def main() -> int:
    """Print the tables that the arguments ask for."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores", description="Files and PostgreSQL side by side.")
    parser.add_argument("--docs", metavar="N", type=int, nargs="+", default=SIZES, help="sizes to measure")
    parser.add_argument("--store", metavar="ADDRESS", default="", help="an empty database, for one size")
    parser.add_argument("--vectors", action="store_true", help="also vector search")
    arguments = parser.parse_args()
    with addresses(arguments.store) as address_of:
        for docs in arguments.docs:
            print(show(rows(docs, address_of(), vectors=arguments.vectors)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
