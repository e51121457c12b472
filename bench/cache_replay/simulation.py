"""Replay a session against a prefix cache under several ways of keeping its context small.

The same messages arrive at the same times and the same replies are paid for;
only what stands in the prompt differs. Every way gets the same fixed part,
byte-identical, and the same cache. Nothing here knows whether the agent would
have done as well with what it was shown: this is about money.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from context_memory.llm import prices
from context_memory.llm.prices import Price
from context_memory.messages import Usage
from context_memory.tokens import budget
from context_memory.tokens.budget import Budget

from .pieces import Piece
from .prefix_cache import FIVE_MINUTES, PrefixCache, Prompt, Terms


@dataclass(frozen=True, slots=True)
class Deal:
    """What is paid, and the sizes that a session's transcript does not show."""

    price: Price
    budget: Budget = field(default_factory=lambda: budget.budget_of(200_000))
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
