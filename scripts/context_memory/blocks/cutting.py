"""Splits a conversation into blocks of whole groups, message by message, with final boundaries.

A group is an assistant message with tool calls and everything up to the last
of their results. A block takes groups while they fit; a larger group is a
block of its own, so the parts of one message stay together. Boundaries depend
on the messages alone: fed one by one, in batches or after a restart, the same
messages give the same blocks.
"""

from dataclasses import dataclass, field

from ..compaction.digest import continuation
from ..messages import Message, Role
from ..transcripts import message_hash, speakers
from .values import Block

NOISE, SUMMARY, SYSTEM = "noise", "summary", "system"
"""Why a message is journaled but belongs to no block."""


def skip_reason(message: Message, *, first: bool) -> str:
    """Why this message is not in a block, or empty; `first`: only system text came before it."""
    if message.role is Role.SYSTEM and first:
        return SYSTEM
    if (message.is_summary or continuation.is_ours(message.text)) and not first:
        return SUMMARY
    return NOISE if speakers.is_noise(message) else ""


@dataclass(frozen=True, slots=True)
class Piece:
    """The facts of a message that packing needs."""

    seq: int
    hash: str
    tokens: int
    message: Message
    skip: str = ""


@dataclass(slots=True)
class _Run:
    """Consecutive pieces; mutable while messages arrive."""

    pieces: list[Piece] = field(default_factory=list)
    tokens: int = 0

    def take(self, piece: Piece) -> None:
        self.pieces.append(piece)
        self.tokens += piece.tokens

    def extend(self, other: "_Run") -> None:
        self.pieces += other.pieces
        self.tokens += other.tokens


class Packer:
    """The open end of one session; returns sealed blocks as messages are added."""

    def __init__(self, session: str, limit: int, *, sealed: int = 0) -> None:
        self._session = session
        self._limit = limit
        self._sealed = sealed
        self._block = _Run()
        self._group = _Run()
        self._open: set[str] = set()
        self._is_interrupted = False

    @property
    def open_from(self) -> int:
        """Sequence number of the first message after the sealed blocks; 0 if there is none."""
        pieces = self._block.pieces or self._group.pieces
        return pieces[0].seq if pieces else 0

    def add(self, piece: Piece) -> list[Block]:
        """Add one message; returns the blocks that it completes, usually none."""
        if piece.skip:
            return []
        sealed: list[Block] = []
        message = piece.message
        if self._is_interrupted and message.role is Role.ASSISTANT:
            sealed += self._close_group()  # the model went on without the results: the calls were abandoned
        self._group.take(piece)
        self._open.update(call.id for call in message.calls)
        self._open.difference_update(result.call_id for result in message.results)
        if not self._open:
            return sealed + self._close_group()
        self._is_interrupted |= message.role is Role.USER and bool(message.text)
        return sealed

    def _close_group(self) -> list[Block]:
        group, self._group = self._group, _Run()
        self._open.clear()
        self._is_interrupted = False
        sealed = []
        if self._block.pieces and self._block.tokens + group.tokens > self._limit:
            sealed.append(self._seal())
        self._block.extend(group)
        return sealed

    def _seal(self) -> Block:
        run, self._block = self._block, _Run()
        self._sealed += 1
        first, last = run.pieces[0], run.pieces[-1]
        return Block(
            id=message_hash.hash_of_block(piece.hash for piece in run.pieces),
            session=self._session,
            number=self._sealed,
            first=first.seq,
            last=last.seq,
            messages=len(run.pieces),
            tokens=run.tokens,
            time=next((piece.message.time for piece in run.pieces if piece.message.time), ""),
        )
