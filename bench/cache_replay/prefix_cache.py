"""A provider's prefix cache, request by request: what is read, what is written, what has expired.

Two markers stand in every prompt: behind the fixed part (tools and system
text) and at the end. An entry is written at a marker and nowhere else, so
that a change in the middle of the history costs everything behind the fixed
part. From each marker the provider looks back over a few positions only.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from context_memory.messages import Usage


@dataclass(frozen=True, slots=True)
class Terms:
    """How a provider caches."""

    ttl: float = 300
    """Seconds that an entry lives after the start of the last request that used it."""
    minimum: int = 1_024
    """A shorter prefix is not cached, tokens."""
    look_back: int = 20
    """Content blocks before a marker at which an entry is found."""

    @property
    def writes_last_an_hour(self) -> bool:
        """Whether a write is paid at the price of the long lifetime."""
        return self.ttl > 300


FIVE_MINUTES, HOUR = Terms(), Terms(ttl=3_600)


@dataclass(frozen=True, slots=True)
class Segment:
    """Something that stands in a prompt; the same key means the same bytes."""

    key: str
    tokens: int
    positions: int = 1
    """Content blocks."""


class Prompt:
    """What a request sends: the fixed part, then segments that are appended or rewritten."""

    def __init__(self, fixed: Segment) -> None:
        self.fixed = fixed
        self._segments: list[Segment] = []
        self._ends: list[tuple[int, int, int]] = []  # chain of all keys so far, tokens, positions
        self._start()

    @property
    def tokens(self) -> int:
        """Size of the whole prompt."""
        return self._ends[-1][1]

    @property
    def segments(self) -> tuple[Segment, ...]:
        """What stands behind the fixed part."""
        return tuple(self._segments)

    @property
    def ends(self) -> list[tuple[int, int, int]]:
        """After the fixed part and after each segment: a number that stands for all keys so far, tokens, positions."""
        return self._ends

    def append(self, segment: Segment) -> None:
        """Add to the end; everything before it stays what it was."""
        chain, tokens, positions = self._ends[-1]
        self._segments.append(segment)
        self._ends.append((hash((chain, segment.key)), tokens + segment.tokens, positions + segment.positions))

    def rewrite(self, start: int, segments: Iterable[Segment]) -> None:
        """Put other segments in place of everything from `start` on."""
        new = list(segments)
        del self._segments[start:]
        del self._ends[start + 1 :]
        for segment in new:
            self.append(segment)

    def replace_fixed(self, fixed: Segment) -> None:
        """Change the fixed part, and with it every prefix."""
        kept, self._segments = self._segments, []
        self.fixed = fixed
        self._start()
        for segment in kept:
            self.append(segment)

    def _start(self) -> None:
        self._ends = [(hash(self.fixed.key), self.fixed.tokens, self.fixed.positions)]


class PrefixCache:
    """The entries of one model."""

    def __init__(self, terms: Terms = FIVE_MINUTES) -> None:
        self.terms = terms
        self._used: dict[int, float] = {}

    def ask(self, prompt: Prompt, at: float) -> Usage:
        """What a request that starts `at` this second is billed, without its reply."""
        ends = prompt.ends
        total = prompt.tokens
        if total < self.terms.minimum:
            return Usage(input=total)
        read = max(self._read(prompt, len(ends) - 1, at), self._read(prompt, 0, at))
        for end in (0, len(ends) - 1):
            if ends[end][1] >= self.terms.minimum:
                self._used[ends[end][0]] = at
        written = total - read
        return Usage(
            cache_read=read,
            cache_write=written,
            cache_write_1h=written if self.terms.writes_last_an_hour else 0,
        )

    def _read(self, prompt: Prompt, marker: int, at: float) -> int:
        """Tokens up to the newest live entry that the marker finds."""
        ends = prompt.ends
        for i in range(marker, -1, -1):
            chain, tokens, positions = ends[i]
            if ends[marker][2] - positions > self.terms.look_back:
                return 0
            used = self._used.get(chain)
            if used is not None and at - used <= self.terms.ttl:
                self._used[chain] = at
                return tokens
        return 0
