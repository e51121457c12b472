"""The git repository of the memory files: bare, private, in our state folder, apart from any repository of the user.

GitPython's only door for writing. Contents go in by one stream, byte for
byte: no work tree, no index, no filter, no hook, no configuration of the user.
"""

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha1
from pathlib import Path
from typing import BinaryIO

from ..model.errors import NotReadyError
from ..model.history import Commit, Step
from . import files
from .history_queue import Change

BRANCH = "refs/heads/memory"
WHO = "context-memory <context-memory@localhost>"
TIMEOUT = 120  # seconds for one question to git
_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.sharedRepository=0600",
    "core.quotePath=false",
    "gc.autoDetach=false",
    "gc.auto=500",
)


class Repository:
    """The history in one folder, made by the first change: who looks at an empty history leaves no trace."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
        try:
            import git
        except ImportError as error:
            raise NotReadyError("the history of memory needs GitPython", hint="pip install gitpython") from error
        self._git = git.Git(str(folder.parent))
        self._error = git.exc.GitError
        self._missing = git.exc.GitCommandNotFound

    def absorb(self, changes: Sequence[Change]) -> int:
        """Commit each change that changes something; how many commits that made. The caller holds the lock."""
        self._make()
        commits = self.commits()
        known = {each.change for each in commits}
        before = self.tree("") if commits else {}
        made = 0
        with tempfile.TemporaryFile() as stream:
            for change in changes:
                fresh = {path: data for path, data in change.files.items() if _id_of(data) != before.get(path, "")}
                if not fresh or change.id in known:
                    continue
                _write_commit(stream, change, fresh, has_parent=made == 0 and bool(commits))
                before |= {path: _id_of(data) for path, data in fresh.items()}
                made += 1
            stream.write(b"done\n")
            stream.seek(0)
            if made:
                self._ask("fast-import", "--quiet", "--done", "--date-format=raw", stream=stream)
                self._ask("gc", "--auto", "--quiet")
        return made

    def commits(self) -> tuple[Commit, ...]:
        """Every change, newest first."""
        if not self._tip():
            return ()
        found = self._ask("log", "-z", "--format=%H%x1f%cI%x1f%s%x1f%b", BRANCH).decode("utf-8", "replace")
        return tuple(_commit(each) for each in found.split("\0") if each)

    def tree(self, commit: str) -> dict[str, str]:
        """Path and content id of every file as of a commit; of the newest without one."""
        listing = self._ask("ls-tree", "-r", "-z", commit or BRANCH)
        entries = (entry.partition(b"\t") for entry in listing.split(b"\0") if entry)
        return {os.fsdecode(path): facts.split(b" ")[2].decode() for facts, _tab, path in entries}

    def contents(self, ids: Iterable[str]) -> dict[str, bytes]:
        """The bytes behind content ids."""
        wanted = [each for each in dict.fromkeys(ids) if each]
        if not wanted:
            return {}
        with tempfile.TemporaryFile() as stream:
            stream.write("".join(f"{each}\n" for each in wanted).encode())
            stream.seek(0)
            answer = self._ask("cat-file", "--batch", stream=stream)
        found, at = {}, 0
        for each in wanted:
            end = answer.index(b"\n", at)
            size = int(answer[at:end].split(b" ")[2])
            found[each] = answer[end + 1 : end + 1 + size]
            at = end + 1 + size + 1
        return found

    def steps(self, pattern: str) -> tuple[Step, ...]:
        """Changes in which a line that the extended regular expression matches came or went, oldest first."""
        if not self._tip():
            return ()
        words = ("log", "--reverse", "-z", "--raw", "--no-renames", "--no-abbrev", "--text", "-i", f"-G{pattern}")
        answer = self._ask(*words, "--format=%x1e%H%x1f%cI%x1f%s%x1f", BRANCH)
        found = []
        for record in answer.split(b"\x1e")[1:]:
            head, *rest = [each.strip(b"\n") for each in record.split(b"\0")]
            changes = []
            for facts, path in zip(rest[::2], rest[1::2], strict=False):
                old, new = facts.split(b" ")[2:4]
                changes.append((os.fsdecode(path), _known(old), _known(new)))
            found.append(Step(_commit(head.decode("utf-8", "replace")), tuple(changes)))
        return tuple(found)

    # -- git ---------------------------------------------------------------------------------------

    def _make(self) -> None:
        if not self._is_made():
            files.make_folder(self._folder)
            words = ("init", "--bare", "--quiet", "--template=", "--shared=0600", "--initial-branch=memory")
            self._run([*self._program(), *words, str(self._folder)])

    def _is_made(self) -> bool:
        return (self._folder / "HEAD").is_file()

    def _tip(self) -> str:
        if not self._is_made():
            return ""
        return self._ask("for-each-ref", "--format=%(objectname)", BRANCH).decode().strip()

    def _ask(self, *words: str, stream: BinaryIO | None = None) -> bytes:
        options = [word for setting in _SETTINGS for word in ("-c", setting)]
        return self._run([*self._program(), f"--git-dir={self._folder}", *options, *words], stream)

    def _program(self) -> list[str]:
        """git without the variables that somebody's hook or shell may have set for another repository."""
        inherited = [name for name in os.environ if name.startswith("GIT_") and not name.startswith("GIT_PYTHON")]
        clean = [word for name in inherited for word in ("-u", name)]
        return ["env", *clean, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "git"]

    def _run(self, command: list[str], stream: BinaryIO | None = None) -> bytes:
        try:
            answer = self._git.execute(
                command,
                istream=stream,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
                kill_after_timeout=TIMEOUT,
            )
        except self._missing as error:
            raise NotReadyError("the history of memory needs the program git", hint="install git") from error
        except (self._error, OSError, ValueError) as error:
            if "No such file" in str(error) and "git" in str(error):
                raise NotReadyError("the history of memory needs the program git", hint="install git") from error
            shown = " ".join(str(getattr(error, "stderr", "") or error).split())[:200]
            hint = f"if {self._folder} is damaged, move it away: recording goes on in a new one"
            raise NotReadyError(f"git could not read the history of memory: {shown}", hint=hint) from error
        return answer


def _commit(line: str) -> Commit:
    commit, time, cause, body = line.split("\x1f", 3)
    return Commit(commit, datetime.fromisoformat(time), cause.strip(), body.strip().removeprefix("Change: "))


def _known(blob: bytes) -> str:
    text = blob.decode("ascii")
    return "" if not text.strip("0") else text


def _id_of(content: bytes | None) -> str:
    """The id that git gives to this content."""
    if content is None:
        return ""
    return sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _write_commit(stream: BinaryIO, change: Change, fresh: Mapping[str, bytes | None], *, has_parent: bool) -> None:
    message = f"{change.cause}\n\nChange: {change.id}\n".encode("utf-8", "replace")
    stamp = f"{int(change.time.timestamp())} {change.time.strftime('%z')[:5] or '+0000'}"
    stream.write(f"commit {BRANCH}\ncommitter {WHO} {stamp}\ndata {len(message)}\n".encode() + message + b"\n")
    if has_parent:
        stream.write(f"from {BRANCH}^0\n".encode())
    for path, content in sorted(fresh.items()):
        name = b'"' + _quoted(os.fsencode(path)) + b'"'
        if content is None:
            stream.write(b"D " + name + b"\n")
        else:
            stream.write(b"M 100644 inline " + name + b"\ndata %d\n" % len(content) + content + b"\n")


def _quoted(path: bytes) -> bytes:
    return b"".join(b"\\%03o" % byte if byte < 32 or byte in b'"\\' else bytes((byte,)) for byte in path)
