"""Every kind of memory: ours beside the best simple baseline of the same run, the worst ratio, and how sure it is.

`python -m bench.recall_kinds` asks our own sets; `--cases FOLDER` also public ones and workspaces (`memory_sets.py`
says which files). `--vectors FILE` keeps what the embedder made, so that the next run takes a tenth. At most 300
questions of a set are asked. Exit code 1 when a set is found worse than by its best baseline by more than chance.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import stdev

from context_memory.llm.ports import Embedder
from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import Confidence, MemoryDoc, scope_of
from context_memory.memory.embedding.remote.offline_embedder import OfflineEmbedder
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.indexing.services import index_files
from context_memory.memory.ports import EVERYTHING, Filter
from context_memory.memory.recall import query
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places

from .conversations import Asked, Corpus
from .memory_sets import every, foreign
from .recall_baselines import BY_WORDS, Baselines, CachedEmbedder, best_of

NOW = datetime(2026, 11, 20, tzinfo=UTC)
DEPTHS = {
    "CMRC": 1,
    "team files": 3,
    "assistant": 3,
    "person, zh": 3,
    "crew, en": 3,
    "notes, zh": 3,
    "small, en": 3,
    "small, zh": 3,
    "MemSim, zh": 3,
    "MemSim, sessions": 3,
    "workspaces": 3,
}
"""R@k where ten hits find nearly everything."""
DEPTH = 10
SPARE = 80
"""Hits that are asked for where later ones have to be left out."""
LEAST_GAIN = -2.0
"""Standard errors of its gain below which a set counts as found worse than by its best baseline."""
SHOWS = ("explanation.py", "recall_block.py")
"""Of the modules of recall those that only put hits into words."""


@dataclass(slots=True)
class Marks:
    """What one set came to, by system."""

    found: dict[str, list[float]] = field(default_factory=dict)
    first: dict[str, list[float]] = field(default_factory=dict)
    sure: dict[tuple[str, bool], list[Confidence]] = field(default_factory=dict)
    """How sure ours was, by system and by whether there is an answer."""

    def add(self, system: str, asked: Asked, ids: Sequence[str], depth: int) -> None:
        groups = asked.groups or tuple(frozenset((each,)) for each in asked.evidence)
        hits = sum(not group.isdisjoint(ids[:depth]) for group in groups)
        place = next((place for place, each in enumerate(ids[:DEPTH], 1) if each in asked.evidence), 0)
        self.found.setdefault(system, []).append(hits / len(groups))
        self.first.setdefault(system, []).append(1 / place if place else 0.0)

    def mean(self, system: str) -> float:
        return sum(self.found[system]) / len(self.found[system])

    def gain(self, system: str, other: str) -> tuple[float, float]:
        """How much more one finds than another, and the standard error of that over the same questions."""
        gains = [one - two for one, two in zip(self.found[system], self.found[other], strict=True)]
        return sum(gains) / len(gains), stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0

    def mrr(self, system: str) -> float:
        return sum(self.first[system]) / len(self.first[system])

    def share(self, system: str, *, answered: bool) -> str:
        """Of the questions with an answer those that are not low; of those without the low ones."""
        values = self.sure.get((system, answered), ())
        right = sum((each is Confidence.LOW) is not answered for each in values)
        return f"{right / len(values):.2f}" if values else "-"


def measured(name: str, corpora: Sequence[Corpus], embedder: Embedder | None) -> Marks:
    """Ask all questions of all corpora of a set."""
    marks, depth, random = Marks(), DEPTHS.get(name, DEPTH), Random(7)
    others = foreign(corpora)
    for number, corpus in enumerate(corpora):
        wanted = [*corpus.questions, *_of_others(others, number, corpus, random)]
        with tempfile.TemporaryDirectory() as folder, closing(_filled(corpus, Path(folder))) as store:
            docs = store.select(EVERYTHING, limit=1_000_000)
            baselines, times = Baselines(docs, embedder), {doc.id: doc.created_at.isoformat() for doc in docs}
            systems = {"ours": Recall(store)}
            if embedder:
                meaning = VectorSearch(store, embedder)
                meaning.update()
                systems["ours, offline"] = Recall(store, meaning=meaning)
            for asked in _resolved(wanted, docs, corpus):
                scope = str(scope_of(asked.scope)) if asked.scope else ""
                limit = SPARE if asked.until else DEPTH
                where = Filter(scope_of(asked.scope)) if asked.scope else EVERYTHING
                for system, recall in systems.items():
                    answer = recall.find(Search(asked.text, NOW, where, limit=limit))
                    marks.sure.setdefault((system, bool(asked.evidence)), []).append(answer.confidence)
                    if asked.evidence:
                        ids = [hit.doc.id for hit in answer.hits]
                        marks.add(system, asked, _until(asked, ids, times), depth)
                if asked.evidence:
                    for system, ids in baselines.find(asked.text, scope, limit).items():
                        marks.add(system, asked, _until(asked, ids, times), depth)
    return marks


def _of_others(others: Sequence[Asked], number: int, corpus: Corpus, random: Random) -> Iterator[Asked]:
    """Questions of another corpus, which this one does not answer; where there are scopes, asked of one of them."""
    scopes = sorted({each.scope for each in corpus.questions})
    for asked in others:
        if asked.category == str(number):
            yield replace(asked, scope=random.choice(scopes))


def _filled(corpus: Corpus, folder: Path) -> SqliteDocStore:
    if corpus.workspace:
        shutil.copytree(corpus.workspace, folder, dirs_exist_ok=True)
    store = SqliteDocStore(places.of_workspace(folder).state, terms_of)
    if corpus.workspace:
        index_files.update(store, folder)
    else:
        for _ in remember(store, (doc_requests.request_of(line, NOW) for line in corpus.lines), NOW):
            pass
    return store


def _resolved(questions: Sequence[Asked], docs: Sequence[MemoryDoc], corpus: Corpus) -> Iterator[Asked]:
    """The questions with evidence by the ids of the store: lines of files name the pieces they are in."""
    for asked in questions:
        if asked.evidence and corpus.workspace:
            ids = frozenset(doc.id for doc in docs if any(_meets(doc.source, each) for each in asked.evidence))
            if ids:
                yield replace(asked, evidence=ids, groups=(ids,))
        elif asked.scope and asked.evidence:
            yield replace(asked, evidence=frozenset(f"{each}@{asked.scope}" for each in asked.evidence))
        else:
            yield asked


def _meets(source: str, place: str) -> bool:
    """Whether `MEMORY.md#L3-9` holds a line of the other place."""
    (file, _, here), (other, _, there) = source.partition("#L"), place.partition("#L")
    if file != other or not here or not there:
        return False
    (first, last), (start, end) = _lines(here), _lines(there)
    return first <= end and start <= last


def _lines(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def _until(asked: Asked, ids: Sequence[str], times: dict[str, str]) -> list[str]:
    return [each for each in ids if times[each] < asked.until] if asked.until else list(ids)


def _rivals(marks: Marks, system: str) -> dict[str, float]:
    """The baselines that know as much as the system: without a model those by words."""
    names = BY_WORDS if system == "ours" else [each for each in marks.found if not each.startswith("ours")]
    return {each: marks.mean(each) for each in names}


def main() -> int:
    """Print the tables; 1 when a set is found worse than by its best baseline."""
    parser = argparse.ArgumentParser(prog="python -m bench.recall_kinds", description="Every kind of memory.")
    parser.add_argument("--cases", metavar="FOLDER", type=Path, help="folders memory and workspaces lie in it")
    parser.add_argument("--vectors", metavar="FILE", type=Path, help="keep the vectors of all texts in this file")
    parser.add_argument("--only", metavar="SET", action="append", help="ask this set alone; may be repeated")
    arguments = parser.parse_args()
    embedder = CachedEmbedder(OfflineEmbedder(), arguments.vectors) if OfflineEmbedder.is_installed() else None
    print(
        "set".ljust(18),
        "k".rjust(2),
        "system".ljust(14),
        "R@k    MRR",
        "  best baseline".ljust(36),
        "ratio gain          ",
        "rest  answered unanswered",
    )
    worst, where, worse = 99.0, "", 0
    for name, corpora in every(arguments.cases):
        if arguments.only and name not in arguments.only:
            continue
        marks = measured(name, corpora, embedder)
        for system in [each for each in marks.found if each.startswith("ours")]:
            plain, best = best_of(_rivals(marks, system))
            ratio = marks.mean(system) / best if best else 1.0
            sure = [marks.share(system, answered=each).rjust(9) for each in (True, False)]
            beside = f"{plain} {best:.3f}".ljust(36)
            rest = f"{(marks.mean(system) - best) / (1 - best):+.2f}" if best < 1 else "-"
            gain, error = marks.gain(system, plain)
            worse += gain < LEAST_GAIN * error
            more = f"{ratio:.2f}  {gain:+.3f} ±{error:.3f}  {rest}"
            cells = [f"{marks.mean(system):.3f} {marks.mrr(system):.3f}", beside, more, *sure]
            print(name.ljust(18), str(DEPTHS.get(name, DEPTH)).rjust(2), system.ljust(14), *cells, flush=True)
            if ratio < worst:
                worst, where = ratio, f"{name}, {system}"
    print(f"\nworst ratio {worst:.2f} ({where}); answered: not low, unanswered: low; ± one standard error")
    print("rest: share found of what the baseline leaves; from a baseline of .952 on no ratio of 1.05 is possible")
    files = [each for each in Path(query.__file__).parent.rglob("*.py") if each.name not in SHOWS]
    lines = sum(len(each.read_text("utf-8").splitlines()) for each in files)
    print(f"ranking path, memory/recall without {' and '.join(SHOWS)}: {lines:,} lines")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
