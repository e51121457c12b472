"""The queue of memory file changes to be committed: one file each, standard library only.

A command that changes memory stores the new bytes and the cause here; the
repository commits them when the history is read. So recording needs
neither git nor GitPython, and no change waits for it.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from zlib import compress, decompressobj
from zlib import error as ZlibError  # noqa: N812 - an exception, whatever zlib calls it

from ...errors import ContextMemoryError, InputError, RefusedError
from ...storage import files
from ...storage.places import Places
from ...text.json_text import parse_json
from ...text.patterns import lazy_regex
from . import memory_files

VERSION = 1
LARGEST_CHANGE = 400_000_000  # bytes of one waiting file; more is not ours
_NAME = lazy_regex(r"\d{10}\.json")


class Change(NamedTuple):
    """One command's change of the memory files; a file without content was deleted."""

    cause: str
    time: datetime
    files: Mapping[str, bytes | None]
    id: str = ""
    """Known once it waits; a change is taken in once, whatever dies in between."""


class Seen(NamedTuple):
    """The last recorded state of the memory files: stamp and SHA-256 of each, and the number of changes."""

    next: int = 1
    files: Mapping[str, tuple[str, str]] = MappingProxyType({})


class Snapshot(NamedTuple):
    """The memory files at one moment; `contents` has those that differ from the recorded state."""

    seen: Seen
    files: Mapping[str, tuple[str, str]]
    contents: Mapping[str, bytes]

    @property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of every file."""
        return {path: digest for path, (_stamp, digest) in self.files.items()}


def folder(places: Places) -> Path:
    """The folder of the history; a link out of the workspace is refused."""
    found = places.state / "history"
    if places.workspace is None or not files.inside(found, places.workspace):
        raise RefusedError(f"{found} leads out of the workspace", hint="replace the link by a real folder")
    return found


def locked(places: Places) -> AbstractContextManager[None]:
    """Hold the queue against other processes."""
    return files.locked(folder(places) / "queue")


def snapshot(places: Places) -> Snapshot:
    """The current memory files; only those with a new stamp are read."""
    seen = _seen(places)
    assert places.workspace is not None
    now: dict[str, tuple[str, str]] = {}
    contents: dict[str, bytes] = {}
    for listed in memory_files.listed(places.workspace, every=True):
        known = seen.files.get(listed.path)
        if known and known[0] == listed.stamp:
            now[listed.path] = known
            continue
        try:
            found = places.workspace / listed.path
            content = files.read_inside(found, places.workspace, limit=memory_files.LARGEST_FILE)
        except InputError:
            continue  # below: not readable is not gone
        digest = sha256(content).hexdigest()
        now[listed.path] = (listed.stamp, digest)
        if known is None or known[1] != digest:
            contents[listed.path] = content
    for path, known in seen.files.items():
        if path not in now and (places.workspace / path).exists():
            now[path] = known
    return Snapshot(seen, now, contents)


def append(places: Places, cause: str, time: datetime, seen: Seen, after: Snapshot) -> bool:
    """Queue the differences from the recorded state and return whether there were any.

    The caller holds the lock, and has read `seen` since.
    """
    before = {path: digest for path, (_stamp, digest) in seen.files.items()}
    changed: dict[str, bytes | None] = {}
    for path, digest in after.hashes.items():
        if before.get(path) != digest and path in after.contents:
            changed[path] = after.contents[path]
    changed |= dict.fromkeys(path for path in before if path not in after.files)
    number = seen.next
    if changed:
        _write(folder(places) / "pending" / f"{number:010}.json", Change(cause, time, changed))
        number += 1
    if changed or dict(after.files) != dict(seen.files):
        value = {
            "version": VERSION,
            "next": number,
            "files": {path: list(facts) for path, facts in after.files.items()},
        }
        files.replace_text(folder(places) / "seen.json", json.dumps(value, ensure_ascii=False) + "\n")
    return bool(changed)


def forget_seen(places: Places) -> None:
    """Treat every file as new again, for a new history. The caller need not hold the lock."""
    with locked(places):
        files.replace_text(folder(places) / "seen.json", "{}\n")


def waiting(places: Places) -> Iterator[tuple[Path, Change | None]]:
    """The queued changes, oldest first; None for a file that cannot be read."""
    for path in _waiting_files(folder(places)):
        yield path, _read(path)


def is_waiting(places: Places) -> bool:
    """Whether any change is queued."""
    return bool(_waiting_files(folder(places)))


def _waiting_files(history: Path) -> list[Path]:
    pending = history / "pending"
    return [pending / name for name in files.names(pending) if _NAME.fullmatch(name)]


def _seen(places: Places) -> Seen:
    history = folder(places)
    path = history / "seen.json"
    try:
        value = parse_json(files.read_bytes(path)) if path.is_file() else {}
        found = {str(name): (str(stamp), str(digest)) for name, (stamp, digest) in value.get("files", {}).items()}
        number = int(value.get("next", 1))
    except (ValueError, TypeError, AttributeError):  # damaged: everything counts as new again
        found, number = {}, 1
    last = max((int(each.stem) for each in _waiting_files(history)), default=0)
    return Seen(max(number, last + 1), found)


def _write(path: Path, change: Change) -> None:
    contents = {
        name: None if content is None else b64encode(compress(content, 1)).decode()
        for name, content in change.files.items()
    }
    value = {"version": VERSION, "cause": change.cause, "time": change.time.isoformat(), "files": contents}
    files.replace_text(path, json.dumps(value, ensure_ascii=False) + "\n")


def _read(path: Path) -> Change | None:
    try:
        data = files.read_bytes(path, limit=LARGEST_CHANGE)
        value = parse_json(data)
        contents = {str(name): None if text is None else _decode_content(text) for name, text in value["files"].items()}
        time = datetime.fromisoformat(value["time"])
        aware = time.astimezone() if time.tzinfo is None else time
        return Change(str(value["cause"]), aware, contents, id=sha256(path.name.encode() + data).hexdigest()[:16])
    except (ValueError, KeyError, TypeError, AttributeError, ZlibError, InputError):
        return None


def _decode_content(text: str) -> bytes:
    return decompressobj().decompress(b64decode(text, validate=True), memory_files.LARGEST_FILE + 1)


OUTSIDE = "changed outside: by a person, the host or an agent"
CAUSE_CHARACTERS = 200


@contextmanager
def recording(places: Places, cause: str, warn: Callable[[str], None], *, dry_run: bool = False) -> Iterator[None]:
    """Record everything that the block changes as one change with this cause, even if it fails half-way."""
    if dry_run or places.workspace is None:
        yield
        return
    before = begin(places)
    try:
        yield
    finally:
        problem = record(places, cause, datetime.now(UTC), before)
        if problem:
            warn(problem)


def begin(places: Places) -> Snapshot | None:
    """The memory files before a command; None without a workspace, or if they cannot be read."""
    if places.workspace is None:
        return None
    try:
        return snapshot(places)
    except (ContextMemoryError, OSError):
        return None


def record(places: Places, cause: str, now: datetime, before: Snapshot | None = None) -> str:
    """Record what changed since `before` with this cause, and earlier changes separately.

    A command that changed nothing writes nothing. The answer is what went wrong, empty when nothing did.
    """
    if places.workspace is None:
        return ""
    try:
        after = snapshot(places)
        if before is not None and after.hashes == before.hashes:
            return ""
        said = _cause(cause)
        with locked(places):
            _keep_out_of_git(places)
            seen = _seen(places)
            if before is not None and before.contents and seen.next == before.seen.next:  # else it is older than that
                append(places, OUTSIDE, now, seen, before)
                after = snapshot(places)
            elif seen != after.seen:
                after = snapshot(places)
            append(places, said, now, after.seen, after)
    except (ContextMemoryError, OSError) as error:
        return f"the change was made, but not recorded in the history: {error}"
    return ""


def _cause(text: str) -> str:
    from ...text.secrets import redact  # only what changed something needs it
    from ...text.secrets.one_line import one_line

    return one_line(redact.cleaned(text), CAUSE_CHARACTERS)


def _keep_out_of_git(places: Places) -> None:
    path = places.state / ".gitignore"
    if not path.exists() and not path.is_symlink():
        files.replace_text(path, "*\n")
