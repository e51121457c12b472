"""PrecisionMemBench's questions asked of recall: is the right belief found, and is the wrong one left out?

The set is about a system that routes beliefs into lanes (a persona, pinned facts, open questions). Recall is one
lane, so this asks what can be asked of it honestly: beliefs are docs of their scope, a question searches its scopes;
what was replaced or resolved carries the tag `superseded`.

found@5, MRR: the beliefs that should be found. R-precision: of as many hits as should be found, the share that should.
leaks: questions with a hit of another scope or another user. stale: questions where something superseded is first,
of those for which something current was to be found. noise: hits of the five that a model is given for questions that
nothing fits.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from context_memory.llm.ports import Embedder
from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import Hit, Scope, scope_of, shown_id
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import Filter
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.standing import SUPERSEDED
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places

from .recall_metrics import Score

NOW = datetime(2026, 11, 20, tzinfo=UTC)
LIMIT = 5
NAMES = ("found@5", "MRR", "R-precision", "leaks", "stale", "noise")


@dataclass(frozen=True, slots=True)
class Case:
    """A question of some scopes, what should be found, and what must not be."""

    text: str
    scopes: tuple[str, ...]
    wanted: frozenset[str]
    forbidden: frozenset[str] = frozenset()
    nothing_fits: bool = False
    user: str = ""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The beliefs of the set as lines of a batch, and which of them were replaced or resolved."""

    lines: Sequence[dict[str, Any]]
    superseded: frozenset[str]
    cases: Sequence[Case]


def read(folder: Path) -> Beliefs:
    """beliefs.seed.json, retrieval.cases.json and session-retrieval.cases.json of a folder."""
    seed, single, sessions = (
        json.loads((folder / name).read_text(encoding="utf-8"))
        for name in ("beliefs.seed.json", "retrieval.cases.json", "session-retrieval.cases.json")
    )
    owner = seed[0]["user_id"]
    lines = [{"id": each["_id"], "text": _text(each), "scope": _scope(each, owner)} for each in seed]
    stale = frozenset(each["_id"] for each in seed if each["superseded_by"] or each["resolved_at"])
    cases = [_case(each, each["query"], owner) for each in single]
    cases += [_case(turn, turn["userMessage"], owner) for each in sessions for turn in each["turns"]]
    return Beliefs(lines, stale, [case for case in cases if case.text.strip()])


def _text(belief: Mapping[str, Any]) -> str:
    called = ", ".join([belief["canonical_name"].replace("_", " "), *belief["aliases"]])
    return f"{called}: {belief['content']}"


def _scope(belief: Mapping[str, Any], owner: str) -> str:
    user = belief["user_id"]
    return f"{user if user != owner else 'me'}:{belief['scope'][0].partition(':')[2]}"


def _case(case: Mapping[str, Any], text: str, owner: str) -> Case:
    expect = case.get("expect") or {}
    user = case.get("userId", owner)
    who = "me" if user == owner else user
    relevant = expect.get("relevantBeliefs", {})
    lanes = [expect.get(lane, {}) for lane in ("relevantBeliefs", "pinnedFacts", "openQuestions")]
    forbidden = {each for lane in lanes for each in lane.get("mustExclude", ())}
    return Case(
        text=text,
        scopes=tuple(f"{who}:{scope.partition(':')[2]}" for scope in case["scope"]),
        wanted=frozenset(relevant.get("shouldOnlyInclude", ())),
        forbidden=frozenset(forbidden | set(expect.get("noiseCheck", {}).get("mustNotSurface", ()))),
        nothing_fits=relevant.get("shouldOnlyInclude") == [] and not any(lane.get("mustInclude") for lane in lanes[1:]),
    )


def score(beliefs: Beliefs, embedder: Embedder | None = None) -> Score:
    """Every question asked once."""
    found = Score()
    with _recall(beliefs, embedder) as recall:
        scopes = {line["id"]: scope_of(line["scope"]) for line in beliefs.lines}
        for case in beliefs.cases:
            asked = [scope_of(scope) for scope in case.scopes]
            hits = [shown_id(hit.doc) for hit in _hits(recall, case.text, asked)]
            found.add("leaks", float(any(scopes[each] not in asked for each in hits)))
            wanted = case.wanted & {each for each, scope in scopes.items() if scope in asked}
            if wanted:
                places_ = [place for place, each in enumerate(hits, 1) if each in wanted]
                found.add("found@5", len(places_) / len(wanted))
                found.add("MRR", 1 / places_[0] if places_ else 0.0)
                found.add("R-precision", sum(place <= len(wanted) for place in places_) / len(wanted))
                found.add("stale", float(bool(hits) and hits[0] in beliefs.superseded))
            if case.nothing_fits:
                found.add("noise", float(len(_given(recall, case.text, asked))))
    return found


def _hits(recall: Recall, text: str, scopes: Sequence[Scope]) -> list[Hit]:
    found = [hit for scope in scopes for hit in recall.find(Search(text, NOW, Filter(scope), limit=LIMIT)).hits]
    return sorted(found, key=lambda hit: -hit.score)[:LIMIT]


def _given(recall: Recall, text: str, scopes: Sequence[Scope]) -> list[Hit]:
    """What a model is given unasked: nothing where nothing fits."""
    return [hit for scope in scopes for hit in recall.find(Search(text, NOW, Filter(scope), limit=LIMIT)).fitting][
        :LIMIT
    ]


@contextmanager
def _recall(beliefs: Beliefs, embedder: Embedder | None) -> Iterator[Recall]:
    with tempfile.TemporaryDirectory() as folder, closing(_store(Path(folder))) as store:
        docs = [each.doc for each in remember(store, (doc_requests.request_of(x, NOW) for x in beliefs.lines), NOW)]
        with store.write() as writer:
            stale = [doc for doc in docs if shown_id(doc) in beliefs.superseded]
            writer.put([doc._replace(tags=(*doc.tags, SUPERSEDED)) for doc in stale])
        meaning = VectorSearch(store, embedder) if embedder else None
        if meaning:
            meaning.update()
        yield Recall(store, meaning=meaning)


def _store(folder: Path) -> SqliteDocStore:
    return SqliteDocStore(places.of_workspace(folder).state, terms_of)
