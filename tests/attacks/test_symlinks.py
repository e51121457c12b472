"""Links that a clone brings along lead nowhere: nothing outside the workspace is read into it, shown or written."""

import contextlib
import io
import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.errors import ContextMemoryError
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.memory.upkeep.service import WrittenDraft, remove_draft, write_draft
from context_memory.storage import confined, files, places, stamps
from context_memory.testing import SessionBuilder
from context_memory.workspace.files import memory_files

CANARY = "canary-7f31-heliotrope"
OUTSIDE = "canary-7f31-hellebores"
"""What stands in the place of the canary where a planted link leads."""
STATE = ".context-memory"
_FOLDERS = (
    *("archive", "breakers", "capsules", "drafts", "history", "history/pending", "history/repository", "journal"),
    *("meditations", "preimages", "scale", "sessions"),
)
_FILES = (
    *(".audit.jsonl.lock", ".docs.jsonl.lock", ".gitignore", "archive/index.jsonl", "audit.jsonl", "batches.json"),
    *("breaker.json", "docs.jsonl", "exams.jsonl", "history/.queue.lock", "history/seen.json", "learnt.jsonl"),
    *("sessions/index.jsonl", "spend.json", "state.sqlite", "state.sqlite-wal"),
)
FOLDERS = (
    STATE,
    *(f"{STATE}/{name}" for name in _FOLDERS),
    "memories",
    "memory",
    "handoffs",
)
FILES = (
    "MEMORY.md",
    "memories/context.md",
    "memories/errors.md",
    "memories/project.md",
    "memory/2026-11-20.md",
    *(f"{STATE}/{name}" for name in _FILES),
)
NOW = "2026-11-20T12:00:00Z"
W = "W"
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("workspace init", "--workspace", W, "--refresh"),
    ("remember", "The harbour opens at five", "--workspace", W),
    ("recall", "harbour heliotrope", "--workspace", W, "--now", NOW),
    ("flush", "SESSION", "--workspace", W),
    ("memory promote", "--workspace", W, "--header", "Tech Stack", "--key", "Python", "--value", "3.12", "--force"),
    ("compact", "SESSION", "--workspace", W, "--force", "--keep", "1", "--out", "OUT"),
    ("emergency", "SESSION", "--workspace", W, "--out", "OUT"),
    ("blocks ingest", "SESSION", "--workspace", W),
    ("blocks view", "--workspace", W),
    ("blocks show", "--workspace", W),
    ("blocks compress", "--workspace", W),
    ("archive", "--list", "--workspace", W),
    ("archive", "--find", "heliotrope", "--workspace", W),
    ("receipt", "--workspace", W),
    ("learn", "SESSION", "--workspace", W),
    ("memory tidy", "--workspace", W),
    ("exam", "--workspace", W),
    ("trim", "--tool", "bash", "--workspace", W),
    ("breaker", "record-failure", "too large", "--workspace", W),
    ("breaker", "close", "--workspace", W),
    ("check", "--workspace", W, "cat /nonexistent"),
    ("restore", "SESSION", "--workspace", W),
    ("history at", "HEAD", "--workspace", W),
    ("history blame", "heliotrope", "--workspace", W),
    ("workspace update", "--workspace", W, "--add", "app.py", "--purpose", "entry"),
    ("workspace verify", "--workspace", W),
    ("memory index", "--workspace", W),
    ("memory status", "--workspace", W),
    ("forget", "--list", "--workspace", W),
    ("handoff make", "--result", "done", "--task-id", "20261120-7", "--output", "fixed", "--folder", "W/handoffs"),
    ("handoff check", "W/handoffs", "--workspace", W),
)
QUICK = ("remember", "recall", "flush", "compact", "archive", "handoff make", "handoff check")


def call(words: tuple[str, ...], workspace: Path) -> tuple[int, str, str]:
    """A command as a person runs it; W, SESSION and OUT stand for paths."""
    stands = {W: str(workspace), "SESSION": f"{workspace.parent}/session.jsonl", "OUT": f"{workspace.parent}/out.jsonl"}
    given = [stands.get(word, word.replace("W/", f"{workspace}/")) for word in words]
    raw, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(raw, "utf-8", write_through=True)
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(b"line\n" * 3_000))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(given)
    finally:
        sys.stdin = before
    return code, raw.getvalue().decode("utf-8", "replace"), err.getvalue()


def tree(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Every name, with what it is and holds."""
    found = {}
    for path in sorted(folder.rglob("*")):
        kind = "link" if path.is_symlink() else "folder" if path.is_dir() else "file"
        with contextlib.suppress(FileNotFoundError):  # SQLite takes its companions away when a connection ends
            content = os.fsencode(path.readlink()) if kind == "link" else path.read_bytes() if kind == "file" else b""
            found[str(path.relative_to(folder))] = (kind, content)
    return found


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A workspace in which every command has run, and whose every state holds the canary."""
    folder = tmp_path_factory.mktemp("used")
    workspace = folder / "w"
    workspace.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder / "xdg"))
        write_session(folder)
        (workspace / "app.py").write_text("print()\n")
        for words in COMMANDS:
            _code, _out, err = call(words, workspace)
            assert "this is our bug" not in err, (words, err)
        call(("remember", f"the word of the harbour is {CANARY}", "--workspace", W), workspace)
        yield workspace


def write_session(folder: Path) -> None:
    story = SessionBuilder(session_id="story").user(f"Always run the tests first. The word is {CANARY}.")
    for number in range(30):
        story.agent(f"I looked at part {number} of {CANARY} and it is fine. " * 20).user(f"Go on with part {number}.")
    (folder / "session.jsonl").write_text(story.agent("Done.").openclaw())


def planted(used: Path, folder: Path, place: str) -> tuple[Path, Path]:
    """A copy of the workspace in which a link leads from the place to a copy of it outside."""
    workspace, outside = folder / "w", folder / "outside"
    shutil.copytree(used, workspace, symlinks=True)
    outside.mkdir()
    path, target = workspace / place, outside / "target"
    if path.exists():
        path.rename(target)
    elif place in FOLDERS:
        target.mkdir()
    else:
        target.write_text(f"{CANARY}\n")
    for file in (target, *target.rglob("*")):
        if file.is_file() and not file.is_symlink():
            file.write_bytes(file.read_bytes().replace(CANARY.encode(), OUTSIDE.encode()))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    story = SessionBuilder(session_id="other").user("Please look at the harbour.")
    for number in range(30):
        story.agent(f"I looked at quay {number} and it is fine. " * 20).user(f"Go on with quay {number}.")
    (folder / "session.jsonl").write_text(story.agent("Done.").openclaw())
    return workspace, outside


def assert_safe(place: str, used: Path, folder: Path, commands: tuple[tuple[str, ...], ...]) -> None:
    workspace, outside = planted(used, folder, place)
    before = tree(outside)
    for words in commands:
        _code, out, err = call(words, workspace)
        assert tree(outside) == before, (place, words)
        assert OUTSIDE not in out + err, (place, words)
        assert "this is our bug" not in err, (place, words, err)
        assert "Traceback" not in err, (place, words, err)
    taken = [name for name, (_kind, content) in tree(workspace).items() if OUTSIDE.encode() in content]
    assert taken == [], place


@pytest.mark.parametrize("place", [*FOLDERS, *FILES])
def test_nothing_is_written_or_shown_through_a_planted_link(place: str, used: Path, tmp_path: Path) -> None:
    assert_safe(place, used, tmp_path, tuple(words for words in COMMANDS if words[0] in QUICK))


@pytest.mark.attack_slow
@pytest.mark.parametrize("place", [*FOLDERS, *FILES])
def test_no_command_writes_or_shows_anything_through_a_planted_link(place: str, used: Path, tmp_path: Path) -> None:
    assert_safe(place, used, tmp_path, COMMANDS)


def test_the_workspace_itself_may_be_reached_through_a_link(used: Path, tmp_path: Path) -> None:
    shutil.copytree(used, tmp_path / "real")
    (tmp_path / "w").symlink_to("real")
    write_session(tmp_path)

    codes = {words[0]: call(words, tmp_path / "w")[0] for words in COMMANDS if words[0] in ("remember", "recall")}

    assert codes == {"remember": 0, "recall": 0}


READERS = ("read_bytes", "read_end", "read_lines", "names", "status")


@pytest.mark.parametrize(
    ("reader", "link"),
    [
        (reader, link)
        for reader in READERS
        for link in ("folder", "deep", "file")
        if (reader, link) != ("names", "file")
    ],
)
def test_no_reader_follows_a_link(reader: str, link: str, tmp_path: Path) -> None:
    path, outside = linked(tmp_path, link)
    target = path.parent if reader == "names" else path
    read = {
        "read_bytes": files.read_bytes,
        "read_end": lambda each: files.read_end(each, 10)[0],
        "read_lines": lambda each: b"".join(files.read_lines(each)),
        "names": lambda each: " ".join(files.names(each)).encode(),
        "status": lambda each: b"secret" if (found := confined.status(each)) and found.st_size == 6 else b"",
    }[reader]

    if reader == "status":
        assert read(target) == b""
    else:
        with pytest.raises(ContextMemoryError, match="is a symlink"):
            read(target)
    assert outside.read_bytes() == b"secret"


def linked(folder: Path, link: str) -> tuple[Path, Path]:
    """A path below a workspace with a link in its last folder, in one before that, or in its own place."""
    outside, workspace = folder / "outside" / "b" / "c", folder / "w"
    outside.mkdir(parents=True)
    (outside / "f").write_bytes(b"secret")
    workspace.mkdir()
    places.of_workspace(workspace)
    path = workspace / "a" / "b" / "c" / "f"
    if link == "deep":
        (workspace / "a").symlink_to(folder / "outside")
    elif link == "folder":
        (workspace / "a" / "b").mkdir(parents=True)
        (workspace / "a" / "b" / "c").symlink_to(outside)
    else:
        path.parent.mkdir(parents=True)
        path.symlink_to(outside / "f")
    return path, outside / "f"


WRITERS = ("replace_bytes", "append_line", "locked", "make_folder", "set_aside", "remove", "store")


@pytest.mark.parametrize("link", ["folder", "deep", "file"])
@pytest.mark.parametrize("writer", WRITERS)
def test_no_writer_follows_a_link(writer: str, link: str, tmp_path: Path) -> None:
    path, outside = linked(tmp_path, link)
    before = tree(tmp_path / "outside")

    def lock(each: Path) -> None:
        with files.locked(each):
            pass

    def store(each: Path) -> None:
        SqliteDocStore(each.parent, lambda _doc: "").close()

    write = {
        "replace_bytes": lambda each: files.replace_bytes(each, b"theirs"),
        "append_line": lambda each: files.append_line(each, "theirs"),
        "locked": lock,
        "make_folder": lambda each: files.make_folder(each / "new"),
        "set_aside": lambda each: files.set_aside(each, ".corrupt"),
        "remove": files.remove,
        "store": store,
    }[writer]

    with contextlib.suppress(ContextMemoryError):
        write(path)

    assert tree(tmp_path / "outside") == before
    assert outside.read_bytes() == b"secret"


SWAPS = """
import ctypes, os, sys
real, link = sys.argv[1:3]
libc = ctypes.CDLL(None, use_errno=True)
sys.stdout.write("ready\\n"); sys.stdout.flush()
while True:  # the parent ends us when it has done what it wants to do
    if sys.platform == "darwin":
        libc.renamex_np(real.encode(), link.encode(), 2)
    else:
        libc.renameat2(-100, real.encode(), -100, link.encode(), 2)
"""


@contextlib.contextmanager
def swapping(folder: Path, target: Path) -> Iterator[None]:
    """A process that exchanges the folder with a link to the target, again and again."""
    link = folder.with_name("link")
    link.symlink_to(target)
    process = subprocess.Popen([sys.executable, "-c", SWAPS, str(folder), str(link)], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


TOUCHED = frozenset(
    {
        "open",
        "sqlite3.connect",
        "shutil.rmtree",
        *(
            f"os.{each}"
            for each in (
                "chmod",
                "link",
                "listdir",
                "mkdir",
                "remove",
                "rename",
                "rmdir",
                "scandir",
                "symlink",
                "truncate",
                "utime",
            )
        ),
    }
)
"""Events that Python raises before it asks the system for something in a folder."""
_watching: list[Callable[[], None]] = []


@pytest.fixture(scope="module")
def audited() -> None:
    def hook(event: str, _given: object) -> None:
        if event in TOUCHED and _watching:
            _watching[-1]()

    sys.addaudithook(hook)  # it stays for the life of the process


def exchange(one: Path, other: Path) -> None:
    aside = one.with_name("aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


class Exchange:
    """Before touch `first` a link to a copy stands in place of the folder, before touch `last` the folder again."""

    def __init__(self, folder: Path, outside: Path, first: int, last: int) -> None:
        self.folder, self.outside, self.first, self.last = folder, outside, first, last
        self.link = folder.with_name("link")
        self.link.symlink_to(outside)
        self.touches = 0
        self.copied: dict[str, tuple[int, bytes]] = {}

    def __enter__(self) -> "Exchange":
        _watching.append(self._touched)
        return self

    def __exit__(self, *_error: object) -> None:
        _watching.clear()

    def _touched(self) -> None:
        _watching.clear()  # what we do here ourselves
        if self.touches == self.first:
            shutil.copytree(self.folder, self.outside)
            self.copied = seen(self.outside)
        if self.touches in (self.first, self.last):
            exchange(self.folder, self.link)
        self.touches += 1
        _watching.append(self._touched)


def draft(workspace: Path) -> None:
    drafts = workspace / STATE / "drafts"
    written = WrittenDraft("d", write_draft(drafts, "d", "text"))
    remove_draft(drafts, written)


CHANGES: dict[str, Callable[[Path], object]] = {
    "stamp": lambda w: files.make_folder(w / STATE / "new"),
    "adopt": lambda w: stamps.adopt(w / STATE, ""),
    "replace": lambda w: files.replace_bytes(w / STATE / "f", b"x"),
    "append": lambda w: files.append_line(w / STATE / "f", "x"),
    "remove": lambda w: files.remove(w / STATE / "f"),
    "aside": lambda w: files.set_aside(w / STATE / "f", ".corrupt"),
    "draft": draft,
    "store": lambda w: SqliteDocStore(w / STATE, lambda _doc: "").close(),
    "mode": lambda w: memory_files.make_private(w, memory_files.Entry(f"{STATE}/f", 0o644, is_folder=False)),
}


def seen(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in sorted(folder.rglob("*"))
    }


@pytest.mark.usefixtures("audited")
@pytest.mark.parametrize("stays", [1, 2, 1_000])
@pytest.mark.parametrize("change", CHANGES)
def test_a_folder_exchanged_before_any_one_touch_is_not_followed(change: str, stays: int, tmp_path: Path) -> None:
    for first in itertools.count():  # one more try for each touch that there is
        root = tmp_path / str(first)
        workspace, outside = root / "w", root / "outside"
        (workspace / STATE).mkdir(parents=True)
        for name in () if change == "stamp" else ("f", "id", "state.sqlite"):
            (workspace / STATE / name).write_bytes(b"" if name == "state.sqlite" else b"theirs")  # an empty database
            (workspace / STATE / name).chmod(0o644)
        places.of_workspace(workspace)

        refusals = contextlib.suppress(ContextMemoryError, OSError)
        with Exchange(workspace / STATE, outside, first, first + stays) as exchanged, refusals:
            CHANGES[change](workspace)

        if exchanged.touches <= first:
            break
        assert seen(outside) == exchanged.copied, first
    assert first > 1


TRIES = 4_000


def test_a_folder_that_becomes_a_link_between_check_and_use_gives_nothing(tmp_path: Path) -> None:
    outside, workspace = tmp_path / "outside", tmp_path / "w"
    for folder, content in ((outside, b"theirs"), (workspace / "a", b"ours")):
        folder.mkdir(parents=True)
        (folder / "f").write_bytes(content)
    places.of_workspace(workspace)
    path = workspace / "a" / "f"
    read, refused, written = [], 0, 0

    with swapping(workspace / "a", outside):
        for number in range(TRIES):
            try:
                read.append(files.read_inside(path, workspace) if number % 2 else files.read_bytes(path))
            except ContextMemoryError:
                refused += 1
            if number % 20 == 0:
                with contextlib.suppress(ContextMemoryError):
                    files.replace_bytes(workspace / "a" / "new", b"x", sync=False)
                    files.append_line(workspace / "a" / "log", "x", sync=False)
                    written += 1

    assert set(read) == {b"ours"}
    assert sorted(each.name for each in outside.iterdir()) == ["f"]
    assert (outside / "f").read_bytes() == b"theirs"
    assert refused, "the race was lost at least once"
    assert written


@pytest.mark.attack_slow
@pytest.mark.parametrize("name", [STATE, f"{STATE}/archive", f"{STATE}/sessions", f"{STATE}/history", "memories"])
def test_commands_during_the_race_write_nothing_outside(name: str, used: Path, tmp_path: Path) -> None:
    workspace, outside = tmp_path / "w", tmp_path / "outside"
    shutil.copytree(used, workspace, symlinks=True)
    outside.mkdir()
    write_session(tmp_path)
    commands = [words for words in COMMANDS if words[0] in QUICK]

    with swapping(workspace / name, outside):
        for words in commands * 4:
            _code, _out, err = call(words, workspace)
            assert "this is our bug" not in err, (words, err)

    assert tree(outside) == {}
