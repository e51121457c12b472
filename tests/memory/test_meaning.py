"""Vector search: a hand-made embedder of a few concepts instead of a model. Needs numpy."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory.errors import NotReadyError
from context_memory.llm.ports import EmbedRequest
from context_memory.memory import doc_requests
from context_memory.memory.assembly import meaning as meaning_of
from context_memory.memory.assembly import open_store
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.settings.values import Settings
from context_memory.storage import places

NOW = datetime(2026, 11, 20, tzinfo=UTC)
CONCEPTS = (("boat", "kayak", "ship"), ("tea", "drink", "oolong"), ("sleep", "tired"))


class ConceptEmbedder:
    """One dimension for each concept, so that a test can say what is near what."""

    def __init__(self, identity: str = "concepts/3", *, works: bool = True) -> None:
        self.identity = identity
        self.works = works
        self.embedded = 0

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        if not self.works:
            raise NotReadyError("nobody answers")
        self.embedded += len(request.texts)
        return [
            [float(any(word in text.lower() for word in words)) + 0.01 for words in CONCEPTS] for text in request.texts
        ]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteDocStore]:
    opened = open_store(places.of_workspace(tmp_path))
    put(opened, {"text": "We bought a kayak", "id": "boat"}, {"text": "Oolong at five", "id": "tea"})
    yield opened
    opened.close()


def put(store: SqliteDocStore, *lines: dict[str, object]) -> None:
    list(remember(store, (doc_requests.request_of(line, NOW) for line in lines), NOW))


def test_what_means_the_same_is_found_without_a_word_in_common(store: SqliteDocStore) -> None:
    meaning = VectorSearch(store, ConceptEmbedder())

    assert meaning.update() == 2
    hits = Recall(store, meaning=meaning).find(Search("ship", NOW)).hits

    assert hits[0].doc.id == "boat"


def test_a_doc_is_embedded_once_and_again_when_its_text_changes(store: SqliteDocStore) -> None:
    embedder = ConceptEmbedder()
    meaning = VectorSearch(store, embedder)
    meaning.update()

    put(store, {"text": "We bought a ship", "id": "boat"})

    assert (meaning.update(), meaning.update(), embedder.embedded) == (1, 0, 3)


def test_vectors_of_another_embedder_are_not_compared(store: SqliteDocStore) -> None:
    VectorSearch(store, ConceptEmbedder("old")).update()

    found = Recall(store, meaning=VectorSearch(store, ConceptEmbedder("new"))).find(Search("ship", NOW))

    assert (found.hits, found.degraded) == ((), False)


def test_without_its_embedder_search_goes_by_words_and_says_so(store: SqliteDocStore) -> None:
    found = Recall(store, meaning=VectorSearch(store, ConceptEmbedder(works=False))).find(Search("kayak", NOW))

    assert [hit.doc.id for hit in found.hits] == ["boat"]
    assert found.degraded


def test_no_embedder_is_the_default(store: SqliteDocStore) -> None:
    assert meaning_of(store, Settings(), pytest.fail) is None
