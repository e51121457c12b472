"""Processes that open a new database at once wait for one another; one that was exchanged is not used."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from context_memory.errors import NotReadyError
from context_memory.storage import sqlite

SCRIPTS = Path(__file__).parent.parent.parent / "scripts"
OPEN = """
import sys
from pathlib import Path
from context_memory.storage.sqlite import Database, Schema
database = Database(Path(sys.argv[1]) / "state.sqlite", Schema("test", 1, {"x": "(id INTEGER PRIMARY KEY)"}))
print("ready", flush=True)
sys.stdin.readline()
with database.write() as connection:
    connection.execute("INSERT INTO x DEFAULT VALUES")
database.close()
"""


def test_four_processes_may_open_a_new_database_at_once(tmp_path: Path) -> None:
    for number in range(6):
        folder = tmp_path / str(number)
        folder.mkdir()
        started = [
            subprocess.Popen(
                [sys.executable, "-c", OPEN, str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={"PYTHONPATH": str(SCRIPTS)},
            )
            for _ in range(4)
        ]
        for process in started:
            assert process.stdout is not None
            process.stdout.readline()
        ended = [process.communicate(b"\n") for process in started]

        assert [process.returncode for process in started] == [0] * 4, ended


@pytest.fixture(params=["as it is", "as on macOS"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A Linux whose descriptors tell their paths as those of macOS do; there both are the system itself."""
    if request.param == "as on macOS" and sys.platform == "linux":
        asked = fcntl.fcntl

        def control(descriptor: int, command: int, given: Any = 0) -> Any:
            if command != 50:
                return asked(descriptor, command, given)
            return os.fsencode(os.readlink(f"/proc/self/fd/{descriptor}")).ljust(len(given), b"\0")  # noqa: PTH115

        monkeypatch.setattr(fcntl, "F_GETPATH", 50, raising=False)
        monkeypatch.setattr(fcntl, "fcntl", control)
    return str(request.param)


def test_a_file_that_stands_in_the_place_of_the_database_is_not_used(tmp_path: Path, system: str) -> None:
    """SQLite opens by path; what it opened is told by its descriptor."""
    meant, planted = tmp_path / "state.sqlite", tmp_path / "planted"
    before = sqlite.prepared(meant)
    meant.rename(tmp_path / "aside")
    planted.touch()
    planted.rename(meant)
    with pytest.raises(NotReadyError, match="was replaced"):
        sqlite.connect(meant, before, 1.0)

    again = sqlite.connect(meant, sqlite.prepared(meant), 1.0)
    assert again.execute("SELECT 1").fetchone() == (1,), system
    again.close()
