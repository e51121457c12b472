"""No repository that a clone or an archive brings along makes git run a program, or answers in place of ours."""

import os
import stat
import subprocess
import zlib
from datetime import UTC, datetime
from hashlib import sha1
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.storage import places
from context_memory.workspace.files import git_state, history_queue, history_repository
from context_memory.workspace.services.time_machine import TimeMachine

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """A workspace with a history of two changes, taken in."""
    workspace = tmp_path / "w"
    workspace.mkdir()
    place = places.of_workspace(workspace)
    for number in range(2):
        (workspace / "MEMORY.md").write_text(f"# M\n\n- Python: 3.{number}\n")
        assert history_queue.record(place, f"change {number}", NOW) == ""
    assert len(TimeMachine(place).commits) == 2
    return workspace


def script(folder: Path) -> tuple[Path, Path]:
    """A program, and the file that is there once it ran."""
    mark, program = folder / "it-ran", folder / "program.sh"
    program.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    program.chmod(stat.S_IRWXU)
    return program, mark


def repository(workspace: Path) -> Path:
    return workspace / ".context-memory" / "history" / "repository"


CONFIGURED = {
    "textconv": '[diff "x"]\n\ttextconv = PROGRAM\n',
    "external diff": "[diff]\n\texternal = PROGRAM\n",
    "driver": '[diff "x"]\n\tcommand = PROGRAM\n',
    "signature": "[log]\n\tshowSignature = true\n[gpg]\n\tprogram = PROGRAM\n",
    "monitor": "[core]\n\tfsmonitor = PROGRAM\n",
    "hooks": "[core]\n\thooksPath = FOLDER\n",
    "filter": '[filter "x"]\n\tclean = PROGRAM\n\tsmudge = PROGRAM\n\tprocess = PROGRAM\n\trequired = true\n',
    "alias": "[alias]\n\tlog = !PROGRAM\n\tstatus = !PROGRAM\n",
    "pager": "[core]\n\tpager = PROGRAM\n[pager]\n\tlog = PROGRAM\n",
    "remote": '[remote "origin"]\n\turl = ext::PROGRAM\n\tpromisor = true\n[extensions]\n\tpartialClone = origin\n',
    "include": "[include]\n\tpath = FOLDER/included\n",
    "alternate refs": "[core]\n\talternateRefsCommand = PROGRAM\n",
    "work tree": "[core]\n\tworktree = FOLDER\n",
    "another format": "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n",
    "a comment": "# nothing\n",
    "a line more": "[core]\n\tbare = true\n\tsshCommand = PROGRAM\n",
}


def configuration(kind: str, program: Path) -> str:
    return CONFIGURED[kind].replace("PROGRAM", str(program)).replace("FOLDER", str(program.parent))


PLANTED_FILES = (
    *("info/attributes", "info/grafts", "objects/info/alternates", "objects/info/http-alternates", "commondir"),
    *("hooks/pre-auto-gc", "hooks/reference-transaction", "config.worktree", "refs/replace/" + "0" * 40, "shallow"),
    *("refs/heads/other", "modules/x/config", "worktrees/x/gitdir", "index", "attributes", "config.local"),
)


@pytest.mark.parametrize("kind", CONFIGURED)
def test_a_history_with_another_configuration_is_set_aside_and_runs_nothing(
    kind: str, told: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, mark = script(tmp_path)
    with (repository(told) / "config").open("a") as config:
        config.write(configuration(kind, program))

    codes = [
        main([*words, "--workspace", str(told)])
        for words in (["history at", "HEAD"], ["history blame", "Python"], ["history bisect", "Python"])
    ]

    shown = capsys.readouterr()
    assert not mark.exists()
    assert "it was set aside as repository.foreign" in shown.err
    assert "Traceback" not in shown.err
    assert codes[1:] == [0, 0]
    assert (repository(told).with_name("repository.foreign") / "config").is_file()


@pytest.mark.parametrize("name", PLANTED_FILES)
def test_a_history_that_holds_what_we_never_make_is_set_aside_and_begins_anew(name: str, told: Path) -> None:
    planted = repository(told) / name
    planted.parent.mkdir(parents=True, exist_ok=True)
    planted.write_text("* diff=x filter=x\n")
    place = places.of_workspace(told)

    machine = TimeMachine(place)

    assert any("set aside" in each for each in machine.problems)
    assert machine.commits == ()
    assert history_queue.record(place, "a new one", NOW) == ""
    begun = TimeMachine(place)
    assert begun.problems == []
    assert [each.cause for each in begun.commits] == ["a new one"]
    assert begun.content("HEAD", "MEMORY.md")[1] == b"# M\n\n- Python: 3.1\n"


@pytest.mark.parametrize("name", ["", "config", "HEAD", "refs/heads/memory", "objects/pack", "refs", "objects"])
def test_a_history_with_a_link_in_it_is_set_aside(name: str, told: Path, tmp_path: Path) -> None:
    place = repository(told) / name if name else repository(told)
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        place.rename(tmp_path / "elsewhere")
    else:
        (tmp_path / "elsewhere").mkdir()
    place.symlink_to(tmp_path / "elsewhere")

    machine = TimeMachine(places.of_workspace(told))

    assert any("set aside" in each for each in machine.problems)
    assert machine.commits == ()


def test_the_configuration_of_an_older_version_is_written_anew_and_nothing_is_lost(told: Path) -> None:
    known = TimeMachine(places.of_workspace(told)).commits
    older = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n\tsharedrepository = 0600\n"
    (repository(told) / "config").write_text(f"{older}[receive]\n\tdenyNonFastforwards = true\n")

    machine = TimeMachine(places.of_workspace(told))

    assert machine.problems == []
    assert machine.commits == known
    assert (repository(told) / "config").read_text() == history_repository.CONFIG


def test_what_git_init_writes_is_a_configuration_of_an_older_version(tmp_path: Path) -> None:
    words = ["git", "init", "--bare", "--quiet", "--template=", "--shared=0600", "--initial-branch=memory"]
    subprocess.run([*words, str(tmp_path / "r")], check=True, env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null"})

    assert history_repository.Repository(tmp_path / "r").problem == ""


def test_a_file_in_the_history_that_unpacks_to_any_size_is_not_read(told: Path) -> None:
    content = bytes(40_000_000)
    blob = b"blob %d\0" % len(content) + content
    name = sha1(blob, usedforsecurity=False).hexdigest()
    folder = repository(told) / "objects" / name[:2]
    folder.mkdir(exist_ok=True)
    (folder / name[2:]).write_bytes(zlib.compress(blob))

    with pytest.raises(Exception, match="contains a file of more than 5,000,000 bytes"):
        history_repository.Repository(repository(told)).contents([name])


def test_every_call_of_git_is_hardened(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words and variables are those that reach the program, whatever module asks."""
    cloned(told)
    monkeypatch.setenv("GIT_DIR", "/nonexistent")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "/nonexistent")
    log, folder = told.parent / "log", told.parent / "bin"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\necho "$*" >> {log}\nenv | grep GIT_ >> {log}.env\nexec {git()} "$@"\n')
    (folder / "git").chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    for words in (["history at", "HEAD"], ["history blame", "Python"], ["history bisect", "Python"]):
        assert main([*words, "--workspace", str(told)]) == 0
    assert main(["workspace", "init", "--workspace", str(told)]) == 0
    main(["doctor", "--workspace", str(told)])

    calls = [line for line in log.read_text().splitlines() if "--git-dir" in line]
    assert len(calls) > 10
    wanted = ("log.showSignature=false", "core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never")
    for line in calls:
        assert all(f"-c {each} " in line for each in (*wanted, "safe.bareRepository=explicit")), line
        if " log " in line or " diff-index " in line:
            assert "--no-textconv" in line
            assert "--no-ext-diff" in line
    variables = (log.with_name("log.env")).read_text()
    assert variables.count("GIT_CONFIG_NOSYSTEM=1") == variables.count("GIT_NO_LAZY_FETCH=1") >= len(calls)
    assert variables.count("GIT_CONFIG_GLOBAL=/dev/null") >= len(calls)
    assert "GIT_EXTERNAL_DIFF" not in variables


def git() -> str:
    done = subprocess.run(["sh", "-c", "command -v git"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_no_module_but_the_door_starts_git() -> None:
    sources = Path(git_state.__file__).parents[1]
    users = {
        path.name
        for path in sources.rglob("*.py")
        if any(words in path.read_text() for words in ("import git\n", "from git ", '"git"]', '["git"', "'git'"))
    }

    assert users == {"git_state.py"}


# -- the project's own repository ---------------------------------------------------------------------------


def cloned(folder: Path, configuration: str = "") -> None:
    """A repository with a commit, a remote, and whatever its author wrote into its configuration."""
    env = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    env = {name: value for name, value in env.items() if name not in ("GIT_DIR", "GIT_EXTERNAL_DIFF")}
    (folder / "app.txt").write_text("one\n")
    (folder / ".gitattributes").write_text("* filter=x diff=x merge=x\n")
    for words in (
        ["init", "-q", "-b", "trunk"],
        ["remote", "add", "origin", "https://user:word@example.org/r.git"],
        ["add", "app.txt", ".gitattributes"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"],
    ):
        subprocess.run(["git", *words], cwd=folder, check=True, env=env)
    with (folder / ".git" / "config").open("a") as config:
        config.write(configuration)


@pytest.mark.parametrize("kind", [each for each in CONFIGURED if each not in ("another format", "remote", "work tree")])
def test_the_facts_of_a_project_run_nothing_that_its_configuration_names(kind: str, tmp_path: Path) -> None:
    program, mark = script(tmp_path)
    (tmp_path / "included").write_text(CONFIGURED["monitor"].replace("PROGRAM", str(program)))
    for name in ("post-index-change", "pre-auto-gc"):
        (tmp_path / name).write_bytes(program.read_bytes())
        (tmp_path / name).chmod(stat.S_IRWXU)
    project = tmp_path / "p"
    project.mkdir()
    cloned(project, configuration(kind, program))
    (project / ".git" / "info").mkdir(exist_ok=True)
    (project / ".git" / "info" / "attributes").write_text("* filter=x diff=x\n")
    (project / ".git" / "hooks").mkdir(exist_ok=True)
    (project / ".git" / "hooks" / "post-index-change").write_bytes(program.read_bytes())
    (project / ".git" / "hooks" / "post-index-change").chmod(stat.S_IRWXU)
    (project / "app.txt").write_text("two\n")

    facts = git_state.state(project)

    assert facts is not None
    assert (facts.branch, facts.changed_files, facts.remote) == ("trunk", 1, "https://example.org/r.git")
    assert len(facts.commit) == 12
    assert git_state.tracked(project, "app.txt") == ("app.txt",)
    assert git_state.is_ignored(project, "app.txt") is False
    assert git_state.remotes(project) == ("https://example.org/r.git",)
    assert not mark.exists()


@pytest.mark.parametrize("kind", ["remote", "work tree", "another format"])
def test_a_configuration_that_leads_elsewhere_leads_nowhere(kind: str, tmp_path: Path) -> None:
    program, mark = script(tmp_path)
    project = tmp_path / "p"
    project.mkdir()
    cloned(project, configuration(kind, program))
    head = (project / ".git" / "refs" / "heads" / "trunk").read_text().strip()
    (project / ".git" / "objects" / head[:2] / head[2:]).unlink()  # a lazy fetch would bring it

    git_state.state(project)

    assert git_state.top(project) == project.resolve()
    assert not mark.exists()


def bare(folder: Path, program: Path) -> None:
    """A folder that git takes for a repository whose work tree is the folder itself."""
    for name in ("objects", "refs"):
        (folder / name).mkdir(parents=True)
    (folder / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / "config").write_text(
        "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n"
        f'\tfsmonitor = {program}\n[filter "x"]\n\tclean = {program}\n'
    )
    (folder / ".gitattributes").write_text("* filter=x\n")


@pytest.mark.parametrize("below", [".", "sub"])
def test_a_folder_that_looks_like_a_repository_is_none(below: str, tmp_path: Path) -> None:
    program, mark = script(tmp_path)
    project = tmp_path / "p"
    (project / below).mkdir(parents=True, exist_ok=True)
    bare(project / below, program)

    assert git_state.state(project / below) is None
    assert main(["workspace", "init", "--workspace", str(project / below)]) == 0
    main(["doctor", "--workspace", str(project / below)])
    assert not mark.exists()


@pytest.mark.parametrize("form", ["file", "link", "relative"])
def test_a_git_file_that_points_to_a_repository_that_does_not_know_of_it_gives_no_facts(
    form: str, tmp_path: Path
) -> None:
    private, project = tmp_path / "private", tmp_path / "p"
    private.mkdir()
    project.mkdir()
    cloned(private)
    if form == "link":
        (project / ".git").symlink_to(private / ".git")
    else:
        (project / ".git").write_text(f"gitdir: {private / '.git' if form == 'file' else '../private/.git'}\n")

    assert git_state.state(project) is None
    assert git_state.top(project) is None


def test_a_work_tree_that_its_repository_knows_has_its_facts(tmp_path: Path) -> None:
    (tmp_path / "main").mkdir()
    cloned(tmp_path / "main")
    words = ["git", "worktree", "add", "-q", "-b", "side", str(tmp_path / "side")]
    subprocess.run(words, cwd=tmp_path / "main", check=True)

    facts = git_state.state(tmp_path / "side")

    assert facts is not None
    assert (facts.branch, facts.changed_files) == ("side", 0)


def test_changed_files_are_counted_as_git_status_counts_them(tmp_path: Path) -> None:
    project = tmp_path / "p"
    project.mkdir()
    cloned(project)
    (project / ".gitattributes").write_text("*.png binary\n")
    (project / "new").mkdir()
    (project / "new" / "a").write_text("a")
    (project / "new" / "b").write_text("b")
    (project / "staged.txt").write_text("s")
    os.utime(project / "app.txt", (1, 1))  # the time is another one, the bytes are not
    subprocess.run(["git", "add", "staged.txt"], cwd=project, check=True)
    words = ["git", "status", "--porcelain", "--untracked-files=normal"]
    done = subprocess.run(words, cwd=project, capture_output=True, text=True, check=True)

    facts = git_state.state(project)

    assert facts is not None
    assert facts.changed_files == len(done.stdout.splitlines()) == 3
