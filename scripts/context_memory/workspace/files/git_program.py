"""Runs git so that no call starts a program that the repository's configuration names.

A repository may come from a clone or an archive, with filters, monitors,
hooks, converters, signers and remotes chosen by others. So only commands
that need none of them are allowed, each with the switches that forbid them,
and git sees neither the user's configuration nor the caller's variables.
"""

import os
from pathlib import Path
from typing import BinaryIO

from ...errors import NotReadyError

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
