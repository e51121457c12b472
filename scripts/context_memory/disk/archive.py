"""The archive: every original that was ever replaced, byte for byte, under a handle.

Objects are files named by the SHA-256 of their content, written once and
never changed or deleted by us. `index.jsonl` beside them is for people and
for lists; it can be lost, because the objects alone bring everything back.
"""

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.errors import ContextMemoryError, InputError, NotReadyError, RefusedError
from . import files

if TYPE_CHECKING:
    from .archive_index import Entry, Found

SCHEME = "cm:"
HANDLE_DIGITS = 12  # hex digits of the hash that a handle shows; more only where two objects share them
LEAST_DIGITS = 6  # fewer would match by chance
TITLE_CHARS = 200
MANY, WRITERS = 16, 8  # from so many originals on, so many threads write them

_DIGITS = re.compile(r"[0-9a-f]+")
_OBJECT = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Original:
    """Something to keep, and what a person wants to know about it later."""

    content: bytes
    kind: str
    """What it is, e.g. `tool-result`, `message`, `file`."""
    title: str = ""
    session: str = ""


class Archive:
    """The originals below one folder. Reading never creates anything; several processes may write at once."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def index(self) -> Path:
        """The readable list of what is here."""
        return self.root / "index.jsonl"

    def put(self, content: bytes, *, kind: str, title: str = "", session: str = "") -> str:
        """Keep the content and return its handle; the same content twice is kept once."""
        return self.put_many([Original(content, kind, title, session)])[0]

    def put_many(self, originals: Iterable[Original]) -> list[str]:
        """Keep many with one sync per folder and one append to the index; handles in the same order."""
        try:
            return self._put(list(originals))
        except OSError as error:
            raise NotReadyError(
                f"cannot archive in {self.root}: {error.strerror}", hint="check space and permissions of that folder"
            ) from error

    def handle_of(self, content: bytes) -> str:
        """The handle that the content has, or would get."""
        return self._shortest(sha256(content).hexdigest())

    def get(self, handle: str) -> bytes:
        """The content of a handle; refused when the stored bytes are no longer what was kept."""
        return self._read(self.resolve(handle))

    def lines(self, handle: str, first: int, last: int) -> bytes:
        """Lines `first` to `last`, 1-based and inclusive, with their line ends; `last` may lie behind the end."""
        if first < 1 or last < first:
            raise InputError(f"lines {first}-{last} are no range", hint="count from 1, smaller number first")
        every = _split(self.get(handle))
        if first > len(every):
            raise InputError(f"{handle} has {len(every)} lines, not {first}", hint=f"ask for #L1-{len(every)}")
        return b"".join(every[first - 1 : last])

    def resolve(self, handle: str) -> str:
        """The full hash behind a handle or an unambiguous beginning of one."""
        digits = handle.strip().lower().removeprefix(SCHEME)
        if not _DIGITS.fullmatch(digits) or not LEAST_DIGITS <= len(digits) <= 64:
            raise InputError(
                f"{handle!r} is no handle", hint=f"a handle looks like {SCHEME}3f2a9c1e0b7d; --list shows all"
            )
        matches = self._with_prefix(digits)
        if len(matches) == 1:
            return matches[0]
        if not matches:
            raise InputError(f"nothing is archived as {SCHEME}{digits} in {self.root}", hint=self._near(digits))
        named = [entry.sha256 for entry in self.entries() if entry.handle == SCHEME + digits]
        if named:
            return named[0]
        choices = ", ".join(SCHEME + match[: len(digits) + 4] for match in matches[:4])
        raise InputError(f"{SCHEME}{digits} means {len(matches)} originals", hint=f"write more digits: {choices}")

    def entries(self) -> "list[Entry]":
        """Everything that is kept, oldest first; objects that the index does not know (any more) are added to it."""
        from .archive_index import UNKNOWN, Entry

        listed = self._indexed()
        known = {entry.sha256 for entry in listed}
        lines = []
        for digest in self._objects():
            if digest not in known:
                content = files.read_bytes(self._path(digest))
                handle = self._shortest(digest)
                listed.append(Entry(handle, digest, UNKNOWN, "", "", len(content)))
                lines.append(_line(handle, digest, Original(content, UNKNOWN)))
        with contextlib.suppress(OSError, ContextMemoryError):  # a read-only archive still lists what it has
            self._append(lines)
        return listed

    def find(
        self,
        text: str,
        *,
        ignore_case: bool = False,
        context: int = 0,
        kind: str = "",
        damaged: list[str] | None = None,
    ) -> "Iterator[Found]":
        """Lines of all originals that hold the text, newest original first.

        Handles of damaged objects are appended to `damaged`; they are searched by nobody.
        """
        from . import message_search
        from .archive_index import matches

        wanted = text.casefold() if ignore_case else text
        seen: set[str] = set()
        for entry in reversed(self.entries()):
            if entry.sha256 in seen or (kind and entry.kind != kind):
                continue
            seen.add(entry.sha256)
            try:
                content = self._read(entry.sha256)
            except ContextMemoryError:
                if damaged is not None:
                    damaged.append(entry.handle)
                continue
            found = message_search.matches if entry.kind == message_search.KIND else matches
            yield from found(entry.handle, content, wanted, ignore_case=ignore_case, context=context)

    def _put(self, originals: Sequence[Original]) -> list[str]:
        digests = [sha256(original.content).hexdigest() for original in originals]
        contents = {digest: original.content for digest, original in zip(digests, originals, strict=True)}
        new = self._write_all(contents)
        handles = [self._shortest(digest) for digest in digests]
        lines = dict.fromkeys(map(_line, handles, digests, originals))
        if len(new) < len(contents):  # what was here before may be listed already
            existing = self._index_bytes()
            lines = {line: None for line in lines if line.encode() + b"\n" not in existing}
        self._append(list(lines))
        return handles

    def _write_all(self, contents: Mapping[str, bytes]) -> list[str]:
        """Write the objects that are not there yet and make them durable; returns their hashes."""
        if len(contents) < MANY:
            new = [digest for digest, content in contents.items() if self._write(self._path(digest), content)]
        else:
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(WRITERS) as writers:  # waiting for the disk together is waiting once
                written = list(writers.map(self._write, map(self._path, contents), contents.values()))
            new = [digest for digest, is_new in zip(contents, written, strict=True) if is_new]
        for folder in sorted({self._path(digest).parent for digest in new}):
            files.sync_folder(folder)
        if new:
            files.sync_folder(self.root)
        return new

    # -- objects ---------------------------------------------------------------------------------

    def _path(self, digest: str) -> Path:
        return self.root / digest[:2] / digest

    def _write(self, path: Path, content: bytes) -> bool:
        """Write an object that is not there yet; a damaged one is moved aside, not lost."""
        if path.exists():
            if path.stat().st_size == len(content) and files.read_bytes(path) == content:
                return False
            path.replace(path.with_name(path.name + ".damaged"))
        files.replace_bytes(path, content, sync=False)
        return True

    def _read(self, digest: str) -> bytes:
        content = files.read_bytes(self._path(digest))
        if sha256(content).hexdigest() != digest:
            raise RefusedError(
                f"{SCHEME}{digest[:HANDLE_DIGITS]} is damaged: {self._path(digest)} does not match its hash",
                hint="bring that file back from a backup; archiving the same content again repairs it too",
            )
        return content

    def _with_prefix(self, digits: str) -> list[str]:
        folder = self.root / digits[:2]
        try:
            return sorted(
                path.name for path in folder.iterdir() if path.name.startswith(digits) and _is_object(path.name)
            )
        except OSError:
            return []

    def _shortest(self, digest: str) -> str:
        others = [other for other in self._with_prefix(digest[:HANDLE_DIGITS]) if other != digest]
        length = HANDLE_DIGITS
        while length < 64 and any(other[:length] == digest[:length] for other in others):
            length += 1
        return SCHEME + digest[:length]

    def _objects(self) -> list[str]:
        """Hashes of all objects, oldest file first."""
        found = [path for path in self.root.glob("[0-9a-f][0-9a-f]/*") if _is_object(path.name)]
        return [path.name for path in sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))]

    def _near(self, digits: str) -> str:
        from difflib import get_close_matches

        handles = list(dict.fromkeys(entry.handle for entry in self.entries()))
        near = get_close_matches(SCHEME + digits, handles, n=3, cutoff=0.5)
        return f"near: {', '.join(near)}" if near else f"the archive holds {len(handles)} originals; --list shows them"

    # -- index -----------------------------------------------------------------------------------

    def _append(self, lines: Sequence[str]) -> None:
        if lines:
            files.append_line(self.index, "\n".join(lines))

    def _index_bytes(self) -> bytes:
        return files.read_bytes(self.index) if self.index.exists() else b""

    def _indexed(self) -> "list[Entry]":
        """Readable lines of the index whose object exists."""
        from .archive_index import UNKNOWN, parsed

        entries = [entry for line in self._index_bytes().splitlines() if (entry := parsed(line))]
        present = set(self._objects())
        described = {entry.sha256 for entry in entries if entry.kind != UNKNOWN}
        return [
            entry
            for entry in entries
            if entry.sha256 in present and (entry.kind != UNKNOWN or entry.sha256 not in described)
        ]


def _is_object(name: str) -> bool:
    return bool(_OBJECT.fullmatch(name))


def _split(content: bytes) -> list[bytes]:
    """Lines with their ends; only a line feed ends one."""
    parts = content.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _line(handle: str, digest: str, original: Original) -> str:
    """The line of the index for an original; a title is one short line, a lone surrogate in it a question mark."""
    fields = {
        "handle": handle,
        "sha256": digest,
        "kind": original.kind,
        "title": " ".join(original.title.split())[:TITLE_CHARS],
        "session": original.session,
        "bytes": len(original.content),
    }
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace").decode()
