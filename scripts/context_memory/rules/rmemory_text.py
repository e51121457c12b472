"""R-Memory's own text of messages, its hash, its grouping and its hard split, for reading and writing its files.

Our own blocks are made by `rules.packing`; these are its tables, so that what
it wrote is recognised. Sizes in characters are UTF-16 units, as it counts.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from json import dumps

from ..model.session import Image, Message, Opaque, Part, Role, Text, Thinking, ToolCall, ToolResult

BLOCK_TOKENS = 4_000
CHARACTERS_PER_TOKEN = 4
LONGEST_THINKING, THINKING_HEAD, THINKING_TAIL = 2_000, 500, 500
LONGEST_RESULT, RESULT_HEAD, RESULT_TAIL = 8_000, 4_000, 2_000
_SPLIT_WINDOW = 0.3  # share at the end of a piece in which a line end is preferred
_LABELS = {Role.USER: "[Human]:", Role.ASSISTANT: "[AI]:", Role.TOOL: "[Tool Result]:", Role.SYSTEM: "[Custom]:"}
_HASH_DIGITS = 32


def hash32(text: str) -> str:
    """The name of a block: the first 32 hex digits of its text's SHA-256."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]


def tokens(text: str) -> int:
    """UTF-16 units / 4, rounded up."""
    return -(-_units(text) // CHARACTERS_PER_TOKEN)


def of_messages(messages: Iterable[Message]) -> str:
    """The messages as text, a blank line between them."""
    return "\n\n".join(of_message(message) for message in messages)


def of_message(message: Message) -> str:
    """One message: its label, then its parts, one below the other."""
    pieces = [_part(part) for part in message.parts]
    return "\n".join([_LABELS[message.role], *(piece for piece in pieces if piece)])


def blocks_of(messages: Sequence[Message], limit: int = BLOCK_TOKENS) -> list[str]:
    """The text of each block: a turn where it fits, else packed messages, an over-long message hard-split."""
    found: list[str] = []
    for turn in _turns(messages):
        whole = of_messages(turn)
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
        text = of_message(message)
        if packed and tokens(of_messages([*packed, message])) > limit:
            found.append(of_messages(packed))
            packed = []
        if tokens(text) > limit:
            found += hard_split(text, limit * CHARACTERS_PER_TOKEN)
        else:
            packed.append(message)
    return [*found, of_messages(packed)] if packed else found


def _turns(messages: Sequence[Message]) -> list[list[Message]]:
    turns: list[list[Message]] = []
    for message in messages:
        if message.is_summary:
            continue
        if message.role is Role.USER or not turns:
            turns.append([])
        turns[-1].append(message)
    return turns


def _part(part: Part) -> str:
    match part:
        case Text(text):
            return text
        case Thinking(text):
            return "[Thinking]: " + _cut(text, LONGEST_THINKING, THINKING_HEAD, THINKING_TAIL)
        case ToolCall(_, name, tool_input):
            given = dumps(tool_input, ensure_ascii=False, indent=2)
            return f"[Tool: {name}]\n<PRESERVE_VERBATIM>\n{given}\n</PRESERVE_VERBATIM>"
        case ToolResult():
            return _cut(part.text, LONGEST_RESULT, RESULT_HEAD, RESULT_TAIL)
        case Image():
            return "[Image: ~1200 tokens]"
        case Opaque(_, json):
            return json


def _cut(text: str, longest: int, head: int, tail: int) -> str:
    """Beginning and end of an over-long text around a marker that says how much is gone."""
    if len(text) <= longest:
        return text
    return f"{text[:head]}\n[… {len(text) - head - tail} characters left out …]\n{text[-tail:]}"


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
