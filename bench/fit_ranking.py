"""Fit the ranker's weights to conversations of one's own, and say honestly what that is worth.

    python -m bench.fit_ranking FILE_OR_FOLDER ... --out weights.json
    python -m bench.fit_ranking --own --embedder offline

Features come from the product itself (`Recall.material`, `memory.recall.ranking.features`). The
weights are fitted by a listwise softmax; every figure of `fitted` is of a
conversation that the fit did not see. Set `ranking_weights` to the file to use it.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy

from context_memory.errors import ContextMemoryError
from context_memory.llm.ports import Embedder
from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.embedding.remote.offline_embedder import OfflineEmbedder
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.recall.ranking import features, rank
from context_memory.memory.recall.ranking.rank import WEIGHT_NAMES, Weights
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places

from . import recall_metrics
from .conversations import Asked, Corpus, conversations, own
from .recall_metrics import Score

NOW = datetime(2026, 11, 20, tzinfo=UTC)
STEPS = 30
RIDGE = 0.003
"""Pull of each weight towards zero, against the mean loss of a question; cross-validation is flat around it."""
SCALE = ("covered", "told", "words")
"""Fitted weights are stretched so that these sum up to what they do in the shipped weights: tie-breaks stay small."""


@dataclass(frozen=True, slots=True)
class Example:
    """One question with its candidates."""

    question: Asked
    ids: Sequence[str]
    values: Any
    """Candidates x features."""
    standing: Any
    """Tie-breaks of the candidates."""
    right: Any
    """Which candidates are evidence."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """The examples of one corpus."""

    name: str
    texts: Mapping[str, str]
    examples: Sequence[Example] = field(default_factory=list)


def extract(corpus: Corpus, embedder: Embedder | None) -> Conversation:
    """Every question of a corpus as the ranker would see it."""
    found = []
    with recall_of(corpus, embedder) as recall:
        for question in corpus.questions:
            material = recall.material(Search(question.text, NOW, limit=recall_metrics.DEPTH))
            candidates = material.pool.candidates
            known = features.compute(material.query, material.pool, material.statistics) if candidates else {}
            columns = [known.get(name) or [0.0] * len(candidates) for name in WEIGHT_NAMES]
            found.append(
                Example(
                    question,
                    [each.id for each in candidates],
                    numpy.array(columns, dtype=numpy.float64).T,
                    numpy.array([rank.tie_break(each, NOW.timestamp()) for each in candidates]),
                    numpy.array([each.id in question.evidence for each in candidates], dtype=bool),
                )
            )
    return Conversation(corpus.name, {line["id"]: line["text"] for line in corpus.lines}, found)


@contextmanager
def recall_of(corpus: Corpus, embedder: Embedder | None) -> Iterator[Recall]:
    """The product's search over a corpus in a store of its own."""
    with tempfile.TemporaryDirectory() as folder, closing(_store(Path(folder))) as store:
        for _ in remember(store, (doc_requests.request_of(line, NOW) for line in corpus.lines), NOW):
            pass
        meaning = VectorSearch(store, embedder) if embedder else None
        if meaning:
            meaning.update()
        yield Recall(store, meaning=meaning)


def _store(folder: Path) -> SqliteDocStore:
    return SqliteDocStore(places.of_workspace(folder).state, terms_of)


def fit(conversations: Iterable[Conversation], start: Weights | None = None) -> Weights:
    """Weights under which evidence stands out most: listwise softmax, Newton's method, a ridge.

    A feature that never differs keeps its weight of `start`.
    """
    shipped = (start or Weights())._asdict()
    examples = [each for one in conversations for each in one.examples if each.right.any()]
    values = numpy.concatenate([each.values for each in examples])
    used = [place for place, name in enumerate(WEIGHT_NAMES) if numpy.ptp(values[:, place]) > 0]
    weights = _newton(examples, values[:, used])
    found = {WEIGHT_NAMES[place]: float(weight) for place, weight in zip(used, weights, strict=True)}
    whole = sum(found.get(name, 0.0) for name in SCALE)
    stretch = sum(shipped[name] for name in SCALE) / whole if whole > 0 else 1.0
    return Weights(**shipped | {name: weight * stretch for name, weight in found.items()})


def _newton(examples: Sequence[Example], values: Any) -> Any:
    starts = numpy.cumsum([0, *(len(each.ids) for each in examples)])[:-1]
    owner = numpy.repeat(numpy.arange(len(examples)), [len(each.ids) for each in examples])
    wanted = numpy.concatenate([each.right / each.right.sum() for each in examples])
    count = len(examples)

    def loss(weights: Any) -> tuple[float, Any]:
        scores = values @ weights
        top = numpy.maximum.reduceat(scores, starts)
        shares = numpy.exp(scores - top[owner])
        whole = numpy.add.reduceat(shares, starts)
        missed = ((numpy.log(whole) + top).sum() - (wanted * scores).sum()) / count
        return float(missed + RIDGE / 2 * weights @ weights), shares / whole[owner]

    weights = numpy.zeros(values.shape[1])
    now, shares = loss(weights)
    for _ in range(STEPS):
        slope = values.T @ (shares - wanted) / count + RIDGE * weights
        weighed = shares[:, None] * values
        middle = numpy.add.reduceat(weighed, starts, axis=0)
        curve = (values.T @ weighed - middle.T @ middle) / count + RIDGE * numpy.eye(values.shape[1])
        step, size = numpy.linalg.solve(curve, slope), 1.0
        after, there = loss(weights - step)
        while after > now and size > 1e-4:
            size /= 2
            after, there = loss(weights - size * step)
        if now - after < 1e-7:
            break
        weights, now, shares = weights - size * step, after, there
    return weights


def judged(found: Score, conversation: Conversation, weights: Weights) -> Score:
    """Add what these weights find in a conversation."""
    vector = numpy.array([getattr(weights, name) for name in WEIGHT_NAMES])
    for example in conversation.examples:
        scores = example.values @ vector + example.standing
        order = sorted(range(len(scores)), key=lambda place: (-scores[place], example.ids[place]))
        found.judge(example.question, [example.ids[place] for place in order], conversation.texts)
    return found


def cross_validated(conversations: Sequence[Conversation]) -> tuple[Score, dict[str, Score]]:
    """Every conversation judged by weights fitted on all the others; together and one by one."""
    together, single = Score(), dict[str, Score]()
    for left_out in conversations:
        weights = fit(each for each in conversations if each is not left_out)
        judged(together, left_out, weights)
        single[left_out.name] = judged(Score(), left_out, weights)
    return together, single


def report(conversations: Sequence[Conversation]) -> Iterator[str]:
    """The shipped weights beside fitted ones, on conversations that the fit did not see."""
    yield "".ljust(34) + " ".join(name.rjust(8) for name in recall_metrics.NAMES)
    shipped = Score()
    for each in conversations:
        judged(shipped, each, Weights())
    yield _row("shipped weights", shipped)
    if len(conversations) < 2:
        yield "one conversation cannot be left out: name two or more for figures of fitted weights"
        return
    fitted, single = cross_validated(conversations)
    yield _row("fitted, left-out conversations", fitted)
    better = 0
    for each in conversations:
        before = judged(Score(), each, Weights())
        better += single[each.name].mean("R@10") > before.mean("R@10")
        yield _row(f"  {each.name}: shipped", before)
        yield _row(f"  {each.name}: fitted", single[each.name])
    yield f"fitted weights find more in {better} of {len(conversations)} conversations (R@10)"
    if better * 2 <= len(conversations):
        yield "that is chance: keep the shipped weights"


def _row(name: str, found: Score) -> str:
    return name.ljust(34) + " ".join(f"{found.mean(each):8.3f}" for each in recall_metrics.NAMES)


def main() -> int:
    """Print the figures and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m bench.fit_ranking", description="Fit the weights of recall.")
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="conversations: JSON, JSON Lines, folders")
    parser.add_argument("--own", action="store_true", help="our own dialogues as well")
    parser.add_argument("--embedder", choices=("none", "offline"), default="none", help="compare meanings too")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the weights fitted on all of them")
    arguments = parser.parse_args()
    embedder = OfflineEmbedder() if arguments.embedder == "offline" else None
    try:
        corpora = [corpus for path in arguments.paths for corpus in conversations(path)]
    except ContextMemoryError as error:
        parser.error(f"{error} ({error.hint})")
    corpora += own() if arguments.own else ()
    if not corpora:
        parser.error("name conversations, or --own")
    found = [extract(corpus, embedder) for corpus in corpora]
    asked = sum(len(each.examples) for each in found)
    print(f"{len(found)} conversations, {asked} questions, embedder {arguments.embedder}")
    print("\n".join(report(found)))
    weights = fit(found)
    print("weights  " + "  ".join(f"{name} {value:.2f}" for name, value in weights._asdict().items()))
    if arguments.out:
        told = {"weights": weights._asdict(), "conversations": [each.name for each in found], "questions": asked}
        arguments.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        print(f"written: {arguments.out}; set ranking_weights to its path")
    return 0


if __name__ == "__main__":
    sys.exit(main())
