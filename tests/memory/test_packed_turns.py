"""Turns of sessions are kept small: the same docs and hits, in older stores too, and damage is noticed."""

import contextlib
import sqlite3
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.errors import DamagedError, InputError
from context_memory.memory.assembly import terms_of
from context_memory.memory.doc_rows import row_of
from context_memory.memory.docs import Kind, MemoryDoc, Scope
from context_memory.memory.ports import EVERYTHING, DocWriter, MemoryFile
from context_memory.memory.stores.sqlite import database, packing, tables
from context_memory.memory.stores.sqlite.packing import Packing, long_terms, short_terms
from context_memory.memory.stores.sqlite.store import SqliteDocStore

NOW = datetime(2026, 11, 20, tzinfo=UTC)
BEFORE = 8
"""Migrations of the last layout whose turns were full rows."""


def turn(number: int, text: str, **other: object) -> MemoryDoc:
    made = MemoryDoc(
        id=f"turn-{number}",
        scope=Scope("agent:main"),
        kind=Kind.TURN,
        text=text,
        created_at=NOW + timedelta(seconds=number),
        accessed_at=NOW + timedelta(seconds=number),
        session="s1",
        seq=number,
        speaker="Ines",
        source=f"s1#{number}",
        file="journal/s1",
    )
    return made._replace(**other)  # type: ignore[arg-type]


def turns(count: int) -> list[MemoryDoc]:
    said = "The harbour master wrote about crane {n}, and we repaired the engine of boat {m}; 船长 修理 了 发动机 {n}"
    return [turn(n, said.format(n=n, m=n * 7)) for n in range(count)]


def others() -> list[MemoryDoc]:
    return [
        turn(1, "an own doc about tea", id="own", session="", seq=None, speaker="", source="", file=""),
        turn(2, "nul \0 inside of a turn", id="nul", seq=9_002, source="s1#9002"),
        turn(3, "", id="empty", seq=9_003, source="elsewhere"),
        turn(4, "a forgotten turn about crane 9004", id="gone", seq=9_004, forgotten_at=NOW),
    ]


def opened(folder: Path) -> SqliteDocStore:
    return SqliteDocStore(folder, terms_of)


def filled(folder: Path, docs: list[MemoryDoc]) -> SqliteDocStore:
    store = opened(folder)
    with store.write() as writer:
        writer.put([doc for doc in docs if not doc.file])
        writer.replace_file(MemoryFile("journal/s1", "h", "s"), [doc for doc in docs if doc.file])
    return store


def all_docs(store: SqliteDocStore) -> list[MemoryDoc]:
    shown = store.select(limit=10_000) + store.select(forgotten=True, limit=10_000)
    return sorted(shown, key=lambda doc: doc.id)


@pytest.mark.parametrize("count", [3, 600])
def test_turns_are_read_as_they_were_written(tmp_path: Path, count: int) -> None:
    docs = sorted([*turns(count), *others()], key=lambda doc: doc.id)

    store = filled(tmp_path, docs)

    assert all_docs(store) == docs
    assert store.get("turn-1") == docs[[doc.id for doc in docs].index("turn-1")]
    assert [doc.id for doc in store.select(text_prefix="The harbour master wrote about crane 2,")] == ["turn-2"]
    again = opened(tmp_path)
    assert all_docs(again) == docs
    assert again.problem == ""


def test_a_turn_takes_less_than_its_text_and_terms(tmp_path: Path) -> None:
    docs = turns(1_000)

    store = filled(tmp_path, docs[:500])
    with store.write() as writer:
        writer.replace_file(MemoryFile("journal/s2", "h", "s"), [doc._replace(file="journal/s2") for doc in docs[500:]])

    plain = sum(len(doc.text.encode()) + len(terms_of(doc.text).encode()) for doc in docs[500:])
    kept = store.database.rows("SELECT sum(length(text) + length(terms)) FROM docs WHERE row > 500")[0][0]
    assert kept < plain * 0.4


def older(path: Path, docs: list[MemoryDoc]) -> None:
    """A database as the version before wrote it."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript("".join(database.MIGRATIONS[:BEFORE]) + f"PRAGMA user_version = {BEFORE};")
        lines = [f"{tables.scope_mark(doc.scope)} {terms_of(doc.text)}".rstrip() for doc in docs]
        marks = ", ".join("?" * 19)
        for row, (doc, line) in enumerate(zip(docs, lines, strict=True), 1):
            connection.execute(f"INSERT INTO docs VALUES ({marks})", (row, *row_of(doc), line))
            if doc.forgotten_at is None:
                connection.execute("INSERT INTO words (rowid, terms) VALUES (?, ?)", (row, line))
        living = [line for doc, line in zip(docs, lines, strict=True) if doc.forgotten_at is None]
        facts = (("docs", len(living)), ("terms", sum(line.count(" ") for line in living)))
        connection.executemany("INSERT INTO facts VALUES (?, ?)", facts)
        connection.execute("INSERT INTO files VALUES ('journal/s1', 'h', 's')")
        connection.execute("INSERT INTO speakers VALUES ('agent:main', 'Ines')")
        connection.commit()


def test_an_older_database_keeps_every_doc_and_finds_the_same(tmp_path: Path) -> None:
    docs = [*turns(600), *(doc for doc in others() if doc.file)]
    fresh = filled(tmp_path / "fresh", docs)
    (tmp_path / "older").mkdir()
    older(tmp_path / "older" / "state.sqlite", docs)
    size = (tmp_path / "older" / "state.sqlite").stat().st_size

    store = opened(tmp_path / "older")

    assert store.problem == ""
    assert all_docs(store) == sorted(docs, key=lambda doc: doc.id)
    assert store.database.is_sound()
    for words in ("crane 17", "船长 发动机", "boat"):
        terms = terms_of(words).split()
        assert store.index().by_words(terms, EVERYTHING, 50) == fresh.index().by_words(terms, EVERYTHING, 50)
    assert store.database.rows("SELECT count(*) FROM docs WHERE typeof(text) = 'blob'")[0][0] >= 600
    store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    assert (tmp_path / "older" / "state.sqlite").stat().st_size < size * 0.75


def test_turns_of_an_older_database_are_replaced_and_leave_no_word(tmp_path: Path) -> None:
    older(tmp_path / "state.sqlite", turns(600))
    store = opened(tmp_path)

    with store.write() as writer:
        writer.replace_file(MemoryFile("journal/s1", "h2", "s"), [turn(0, "only a lighthouse is left")])

    assert [doc.text for doc in store.select()] == ["only a lighthouse is left"]
    assert store.index().by_words(["crane"], EVERYTHING, 9) == []
    assert store.index().frequencies(["harbour", "crane"]) == {"harbour": 0, "crane": 0}


def test_a_forgotten_turn_is_found_no_more_and_comes_back_whole(tmp_path: Path) -> None:
    docs = turns(300)
    store = filled(tmp_path, docs)

    with store.write() as writer:
        writer.put([docs[7]._replace(forgotten_at=NOW)])
    gone = store.index().by_words(["crane", "7"], EVERYTHING, 500)
    with store.write() as writer:
        writer.put([docs[7]])

    rows = store.rows_of(["turn-7"])
    assert rows["turn-7"] not in gone
    assert rows["turn-7"] in store.index().by_words(["crane", "7"], EVERYTHING, 500)
    assert store.get("turn-7").text == docs[7].text


def test_what_was_said_once_is_in_no_dictionary(tmp_path: Path) -> None:
    """A dictionary stays when the turns that it was made of go."""
    docs = [*turns(400), turn(900, "my password is correct-horse-battery-staple")]

    store = filled(tmp_path, docs)

    ((content,),) = store.database.rows("SELECT content FROM dictionaries")
    assert b"harbour" in content
    assert b"horse" not in content
    assert b"password" not in content


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE docs SET text = x'01ffffff' WHERE id = 'turn-5'",
        "UPDATE docs SET text = x'' WHERE id = 'turn-5'",
        "DELETE FROM dictionaries",
        "DELETE FROM names WHERE name = 'agent:main'",
    ],
)
def test_what_cannot_be_unpacked_is_damage_and_built_anew(tmp_path: Path, damage: str) -> None:
    filled(tmp_path, [*turns(600), others()[0]]).close()
    with contextlib.closing(sqlite3.connect(tmp_path / "state.sqlite")) as connection:
        connection.execute(damage)
        connection.commit()
    store = opened(tmp_path)

    with pytest.raises(DamagedError):
        store.select(limit=1_000)

    again = opened(tmp_path)
    assert [doc.id for doc in again.select()] == ["own"]
    assert again.files() == {}, "sessions are indexed again from their journals"


def test_a_write_that_failed_takes_its_dictionary_along(tmp_path: Path) -> None:
    store = filled(tmp_path, [])

    def fails(writer: DocWriter) -> None:
        assert isinstance(writer, tables.SqliteDocWriter)
        writer.replace_file(MemoryFile("journal/s1", "h", "s"), turns(600))
        writer.finish()
        raise InputError("no more")

    with pytest.raises(InputError):
        store.in_one_write(fails)

    with store.write() as writer:
        writer.replace_file(MemoryFile("journal/s1", "h", "s"), turns(600))

    assert len(opened(tmp_path).select()) == 600


def test_an_old_dictionary_still_reads_what_it_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "GROWTH", 1)
    store = filled(tmp_path, turns(300))
    words = "valves pumps leak again every winter because engineers ignored gaskets"
    told = [" ".join(order) for order in permutations(words.split(), 4)]
    later = [turn(n, f"{n}: {told[n]}") for n in range(1_000, 1_700)]
    for number, start in enumerate(range(0, 700, 350)):
        with store.write() as writer:
            pieces = [doc._replace(file=f"journal/t{number}") for doc in later[start : start + 350]]
            writer.replace_file(MemoryFile(f"journal/t{number}", "h", "s"), pieces)

    assert store.database.rows("SELECT count(*) FROM dictionaries")[0][0] >= 2
    texts = {doc.text for doc in opened(tmp_path).select(limit=2_000)}
    assert texts == {doc.text for doc in [*turns(300), *later]}


ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=80) | st.text("的修理发动机 ab\0\x01", max_size=40)


@given(ANY_TEXT, ANY_TEXT)
def test_any_text_and_terms_are_unpacked_as_they_were(text: str, terms: str) -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        value = Packing(connection).packed(text, terms)

        assert isinstance(value, str) or Packing(connection).unpacked(value) == (text, terms)
        assert isinstance(value, bytes) or value == text


@given(ANY_TEXT)
def test_short_terms_are_the_same_terms(text: str) -> None:
    for terms in (text, terms_of(text)):
        assert "\x01" in terms or long_terms(short_terms(terms)) == terms
