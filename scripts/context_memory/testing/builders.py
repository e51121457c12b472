"""Builders of sessions and workspaces, and a fixed clock."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

from ..blocks import cutting
from ..blocks.values import Block
from ..messages import Message, Part, Role, Session, Text, Thinking, ToolCall, ToolResult, Usage
from ..transcripts import message_hash


class WorkspaceBuilder:
    """A workspace folder with MEMORY.md, memories/ and any other file.

    workspace = WorkspaceBuilder(tmp_path).index("- [context](memories/context.md)").memory("context", "# Task").path
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder
        folder.mkdir(parents=True, exist_ok=True)

    def index(self, text: str) -> Self:
        """Write MEMORY.md."""
        return self.file("MEMORY.md", text)

    def memory(self, name: str, text: str) -> Self:
        """Write memories/<name>.md."""
        return self.file(f"memories/{name}.md", text)

    def file(self, name: str, text: str | bytes) -> Self:
        """Write any file of the workspace; bytes are written as they are."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return self


class SessionBuilder:
    """Builds a session step by step; every value is deterministic, so equal calls give equal sessions.

    session = SessionBuilder().user("Fix it").call("read", {"path": "a.py"}, "x = 1").agent("Done.").build()
    """

    def __init__(self, *, cwd: str = "/project", session_id: str = "session-1") -> None:
        self._cwd = cwd
        self._session_id = session_id
        self._messages: list[Message] = []

    def user(self, text: str) -> Self:
        """Add a person's message."""
        return self._append(Role.USER, Text(text))

    def agent(self, text: str, *, thinking: str = "", signature: str = "", context_tokens: int = 0) -> Self:
        """Add the agent's message; `context_tokens` is what the API counted for this reply."""
        thought = (Thinking(thinking, signature),) if thinking or signature else ()
        return self._append(Role.ASSISTANT, *thought, Text(text), context_tokens=context_tokens)

    def call(
        self, tool: str, given: Mapping[str, Any], result: str | None = "", *, failed: bool = False, text: str = ""
    ) -> Self:
        """Add a tool call and its result; with `result=None` the call stays open."""
        identity = f"call_{len(self._messages):04}"
        said = (Text(text),) if text else ()
        self._append(Role.ASSISTANT, *said, ToolCall(identity, tool, dict(given)))
        if result is None:
            return self
        return self._append(Role.TOOL, ToolResult(identity, tool, result, is_error=failed))

    def build(self) -> Session:
        """The session, all of it in context."""
        return Session(format="openclaw", messages=tuple(self._messages), id=self._session_id, cwd=self._cwd)

    def anthropic(self) -> list[dict[str, Any]]:
        """The messages as the Messages API takes them."""
        merged: list[dict[str, Any]] = []
        for message in self._messages:
            role = "assistant" if message.role is Role.ASSISTANT else "user"
            blocks = [_anthropic_block(part) for part in message.parts]
            if merged and merged[-1]["role"] == role:
                merged[-1]["content"] += blocks
            else:
                merged.append({"role": role, "content": blocks})
        return merged

    def openclaw(self) -> str:
        """The session as OpenClaw (v3) JSON lines."""
        entries: list[dict[str, Any]] = [{"type": "session", "version": 3, "id": self._session_id, "cwd": self._cwd}]
        parent = None
        for message in self._messages:
            entries.append(
                {
                    "type": "message",
                    "id": message.id,
                    "parentId": parent,
                    "timestamp": message.time,
                    "message": _openclaw_message(message),
                }
            )
            parent = message.id
        return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)

    def _append(self, role: Role, *parts: Part, context_tokens: int = 0) -> Self:
        number = len(self._messages)
        time = f"2026-09-14T{8 + number // 60:02}:{number % 60:02}:00.000Z"
        message = Message(role, parts, id=f"{number + 1:08x}", time=time)
        self._messages.append(replace(message, usage=Usage(input=context_tokens)) if context_tokens else message)
        return self


def _anthropic_block(part: Part) -> dict[str, Any]:
    match part:
        case Text(text):
            return {"type": "text", "text": text}
        case Thinking(text, signature):
            return {"type": "thinking", "thinking": text, "signature": signature}
        case ToolCall(identity, name, given):
            return {"type": "tool_use", "id": identity, "name": name, "input": dict(given)}
        case ToolResult():
            return {"type": "tool_result", "tool_use_id": part.call_id, "content": part.text, "is_error": part.is_error}
        case _:
            raise TypeError(f"the builder makes no {type(part).__name__}")


def _openclaw_message(message: Message) -> dict[str, Any]:
    if message.role is Role.TOOL:
        result = message.results[0]
        content = [{"type": "text", "text": result.text}]
        return {
            "role": "toolResult",
            "toolCallId": result.call_id,
            "toolName": result.name,
            "content": content,
            "isError": result.is_error,
        }
    said: dict[str, Any] = {"role": str(message.role), "content": [_openclaw_block(part) for part in message.parts]}
    if message.usage:
        said["usage"] = {"input": message.usage.input, "output": 0, "cacheRead": 0, "cacheWrite": 0}
    return said


def _openclaw_block(part: Part) -> dict[str, Any]:
    match part:
        case Thinking(text, signature):
            return {"type": "thinking", "thinking": text, "thinkingSignature": signature}
        case ToolCall(identity, name, given):
            return {"type": "toolCall", "id": identity, "name": name, "arguments": dict(given)}
        case _:
            return _anthropic_block(part)


def blocks_of(session: str, messages: list[Message], tokens: list[int], limit: int) -> tuple[Block, ...]:
    """The sealed blocks of a whole conversation at once."""
    packer = cutting.Packer(session, limit)
    found: list[Block] = []
    is_first = True
    for seq, (message, size) in enumerate(zip(messages, tokens, strict=True), 1):
        skip = cutting.skip_reason(message, first=is_first)
        is_first = is_first and skip == cutting.SYSTEM
        found += packer.add(cutting.Piece(seq, message_hash.hash_of_message(message), size, message, skip))
    return tuple(found)


class FixedClock:
    """Call it for the time; `advance` moves it."""

    def __init__(self, start: str = "2026-09-14T08:00:00+00:00") -> None:
        moment = datetime.fromisoformat(start)
        self._now = moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time, always with a zone."""
        return self._now

    def advance(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> datetime:
        """Move forward (or back) and return the new time."""
        self._now += timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        return self._now
