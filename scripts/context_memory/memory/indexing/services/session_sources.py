"""The sessions that a search index is derived from: journals and archived packs of messages.

Nothing here is read before it is asked for: a listing costs one look at each journal, and one at the archive's list.
"""

import contextlib
import stat
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ....errors import ContextMemoryError
from ....storage import confined, files
from ....storage.places import Places
from ....text.json_text import parse_json
from ....text.patterns import lazy_regex
from ...docs import ARCHIVE, JOURNAL
from ...ports import MemoryFile

if TYPE_CHECKING:
    from ....messages import Message
    from ....storage.archive import Archive

VERSION = "1"
"""Changes with the rules of `turn_chunks`: what older ones made is made anew."""
PACKS = ARCHIVE
"""The mark that says how far the archive is indexed."""
_FIRST_LINE = 1 << 20
_COUNT = lazy_regex(r"^(\d{1,9}) ")


class JournalFile(NamedTuple):
    """A journal as it lies there."""

    name: str
    """Its file name, without the ending."""
    size: int
    """Bytes."""
    changed_at: float


class Pack(NamedTuple):
    """Archived messages of one session."""

    handle: str
    session: str
    first: int
    """Messages of the session that were archived before these, as far as the list of the archive says."""
    messages: int


def journals(places: Places) -> list[JournalFile]:
    """Every journal, the one that was written last first."""
    names = files.names(places.journal)
    if not names:
        return []
    from ....blocks.files.journal import SUFFIX

    found = []
    for name in names:
        status = confined.status(places.journal / name) if name.endswith(SUFFIX) else None
        if status is not None and stat.S_ISREG(status.st_mode):
            found.append(JournalFile(name.removesuffix(SUFFIX), status.st_size, status.st_mtime))
    return sorted(found, key=lambda each: (-each.changed_at, each.name))


def session_of(places: Places, journal: JournalFile) -> str:
    """Id of the session that a journal is of; empty where its first line does not say."""
    from ....blocks.files.journal import SUFFIX, file_name

    path = places.journal / (journal.name + SUFFIX)
    with contextlib.suppress(OSError, ValueError), files.open_to_read(path) as file:
        value = parse_json(file.readline(_FIRST_LINE))
        if isinstance(value, dict) and isinstance(value.get("id"), str) and file_name(value["id"]) == path.name:
            return str(value["id"])
    return ""


def stamp_of(journal: JournalFile) -> str:
    """Changes whenever something is journaled."""
    return f"{VERSION}:{journal.size}"


def archive_stamp(places: Places, journals: int) -> str:
    """Changes whenever something is archived; empty where there is no archive."""
    try:
        return f"{VERSION}:{places.archive_index.stat().st_size}:{journals}"
    except OSError:
        return ""


def is_indexed(places: Places, known: Mapping[str, MemoryFile]) -> bool:
    """Whether the sessions are still as they were when these marks were set, told by their sizes alone."""
    there = {JOURNAL + each.name: stamp_of(each) for each in journals(places)}
    marked = {path.partition("#")[0] for path in known if path.startswith(JOURNAL)}
    stamp = archive_stamp(places, len(there))
    if stamp:
        there[PACKS] = stamp
        marked.add(PACKS)
    return marked == set(there) and all(name in known and known[name].stamp == there[name] for name in there)


def packs(places: Places) -> list[Pack]:
    """The packs of messages in the archive, oldest first."""
    from ....storage import archive

    counts: dict[str, int] = {}
    found: dict[str, Pack] = {}
    try:
        entries = _archive(places).entries()
    except (ContextMemoryError, OSError):
        return []
    for entry in entries:
        if entry.kind != archive.MESSAGES_KIND or entry.handle in found:
            continue
        said = _COUNT.match(entry.title)
        first, messages = counts.get(entry.session, 0), int(said[1]) if said else 0
        found[entry.handle] = Pack(entry.handle, entry.session, first, messages)
        counts[entry.session] = first + messages
    return list(found.values())


def messages_of(places: Places, pack: Pack) -> Iterator[tuple[int, "Message"]]:
    """(line, message) of a pack, lines counted from 1; a damaged pack, or a line that is no message, gives nothing."""
    from ....storage import message_pack

    try:
        content = _archive(places).get(pack.handle)
    except (ContextMemoryError, OSError):
        return
    for number, line in enumerate(content.split(b"\n"), 1):
        with contextlib.suppress(ValueError):
            yield number, message_pack.parse_message(parse_json(line.decode("utf-8", "surrogatepass")))


def _archive(places: Places) -> "Archive":
    from ....storage.archive import Archive

    return Archive(places.archive)
