"""Docs move between files and a server and stay what they are."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.memory.assembly import open_store
from context_memory.memory.docs import Kind, MemoryDoc, Scope, Tier
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import DocStore, MemoryFile
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services import store_migration
from context_memory.memory.services.store_migration import Migrated, Order, migrate
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing import HashingEmbedder

NOW = datetime(2026, 11, 20, 1, 2, 3, 456789, tzinfo=UTC)
EMBEDDER = HashingEmbedder(48)
Open = Callable[[str], DocStore]


def docs() -> list[MemoryDoc]:
    """Some of everything that a store can hold."""
    made = [
        MemoryDoc(
            id=f"d{n}",
            scope=Scope(("agent:main", "agent:main:chat", "agent:bob")[n % 3]),
            kind=list(Kind)[n % len(Kind)],
            text=f"fact {n} about tea \0 茶 {n * n}",
            tier=list(Tier)[n % 3],
            importance=n / 30,
            pinned=n % 5 == 0,
            access_count=n,
            created_at=NOW - timedelta(days=n, microseconds=n),
            accessed_at=NOW - timedelta(hours=n),
            tags=("superseded", "x") if n % 4 == 0 else (),
            session="s" if n % 2 else "",
            seq=n if n % 2 else None,
            speaker="Ines" if n % 2 else "",
            source="host",
            forgotten_at=NOW if n % 7 == 0 else None,
        )
        for n in range(30)
    ]
    return made[::-1]  # the order in which they came is not that of their ids


@pytest.fixture
def at(tmp_path: Path, empty_postgres: str) -> Iterator[Open]:
    """Opens the store of a name: `server`, or a folder."""
    made: list[DocStore] = []

    def open_it(name: str) -> DocStore:
        (tmp_path / name).mkdir(exist_ok=True)
        settings = Settings(store=empty_postgres if name == "server" else "")
        made.append(open_store(places.of_workspace(tmp_path / name), settings))
        return made[-1]

    yield open_it
    for store in made:
        store.close()


def filled(store: DocStore) -> DocStore:
    with store.write() as writer:
        writer.put(docs())
        piece = docs()[0]._replace(id="p", file="MEMORY.md", forgotten_at=None)
        writer.replace_file(MemoryFile("MEMORY.md", "h", "s"), [piece])
    VectorSearch(store, EMBEDDER).update()
    store.use_embedding(EMBEDDER.identity)
    return store


def silent(_done: Migrated) -> None:
    pass


def all_of(store: DocStore) -> list[MemoryDoc]:
    return [doc for _, doc in store.page(0, 1_000)]


@pytest.mark.parametrize("way", [("files", "server"), ("server", "files"), ("files", "elsewhere")], ids="-".join)
def test_everything_of_a_doc_its_vector_and_its_order_come_along(at: Open, way: tuple[str, str]) -> None:
    source, target = filled(at(way[0])), at(way[1])

    done = migrate(source, target, Order(), silent)

    assert (done.read, done.written, done.vectors, done.problems) == (30, 30, 25, [])
    assert done.is_verified
    assert {each.scope: each.source.docs for each in done.compared} == dict.fromkeys(
        ("agent:bob", "agent:main", "agent:main:chat"), 10
    )
    assert all_of(target) == all_of(source) == docs()
    assert target.embedding() == EMBEDDER.identity
    assert target.embeddings() == {EMBEDDER.identity: 25}
    row = target.rows_of(["d1"])["d1"]
    assert list(target.vectors(EMBEDDER.identity).kept([row])[row]) == pytest.approx(
        EMBEDDER._vector(docs()[-2].text), abs=0.001
    )
    hits = Recall(target).find(Search("tea 1", NOW, limit=9)).hits
    assert hits
    assert "p" not in [hit.doc.id for hit in hits], "pieces of files come from their files"


def test_there_and_back_again_is_the_same(at: Open) -> None:
    source, server, back = filled(at("files")), at("server"), at("back")

    migrate(source, server, Order(), silent)
    done = migrate(server, back, Order(), silent)

    assert done.is_verified
    assert all_of(back) == docs()


def test_a_second_run_writes_nothing(at: Open) -> None:
    source, target = filled(at("files")), at("server")
    migrate(source, target, Order(), silent)

    again = migrate(source, target, Order(), silent)

    assert (again.read, again.written, again.same, again.vectors) == (30, 0, 30, 0)
    assert again.is_verified


def test_a_run_that_was_interrupted_goes_on(at: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = filled(at("files")), at("server")
    monkeypatch.setattr(store_migration, "AT_ONCE", 7)

    def interrupted(done: Migrated) -> None:
        if done.read > 10 and not done.vectors:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        migrate(source, target, Order(), interrupted)
    before = len(all_of(target))
    done = migrate(source, target, Order(), silent)

    assert before == 14
    assert (done.same, done.written) == (14, 16)
    assert done.is_verified
    assert all_of(target) == docs()


def test_a_doc_that_was_changed_there_stays_and_is_reported(at: Open) -> None:
    source, target = filled(at("files")), at("server")
    migrate(source, target, Order(), silent)
    with target.write() as writer:
        writer.touch([docs()[0]._replace(access_count=99)], NOW)

    kept = migrate(source, target, Order(), silent)

    assert (kept.kept, kept.is_verified) == (1, False)
    assert [each.scope for each in kept.compared if not each.is_equal] == ["agent:bob"]
    replaced = migrate(source, target, Order(replace=True), silent)
    assert (replaced.replaced, replaced.is_verified) == (1, True)
    assert all_of(target) == docs()


def test_one_scope_and_what_lies_under_it_moves_alone(at: Open) -> None:
    source, target = filled(at("files")), at("server")

    done = migrate(source, target, Order(scope=Scope("agent:main")), silent)

    assert done.is_verified
    assert {doc.scope for doc in all_of(target)} == {"agent:main", "agent:main:chat"}


def test_a_dry_run_says_it_and_writes_nothing(at: Open) -> None:
    source, target = filled(at("files")), at("server")

    done = migrate(source, target, Order(dry_run=True), silent)

    assert (done.read, done.written) == (30, 30)
    assert all_of(target) == []
    assert target.embedding() == ""


def test_what_the_target_has_beside_stays(at: Open) -> None:
    source, target = filled(at("files")), at("server")
    other = docs()[0]._replace(id="other", text="mine")
    with target.write() as writer:
        writer.put([other])

    assert migrate(source, target, Order(), silent).is_verified
    assert target.get("other") == other


# -- the command ------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> tuple[int, str, str]:
    code = main(["memory", "migrate-store", "--workspace", str(folder), *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_moves_to_a_server_and_proves_it(
    at: Open, tmp_path: Path, empty_postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(at("files")).close()
    folder = tmp_path / "files"
    before = sha256((folder / ".context-memory" / "docs.jsonl").read_bytes()).hexdigest()

    dry, told, _ = run(capsys, folder, "--to", empty_postgres, "--dry-run")
    code, out, _ = run(capsys, folder, "--to", empty_postgres, "--json")
    text_code, text, _ = run(capsys, folder, "--to", empty_postgres)

    assert (dry, code, text_code) == (0, 0, 0)
    assert told.startswith("would be: 30 docs read: 30 written")
    result = json.loads(out.splitlines()[-1])
    assert (result["outcome"], result["written"], result["vectors"]) == ("verified", 30, 25)
    assert result["to"].startswith("postgresql://postgres@")
    assert result["scopes"]["agent:bob"]["digest"] == result["scopes"]["agent:bob"]["digest_there"]
    assert "30 there already" in text
    assert sha256((folder / ".context-memory" / "docs.jsonl").read_bytes()).hexdigest() == before


def test_a_dry_run_from_a_server_makes_no_files(
    at: Open, tmp_path: Path, empty_postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(at("server")).close()
    (tmp_path / "fresh").mkdir()

    code, out, _ = run(capsys, tmp_path / "fresh", "--from", empty_postgres, "--to", "FILES", "--dry-run", "--json")

    assert (code, list((tmp_path / "fresh").iterdir())) == (0, [])
    assert json.loads(out)["to"] == str(tmp_path / "fresh" / ".context-memory" / "state.sqlite")


def test_the_command_ends_with_3_when_the_stores_differ(
    at: Open, tmp_path: Path, empty_postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = filled(at("files")), at("server")
    with target.write() as writer:
        writer.put([docs()[3]._replace(text="something else")])
    source.close()

    code, out, err = run(capsys, tmp_path / "files", "--to", empty_postgres)

    assert code == 3
    assert "1 left as the target has them" in out
    assert "different" in out
    assert "does not hold all" in err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--to", "FILES"], 2), (["--to", "nonsense"], 2), (["--to", "postgresql://127.0.0.1:9/x?connect_timeout=2"], 2)],
)
def test_the_command_refuses_what_makes_no_sense(
    arguments: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, tmp_path, *arguments)[0] == code
