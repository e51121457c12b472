"""Docs whose search terms another analyser made are found again, in one go or in parts."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory.memory import doc_rows
from context_memory.memory.assembly import open_store, settle, terms_of
from context_memory.memory.docs import Kind, MemoryDoc, Scope
from context_memory.memory.ports import EVERYTHING, MemoryFile
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.stores.sqlite import tables
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places

MAIN = Scope("agent:main")
NOW = datetime(2026, 11, 20, tzinfo=UTC)


def only_lower(text: str) -> str:
    """An analyser that knows no stems."""
    return text.lower()


def filled(folder: Path, *, docs: int = 30) -> None:
    """Facts, turns that are packed, and one doc that was forgotten, with terms of `only_lower`."""
    store = SqliteDocStore(places.of_workspace(folder).state, only_lower)
    said = "The harbour master repaired engines of boat {n}, and repaired the engines of boat {n} once more"
    facts, turns = [], []
    for n in range(docs):
        doc = MemoryDoc(f"d{n}", MAIN, Kind.FACT, said.format(n=n), created_at=NOW, accessed_at=NOW)
        if n % 2:
            turns.append(doc._replace(kind=Kind.TURN, session="s", seq=n, speaker="Ines", file="journal/s"))
        else:
            facts.append(doc._replace(forgotten_at=NOW if n == 0 else None))
    with store.write() as writer:
        writer.put(facts)
        writer.replace_file(MemoryFile("journal/s", "hash", "stamp"), turns)
    store.close()


def found(store: SqliteDocStore, question: str) -> set[str]:
    return {hit.doc.id for hit in Recall(store).find(Search(question, NOW, limit=100)).hits}


def reopened(folder: Path) -> SqliteDocStore:
    store = open_store(places.of_workspace(folder))
    assert isinstance(store, SqliteDocStore)
    return store


def test_docs_are_found_by_the_terms_of_the_present_analyser(tmp_path: Path) -> None:
    filled(tmp_path)
    store = reopened(tmp_path)
    assert store.index().by_words(["engin"], EVERYTHING, 40) == []

    settled = settle(store)

    assert settled is not None
    assert settled.renewed == 30
    assert len(found(store, "an engine")) == 29
    assert store.database.is_sound()
    assert not store.rebuild_if_damaged()
    terms = store.database.rows("SELECT sum(value) FROM facts WHERE name = 'terms'")[0][0]
    assert terms == sum(len(terms_of(doc.text).split()) for doc in store.select(EVERYTHING, limit=100))
    store.close()


def test_terms_that_are_of_today_are_read_once_and_never_written(tmp_path: Path) -> None:
    filled(tmp_path)
    store = reopened(tmp_path)
    settle(store)

    asked: list[str] = []

    def counted(text: str) -> str:
        asked.append(text)
        return terms_of(text)

    assert tables.renew_terms(store.database, counted) == 0
    assert asked == [doc_rows.PROBE]
    store.close()


def test_what_was_interrupted_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path)
    monkeypatch.setattr(tables, "RENEWED_AT_ONCE", 7)
    store = reopened(tmp_path)

    def stop(done: int, total: int) -> None:
        if done >= 14:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tables.renew_terms(store.database, terms_of, stop)

    assert tables.renew_terms(store.database, terms_of) == 16
    assert len(found(store, "an engine")) == 29
    store.close()
