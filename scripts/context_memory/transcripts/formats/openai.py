"""OpenAI chat JSON: a list of messages, an object with `messages`, JSON lines of messages, tau-bench results.

Several dialogues in one file (tau-bench, lists of lists) follow one another in
the order of the file. What agents in this shape write as a user message although
a tool said it (`OBSERVATION`, `<returncode>`) is a tool result here.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ...messages import Message, Part, Role, Session, SkippedLine, Text, Thinking, ToolCall, ToolResult
from ._chat_content import (
    Calls,
    chat_entries,
    flat,
    image,
    items,
    mapping,
    opaque,
    openai_usage,
    required,
    result_content,
    text,
)
from ._lines import tool_input
from .detect import Head

NAME: Final = "openai"

_ROLES: Final = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
_SAID: Final = frozenset({"content", "tool_calls", "function_call", "refusal"})
_OBSERVATIONS: Final = ("OBSERVATION", "<returncode>", "[File:")


def matches(head: Head) -> bool:
    """Objects with a role and a content, a call or a refusal; or a list of dialogues made of them."""
    if head.document is None:
        return _is_chat(list(head.objects))
    return any(_is_chat(dialogue) for dialogue in _dialogues(head.document)[:1])


def read(source: Path, head: Head) -> Session:
    """The session in the file; other entries are counted as skipped."""
    skipped: list[SkippedLine] = []
    reading = Reading()
    if head.document is None:
        for line, entry in chat_entries(source, head, skipped):
            for each in entry["messages"] if isinstance(entry.get("messages"), list) else [entry]:
                reading.add(each, line)
    else:
        _add_document(reading, head.document)
    required(source, bool(reading.messages), "chat messages")
    return _session(reading, mapping(head.document), skipped)


def session_of(value: Any) -> Session:
    """The session in a list of messages, an object with `messages`, or a list of dialogues."""
    reading = Reading()
    _add_document(reading, value)
    return _session(reading, mapping(value), [])


def parts_of(content: object) -> tuple[Part, ...]:
    """The parts of a message content, which is text or a list of typed pieces."""
    if isinstance(content, str):
        return (Text(content),) if content else ()
    return tuple(_part(piece) for piece in ([content] if isinstance(content, dict) else items(content)))


def arguments_of(value: object) -> dict[str, Any]:
    """A call's arguments; text that is no JSON object is kept under `arguments`."""
    if isinstance(value, str) and not value.strip():
        return {}
    given = tool_input(value)
    return {"arguments": value} if isinstance(value, str) and given == {"input": value} else given


@dataclass(slots=True)
class Reading:
    """Builds a session from chat messages."""

    messages: list[Message] = field(default_factory=list)
    calls: Calls = field(default_factory=Calls)
    passed_over: int = 0

    def add(self, entry: object, line: int = 0) -> None:
        """Adds one message; anything else is counted as skipped."""
        message = mapping(entry)
        role = message.get("role")
        if not isinstance(role, str):
            self.passed_over += 1
            return
        parts = self._parts(_ROLES.get(role, Role.USER), message)
        is_result = any(isinstance(part, ToolResult) for part in parts)
        self.messages.append(
            Message(
                Role.TOOL if is_result else _ROLES.get(role, Role.USER),
                parts,
                id=text(message.get("id")),
                time=text(message.get("timestamp")),
                usage=openai_usage(message.get("usage")),
                line=line,
                name="" if is_result else text(message.get("name")),
            )
        )

    def _parts(self, role: Role, message: dict[str, Any]) -> tuple[Part, ...]:
        match role:
            case Role.ASSISTANT:
                return self._assistant_parts(message)
            case Role.TOOL:
                return (self.result(message),)
            case Role.USER if is_observation(message):
                return (self.result(message),)
            case _:
                return parts_of(message.get("content"))

    def _assistant_parts(self, message: dict[str, Any]) -> tuple[Part, ...]:
        self.calls.new_message()
        thought = text(message.get("reasoning_content")) or text(message.get("reasoning"))
        asked = self._calls_in(message)
        spoken = parts_of(message.get("content"))
        if not asked and text(message.get("action")):  # SWE-agent's text actions: the content repeats both
            command = message["action"]
            asked = [ToolCall(self.calls.ask("bash"), "bash", {"command": command})]
            spoken = parts_of(message["thought"]) if isinstance(message.get("thought"), str) else spoken
        if not spoken and text(message.get("refusal")):
            spoken = (Text(message["refusal"]),)
        return (*([Thinking(thought)] if thought else []), *spoken, *asked)

    def _calls_in(self, message: dict[str, Any]) -> list[ToolCall]:
        legacy = mapping(message.get("function_call"))
        given = [*items(message.get("tool_calls")), *([{"function": legacy}] if legacy else [])]
        return [self._call(call) for call in given if isinstance(call, dict)]

    def _call(self, call: dict[str, Any]) -> ToolCall:
        asked = mapping(call.get("function") or call.get("custom") or call)
        name = text(asked.get("name"))
        call_id = self.calls.ask(name, text(call.get("id")))
        given = asked.get("arguments", asked.get("input"))
        if isinstance(call.get("custom"), dict) and isinstance(given, str):
            return ToolCall(call_id, name, {"arguments": given}, "custom")
        read = arguments_of(given)
        return ToolCall(call_id, name, read, "text" if read == {"arguments": given} else "")

    def result(self, message: dict[str, Any]) -> ToolResult:
        """The tool result in a tool message."""
        ids = items(message.get("tool_call_ids"))
        given = text(message.get("tool_call_id")) or text(ids[0] if ids else "")
        call_id, name = self.calls.answer(given, text(message.get("name")))
        said, pictures, others = result_content(message.get("content"))
        return ToolResult(call_id, name, said, message.get("is_error") is True, pictures, others)


def is_observation(message: dict[str, Any]) -> bool:
    """Whether a user message is really a tool result."""
    return message.get("message_type") == "observation" or flat(message.get("content")).startswith(_OBSERVATIONS)


def _part(piece: object) -> Part:
    match piece:
        case str():
            return Text(piece)
        case {"type": "image_url" | "input_image" | "image"}:
            return image(mapping(piece))
        case {"type": "refusal", "refusal": str(refusal)}:
            return Text(refusal)
        case {"text": str(written)}:
            return Text(written)
        case _:
            return opaque(piece)


def _add_document(reading: Reading, document: object) -> None:
    for dialogue in _dialogues(document):
        reading.calls.new_message()
        for entry in dialogue:
            reading.add(entry)


def _dialogues(document: object) -> list[list[Any]]:
    """The message lists of a document: one, or several concatenated."""
    if isinstance(document, dict):
        own = document.get("messages", document.get("traj"))
        return [items(own)] if own is not None else [[document]]
    values = items(document)
    if values and all(isinstance(value, list) for value in values):
        return [list(value) for value in values]
    if values and isinstance(values[0], dict) and "role" not in values[0]:
        nested = [value.get("traj", value.get("messages")) for value in values if isinstance(value, dict)]
        if any(isinstance(dialogue, list) for dialogue in nested):
            return [items(dialogue) for dialogue in nested]
    return [values]


def _is_chat(values: list[Any]) -> bool:
    first = mapping(values[0]) if values else {}
    if isinstance(first.get("messages"), list):
        first = mapping(first["messages"][0]) if first["messages"] else {}
    return isinstance(first.get("role"), str) and not _SAID.isdisjoint(first)


def _session(reading: Reading, document: dict[str, Any], skipped: list[SkippedLine]) -> Session:
    return Session(
        NAME,
        tuple(reading.messages),
        id=text(document.get("id")),
        model=text(document.get("model")),
        skipped=tuple(skipped),
        opaque_entries=reading.passed_over,
    )
