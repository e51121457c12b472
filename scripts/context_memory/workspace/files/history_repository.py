"""The bare, private git repository of the memory files, in the state folder, separate from the user's repositories.

Contents go in by one stream, byte for byte: no work tree, no index, no
filter, no hook, no configuration of the user. It lies in a workspace, which may
come from a clone: a repository with anything foreign in it is quarantined.
"""

import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import datetime
from hashlib import sha1
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from ...errors import ContextMemoryError, NotReadyError
from ...storage import confined, files
from ...text.patterns import lazy_regex
from ..timeline import Commit, Step
from .git_state import GitFailedError, GitMissingError, GitProgram
from .history_queue import Change
from .memory_files import LARGEST_FILE

BRANCH = "refs/heads/memory"
WHO = "context-memory <context-memory@localhost>"
TIMEOUT = 120  # seconds for one question to git
HEAD = f"ref: {BRANCH}\n"
CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = true\n"
_OLDER_CONFIG = lazy_regex(
    r"(?:\[core\]|\[receive\]|\trepositoryformatversion = 0|\tfilemode = (?:true|false)|\tbare = true"
    r"|\tignorecase = true|\tprecomposeunicode = true|\tsharedrepository = 0600|\tdenyNonFastforwards = true)"
)
"""Lines of the configuration that `git init` wrote for us before we wrote it ourselves."""
_OURS = lazy_regex(
    r"HEAD|config|packed-refs|description|gc\.log|gc\.pid|fast_import_crash_\d+|[\w.-]+\.lock"
    r"|packed-refs\.new|info|info/refs|branches|refs|refs/heads|refs/heads/memory(?:\.lock)?|refs/tags|objects"
    r"|objects/info|objects/info/(?:packs|commit-graph|commit-graphs(?:/[\w.-]+)?)"
    r"|objects/pack|objects/pack/[\w.-]+|objects/[0-9a-f]{2}|objects/[0-9a-f]{2}/\w+"
)
"""Every name that can stand in it: no attributes, no hooks, no alternates, no grafts, no other work tree."""
_ID = lazy_regex(r"[0-9a-f]{40}")
MOST_FILES = 100_000
_LOCKS = ("refs/heads/memory.lock", "packed-refs.lock", "packed-refs.new", "HEAD.lock")
"""What git holds while it writes; it stays behind when git is killed, and no later git writes beside it."""

Lock = Callable[[], AbstractContextManager[None]]
"""Keeps other processes from writing the repository."""


class Repository:
    """The history in one folder, created by the first change; reading an empty history creates nothing."""

    def __init__(self, folder: Path, lock: Lock = nullcontext) -> None:
        self._folder = folder
        self.problem = ""
        """Why it was set aside, empty when it was not."""
        if os.path.lexists(folder) and _foreign(folder):
            with lock():  # while git writes it, a second look says what it is
                if os.path.lexists(folder) and (reason := _foreign(folder)):
                    aside = files.set_aside(folder, ".foreign")
                    self.problem = f"{folder} {reason}, so it was set aside as {aside.name}; a new history begins"
        try:
            self._program = GitProgram(folder, timeout=TIMEOUT)
        except GitMissingError as error:
            raise NotReadyError("the history of memory needs GitPython", hint=error.hint) from error

    def absorb(self, changes: Sequence[Change]) -> int:
        """Commit each change that has an effect and return the number of commits. The caller holds the lock."""
        self._make()
        for each in _LOCKS:  # nobody else writes now
            files.remove(self._folder / each)
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

    def sizes(self, commit: str) -> dict[str, int]:
        """Path and bytes of every file as of a commit."""
        listing = self._ask("ls-tree", "-r", "-l", "-z", commit)
        entries = (entry.partition(b"\t") for entry in listing.split(b"\0") if entry)
        return {os.fsdecode(path): int(facts.split()[3]) for facts, _tab, path in entries}

    def contents(self, ids: Iterable[str]) -> dict[str, bytes]:
        """The bytes of content ids."""
        wanted = [each for each in dict.fromkeys(ids) if each]
        if not wanted:
            return {}
        large = [each for each, size in self._sizes(wanted).items() if size > LARGEST_FILE]
        if large:  # memory files are smaller: it would unpack to any size
            hint = f"move {self._folder} away: recording goes on in a new one"
            raise NotReadyError(f"the history contains a file of more than {LARGEST_FILE:,} bytes", hint=hint)
        answer = self._about(wanted, "--batch")
        found, at = {}, 0
        for each in wanted:
            end = answer.index(b"\n", at)
            size = int(answer[at:end].split(b" ")[2])
            found[each] = answer[end + 1 : end + 1 + size]
            at = end + 1 + size + 1
        return found

    def _sizes(self, ids: Sequence[str]) -> dict[str, int]:
        lines = self._about(ids, "--batch-check").splitlines()
        return {each: int(line.split(b" ")[2]) for each, line in zip(ids, lines, strict=True)}

    def _about(self, ids: Sequence[str], how: str) -> bytes:
        with tempfile.TemporaryFile() as stream:
            stream.write("".join(f"{each}\n" for each in ids).encode())
            stream.seek(0)
            return self._ask("cat-file", how, stream=stream)

    def steps(self, pattern: str) -> tuple[Step, ...]:
        """Changes that added or removed a line matching the extended regular expression, oldest first."""
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
                changes.append((os.fsdecode(path), _blob_text(old), _blob_text(new)))
            found.append(Step(_commit(head.decode("utf-8", "replace")), tuple(changes)))
        return tuple(found)

    # -- git ---------------------------------------------------------------------------------------

    def _make(self) -> None:
        if self._is_made():
            return
        making = self._folder.with_name(f".{self._folder.name}-{token_hex(8)}")  # readers see all of it or nothing
        files.make_folder(making / "objects")
        files.make_folder(making / "refs" / "heads")
        files.replace_text(making / "config", CONFIG)
        files.replace_text(making / "HEAD", HEAD)
        files.move_folder(making, self._folder)

    def _is_made(self) -> bool:
        return (self._folder / "HEAD").is_file()

    def _tip(self) -> str:
        if not self._is_made():
            return ""
        with suppress(ContextMemoryError):  # another process may pack it at any time
            tip = files.read_text(self._folder / BRANCH, limit=100).strip()
            if _ID.fullmatch(tip):  # most often: git need not be started for it
                return tip
        return self._ask("for-each-ref", "--format=%(objectname)", BRANCH).decode().strip()

    def _ask(self, verb: str, *words: str, stream: BinaryIO | None = None) -> bytes:
        try:
            return self._program.ask(verb, *words, stream=stream)
        except GitMissingError as error:
            raise NotReadyError("the history of memory needs the program git", hint=error.hint) from error
        except GitFailedError as error:
            hint = f"if {self._folder} is damaged, move it away: recording goes on in a new one"
            raise NotReadyError(f"git could not read the history of memory: {error}", hint=hint) from error


def _foreign(folder: Path) -> str:
    """Foreign content of the repository, empty if there is none; the configuration of an older version is rewritten."""
    found = confined.status(folder)
    if found is None or not stat.S_ISDIR(found.st_mode):
        return "is a symlink or a file"
    try:
        for number, (name, is_folder) in enumerate(confined.tree(folder)):
            if number == MOST_FILES:
                return f"has more than {MOST_FILES:,} files"
            if is_folder is None or not _OURS.fullmatch(name):
                return f"holds {name}, which we never make"
        head, config = (files.read_bytes(folder / name, limit=5_000).decode() for name in ("HEAD", "config"))
        packed = files.read_text(folder / "packed-refs", limit=5_000) if (folder / "packed-refs").exists() else ""
    except (ContextMemoryError, OSError, UnicodeDecodeError):
        return "has no HEAD or no config that can be read"
    if any(line[:1] not in "#^" and not line.endswith(f" {BRANCH}") for line in packed.splitlines()):
        return "has references that we never make"
    if config != CONFIG and not all(map(_OLDER_CONFIG.fullmatch, config.splitlines())):
        return "has another configuration than ours"
    for name, text, ours in (("config", config, CONFIG), ("HEAD", head, HEAD)):
        if text != ours:  # an older version's, or a torn one that says nothing: history has one branch
            files.replace_text(folder / name, ours)
    return ""


def _commit(line: str) -> Commit:
    commit, time, cause, body = line.split("\x1f", 3)
    return Commit(commit, datetime.fromisoformat(time), cause.strip(), body.strip().removeprefix("Change: "))


def _blob_text(blob: bytes) -> str:
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
        name = b'"' + _quote_path(os.fsencode(path)) + b'"'
        if content is None:
            stream.write(b"D " + name + b"\n")
        else:
            stream.write(b"M 100644 inline " + name + b"\ndata %d\n" % len(content) + content + b"\n")


def _quote_path(path: bytes) -> bytes:
    return b"".join(b"\\%03o" % byte if byte < 32 or byte in b'"\\' else bytes((byte,)) for byte in path)
