"""How similar are a question and a note that have nothing to do with each other? What the relevance threshold rests on.

`python -m bench.nearness` prints the similarities of an offline embedder for pairs that fit and for pairs that do
not: our own texts here, English and Chinese, and the questions and turns of our own dialogues.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import numpy

from context_memory.llm.ports import Embedder, EmbedRequest
from context_memory.memory.embedding.remote.offline_embedder import FastOfflineEmbedder, OfflineEmbedder

from .conversations import own

PAIRS = (
    (
        "What pets do I have?",
        "The cat is called Miso and is afraid of thunder.",
        "猫叫味噌，怕打雷。",
        "我养了什么宠物？",
    ),
    (
        "Where do my parents live?",
        "Mum and dad moved to Porto in spring.",
        "爸妈春天搬去了波尔图。",
        "我父母住在哪里？",
    ),
    (
        "Which editor theme do I like?",
        "Prefers dark mode everywhere.",
        "到处都喜欢用深色模式。",
        "我喜欢什么编辑器主题？",
    ),
    (
        "How do we ship a release?",
        "Deploys run from the main branch every Tuesday.",
        "每周二从主分支部署。",
        "我们怎么发布版本？",
    ),
    ("What must I not eat?", "Peanuts give me a rash.", "我一吃花生就起疹子。", "我不能吃什么？"),
    (
        "How do I get to work?",
        "I take the 8:14 train and walk from the station.",
        "我坐8点14分的火车，再走过去。",
        "我怎么上班？",
    ),
    ("Who leads the project?", "Ines is in charge of the payment team.", "支付团队由伊内斯负责。", "项目由谁带领？"),
    ("What hurts?", "My left knee has been sore since the marathon.", "跑完马拉松左膝一直疼。", "我哪里不舒服？"),
    (
        "Which database do we use?",
        "All orders are kept in PostgreSQL 16.",
        "所有订单都存在PostgreSQL 16里。",
        "我们用什么数据库？",
    ),
    ("What instrument do I play?", "Cello lessons are on Thursday evenings.", "大提琴课在周四晚上。", "我学什么乐器？"),
    ("When is the exam?", "The finals begin on the third of June.", "期末六月三号开始。", "什么时候考试？"),
    (
        "What do I drink in the morning?",
        "Two cups of green tea before breakfast.",
        "早饭前两杯绿茶。",
        "我早上喝什么？",
    ),
    ("How is the heating set?", "The thermostat stays at nineteen degrees.", "恒温器一直是十九度。", "暖气怎么设的？"),
    (
        "What did the doctor say?",
        "Blood pressure is too high, less salt from now on.",
        "血压太高，以后少吃盐。",
        "医生说了什么？",
    ),
    ("What sport does my son do?", "Leo swims in the junior team.", "小乐在少年队游泳。", "我儿子练什么运动？"),
    ("Which car do I drive?", "We bought a used electric hatchback.", "我们买了一辆二手电动两厢车。", "我开什么车？"),
)
"""Question, the note that answers it in other words, and both in Chinese."""
SHARES = (5, 25, 50, 75, 90, 95, 99)
"""Percentiles that are printed."""


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.nearness", description=__doc__)
    parser.add_argument("--embedder", choices=("offline", "offline-fast"), default="offline")
    embedder = FastOfflineEmbedder() if parser.parse_args().embedder == "offline-fast" else OfflineEmbedder()
    sides = [_vectors(embedder, [pair[side] for pair in PAIRS], is_query=side in {0, 3}) for side in range(4)]
    questions, notes, notes_zh, questions_zh = sides
    print("similarity".ljust(28), "pairs", "mean".rjust(7), "spread", *(f"{share:5d}%" for share in SHARES))
    for name, asked, told in (
        ("English", questions, notes),
        ("Chinese", questions_zh, notes_zh),
        ("Chinese asks, English", questions_zh, notes),
        ("English asks, Chinese", questions, notes_zh),
    ):
        every = asked @ told.T
        apart = [every[a, b] for a, b in product(range(len(PAIRS)), repeat=2) if a != b]
        _show(f"{name}, fit", every.diagonal())
        _show(f"{name}, do not", apart)
        _show(f"{name}, nearest that does not", (every - 2 * numpy.eye(len(PAIRS))).max(axis=1))
    english, chinese = [_dialogues(embedder, language) for language in ("en", "zh")]
    for name, (asked, _), (_, told) in (
        ("English", english, english),
        ("Chinese", chinese, chinese),
        ("Chinese asks, English", chinese, english),
        ("English asks, Chinese", english, chinese),
    ):
        _show(f"dialogues, {name}", (asked @ told.T).ravel())
    return 0


def _dialogues(embedder: Embedder, language: str) -> tuple[Any, Any]:
    """Questions of a dialogue, mostly unrelated to any one turn of it."""
    corpora = [corpus for corpus in own() if corpus.name.startswith(language)]
    asked = [question.text for corpus in corpora for question in corpus.questions]
    told = [str(line["text"]) for corpus in corpora for line in corpus.lines]
    return _vectors(embedder, sorted(set(asked)), is_query=True), _vectors(embedder, sorted(set(told)), is_query=False)


def _vectors(embedder: Embedder, texts: Sequence[str], *, is_query: bool) -> Any:
    return numpy.array(embedder.embed(EmbedRequest(tuple(texts), is_query=is_query)), dtype=numpy.float32)


def _show(name: str, values: Iterable[float]) -> None:
    found = numpy.array(list(values))
    shares = " ".join(f"{value:6.2f}" for value in numpy.percentile(found, SHARES))
    print(name.ljust(28), f"{len(found):5d} {found.mean():7.3f} {found.std():6.3f} {shares}")


if __name__ == "__main__":
    sys.exit(main())
