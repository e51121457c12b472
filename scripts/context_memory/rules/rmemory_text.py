"""R-Memory's hash, grouping and hard split of the text of messages, for reading and writing its files.

Our own blocks are made by `rules.packing`; these are its tables, so that what
it wrote is recognised. Sizes in characters are UTF-16 units, as it counts.
"""

from collections.abc import Sequence
from hashlib import sha256

from ..model.session import Message, Role
from . import block_text

BLOCK_TOKENS = 4_000
CHARACTERS_PER_TOKEN = 4
_SPLIT_WINDOW = 0.3  # share at the end of a piece in which a line end is preferred
_HASH_DIGITS = 32


def hash32(text: str) -> str:
    """The name of a block: the first 32 hex digits of its text's SHA-256."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]


def tokens(text: str) -> int:
    """UTF-16 units / 4, rounded up."""
    return -(-_units(text) // CHARACTERS_PER_TOKEN)


def blocks_of(messages: Sequence[Message], limit: int = BLOCK_TOKENS) -> list[str]:
    """The text of each block: a turn where it fits, else packed messages, an over-long message hard-split."""
    found: list[str] = []
    for turn in _turns(messages):
        whole = block_text.rendered(turn)
        if tokens(whole) <= limit:
            found.append(whole)
        else:
            found += _packed(turn, limit)
    return found


def hard_split(text: str, longest: int) -> list[str]:
    """Pieces of at most `longest` characters, cut behind a line end where one stands in the last 30 per cent."""
    pieces = []
    while len(text) > longest:
        at = text.rfind("\n", int(longest * (1 - _SPLIT_WINDOW)), longest)
        end = at + 1 if at >= 0 else longest
        pieces.append(text[:end])
        text = text[end:]
    return [*pieces, text] if text else pieces


def _packed(turn: Sequence[Message], limit: int) -> list[str]:
    found: list[str] = []
    packed: list[Message] = []
    for message in turn:
        text = block_text.rendered([message])
        if packed and tokens(block_text.rendered([*packed, message])) > limit:
            found.append(block_text.rendered(packed))
            packed = []
        if tokens(text) > limit:
            found += hard_split(text, limit * CHARACTERS_PER_TOKEN)
        else:
            packed.append(message)
    return [*found, block_text.rendered(packed)] if packed else found


def _turns(messages: Sequence[Message]) -> list[list[Message]]:
    turns: list[list[Message]] = []
    for message in messages:
        if message.is_summary:
            continue
        if message.role is Role.USER or not turns:
            turns.append([])
        turns[-1].append(message)
    return turns


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
