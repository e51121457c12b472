"""OpenCode exports: `{info, messages: [{info, parts}]}`, or the bare list of messages.

A tool part is a call and its result in one: it ends the assistant message and is
followed by a message with the result. Every text of a user is a message.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from ...messages import Message, Part, Role, Session, Text, Thinking, ToolCall, ToolResult, Usage
from ._chat_content import count, flat, image, items, mapping, opaque, required, text, time_of
from ._lines import tool_input
from .detect import Head

NAME: Final = "opencode"

_BOOKKEEPING = frozenset({"step-start", "snapshot", "patch", "agent", "retry"})


def matches(head: Head) -> bool:
    """Messages made of `info` and `parts`."""
    found = _messages(head.document)
    return bool(found) and all("info" in message and "parts" in message for message in map(mapping, found[:3]))


def read(source: Path, head: Head) -> Session:
    """The session in the export."""
    session = session_of(head.document)
    required(source, bool(_messages(head.document)), "OpenCode messages")
    return session


def session_of(document: Any) -> Session:
    """The session in an export that is parsed already."""
    reading = _Reading()
    for entry in _messages(document):
        reading.add(entry)
    return reading.session(mapping(mapping(document).get("info")))


def _messages(document: object) -> list[Any]:
    return document if isinstance(document, list) else items(mapping(document).get("messages"))


@dataclass(slots=True)
class _Reading:
    """Builds a session from the messages of an export."""

    messages: list[Message] = field(default_factory=list)
    waiting: list[Part] = field(default_factory=list)
    """Reasoning and files: they belong to the message that comes."""
    current: int | None = None
    """Place of the assistant message that still takes parts."""
    starts: dict[str, int] = field(default_factory=dict)
    """Entry id -> place of its first message."""
    cwd: str = ""
    model: str = ""
    context_start: int = 0
    tail: int | None = None
    """Place from which a compaction that is under way keeps messages."""
    passed_over: int = 0
    made: int = 0

    def add(self, entry: object) -> None:
        info = mapping(mapping(entry).get("info"))
        role = text(info.get("role"))
        if role not in {"user", "assistant"}:
            self.passed_over += 1
            return
        first = len(self.messages)
        self.current = None
        self.waiting.clear()
        self.starts[text(info.get("id"))] = first
        for part in items(mapping(entry).get("parts")):
            self._part(mapping(part), info, is_user=role == "user")
        if role == "assistant":
            self._finish(info, first)

    def _part(self, part: dict[str, Any], info: dict[str, Any], *, is_user: bool) -> None:
        match text(part.get("type")):
            case "text" if is_user:
                self._append(Role.USER, (*self._take_waiting(), Text(text(part.get("text")))), info)
            case "text":
                self._append_part(Text(text(part.get("text"))), info)
            case "tool":
                self._tool(part, info)
            case "reasoning":
                self.waiting.append(Thinking(text(part.get("text"))))
            case "file":
                self._file(part, info, is_user=is_user)
            case "step-finish":
                self._attach_usage(usage_of(part.get("tokens")))
            case "compaction":
                self.tail = self.starts.get(text(part.get("tail_start_id")))
            case kind:
                self.passed_over += kind not in _BOOKKEEPING

    def _tool(self, part: dict[str, Any], info: dict[str, Any]) -> None:
        state = mapping(part.get("state"))
        name = text(part.get("tool"))
        self.made += 1
        call_id = text(part.get("callID")) or f"call-{self.made}"
        self._append_part(ToolCall(call_id, name, tool_input(state.get("input"))), info)
        self._append(Role.TOOL, _result(call_id, name, state), info)

    def _append_part(self, part: Part, info: dict[str, Any]) -> None:
        if self.current is None:
            self._append(Role.ASSISTANT, (), info)
            self.current = len(self.messages) - 1
        message = self.messages[self.current]
        self.messages[self.current] = replace(message, parts=(*message.parts, *self._take_waiting(), part))

    def _file(self, part: dict[str, Any], info: dict[str, Any], *, is_user: bool) -> None:
        media_type = text(part.get("mime"))
        piece = image(part) if media_type.startswith("image/") else opaque(part)
        last = self.messages[-1] if self.messages else None
        if is_user and last and last.role is Role.USER and last.id == text(info.get("id")):
            self.messages[-1] = replace(last, parts=(*last.parts, piece))
        else:
            self.waiting.append(piece)

    def _finish(self, info: dict[str, Any], first: int) -> None:
        self.cwd = text(mapping(info.get("path")).get("cwd")) or self.cwd
        self.model = text(info.get("modelID")) or self.model
        self.passed_over += len(self.waiting)
        if all(message.usage is None for message in self.messages[first:]):
            self._attach_usage(usage_of(info.get("tokens")), first)
        if info.get("summary") is True:
            for place in range(first, len(self.messages)):
                self.messages[place] = replace(self.messages[place], is_summary=True)
            self.context_start, self.tail = (first if self.tail is None else self.tail), None

    def _attach_usage(self, usage: Usage | None, first: int = 0) -> None:
        for place in range(len(self.messages) - 1, first - 1, -1):
            if usage and self.messages[place].role is Role.ASSISTANT:
                self.messages[place] = replace(self.messages[place], usage=usage)
                return

    def _take_waiting(self) -> tuple[Part, ...]:
        parts = tuple(self.waiting)
        self.waiting.clear()
        return parts

    def _append(self, role: Role, parts: tuple[Part, ...], info: dict[str, Any]) -> None:
        self.current = None
        time = time_of(mapping(info.get("time")).get("created"))
        model = text(info.get("modelID")) if role is Role.ASSISTANT else ""
        self.messages.append(Message(role, parts, text(info.get("id")), time, model=model))

    def session(self, info: dict[str, Any]) -> Session:
        return Session(
            NAME,
            tuple(self.messages),
            id=text(info.get("id")),
            cwd=text(info.get("directory")) or self.cwd,
            model=self.model,
            context_start=self.context_start,
            opaque_entries=self.passed_over,
        )


def usage_of(value: object) -> Usage | None:
    """Usage in OpenCode's form; the input does not include the cache."""
    tokens = mapping(value)
    cache = mapping(tokens.get("cache"))
    given = (tokens.get("input"), tokens.get("output"), cache.get("read"), cache.get("write"))
    usage = Usage(*map(count, given))
    return usage if usage.context else None


def _result(call_id: str, name: str, state: dict[str, Any]) -> tuple[Part, ...]:
    """The result of a call, or nothing while the tool still runs."""
    if text(state.get("status")) in {"pending", "running"}:
        return ()
    error = flat(state.get("error"))
    attached = map(mapping, items(state.get("attachments")))
    pictures = tuple(image(each) for each in attached if text(each.get("mime")).startswith("image/"))
    return (ToolResult(call_id, name, flat(state.get("output")) or error, bool(error), pictures),)
