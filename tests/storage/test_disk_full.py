"""A disk that fills up: a clear error, nothing half-written that counts, and with space again all goes on.

A limit on the size of files, set in the child process, stands in for a full disk; where a small file system
of our own may be mounted, the real thing is tried as well.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from context_memory.storage.archive import Archive

from ..block_sessions import opened
from ..compaction_sessions import archived_text, long_session

SCRIPTS = Path(__file__).parent.parent.parent / "scripts"
FULL = ("File too large", "No space left on device", "disk I/O error", "disk is full")
MOUNT = """\
set -e
mount -t tmpfs -o size=1m none "$1"
mkdir "$1/workspace"
printf '# MEMORY INDEX\\n' >"$1/workspace/MEMORY.md"
dd if=/dev/zero of="$1/filler" bs=1k 2>"$3/dd" || true
truncate -s "-$2"k "$1/filler"
shift 2
out=$1
shift
code=0
"$@" >"$out/out-1" 2>"$out/err-1" || code=$?
echo "$code" >"$out/code-1"
rm "${out%/*}/disk/filler"
code=0
"$@" >"$out/out-2" 2>"$out/err-2" || code=$?
echo "$code" >"$out/code-2"
cp -R "${out%/*}/disk/workspace" "$out/workspace"
"""


def command(name: str, transcript: Path, workspace: Path) -> list[str]:
    """The command as a user gives it."""
    more = ["--force"] if name == "compact" else []
    return [
        sys.executable, "-S", str(SCRIPTS / "context-memory.py"), *name.split(),
        str(transcript), "--workspace", str(workspace), "--json", *more,
    ]  # fmt: skip


def called(line: list[str], limit: int = 0) -> subprocess.CompletedProcess[str]:
    """Run it; no file may grow beyond `limit` bytes, 0 for no limit."""
    limited: Callable[[], None] | None = None
    if limit:
        limited = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))  # noqa: E731
    return subprocess.run(line, capture_output=True, text=True, timeout=300, check=False, preexec_fn=limited)


def said(error: str, code: int) -> None:
    """What a person sees of it: which file, why, what to do; no word of a bug."""
    assert code == 3, error
    assert any(reason in error for reason in FULL)
    assert "space" in error
    assert "our bug" not in error
    assert "Traceback" not in error


def nothing_is_lost(name: str, workspace: Path, answer: str) -> None:
    """The whole session is there once, and nothing is damaged."""
    messages = long_session(20).build().messages
    if name == "compact":
        assert json.loads(answer)["outcome"] == "compacted"
        text = archived_text(workspace)
        assert all(f"handler_{i}_29" in text for i in range(15))
    else:
        with opened(workspace) as services:
            journal = services.ingester.journal("session-1")
            known = services.store.catch_up(journal)
            entries = services.store.entries(journal, 1, known.messages)
            assert [entry.message.parts for entry in entries] == [message.parts for message in messages]
            assert services.problems == []
    archive = Archive(workspace / ".context-memory" / "archive")
    assert all(archive.get(entry.handle) for entry in archive.entries())
    for path in (workspace / ".context-memory").rglob("*.jsonl"):
        assert all(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    assert not list((workspace / ".context-memory").rglob("*.tmp"))


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_text(long_session(20).openclaw(), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["blocks ingest", "compact"])
@pytest.mark.parametrize("limit", [1, 600, 20_000, 50_000])
def test_files_that_cannot_grow_are_told_and_a_retry_with_space_goes_on(
    tmp_path: Path, transcript: Path, name: str, limit: int
) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    line = command(name, transcript, workspace)

    full = called(line, limit)
    again = called(line)

    said(full.stderr, full.returncode)
    assert again.returncode == 0, again.stderr
    nothing_is_lost(name, workspace, again.stdout)


def test_a_line_for_which_there_is_no_room_is_not_written_in_part(tmp_path: Path, transcript: Path) -> None:
    log = tmp_path / "workspace" / ".context-memory" / "audit.jsonl"
    log.parent.mkdir(parents=True)
    before = b'{"action":"earlier"}\n' * 20_000
    log.write_bytes(before)

    full = called(command("compact", transcript, tmp_path / "workspace"), len(before) + 30)

    said(full.stderr, full.returncode)
    assert log.read_bytes() == before


@pytest.mark.parametrize("name", ["blocks ingest", "compact"])
@pytest.mark.parametrize("kilobytes", [0, 100])
def test_a_file_system_that_is_full_is_told_and_a_retry_with_space_goes_on(
    tmp_path: Path, transcript: Path, name: str, kilobytes: int
) -> None:
    disk, out = tmp_path / "disk", tmp_path / "out"
    disk.mkdir()
    out.mkdir()
    apart = namespace(disk)
    if not apart:
        pytest.skip("no file system may be mounted here, not even in a user namespace")

    line = command(name, transcript, disk / "workspace")
    script = [*apart, "sh", "-c", MOUNT, "sh", str(disk), str(kilobytes), str(out), *line]
    ran = subprocess.run(script, capture_output=True, text=True, timeout=300, check=False)

    assert ran.returncode == 0, ran.stderr
    said((out / "err-1").read_text(), int((out / "code-1").read_text()))
    assert int((out / "code-2").read_text()) == 0, (out / "err-2").read_text()
    nothing_is_lost(name, out / "workspace", (out / "out-2").read_text())


def namespace(folder: Path) -> list[str]:
    """What starts a process that may have a file system of its own there, which ends with it; empty for nothing.

    A namespace of mounts is for root alone, but most systems let anybody be root in a namespace of users.
    """
    if not shutil.which("unshare"):
        return []
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(folder)]
    for apart in (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"]):
        if subprocess.run([*apart, *mount], capture_output=True, check=False).returncode == 0:
            return apart
    return []


UNWRITABLE = """\
set -e
mount -t tmpfs -o size=3m none "$1"
workspace=$1/workspace out=$2 state=$3
shift 3
mkdir "$workspace"
printf '# MEMORY INDEX\\n' >"$workspace/MEMORY.md"
"$@" remember 'The staging database listens on port 5433' --workspace "$workspace"
printf '\\n- uploads are retried at most 7 times\\n' >>"$workspace/MEMORY.md"
case $state in
full) dd if=/dev/zero of="${workspace%/*}/filler" bs=1k 2>/dev/null || true ;;
read-only) mount -o remount,ro "${workspace%/*}" ;;
esac
answered() {
    name=$1
    shift
    code=0
    "$@" --workspace "$workspace" >"$out/$name" 2>"$out/$name.err" || code=$?
    echo "$code" >"$out/$name.code"
}
answered recall "$@" recall 'which port has the staging database?'
answered changed "$@" recall 'how often are uploads retried?'
answered list "$@" memory list --json
answered remember "$@" remember 'The staging database moved to port 5434'
answered doctor "$@" doctor --json
answered api "$1" -S -c "$API" "$workspace"
"""
API = """\
import sys
from context_memory import ContextMemory
from context_memory.errors import UnwritableError

with ContextMemory(sys.argv[1]) as memory:
    for _ in range(2):
        print(memory.recall("which port has the staging database?").to_dict()["hits"][0]["text"])
        try:
            memory.remember("The staging database moved to port 5434")
        except UnwritableError as error:
            print(error)
"""


@pytest.mark.parametrize("state", ["full", "read-only"])
def test_what_is_remembered_is_found_where_nothing_can_be_written(tmp_path: Path, state: str) -> None:
    disk, out, home = tmp_path / "disk", tmp_path / "out", tmp_path / "home"
    for folder in (disk, out, home):
        folder.mkdir()
    apart = namespace(disk)
    if not apart:
        pytest.skip("no file system may be mounted here, not even in a user namespace")

    program = [sys.executable, "-S", str(SCRIPTS / "context-memory.py")]
    script = [*apart, "sh", "-c", UNWRITABLE, "sh", str(disk), str(out), state, *program]
    environment = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "TMPDIR": str(home)}
    environment |= {"PYTHONPATH": str(SCRIPTS), "API": API}
    ran = subprocess.run(script, capture_output=True, text=True, timeout=300, check=False, env=environment)

    assert ran.returncode == 0, ran.stderr
    told = {path.name: path.read_text() for path in out.iterdir()}
    codes = {name.removesuffix(".code"): int(text) for name, text in told.items() if name.endswith(".code")}
    assert codes == {"recall": 0, "changed": 0, "list": 0, "remember": 3, "doctor": 3, "api": 0}, told
    assert "port 5433" in told["recall"]
    assert "at most 7 times" in told["changed"]
    assert [doc["text"] for doc in json.loads(told["list"])["docs"]] == ["The staging database listens on port 5433"]
    assert "nothing new is remembered" in told["recall.err"]
    assert "5434" not in told["remember"]
    assert "our bug" not in told["remember.err"]
    found, refused, *again = told["api"].splitlines()
    assert "port 5433" in found
    assert str(disk) in refused
    assert again == [found, refused]
    (checked,) = [each for each in json.loads(told["doctor"])["checks"] if each["name"] == "state_folder"]
    assert (checked["status"], str(disk) in checked["detail"]) == ("fail", True)
    assert not list(home.glob("context-memory-*"))
