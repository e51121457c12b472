"""The history of memory: every change recorded with its cause, the past shown, blamed, bisected and brought back."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from context_memory.cli import main
from context_memory.cli.console import Console
from context_memory.compaction.digest.values import Said, SessionMemory
from context_memory.compaction.notes import entry
from context_memory.compaction.notes.services.notes import Notes, Origin
from context_memory.errors import InputError, NotReadyError
from context_memory.memory.promotion import bullets, service
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing import WorkspaceBuilder
from context_memory.workspace import timeline
from context_memory.workspace.files import history_queue, history_repository
from context_memory.workspace.files import history_queue as history
from context_memory.workspace.files.history_queue import Change, recording
from context_memory.workspace.files.history_repository import Repository
from context_memory.workspace.services.time_machine import TimeMachine

from ..conftest import SCRIPTS

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
START = "# M\n\n## Tech Stack\n- Python 3.10\n- Node 20\n"


class Memory:
    """A workspace whose changes are recorded, a day after one another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places = places.of_workspace(folder)
        self.day = 0

    def change(self, cause: str, **files: str | bytes | None) -> None:
        before = history.begin(self.places)
        for name, text in files.items():
            path = self.folder / name.replace("__", "/").replace("_md", ".md")
            path.parent.mkdir(exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_bytes(text if isinstance(text, bytes) else text.encode())
        assert history.record(self.places, cause, NOW + timedelta(days=self.day), before) == ""
        self.day += 1

    def machine(self) -> TimeMachine:
        return TimeMachine(self.places, UTC)


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(WorkspaceBuilder(tmp_path / "w").path)


@pytest.fixture
def told(memory: Memory) -> Memory:
    """Four changes: the start, a promotion, a note, a compaction that loses a line."""
    memory.change("workspace init", MEMORY_md=START)
    memory.change("memory promote: Tech Stack", MEMORY_md=START.replace("3.10", "3.12"))
    memory.change("flush: s1", memory__note_md="- Python 3.10 was old\n")
    memory.change("compact: s1", MEMORY_md="# M\n\n## Tech Stack\n- Python 3.12\n", memories__context_md="# C\n")
    return memory


# -- recording --------------------------------------------------------------------------------------


def test_every_change_is_one_commit_with_its_cause(told: Memory) -> None:
    machine = told.machine()

    causes = [machine.resolve(f"HEAD~{n}").cause for n in range(4)]
    assert causes == ["compact: s1", "flush: s1", "memory promote: Tech Stack", "workspace init"]
    with pytest.raises(InputError, match="only 4 changes"):
        machine.resolve("HEAD~4")


def test_what_somebody_else_changed_is_a_change_of_its_own(memory: Memory) -> None:
    memory.change("workspace init", MEMORY_md="a\n")
    (memory.folder / "MEMORY.md").write_text("a\nby hand\n")

    memory.change("memory promote: X", MEMORY_md="a\nby hand\nb\n")

    [found] = memory.machine().brought("by hand")
    assert found.commit.cause == history.OUTSIDE


def test_a_command_that_changes_nothing_writes_nothing(memory: Memory) -> None:
    (memory.folder / "MEMORY.md").write_text("a\n")

    memory.change("workspace verify")

    assert not (memory.folder / ".context-memory").exists()


def test_recording_needs_neither_git_nor_gitpython(memory: Memory) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path; from datetime import datetime, UTC\n"
        "from context_memory.storage import places\n"
        "from context_memory.workspace.files import history_queue as history\n"
        "w = places.of_workspace(Path(sys.argv[2])); before = history.begin(w)\n"
        "(Path(sys.argv[2]) / 'MEMORY.md').write_text('a\\n')\n"
        "print(history.record(w, 'test', datetime.now(UTC), before), 'git' in sys.modules)\n"
    )

    done = subprocess.run(
        [sys.executable, "-S", "-c", program, str(SCRIPTS), str(memory.folder)],
        env={"PATH": "/nonexistent"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )

    assert done.stdout == " False\n"
    assert memory.machine().resolve("HEAD").cause == "test"


def test_a_failure_of_the_history_is_told_and_fails_nothing(memory: Memory) -> None:
    (memory.folder / ".context-memory").mkdir()
    (memory.folder / ".context-memory" / "history").write_text("somebody's file")
    before = history.begin(memory.places)
    (memory.folder / "MEMORY.md").write_text("a\n")

    problem = history.record(memory.places, "test", NOW, before)

    assert "not recorded" in problem


def test_a_link_out_is_not_written_through(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (memory.folder / ".context-memory").mkdir()
    (memory.folder / ".context-memory" / "history").symlink_to(tmp_path / "outside")
    (memory.folder / "MEMORY.md").write_text("a\n")

    assert "leads out" in history.record(memory.places, "test", NOW)
    assert list((tmp_path / "outside").iterdir()) == []


def test_secrets_do_not_land_in_a_cause(memory: Memory) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"  # in two pieces: it is nobody's key
    memory.change(f"workspace update: add {token}\nand more", MEMORY_md="a\n")

    cause = memory.machine().resolve("HEAD").cause
    assert token not in cause
    assert cause.endswith("and more")


def test_a_damaged_waiting_change_is_set_aside_and_told(told: Memory) -> None:
    pending = told.folder / ".context-memory" / "history" / "pending"
    sorted(pending.iterdir())[1].write_text('{"torn')

    machine = told.machine()

    assert "set aside" in machine.problems[0]
    assert [path.suffix for path in pending.iterdir()] == [".damaged"]
    assert len(machine.then("HEAD").files) == 3


@pytest.mark.parametrize("content", ["[]", "null", '{"files": 7}', '{"files": {"a": 1}}', "[" * 100_000, "\x00"])
def test_a_damaged_list_of_what_was_seen_only_means_that_all_is_looked_at_again(told: Memory, content: str) -> None:
    (told.folder / ".context-memory" / "history" / "seen.json").write_text(content)

    told.change("memory promote: Y", MEMORY_md="# new\n")

    machine = told.machine()
    assert machine.content("HEAD", "MEMORY.md")[1] == b"# new\n"
    assert machine.resolve("HEAD~1").cause == "compact: s1"


def test_a_change_is_taken_in_once_though_the_process_died_before_it_could_say_so(told: Memory) -> None:
    pending = told.folder / ".context-memory" / "history" / "pending"
    kept = {path: path.read_bytes() for path in pending.iterdir()}
    before = told.machine().resolve("HEAD")
    for path, content in kept.items():
        path.write_bytes(content)

    after = told.machine()

    assert after.resolve("HEAD") == before
    assert list(pending.iterdir()) == []


def test_the_users_repository_sees_nothing_of_it(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    git = ["git", "-c", "user.name=T", "-c", "user.email=t@example.org"]
    subprocess.run([*git, "init", "--quiet"], cwd=memory.folder, check=True)
    (memory.folder / "MEMORY.md").write_text("a\n")
    subprocess.run([*git, "add", "."], cwd=memory.folder, check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "theirs"], cwd=memory.folder, check=True)
    monkeypatch.setenv("GIT_DIR", str(memory.folder / ".git"))  # as inside one of their hooks
    monkeypatch.setenv("GIT_INDEX_FILE", str(memory.folder / ".git" / "index"))

    memory.change("memory promote: X", MEMORY_md="a\nb\n")
    assert memory.machine().content("HEAD", "MEMORY.md")[1] == b"a\nb\n"

    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")
    log = subprocess.run([*git, "log", "--all", "--format=%s"], cwd=memory.folder, capture_output=True, check=True)
    status = subprocess.run([*git, "status", "--short"], cwd=memory.folder, capture_output=True, text=True, check=True)
    assert log.stdout == b"theirs\n"
    assert status.stdout == " M MEMORY.md\n"


def test_everything_in_it_is_private(told: Memory) -> None:
    told.machine()

    state = told.folder / ".context-memory"
    assert [path for path in state.rglob("*") if path.stat().st_mode & 0o077] == []


def test_configuration_that_was_planted_runs_nothing(told: Memory, tmp_path: Path) -> None:
    told.machine()
    repository = told.folder / ".context-memory" / "history" / "repository"
    hook = repository / "hooks" / "reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o700)

    told.change("memory promote: Z", MEMORY_md="# z\n")
    told.machine()

    assert not (tmp_path / "ran").exists()


names = st.text(min_size=1, max_size=12).map(lambda text: "memory/" + text.replace("/", "_").replace("\0", "_") + ".md")


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.dictionaries(names, st.one_of(st.none(), st.binary(max_size=40)), max_size=3), max_size=4))
def test_whatever_was_recorded_comes_back_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory, steps: list[dict[str, bytes | None]]
) -> None:
    repository = Repository(tmp_path_factory.mktemp("h") / "repository")
    state: dict[str, bytes] = {}
    changes = []
    for number, step in enumerate(steps):
        encodable = {os.fsdecode(os.fsencode(path.encode("utf-8", "replace"))): data for path, data in step.items()}
        changes.append(Change(f"step {number}", NOW, encodable, id=f"{number}"))
        state |= {path: data for path, data in encodable.items() if data is not None}
        for path in [path for path, data in encodable.items() if data is None]:
            state.pop(path, None)

    repository.absorb(changes)

    tree = repository.tree("") if repository.commits() else {}
    contents = repository.contents(tree.values())
    assert {path: contents[each] for path, each in tree.items()} == state


RECORD_MANY = """
import sys
sys.path[:0] = sys.argv[1:3]
from pathlib import Path
from tests.workspace.test_history import record_one
for number in range(4):
    record_one(Path(sys.argv[3]), f"{sys.argv[4]}-{number}")
"""


def record_one(folder: Path, name: str) -> None:
    place = places.of_workspace(folder)
    before = history.begin(place)
    (folder / "memory" / f"{name}.md").write_text(f"- {name}\n")
    assert history.record(place, f"flush: {name}", datetime.now(UTC), before) == ""


def test_writers_at_the_same_time_lose_no_version(memory: Memory) -> None:
    (memory.folder / "memory").mkdir()
    command = [sys.executable, "-c", RECORD_MANY, str(SCRIPTS), str(SCRIPTS.parent), str(memory.folder)]
    writers = [subprocess.Popen([*command, f"w{n}"], stderr=subprocess.PIPE) for n in range(4)]

    errors = [writer.communicate(timeout=300)[1] for writer in writers]

    assert errors == [b""] * 4
    assert set(memory.machine().then("HEAD").files) == {f"memory/w{n}-{i}.md" for n in range(4) for i in range(4)}


@pytest.mark.parametrize("made", [0, 1, 2, 3, 4])
def test_who_looks_while_the_history_begins_sees_none_or_all_of_it(
    made: int, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader took the half of a repository for a foreign one and set it aside under the writer."""
    place = places.of_workspace(memory.folder)
    before = history.begin(place)
    (memory.folder / "MEMORY.md").write_text("# first\n", encoding="utf-8")
    assert history.record(place, "first", NOW, before) == ""
    steps = 0

    def look(real: Callable[..., object]) -> Callable[..., object]:
        def step(*given: object) -> object:
            nonlocal steps
            if steps == made and "repository" in str(given[0]):
                repository = Repository(history.folder(place) / "repository")
                assert (repository.problem, repository.commits()) == ("", ())
            steps += 1
            return real(*given)

        return step

    for name in ("make_folder", "replace_text", "move_folder"):
        monkeypatch.setattr(history_repository.files, name, look(getattr(history_repository.files, name)))

    machine = memory.machine()

    assert steps > made
    assert machine.problems == []
    assert [each.cause for each in machine.commits] == ["first"]


@pytest.mark.parametrize("name", ["refs/heads/memory.lock", "packed-refs.lock", "packed-refs.new", "HEAD.lock"])
def test_what_a_killed_git_leaves_behind_neither_hides_the_history_nor_stops_it(name: str, told: Memory) -> None:
    known = len(told.machine().commits)
    (told.folder / ".context-memory" / "history" / "repository" / name).write_bytes(b"")

    told.change("after the kill", MEMORY_md="# z\n")
    machine = told.machine()

    assert machine.problems == []
    assert len(machine.commits) == known + 1


def test_a_branch_that_git_has_packed_is_found(told: Memory) -> None:
    commits = told.machine().commits
    repository = told.folder / ".context-memory" / "history" / "repository"
    loose = repository / "refs" / "heads" / "memory"
    tip = loose.read_text(encoding="utf-8").strip()

    (repository / "packed-refs").write_text(f"{tip} refs/heads/memory\n", encoding="utf-8")
    loose.unlink()

    assert told.machine().commits == commits


# -- the past ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "version"),
    [
        ("2026-11-20", "3.10"),
        ("2026-11-20T12:00:00+00:00", "3.10"),
        ("2026-11-21T11:59:59", "3.10"),
        ("2026-11-21", "3.12"),
        ("2031-01-01", "3.12"),
        ("HEAD~3", "3.10"),
    ],
)
def test_memory_at_a_time_is_what_it_was_then(told: Memory, when: str, version: str) -> None:
    assert f"Python {version}".encode() in told.machine().content(when, "MEMORY.md")[1]


def test_a_commit_is_named_by_its_beginning(told: Memory) -> None:
    machine = told.machine()

    assert machine.resolve(machine.resolve("HEAD~2").id[:8].upper()) == machine.resolve("HEAD~2")


@pytest.mark.parametrize("when", ["1999-01-01", "yesterday-ish", "deadbeefdeadbeef", "--help", ""])
def test_a_time_before_it_all_or_no_time_is_an_input_error(told: Memory, when: str) -> None:
    with pytest.raises(InputError):
        told.machine().resolve(when)


def test_blame_names_the_change_that_brought_the_line(told: Memory) -> None:
    [found] = told.machine().brought("python   3.12")

    assert (found.path, found.line, found.text) == ("MEMORY.md", 4, "- Python 3.12")
    assert found.commit.cause == "memory promote: Tech Stack"


def test_blame_says_where_the_line_stands_now(told: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """It gave the line of the last recorded version, whatever was written above it since."""
    place, file = ["--workspace", str(told.folder)], told.folder / "MEMORY.md"
    file.write_text("# M\n\nA new line.\n\n" + file.read_text().partition("# M\n\n")[2], encoding="utf-8")

    [moved] = run(capsys, "history blame", "python 3.12", *place)["lines"]
    main(["history", "blame", "python 3.12", *place])
    said = capsys.readouterr().out
    where = run(capsys, "history bisect", "python 3.12", *place)["standing"]
    file.write_text("# M\n", encoding="utf-8")
    gone = run(capsys, "history blame", "python 3.12", *place)
    main(["history", "blame", "python 3.12", *place])
    said_gone = capsys.readouterr().out

    assert (moved["line"], moved["recorded_line"], moved["commit"]["cause"]) == (6, 4, "memory promote: Tech Stack")
    assert said.startswith("MEMORY.md:6: - Python 3.12  (line 4 when last recorded)\n")
    assert where == [{"path": "MEMORY.md", "line": 6}]
    assert (gone["lines"], [(each["line"], each["recorded_line"]) for each in gone["gone"]]) == ([], [(None, 4)])
    assert said_gone.startswith("MEMORY.md: - Python 3.12\n    gone since: it was line 4 when last recorded\n")
    assert "No line of memory holds it now" in said_gone


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a\nb\n", "a\nb\n", {1: 1, 2: 2}),
        ("a\nb\n", "x\na\nb\n", {1: 2, 2: 3}),
        ("a\nb\nc\n", "a\nc\n", {1: 1, 3: 2}),
        ("a\nb\nc\n", "c\nb\na\n", {1: 3, 2: 2, 3: 1}),
        ("a\na\n", "a\n", {1: 1}),
        ("a\n", "", {}),
    ],
)
def test_lines_are_found_again_in_a_changed_text(before: str, after: str, expected: dict[int, int]) -> None:
    assert timeline.moved(before, after) == expected


def test_what_somebody_wrote_or_took_since_is_said_and_not_recorded_by_looking(
    told: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    """Memory held the line on the disk, and `context-memory history blame` answered that no line of memory does."""
    commits, workspace = len(told.machine().commits), told.folder
    (workspace / "MEMORY.md").write_text("# M\n\n## Tech Stack\n- Tea at five\n", encoding="utf-8")

    def said(name: str, text: str) -> str:
        assert main([*name.split(), text, "--workspace", str(workspace)]) == 0
        return capsys.readouterr().out

    assert "MEMORY.md:4: - Tea at five\n    not recorded yet" in said("history blame", "tea at five")
    assert "No line of memory holds it now" in said("history blame", "Python 3.12")
    assert said("history bisect", "Python 3.12").startswith("lost in MEMORY.md: - Python 3.12\n    not recorded yet")
    assert "still in MEMORY.md:4" in said("history bisect", "tea at five")
    assert len(told.machine().commits) == commits


def test_bisect_names_what_altered_and_what_lost_a_line(told: Memory) -> None:
    machine = told.machine()

    altered, lost = machine.lost("Python 3.10"), machine.lost("node 20")

    [change] = altered.lost
    assert (change.commit.cause, change.after) == ("memory promote: Tech Stack", "- Python 3.12")
    assert altered.standing == (("memory/note.md", 1),)
    [change] = lost.lost
    assert (change.commit.cause, change.before, change.after) == ("compact: s1", "- Node 20", "")
    assert lost.standing == ()


@pytest.mark.parametrize("text", ["a.b*c", "[x", "(", "\\", "$^", "+", "端口是 8443", "Ünïcode", "- dash"])
def test_any_text_is_looked_for_as_it_is(memory: Memory, text: str) -> None:
    memory.change("one", MEMORY_md=f"before\nsay {text} now\n")
    memory.change("two", MEMORY_md="before\n")

    machine = memory.machine()
    [change] = machine.lost(text.upper()).lost

    assert change.commit.cause == "two"


def test_a_file_that_was_deleted_loses_its_lines(memory: Memory) -> None:
    memory.change("one", memories__decisions_md="- we chose A\n", MEMORY_md="# M\n")
    memory.change("two", memories__decisions_md=None)

    [change] = memory.machine().lost("we chose A").lost

    assert (change.commit.cause, change.path) == ("two", "memories/decisions.md")


# -- back -------------------------------------------------------------------------------------------


def test_one_file_comes_back_with_a_pre_image_and_the_rest_stays(told: Memory) -> None:
    now = (told.folder / "MEMORY.md").read_bytes()

    done = told.machine().go_back("HEAD~3", "MEMORY.md")

    assert (told.folder / "MEMORY.md").read_text() == START
    assert (told.folder / "memories" / "context.md").read_text() == "# C\n"
    [returned] = done.files
    kept = told.folder / ".context-memory" / "preimages" / returned.preimage[:2] / returned.preimage
    assert kept.read_bytes() == now


def test_going_back_deletes_nothing_and_cuts_no_note(told: Memory) -> None:
    told.change("flush: s2", memory__note_md="- Python 3.10 was old\n- more\n")

    done = told.machine().go_back("HEAD~2")

    assert done.grown == ("memory/note.md",)
    assert done.newer == ("memories/context.md",)
    assert (told.folder / "memory" / "note.md").read_text().endswith("- more\n")
    assert "Node 20" in (told.folder / "MEMORY.md").read_text()


def test_a_lost_file_comes_back(told: Memory) -> None:
    (told.folder / "memory" / "note.md").unlink()

    told.machine().go_back("HEAD")

    assert (told.folder / "memory" / "note.md").read_text() == "- Python 3.10 was old\n"


# -- the commands -----------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], name: str, *words: str) -> dict:  # type: ignore[type-arg]
    capsys.readouterr()
    assert main([*name.split(), *words, "--json"]) == 0, capsys.readouterr().err
    found: dict = json.loads(capsys.readouterr().out)  # type: ignore[type-arg]
    return found


def test_the_whole_way_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "w"
    folder.mkdir()
    place = ["--workspace", str(folder)]
    run(capsys, "workspace init", "--workspace", str(folder), "--task", "Fix the login")
    run(capsys, "memory promote", *place, "--header", "Tech Stack", "--key", "Python", "--value", "3.10", "--force")
    run(capsys, "memory promote", *place, "--header", "Tech Stack", "--key", "Python", "--value", "3.12", "--force")

    listed = run(capsys, "history at", "HEAD~2", *place)
    blamed = run(capsys, "history blame", "Python: 3.12", *place)
    bisected = run(capsys, "history bisect", "Python: 3.10", *place)
    dry = run(capsys, "history restore", "HEAD~1", "MEMORY.md", *place, "--dry-run")
    back = run(capsys, "history restore", "HEAD~1", "MEMORY.md", *place)
    again = run(capsys, "history restore", "HEAD~2", "MEMORY.md", *place)

    assert listed["commit"]["cause"] == "workspace init"
    assert {"MEMORY.md", "memories/context.md"} <= {each["path"] for each in listed["files"]}
    assert [each["commit"]["cause"] for each in blamed["lines"]] == ["memory promote: Tech Stack"]
    assert [(each["what"], each["after"]) for each in bisected["lost"]] == [("altered", "- Python: 3.12")]
    assert (dry["outcome"], dry["dry_run"]) == ("restored", True)
    assert back["outcome"] == "restored"
    assert again["outcome"] == "nothing_to_do"
    assert "Python: 3.10" in (folder / "MEMORY.md").read_text()


@pytest.mark.parametrize("name", ["history at", "history blame", "history bisect", "history restore"])
def test_without_a_workspace_or_a_history_each_command_says_so(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*name.split(), "HEAD"]) == 2
    assert "workspace" in capsys.readouterr().err

    code = main([*name.split(), "HEAD", "--workspace", str(tmp_path)])

    assert code == (0 if name in {"history blame", "history bisect"} else 2)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("name", ["history at", "history blame", "history bisect", "history restore"])
def test_without_gitpython_each_command_says_what_to_install(bare_script, name: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    done = bare_script(name, "HEAD", "--workspace", str(tmp_path))

    assert done.returncode == NotReadyError.exit_code
    assert b"pip install gitpython" in done.stderr


def test_without_the_program_git_the_command_says_so(told: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")

    with pytest.raises(NotReadyError, match="git"):
        told.machine()


def test_a_torn_head_of_the_repository_is_written_anew(told: Memory) -> None:
    known = told.machine().commits
    repository = told.folder / ".context-memory" / "history" / "repository"
    (repository / "HEAD").write_text("garbage")

    assert told.machine().commits == known


def test_a_damaged_repository_is_told_and_recording_goes_on(told: Memory) -> None:
    told.machine()
    repository = told.folder / ".context-memory" / "history" / "repository"
    shutil.rmtree(repository / "objects")

    with pytest.raises(NotReadyError, match="history of memory"):
        told.machine()

    told.change("memory promote: X", MEMORY_md="# x\n")
    assert [each for each, _ in history_queue.waiting(told.places)]


DIE = """
import os, sys
sys.path[:0] = sys.argv[1:3]
from pathlib import Path
from tests.workspace.test_history import promote_and_flush

def dying(call, at):
    def at_this_write(*arguments, **named):
        global count
        count += 1
        if count == at:
            os._exit(9)
        return call(*arguments, **named)
    return at_this_write

for at in range(1, 60, 3):
    here = Path(sys.argv[3]) / str(at)
    here.mkdir()
    (here / "MEMORY.md").write_text("# M\\n\\n## Facts\\n- a: 1\\n")
    if not (child := os.fork()):
        count = 0
        os.replace, os.fsync, os.write = (dying(call, at) for call in (os.replace, os.fsync, os.write))
        promote_and_flush(here)
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        break
"""


def promote_and_flush(folder: Path) -> None:
    """One promotion and one flush, as the commands do them."""
    place, console = places.of_workspace(folder), Console()
    with recording(place, "memory promote: Facts", console.warn):
        service.promote(place, service.Request("Facts", bullets.of_pair("a", "2"), force=True), NOW)
    memory = SessionMemory(messages=1, requests=(Said("Please keep the tests of the parser", 0),))
    with recording(place, "flush: s1", console.warn):
        Notes(place, Settings(time_zone="UTC")).flush(memory, Origin("s1"), NOW)


def test_a_process_that_dies_at_any_write_leaves_old_or_new_and_the_next_one_succeeds(tmp_path: Path) -> None:
    command = [sys.executable, "-c", DIE, str(SCRIPTS), str(SCRIPTS.parent), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)

    folders = sorted(tmp_path.glob("[0-9]*"), key=lambda path: int(path.name))
    assert len(folders) > 5
    for folder in folders:
        assert (folder / "MEMORY.md").read_text() in {"# M\n\n## Facts\n- a: 1\n", "# M\n\n## Facts\n- a: 2\n"}

        promote_and_flush(folder)

        [note] = (folder / "memory").glob("*.md")
        assert (folder / "MEMORY.md").read_text() == "# M\n\n## Facts\n- a: 2\n"
        assert [each.mark.session for each in entry.told(note.read_text())] == ["s1"]
        machine = TimeMachine(places.of_workspace(folder), UTC)
        assert machine.problems == []
        if machine.commits:
            assert machine.content("HEAD", "MEMORY.md")[1] == b"# M\n\n## Facts\n- a: 2\n"
