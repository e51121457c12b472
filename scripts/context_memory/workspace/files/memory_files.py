"""The memory files of a workspace: MEMORY.md, memories/**/*.md, memory/**/*.md; paths, modes and texts."""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ...errors import ContextMemoryError, InputError, NotReadyError
from ...storage import confined, files
from ...storage.files import inside, read_inside
from ...storage.places import Places
from ...storage.stamps import STATE_FOLDER
from ...text.hashing import sha256
from ...text.patterns import lazy_regex

SNAPSHOT = "memories/context.md"
SNAPSHOT_TITLES = {"en": "# Context snapshot\n", "zh": "# 上下文快照\n"}
"""How a compaction begins memories/context.md, which then is a summary of what lies in the archive."""
_OF_SESSION = lazy_regex(r"\A# [^\n]+\n<!-- session: ([^\n]*) -->\n")
LARGEST_FILE = 5_000_000  # bytes; more is a log, not a memory
MOST_FILES = 20_000


def snapshot(language: str, session: str, summary: str) -> str:
    """The text of memories/context.md after a compaction: one file for all sessions, so it says whose it is."""
    mark = f"<!-- session: {_named(session)} -->\n" if session else ""
    return f"{SNAPSHOT_TITLES['zh' if language == 'zh' else 'en']}{mark}\n{summary}\n"


def session_of_snapshot(text: str) -> str:
    """The session that a snapshot sums up, as `snapshot` wrote it; empty where it does not say."""
    found = _OF_SESSION.match(text) if text.startswith(tuple(SNAPSHOT_TITLES.values())) else None
    return found[1] if found else ""


def is_of_another_session(text: str, session: str) -> bool:
    """Whether a snapshot sums up another session than this one; False where either has no name."""
    return bool(session and (owner := session_of_snapshot(text)) and owner != _named(session))


def _named(session: str) -> str:
    """The name of a session on one line, without what would end a comment."""
    return "".join(c for c in session if c.isprintable()).replace("-->", "")


class Listed(NamedTuple):
    """A file, by its path from the workspace, and the stamp that changes when it is written."""

    path: str
    stamp: str
    modified: float

    @property
    def name(self) -> str:
        """The path as text that can be stored: bytes that are not UTF-8 are escaped."""
        return os.fsencode(self.path).decode("utf-8", "backslashreplace")


class Content(NamedTuple):
    """The content of a file."""

    text: str
    hash: str


def listed(
    workspace: Path, *, pages: Sequence[str] = (), every: bool = False, too_large: list[str] | None = None
) -> Iterator[Listed]:
    """The readable memory files and these files of the workspace's root, ordered by path.

    One of more than `LARGEST_FILE` bytes is left out, and named in `too_large`.
    `every` also lists files of memories/ that are no Markdown: the memory tool of an SDK may write any.
    """
    wanted = {*_candidates(workspace, every=every), *(workspace / name for name in pages)}
    for number, path in enumerate(sorted(wanted)):
        if number == MOST_FILES:
            return
        try:
            found = path.lstat()
            if stat.S_ISLNK(found.st_mode):
                if not _is_memory(path, workspace):
                    continue
                found = path.stat()
        except OSError:
            continue
        name = path.relative_to(workspace).as_posix()
        if stat.S_ISREG(found.st_mode) and found.st_size > LARGEST_FILE and too_large is not None:
            too_large.append(name)
        if stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST_FILE:
            yield Listed(name, f"{found.st_size}:{found.st_mtime_ns}", found.st_mtime)


def content(workspace: Path, path: str) -> Content | None:
    """The text of one of them; None if it was deleted meanwhile."""
    try:
        data = read_inside(workspace / path, workspace, limit=LARGEST_FILE)
    except InputError:
        return None
    return Content(data.decode("utf-8", "replace"), sha256(data).hexdigest())


def _is_memory(link: Path, workspace: Path) -> bool:
    """Whether a link leads to a Markdown file of the workspace that is not hidden: a link to `.env` does not count."""
    if not inside(link, workspace):
        return False
    target = link.resolve().relative_to(workspace.resolve())
    return target.suffix == ".md" and not any(part.startswith(".") for part in target.parts)


def _candidates(workspace: Path, *, every: bool) -> Iterator[Path]:
    yield workspace / "MEMORY.md"
    for folder, ending in ((workspace / "memories", "" if every else ".md"), (workspace / "memory", ".md")):
        if folder.is_symlink() and not inside(folder, workspace):
            continue
        for parent, folders, names in os.walk(folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            yield from (Path(parent) / name for name in names if name.endswith(ending) and not name.startswith("."))


FOLDERS = ("memories", "memory", STATE_FOLDER)
PAGES = ("MEMORY.md", "USER.md")
SEARCHED_PAGES = ("USER.md", "SOUL.md", "IDENTITY.md", "TOOLS.md", "CLAUDE.md", "AGENTS.md")
"""What hosts keep about the person, the agent and its tools: found by a question, and no memory that we version."""
MAX_FILES = 20_000
MAX_TEXT = 2 * 1024 * 1024
"""Bytes of one file that are looked at."""


class Entry(NamedTuple):
    """A file or folder, and who may use it."""

    path: str
    """Relative to the workspace."""
    mode: int
    is_folder: bool

    @property
    def is_private(self) -> bool:
        """Whether only the owner has any rights."""
        return not self.mode & 0o077


def entries(workspace: Path) -> tuple[Entry, ...]:
    """Files and folders of memory and of our state, `MAX_FILES` at most."""
    found: list[Entry] = []
    for path in _paths(workspace):
        try:
            state = path.lstat()
        except OSError:
            continue
        if stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode):
            name = path.relative_to(workspace).as_posix()
            found.append(Entry(name, stat.S_IMODE(state.st_mode), stat.S_ISDIR(state.st_mode)))
        if len(found) >= MAX_FILES:
            break
    return tuple(found)


def texts(workspace: Path, *more: str) -> Iterator[tuple[str, str]]:
    """Path and beginning of every Markdown file of memory, and of `extra` files."""
    named = [entry.path for entry in entries(workspace) if not entry.is_folder and entry.path.endswith(".md")]
    for path in dict.fromkeys((*named, *more)):
        text = read(workspace, path)
        if text is not None and not path.startswith(STATE_FOLDER):
            yield path, text


def read(workspace: Path, relative: str) -> str | None:
    """The beginning of a text file of the workspace; None if it is missing, leads out, or is unreadable."""
    path = workspace / relative
    try:
        if not path.is_file():
            return None
        return files.read_inside(path, workspace, limit=MAX_TEXT).decode("utf-8", "replace").removeprefix("\ufeff")
    except (InputError, OSError):
        return None


def make_private(workspace: Path, entry: Entry) -> None:
    """Remove all rights of group and others; the owner's rights stay."""
    path = workspace / entry.path
    if not path.is_symlink() and files.inside(path, workspace):
        confined.limit_mode(path.resolve(), 0o700, root=workspace.resolve())


def _paths(workspace: Path) -> Iterator[Path]:
    yield from (workspace / name for name in PAGES if (workspace / name).is_file())
    for name in FOLDERS:
        folder = workspace / name
        if folder.is_symlink() or not folder.is_dir():
            continue
        yield folder
        for current, folders, names in os.walk(folder):
            folders[:] = sorted(each for each in folders if each != ".git")
            yield from (Path(current) / each for each in (*folders, *sorted(names)))


FOLDER = "memory"
READ_BYTES = 1_000_000
"""Of a longer note only the newest part is read."""
_NAME = lazy_regex(r"\d{4}-\d{2}-\d{2}\.md")


def note_name(day: date) -> str:
    """Path of a day's note in the workspace."""
    return f"{FOLDER}/{day.isoformat()}.md"


def is_note(name: str) -> bool:
    """Whether this is the path of a dated note."""
    return name.startswith(f"{FOLDER}/") and _NAME.fullmatch(name.removeprefix(f"{FOLDER}/")) is not None


def append_note(places: Places, name: str, addition: Callable[[str], str]) -> str:
    """Append `addition(current note)` and return it; an empty text writes nothing."""
    from ...storage import preimages  # the check of an action only reads

    path = preimages.workspace_file(places, name)
    if path.parent.exists() and not path.parent.is_dir():
        raise InputError(f"{path.parent} is not a folder", hint="remove or rename it")
    with files.locked(path):
        text = addition(_newest_part(path) if path.exists() else "")
        if text:
            _write(path, text.encode("utf-8", "replace"))
    return text


def read_note(places: Places, name: str) -> str | None:
    """The newest part of a note; None if there is none or it is not a readable file."""
    from ...storage import preimages

    try:
        path = preimages.workspace_file(places, name)
        return _newest_part(path) if path.is_file() else None
    except (ContextMemoryError, OSError):
        return None


def recent_notes(places: Places, before: date, days: int) -> Iterator[tuple[str, str]]:
    """(name, text) of the notes of this many days before this one, newest first."""
    for back in range(1, days + 1):
        name = note_name(before - timedelta(days=back))
        text = read_note(places, name)
        if text is not None:
            yield name, text


def listed_notes(places: Places, most: int) -> tuple[str, ...]:
    """Names of the dated notes, newest first."""
    if places.workspace is None:
        return ()
    folder = places.workspace / FOLDER
    if not folder.is_dir() or not files.inside(folder, places.workspace):
        return ()
    names = sorted((name for name in files.names(folder) if _NAME.fullmatch(name)), reverse=True)
    return tuple(f"{FOLDER}/{name}" for name in names[:most])


def _newest_part(path: Path) -> str:
    part, before = files.read_end(path, READ_BYTES)
    return (part[part.find(b"\n") + 1 :] if before else part).decode("utf-8", "replace")


def _write(path: Path, data: bytes) -> None:
    try:
        with os.fdopen(files.open_to_append(path), "ab", buffering=0) as file:
            view = memoryview(data)
            while view:
                view = view[file.write(view) :]
            os.fsync(file.fileno())
    except OSError as error:
        raise NotReadyError(f"cannot write {path}: {error.strerror}", hint="check space and permissions") from error


ERRORS_BYTES = 1024 * 1024
"""Of a longer file only the newest part is read: hooks do it before every tool call."""
_ERROR_DATE = lazy_regex(r"^- \d{4}-\d{2}-\d{2} ")


class ErrorsLog(NamedTuple):
    """The lines that were read, oldest first; `first` is the 1-based number of the first of them."""

    lines: tuple[str, ...] = ()
    first: int = 1


def read_errors(path: Path) -> ErrorsLog:
    """The log, or its newest part; no file, no lines."""
    if not path.exists() and not path.is_symlink():
        return ErrorsLog()
    with files.open_to_read(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > files.LARGEST_FILE:
            raise files.too_large(path, files.LARGEST_FILE)
        if size <= ERRORS_BYTES:
            return ErrorsLog(tuple(file.read(ERRORS_BYTES).decode("utf-8", "replace").split("\n")))
        passed_over = _count_lines(file, size - ERRORS_BYTES)
        newest = file.read(ERRORS_BYTES).decode("utf-8", "replace").split("\n")
    return ErrorsLog(tuple(newest[1:]), passed_over + 2)  # the first of them is only the end of a line


def _count_lines(file: BinaryIO, size: int) -> int:
    """Line ends in the next `size` bytes; the file position is after them afterwards."""
    found = 0
    while size > 0 and (block := file.read(min(size, ERRORS_BYTES))):
        found += block.count(b"\n")
        size -= len(block)
    return found


def append_once(path: Path, date: str, entry: str) -> bool:
    """Append `- {date} {entry}` unless the same entry exists with any date; returns whether it was written."""
    if any(_ERROR_DATE.sub("- ", line) == f"- {entry}" for line in read_errors(path).lines):
        return False
    files.append_line(path, f"- {date} {entry}")
    return True
