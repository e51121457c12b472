"""Fixtures shared by all tests."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from context_memory.testing.postgres import PostgresServer

REPOSITORY = Path(__file__).parent.parent
SCRIPTS = REPOSITORY / "scripts"


_EMPTY = """
DO $$ DECLARE tables text; BEGIN
    SELECT string_agg(format('context_memory.%I', tablename), ', ') INTO tables
    FROM pg_tables WHERE schemaname = 'context_memory' AND tablename <> 'migrations';
    IF tables IS NOT NULL THEN EXECUTE 'TRUNCATE ' || tables || ' RESTART IDENTITY'; END IF;
END $$
"""


class MarkdownSnapshot(SingleFileSnapshotExtension):
    """One readable .md file per snapshot."""

    file_extension = "md"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def markdown_snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compare text with tests/__snapshots__/<test module>/<test name>.md."""
    return snapshot.use_extension(MarkdownSnapshot)


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the state folder or the settings of whoever runs it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state-home"))
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CONTEXT_MEMORY_EMBEDDER_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def bare_script():  # type: ignore[no-untyped-def]
    """Run scripts/<name>.py with an interpreter that sees no installed package."""

    def run(name: str, *arguments: str, stdin: str | bytes = b"", env: dict[str, str] | None = None):  # type: ignore[no-untyped-def]
        import os

        return subprocess.run(
            [sys.executable, "-S", str(SCRIPTS / f"{name}.py"), *arguments],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            timeout=60,
            check=False,
            env={**os.environ, **(env or {})},
        )

    return run


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL with pgvector of this test run alone; it ends with it, however that ends."""
    with PostgresServer() as server:
        yield server


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> str:
    """The address of a new database."""
    return postgres_server.new_database()


@pytest.fixture(scope="session")
def _shared_postgres(postgres_server: PostgresServer) -> str:
    return postgres_server.new_database()


@pytest.fixture
def empty_postgres(postgres_server: PostgresServer, _shared_postgres: str) -> str:
    """The address of a database whose tables are there and empty: faster than a new one."""
    database = _shared_postgres.partition("/memory_")[2].partition("?")[0]
    postgres_server.sql(_EMPTY, f"memory_{database}")
    return _shared_postgres
