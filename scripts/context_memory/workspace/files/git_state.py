"""Runs git safely, and reads a project's state with it. No git, no GitPython or no repository: no facts.

A project may come from anybody, from a clone or an archive, with filters, monitors, hooks, converters, signers and
remotes chosen by others. So only a real `.git` counts, only commands that need none of them are allowed, each with
the switches that forbid them, and git sees neither the user's configuration nor the caller's variables. Changes are
found by comparing the files with the index here, since `git status` would run the project's filters.
"""

import hashlib
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ...errors import ContextMemoryError, NotReadyError
from ...storage import files
from ...text.patterns import lazy_regex
from ..fingerprint import GitState

_SETTINGS = (
    "log.showSignature=false",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.attributesFile=/dev/null",
    "core.pager=cat",
    "core.sharedRepository=0600",
    "core.quotePath=false",
    "core.untrackedCache=false",
    "safe.bareRepository=explicit",
    "protocol.allow=never",
    "gc.autoDetach=false",
    "gc.auto=500",
)
_SAFE_DIFF = ("--no-textconv", "--no-ext-diff")
_VERBS = {
    "cat-file": (),
    "check-ignore": (),
    "config": (),
    "diff-index": _SAFE_DIFF,
    "fast-import": (),
    "for-each-ref": (),
    "gc": (),
    "log": (*_SAFE_DIFF, "--no-show-signature"),
    "ls-files": (),
    "ls-tree": (),
    "rev-parse": (),
    "symbolic-ref": (),
}
"""What may be asked, and what each is always given. No `status`, `diff` or `add`: they run filters."""
_VARIABLES = (
    "GIT_CONFIG_NOSYSTEM=1",
    "GIT_CONFIG_GLOBAL=/dev/null",
    "GIT_NO_LAZY_FETCH=1",
    "GIT_NO_REPLACE_OBJECTS=1",
    "GIT_OPTIONAL_LOCKS=0",
    "GIT_TERMINAL_PROMPT=0",
    "GIT_ATTR_NOSYSTEM=1",
    "GIT_GRAFT_FILE=/dev/null",
)


class GitMissingError(NotReadyError):
    """The program or the library is not installed."""


class GitFailedError(Exception):
    """git answered with an error; the text says which."""


class GitProgram:
    """git for one repository, given by its folder; no other folder is searched."""

    def __init__(self, folder: Path, *, work_tree: Path | None = None, timeout: int) -> None:
        os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")  # without a git program no exception at import
        try:
            import git
        except ImportError as error:
            raise GitMissingError("GitPython is not installed", hint="pip install gitpython") from error
        self.folder = folder
        self._where = [f"--git-dir={folder}", *([f"--work-tree={work_tree}"] if work_tree else ["--bare"])]
        self._git = git.Git(str(work_tree or folder.parent))
        self._error, self._missing = git.exc.GitError, git.exc.GitCommandNotFound
        self._timeout = timeout

    def ask(self, verb: str, *words: str, stream: BinaryIO | None = None) -> bytes:
        """The output of a git command. Raises GitMissingError without the program, GitFailedError otherwise."""
        options = [word for setting in (*_SETTINGS, f"core.excludesFile={_ignore_file()}") for word in ("-c", setting)]
        command = [*_program(), "--no-pager", *self._where, *options, verb, *_VERBS[verb], *words]
        try:
            return self._git.execute(
                command,
                istream=stream,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
                kill_after_timeout=self._timeout,
            )
        except self._missing as error:
            raise GitMissingError("the program git is not installed", hint="install git") from error
        except (self._error, OSError, ValueError) as error:
            if "No such file" in str(error) and "git" in str(error):
                raise GitMissingError("the program git is not installed", hint="install git") from error
            raise GitFailedError(" ".join(str(getattr(error, "stderr", "") or error).split())[:200]) from error


def _ignore_file() -> str:
    """The user's own ignore file at git's default place; not one that the repository names."""
    return os.path.expanduser("~/.config/git/ignore")  # noqa: PTH111 - no home is no error


def _program() -> list[str]:
    """git without environment variables that a hook or shell may have set for another repository."""
    inherited = [name for name in os.environ if name.startswith("GIT_") and not name.startswith("GIT_PYTHON")]
    return ["env", *(word for name in inherited for word in ("-u", name)), *_VARIABLES, "git"]


TIMEOUT = 10  # seconds for one question to git
LARGEST_COMPARED = 50_000_000
"""Bytes of a file whose content is compared; a larger one with a new time counts as changed."""
_STAGED = lazy_regex(
    rb"(\d{6}) ([0-9a-f]{40,64}) \d\t([^\0]+)\0  ctime: \d+:\d+\n  mtime: (\d+):(\d+)\n"
    rb"  dev:[^\n]*\n  uid:[^\n]*\n  size: (\d+)\tflags: [^\n]*\n"
)
"""An entry of the index and the facts that come after its name."""


@dataclass(frozen=True, slots=True)
class _Repository:
    git: GitProgram
    tree: Path
    """The folder that holds `.git`."""


def state(folder: Path) -> GitState | None:
    """Branch, commit, number of changed files and remote; None outside a repository."""
    repository = _repository(folder)
    if repository is None:
        return None
    head = _ask(repository, "rev-parse", "--verify", "--quiet", "HEAD").strip()
    return GitState(
        branch=_ask(repository, "symbolic-ref", "--short", "--quiet", "HEAD").strip(),
        commit=head[:12],
        changed_files=len(_changed_paths(repository, head)),
        remote=_remote(repository, "origin"),
    )


def tracked_with_blob(folder: Path, blob: str) -> tuple[str, ...]:
    """Tracked files of this folder whose staged git blob id starts with these digits."""
    repository = _repository(folder)
    if repository is None or not blob:
        return ()
    listing = _ask(repository, "ls-files", "--stage", "-z", "--", *_below(repository, folder))
    entries = (entry.partition("\t") for entry in listing.split("\0") if entry)
    return tuple(
        _from(repository, folder, path)
        for facts, _tab, path in entries
        if facts.split(" ")[1:2] and facts.split(" ")[1].startswith(blob)
    )


def is_ignored(folder: Path, relative: str) -> bool | None:
    """Whether any ignore rule covers the path; None outside a repository."""
    repository = _repository(folder)
    if repository is None:
        return None
    path = _in_tree(repository, folder, relative)
    return bool(_ask(repository, "check-ignore", "--no-index", "--", path))


def tracked(folder: Path, relative: str) -> tuple[str, ...]:
    """Files below `relative` that the repository of this folder tracks, ignored or not."""
    repository = _repository(folder)
    if repository is None:
        return ()
    listing = _ask(repository, "ls-files", "-z", "--", f":(literal){_in_tree(repository, folder, relative)}")
    return tuple(_from(repository, folder, path) for path in listing.split("\0") if path)


def top(folder: Path) -> Path | None:
    """The work tree of the folder; None outside a repository."""
    repository = _repository(folder)
    return repository.tree if repository else None


def remotes(folder: Path) -> tuple[str, ...]:
    """Addresses that the repository is pushed to, without user and password."""
    repository = _repository(folder)
    if repository is None:
        return ()
    listing = _ask(repository, "config", "--local", "--no-includes", "--get-regexp", r"^remote\..*\.url$")
    return tuple(_without_user(line.partition(" ")[2]) for line in listing.splitlines())


def _changed_paths(repository: _Repository, head: str) -> set[bytes]:
    """Paths that are staged, changed, gone or new; of a new folder only the folder."""
    index = _entries(repository)
    changed = {path for path, entry in index.items() if _is_changed(repository.tree, path, entry)}
    if head:
        words = ("diff-index", "--cached", "--name-only", "--no-renames", "--ignore-submodules", "-z", "HEAD", "--")
        changed |= set(_run_git(repository, *words).split(b"\0"))
    else:
        changed |= index.keys()
    new = _run_git(
        repository, "ls-files", "--others", "--exclude-standard", "--directory", "--no-empty-directory", "-z"
    )
    return (changed | set(new.split(b"\0"))) - {b""}


@dataclass(frozen=True, slots=True)
class _Entry:
    mode: bytes
    blob: str
    size: int
    modified: tuple[int, int]


def _entries(repository: _Repository) -> dict[bytes, _Entry]:
    """The index entry of each file; a file as new as the index has no time, since it may have changed."""
    try:
        written = (repository.git.folder / "index").stat().st_mtime
    except OSError:
        return {}
    found: dict[bytes, _Entry] = {}
    listing = _run_git(repository, "ls-files", "--stage", "--debug", "-z")
    for match in _STAGED.finditer(listing):
        mode, blob, name, seconds, fraction, size = match.groups()
        modified = (int(seconds), int(fraction)) if int(seconds) < int(written) else (0, 0)
        found[name] = _Entry(mode, blob.decode(), int(size), modified)
    return found


def _is_changed(tree: Path, path: bytes, entry: _Entry) -> bool:
    """Whether a file differs from the staged one byte for byte, without applying filters."""
    if entry.mode == b"160000":  # a submodule
        return False
    file = tree / os.fsdecode(path)
    try:
        found = file.lstat()
    except OSError:
        return True
    if stat.S_ISLNK(found.st_mode) != (entry.mode == b"120000") or found.st_size & 0xFFFFFFFF != entry.size:
        return True
    if (int(found.st_mtime), found.st_mtime_ns % 1_000_000_000) == entry.modified:
        return False
    if stat.S_ISLNK(found.st_mode):
        return _blob(os.fsencode(file.readlink()), entry) != entry.blob
    if found.st_size > LARGEST_COMPARED or not stat.S_ISREG(found.st_mode):
        return True
    try:
        return _blob(files.read_bytes(file, limit=LARGEST_COMPARED, root=tree), entry) != entry.blob
    except ContextMemoryError:
        return True


def _blob(content: bytes, entry: _Entry) -> str:
    make = hashlib.sha1 if len(entry.blob) == 40 else hashlib.sha256
    return make(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _repository(folder: Path) -> _Repository | None:
    try:
        start = folder.resolve()
        for tree in (start, *start.parents):
            if found := _git_folder(tree / ".git"):
                return _Repository(GitProgram(found, work_tree=tree, timeout=TIMEOUT), tree)
    except (ContextMemoryError, OSError, RuntimeError):
        pass
    return None


def _git_folder(path: Path) -> Path | None:
    """The repository behind a `.git`: a folder, or the file of a work tree or submodule that its repository knows."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return None
    if stat.S_ISDIR(mode):
        return path if (path / "HEAD").is_file() and (path / "objects").is_dir() else None
    if not stat.S_ISREG(mode):
        return None
    text = files.read_text(path, limit=5_000).strip()
    named = (path.parent / text.removeprefix("gitdir:").strip()).resolve() if text.startswith("gitdir:") else None
    if named is None or not (named / "HEAD").is_file():
        return None
    outer = next((each for each in path.parent.parents if (each / ".git").is_dir()), None)
    if outer is not None and named.is_relative_to(outer / ".git" / "modules"):
        return named
    back = named / "gitdir"
    is_known = back.is_file() and (named / files.read_text(back, limit=5_000).strip()).resolve() == path
    return named if is_known else None


def _below(repository: _Repository, folder: Path) -> tuple[str, ...]:
    inside = folder.resolve().relative_to(repository.tree).as_posix()
    return () if inside == "." else (f":(literal){inside}",)


def _in_tree(repository: _Repository, folder: Path, relative: str) -> str:
    return (folder.resolve().relative_to(repository.tree) / relative).as_posix()


def _from(repository: _Repository, folder: Path, path: str) -> str:
    """A path of the work tree, as seen from the folder."""
    inside = folder.resolve().relative_to(repository.tree).as_posix()
    return path if inside == "." else path.removeprefix(f"{inside}/")


def _remote(repository: _Repository, name: str) -> str:
    words = ("config", "--local", "--no-includes", "--get", f"remote.{name}.url")
    return _without_user(_ask(repository, *words).strip())


def _ask(repository: _Repository, *words: str) -> str:
    return os.fsdecode(_run_git(repository, *words))


def _run_git(repository: _Repository, *words: str) -> bytes:
    try:
        return repository.git.ask(*words)
    except (GitFailedError, ContextMemoryError):
        return b""


def _without_user(address: str) -> str:
    return re.sub(r"(?<=://)[^/@]*@", "", address)
