"""Summaries for contexts smaller than the view, made in the background in a few sizes.

To render one of a session of 10,000 messages takes half a second. A context takes the newest that was made, or what
the last swap left, and says where it ends; only a session that nobody prepared yet is folded a little on the way.
"""

from ...text.tokens import Estimator
from .. import context
from ..context import Header, Room
from ..files.block_store import BlockStore, Known
from ..files.journal import Journal
from ..values import Swap
from .next_view import NextView

SIZES = (250, 1_000, 4_000)
"""Tokens. A room takes the largest that fits its share; a smaller room the first lines of the smallest."""
HEADERS_HELD = 64
"""Summaries of sessions that nobody prepared yet; each is a few thousand characters."""


class Summaries:
    """The summaries of one workspace."""

    def __init__(self, store: BlockStore, views: NextView, estimator: Estimator, language: str) -> None:
        self._store = store
        self._views = views
        self._estimator = estimator
        self._language = language
        self._first: dict[tuple[str, int], Header] = {}

    def make(self, journal: Journal, known: Known) -> None:
        """Render and store the summaries of all sizes; slow."""
        memory = self._views.memory(journal, known)
        for size in SIZES:
            if self._store.remembered_number(journal.session, _summary_name(size)) < memory.messages:
                made = context.header(memory, size, estimator=self._estimator, language=self._language)
                self._store.remember(journal.session, _summary_name(size), made.covered, made.text)

    def newest(self, journal: Journal, known: Known, current: Swap, room: Room) -> Header:
        """The newest summary that fits its share of the room; fast."""
        size = max((each for each in SIZES if each <= room.header_tokens), default=SIZES[0])
        kept = self._store.remembered(journal.session, _summary_name(size), most=known.messages)
        found = Header(kept[1], kept[0]) if kept else None
        if current.header and (found is None or found.covered < current.tail_from - 1):
            found = Header(current.header, current.tail_from - 1)
        return context.shortened(found or self._make_quickly(journal, known, size), room, estimator=self._estimator)

    def _make_quickly(self, journal: Journal, known: Known, size: int) -> Header:
        """Of what can be folded at once; once for each session and size."""
        key = (journal.session, size)
        if key not in self._first:
            memory = self._views.memory_at_hand(journal, known)
            self._first[key] = context.header(memory, size, estimator=self._estimator, language=self._language)
            if len(self._first) > HEADERS_HELD:
                del self._first[next(iter(self._first))]
        return self._first[key]


def _summary_name(size: int) -> str:
    return f"summary-{size}"
