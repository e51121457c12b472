"""Docs on disk: identity, journal, rebuild, concurrency, memory files."""

import json
import multiprocessing
import os
import signal
import sqlite3
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory import ContextMemory
from context_memory.cli import main
from context_memory.errors import InputError, RefusedError
from context_memory.memory import doc_requests
from context_memory.memory.assembly import open_store
from context_memory.memory.docs import Kind, Scope, Tier, id_of_text
from context_memory.memory.indexing import file_chunks
from context_memory.memory.indexing.services import index_files
from context_memory.memory.ports import EVERYTHING, Filter
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import Remembered, forget, pin, remember
from context_memory.memory.standing import SUPERSEDED
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places
from context_memory.workspace.files import memory_files

NOW = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteDocStore]:
    opened = open_store(places.of_workspace(tmp_path))
    yield opened
    opened.close()


def put(store: SqliteDocStore, *lines: dict[str, object], now: datetime = NOW) -> list[Remembered]:
    return list(remember(store, (doc_requests.request_of(line, now) for line in lines), now))


def found(store: SqliteDocStore, query: str, **known: object) -> list[str]:
    search = Search(query, NOW, limit=20)._replace(**known)  # type: ignore[arg-type]
    return [hit.doc.text for hit in Recall(store).find(search).hits]


# -- identity ---------------------------------------------------------------------------------------


def test_the_same_fact_told_three_times_is_one_doc(store: SqliteDocStore) -> None:
    told = put(store, {"text": "Tea at five"}, {"text": "tea  at FIVE."}, {"text": "Ｔｅａ at five"})

    assert len({each.doc.id for each in told}) == 1
    assert [each.outcome for each in told] == ["added", "refreshed", "refreshed"]
    assert store.get(told[0].doc.id).access_count == 2  # type: ignore[union-attr]


def test_an_id_is_the_same_on_every_machine() -> None:
    assert id_of_text(Scope("agent:main"), Kind.FACT, "Tea at five") == "239cd609-ad11-503d-b797-ba8981921e46"


@given(st.text(max_size=60))
def test_any_text_has_a_stable_id(text: str) -> None:
    scope = Scope("agent:main")

    assert id_of_text(scope, Kind.FACT, text) == id_of_text(scope, Kind.FACT, f"  {text} ")


def test_numbers_and_signs_keep_facts_apart(store: SqliteDocStore) -> None:
    told = put(
        store, {"text": "port 80.80"}, {"text": "port 8080"}, {"text": "port -8080"}, {"text": "C++"}, {"text": "C"}
    )

    assert len({each.doc.id for each in told}) == 5


def test_scope_and_kind_are_part_of_what_a_fact_is(store: SqliteDocStore) -> None:
    told = put(store, {"text": "a b"}, {"text": "a b", "scope": "other"}, {"text": "a b", "kind": "preference"})

    assert len({each.doc.id for each in told}) == 3


def test_two_turns_may_say_the_same(store: SqliteDocStore) -> None:
    told = put(store, *({"text": "Ines: thanks!", "session": "s", "seq": seq} for seq in (1, 2)))

    assert len({each.doc.id for each in told}) == 2
    assert {each.doc.kind for each in told} == {Kind.TURN}
    assert told[0].doc.speaker == "Ines"


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("Ines Prado: the keys hang by the door", "Ines Prado"),
        ("Joana da Silva: I take the late train", "Joana da Silva"),
        ("晓梅：我明天不去", "晓梅"),
        ("user: run it again", "user"),
        ("Please remember: the keys hang by the door", ""),
        ("Remember: the keys hang by the door", ""),
        ("One more thing: the keys hang by the door", ""),
        ("The keys: by the door", ""),
        ("请记住：钥匙挂在门边", ""),
        ("记住：钥匙挂在门边", ""),
        ("关于明天部署的安排：先停服务", ""),
    ],
)
def test_what_stands_before_a_colon_is_a_speaker_where_it_is_a_name(
    store: SqliteDocStore, text: str, speaker: str
) -> None:
    told = put(store, {"text": text, "session": "s", "seq": 1})

    assert told[0].doc.speaker == speaker


def test_a_given_id_is_kept_and_writing_it_again_replaces_the_text(store: SqliteDocStore) -> None:
    put(store, {"text": "first words", "id": "D1:3"})

    again = put(store, {"text": "second thoughts", "id": "D1:3"})[0]

    assert (again.doc.id, again.outcome) == ("D1:3", "replaced")
    assert store.index().by_words(["word"], EVERYTHING, 9) == []
    assert found(store, "thoughts") == ["second thoughts"]


def test_a_new_value_of_an_entity_supersedes_the_old_one(store: SqliteDocStore) -> None:
    old = put(store, {"text": "User's address: Shanghai, road 5", "kind": "entity"})[0]
    new = put(store, {"text": "User's address: Hangzhou, road 7", "kind": "entity"})[0]

    assert new.superseded == (old.doc.id,)
    kept = store.get(old.doc.id)
    assert kept is not None
    assert (kept.tier, kept.pinned, kept.importance, kept.tags) == (Tier.WORKING, False, 0.3, (SUPERSEDED,))
    assert [text[16:24] for text in found(store, "user's address")] == ["Hangzhou", "Shanghai"]


# -- what a line may hold ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ({}, "missing"),
        ({"text": "  "}, "missing"),
        ({"text": 5}, "not a text"),
        ({"text": "a", "seq": "x"}, "seq"),
        ({"text": "a", "seq": 2**70}, "seq"),
        ({"text": "a", "created_at": "soon"}, "created_at"),
        ({"text": "a", "created_at": 1e300}, "created_at"),
        ({"text": "a", "created_at": [1]}, "created_at"),
        ({"text": "a", "id": ["x"]}, "id"),
        ({"text": "x" * 1_000_001}, "characters"),
    ],
)
def test_a_line_that_cannot_be_used_says_why(line: dict[str, object], fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        doc_requests.request_of(line, NOW)


@pytest.mark.parametrize(
    "value", ["2023-05-08T13:56:00Z", "2023-05-08 13:56", 1683554160, 1683554160000, "1:56 pm on 8 May, 2023"]
)
def test_times_are_understood_as_they_come(value: object) -> None:
    assert doc_requests.moment_of(value, NOW) == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def test_a_kind_is_written_in_any_case_and_a_bare_scope_is_an_agents() -> None:
    request = doc_requests.request_of({"text": "a", "kind": " Fact ", "scope": " bob "}, NOW)

    assert (request.doc.kind, request.doc.scope) == (Kind.FACT, "agent:bob")
    with pytest.raises(InputError, match="there is no kind 'weird'"):
        doc_requests.request_of({"text": "a", "kind": "weird"}, NOW)


@pytest.mark.parametrize("text", ["\x00 nul", "a\u2028b", "'); DROP TABLE docs; --", "𠀀𠀁"])
def test_any_text_comes_back_as_it_was(store: SqliteDocStore, text: str) -> None:
    doc = put(store, {"text": text})[0].doc

    assert store.get(doc.id).text == text.strip()  # type: ignore[union-attr]


def test_half_a_surrogate_pair_becomes_the_replacement_character(store: SqliteDocStore) -> None:
    put(store, {"text": "\ud800 half", "id": "\udfff", "source": "\ud800"})

    assert found(store, "half \ud800") == ["\ufffd half"]


# -- journal and database ---------------------------------------------------------------------------


def test_a_deleted_database_is_rebuilt_to_the_same_ranking(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("# M\n\n- the tea is green\n- the pot is blue\n")
    where = places.of_workspace(tmp_path)
    store = open_store(where)
    put(store, *({"text": f"green tea number {n} of the shop", "session": "s", "seq": n} for n in range(30)))
    recall = Recall(store)
    index_files.update(store, tmp_path)
    hits = recall.find(Search("which green tea", NOW, limit=20)).hits
    recall.note_given([hits[0].doc])
    recall.save_given(NOW)
    before = [hit.doc.id for hit in Recall(store).find(Search("which green tea", NOW, limit=20)).hits]
    store.close()

    for path in where.state.glob("state.sqlite*"):
        path.unlink()
    again = open_store(where)
    index_files.update(again, tmp_path)

    assert [hit.doc.id for hit in Recall(again).find(Search("which green tea", NOW, limit=20)).hits] == before
    assert again.get(hits[0].doc.id).access_count == 1  # type: ignore[union-attr]
    assert again.problem == ""
    again.close()


@pytest.mark.parametrize("damage", [b"not a database at all " * 300, b"SQLite format 3\0" + b"\xff" * 5_000])
def test_a_damaged_database_is_said_set_aside_and_built_anew(tmp_path: Path, damage: bytes) -> None:
    where = places.of_workspace(tmp_path)
    store = open_store(where)
    put(store, {"text": "green tea"})
    store.close()
    database = where.state / "state.sqlite"
    for path in where.state.glob("state.sqlite-*"):
        path.unlink()
    database.write_bytes(damage)

    again = open_store(where)

    assert "set aside as state.sqlite.corrupt" in again.problem
    assert (where.state / "state.sqlite.corrupt").read_bytes() == damage
    assert found(again, "tea") == ["green tea"]
    again.close()


def test_a_page_that_is_damaged_inside_is_found_by_the_search_that_needs_it(tmp_path: Path) -> None:
    where = places.of_workspace(tmp_path)
    store = open_store(where)
    put(store, *({"text": f"green tea number {n} of the long list of teas"} for n in range(400)))
    store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    database = where.state / "state.sqlite"
    content = bytearray(database.read_bytes())
    content[4096 * 4 :] = b"\xee" * (len(content) - 4096 * 4)
    database.write_bytes(bytes(content))

    again = open_store(where)
    damaged = again.rebuild_if_damaged() or bool(again.problem)

    assert damaged
    assert "set aside as state.sqlite.corrupt" in again.problem
    assert len(found(again, "green tea")) == 20
    again.close()


def test_a_torn_or_foreign_line_of_the_journal_is_passed_over_and_told(tmp_path: Path) -> None:
    where = places.of_workspace(tmp_path)
    store = open_store(where)
    put(store, {"text": "green tea"})
    store.close()
    with store.journal.open("ab") as file:
        file.write(b'{"put": {"id": 3}}\nnull\n' + b"[" * 50_000 + b'\n{"put": {"id": "torn')

    again = open_store(where)
    put(again, {"text": "black tea"})

    assert "3 unreadable lines" in again.problem
    assert sorted(found(again, "tea")) == ["black tea", "green tea"]
    again.close()


def test_what_was_journalled_and_not_applied_is_taken_in(tmp_path: Path) -> None:
    first, second = open_store(places.of_workspace(tmp_path)), open_store(places.of_workspace(tmp_path / "other"))
    put(second, {"text": "from a writer that died"})
    with first.journal.open("ab") as file:
        file.write(second.journal.read_bytes())

    first.refresh()

    assert found(first, "writer") == ["from a writer that died"]
    first.close()
    second.close()


def test_files_are_private(store: SqliteDocStore) -> None:
    put(store, {"text": "secret"})

    for path in (store.journal, store.database.path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_journal_that_is_a_link_is_refused(tmp_path: Path) -> None:
    where = places.of_workspace(tmp_path / "w")
    where.state.mkdir(parents=True)
    (tmp_path / "elsewhere").write_text("")
    (where.state / "docs.jsonl").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(RefusedError, match="symlink"):
        open_store(where)


def _write(folder: Path, name: str, count: int) -> None:
    store = open_store(places.of_workspace(folder))
    for number in range(count):
        put(store, {"text": f"note {number} of writer {name}"})
        Recall(store).find(Search(f"writer {name}", NOW))
    store.close()


def test_eight_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write, args=(tmp_path, str(n), 12)) for n in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(300)

    assert {writer.exitcode for writer in writers} == {0}
    store = open_store(places.of_workspace(tmp_path))
    assert sum(store.counts()["tier"].values()) == 96
    assert store.database.rows("PRAGMA integrity_check")[0][0] == "ok"
    store.database.rows("INSERT INTO words (words) VALUES ('integrity-check')")
    store.close()


def test_a_writer_that_is_killed_leaves_whole_docs(tmp_path: Path) -> None:
    open_store(places.of_workspace(tmp_path)).close()
    writer = multiprocessing.get_context("fork").Process(target=_write, args=(tmp_path, "k", 100_000))
    writer.start()
    journal = places.of_workspace(tmp_path).state / "docs.jsonl"
    while not journal.exists() or journal.stat().st_size < 2_000:
        pass
    os.kill(writer.pid or 0, signal.SIGKILL)
    writer.join()

    store = open_store(places.of_workspace(tmp_path))
    put(store, {"text": "after the kill"})

    told = [json.loads(line)["put"]["id"] for line in journal.read_text().splitlines() if line.startswith('{"put')]
    assert len(store.get_many(told)) == len(set(told))
    assert found(store, "after the kill")[0] == "after the kill"
    store.close()


# -- changes on request -----------------------------------------------------------------------------


def test_forgetting_takes_a_doc_out_of_search_and_undo_brings_it_back(store: SqliteDocStore) -> None:
    doc = put(store, {"text": "green tea"})[0].doc

    forget(store, [doc.id[:8]], NOW)
    gone = found(store, "tea")
    forget(store, [doc.id], NOW, undo=True)

    assert (gone, found(store, "tea")) == ([], ["green tea"])
    assert store.get(doc.id) == doc


def test_turns_that_say_just_what_is_forgotten_go_with_it_and_come_back_with_it(store: SqliteDocStore) -> None:
    fact, _, _ = put(
        store,
        {"text": "my cat is called Miso", "kind": "fact"},
        {"text": "Please remember my cat is called Miso", "kind": "turn", "session": "s", "seq": 1},
        {"text": "My cat is called Miso and my dog Rex", "kind": "turn", "session": "s", "seq": 2},
    )

    gone = forget(store, [fact.doc.id], NOW)
    left = found(store, "cat")
    back = forget(store, [fact.doc.id], NOW, undo=True)

    assert [doc.text for doc in gone] == ["my cat is called Miso", "Please remember my cat is called Miso"]
    assert left == ["My cat is called Miso and my dog Rex"]
    assert [doc.id for doc in back] == [doc.id for doc in gone]
    assert len(found(store, "cat")) == 3


def test_bullets_of_notes_that_say_just_what_is_forgotten_go_with_it(store: SqliteDocStore, tmp_path: Path) -> None:
    (tmp_path / "w" / "memory").mkdir(parents=True)
    bullets = "- Constraint: never fly Kestrel Air\n- Asked: book Kestrel Air to Oslo\n- 约束：发票一律用欧元\n"
    mark = "<!-- context-memory:flush 0123456789ab session=s messages=3 -->\n"
    (tmp_path / "w" / "memory" / "2026-03-02.md").write_text(f"# 2026-03-02\n\n## 10:00 — Oslo\n\n{mark}{bullets}")
    index_files.update(store, tmp_path / "w")
    rule, zh = put(store, {"text": "never fly Kestrel Air"}, {"text": "发票一律用欧元"})

    gone = forget(store, [rule.doc.id, zh.doc.id], NOW)
    left = found(store, "Kestrel Air")
    back = forget(store, [rule.doc.id, zh.doc.id], NOW, undo=True)

    assert [doc.text.strip("- ") for doc in gone[2:]] == ["Constraint: never fly Kestrel Air", "约束：发票一律用欧元"]
    assert ["book Kestrel Air" in text for text in left] == [True]
    assert len(back) == len(gone)


def test_forgetting_what_is_unknown_forgets_nothing(store: SqliteDocStore) -> None:
    doc = put(store, {"text": "green tea"})[0].doc

    with pytest.raises(InputError, match="no doc"):
        forget(store, [doc.id, "deadbeef"], NOW)

    assert found(store, "tea") == ["green tea"]


def test_a_pin_lifts_to_core_and_unpinning_goes_back(store: SqliteDocStore) -> None:
    doc = put(store, {"text": "green tea", "kind": "note"})[0].doc

    pinned = pin(store, doc.id, NOW, pinned=True).after
    unpinned = pin(store, doc.id, NOW, pinned=False).after

    assert (pinned.tier, pinned.pinned) == (Tier.CORE, True)
    assert not unpinned.pinned


def test_a_dry_run_changes_nothing(store: SqliteDocStore) -> None:
    doc = put(store, {"text": "green tea"})[0].doc
    before = store.journal.read_bytes()

    pin(store, doc.id, NOW, pinned=True, dry_run=True)
    forget(store, [doc.id], NOW, dry_run=True)

    assert store.journal.read_bytes() == before
    assert store.get(doc.id) == doc


def test_a_handle_that_means_several_docs_names_them(store: SqliteDocStore) -> None:
    put(store, {"text": "a", "id": "D1:33"}, {"text": "b", "id": "D1:34"})

    assert store.by_handle("D1:33").text == "a"
    with pytest.raises(InputError, match="means 2 docs"):
        store.by_handle("D1:3")
    with pytest.raises(InputError, match="too short"):
        store.by_handle("D")


# -- memory files -----------------------------------------------------------------------------------

MEMORY = """# Memory

## Tech Stack
- Python 3.12 <!-- importance: 9 -->
- 数据库用 PostgreSQL

```
## not a heading
```

A paragraph
of two lines.
"""


def test_a_file_is_cut_at_bullets_and_paragraphs_with_their_heading() -> None:
    pieces = file_chunks.cut(MEMORY)

    assert [(piece.text, piece.first, piece.last, piece.importance) for piece in pieces] == [
        ("Tech Stack: Python 3.12", 4, 4, 0.9),
        ("Tech Stack: 数据库用 PostgreSQL", 5, 5, None),
        ("Tech Stack: ```\n## not a heading\n```", 7, 9, None),
        ("Tech Stack: A paragraph\nof two lines.", 11, 12, None),
    ]


@given(st.text(max_size=500))
def test_any_file_is_cut_into_pieces_of_its_own_lines(text: str) -> None:
    for piece in file_chunks.cut(text):
        assert 1 <= piece.first <= piece.last <= text.count("\n") + 1


def test_a_giant_line_makes_bounded_pieces() -> None:
    assert all(len(piece.text) < 10_000 for piece in file_chunks.cut("x" * 2_000_000 + "\n" + "y " * 500_000))


def test_the_index_follows_the_files(tmp_path: Path, store: SqliteDocStore) -> None:
    (tmp_path / "MEMORY.md").write_text(MEMORY, encoding="utf-8")
    (tmp_path / "memory" / "2026").mkdir(parents=True)
    note = tmp_path / "memory" / "2026" / "2026-03-01.md"
    note.write_text("- 东升 fixed the staging server\n", encoding="utf-8")

    first = index_files.update(store, tmp_path)
    nothing = index_files.update(store, tmp_path)
    note.write_text("- the staging server burnt down\n", encoding="utf-8")
    changed = index_files.update(store, tmp_path)

    assert (first.changed, nothing.changed, changed.changed) == (
        ("MEMORY.md", "memory/2026/2026-03-01.md"),
        (),
        ("memory/2026/2026-03-01.md",),
    )
    assert found(store, "东升") == []
    assert found(store, "burnt") == ["the staging server burnt down"]
    note.unlink()
    assert index_files.update(store, tmp_path).removed == ("memory/2026/2026-03-01.md",)
    assert found(store, "burnt") == []


def test_an_old_dated_note_is_found_like_a_new_one(tmp_path: Path, store: SqliteDocStore) -> None:
    (tmp_path / "memory").mkdir()
    for day in ("2021-01-01", "2026-11-19"):
        (tmp_path / "memory" / f"{day}.md").write_text(f"- the boiler of {day} leaks\n")
    index_files.update(store, tmp_path)

    hits = Recall(store).find(Search("which boiler leaks", NOW)).hits

    assert {hit.doc.created_at.year for hit in hits} == {2021, 2026}
    assert abs(hits[0].score - hits[1].score) <= 0.02


def test_links_out_of_the_workspace_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("- the password is tea\n")
    workspace = tmp_path / "w"
    (workspace / "memory").mkdir(parents=True)
    (workspace / "memory" / "x.md").symlink_to(tmp_path / "secret.md")
    (workspace / "memories").symlink_to(tmp_path)
    os.mkfifo(workspace / "memory" / "pipe.md")
    store = open_store(places.of_workspace(workspace))

    assert index_files.update(store, workspace).files == 0
    store.close()


def test_a_piece_of_a_file_is_changed_in_its_file(tmp_path: Path, store: SqliteDocStore) -> None:
    (tmp_path / "MEMORY.md").write_text(MEMORY, encoding="utf-8")
    index_files.update(store, tmp_path)
    piece = store.select(Filter(kind=Kind.SECTION))[0]

    with pytest.raises(RefusedError, match="is a piece of"):
        pin(store, piece.id, NOW, pinned=True)


def test_the_database_needs_no_newer_sqlite() -> None:
    assert sqlite3.sqlite_version_info >= (3, 37)


def test_pages_about_the_person_and_the_agent_are_found(tmp_path: Path, store: SqliteDocStore) -> None:
    """A question for the user's own timezone found nothing."""
    (tmp_path / "USER.md").write_text("# USER\n- Timezone: Europe/Lisbon\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("# README\n- Timezone: none\n", encoding="utf-8")

    indexed = index_files.update(store, tmp_path)
    hits = Recall(store).find(Search("which timezone am I in", datetime(2026, 11, 20, tzinfo=UTC))).hits

    assert indexed.changed == ("USER.md",)
    assert [hit.doc.source for hit in hits] == ["USER.md#L2"]


def test_a_memory_file_that_is_too_large_is_told_of_where_it_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(memory_files, "LARGEST_FILE", 1_000)
    (tmp_path / "MEMORY.md").write_text("# Memory\n" + "- The gate is blue\n" * 100, encoding="utf-8")
    (tmp_path / "USER.md").write_text("# User\n- Likes tea\n", encoding="utf-8")
    told = "MEMORY.md is not searched: it has more than 1,000 bytes"

    with ContextMemory(tmp_path) as memory:
        found = memory.recall("Which colour is the gate?")
    assert (found.hits, [each.partition(";")[0] for each in found.warnings]) == ((), [told])
    for words in ("memory index", "memory status"):
        assert main([*words.split(), "--workspace", str(tmp_path)]) == 0
        assert told in " ".join(capsys.readouterr().err.split()), words
