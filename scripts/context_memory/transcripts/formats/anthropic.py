"""Anthropic Messages JSON: a list of messages, or a request with `messages`, `system` and `model`.

One JSON message is one Message; a `timestamp` in it (ISO 8601) says when it was written. The system prompt of a request
is no message: it is in the session's details.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ...messages import Message, Part, Role, Session, SkippedLine, Text, Thinking, ToolCall, ToolResult, Usage
from ._chat_content import chat_entries, count, flat, image, items, mapping, opaque, required, result_content, text
from ._lines import tool_input
from .detect import Head

_SUMMARY_OF_CLAUDE_CODE = "This session is being continued from a previous conversation that ran out of context"
NAME: Final = "anthropic"

_OWN_BLOCKS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "compaction"})
_OPENAI_KEYS = frozenset({"tool_calls", "tool_call_id", "function_call", "refusal", "message_type", "parts"})
_OPENAI_BLOCKS = frozenset({"image_url", "input_text", "output_text", "input_image", "refusal"})
_LOOK_AT: Final = 200
"""Messages that detection looks at; the first tool call of real sessions comes long before."""


def matches(head: Head) -> bool:
    """Messages of users and assistants without any OpenAI-style field."""
    messages = _messages(head)
    if not messages or any(message.keys() & _OPENAI_KEYS for message in messages):
        return False
    kinds = {text(block.get("type")) for message in messages for block in _blocks(message)}
    if kinds & _OWN_BLOCKS:
        return True
    if kinds & _OPENAI_BLOCKS:
        return False
    return "system" in mapping(head.document) or all(message["role"] in {"user", "assistant"} for message in messages)


def read(source: Path, head: Head) -> Session:
    """The session in the file; other entries are counted as skipped."""
    skipped: list[SkippedLine] = []
    reading = _Reading()
    for line, value in chat_entries(source, head, skipped):
        reading.add(value, line)
    required(source, bool(reading.messages), "messages")
    return reading.session(mapping(head.document), skipped)


def session_of(value: Any) -> Session:
    """The session in a list of messages or in a request."""
    reading = _Reading()
    for entry in value if isinstance(value, list) else items(mapping(value).get("messages")):
        reading.add(entry)
    return reading.session(mapping(value))


def parts_of(content: object, names: dict[str, str] | None = None) -> tuple[Part, ...]:
    """The parts of a message content; `names` maps call ids to tool names for the results."""
    if isinstance(content, str):
        return (Text(content),) if content else ()
    known = {} if names is None else names
    return tuple(_part(block, known) for block in ([content] if isinstance(content, dict) else items(content)))


def _is_summary(parts: tuple[Part, ...]) -> bool:
    """Whether this is a compaction block of the API, or Claude Code's text for one."""
    match parts:
        case (Text(said),):
            return said.startswith(_SUMMARY_OF_CLAUDE_CODE)
        case _:
            return bool(parts) and all(getattr(part, "kind", "") == "compaction" for part in parts)


def usage_of(value: object) -> Usage | None:
    """Usage in the form of the Messages API."""
    given = mapping(value)
    keys = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    usage = Usage(*(count(given.get(key)) for key in keys))
    return usage if usage.context else None


@dataclass(slots=True)
class _Reading:
    """Builds a session from entries."""

    messages: list[Message] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    passed_over: int = 0
    context_start: int = 0

    def add(self, entry: object, line: int = 0) -> None:
        message = mapping(entry)
        if not isinstance(message.get("role"), str):
            self.passed_over += 1
            return
        parts = parts_of(message.get("content"), self.names)
        if any(block.get("type") == "compaction" for block in _blocks(message)):
            self.context_start = len(self.messages)  # the API ignores everything before its compaction block
        self.messages.append(
            Message(
                _role(message["role"], parts),
                parts,
                id=text(message.get("id")),
                time=text(message.get("timestamp")),
                usage=usage_of(message.get("usage")),
                is_summary=_is_summary(parts),
                line=line,
                model=text(message.get("model")),
            )
        )

    def session(self, request: dict[str, Any], skipped: list[SkippedLine] | None = None) -> Session:
        system = flat(request.get("system"))
        return Session(
            NAME,
            tuple(self.messages),
            id=text(request.get("id")),
            model=text(request.get("model")),
            context_start=self.context_start,
            skipped=tuple(skipped or ()),
            opaque_entries=self.passed_over,
            details={"system": system} if system else {},
        )


def _role(role: str, parts: tuple[Part, ...]) -> Role:
    match role:
        case "assistant":
            return Role.ASSISTANT
        case "system":
            return Role.SYSTEM
        case _:
            only_results = bool(parts) and all(isinstance(part, ToolResult) for part in parts)
            return Role.TOOL if only_results else Role.USER


def _part(block: object, names: dict[str, str]) -> Part:
    if isinstance(block, str):
        return Text(block)
    piece = mapping(block)
    match piece:
        case {"type": "text", "text": str(written)}:
            return Text(written)
        case {"type": "thinking", "thinking": str(thought)}:
            return Thinking(thought, text(piece.get("signature")))
        case {"type": "tool_use", "id": str(call_id), "name": str(name)}:
            names[call_id] = name
            return ToolCall(call_id, name, tool_input(piece.get("input")))
        case {"type": "tool_result", "tool_use_id": str(call_id)}:
            said, pictures, others = result_content(piece.get("content"))
            failed = piece.get("is_error") is True
            return ToolResult(call_id, names.get(call_id, ""), said, failed, pictures, others)
        case {"type": "image"}:
            return image(piece)
        case _:
            return opaque(block)


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [block for block in items(message.get("content")) if isinstance(block, dict)]


def _messages(head: Head) -> list[dict[str, Any]]:
    document = head.document
    values = document if isinstance(document, list) else items(mapping(document).get("messages"))
    if document is None:
        values = list(head.values)
    messages = [value for value in values[:_LOOK_AT] if isinstance(value, dict) and isinstance(value.get("role"), str)]
    return messages if messages and len(messages) == len(values[:_LOOK_AT]) else []
