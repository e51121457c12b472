"""Executes memory tool commands on a workspace's memories/; every change is recorded in the history.

Secrets are redacted in input and output. A path never leaves the
folder, and no link is followed, not even one to another place in it.
"""

import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

from ...errors import ContextMemoryError, InputError
from ...storage import confined, files, places
from ...storage.confined import LinkError
from ...workspace.files import history_queue as history
from .. import memory_text
from ..memory_text import DEEPEST, ROOT, CommandError, Listed

LARGEST = 5_000_000
"""Bytes of one file; more is a log, not a memory, and the history would not keep it."""


class Kind(Enum):
    """The kind of a path."""

    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"
    """A link, a pipe, a device."""


def kind_of(path: Path) -> Kind | None:
    """The kind of the path; None if it does not exist. Raises LinkError behind a link."""
    try:
        mode = confined.link_status(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    if stat.S_ISLNK(mode):
        raise confined.LinkError(f"{path} is a symlink")
    return Kind.FILE if stat.S_ISREG(mode) else Kind.FOLDER if stat.S_ISDIR(mode) else Kind.OTHER


def size_of(path: Path) -> int:
    """Size in bytes on disk."""
    return confined.link_status(path).st_size


def listed(folder: Path, *, before: str = "", depth: int = 1) -> Iterator[Listed]:
    """Entries of a folder, two levels deep, without hidden files and links."""
    for name in confined.names(folder):
        if name.startswith("."):
            continue
        try:
            found = confined.link_status(folder / name)
        except OSError:  # it went away meanwhile
            continue
        if stat.S_ISDIR(found.st_mode):
            yield Listed(f"{before}{name}/", found.st_size)
            if depth < DEEPEST:
                yield from listed(folder / name, before=f"{before}{name}/", depth=depth + 1)
        elif stat.S_ISREG(found.st_mode):
            yield Listed(f"{before}{name}", found.st_size)


def read(path: Path) -> bytes:
    """Bytes of a file; InputError if it is too large."""
    content = files.read_bytes(path, limit=LARGEST + 1)
    if len(content) > LARGEST:
        raise files.too_large(path, LARGEST)
    return content


def rename(path: Path, target: Path) -> None:
    """Move a file or a folder."""
    files.make_folder(target.parent)
    confined.rename(path, target)


def remove(path: Path) -> None:
    """Delete a file, or a folder with its content; a link in it is deleted, not followed."""
    if kind_of(path) is not Kind.FOLDER:
        confined.remove(path)
        return
    for name in confined.names(path):
        if stat.S_ISDIR(confined.link_status(path / name).st_mode):
            remove(path / name)
        else:
            confined.remove(path / name)
    confined.remove_folder(path)


_BY_LINK = f"Path would escape {ROOT} directory via symlink"
_WANTED = (
    "The memory tool takes `view` (path, view_range), `create` (path, file_text), `str_replace` (path, old_str, "
    "new_str), `insert` (path, insert_line, insert_text), `delete` (path) and `rename` (old_path, new_path)."
)


class MemoryCommands:
    """Executes a model's memory commands; CommandError has the text for the model if one fails."""

    def __init__(self, workspace: Path, *, redacts: bool = True) -> None:
        self._places = places.of_workspace(workspace)
        assert self._places.memories
        self._folder = self._places.memories
        self._redacts = redacts
        files.make_folder(self._folder)
        self.problems: list[str] = []
        """Changes that were made and could not be recorded in the history."""

    def run(self, given: object) -> str:
        """The answer to one command with the model's fields."""
        try:
            return self._execute(given)
        except CommandError:
            raise
        except LinkError as error:
            raise CommandError(_BY_LINK) from error
        except ContextMemoryError as error:
            linked = isinstance(error.__cause__, LinkError)
            raise CommandError(_BY_LINK if linked else str(error)) from error
        except OSError as error:
            raise CommandError(f"The memory directory cannot be used: {error.strerror}") from error

    def _execute(self, given: object) -> str:
        match given:
            case {"command": "view", "path": str(path)}:
                assert isinstance(given, Mapping)
                return self._view(path, given.get("view_range"))
            case {"command": "create", "path": str(path), "file_text": str(text)}:
                return self._create(path, text)
            case {"command": "str_replace", "path": str(path), "old_str": str(old)}:
                assert isinstance(given, Mapping)
                return self._str_replace(path, old, _text(given.get("new_str")))
            case {"command": "insert", "path": str(path), "insert_line": int(line), "insert_text": str(text)}:
                return self._insert(path, line, text)
            case {"command": "delete", "path": str(path)}:
                return self._delete(path)
            case {"command": "rename", "old_path": str(old), "new_path": str(new)}:
                return self._rename(old, new)
            case _:
                raise CommandError(_WANTED)

    def _view(self, path: str, shown: object) -> str:
        place = self._place(path)
        match kind_of(place):
            case Kind.FOLDER:
                return memory_text.folder_view(path, size_of(place), list(listed(place)))
            case Kind.FILE:
                text = read(place).decode("utf-8", "replace")
                return memory_text.file_view(path, self._plain(text), shown)
            case None:
                raise memory_text.missing(path)
            case _:
                raise CommandError(f"Unsupported file type for {path}")

    def _create(self, path: str, text: str) -> str:
        place = self._place(path)
        if place == self._folder:
            raise CommandError(f"File {path} already exists")
        with self._recorded_change(f"create {path}"):
            if kind_of(place) is not None:
                raise CommandError(f"File {path} already exists")
            files.make_folder(place.parent)
            with files.locked(place):
                if kind_of(place) is not None:
                    raise CommandError(f"File {path} already exists")
                self._write(place, text)
        return f"File created successfully at: {path}"

    def _str_replace(self, path: str, old: str, new: str) -> str:
        with self._locked_text(path, "str_replace") as (place, text):
            after, snippet = memory_text.replaced(path, text, old, self._plain(new))
            self._write(place, after)
        return self._plain(snippet)

    def _insert(self, path: str, line: int, text: str) -> str:
        with self._locked_text(path, "insert") as (place, before):
            self._write(place, memory_text.inserted(before, line, text))
        return f"The file {path} has been edited."

    def _delete(self, path: str) -> str:
        place = self._place(path)
        if place == self._folder:
            raise CommandError(f"Cannot delete the {ROOT} directory itself")
        if kind_of(place) is None:
            raise CommandError(f"The path {path} does not exist")
        with self._recorded_change(f"delete {path}"):
            remove(place)
        return f"Successfully deleted {path}"

    def _rename(self, old: str, new: str) -> str:
        place, target = self._place(old), self._place(new)
        if place == self._folder:
            raise CommandError(f"Cannot rename the {ROOT} directory itself")
        if kind_of(target) is not None:
            raise CommandError(f"The destination {new} already exists")
        if kind_of(place) is None:
            raise CommandError(f"The path {old} does not exist")
        if target.is_relative_to(place):
            raise CommandError(f"Cannot rename {old} into itself")
        with self._recorded_change(f"rename {old} to {new}"):
            rename(place, target)
        return f"Successfully renamed {old} to {new}"

    @contextmanager
    def _locked_text(self, path: str, command: str) -> Iterator[tuple[Path, str]]:
        """Path and text of a file, under the lock of our writers."""
        place = self._place(path)
        match kind_of(place):
            case None:
                raise memory_text.missing(path)
            case Kind.FILE:
                pass
            case _:
                raise CommandError(f"The path {path} is not a file.")
        with self._recorded_change(f"{command} {path}"), files.locked(place):
            try:
                text = read(place).decode("utf-8")
            except UnicodeDecodeError as error:  # written back, what is no text would be damaged
                raise CommandError(f"The file {path} is not UTF-8 text.") from error
            yield place, text

    @contextmanager
    def _recorded_change(self, what: str) -> Iterator[None]:
        with history.recording(self._places, f"memory tool: {what}", self.problems.append):
            yield

    def _write(self, place: Path, text: str) -> None:
        plain = self._plain(text)
        if len(plain.encode("utf-8", "surrogatepass")) > LARGEST:
            raise CommandError(f"The file would have more than {LARGEST:,} bytes; split it.")
        files.replace_text(place, plain)

    def _place(self, path: str) -> Path:
        return self._folder.joinpath(*memory_text.steps_of(path))

    def _plain(self, text: str) -> str:
        return memory_text.redacted(text) if self._redacts else text


def commands_of(workspace: Path | None, *, redacts: bool) -> MemoryCommands:
    """The commands for a workspace; InputError without one."""
    if workspace is None:
        raise InputError("the memory tool needs a workspace", hint="open ContextMemory with the folder of MEMORY.md")
    return MemoryCommands(workspace, redacts=redacts)


Answer = Callable[[Any], str]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
