"""Take over what R-Memory left: conversations into the journal, every raw and compressed text into the archive.

Blocks are cut anew, because its boundaries are not ours; its compressed texts
can be searched and read, and stand for nothing in a view. Its files stay as
they are. Running it again adds nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ..disk import rmemory_files
from ..disk.archive import Archive, Original
from ..disk.places import Places
from ..model.rmemory import RMemory
from ..model.session import Json
from ..model.settings import Settings
from ..rules import redact, rmemory_blocks, rmemory_text
from ..rules.rmemory_blocks import OldBlock, Reader
from .ingester import Ingester


@dataclass(slots=True)
class Imported:
    """What was taken over."""

    sessions: int = 0
    messages: int = 0
    known: int = 0
    """Messages that were in the journal already."""
    archived: int = 0
    """Texts in the archive, raw blocks and capsules."""
    altered: tuple[str, ...] = ()
    """Archived blocks whose text is no longer what their name says."""
    settings: dict[str, Json] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


class RMemoryImport:
    """Imports into one workspace."""

    def __init__(self, places: Places, settings: Settings, ingester: Ingester) -> None:
        self._archive = Archive(places.archive)
        self._settings = settings
        self._ingester = ingester

    def run(self, folder: Path, now: datetime, *, dry_run: bool = False) -> Imported:
        """Everything in this folder."""
        found = rmemory_files.read(folder)
        by_session = rmemory_blocks.sessions(found)
        done = Imported(
            sessions=len(by_session),
            altered=tuple(name for name, text in found.raw.items() if rmemory_text.hash32(text) != name),
            settings=rmemory_blocks.settings_of(found.config),
            problems=found.problems,
        )
        originals = list(self._originals(found))
        done.archived = len(originals)
        if not dry_run and originals:
            self._archive.put_many(originals)
        for session, blocks in by_session.items():
            self._session(session, blocks, done, now, dry_run=dry_run)
        return done

    def _originals(self, found: RMemory) -> Iterable[Original]:
        for name, text in found.raw.items():
            yield Original(self._clean(text).encode("utf-8", "replace"), "r-memory-block", f"R-Memory block {name}")
        for name, block in found.cache.items():
            content = self._clean(block.compressed).encode("utf-8", "replace")
            yield Original(content, "r-memory-capsule", f"R-Memory capsule {name}")

    def _session(self, session: str, blocks: list[OldBlock], done: Imported, now: datetime, *, dry_run: bool) -> None:
        reader = Reader()
        messages = [message for block in blocks for message in reader.messages(block)]
        if dry_run:
            done.messages += len(messages)
            return
        taken = self._ingester.add(session, messages, now)
        done.messages += taken.accepted
        done.known += taken.duplicates

    def _clean(self, text: str) -> str:
        return redact.cleaned(text) if self._settings.redact else text
