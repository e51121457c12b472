"""The dated note of a journaled session: written before its messages leave the raw part of a view.

A note tells everything up to the newest message, so one note serves every
swap until messages leave that it did not know.
"""

from datetime import datetime

from ..disk.block_store import BlockStore
from ..disk.places import Places
from ..model.blocks import Swap
from ..model.errors import ContextMemoryError
from ..model.memory import SessionMemory
from ..model.settings import Settings
from .notes import Notes, Origin

_NOTED = "noted"


class SwapNotes:
    """Writes the notes of one workspace; without a workspace, or switched off, there are none."""

    def __init__(self, places: Places, settings: Settings, store: BlockStore) -> None:
        wanted = places.workspace is not None and settings.flush_before_compact
        self._notes = Notes(places, settings) if wanted else None
        self._store = store
        self.problems: list[str] = []
        """Notes that could not be written; everything is in the journal anyway."""

    def is_due(self, ready: Swap) -> bool:
        """Whether this view leaves out messages that no note knows."""
        if self._notes is None:
            return False
        noted = self._store.remembered(ready.session, _NOTED, most=1 << 60)
        return ready.tail_from - 1 > (noted[0] if noted else 0)

    def write(self, ready: Swap, memory: SessionMemory, now: datetime) -> None:
        """Note what the session holds; a note that cannot be written stops no swap."""
        if self._notes is None:
            return
        try:
            self._notes.flush_before(memory, Origin(ready.session), now)
        except (ContextMemoryError, OSError) as error:
            self.problems.append(f"no note was written before this swap: {error}")
            return
        self._store.remember(ready.session, _NOTED, memory.messages, "")
