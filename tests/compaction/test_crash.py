"""A process that dies at any write, and two that write at once: old or new, never half, and the next run succeeds."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from context_memory.compaction.files.session_records import SessionRecords
from context_memory.compaction.outcomes import Compacted
from context_memory.storage import places
from context_memory.storage.archive import Archive

from ..compaction_sessions import compact, long_session, said, tree, view
from ..conftest import SCRIPTS

PRELUDE = """
import os, sys
sys.path[:0] = sys.argv[1:3]
from pathlib import Path
from tests.compaction_sessions import compact, compacted, long_session
folder = Path(sys.argv[3])
"""

DIE = """
def dying(call, at):
    def at_this_write(*arguments, **named):
        global count
        count += 1
        if count == at:
            os._exit(9)
        return call(*arguments, **named)
    return at_this_write

for at in range(1, 100):
    here = folder / str(at)
    (here / "memories").mkdir(parents=True)
    (here / "memories" / "context.md").write_text("# the task of yesterday\\n")
    if not (child := os.fork()):
        count = 0
        os.fsync = lambda descriptor: None
        os.replace, os.link, os.fsync = (dying(call, at) for call in (os.replace, os.link, os.fsync))
        compacted(long_session(6).build(), here, budget=4_000)
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        break
"""

TOGETHER = """
outcome = compact(long_session(6).build(), folder, budget=4_000)
print(type(outcome).__name__)
"""


def child(program: str, folder: Path, *more: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", PRELUDE + program, str(SCRIPTS), str(SCRIPTS.parent), str(folder)]
    return subprocess.Popen([*command, *map(str, more)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def whole_lines(path: Path) -> list[dict[str, object]]:
    """Every line of a JSON Lines file; a torn one raises."""
    if not path.exists():
        return []
    text = path.read_text()
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines() if line]


@pytest.mark.slow
def test_a_death_at_any_write_leaves_a_state_that_the_next_run_can_use(tmp_path, monkeypatch):
    monkeypatch.setattr("os.fsync", lambda descriptor: None)  # the next runs need not wait for the disk
    with child(DIE, tmp_path) as process:
        _, err = process.communicate(timeout=300)

    assert process.returncode == 0, err.decode()
    folders = sorted(tmp_path.glob("[0-9]*"), key=lambda folder: int(folder.name))
    assert len(folders) > 10
    for folder in folders:
        check(folder)


def check(folder: Path) -> None:
    """The old snapshot or the new one, nothing torn, and the same session compacts now."""
    context = (folder / "memories" / "context.md").read_text()
    assert context == "# the task of yesterday\n" or context.startswith("# Context snapshot")
    where = places.of_workspace(folder)
    for path in (where.audit, where.sessions / "index.jsonl"):
        whole_lines(path)
    for path in where.sessions.glob("[0-9a-f]*.json"):
        json.loads(path.read_text())
    for entry in Archive(where.archive).entries():
        Archive(where.archive).get(entry.handle)
    assert all(Path(name).name.startswith(".") for name in tree(folder) if name.endswith(".tmp"))
    outcome = compact(long_session(6).build(), folder, budget=4_000)
    assert isinstance(outcome, Compacted)
    assert Archive(where.archive).get(outcome.archive)
    again = compact(view(outcome, *said("Go on.", "And on.")), folder, budget=4_000)
    assert isinstance(again, Compacted)
    assert again.memory.compactions == 2


def test_two_processes_on_one_session_and_workspace_both_end_well(tmp_path):
    processes = [child(TOGETHER, tmp_path) for _ in range(3)]
    ended = [process.communicate(timeout=300) for process in processes]

    assert [process.returncode for process in processes] == [0, 0, 0], ended
    assert {out for out, _ in ended} == {b"Compacted\n"}
    where = places.of_workspace(tmp_path)
    assert [line["action"] for line in whole_lines(where.audit)].count("compact") == 3
    index = whole_lines(where.sessions / "index.jsonl")
    assert len({str(line["key"]) for line in index}) == 1
    assert not SessionRecords(where.sessions).problems
    assert not [path for path in tree(tmp_path) if path.endswith(".tmp")]
    archived = Archive(where.archive)
    assert all(archived.get(entry.handle) for entry in archived.entries())
