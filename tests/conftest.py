"""Fixtures shared by all tests."""

import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

REPOSITORY = Path(__file__).parent.parent
SCRIPTS = REPOSITORY / "scripts"


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
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
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
