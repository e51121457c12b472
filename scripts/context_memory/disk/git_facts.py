"""Where a project stands in git, read only. No git, no GitPython or no repository: no facts."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.project import GitState

if TYPE_CHECKING:
    from git import Repo

TIMEOUT = 10  # seconds for one question to git


def state(folder: Path) -> GitState | None:
    """Branch, commit, number of changed files and remote; None outside a repository."""
    repository = _repository(folder)
    if repository is None:
        return None
    head = _ask(repository, "rev-parse", "--verify", "--quiet", "HEAD")
    changed = _ask(repository, "status", "--porcelain", "--untracked-files=normal", "--ignore-submodules")
    return GitState(
        branch=_ask(repository, "symbolic-ref", "--short", "--quiet", "HEAD"),
        commit=head[:12],
        changed_files=len(changed.splitlines()),
        remote=_without_user(_ask(repository, "remote", "get-url", "origin")),
    )


def tracked_with_blob(folder: Path, blob: str) -> tuple[str, ...]:
    """Tracked files of this folder whose staged content has a git blob id that starts so."""
    repository = _repository(folder)
    if repository is None or not blob:
        return ()
    listing = _ask(repository, "-C", str(folder.resolve()), "ls-files", "--stage", "-z")
    entries = (entry.partition("\t") for entry in listing.split("\0") if entry)
    return tuple(
        path for facts, _tab, path in entries if facts.split(" ")[1:2] and facts.split(" ")[1].startswith(blob)
    )


def is_ignored(folder: Path, relative: str) -> bool | None:
    """Whether any ignore rule covers the path; None outside a repository."""
    repository = _repository(folder)
    if repository is None:
        return None
    return bool(_ask(repository, "-C", str(folder.resolve()), "check-ignore", "--no-index", "--", relative))


def tracked(folder: Path, relative: str) -> tuple[str, ...]:
    """Files below `relative` that the repository of this folder tracks, ignored or not."""
    repository = _repository(folder)
    if repository is None:
        return ()
    listing = _ask(repository, "-C", str(folder.resolve()), "ls-files", "-z", "--", relative)
    return tuple(path for path in listing.split("\0") if path)


def top(folder: Path) -> Path | None:
    """The work tree that the folder lies in; None outside a repository."""
    repository = _repository(folder)
    return Path(repository.working_tree_dir).resolve() if repository and repository.working_tree_dir else None


def remotes(folder: Path) -> tuple[str, ...]:
    """Addresses that the repository is pushed to, without user and password."""
    repository = _repository(folder)
    names = _ask(repository, "remote").split() if repository else []
    return tuple(_without_user(_ask(repository, "remote", "get-url", name)) for name in names) if repository else ()


def _repository(folder: Path) -> "Repo | None":
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")  # without a git program: no facts, no exception at import
    try:
        from git import Repo
        from git.exc import GitError
    except ImportError:
        return None
    try:
        repository = Repo(folder, search_parent_directories=True)
    except (GitError, OSError, ValueError):
        return None
    return None if repository.bare else repository


def _ask(repository: "Repo", *words: str) -> str:
    from git.exc import GitError

    # A repository may name a monitor or hooks; a look at it must not run them.
    safe = ("git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
    try:
        return repository.git.execute(
            [*safe, *words], kill_after_timeout=TIMEOUT, strip_newline_in_stdout=True, env=_named(repository)
        )
    except (GitError, OSError, ValueError):
        return ""


def _named(repository: "Repo") -> dict[str, str]:
    """This repository by name, where the environment names one: under a git hook that is another."""
    if "GIT_DIR" not in os.environ:
        return {}
    folder = str(repository.git_dir)
    tree = str(repository.working_tree_dir or "")
    return {"GIT_DIR": folder, "GIT_WORK_TREE": tree, "GIT_INDEX_FILE": os.path.join(folder, "index")}  # noqa: PTH118


def _without_user(address: str) -> str:
    return re.sub(r"(?<=://)[^/@]*@", "", address)
