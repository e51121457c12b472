"""Keep the turns of sessions in the store: journals first, then what compactions archived of sessions without one.

Turns are derived like the pieces of memory files: never journalled as docs,
deleted and made anew with the same ids. A session is indexed in runs of `RUN`
messages, newest first, each a file of the index, so that a search takes in a
few runs and leaves the rest to the next one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ....blocks.files.block_store import BlockStore
from ....blocks.files.journal import Journal
from ....errors import ContextMemoryError
from ....messages import Message, ToolCall
from ....settings.values import Settings
from ....storage.places import Places
from ....storage.sqlite import at_full_priority
from ....transcripts import message_hash
from ...docs import ARCHIVE, JOURNAL, MemoryDoc, is_session_file
from ...ports import DocStore, DocWriter, MemoryFile
from ...services import remember
from .. import turn_chunks
from ..turn_chunks import Spoken
from . import session_sources
from .session_sources import PACKS, VERSION, JournalFile, Pack

RUN = 32
"""Messages that are indexed together, in one write: more would save nothing, and others wait for it meanwhile. A
session that grew has its newest run made anew."""
AT_RECALL = 64
"""Messages that a search takes in at most before it answers: 0.6 ms each, some 40 ms."""
BEFORE = 16
"""Messages before a run that are read for the calls which its results answer."""
_EVERYTHING = 1 << 62


@dataclass(slots=True)
class TurnsIndexed:
    """What an update did; filled while it goes on."""

    sessions: int = 0
    """Journals and archived packs there are."""
    messages: int = 0
    """Messages that were read."""
    pieces: int = 0
    left: int = 0
    """Messages that wait for a later update."""
    removed: int = 0
    """Sessions that are gone or no longer wanted."""
    problems: list[str] = field(default_factory=list)


def update(
    store: DocStore,
    places: Places,
    settings: Settings,
    *,
    most: int = _EVERYTHING,
    everything: bool = False,
    dry_run: bool = False,
    progress: Callable[[str, int], None] | None = None,
) -> TurnsIndexed:
    """Index at most so many messages that are new or changed; `everything` makes all of them anew.

    A run is indexed whole: where `most` is less than its messages, one run is done all the same. `progress` is told
    what is counted and how many are done.
    """
    work = _Work(store, places, settings, most, everything=everything, dry_run=dry_run, progress=progress)
    try:
        work.go()
    finally:
        work.close()
    return work.done


class _Work:
    """One update."""

    def __init__(
        self,
        store: DocStore,
        places: Places,
        settings: Settings,
        most: int,
        *,
        everything: bool,
        dry_run: bool,
        progress: Callable[[str, int], None] | None,
    ) -> None:
        self._store = store
        self._places = places
        self._settings = settings
        self._room = most
        self._everything = everything
        self._dry_run = dry_run
        self._progress = progress
        self._known = {path: file for path, file in store.files().items() if is_session_file(path)}
        self._blocks: BlockStore | None = None
        self._journals = session_sources.journals(places) if settings.index_sessions else []
        self.done = TurnsIndexed()

    def go(self) -> None:
        """Journals, then the archive, then what is gone."""
        for journal in self._journals:
            try:
                self._journal(journal)
            except ContextMemoryError as error:
                self.done.problems.append(f"the session {journal.name} is not indexed: {error}")
        self.done.sessions = len(self._journals)
        if self._settings.index_sessions:
            self._archive()
        self._remove_gone()

    def close(self) -> None:
        """Let go of the journals' index."""
        if self._blocks:
            self._blocks.close()

    # -- journals ----------------------------------------------------------------------------------

    def _journal(self, file: JournalFile) -> None:
        name = JOURNAL + file.name
        marker, stamp = self._known.get(name), session_sources.stamp_of(file)
        if marker and marker.stamp == stamp and not self._everything:
            return
        session = session_sources.session_of(self._places, file)
        if not session:
            return
        journal = Journal(self._places.journal, session)
        blocks = self._blocks = self._blocks or BlockStore(self._places)
        messages = blocks.catch_up(journal).messages
        first = blocks.entries(journal, 1, 1)
        digest = first[0].hash if first else ""
        if marker and (marker.hash != digest or self._runs_of(name) * RUN > messages + RUN):
            self._drop(name)
        left = 0
        waiting: list[tuple[MemoryFile, list[MemoryDoc]]] = []
        for number in range((messages + RUN - 1) // RUN, 0, -1):
            last = min(number * RUN, messages)
            run = MemoryFile(f"{name}#{number}", "", f"{VERSION}:{last}")
            if not self._is_due(run):
                continue
            count = last - (number - 1) * RUN
            if self._room < count and not (self._room > 0 and not self.done.messages):
                left += count
                continue
            self._room -= count
            self._count(count)
            docs = [] if self._dry_run else self._turns(blocks, journal, number, last, run.path)
            self._write(waiting)
            waiting.append((run, docs))
        self._write(waiting, MemoryFile(name, digest, f"left {left}" if left else stamp))
        self.done.left += left
        self.done.problems += journal.problems

    def _turns(self, blocks: BlockStore, journal: Journal, number: int, last: int, path: str) -> list[MemoryDoc]:
        first = (number - 1) * RUN + 1
        rows = [row for row in blocks.rows(journal.session, max(1, first - BEFORE), last) if not row.skip]
        docs = list[MemoryDoc]()
        calls: dict[str, ToolCall] = {}
        for entry in blocks.read(journal, rows):
            calls.update((call.id, call) for call in entry.message.calls)
            if entry.seq >= first:
                source = f"{journal.session}#{entry.seq}"
                spoken = Spoken(entry.message, journal.session, entry.seq, entry.hash, source)
                docs += self._docs(spoken, calls, path)
        return docs

    def _docs(self, spoken: Spoken, calls: Mapping[str, ToolCall], path: str) -> list[MemoryDoc]:
        return turn_chunks.docs_of(spoken, calls, self._settings, file=path, otherwise=datetime.fromtimestamp(0, UTC))

    # -- the archive -------------------------------------------------------------------------------

    def _archive(self) -> None:
        stamp = session_sources.archive_stamp(self._places, len(self._journals))
        marker = self._known.get(PACKS)
        if not stamp or (marker and marker.stamp == stamp and not self._everything):
            self.done.sessions += sum(path.startswith(PACKS) and path != PACKS for path in self._known)
            return
        packs = session_sources.packs(self._places)
        self.done.sessions += len(packs)
        left = 0
        for pack in reversed(packs):
            run = MemoryFile(ARCHIVE + pack.handle, "", VERSION)
            if not self._is_due(run):
                continue
            if self._room <= 0:
                left += pack.messages
                continue
            self._room -= max(1, pack.messages)
            self._count(pack.messages)
            self._write([] if self._dry_run else [(run, list(self._archived(pack, run.path)))])
        self._write([], MemoryFile(PACKS, "", f"left {left}" if left else stamp))
        self.done.left += left

    def _archived(self, pack: Pack, path: str) -> Iterator[MemoryDoc]:
        """The turns of a pack that no journal holds."""
        journaled = self._keys(pack.session)
        calls: dict[str, ToolCall] = {}
        for line, message in session_sources.messages_of(self._places, pack):
            calls.update((call.id, call) for call in message.calls)
            if (message.id or _key(message)) not in journaled:
                key = message_hash.hash_of_message(message)
                spoken = Spoken(message, pack.session, pack.first + line, key, f"{pack.handle}#L{line}")
                yield from self._docs(spoken, calls, path)

    def _keys(self, session: str) -> frozenset[str]:
        """What the messages of a journaled session are recognised by."""
        journal = Journal(self._places.journal, session) if session else None
        if journal is None or not journal.size:
            return frozenset()
        blocks = self._blocks = self._blocks or BlockStore(self._places)
        return frozenset(blocks.keys(session, blocks.catch_up(journal).messages, newest=True))

    # -- writing -----------------------------------------------------------------------------------

    def _count(self, messages: int) -> None:
        self.done.messages += messages
        if self._progress:
            self._progress("messages indexed", self.done.messages)

    def _is_due(self, run: MemoryFile) -> bool:
        known = self._known.get(run.path)
        return self._everything or known is None or known.stamp != run.stamp

    def _runs_of(self, name: str) -> int:
        return sum(path.startswith(f"{name}#") for path in self._known)

    def _write(self, runs: list[tuple[MemoryFile, list[MemoryDoc]]], marker: MemoryFile | None = None) -> None:
        """Write these runs; what was forgotten stays forgotten. The list is empty afterwards."""
        self.done.pieces += sum(len(docs) for _, docs in runs)
        if not self._dry_run and (runs or marker):

            def write(writer: DocWriter) -> None:
                for file, docs in runs:
                    writer.replace_file(file, remember.still_forgotten(self._store, docs))
                if marker:
                    writer.note_stamps([marker])

            at_full_priority(lambda: self._store.in_one_write(write))
        runs.clear()

    def _drop(self, name: str) -> None:
        """Take the runs of a session that begins anew, or is gone, out of the index."""
        paths = [path for path in self._known if path == name or path.startswith(f"{name}#")]
        if paths and not self._dry_run:
            with self._store.write() as writer:
                for path in paths:
                    writer.remove_file(path)
        for path in paths:
            del self._known[path]

    def _remove_gone(self) -> None:
        there = {JOURNAL + journal.name for journal in self._journals}
        gone = {path.partition("#")[0] for path in self._known if path.startswith(JOURNAL)} - there
        if not self._settings.index_sessions:
            gone |= {path for path in self._known if path.startswith(ARCHIVE)}
        for name in sorted(gone):
            self._drop(name)
        self.done.removed = len(gone - {PACKS})


def waiting(store: DocStore, places: Places, settings: Settings) -> TurnsIndexed:
    """What an update would do now, without doing it."""
    return update(store, places, settings, dry_run=True)


def _key(message: Message) -> str:
    return message_hash.alignment_key(message)
