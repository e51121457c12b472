"""Ways to keep a context small, as the simulator of the prefix cache replays them: none, the naive one, ours."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from context_memory.blocks.view import Candidate, Room, choose_evicted, count, is_worth_it, swap_due, total_tokens
from context_memory.llm import prices
from context_memory.messages import Usage
from context_memory.tokens import budget

from .pieces import Piece
from .prefix_cache import Prompt, Segment
from .simulation import Deal

RECORDS_WHOLE = 8
"""Newest tool records that stay whole where old ones are rewritten as one line (skill L1)."""
LAST = 4
"""Messages that the naive way keeps beside its summary."""


def fixed_part(deal: Deal) -> Segment:
    """System prompt and tools: one segment that never changes."""
    return Segment("fixed", deal.fixed)


class NoCompaction:
    """Everything stays; beyond the window the session would be over, here it goes on as if there were none."""

    def __init__(self, deal: Deal) -> None:
        self.prompt = Prompt(fixed_part(deal))
        self.swaps = 0
        self.compressing = 0.0
        self._recall = deal.recall

    def arrives(self, number: int, piece: Piece) -> None:
        """Append it, recalled text with the message that it was recalled for."""
        recalled = self._recall if piece.opens_turn else 0
        self.prompt.append(Segment(f"{number}", piece.tokens + recalled, piece.positions))

    def prepares(self, ask: Callable[[int], None], idle: float) -> bool:  # noqa: ARG002 - the shape of a strategy
        """Nothing to do."""
        return False


class Naive:
    """At the mark a summary by the session's model and the newest messages; recalled text before the history.

    With `rewrites`, every tool record but the newest ones becomes one line where it stands, in every request.
    """

    def __init__(self, deal: Deal, *, rewrites: bool = False) -> None:
        self.prompt = Prompt(fixed_part(deal))
        self.swaps = 0
        self.compressing = 0.0
        self._deal = deal
        self._rewrites = rewrites
        self._shown: list[tuple[int, Piece]] = []
        """What stands in the prompt behind the summary."""
        self._lead: list[Segment] = []
        self._records: list[int] = []
        """Places in `_shown` of tool records that are still whole."""
        self._turns = 0

    def arrives(self, number: int, piece: Piece) -> None:
        """Append it; recalled text changes the system prompt."""
        self._shown.append((number, piece))
        self.prompt.append(Segment(f"{number}", piece.tokens, piece.positions))
        if piece.is_record and piece.stub < piece.tokens:
            self._records.append(len(self._shown) - 1)
        if piece.opens_turn and self._deal.recall:
            self._turns += 1
            self.prompt.replace_fixed(Segment(f"recall {self._turns}", self._deal.fixed + self._deal.recall))

    def prepares(self, ask: Callable[[int], None], idle: float) -> bool:  # noqa: ARG002 - the shape of a strategy
        """Trim old records, and at the mark ask for a summary."""
        if self._rewrites:
            self._trim()
        start = max(0, len(self._shown) - LAST)
        while start and not self._shown[start][1].is_cut:
            start -= 1
        if self.prompt.tokens < self._deal.budget.compact_at or not start:
            return False
        ask(self._deal.summary)
        self.swaps += 1
        self._lead = [Segment(f"summary {self.swaps}", self._deal.summary)]
        self._shown = self._shown[start:]
        self._records = [place - start for place in self._records if place >= start]
        self.prompt.rewrite(0, [*self._lead, *(self._segment(*each) for each in self._shown)])
        return True

    def _trim(self) -> None:
        old, self._records = self._records[:-RECORDS_WHOLE], self._records[-RECORDS_WHOLE:]
        if not old:
            return
        for place in old:
            number, piece = self._shown[place]
            self._shown[place] = (number, replace(piece, tokens=piece.stub))
        first = old[0]
        after = [self._segment(*each) for each in self._shown[first:]]
        self.prompt.rewrite(len(self._lead) + first, after)

    @staticmethod
    def _segment(number: int, piece: Piece) -> Segment:
        return Segment(f"{number}:{piece.tokens}", piece.tokens, piece.positions)


class Swaps:
    """Ours: whole blocks leave for their capsules, rarely and many at once, earlier when the cache is cold anyway.

    With `bounded`, long tool output was trimmed before it was first sent, so that no byte changes later.
    `counts_fixed=False` gives the view the whole target, for comparison.
    """

    def __init__(self, deal: Deal, *, bounded: bool = False, counts_fixed: bool = True) -> None:
        self.prompt = Prompt(fixed_part(deal))
        self.swaps = 0
        self.compressing = 0.0
        self._deal = deal
        self._room = budget.budget_beside(deal.budget, deal.fixed if counts_fixed else 0)
        """The view's part of the target: the fixed part counts too."""
        self._header = deal.header * self._room.target // max(1, deal.budget.target)
        self._bounded = bounded
        self._raw: list[tuple[Segment, bool]] = []
        """Raw segments, and whether a block may begin there."""
        self._capsules: list[int] = []
        self._view = 0

    def arrives(self, number: int, piece: Piece) -> None:
        """Append it; recalled text goes with the message that it was recalled for, at the tail."""
        size = piece.bounded if self._bounded else piece.tokens
        size += self._deal.recall if piece.opens_turn else 0
        segment = Segment(f"{number}", size, piece.positions)
        self._raw.append((segment, piece.is_cut))
        self.prompt.append(segment)

    def prepares(self, ask: Callable[[int], None], idle: float) -> bool:  # noqa: ARG002 - asks no model
        """Swap when it is due and worth it."""
        marks = self._deal.budget
        if not swap_due(self.prompt.tokens, marks, idle=idle, ttl=self._deal.terms.ttl):
            return False
        blocks, rest = self._blocks()
        count = self._count(blocks, sum(segment.tokens for segment, _ in rest))
        if not count:
            return False
        taken, kept = blocks[:count], [*(each for block in blocks[count:] for each in block), *rest]
        sizes = [Candidate(_tokens(block)).size for block in taken]
        capsules = [*self._capsules, *sizes]
        header = self._header + self._room.restore
        room = self._room.target - header - sum(segment.tokens for segment, _ in kept)
        capsules = capsules[choose_evicted(capsules, max(1, min(self._deal.capsules, room))).count :]
        view = header + total_tokens(capsules)
        if not is_worth_it(self._view + sum(map(_tokens, taken)) - view, marks):
            return False
        self._capsules, self._raw, self._view = capsules, kept, view
        self._pay(taken, sizes)
        self.swaps += 1
        self.prompt.rewrite(0, [Segment(f"view {self.swaps}", view), *(segment for segment, _ in kept)])
        return True

    def _blocks(self) -> tuple[list[list[tuple[Segment, bool]]], list[tuple[Segment, bool]]]:
        """The raw segments in whole blocks, and the open end."""
        blocks: list[list[tuple[Segment, bool]]] = []
        current: list[tuple[Segment, bool]] = []
        for each in self._raw:
            if current and each[1] and _tokens(current) + each[0].tokens > self._deal.block:
                blocks.append(current)
                current = []
            current.append(each)
        return blocks, current

    def _count(self, blocks: Sequence[list[tuple[Segment, bool]]], rest: int) -> int:
        """How many blocks leave, as the view of blocks decides it."""
        if not blocks:
            return 0
        marks = self._room
        candidates = [Candidate(_tokens(block)) for block in blocks]
        header = self._header + marks.restore
        capsules = max(1, min(self._deal.capsules, marks.target - marks.raw_window - header))
        room = Room(marks.target, marks.raw_window, header, capsules)
        before = self._view + rest + sum(each.raw for each in candidates)
        return count(candidates, self._capsules, rest, room, before - marks.target)

    def _pay(self, blocks: Sequence[list[tuple[Segment, bool]]], sizes: Sequence[int]) -> None:
        if self._deal.codec:
            for block, size in zip(blocks, sizes, strict=True):
                self.compressing += prices.cost(Usage(_tokens(block), size), self._deal.codec)


def _tokens(block: Sequence[tuple[Segment, bool]]) -> int:
    return sum(segment.tokens for segment, _ in block)
