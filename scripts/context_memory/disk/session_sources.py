"""The sessions that a search index is derived from: journals and archived packs of messages.

Nothing here is read before it is asked for: a listing costs one look at each journal, and one at the archive's list.
"""

import contextlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..model.errors import ContextMemoryError
from ..model.session import Message
from . import message_pack, message_search
from .archive import Archive
from .journal import SUFFIX, file_name
from .places import Places

_FIRST_LINE = 1 << 20
_COUNT = re.compile(r"^(\d{1,9}) ")


@dataclass(frozen=True, slots=True)
class JournalFile:
    """A journal as it lies there."""

    name: str
    """Its file name, without the ending."""
    size: int
    """Bytes."""
    changed_at: float


@dataclass(frozen=True, slots=True)
class Pack:
    """Archived messages of one session."""

    handle: str
    session: str
    first: int
    """Messages of the session that were archived before these, as far as the list of the archive says."""
    messages: int


def journals(places: Places) -> list[JournalFile]:
    """Every journal, the one that was written last first."""
    found = []
    with contextlib.suppress(OSError), os.scandir(places.journal) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                if entry.name.endswith(SUFFIX) and entry.is_file():
                    status = entry.stat()
                    found.append(JournalFile(entry.name.removesuffix(SUFFIX), status.st_size, status.st_mtime))
    return sorted(found, key=lambda each: (-each.changed_at, each.name))


def session_of(places: Places, journal: JournalFile) -> str:
    """Id of the session that a journal is of; empty where its first line does not say."""
    path = places.journal / (journal.name + SUFFIX)
    with contextlib.suppress(OSError, ValueError, RecursionError), path.open("rb") as file:
        value = json.loads(file.readline(_FIRST_LINE))
        if isinstance(value, dict) and isinstance(value.get("id"), str) and file_name(value["id"]) == path.name:
            return str(value["id"])
    return ""


def archive_stamp(places: Places) -> str:
    """Changes whenever something is archived; empty where there is no archive."""
    try:
        return str(Archive(places.archive).index.stat().st_size)
    except OSError:
        return ""


def packs(places: Places) -> list[Pack]:
    """The packs of messages in the archive, oldest first."""
    counts: dict[str, int] = {}
    found: dict[str, Pack] = {}
    try:
        entries = Archive(places.archive).entries()
    except (ContextMemoryError, OSError):
        return []
    for entry in entries:
        if entry.kind != message_search.KIND or entry.handle in found:
            continue
        said = _COUNT.match(entry.title)
        first, messages = counts.get(entry.session, 0), int(said[1]) if said else 0
        found[entry.handle] = Pack(entry.handle, entry.session, first, messages)
        counts[entry.session] = first + messages
    return list(found.values())


def messages_of(places: Places, pack: Pack) -> Iterator[tuple[int, Message]]:
    """(line, message) of a pack, lines counted from 1; a damaged pack, or a line that is no message, gives nothing."""
    try:
        content = Archive(places.archive).get(pack.handle)
    except (ContextMemoryError, OSError):
        return
    for number, line in enumerate(content.split(b"\n"), 1):
        with contextlib.suppress(ValueError, RecursionError):
            yield number, message_pack.parsed(json.loads(line.decode("utf-8", "surrogatepass")))
