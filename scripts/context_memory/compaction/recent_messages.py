"""The newest messages, kept under a token cap of their own: an over-long one is trimmed inside, never dropped."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from json import dumps
from typing import Any, NamedTuple

from .. import trim
from ..messages import Image, Message, Opaque, Part, Role, Text, Thinking, ToolCall, ToolResult, keep_from
from ..settings.values import Settings
from ..text import pictures, sentences, tokens
from ..text.tokens import Estimator
from ..trim import ToolKind

SMALLEST_MESSAGE = 40
"""Tokens that every kept message may take, however small the cap; less only where there are very many."""
_SMALLEST_OF_MANY = 8  # tokens: what a handle takes
_MOST_OVER = 4  # times the cap that the smallest shares together may reach

MOST_PICTURES = 20
"""In the kept messages; of a request with more, the Anthropic API refuses large ones."""

_MARKER_CHARACTERS = 90
_TRIES = 3  # to find the characters of a share; the second is exact where one script is left
_FEW_CHARACTERS = 200  # a tool input of this size is not worth another form

TrimResult = Callable[[ToolResult, ToolCall | None, str, int], str]
"""(result, its call, handle of the original, room in characters) -> shorter text."""


class Original(NamedTuple):
    """The full text behind a trimmed part."""

    content: bytes
    title: str


class Tail(NamedTuple):
    """The kept messages and the originals of what was trimmed inside them."""

    messages: tuple[Message, ...]
    originals: tuple[Original, ...] = ()
    thinking_removed: int = 0


MOST_HELD = 40
"""Messages that stay only because a result came late; for more than that, such a result is told as text."""


def first_kept(messages: Sequence[Message], preserve: int) -> int:
    """Index of the first kept message: no call is parted from its result, unless that would keep a whole session."""
    whole = keep_from(messages, preserve)
    start = max(0, len(messages) - max(0, preserve))
    if start - whole <= MOST_HELD:
        return whole
    while start > 0 and messages[start].results:
        start -= 1
    return start


def without_orphans(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages; a result whose call stands before them becomes text of what came back."""
    called: set[str] = set()
    kept = []
    for message in messages:
        lost = [result for result in message.results if result.call_id not in called]
        called.update(call.id for call in message.calls)
        if not lost:
            kept.append(message)
            continue
        parts = tuple(shown for part in message.parts for shown in (_as_text(part) if part in lost else (part,)))
        role = message.role if any(isinstance(part, ToolResult) for part in parts) else Role.USER
        kept.append(replace(message, role=role, parts=parts))
    return tuple(kept)


def _as_text(part: Part) -> tuple[Part, ...]:
    if not isinstance(part, ToolResult):
        return (part,)
    return Text(f"[{part.name or 'tool'} came back:]\n{part.text}"), *part.pictures, *part.others


def keep_within(
    messages: Sequence[Message],
    cap: int,
    *,
    estimator: Estimator,
    handle_of: Callable[[bytes], str],
    trim_result: TrimResult,
) -> Tail:
    """The messages in at most about `cap` tokens, without thinking: a signature does not survive an edit before it.

    Pictures are not cut: they count beside the cap, and of more than `MOST_PICTURES` the oldest become lines that name
    their originals, never those of the person's newest message.
    """
    bare = [without_thinking(message) for message in messages]
    removed = sum(len(old.parts) - len(new.parts) for old, new in zip(messages, bare, strict=True))
    originals: list[Original] = []
    bare = _with_newest_pictures(bare, handle_of, originals)
    sizes = [_size(message.parts, estimator) for message in bare]
    if sum(sizes) <= cap:
        return Tail(tuple(bare), tuple(originals), removed)
    calls = {call.id: call for message in bare for call in message.calls}
    allowance = shares(sizes, cap)
    kept = []
    for message, size, room in zip(bare, sizes, allowance, strict=True):
        if size <= room:
            kept.append(message)
            continue
        cutter = _Cutter(handle_of, trim_result, calls, originals)
        kept.append(replace(message, parts=cutter.parts(message.parts, room, estimator)))
    return Tail(tuple(kept), tuple(originals), removed)


def _size(parts: Sequence[Part], estimator: Estimator) -> int:
    """Tokens of the parts but for pictures, which nothing makes smaller."""
    shown = (replace(part, pictures=()) if isinstance(part, ToolResult) and part.pictures else part for part in parts)
    return sum(tokens.of_part(part, estimator) for part in shown if not isinstance(part, Image))


def _with_newest_pictures(
    messages: Sequence[Message], handle_of: Callable[[bytes], str], originals: list[Original]
) -> list[Message]:
    """The messages with as many pictures as may stay; one whose bytes are not known is told as a line anyway."""
    asked = max((i for i, message in enumerate(messages) if message.role is Role.USER), default=-1)
    left = MOST_PICTURES - sum(bool(each.source) for each in pictures.of_message(messages[asked])) if messages else 0
    shown = list(messages)
    for i in range(len(messages) - 1, -1, -1):
        held = sum(bool(each.source) for each in pictures.of_message(messages[i]))
        left -= 0 if i == asked else held
        stays = i == asked or left >= 0
        if pictures.of_message(messages[i]) and (not stays or _has_unknown(messages[i])):
            parts = (each for part in messages[i].parts for each in _told(part, stays, handle_of, originals))
            shown[i] = replace(messages[i], parts=tuple(parts))
    return shown


def _has_unknown(message: Message) -> bool:
    return not all(each.source for each in pictures.of_message(message))


def _told(part: Part, stays: bool, handle_of: Callable[[bytes], str], originals: list[Original]) -> tuple[Part, ...]:
    """The part with a line for each picture that does not stay."""

    def line(picture: Image) -> str:
        content = pictures.content_of(picture)
        if content is None:
            return pictures.note(picture)
        originals.append(Original(content, f"picture {picture.media_type}".strip()))
        return pictures.note(picture, handle_of(content))

    if isinstance(part, Image):
        return (part,) if stays and part.source else (Text(line(part)),)
    if not isinstance(part, ToolResult):
        return (part,)
    kept = tuple(each for each in part.pictures if stays and each.source)
    unknown = pictures.result_note(replace(part, pictures=tuple(each for each in part.pictures if not each.source)))
    lines = [line(each) for each in part.pictures if each.source and not stays]
    return (replace(part, text="\n".join(filter(None, (part.text, *lines, unknown))), pictures=kept),)


def without_thinking(message: Message) -> Message:
    """The message without thinking parts (and without redacted ones)."""
    if message.is_one_text:
        return message
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
        sizes = [_size((part,), estimator) for part in parts]
        cut = []
        for part, whole, allowed in zip(parts, sizes, shares(sizes, room), strict=True):
            cut.append(part if whole <= allowed else self._within(part, whole, allowed, estimator))
        return tuple(cut)

    def _within(self, part: Part, size: int, allowed: int, estimator: Estimator) -> Part:
        """The part in about its share; what stays of it may have more tokens a character than the whole had."""
        room, before = _characters(part), len(self._originals)
        shorter = part
        for _ in range(_TRIES):
            room = int(room * allowed / max(1, size))
            del self._originals[before:]
            shorter = self._part(part, room)
            size = _size((shorter,), estimator)
            if size <= allowed or room < _MARKER_CHARACTERS:
                break
        return shorter

    def _part(self, part: Part, room: int) -> Part:
        match part:
            case Text(text):
                return Text(self._middle_out(text, room, "text"))
            case ToolResult():
                original = part.text.encode("utf-8", "surrogatepass")
                shorter = self._trim_result(part, self._calls.get(part.call_id), self._handle_of(original), room)
                if len(shorter) < len(part.text):
                    self._originals.append(Original(original, part.name or "tool result"))
                elif part.others:
                    shorter = part.text  # a marker in its place would take more
                else:
                    return part
                return replace(part, text="\n".join([shorter, *map(self._named, part.others)]), others=())
            case ToolCall():
                return replace(part, input=self._input(part.input, room))
            case Opaque():
                return Text(self._named(part))
            case Image() | Thinking():
                return part

    def _named(self, part: Opaque) -> str:
        """A line in place of a block, a part of which nobody could read."""
        original = part.json.encode("utf-8", "surrogatepass")
        self._originals.append(Original(original, part.kind))
        return f"[{part.kind} — original: archive {self._handle_of(original)}]"

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
        marker = f"\n[… {len(text) - room} characters — original: archive {self._handle_of(original)}]\n"
        keep = max(40, room - len(marker))
        if room < _MARKER_CHARACTERS:
            marker, keep = f"[… archive {self._handle_of(original)}]", 0
        if keep + len(marker) >= len(text):
            return text
        self._originals.append(Original(original, title))
        first, last = text[: keep * 2 // 3], text[len(text) - keep + keep * 2 // 3 :]
        first = first[: sentences.last_boundary(first, text[len(first)], len(first) * 2 // 3)]
        if not text[-len(last) - 1].isspace():
            last = last[next((i for i, each in enumerate(last[: len(last) // 3]) if each.isspace()), -1) + 1 :]
        return first + marker + last


def _characters(part: Part) -> int:
    match part:
        case Text(text):
            return len(text)
        case ToolResult():
            return len(part.text) + sum(len(each.json) for each in part.others)
        case ToolCall():
            return len(tokens.call_text(part))
        case Opaque():
            return len(part.json)
        case _:
            return 0


DIGITS = 12  # hex digits of a SHA-256


def marks_of_kept(messages: Iterable[Message]) -> tuple[str, ...]:
    """One short hash for each part that says something, in order."""
    return tuple(mark for message in messages for mark in _of(message))


def count_kept(messages: Sequence[Message], known: Iterable[str]) -> int:
    """How many messages at the beginning hold what these marks stand for; each mark is used once."""
    left = Counter(known)
    folded = 0
    for position, message in enumerate(messages):
        found = [mark for mark in _of(message) if left[mark] > 0]
        if not found and any(_of(message)):
            break
        left.subtract(found)
        if found:
            folded = position + 1
    return folded


def _of(message: Message) -> Iterator[str]:
    for part in message.parts:
        said = _said(part)
        if said:
            yield sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def _said(part: Part) -> str:
    """What the part says; nothing for what does not survive every format (thinking, pictures, opaque parts)."""
    match part:
        case Text(text):
            return text.strip()
        case ToolResult():
            return part.text.strip()
        case ToolCall():
            return dumps(dict(part.input), sort_keys=True, ensure_ascii=False)
        case _:
            return ""


SMALLEST_ROOM = 160  # characters; in less only a beginning and the handle have a place


def trim_to_room(settings: Settings) -> TrimResult:
    """How these settings trim a result in at most about a room of characters."""

    def trimmed(result: ToolResult, call: ToolCall | None, handle: str, room: int) -> str:
        if room < SMALLEST_ROOM:
            marker = f"[… archive {handle}]"
            first = result.text.strip().partition("\n")[0]
            return first + marker if len(first) + len(marker) <= room else marker
        smaller = settings._replace(
            trim_chars=room,
            trim_read_chars=room,
            trim_tail_chars=room // 4,
            trim_fact_chars=room // 2,
        )
        name, tool_input = (call.name, call.input) if call else (result.name, {})
        kind = trim.kind_of(name, tool_input) if name else ToolKind.OTHER
        shown = trim.trim(result.text, kind=kind, path=trim.path_of(tool_input), handle=handle, settings=smaller).text
        return shown if len(shown) <= room else _line_ends(result.text, room, handle)

    return trimmed


def _line_ends(text: str, room: int, handle: str) -> str:
    """The first and the last whole lines of a text around a marker, in at most so many characters."""
    marker = f"[… original: archive {handle}]"
    left = room - len(marker) - 2
    lines = [line for line in text.splitlines() if line.strip()]
    first, used = _fitting(lines, left * 2 // 3)
    last, _ = _fitting(lines[: len(first) - 1 if first else None : -1], left - used)
    return "\n".join([*first, marker, *reversed(last)])


def _fitting(lines: Sequence[str], room: int) -> tuple[list[str], int]:
    """The lines up to the first that does not fit, and the characters that they take."""
    kept, used = [], 0
    for line in lines:
        if used + len(line) + 1 > room:
            break
        kept.append(line)
        used += len(line) + 1
    return kept, used
