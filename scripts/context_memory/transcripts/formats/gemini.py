"""Sessions of Gemini CLI: JSON lines, a head with `sessionId` and `projectHash`, then messages and `$set` lines.

A message that comes again with the same id takes the place of the earlier one.
What the host writes in the person's name (the context of the session, what
hooks added) is left out. Results come as messages of their own.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ...messages import Message, Part, Role, Session, SkippedLine, Text, ToolCall, ToolResult, Usage
from ._chat_content import count, flat, items, mapping, required, text
from ._lines import entries, tool_input
from .detect import Head

NAME: Final = "gemini"

_INJECTED = re.compile(r"\s*<(session_context|hook_context)>.*?</\1>\s*", re.DOTALL)
_BOOKKEEPING = frozenset({"info", "warning"})


def matches(head: Head) -> bool:
    """Whether the first line is the head of a session: it has a project hash."""
    return any("projectHash" in entry and "sessionId" in entry for entry in head.objects)


def read(source: Path, head: Head) -> Session:  # noqa: ARG001
    """The session in the file; it is read line by line."""
    skipped: list[SkippedLine] = []
    reading = _Reading()
    for line, entry in entries(source, skipped):
        reading.add(entry, line)
    required(source, bool(reading.found or reading.id), "messages of Gemini CLI")
    return reading.session(skipped)


@dataclass(slots=True)
class _Reading:
    """Builds a session from the lines of the file."""

    id: str = ""
    found: dict[str, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    """By id, in the order in which they came: line and newest form of each message."""
    passed_over: int = 0

    def add(self, entry: dict[str, Any], line: int) -> None:
        if "projectHash" in entry:
            self.id = text(entry.get("sessionId"))
        for each in (entry, *map(mapping, items(entry.get("messages")))):
            self._message(each, line)
        for each in items(mapping(entry.get("$set")).get("messages")):
            self._message(mapping(each), line)

    def _message(self, value: dict[str, Any], line: int) -> None:
        kind = text(value.get("type"))
        if kind in {"user", "gemini"}:
            name = text(value.get("id")) or f"line-{line}-{len(self.found)}"
            self.found[name] = (self.found[name][0] if name in self.found else line, value)
        elif kind and kind not in _BOOKKEEPING:
            self.passed_over += 1

    def session(self, skipped: list[SkippedLine]) -> Session:
        answered = {result.call_id for _, value in self.found.values() for result in _results(value)}
        messages: list[Message] = []
        for name, (line, value) in self.found.items():
            at = text(value.get("timestamp"))
            if value["type"] == "gemini":
                messages += _of_agent(name, line, value, answered)
                continue
            if results := _results(value):
                messages.append(Message(Role.TOOL, tuple(results), name, at, line=line))
            said = _INJECTED.sub("", flat(value.get("content")) if not results else "")
            if said.strip():
                messages.append(Message(Role.USER, (Text(said),), name, at, line=line))
        model = next((message.model for message in reversed(messages) if message.model), "")
        return Session(
            NAME,
            tuple(messages),
            id=self.id,
            model=model,
            skipped=tuple(skipped),
            opaque_entries=self.passed_over,
        )


def _of_agent(name: str, line: int, value: dict[str, Any], answered: set[str]) -> list[Message]:
    """A reply with its calls, and results that have no message of their own."""
    calls = [mapping(each) for each in items(value.get("toolCalls"))]
    written, at, model = flat(value.get("content")), text(value.get("timestamp")), text(value.get("model"))
    parts: list[Part] = [Text(written)] if written.strip() else []
    parts += [ToolCall(text(each.get("id")), text(each.get("name")), tool_input(each.get("args"))) for each in calls]
    found = [Message(Role.ASSISTANT, tuple(parts), name, at, usage=_usage(value.get("tokens")), line=line, model=model)]
    own = [result for each in calls for result in _responses(each.get("result")) if result.call_id not in answered]
    return found + ([Message(Role.TOOL, tuple(own), f"{name}-results", at, line=line)] if own else [])


def _results(value: dict[str, Any]) -> list[ToolResult]:
    return _responses(value.get("content")) if value.get("type") == "user" else []


def _responses(content: object) -> list[ToolResult]:
    found = []
    for each in items(content):
        response = mapping(mapping(each).get("functionResponse"))
        if not response:
            continue
        given = mapping(response.get("response"))
        written = flat(given.get("output")) or flat(given.get("error"))
        names = text(response.get("id")), text(response.get("name"))
        found.append(ToolResult(*names, written, "error" in given and "output" not in given))
    return found


def _usage(value: object) -> Usage | None:
    counted = mapping(value)
    cached = count(counted.get("cached"))
    usage = Usage(
        input=max(0, count(counted.get("input")) - cached),
        output=count(counted.get("output")) + count(counted.get("thoughts")),
        cache_read=cached,
    )
    return usage if usage.context else None
