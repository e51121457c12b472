"""The raw part of views: the newest messages of each session, each read from the journal once, when it is needed."""

import threading
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from ...messages import Message, Role, has_open_call
from ...text import tokens
from ...text.tokens import Estimator
from .. import cutting
from ..files.block_store import BlockStore, Known, Row
from ..files.journal import Journal
from ..values import JournalEntry, Swap

_HIDDEN = frozenset({cutting.SYSTEM, cutting.SUMMARY})


READ_AT_ONCE = 256
"""Messages around one that is asked for and not at hand."""
NEWEST = 32
"""Messages among which there mostly is a call, or what a person said."""


class Entries(Sequence[JournalEntry]):
    """The messages of these rows; those that are not at hand are read when they are asked for.

    The context of a session of 50,000 messages shows a few of them: reading all took seconds.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        at_hand: dict[int, JournalEntry],
        read: Callable[[Sequence[Row]], list[JournalEntry]],
    ) -> None:
        """`at_hand` holds messages by sequence number, and takes those that are read."""
        self._rows = rows
        self._at_hand = at_hand
        self._read = read

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> JournalEntry: ...
    @overload
    def __getitem__(self, place: slice) -> "Entries": ...
    def __getitem__(self, place: int | slice) -> "JournalEntry | Entries":
        if isinstance(place, slice):
            return Entries(self._rows[place], self._at_hand, self._read)
        seq = self._rows[place].seq
        if seq not in self._at_hand:
            at = range(len(self._rows))[place]
            near = self._rows[max(0, at - READ_AT_ONCE // 2) : at + READ_AT_ONCE // 2]
            missing = [row for row in near if row.seq not in self._at_hand]
            self._at_hand.update((each.seq, each) for each in self._read(missing))
        return self._at_hand[seq]


@dataclass(frozen=True, slots=True)
class RawTail:
    """Messages of the journal from one on to the newest, with their rows of the index."""

    rows: Sequence[Row]
    entries: Sequence[JournalEntry]

    @property
    def messages(self) -> list[Message]:
        """All messages, including hidden ones."""
        return [entry.message for entry in self.entries]

    @property
    def pairs(self) -> Iterator[tuple[JournalEntry, str]]:
        """Each entry with the reason why it is skipped."""
        return ((entry, row.skip) for row, entry in zip(self.rows, self.entries, strict=True))

    def has_open_call(self) -> bool:
        """Whether a tool call waits for its result; reads no more of the newest messages than say it."""
        for count in (NEWEST, len(self.entries)):
            found = [entry.message for entry in self.entries[-count:]]
            if any(each.calls or (each.role is Role.USER and each.text) for each in found):
                return has_open_call(found)
        return False

    def newest(self, tokens: int | None) -> "RawTail":
        """The newest messages of so many tokens by the index, without those that are skipped; None for all."""
        start = 0 if tokens is None else len(self.rows)
        left = tokens or 0
        while start and left > 0:
            start -= 1
            left -= 0 if self.rows[start].skip else self.rows[start].tokens
        return RawTail(self.rows[start:], self.entries[start:])

    def since(self, first: int) -> "RawTail":
        """The part from a sequence number on."""
        start = bisect_left(self.rows, first, key=lambda row: row.seq)
        return RawTail(self.rows[start:], self.entries[start:])

    def until(self, last: int) -> int:
        """The number of messages up to a sequence number."""
        return bisect_left(self.rows, last + 1, key=lambda row: row.seq)

    def tokens(self, swap: Swap, estimator: Estimator) -> int:
        """Size as shown after this swap."""
        return sum(self._sizes(swap, estimator))

    def _sizes(self, swap: Swap, estimator: Estimator) -> list[int]:
        """Size of each message after this swap; 0 if it is not shown."""
        cut = {seq: tokens.of_message(message, estimator) for seq, message in swap.replaced}
        until = swap.thinking_until
        return [
            0 if row.skip in _HIDDEN else cut.get(row.seq) or (row.bare if row.seq <= until else row.tokens)
            for row in self.rows
        ]

    def context(self, swap: Swap, estimator: Estimator) -> int:
        """Size of the whole context: the API's count since the swap, or else the estimate.

        A count that is no lower than the one before the swap is not of this view: the host did not take it.
        """
        since = self._counted_replies(swap)
        if not since:
            return swap.tokens + self.tokens(swap, estimator)
        newest = since[-1]
        return newest.context + sum(row.tokens for row in self.rows if row.seq > newest.seq)

    def is_counted(self, swap: Swap) -> bool:
        """Whether the API counted a reply since the swap."""
        return bool(self._counted_replies(swap))

    def fixed(self, swap: Swap, estimator: Estimator) -> int:
        """System text and tools: the least that a counted reply had in addition to the view, now or at the last swap.

        Where nobody counted it is the system text that was journaled. What a host compacted by itself is not known.
        """
        sizes = self._sizes(swap, estimator)
        counted = {row.seq for row in self._counted_replies(swap)}
        found = [swap.fixed] if swap.fixed else []
        view = swap.tokens
        for row, size in zip(self.rows, sizes, strict=True):
            if row.skip == cutting.SUMMARY:
                break
            view += size
            if row.seq in counted:
                found.append(row.context - view)
        system = sum(row.tokens for row in self.rows if row.skip == cutting.SYSTEM)
        return max(0, min(found, default=system))

    def _counted_replies(self, swap: Swap) -> list[Row]:
        """Replies whose context the API counted since the swap; none if the host did not use the view."""
        counts = [row for row in self.rows if row.context]
        before = [row.context for row in counts if row.seq <= swap.thinking_until]
        since = [row for row in counts if row.seq > swap.thinking_until]
        return [] if since and before and since[0].context >= before[-1] else since


BYTES_AHEAD = 24_000_000
"""Of journals whose messages are held though nobody has asked for a context yet: ten thousand messages or so."""


class RawTails:
    """Reads raw tails, and caches what this process has read or written."""

    def __init__(self, store: BlockStore) -> None:
        self._store = store
        self._read: dict[str, tuple[int, list[Row], dict[int, JournalEntry]]] = {}
        """The size of the journal, bytes, up to which rows are known; the rows; messages at hand by number."""
        self._ahead: dict[str, int] = {}
        """Bytes of the sessions that nobody has asked for yet, the oldest first."""
        self._guard = threading.Lock()

    def let_go(self, session: str) -> None:
        """Drop the cache of a session."""
        with self._guard:
            self._ahead.pop(session, None)
            self._read.pop(session, None)

    def add(
        self, session: str, before: Known, rows: Sequence[Row], entries: Sequence[JournalEntry], after: Known
    ) -> None:
        """Cache messages that were just written, if all before them are cached (or the session is new).

        Beyond `BYTES_AHEAD` the sessions are forgotten that began first.
        """
        with self._guard:
            if not before.size:
                self._read[session], self._ahead[session] = (0, [], {}), 0
            held = self._read.get(session)
            if held is None or held[0] != before.size:
                return
            held[1].extend(rows)
            held[2].update((entry.seq, entry) for entry in entries)
            self._read[session] = (after.size, held[1], held[2])
            if session in self._ahead:
                self._ahead[session] = after.size
                while sum(self._ahead.values()) > BYTES_AHEAD:
                    oldest = next(iter(self._ahead))
                    del self._ahead[oldest], self._read[oldest]

    def of(self, journal: Journal, known: Known, first: int) -> RawTail:
        """Messages from `first` on; `known` is the current state of the index."""
        with self._guard:
            self._ahead.pop(journal.session, None)
            size, rows, at_hand = self._read.get(journal.session, (0, [], {}))
        if size > known.size or not rows or rows[0].seq > first:
            size, rows, at_hand = 0, [], {}
        if size < known.size:
            rows = [*rows, *self._store.rows(journal.session, rows[-1].seq + 1 if rows else first)]
        if rows and rows[0].seq < first:
            rows = rows[bisect_left(rows, first, key=lambda row: row.seq) :]
            at_hand = {seq: entry for seq, entry in at_hand.items() if seq >= first}
        self._read[journal.session] = (known.size, rows, at_hand)
        shown = rows[:]
        return RawTail(shown, Entries(shown, at_hand, lambda wanted: self._store.read(journal, wanted)))
