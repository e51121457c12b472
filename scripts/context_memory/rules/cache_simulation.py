"""Replay a session against a prefix cache under several ways of keeping its context small.

The same messages arrive at the same times and the same replies are paid for;
only what stands in the prompt differs. Every way gets the same fixed part,
byte-identical, and the same cache. Nothing here knows whether the agent would
have done as well with what it was shown: this is about money.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from ..model.budget import Budget
from ..model.session import Usage
from . import budget, eviction, prices, swap
from .prefix_cache import FIVE_MINUTES, PrefixCache, Prompt, Segment, Terms
from .prices import Price

RECORDS_WHOLE = 8
"""Newest tool records that stay whole where old ones are rewritten as one line (skill L1)."""
LAST = 4
"""Messages that the naive way keeps beside its summary."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One message as a prompt holds it."""

    tokens: int
    bounded: int
    """Size when a long tool output was trimmed before it was first sent."""
    stub: int
    """Size as an old tool record of one line; the same as `tokens` for what is no tool result."""
    positions: int = 1
    at: float = 0.0
    """Seconds since the session began; of a reply, when its request was sent."""
    is_reply: bool = False
    """Whether a request was sent for it."""
    is_cut: bool = True
    """Whether everything before it may leave without parting a result from its call."""
    is_record: bool = False
    """Whether it carries tool results."""
    opens_turn: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """What is paid, and the sizes that a session's transcript does not show."""

    price: Price
    budget: Budget = field(default_factory=lambda: budget.of(200_000))
    terms: Terms = FIVE_MINUTES
    fixed: int = 10_000
    """System prompt and tools, tokens."""
    summary: int = 4_000
    """What a model writes as a summary, tokens."""
    header: int = 8_000
    """Continuation with the structured state, tokens."""
    block: int = 4_000
    capsules: int = 80_000
    """Capsules beyond this leave the view, tokens."""
    codec: Price | None = None
    """Price of the model that compresses blocks; None: they are compressed without one."""
    recall: int = 0
    """Recalled text in every turn, tokens."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request and its bill."""

    usage: Usage
    cost: float
    is_first: bool = False
    """Nothing before it could be in the cache: the first of all, or the first after a swap."""
    is_cold: bool = False
    """The entry of the request before it had expired."""
    is_extra: bool = False
    """Asked for the compaction itself, not for the work."""

    @property
    def prompt(self) -> int:
        """Tokens of the request, without the reply."""
        return self.usage.input + self.usage.cache_read + self.usage.cache_write


@dataclass(frozen=True, slots=True)
class Simulated:
    """A session under one strategy."""

    strategy: str
    requests: tuple[Request, ...]
    swaps: int = 0
    overflow: int = 0
    """1-based request at which the prompt was first larger than can be sent; 0: never."""
    compressing: float = 0.0
    """Dollars for capsules; they are made outside the caller's path."""

    @property
    def cost(self) -> float:
        """Dollars of the whole session."""
        return sum(request.cost for request in self.requests) + self.compressing

    @property
    def prompt(self) -> int:
        """Input tokens of all requests."""
        return sum(request.prompt for request in self.requests)

    @property
    def cached(self) -> float:
        """Share of all input tokens that were read from the cache."""
        return _share(self.requests)

    @property
    def cached_between(self) -> float:
        """The same share between swaps: without the first request of all and the first after each swap."""
        return _share([request for request in self.requests if not request.is_first])

    @property
    def cached_warm(self) -> float:
        """The same share between swaps while the cache lives: without those after a pause longer than its lifetime."""
        return _share([request for request in self.requests if not request.is_first and not request.is_cold])


def _share(requests: Sequence[Request]) -> float:
    total = sum(request.prompt for request in requests)
    return sum(request.usage.cache_read for request in requests) / total if total else 0.0


class Strategy(Protocol):
    """A way to keep the context small: it owns the prompt and changes it before a request."""

    prompt: Prompt
    swaps: int
    compressing: float

    def arrives(self, number: int, piece: Piece) -> None:
        """Take a message in."""
        ...

    def prepares(self, ask: Callable[[int], None], idle: float) -> bool:
        """Get the prompt ready, `idle` seconds after the last request; True when its beginning was exchanged.

        `ask` sends the prompt as it stands for a reply of so many tokens, on the bill of the compaction.
        """
        ...


def simulate(name: str, strategy: Strategy, pieces: Sequence[Piece], outputs: Sequence[int], deal: Deal) -> Simulated:
    """Replay the pieces; `outputs` are the reply tokens of each piece, 0 for what is no reply."""
    cache = PrefixCache(deal.terms)
    requests: list[Request] = []
    overflow = 0
    asked: float | None = None
    for number, (piece, output) in enumerate(zip(pieces, outputs, strict=True)):
        if piece.is_reply:
            at = piece.at
            idle = 0.0 if asked is None else at - asked

            def extra(reply: int, at: float = at) -> None:
                requests.append(_billed(cache, strategy.prompt, reply, at, deal, is_extra=True))

            is_new = strategy.prepares(extra, idle)
            billed = _billed(cache, strategy.prompt, output, at, deal)
            is_cold = idle > deal.terms.ttl
            requests.append(replace(billed, is_first=is_new or asked is None, is_cold=is_cold))
            if strategy.prompt.tokens > deal.budget.hard and not overflow:
                overflow = sum(not request.is_extra for request in requests)
            asked = at
        strategy.arrives(number, piece)
    return Simulated(name, tuple(requests), strategy.swaps, overflow, strategy.compressing)


def _billed(
    cache: PrefixCache, prompt: Prompt, output: int, at: float, deal: Deal, *, is_extra: bool = False
) -> Request:
    usage = replace(cache.ask(prompt, at), output=output)
    return Request(usage, prices.cost(usage, deal.price), is_extra=is_extra)


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
    """

    def __init__(self, deal: Deal, *, bounded: bool = False) -> None:
        self.prompt = Prompt(fixed_part(deal))
        self.swaps = 0
        self.compressing = 0.0
        self._deal = deal
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
        if not swap.due(self.prompt.tokens, marks, idle=idle, ttl=self._deal.terms.ttl):
            return False
        blocks, rest = self._blocks()
        count = self._count(blocks, sum(segment.tokens for segment, _ in rest))
        if not count:
            return False
        taken, kept = blocks[:count], [*(each for block in blocks[count:] for each in block), *rest]
        sizes = [swap.Candidate(_tokens(block)).size for block in taken]
        capsules = [*self._capsules, *sizes]
        header = self._deal.header + marks.restore
        room = marks.target - header - sum(segment.tokens for segment, _ in kept)
        capsules = capsules[eviction.of(capsules, max(1, min(self._deal.capsules, room))).count :]
        view = header + eviction.total(capsules)
        if not swap.is_worth_it(self._view + sum(map(_tokens, taken)) - view, marks):
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
        marks = self._deal.budget
        candidates = [swap.Candidate(_tokens(block)) for block in blocks]
        header = self._deal.header + marks.restore
        capsules = max(1, min(self._deal.capsules, marks.target - marks.raw_window - header))
        room = swap.Room(marks.target, marks.raw_window, header, capsules)
        before = self._view + rest + sum(each.raw for each in candidates)
        newest = [swap.Candidate(rest, rest)] if rest else []
        least = max(1, swap.walk([*candidates, *newest], before - marks.target))
        return min(swap.most(candidates, self._capsules, rest, room, least=least), len(candidates))

    def _pay(self, blocks: Sequence[list[tuple[Segment, bool]]], sizes: Sequence[int]) -> None:
        if self._deal.codec:
            for block, size in zip(blocks, sizes, strict=True):
                self.compressing += prices.cost(Usage(_tokens(block), size), self._deal.codec)


def _tokens(block: Sequence[tuple[Segment, bool]]) -> int:
    return sum(segment.tokens for segment, _ in block)
