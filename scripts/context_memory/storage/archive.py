"""The archive: every replaced original, byte for byte, under a handle.

Objects are files named by the SHA-256 of their content, written once and
never changed or deleted by us. A file holds the content or, where that is
shorter, its gzip, which `zcat` reads: the name tells which. What a journal
holds too is a reference to it (`journal_reference`). `index.jsonl`
beside them is for people and for lists; it can be lost, because the objects
alone bring everything back.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ContextMemoryError, InputError, NotReadyError, RefusedError
from ..text.hashing import sha256
from ..text.json_text import parse_json
from ..text.patterns import lazy_regex
from . import confined, files
from .places import ARCHIVE_INDEX

if TYPE_CHECKING:
    from .journal_reference import JournalLines

UNKNOWN_KIND = "unknown"
"""Kind of an object whose line of the index was lost."""
HASH_DIGITS = frozenset("0123456789abcdef")


class Entry(NamedTuple):
    """One line of the index."""

    handle: str
    sha256: str
    kind: str
    title: str
    session: str
    size: int
    """Bytes of the content."""


class Found(NamedTuple):
    """A line of an original that contains the search text."""

    handle: str
    line: int
    """1-based, as in `HANDLE#L10-40`."""
    text: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    in_message: bool = False
    """Whether the line holds a whole message, and these are lines of text inside it."""


def is_object(name: str) -> bool:
    """Whether a file name is the hash of an object."""
    return len(name) == 64 and HASH_DIGITS.issuperset(name)


def parse_entry(line: bytes) -> Entry | None:
    """A line of the index as a value; None for a torn or foreign one."""
    try:
        fields = parse_json(line)
    except ValueError:
        return None
    if not isinstance(fields, dict):
        return None
    texts = [fields.get(name) for name in ("handle", "sha256", "kind", "title", "session")]
    handle, digest, kind, title, session = (text if isinstance(text, str) else "" for text in texts)
    size = fields.get("bytes")
    if not is_object(digest) or not handle.startswith(SCHEME) or not isinstance(size, int):
        return None
    return Entry(handle, digest, kind, title, session, size)


def find_in_text(handle: str, content: bytes, wanted: str, *, ignore_case: bool, context: int) -> Iterator[Found]:
    """Lines of an original that hold the text; with `ignore_case` it is case-folded already."""
    text = content.decode("utf-8", "replace")
    if wanted not in (text.casefold() if ignore_case else text):
        return
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if wanted in (line.casefold() if ignore_case else line):
            before = tuple(lines[max(0, number - 1 - context) : number - 1])
            yield Found(handle, number, line, before, tuple(lines[number : number + context]))


MESSAGES_KIND = "messages"
"""Kind of a pack of messages in the archive."""


def find_in_messages(handle: str, content: bytes, wanted: str, *, ignore_case: bool, context: int) -> Iterator[Found]:
    """Lines of text inside the messages that hold `wanted`; `line` is the message's.

    With `ignore_case` the wanted text is case-folded already.
    """
    for number, line in enumerate(content.split(b"\n"), 1):
        lines = "\n".join(_texts_of(line)).split("\n")
        for i, text in enumerate(lines):
            if wanted in (text.casefold() if ignore_case else text):
                before, after = lines[max(0, i - context) : i], lines[i + 1 : i + 1 + context]
                yield Found(handle, number, text, tuple(before), tuple(after), in_message=True)


def _texts_of(line: bytes) -> list[str]:
    """What a person reads in one packed message."""
    try:
        message = parse_json(line)
    except ValueError:
        return []
    parts = message.get("parts") if isinstance(message, dict) else None
    if not isinstance(parts, list):
        return []
    return [text for part in parts if isinstance(part, dict) for text in _texts(part)]


def _texts(part: dict[str, Any]) -> list[str]:
    given = part.get("input")
    if isinstance(given, dict):
        values = [
            value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in given.values()
        ]
        return [str(part.get("name", "")), *values]
    return [part[key] for key in ("text", "json") if isinstance(part.get(key), str)]


SCHEME = "cm:"
HANDLE_DIGITS = 12  # hex digits of the hash that a handle shows; more only where two objects share them
LEAST_DIGITS = 6  # fewer would match by chance
TITLE_CHARS = 200
LEAST_COMPRESSED = 512  # bytes; a disk gives a file 4,096 anyway
LEVEL = 2  # of gzip: a megabyte in 7 ms; 6 takes twice as long and saves an eighth
MANY, WRITERS = 16, 8  # from so many originals on, so many threads write them

_DIGITS = lazy_regex(r"[0-9a-f]+")
_LIST = "context-memory archive --list shows all"
_FOLDER = lazy_regex(r"[0-9a-f]{2}")
_OBJECT = lazy_regex(r"[0-9a-f]{64}")


class Original(NamedTuple):
    """An original to archive, with its description."""

    content: bytes
    kind: str
    """What it is, e.g. `tool-result`, `message`, `file`."""
    title: str = ""
    session: str = ""
    journaled: "JournalLines | None" = None
    """Where the journal holds it: it is kept as a reference then, if that is true byte for byte."""
    digest: str = ""
    """SHA-256 of the content where it is known already, hex."""


class Archive:
    """The originals below one folder. Reading never creates anything; several processes may write at once."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def index(self) -> Path:
        """The readable list of what is here."""
        return self.root / ARCHIVE_INDEX

    def put(self, content: bytes, *, kind: str, title: str = "", session: str = "") -> str:
        """Archive the content and return its handle; equal content is stored once."""
        return self.put_many([Original(content, kind, title, session)])[0]

    def put_many(self, originals: Iterable[Original]) -> list[str]:
        """Archive many originals with one sync per folder and one append to the index; handles in the same order."""
        try:
            return self._put_all(list(originals))
        except OSError as error:
            raise NotReadyError(
                f"cannot archive in {self.root}: {error.strerror}", hint="check space and permissions of that folder"
            ) from error

    def handle_of(self, content: bytes) -> str:
        """The handle that the content has, or would get."""
        return self.handle_of_digest(sha256(content).hexdigest())

    def handle_of_digest(self, digest: str) -> str:
        """The same of a content by its SHA-256, hex."""
        return self._shortest(digest)

    def get(self, handle: str) -> bytes:
        """The content of a handle; refused if the stored bytes do not match the hash."""
        return self._read(self.resolve(handle))

    def lines(self, handle: str, first: int, last: int) -> bytes:
        """Lines `first` to `last`, 1-based and inclusive, with their line ends; `last` may exceed the end."""
        if first < 1 or last < first:
            raise InputError(f"lines {first}-{last} are not a range", hint="count from 1, smaller number first")
        every = _split(self.get(handle))
        if first > len(every):
            raise InputError(f"{handle} has {len(every)} lines, not {first}", hint=f"ask for #L1-{len(every)}")
        return b"".join(every[first - 1 : last])

    def resolve(self, handle: str) -> str:
        """The full hash of a handle or of an unambiguous prefix."""
        digits = handle.strip().lower().removeprefix(SCHEME)
        if not _DIGITS.fullmatch(digits) or not LEAST_DIGITS <= len(digits) <= 64:
            raise InputError(
                f"{handle!r} is not a handle",
                hint=f"a handle looks like {SCHEME}3f2a9c1e0b7d; {_LIST}",
            )
        find_in_text = self._with_prefix(digits)
        if len(find_in_text) == 1:
            return find_in_text[0]
        if not find_in_text:
            raise InputError(f"nothing is archived as {SCHEME}{digits} in {self.root}", hint=self._near(digits))
        named = [entry.sha256 for entry in self.entries() if entry.handle == SCHEME + digits]
        if named:
            return named[0]
        choices = ", ".join(SCHEME + match[: len(digits) + 4] for match in find_in_text[:4])
        raise InputError(f"{SCHEME}{digits} means {len(find_in_text)} originals", hint=f"write more digits: {choices}")

    def entries(self) -> "list[Entry]":
        """All originals, oldest first; objects missing from the index are added to it."""

        listed = self._readable_entries()
        known = {entry.sha256 for entry in listed}
        lines = []
        for digest in self.objects():
            if digest not in known:
                stored = files.read_bytes(self._path(digest))
                content = self._content(stored, digest) or stored
                handle = self._shortest(digest)
                listed.append(Entry(handle, digest, UNKNOWN_KIND, "", "", len(content)))
                lines.append(_index_line(handle, digest, Original(content, UNKNOWN_KIND)))
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
        """Lines of all originals that contain the text, newest original first.

        Handles of damaged objects are appended to `damaged`; they are searched by nobody.
        """

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
            found = find_in_messages if entry.kind == MESSAGES_KIND else find_in_text
            yield from found(entry.handle, content, wanted, ignore_case=ignore_case, context=context)

    def _put_all(self, originals: Sequence[Original]) -> list[str]:
        digests = [original.digest or sha256(original.content).hexdigest() for original in originals]
        contents = dict(zip(digests, originals, strict=True))
        new = self._write_all(contents)
        handles = [self._shortest(digest) for digest in digests]
        lines = dict.fromkeys(map(_index_line, handles, digests, originals))
        if len(new) < len(contents):  # what was here before may be listed already
            wanted = {line.encode(): line for line in lines}
            for existing in files.read_lines(self.index):
                wanted.pop(existing, None)
            lines = dict.fromkeys(wanted.values())
        self._append(list(lines))
        return handles

    def _write_all(self, contents: Mapping[str, Original]) -> list[str]:
        """Write the missing objects and sync them; returns their hashes."""
        if len(contents) < MANY:
            new = [digest for digest, content in contents.items() if self._write(digest, content)]
        else:
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(WRITERS) as writers:  # waiting for the disk together is waiting once
                written = list(writers.map(self._write, contents, contents.values()))
            new = [digest for digest, is_new in zip(contents, written, strict=True) if is_new]
        for folder in sorted({self._path(digest).parent for digest in new}):
            files.sync_folder(folder)
        if new:
            files.sync_folder(self.root)
        return new

    # -- objects ---------------------------------------------------------------------------------

    def _path(self, digest: str) -> Path:
        return self.root / digest[:2] / digest

    def _write(self, digest: str, original: Original) -> bool:
        """Write an object that is missing; a damaged one is quarantined, not lost."""
        path = self._path(digest)
        if os.path.lexists(path):
            with contextlib.suppress(ContextMemoryError):
                if self._content(files.read_bytes(path), digest) is not None:
                    return False
            files.set_aside(path, ".damaged")
        content, lines = original.content, original.journaled
        reference = None
        if lines:
            from . import journal_reference

            reference = journal_reference.written(self.root, content, lines)
        files.replace_bytes(path, _pack(reference or content), sync=False)
        return True

    def _read(self, digest: str) -> bytes:
        stored = files.read_bytes(self._path(digest))
        content = self._content(stored, digest)
        if content is None:
            from . import journal_reference

            lost = journal_reference.journal_of(self.root, _unpack(stored)) or self._path(digest)
            raise RefusedError(
                f"{SCHEME}{digest[:HANDLE_DIGITS]} is damaged: {lost} does not match its hash",
                hint="restore that file from a backup; archiving the same content again repairs it too",
            )
        return content

    def _content(self, stored: bytes, digest: str) -> bytes | None:
        """The content of an object file: plain, gzip or journal reference; None if none matches the hash."""
        if _is_named(stored, digest):
            return stored
        unpacked = _unpack(stored)
        if _is_named(unpacked, digest):
            return unpacked
        from . import journal_reference

        content = journal_reference.content_of(self.root, unpacked)
        return content if content is not None and _is_named(content, digest) else None

    def _with_prefix(self, digits: str) -> list[str]:
        folder = self.root / digits[:2]
        return [name for name in files.names(folder) if name.startswith(digits) and _is_object(name)]

    def _shortest(self, digest: str) -> str:
        others = [other for other in self._with_prefix(digest[:HANDLE_DIGITS]) if other != digest]
        length = HANDLE_DIGITS
        while length < 64 and any(other[:length] == digest[:length] for other in others):
            length += 1
        return SCHEME + digest[:length]

    def objects(self) -> list[str]:
        """Hashes of all objects, oldest file first."""
        found = [(changed, name) for folder in files.names(self.root) for changed, name in self._objects_in(folder)]
        return [name for _changed, name in sorted(found)]

    def _objects_in(self, folder: str) -> Iterator[tuple[int, str]]:
        """Time of change and hash of each object in one of the folders."""
        if _FOLDER.fullmatch(folder):
            for name in files.names(self.root / folder):
                status = confined.status(self.root / folder / name) if _is_object(name) else None
                if status is not None:
                    yield status.st_mtime_ns, name

    def _near(self, digits: str) -> str:
        from difflib import get_close_matches

        handles = list(dict.fromkeys(entry.handle for entry in self.entries()))
        near = get_close_matches(SCHEME + digits, handles, n=3, cutoff=0.5)
        return f"near: {', '.join(near)}" if near else f"the archive holds {len(handles)} originals; {_LIST}"

    # -- index -----------------------------------------------------------------------------------

    def _append(self, lines: Sequence[str]) -> None:
        if lines:
            files.append_line(self.index, "\n".join(lines))

    def _readable_entries(self) -> "list[Entry]":
        """Readable lines of the index whose object exists."""

        entries = [entry for line in files.read_lines(self.index) if (entry := parse_entry(line))]
        present = set(self.objects())
        described = {entry.sha256 for entry in entries if entry.kind != UNKNOWN_KIND}
        return [
            entry
            for entry in entries
            if entry.sha256 in present and (entry.kind != UNKNOWN_KIND or entry.sha256 not in described)
        ]


def _pack(content: bytes) -> bytes:
    """The content as its file holds it: gzip, without a time, where that is shorter."""
    if len(content) < LEAST_COMPRESSED:
        return content
    import zlib

    packer = zlib.compressobj(LEVEL, wbits=_GZIP)
    packed = packer.compress(content) + packer.flush()
    return packed if len(packed) < len(content) else content


def _unpack(stored: bytes) -> bytes:
    """What is in a file of gzip; the bytes themselves where it is none."""
    if not stored.startswith(_GZIP_MAGIC):
        return stored
    import zlib

    try:
        return zlib.decompressobj(wbits=_GZIP).decompress(stored, files.LARGEST_FILE)
    except zlib.error:
        return stored


def _is_named(content: bytes, digest: str) -> bool:
    return sha256(content).hexdigest() == digest


_GZIP = 31
"""zlib's name for the largest window with the head of gzip."""
_GZIP_MAGIC = b"\x1f\x8b"


def _is_object(name: str) -> bool:
    return bool(_OBJECT.fullmatch(name))


def _split(content: bytes) -> list[bytes]:
    """Lines with their ends; only a line feed ends one."""
    parts = content.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _index_line(handle: str, digest: str, original: Original) -> str:
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
