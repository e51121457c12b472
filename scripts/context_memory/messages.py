"""The values of a transcript: parts, messages, sessions, and groups of messages.

One shape for every host. A reader translates a file into these values once;
nothing behind it knows formats. Values are frozen and comparable; identity
is a matter of storage and lives elsewhere. A group is an assistant message with
tool calls plus all their results: never split.
"""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate
from typing import Any

from .errors import InputError

Json = None | bool | int | float | str | list[Any] | dict[str, Any]


class Role(StrEnum):
    """Who a message belongs to in the transcript, whoever really spoke."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text that the model reads or wrote."""

    text: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """Reasoning of the model; `signature` binds it to everything before it."""

    text: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The model asks for a tool."""

    id: str
    name: str
    input: Mapping[str, Any]
    form: str = ""
    """`text` where the model wrote no JSON object, `custom` where the tool takes text: it is under `arguments`."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """A piece whose kind we do not know, kept as its JSON text."""

    kind: str
    json: str


@dataclass(frozen=True, slots=True)
class Image:
    """A picture."""

    media_type: str = ""
    source: str = ""
    """Where its bytes are: a `data:` URL that holds them, a web address, `cm:` and their SHA-256 in the archive,
    `file:` and the id that a provider gave; empty where the transcript does not say."""
    detail: str = ""
    """How closely the model looks at it (`low`, `high`), where an API is told."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered to the call with the same id."""

    call_id: str
    name: str
    text: str
    is_error: bool = False
    pictures: tuple[Image, ...] = ()
    others: tuple[Opaque, ...] = ()
    """What is neither text nor picture, such as a document."""

    @property
    def images(self) -> int:
        """How many pictures are inside the result."""
        return len(self.pictures)

    @property
    def whole_text(self) -> str:
        """The text with the other blocks as JSON, for who can show them in no other way."""
        return "\n".join(filter(None, (self.text, *[f"[{each.kind}] {each.json}" for each in self.others])))


Part = Text | Thinking | ToolCall | ToolResult | Image | Opaque


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that the API counted for the request behind one reply."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    cache_write_1h: int = 0
    """The part of `cache_write` that is kept for an hour; 0 where the transcript does not say."""

    @property
    def context(self) -> int:
        """Tokens in the context right after this reply."""
        return self.input + self.output + self.cache_read + self.cache_write


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the transcript."""

    role: Role
    parts: tuple[Part, ...]
    id: str = ""
    """The entry's id in the transcript; empty where the format has none."""
    time: str = ""
    """ISO 8601 as the transcript says it; empty where it does not."""
    usage: Usage | None = None
    is_summary: bool = False
    """Text written by a compaction (the host's or ours), not by a person or the agent."""
    line: int = 0
    """1-based line of the file, 0 where the format is not made of lines."""
    model: str = ""
    """Model that wrote this reply; empty where the transcript does not say."""
    name: str = ""
    """Who of several speakers of a role this is, where an API is told."""

    @property
    def text(self) -> str:
        """What a person would read: the text parts, one per line."""
        if len(self.parts) == 1:  # most are; it is asked for many times
            return part.text if type(part := self.parts[0]) is Text else ""
        return "\n".join([part.text for part in self.parts if type(part) is Text and part.text])

    @property
    def is_one_text(self) -> bool:
        """Whether it has one part, and that is text."""
        return len(self.parts) == 1 and type(self.parts[0]) is Text

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The tools this message asks for."""
        if self.is_one_text:
            return ()
        return tuple([part for part in self.parts if type(part) is ToolCall])

    @property
    def results(self) -> tuple[ToolResult, ...]:
        """The tool answers this message carries."""
        if self.is_one_text:
            return ()
        return tuple([part for part in self.parts if type(part) is ToolResult])


@dataclass(frozen=True, slots=True)
class SkippedLine:
    """A line of a transcript that could not be read, and why."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Session:
    """A transcript: the active branch, oldest message first."""

    format: str
    """Name of the reader, e.g. `openclaw`, `claude-code`, `anthropic`."""
    messages: tuple[Message, ...]
    id: str = ""
    cwd: str = ""
    model: str = ""
    context_start: int = 0
    """Index of the first message the model still sees; after a host's own compaction it is > 0."""
    skipped: tuple[SkippedLine, ...] = ()
    opaque_entries: int = 0
    """Entries of unknown kind that were passed over (they stay in the file)."""
    details: Mapping[str, str] = field(default_factory=dict)
    """What a writer of the same format needs back, e.g. the id of the newest entry."""

    @property
    def context(self) -> tuple[Message, ...]:
        """The messages the model still sees."""
        return self.messages[self.context_start :]


def opens_on_result(message: Message) -> bool:
    """Whether this message starts with the result of an earlier call."""
    return bool(message.results)


def keep_from(messages: Sequence[Message], preserve: int, *, first: int = 0) -> int:
    """Index of the first message to keep: at least `preserve` newest messages stay, and no group is split.

    `first` is the lowest index allowed (the message after an old summary).
    """
    start = max(first, len(messages) - max(0, preserve))
    inside = inside_groups(messages)
    while first < start < len(messages) and (start in inside or opens_on_result(messages[start])):
        start -= 1
    return start


def inside_groups(messages: Sequence[Message]) -> frozenset[int]:
    """Indexes where a cut would separate a result from its call, even with messages in between."""
    called_at: dict[str, int] = {}
    opening = [0] * (len(messages) + 1)
    for i, message in enumerate(messages):
        for result in message.results:
            opening[called_at.get(result.call_id, i) + 1] += 1
            opening[i + 1] -= 1
        for call in message.calls:
            called_at[call.id] = i
    return frozenset(i for i, depth in enumerate(accumulate(opening)) if depth > 0)


def has_open_call(messages: Sequence[Message]) -> bool:
    """Whether a tool call is still waiting for its result."""
    return bool(open_calls(messages))


def open_calls(messages: Sequence[Message]) -> tuple[str, ...]:
    """Ids of tool calls of the newest assistant messages that have no result yet."""
    answered: set[str] = set()
    for message in reversed(messages):
        answered.update(result.call_id for result in message.results)
        if message.calls:
            return tuple(call.id for call in message.calls if call.id not in answered)
        if message.role is Role.USER and message.text:
            return ()
    return ()


def turn_spans(messages: Sequence[Message]) -> tuple[tuple[int, int], ...]:
    """Turns as (start, end) index pairs: each starts at a user message that carries no tool result.

    Messages before the first user message belong to the first turn.
    """
    starts = [i for i, m in enumerate(messages) if m.role is Role.USER and not m.results]
    if not messages:
        return ()
    if not starts or starts[0] != 0:
        starts = [0, *starts[1:]] if starts else [0]
    return tuple(zip(starts, [*starts[1:], len(messages)], strict=True))


def session_at(session: Session, count: int) -> Session:
    """The session truncated to its first `count` messages.

    Before the host's newest compaction the model saw everything since the compaction before it.
    """
    total = len(session.messages)
    if not 1 <= count <= total:
        raise InputError(f"the session has {total:,} messages, not {count:,}", hint=f"give --at 1 to {total}")
    messages = session.messages[:count]
    later = [i for i in range(session.context_start, total) if session.messages[i].is_summary]
    if session.context_start == 0 or (later and later[-1] < count):
        return replace(session, messages=messages)
    earlier = [i for i, message in enumerate(messages) if message.is_summary]
    return replace(session, messages=messages, context_start=earlier[-1] if earlier else 0)


@contextmanager
def without_cycle_collector() -> Iterator[None]:
    """Pause the cycle collector: what is read or made of messages has no cycles, and to walk it again and again as it
    grows is up to 40 % of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
