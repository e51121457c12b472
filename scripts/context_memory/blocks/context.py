"""Fits a session into one text of a given size: the whole view, or a rule-based summary and the newest messages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..compaction.digest import continuation, summary
from ..compaction.digest.values import SessionMemory
from ..errors import InputError
from ..messages import Message
from ..text.tokens import Estimator
from ..transcripts import as_text
from .values import JournalEntry

SMALLEST_CHARS = 1_000
"""Room for the fixed opening of a continuation and some lines; with less there is no valid header."""
SMALLEST_TOKENS = 300
CHARS_PER_TOKEN = 4
HEADER_PERCENT = 50
"""Of the room, at most, for the summary."""
SURELY_TOO_LARGE = 2
"""Estimates of parts do not add up to that of the whole, but they are never as far from it as this factor."""
SURELY_TOO_MANY = 4
"""Times as many tokens as there is room for."""
_CUT = "\n[… left out …]"
_BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Room:
    """The limits of a context; None for no limit."""

    chars: int | None = None
    tokens: int | None = None

    @classmethod
    def of(cls, chars: int | None, tokens: int | None) -> "Room":
        """Validate the limits; InputError if they are too small for any context."""
        for name, given, least in (("max_chars", chars, SMALLEST_CHARS), ("max_tokens", tokens, SMALLEST_TOKENS)):
            if given is not None and given < least:
                raise InputError(f"{name} = {given} is too small for a context", hint=f"{least:,} at least, or none")
        return cls(chars, tokens)

    def holds(self, text: str, estimator: Estimator) -> bool:
        """Whether the text fits."""
        return self.has(len(text), 0 if self.tokens is None else estimator(text))

    def has(self, chars: int, size: int) -> bool:
        """Whether this many characters and tokens fit."""
        return (self.chars is None or chars <= self.chars) and (self.tokens is None or size <= self.tokens)

    @property
    def surely_too_many(self) -> int | None:
        """Estimated tokens of messages that have no room together; None without a limit.

        A message has more characters than tokens, but for its pictures: hence four times.
        """
        limits = [each for each in (self.chars, self.tokens) if each is not None]
        return SURELY_TOO_MANY * min(limits) if limits else None

    @property
    def header_tokens(self) -> int:
        """Tokens of the summary."""
        sizes = [self.tokens, None if self.chars is None else self.chars // CHARS_PER_TOKEN]
        return min(size for size in sizes if size is not None) * HEADER_PERCENT // 100


@dataclass(frozen=True, slots=True)
class Fitted:
    """A context smaller than the view."""

    text: str
    tail_from: int
    """Sequence number of the first message that is in it as it was said."""
    is_stale: bool
    """Whether the summary ends before the newest messages begin."""
    covered: int
    """Sequence number of the last message that the summary knows."""


def whole(prefix: str, tokens: int, tail: Iterable[Message], room: Room, *, estimator: Estimator) -> str | None:
    """A view as one text: what was swapped, of so many tokens, and the raw messages behind it.

    None where it has no room, which shows before all messages of a long one are made.
    """
    parts = [prefix] if prefix else []
    chars, size = len(prefix), tokens
    for message in tail:
        parts.append(as_text.for_prompt([message]))
        chars += len(parts[-1])
        size += estimator(parts[-1]) if room.tokens is not None else 0
        if not room.has(chars, size // SURELY_TOO_LARGE):
            return None
    text = _BETWEEN.join(parts)
    return text if room.holds(text, estimator) else None


@dataclass(frozen=True, slots=True)
class Header:
    """The summary at the beginning of a context, and the last message that it covers."""

    text: str
    covered: int


def header(memory: SessionMemory, size: int, *, estimator: Estimator, language: str = "auto") -> Header:
    """A rule-based summary of about this many tokens."""
    words = memory.language if language == "auto" else language
    opening = estimator(continuation.opening(words))
    rendered = summary.render(memory, budget=max(50, size - opening), estimator=estimator, language=words)
    return Header(continuation.compose(rendered.text, words), memory.messages)


def shortened(head: Header, room: Room, *, estimator: Estimator) -> Header:
    """The summary, without its last lines if it exceeds its share of the room."""
    share = Room(room.chars, max(room.header_tokens, SMALLEST_TOKENS * HEADER_PERCENT // 100))
    return Header(_cut_to_room(head.text, share, estimator), head.covered)


def fitted(head: Header, entries: Sequence[JournalEntry], room: Room, *, estimator: Estimator) -> Fitted:
    """The summary, and the newest of these messages that fit after it."""
    header = head.text
    chosen: list[str] = []
    chars, size = len(header), estimator(header)
    first = entries[-1].seq + 1 if entries else 1
    for entry in reversed(entries):
        piece = as_text.for_prompt([entry.message])
        chars, size = chars + len(_BETWEEN) + len(piece), size + estimator(piece) + 1
        if not room.has(chars, size):
            break
        chosen.insert(0, piece)
        first = entry.seq
    if not chosen and entries:
        chosen = _newest_cut(entries[-1].message, header, room, estimator)
    while len(chosen) > 1 and not room.holds(_BETWEEN.join([header, *chosen]), estimator):  # estimates do not add up
        del chosen[0]
        first += 1
    return Fitted(_BETWEEN.join([header, *chosen]), first, is_stale=head.covered < first - 1, covered=head.covered)


def _newest_cut(message: Message, header: str, room: Room, estimator: Estimator) -> list[str]:
    """The beginning of the newest message, if it does not fit by itself."""
    piece = as_text.for_prompt([message])
    low, high = 0, len(piece)
    while low < high:
        middle = (low + high + 1) // 2
        if room.holds(_BETWEEN.join([header, piece[:middle] + _CUT]), estimator):
            low = middle
        else:
            high = middle - 1
    return [piece[:low] + _CUT] if low else []


def _cut_to_room(text: str, room: Room, estimator: Estimator) -> str:
    """The text, without its last lines if it does not fit; the opening is removed last."""
    if room.holds(text, estimator):
        return text
    lines = text.split("\n")
    low, high = 1, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        if room.holds("\n".join(lines[:middle]), estimator):
            low = middle
        else:
            high = middle - 1
    text = "\n".join(lines[:low])
    while not room.holds(text, estimator):
        text = text[: len(text) // 2]
    return text
