"""What SQLite delivers to the ranker stays right while somebody else writes, and however much is asked at once."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import Kind, MemoryDoc, Scope
from context_memory.memory.ports import Filter
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.stores.sqlite.store import SqliteDocStore

NOW = datetime(2026, 11, 20, tzinfo=UTC)
MAIN = Scope("agent:main")


def doc(doc_id: str, text: str = "green tea", session: str = "", seq: int | None = None) -> MemoryDoc:
    return MemoryDoc(doc_id, MAIN, Kind.TURN, text, created_at=NOW, session=session, seq=seq)


def put(store: SqliteDocStore, *docs: MemoryDoc) -> None:
    with store.write() as writer:
        writer.put(docs)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteDocStore]:
    opened = SqliteDocStore(tmp_path, terms_of)
    yield opened
    opened.close()


@pytest.fixture
def other(store: SqliteDocStore, tmp_path: Path) -> Iterator[SqliteDocStore]:
    """The same files through a connection of its own, as another process has them."""
    opened = SqliteDocStore(tmp_path, terms_of)
    yield opened
    opened.close()


def test_what_another_process_wrote_is_counted_by_the_next_question(
    store: SqliteDocStore, other: SqliteDocStore
) -> None:
    index = store.index()
    put(store, doc("a"))
    assert (index.totals(), index.frequencies(["tea"])) == ((1, 2.0), {"tea": 1})

    put(other, doc("b", "hot black tea"))

    assert index.totals() == (2, 2.5)
    assert index.frequencies(["tea", "hot"]) == {"tea": 2, "hot": 1}
    assert len(index.by_words(["tea"], Filter(MAIN), 5)) == 2


def test_what_this_process_wrote_is_counted_by_the_next_question(store: SqliteDocStore) -> None:
    index = store.index()
    assert index.totals() == (0, 0.0)

    put(store, doc("a"), doc("b"))

    assert index.totals()[0] == 2


def test_a_database_that_was_begun_anew_is_counted_anew(store: SqliteDocStore, other: SqliteDocStore) -> None:
    """Its numbers of changes begin anew too, and may be the same as before."""
    put(store, doc("a"))
    index = store.index()
    counted = [index.totals()[0]]

    for _ in range(3):
        store.rebuild("a page cannot be read")
        put(store, doc(f"more{len(counted)}"))
        counted.append(index.totals()[0])

    assert counted == [1, 2, 3, 4]


def test_a_doc_that_another_process_changed_is_read_anew(store: SqliteDocStore, other: SqliteDocStore) -> None:
    put(store, doc("a"))
    recall = Recall(store)
    assert [hit.doc.text for hit in recall.find(Search("tea", NOW)).hits] == ["green tea"]
    [row] = store.rows_of(["a"]).values()
    assert store.index().pool([row], [], 1).candidates[0].terms == "green tea"

    put(other, doc("a", "cold tea"))

    [found] = recall.material(Search("tea", NOW)).pool.candidates
    assert (found.text, found.terms) == ("cold tea", "cold tea")


@pytest.mark.parametrize("count", [1, 15, 16, 17, 99, 100, 101, 116, 499, 500, 501, 520])
def test_every_hit_comes_with_its_neighbours_however_many_there_are(store: SqliteDocStore, count: int) -> None:
    """Statements are filled up to certain sizes: a mark too few would lose a hit, an empty one must find nothing."""
    put(store, *(doc(f"d{n}", session=f"s{n // 3}", seq=n % 3) for n in range(count * 3)), doc("alone"))
    rows = store.rows_of(f"d{n}" for n in range(count * 3))
    hits = [rows[f"d{n * 3 + 1}"] for n in range(count)]

    pool = store.index().pool(hits, [], 1)

    assert [candidate.row for candidate in pool.candidates[:count]] == hits
    assert sorted(candidate.row for candidate in pool.candidates) == sorted(rows.values())
    assert len(pool.follows) == count * 2


@pytest.mark.parametrize("count", [15, 16, 17, 600])
def test_every_word_is_counted_however_many_are_asked_for(store: SqliteDocStore, count: int) -> None:
    put(store, *(doc(f"d{n}", f"word{n}") for n in range(count)))

    asked = [f"word{n}" for n in range(count + 1)]

    assert store.index().frequencies(asked) == {**dict.fromkeys(asked, 1), f"word{count}": 0}


def test_two_pieces_of_one_message_are_no_neighbours_of_each_other_where_the_session_ends(
    store: SqliteDocStore,
) -> None:
    put(store, doc("a", session="s", seq=1), doc("b", session="s", seq=2), doc("b2", session="s", seq=2))
    rows = store.rows_of(["a", "b", "b2"])

    pool = store.index().pool([rows["b"]], [], 2)

    assert pool.follows == {rows["a"]: rows["b"]}
