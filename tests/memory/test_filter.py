"""A search for one kind of docs: the kind stands inside the search, by words, by meaning and in a large store."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from context_memory.memory.assembly import open_store
from context_memory.memory.docs import DEFAULT_SCOPE, Kind, MemoryDoc, Scope
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import DocStore, Filter
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.stores.sqlite import search_index
from context_memory.storage import places
from context_memory.testing import HashingEmbedder

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
LESSONS = Filter(DEFAULT_SCOPE, Kind.LESSON)
WANTED = "on our long walk through the old town we saw that a crane stands there"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[DocStore]:
    store = open_store(places.of_workspace(tmp_path))
    docs = [doc(f"t{n}", f"crane crane number {n}", kind=Kind.TURN, session="s", seq=n) for n in range(300)]
    docs += [doc(f"o{n}", f"crane of others {n}", kind=Kind.LESSON, scope=Scope("agent:o")) for n in range(300)]
    docs += [doc("wanted", WANTED, kind=Kind.LESSON), doc("beside", "nothing of it", kind=Kind.LESSON)]
    with store.write() as writer:
        writer.put(docs)
    yield store
    store.close()


def doc(doc_id: str, text: str, **known: object) -> MemoryDoc:
    made = MemoryDoc(id=doc_id, scope=DEFAULT_SCOPE, kind=Kind.FACT, text=text, created_at=NOW, accessed_at=NOW)
    return made._replace(**known)  # type: ignore[arg-type]


def found(recall: Recall, text: str, **known: object) -> list[str]:
    search = Search(text, NOW, LESSONS)._replace(**known)  # type: ignore[arg-type]
    return [hit.doc.id for hit in recall.find(search).hits]


@pytest.mark.parametrize("large", [20_000, 100])
def test_one_doc_of_a_kind_is_found_among_hundreds_that_fit_better(
    store: DocStore, monkeypatch: pytest.MonkeyPatch, large: int
) -> None:
    """SPEC 5.6: filters inside the search; in a large store words are looked up in another way."""
    monkeypatch.setattr(search_index, "LARGE", large)

    assert found(Recall(store), "crane") == ["wanted"]
    assert found(Recall(store), "crane", limit=1_000) == ["wanted"]
    assert found(Recall(store), "crane", where=Filter(kind=Kind.PREFERENCE)) == []
    assert "wanted" in found(Recall(store), "crane", where=Filter(kind=Kind.LESSON), limit=1_000)


def test_a_turn_beside_a_hit_is_not_a_hit_of_another_kind(store: DocStore) -> None:
    with store.write() as writer:
        writer.put([doc("in the session", "the crane was painted", kind=Kind.FACT, session="s", seq=400)])

    assert found(Recall(store), "crane painted", where=Filter(DEFAULT_SCOPE, Kind.FACT)) == ["in the session"]


def test_a_doc_of_a_kind_is_found_by_meaning_alone(store: DocStore) -> None:
    """The nearest thirty are those of the kind, not those of all kinds that are of it."""
    meaning = VectorSearch(store, HashingEmbedder())
    meaning.update()
    store.use_embedding(meaning.identity)
    recall = Recall(store, meaning=meaning)

    nearest = recall.material(Search("crane crane number", NOW, LESSONS))

    assert "wanted" in {candidate.id for candidate in nearest.pool.candidates}


def test_a_span_of_time_delivers_docs_of_the_kind(store: DocStore) -> None:
    with store.write() as writer:
        writer.put([doc("then", "we met", kind=Kind.LESSON, created_at=NOW - timedelta(days=1))])

    assert found(Recall(store), "what lesson was there when we met yesterday") == ["then"]
