"""The newest messages, kept under a token cap of their own: an over-long one is trimmed inside, never dropped."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from json import dumps
from typing import Any

from ..model.session import Image, Message, Opaque, Part, Text, Thinking, ToolCall, ToolResult
from . import tokens
from .tokens import Estimator

SMALLEST_MESSAGE = 40
"""Tokens that every kept message may take, however small the cap; less only where there are very many."""
_SMALLEST_OF_MANY = 8  # tokens: what a handle takes
_MOST_OVER = 4  # times the cap that the smallest shares together may reach

_MARKER_CHARACTERS = 90
_FEW_CHARACTERS = 200  # a tool input of this size is not worth another form

TrimResult = Callable[[ToolResult, ToolCall | None, str, int], str]
"""(result, its call, handle of the original, room in characters) -> shorter text."""


@dataclass(frozen=True, slots=True)
class Original:
    """The full text behind a trimmed part."""

    content: bytes
    title: str


@dataclass(frozen=True, slots=True)
class Tail:
    """The kept messages and the originals of what was trimmed inside them."""

    messages: tuple[Message, ...]
    originals: tuple[Original, ...] = ()
    thinking_removed: int = 0


def within(
    messages: Sequence[Message],
    cap: int,
    *,
    estimator: Estimator,
    handle_of: Callable[[bytes], str],
    trim_result: TrimResult,
) -> Tail:
    """The messages in at most about `cap` tokens, without thinking: a signature does not survive an edit before it."""
    bare = [without_thinking(message) for message in messages]
    removed = sum(len(old.parts) - len(new.parts) for old, new in zip(messages, bare, strict=True))
    sizes = [tokens.of_message(message, estimator) for message in bare]
    if sum(sizes) <= cap:
        return Tail(tuple(bare), thinking_removed=removed)
    calls = {call.id: call for message in bare for call in message.calls}
    allowance = shares(sizes, cap)
    originals: list[Original] = []
    kept = []
    for message, size, room in zip(bare, sizes, allowance, strict=True):
        if size <= room:
            kept.append(message)
            continue
        cutter = _Cutter(handle_of, trim_result, calls, originals)
        kept.append(replace(message, parts=cutter.parts(message.parts, room, estimator)))
    return Tail(tuple(kept), tuple(originals), removed)


def without_thinking(message: Message) -> Message:
    """The message without thinking parts (and without redacted ones)."""
    parts = tuple(part for part in message.parts if not _is_thinking(part))
    return message if len(parts) == len(message.parts) else replace(message, parts=parts)


def shares(sizes: Sequence[int], cap: int) -> list[int]:
    """How many tokens each message may take: small ones whole, large ones share what is left, newer ones more."""
    if not sizes:
        return []
    weights = [1.0 + 0.5 * (i + 1) / len(sizes) for i in range(len(sizes))]
    open_ones = set(range(len(sizes)))
    result = [0] * len(sizes)
    smallest = min(SMALLEST_MESSAGE, max(_SMALLEST_OF_MANY, _MOST_OVER * cap // len(sizes)))
    left = float(max(cap, smallest * len(sizes)))
    while open_ones:
        unit = left / sum(weights[i] for i in open_ones)
        fitting = {i for i in open_ones if sizes[i] <= unit * weights[i]}
        if not fitting:
            for i in open_ones:
                result[i] = max(smallest, int(unit * weights[i]))
            break
        for i in fitting:
            result[i] = sizes[i]
            left -= sizes[i]
        open_ones -= fitting
    return result


def _is_thinking(part: Part) -> bool:
    return isinstance(part, Thinking) or (isinstance(part, Opaque) and "thinking" in part.kind)


class _Cutter:
    """Trims the parts of one message to a share of characters each."""

    def __init__(
        self,
        handle_of: Callable[[bytes], str],
        trim_result: TrimResult,
        calls: Mapping[str, ToolCall],
        originals: list[Original],
    ) -> None:
        self._handle_of = handle_of
        self._trim_result = trim_result
        self._calls = calls
        self._originals = originals

    def parts(self, parts: tuple[Part, ...], room: int, estimator: Estimator) -> tuple[Part, ...]:
        """Each part gets the share of the room that it has of the message's size; small ones stay whole."""
        sizes = [tokens.of_part(part, estimator) for part in parts]
        cut = []
        for part, whole, allowed in zip(parts, sizes, shares(sizes, room), strict=True):
            per_token = _characters(part) / max(1, whole)
            cut.append(part if whole <= allowed else self._part(part, int(allowed * per_token)))
        return tuple(cut)

    def _part(self, part: Part, room: int) -> Part:
        match part:
            case Text(text):
                return Text(self._middle_out(text, room, "text"))
            case ToolResult():
                original = part.text.encode("utf-8", "surrogatepass")
                self._originals.append(Original(original, part.name or "tool result"))
                shorter = self._trim_result(part, self._calls.get(part.call_id), self._handle_of(original), room)
                pictures = f"\n[{part.images} pictures left in the transcript]" if part.images else ""
                return replace(part, text=shorter + pictures, images=0)
            case ToolCall():
                return replace(part, input=self._input(part.input, room))
            case Opaque():
                return Text(self._middle_out(part.json, room, part.kind))
            case Image(media_type):
                return Text(f"[picture left in the transcript: {media_type or 'image'}]")
            case Thinking():
                return part

    def _input(self, value: Mapping[str, Any], room: int) -> dict[str, Any]:
        texts = {key: item for key, item in value.items() if isinstance(item, str)}
        share = max(min(80, room), room // max(1, sum(len(item) > 80 for item in texts.values())))
        shorter = {key: self._value(item, share) for key, item in value.items()}
        if len(dumps(shorter, ensure_ascii=False)) <= max(2 * room, _FEW_CHARACTERS):
            return shorter
        return {"trimmed": self._middle_out(dumps(dict(value), ensure_ascii=False), room, "tool input")}

    def _value(self, item: Any, room: int) -> Any:
        if isinstance(item, str):
            return self._middle_out(item, room, "tool input")
        if isinstance(item, list | dict):
            text = dumps(item, ensure_ascii=False)
            return item if len(text) <= room else self._middle_out(text, room, "tool input")
        return item

    def _middle_out(self, text: str, room: int, title: str) -> str:
        """The beginning and the end around a marker that names the original."""
        if len(text) <= room:
            return text
        original = text.encode("utf-8", "surrogatepass")
        marker = f"\n[… {len(text) - room} characters — original: show_archive {self._handle_of(original)}]\n"
        keep = max(40, room - len(marker))
        if room < _MARKER_CHARACTERS:
            marker, keep = f"[… show_archive {self._handle_of(original)}]", 0
        if keep + len(marker) >= len(text):
            return text
        self._originals.append(Original(original, title))
        head = keep * 2 // 3
        return text[:head] + marker + text[len(text) - (keep - head) :]


def _characters(part: Part) -> int:
    match part:
        case Text(text):
            return len(text)
        case ToolResult():
            return len(part.text)
        case ToolCall():
            return len(tokens.call_text(part))
        case Opaque():
            return len(part.json)
        case _:
            return 0
