"""Share the room of a text among its parts: each gets a least share, then the piece worth most per token is next."""

import heapq
from collections.abc import Iterable, Sequence
from typing import Protocol

_NOTHING_FITS = 10  # tokens


class Part(Protocol):
    """Pieces of one part of the text; the worth of a piece may only fall while others are taken."""

    def __len__(self) -> int:
        """How many pieces there are."""
        ...

    def gain(self, i: int) -> float:
        """Worth per token of what piece i would add now."""
        ...

    def hope(self, i: int) -> float:
        """What `gain(i)` is at most, told without much work; a session has thousands of pieces."""
        ...

    def cost(self, i: int) -> float:
        """Tokens of what piece i would add now."""
        ...

    def take(self, i: int) -> None:
        """Take piece i: what it says is worth nothing in any other piece from now on."""
        ...


class Contest:
    """Lazy greedy over several parts: a stale worth is only ever too high."""

    def __init__(self, parts: Sequence[Part], room: float) -> None:
        self._parts = parts
        self._left = room
        self._spent = [0.0] * len(parts)
        self.taken: list[list[int]] = [[] for _ in parts]
        """The pieces taken of each part, in the order taken."""
        self._heaps: list[list[tuple[float, int]]] = []
        for part in parts:
            heap = [(-worth, i) for i in range(len(part)) if (worth := part.hope(i)) > 0]
            heapq.heapify(heap)
            self._heaps.append(heap)

    def share_out(self, least: Sequence[float], most: Sequence[float]) -> None:
        """First each part takes its best pieces up to its least share, then all compete, each up to its most."""
        everyone = range(len(self._parts))
        for k in everyone:
            self.run([k], least)
        self.run(everyone, most)

    def more(self, room: float, most: Sequence[float]) -> None:
        """The same with this room: pieces cost less beside others than alone."""
        self._left = room
        self.share_out([0] * len(self._parts), most)

    def run(self, among: Iterable[int], most: Sequence[float]) -> None:
        """Take the best pieces of these parts until each has spent its most or has nothing that fits."""
        open_parts = self._open(among, most)
        waiting: list[tuple[int, tuple[float, int]]] = []
        while open_parts and self._left > _NOTHING_FITS:
            k = min(open_parts, key=lambda each: self._heaps[each][0])
            stale, i = heapq.heappop(self._heaps[k])
            worth = self._parts[k].gain(i)
            best = min((self._heaps[each][0][0] for each in open_parts if self._heaps[each]), default=0.0)
            if -worth > best + 1e-12 and worth > 0 and -worth > stale:
                heapq.heappush(self._heaps[k], (-worth, i))
            elif worth > 0:
                cost = self._parts[k].cost(i)
                if self._spent[k] + cost > most[k] or cost > self._left:
                    waiting.append((k, (-worth, i)))
                else:
                    self._parts[k].take(i)
                    self.taken[k].append(i)
                    self._spent[k] += cost
                    self._left -= cost
            open_parts = self._open(open_parts, most)
        for k, entry in waiting:
            heapq.heappush(self._heaps[k], entry)

    def _open(self, among: Iterable[int], most: Sequence[float]) -> list[int]:
        """The parts that have pieces left and room for one."""
        return [k for k in among if self._heaps[k] and most[k] - self._spent[k] > _NOTHING_FITS]
