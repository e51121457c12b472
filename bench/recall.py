"""Is it found again? The shared ranker beside the plain ways, in the same run, with the targets it is held to.

`python -m bench.recall` asks our own dialogues, talks and reminders; `--locomo PATH`, `--cmrc FILE`,
`--memorybank FOLDER`, `--memories FOLDER` and `--precision FOLDER` ask public sets that lie elsewhere (they are never
part of this repository, and LoCoMo is for measuring only). Exit code 1 when a target was missed. How fast it is:
`python -m bench.scale`.
"""

import argparse
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter

from context_memory.errors import ContextMemoryError
from context_memory.llm.ports import Embedder
from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.embedding.remote.offline_embedder import OfflineEmbedder
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.recall.ranking.rank import Fusion
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places
from context_memory.text import lexing

from . import precision
from .conversations import Corpus, cmrc, conversations, memories, memorybank, own, own_hops, reminders
from .recall_metrics import DEPTH, EACH, NAMES, Score
from .table import Row
from .table import show as table

NOW = datetime(2026, 11, 20, tzinfo=UTC)
LEAST_ABOVE_PLAIN = 0.10
"""What the ranker promises above plain FTS5 on our own dialogues, R@10."""
NO_MODEL, OFFLINE = "ours, no model", "ours + offline"
TARGETS = {
    "LoCoMo": {(NO_MODEL, "R@10"): 0.80, (OFFLINE, "R@10"): 0.82, (OFFLINE, "MRR"): 0.66, (OFFLINE, "bud2400"): 0.93},
    "CMRC 2018": {(NO_MODEL, "R@10"): 0.995, (OFFLINE, "R@10"): 0.995},
    "memories": {(OFFLINE, "R@10"): 0.64},
    "own reminders, zh": {(OFFLINE, "R@10"): 0.64},
    "own reminders, en": {(OFFLINE, "R@10"): 0.64},
}
"""BENCHMARKS, section 2: what must be found again, on conversations that nobody tuned on."""
MOST_OF = {"leaks": 0.0, "noise": 2.0}
"""Of PrecisionMemBench: no hit of another scope; where nothing fits, two of five hits, which share words."""
DATED_WITHIN = 0.02
"""Dated notes may not be found worse than undated ones by more, R@10."""

Find = Callable[[str, int], list[str]]
System = Callable[[Corpus, Path], AbstractContextManager[Find]]


@contextmanager
def ours(
    corpus: Corpus, folder: Path, fusion: Fusion = Fusion.WEIGHTED, embedder: Embedder | None = None
) -> Iterator[Find]:
    """Our store and ranker."""
    with _filled(corpus, folder) as store:
        meaning = VectorSearch(store, embedder) if embedder else None
        if meaning:
            meaning.update()
        recall = Recall(store, meaning=meaning)

        def find(query: str, limit: int) -> list[str]:
            return [hit.doc.id for hit in recall.find(Search(query, NOW, limit=limit, fusion=fusion)).hits]

        yield find


@contextmanager
def dense(corpus: Corpus, folder: Path, embedder: Embedder) -> Iterator[Find]:
    """The nearest vectors alone."""
    with _filled(corpus, folder) as store:
        meaning = VectorSearch(store, embedder)
        meaning.update()
        ids = dict(store.database.rows("SELECT row, id FROM docs"))

        def find(query: str, limit: int) -> list[str]:
            return [ids[row] for row in meaning.near(query, None, limit).nearest]

        yield find


@contextmanager
def _filled(corpus: Corpus, folder: Path) -> Iterator[SqliteDocStore]:
    with closing(SqliteDocStore(places.of_workspace(folder).state, terms_of)) as store:
        for _ in remember(store, (doc_requests.request_of(line, NOW) for line in corpus.lines), NOW):
            pass
        yield store


@contextmanager
def plain(corpus: Corpus, _folder: Path | None = None) -> Iterator[Find]:
    """FTS5 with its porter stemmer, OR of the content words: what one gets for nothing."""
    with closing(sqlite3.connect(":memory:")) as database:
        yield _searched_by_fts5(database, corpus)


def _searched_by_fts5(database: sqlite3.Connection, corpus: Corpus) -> Find:
    database.execute("CREATE VIRTUAL TABLE docs USING fts5 (id UNINDEXED, text, tokenize = 'porter unicode61')")
    database.executemany("INSERT INTO docs VALUES (?, ?)", [(line["id"], line["text"]) for line in corpus.lines])

    def find(query: str, limit: int) -> list[str]:
        words = [word for word in lexing.words(query) if word not in lexing.UNASKED]
        match = " OR ".join(f'"{word}"' for word in words)
        if not match:
            return []
        rows = database.execute("SELECT id FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT ?", (match, limit))
        return [row[0] for row in rows]

    return find


def score(corpora: Iterable[Corpus], system: System, share: float = 1.0) -> Score:
    """All questions of all corpora, each corpus in a store of its own; `share` asks a sample of them."""
    found, random = Score(), Random(7)
    for corpus in corpora:
        texts = {line["id"]: line["text"] for line in corpus.lines}
        with tempfile.TemporaryDirectory() as folder, system(corpus, Path(folder)) as find:
            for question in corpus.questions:
                if random.random() < share:
                    started = perf_counter()
                    ids = find(question.text, DEPTH)
                    found.add("ms", (perf_counter() - started) * 1_000)
                    found.judge(question, ids, texts)
    return found


def systems() -> dict[str, System]:
    """What is compared; with the extra `semantic` installed also what compares meanings."""
    found: dict[str, System] = {
        NO_MODEL: ours,
        "ours, BM25 only": partial(ours, fusion=Fusion.WORDS),
        "FTS5 porter, OR": plain,
    }
    if has_model():
        embedder = OfflineEmbedder()
        found[OFFLINE] = partial(ours, embedder=embedder)
        found["RRF 1:1, offline"] = partial(ours, fusion=Fusion.RRF, embedder=embedder)
        found["vectors alone"] = partial(dense, embedder=embedder)
    return found


def has_model() -> bool:
    """Whether the extra `semantic` is installed."""
    return bool(OfflineEmbedder.is_installed() and find_spec("numpy"))


def measure() -> list[Row]:
    """Our own dialogues in two rows: what is found, and how fast."""
    corpora = list(own())
    mine, reference = score(corpora, ours), score(corpora, plain)
    gain = mine.mean("R@10") - reference.mean("R@10")
    return [
        Row(
            "recall, own dialogues, R@10 / MRR",
            f"{mine.mean('R@10'):.3f} / {mine.mean('MRR'):.3f}",
            f"FTS5 porter {reference.mean('R@10'):.3f} / {reference.mean('MRR'):.3f}",
            f"+{LEAST_ABOVE_PLAIN:.2f} R@10",
            gain >= LEAST_ABOVE_PLAIN,
        ),
        Row(
            "recall, one dialogue, p50",
            f"{mine.percentile('ms', 0.5):.1f} ms",
            f"FTS5 {reference.percentile('ms', 0.5):.1f} ms",
        ),
    ]


def compare(title: str, corpora: Sequence[Corpus], share: float) -> dict[str, Score]:
    """Every system over the same questions, ours by category; printed as it comes."""
    asked = sum(len(corpus.questions) for corpus in corpora)
    print(f"\n{title}: {len(corpora)} corpora, {sum(len(c.lines) for c in corpora):,} docs, {asked:,} questions")
    print("system".ljust(20), *(name.rjust(8) for name in NAMES), "p50 ms".rjust(8), "p95 ms".rjust(8))
    categories = sorted({q.category for c in corpora for q in c.questions})
    found = {}
    for name, system in systems().items():
        found[name] = here = score(corpora, system, share)
        cells = [f"{here.mean(each):8.3f}" for each in NAMES]
        print(name.ljust(20), *cells, *(f"{here.percentile('ms', p):8.1f}" for p in (0.5, 0.95)), flush=True)
    for name in (NO_MODEL, OFFLINE):
        if name in found and len(categories) > 1:
            cells = [f"{category} {found[name].mean(category):.3f}" for category in categories]
            if found[name].values.get(EACH):
                cells.append(f"evidence of both in the first five {found[name].mean(EACH):.3f}")
            print(f"{name}, R@10 by category: {', '.join(cells)}")
    return found


def judged(title: str, found: dict[str, Score]) -> Iterator[Row]:
    """The targets of a set; those of a model that is not installed are left out."""
    reference = found["FTS5 porter, OR"]
    for (system, metric), least in TARGETS.get(title, {}).items():
        if system in found:
            value = found[system].mean(metric)
            beside = f"FTS5 porter {reference.mean(metric):.3f}"
            yield Row(f"{title}, {system}, {metric}", f"{value:.3f}", beside, f">= {least:g}", value >= least)


def dates(path: Path, dated: Score, share: float) -> Row:
    """Whether conversations with their dates are found as well as the same without."""
    undated = score(list(conversations(path, dated=False)), ours, share).mean("R@10")
    value = dated.mean("R@10")
    return Row(
        "LoCoMo, dated notes, R@10",
        f"{value:.3f}",
        f"undated {undated:.3f}",
        f"no more than {DATED_WITHIN:g} below",
        value >= undated - DATED_WITHIN,
    )


def precise(folder: Path) -> list[Row]:
    """PrecisionMemBench: the right belief, and not the wrong one."""
    beliefs = precision.read(folder)
    found = {NO_MODEL: precision.score(beliefs)}
    if has_model():
        found[OFFLINE] = precision.score(beliefs, OfflineEmbedder())
    print(f"\nPrecisionMemBench: {len(beliefs.lines)} beliefs, {len(beliefs.cases)} questions")
    print("system".ljust(20), *(name.rjust(11) for name in precision.NAMES))
    for name, here in found.items():
        print(name.ljust(20), *(f"{here.mean(each):11.3f}" for each in precision.NAMES), flush=True)
    rows = []
    for name, here in found.items():
        for measure, most in MOST_OF.items():
            value = here.mean(measure)
            rows.append(
                Row(f"PrecisionMemBench, {name}, {measure}", f"{value:.3f}", "-", f"<= {most:g}", value <= most)
            )
    return rows


def main() -> int:
    """Print the tables that the arguments ask for; 1 when a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.recall", description="Is it found again?")
    parser.add_argument("--locomo", metavar="PATH", type=Path, help="conversations: LoCoMo's JSON, or JSON Lines")
    parser.add_argument("--cmrc", metavar="FILE", type=Path, help="dev.json of CMRC 2018")
    parser.add_argument("--memories", metavar="FOLDER", type=Path, help="docs.jsonl, questions.jsonl (MADial-Bench)")
    parser.add_argument("--memorybank", metavar="FOLDER", type=Path, help="the JSON files of MemoryBank, cn and en")
    parser.add_argument("--precision", metavar="FOLDER", type=Path, help="the JSON files of PrecisionMemBench")
    parser.add_argument("--share", metavar="S", type=float, default=1.0, help="ask a sample of the questions")
    arguments = parser.parse_args()
    share, rows = arguments.share, measure()
    compare("own dialogues", list(own()), share)
    compare("own talks among three", list(own_hops()), share)
    for language in ("zh", "en"):
        title = f"own reminders, {language}"
        rows += judged(title, compare(title, [reminders(language)], share))
    try:
        if arguments.locomo:
            found = compare("LoCoMo", list(conversations(arguments.locomo)), share)
            rows += [*judged("LoCoMo", found), dates(arguments.locomo, found[NO_MODEL], share)]
        if arguments.cmrc:
            rows += judged("CMRC 2018", compare("CMRC 2018", list(cmrc(arguments.cmrc)), share))
        for language in ("cn", "en") if arguments.memorybank else ():
            compare(f"MemoryBank, {language}", list(memorybank(arguments.memorybank, language)), share)
        if arguments.memories:
            rows += judged("memories", compare("memories", list(memories(arguments.memories)), share))
        if arguments.precision:
            rows += precise(arguments.precision)
    except (ContextMemoryError, OSError, KeyError, ValueError) as error:
        parser.error(f"a set could not be read: {error}")
    print(f"\n{table(rows)}")
    return 1 if any(row.met is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
