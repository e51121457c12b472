"""The exact index of vectors: it is in step with the docs whatever is written, by whom, and in which order."""

import contextlib
import random
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory.errors import NotReadyError
from context_memory.llm.ports import EmbedRequest
from context_memory.memory import doc_requests
from context_memory.memory.assembly import open_store, terms_of
from context_memory.memory.docs import MemoryDoc, Scope, scope_of
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.indexing.services import index_files
from context_memory.memory.ports import DocStore
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite import database
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.memory.stores.sqlite.vector_index import AT_ONCE, SqliteVectorIndex
from context_memory.storage import places
from context_memory.testing import HashingEmbedder

NOW = datetime(2026, 11, 20, tzinfo=UTC)
EMBEDDER = HashingEmbedder(32)
QUESTION = list(EMBEDDER.embed(EmbedRequest(("the red boat",)))[0])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[DocStore]:
    opened = open_store(places.of_workspace(tmp_path))
    yield opened
    opened.close()


def put(store: DocStore, *lines: dict[str, object]) -> None:
    list(remember(store, (doc_requests.request_of(line, NOW) for line in lines), NOW))


def vector(text: str) -> list[float]:
    return list(EMBEDDER.embed(EmbedRequest((text,)))[0])


def state_of(store: DocStore, index: SqliteVectorIndex, scope: Scope | None) -> dict[int, float]:
    """Similarity of every doc of the scope, by an index that has held vectors for a while."""
    found = index.similarities(QUESTION, scope, limit=10_000)
    return {row: round(value, 6) for row, value in found.of_rows(found.nearest).items()}


def test_the_held_vectors_are_those_of_a_fresh_index_after_any_writes(tmp_path: Path) -> None:
    """Two processes write, one asks all the time: what it holds is what a new one would read."""
    workspace = places.of_workspace(tmp_path)
    ours, theirs = open_store(workspace), open_store(workspace)
    held = ours.vectors(EMBEDDER.identity)
    chance = random.Random(7)
    words = ["red", "blue", "boat", "tea", "lake", "sun", "mill"]
    for step in range(60):
        store = chance.choice([ours, theirs])
        match chance.randrange(5):
            case 0 | 1:
                text = f"{chance.choice(words)} {chance.choice(words)} {step}"
                name = f"doc-{chance.randrange(12)}"
                put(store, {"text": text, "id": name, "scope": chance.choice(["agent:a", "agent:b"])})
            case 2:
                doc = next(iter(store.select(limit=20)), None)
                if doc:
                    with store.write() as writer:
                        writer.put([doc._replace(forgotten_at=NOW)])
            case _:
                VectorSearch(store, EMBEDDER).update(chance.choice([1, 3, None]))
        ours.refresh()
        for scope in (None, scope_of("a"), scope_of("b")):
            fresh = ours.vectors(EMBEDDER.identity)
            assert state_of(ours, held, scope) == state_of(ours, fresh, scope), step  # type: ignore[arg-type]
    assert state_of(ours, held, None)  # type: ignore[arg-type]
    ours.close()
    theirs.close()


def test_a_question_sees_the_docs_of_its_scope_alone(store: DocStore) -> None:
    """E-10: many docs of others do not push ours out."""
    lines = [{"text": f"the red boat {n}", "id": f"o{n}", "scope": "agent:other"} for n in range(400)]
    put(store, *lines, {"text": "a blue boat", "id": "ours", "scope": "agent:me"})
    VectorSearch(store, EMBEDDER).update()

    near = store.vectors(EMBEDDER.identity).similarities(QUESTION, scope_of("me"), limit=30)

    assert len(near.nearest) == 1


def test_a_doc_that_changed_while_it_was_embedded_gets_no_stale_vector(store: DocStore) -> None:
    put(store, {"text": "the red boat", "id": "d"})
    index = store.vectors(EMBEDDER.identity)
    waiting = index.missing(10)

    put(store, {"text": "oolong at five", "id": "d"})
    index.add(waiting, [vector(text) for _, text in waiting])

    assert index.covered() == (0, 1)
    assert [text for _, text in index.missing(10)] == ["oolong at five"]


def test_a_forgotten_doc_gets_no_vector_and_comes_back_for_one(store: DocStore) -> None:
    put(store, {"text": "the red boat", "id": "d"})
    VectorSearch(store, EMBEDDER).update()
    doc = store.get("d@agent:main") or store.select()[0]

    with store.write() as writer:
        writer.put([doc._replace(forgotten_at=NOW)])
    assert (store.vectors(EMBEDDER.identity).covered(), store.vectors(EMBEDDER.identity).missing(9)) == ((0, 0), [])
    with store.write() as writer:
        writer.put([doc._replace(forgotten_at=None)])

    assert VectorSearch(store, EMBEDDER).update() == 1


def test_what_changes_no_text_keeps_its_vector(store: DocStore, tmp_path: Path) -> None:
    """A pin, a count, or another piece of the same file cost no call of the embedder."""
    (tmp_path / "MEMORY.md").write_text("# Boats\n\nthe red boat\n\na blue boat\n")
    index_files.update(store, tmp_path)
    put(store, {"text": "oolong at five", "id": "tea"})
    meaning = VectorSearch(store, EMBEDDER)
    assert meaning.update() == 3

    doc = next(doc for doc in store.select() if "oolong" in doc.text)
    with store.write() as writer:
        writer.put([doc._replace(pinned=True)])
    (tmp_path / "MEMORY.md").write_text("# Boats\n\na new boat\n\nthe red boat\n\na blue boat\n")
    index_files.update(store, tmp_path, everything=True)

    assert (meaning.covered(), meaning.update()) == ((3, 4), 1)


def test_vectors_of_another_length_are_refused_and_change_nothing(store: DocStore) -> None:
    put(store, {"text": "the red boat", "id": "a"}, {"text": "a blue boat", "id": "b"})
    index = store.vectors("one/identity")
    index.add(index.missing(1), [[1.0, 0.0]])

    with pytest.raises(NotReadyError, match="gave 3 numbers, the vectors that are there have 2") as error:
        index.add(index.missing(1), [[1.0, 0.0, 0.0]])
    with pytest.raises(NotReadyError, match="gave 3 numbers"):
        index.similarities([1.0, 0.0, 0.0], None, 5)

    assert "memory reembed" in error.value.hint
    assert index.covered() == (1, 2)


def test_vectors_that_were_dropped_and_made_again_are_not_the_old_ones(store: DocStore) -> None:
    put(store, {"text": "the red boat", "id": "a"}, {"text": "oolong", "id": "b"})
    index = store.vectors("one/identity")
    index.add(index.missing(9), [[1.0, 0.0], [0.0, 1.0]])
    before = index.similarities([1.0, 0.0], None, 1).nearest

    assert (store.embeddings(), store.drop_vectors("one/identity")) == ({"one/identity": 2}, 2)
    assert index.similarities([1.0, 0.0], None, 1).nearest == ()
    index.add(index.missing(9), [[0.0, 1.0], [1.0, 0.0]])

    assert index.similarities([1.0, 0.0], None, 1).nearest != before


def test_after_a_rebuild_nothing_of_the_old_file_is_held(store: DocStore) -> None:
    put(store, {"text": "the red boat", "id": "a"})
    meaning = VectorSearch(store, EMBEDDER)
    meaning.update()
    assert meaning.near("the red boat", None, 5).nearest

    store.rebuild("a page cannot be read")

    assert meaning.near("the red boat", None, 5).nearest == ()
    meaning.update()
    assert len(meaning.near("the red boat", None, 5).nearest) == 1


def test_more_vectors_than_one_query_reads_are_all_there(store: DocStore) -> None:
    count = AT_ONCE + 5
    docs = [
        MemoryDoc(id=f"d{n}", scope=Scope("agent:main"), kind=doc.kind, text=f"boat {n}")
        for n in range(count)
        for doc in [doc_requests.request_of({"text": "x"}, NOW).doc]
    ]
    with store.write() as writer:
        writer.put(docs)
    index = store.vectors("numbers")
    waiting = index.missing(count)
    index.add(waiting, [[1.0, row / 1e4] for row, _ in waiting])

    for scope in (None, Scope("agent:main")):
        assert len(index.similarities([1.0, 0.0], scope, count).nearest) == count
    assert index.missing(1) == []


def test_vectors_of_the_first_layout_are_taken_over(tmp_path: Path) -> None:
    place = places.of_workspace(tmp_path)
    place.state.mkdir()
    path = place.state / "state.sqlite"
    half = b"\x00\x3c\x00\x00"  # 1.0 and 0.0 in half precision
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript("".join(database.MIGRATIONS[:2]) + "PRAGMA user_version = 2;")
        doc = (
            "a",
            "agent:main",
            "turn",
            "the red boat",
            "working",
            0.5,
            0,
            0,
            0.0,
            0.0,
            "",
            "",
            None,
            "",
            "",
            "",
            None,
        )
        connection.execute(f"INSERT INTO docs VALUES (1, {', '.join('?' * 18)})", (*doc, ""))
        connection.execute("INSERT INTO vectors VALUES ('old/2', 1, ?), ('old/2', 77, ?)", (half, half))
        connection.commit()

    opened = SqliteDocStore(place.state, terms_of)

    assert opened.embeddings() == {"old/2": 1}  # the doc of row 77 is gone
    assert opened.vectors("old/2").similarities([1.0, 0.0], None, 5).nearest == (1,)
    assert opened.problem == ""
    opened.close()


def test_similarities_that_were_given_out_are_not_changed_by_later_writes(store: DocStore) -> None:
    put(store, *({"text": f"boat {n}", "id": f"d{n}"} for n in range(4)))
    index = store.vectors("numbers")
    index.add(waiting := index.missing(4), [[float(row), 1.0] for row, _ in waiting])
    given = index.similarities([1.0, 0.0], None, 4)
    before = given.of_rows([1, 2, 3, 4])

    doc = next(doc for doc in store.select() if doc.text == "boat 0")
    with store.write() as writer:
        writer.put([doc._replace(forgotten_at=NOW)])
    put(store, {"text": "boat 9", "id": "d9"})
    index.add(waiting := index.missing(4), [[9.0, 1.0] for _ in waiting])
    later = index.similarities([1.0, 0.0], None, 4)

    assert given.of_rows([1, 2, 3, 4, 5]) == before == {1: 1, 2: 2, 3: 3, 4: 4}
    assert later.of_rows([1, 2, 3, 4, 5]) == {2: 2, 3: 3, 4: 4, 5: 9}
