"""Processes that open a new database at the same moment wait for one another."""

import subprocess
import sys
from pathlib import Path

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
