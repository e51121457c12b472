"""Vector search: a hand-made embedder of a few concepts instead of a model. Needs numpy."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from random import Random

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


class TopicEmbedder(ConceptEmbedder):
    """Texts of one topic are alike; of all others each stands for itself."""

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        made = []
        for text in request.texts:
            numbers = Random(text)
            vector = [numbers.random() for _ in range(16)]
            if any(word in text.lower() for word in ("laundry", "dryer")):
                vector = [0.1 * each for each in vector]
                vector[:4] = [1.0, 1.0, 1.0, float("laundry" in text.lower())]
            length = sqrt(sum(each * each for each in vector))
            made.append([each / length for each in vector])
        return made


def test_asked_for_now_what_was_said_later_of_the_first_hit_comes_before_it(store: SqliteDocStore) -> None:
    notes = [
        {"text": f"Note {number} is about {chr(97 + number % 26)}{number}", "id": f"n{number}"} for number in range(60)
    ]
    old = {"text": "The laundry goes into the dryer", "id": "old", "created_at": "2026-03-01"}
    later = {"text": "That dryer eats money. A line in the garden does it", "id": "later", "created_at": "2026-06-01"}
    asked = {"text": "Is the dryer loud?", "id": "asked", "created_at": "2026-07-01"}
    put(store, *({"created_at": "2026-04-01"} | note for note in notes), old, later, asked)
    meaning = VectorSearch(store, TopicEmbedder())
    meaning.update()

    def first(question: str) -> list[str]:
        return [hit.doc.id for hit in Recall(store, meaning=meaning).find(Search(question, NOW)).hits[:2]]

    assert first("Where does the laundry go now?") == ["later", "old"]
    assert first("Where does the laundry go?")[0] == "old"
    assert first("Where did the laundry go before?")[0] == "old"
