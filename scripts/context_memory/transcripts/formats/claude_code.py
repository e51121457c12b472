"""Claude Code sessions: one JSON line per part of a message.

The format is internal to its host: types that are not known are counted and
passed over. Sidechains (sub-agents) and lines the host marks as meta are no part of the conversation.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ...errors import InputError
from ...messages import Message, Part, Role, Session, SkippedLine, Text, Thinking, ToolCall, ToolResult, Usage
from ._chat_content import spoken, text, text_and_pictures, usage_of
from ._lines import entries, tool_input
from .detect import Head

NAME = "claude-code"

LINE_TYPES: Final = frozenset(
    {
        "user", "assistant", "system", "summary", "progress", "attachment", "file-history-snapshot", "queue-operation",
        "last-prompt", "tools-used", "mode", "permission-mode", "cost-state", "custom-title", "ai-title", "agent-name",
    }
)  # fmt: skip
USAGE_KEYS: Final = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
SYNTHETIC_MODEL: Final = "<synthetic>"
"""Model name of replies that the host itself wrote, e.g. about an API error."""


def matches(head: Head) -> bool:
    """Whether one of the first lines has fields of Claude Code."""
    return any(map(_is_line, head.objects))


def _is_line(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in LINE_TYPES:
        return False
    if kind in ("user", "assistant"):
        return isinstance(value.get("message"), dict) and bool({"uuid", "sessionId", "parentUuid"} & value.keys())
    return bool({"sessionId", "uuid", "leafUuid", "messageId"} & value.keys())


def read(source: Path, head: Head) -> Session:  # noqa: ARG001
    """The main conversation of the session file."""
    skipped: list[SkippedLine] = []
    collected = _Lines()
    seen = False
    for number, entry in entries(source, skipped):
        seen = seen or text(entry.get("type")) in LINE_TYPES
        try:
            reason = collected.add(number, entry)
        except RecursionError:
            reason = "nested too deep"
        if reason:
            skipped.append(SkippedLine(number, reason))
    if not seen:
        raise InputError(f"{source} holds no Claude Code line", hint="check the path, or use --format auto")
    return collected.session(skipped)


@dataclass(slots=True)
class _Draft:
    """A message that later lines may extend."""

    role: Role
    parts: list[Part]
    id: str
    time: str
    line: int
    usage: Usage | None = None
    is_summary: bool = False
    model: str = ""


@dataclass(slots=True)
class _Lines:
    drafts: list[_Draft] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """Tool call id -> tool name."""
    usage_at: dict[str, _Draft] = field(default_factory=dict)
    """API message id -> the draft that carries its usage, so that it counts once."""
    starts: dict[str, int] = field(default_factory=dict)
    """Line uuid -> index of its message."""
    reply_id: str = ""
    """API message id of the reply that is being read."""
    session_id: str = ""
    cwd: str = ""
    model: str = ""
    version: str = ""
    leaf: str = ""
    boundary: str = ""
    context_start: int = 0
    preserved: str = ""
    """Uuid of the first message that the newest compaction kept as it was."""
    opaque_entries: int = 0

    def add(self, line: int, entry: dict[str, Any]) -> str:
        """Reads one line; returns why it was skipped, or an empty text."""
        if entry.get("isSidechain") is True:
            return ""
        self._note_common(entry)
        kind = entry.get("type")
        if kind not in ("user", "assistant"):
            if kind == "system" and entry.get("subtype") == "compact_boundary":
                self._note_boundary(entry)
            else:
                self.opaque_entries += 1
            return ""
        message = entry.get("message")
        if not isinstance(message, dict):
            return f"a line of type {kind} without a message object"
        uuid = text(entry.get("uuid"))
        time = text(entry.get("timestamp"))
        if kind == "assistant":
            self._add_reply(
                message, _Draft(Role.ASSISTANT, self._reply_parts(message.get("content")), uuid, time, line)
            )
        elif entry.get("isMeta") is not True:
            self._add_user(message.get("content"), uuid, time, line, is_summary=entry.get("isCompactSummary") is True)
        return ""

    def _note_common(self, entry: dict[str, Any]) -> None:
        get = entry.get
        self.session_id = text(get("sessionId")) or self.session_id
        self.cwd = text(get("cwd")) or self.cwd
        self.version = text(get("version")) or self.version
        self.leaf = text(get("uuid")) or self.leaf

    def _note_boundary(self, entry: dict[str, Any]) -> None:
        self.boundary = text(entry.get("uuid"))
        self.context_start = len(self.drafts)
        self.preserved = _first_preserved(entry.get("compactMetadata"))
        self.reply_id = ""

    def _add_reply(self, message: dict[str, Any], draft: _Draft) -> None:
        reply = text(message.get("id"))
        model = text(message.get("model"))
        if model and model != SYNTHETIC_MODEL:
            self.model = model
            draft.model = model
        last = self.drafts[-1] if self.drafts else None
        if reply and reply == self.reply_id and last is not None and last.role is Role.ASSISTANT:
            last.parts += draft.parts
            self.starts[draft.id] = len(self.drafts) - 1
        else:
            self._append(draft)
        self.reply_id = reply
        usage = usage_of(message.get("usage"), USAGE_KEYS)
        if usage is not None:
            holder = self.usage_at.setdefault(reply, self.drafts[-1]) if reply else self.drafts[-1]
            holder.usage = usage  # the last line of a reply has the final count

    def _reply_parts(self, content: object) -> list[Part]:
        if not isinstance(content, list):
            return list(spoken(content))
        found: list[Part] = []
        for piece in content:
            if not isinstance(piece, dict):
                continue
            kind = piece.get("type")
            if kind == "text" and isinstance(piece.get("text"), str):
                found.append(Text(piece["text"]))
            elif kind == "thinking":
                found.append(Thinking(text(piece.get("thinking")), text(piece.get("signature"))))
            elif kind == "tool_use":
                call, name = text(piece.get("id")), text(piece.get("name"))
                self.names[call] = name
                found.append(ToolCall(call, name, tool_input(piece.get("input"))))
            else:
                found.extend(spoken([piece]))
        return found

    def _add_user(self, content: object, uuid: str, time: str, line: int, *, is_summary: bool) -> None:
        """A user line; one with tool results and text becomes two messages, the results first."""
        self.reply_id = ""
        results: list[Part] = []
        rest: list[Any] = []
        for piece in content if isinstance(content, list) else ():
            if isinstance(piece, dict) and piece.get("type") == "tool_result":
                results.append(self._result(piece))
            else:
                rest.append(piece)
        if not results:
            if is_summary:
                self.context_start = min(self.context_start, len(self.drafts)) if self.boundary else len(self.drafts)
            self._append(_Draft(Role.USER, list(spoken(content)), uuid, time, line, is_summary=is_summary))
            return
        said: list[Part] = list(spoken(rest))
        has_text = any(isinstance(part, Text) for part in said)
        self._append(_Draft(Role.TOOL, results if has_text else results + said, uuid, time, line))
        if has_text:
            self._append(_Draft(Role.USER, said, uuid, time, line))

    def _result(self, piece: dict[str, Any]) -> ToolResult:
        words, images = text_and_pictures(piece.get("content"))
        call = text(piece.get("tool_use_id"))
        return ToolResult(call, self.names.get(call, ""), words, piece.get("is_error") is True, images)

    def _append(self, draft: _Draft) -> None:
        self.starts.setdefault(draft.id, len(self.drafts))
        self.drafts.append(draft)

    def session(self, skipped: list[SkippedLine]) -> Session:
        """The session read so far."""
        details = {"leaf_id": self.leaf, "version": self.version}
        if self.boundary:
            details["compaction_id"] = self.boundary
        start = self.starts.get(self.preserved, self.context_start) if self.preserved else self.context_start
        return Session(
            NAME,
            tuple(
                Message(d.role, tuple(d.parts), d.id, d.time, d.usage, d.is_summary, d.line, d.model)
                for d in self.drafts
            ),
            id=self.session_id,
            cwd=self.cwd,
            model=self.model,
            context_start=min(start, self.context_start),
            skipped=tuple(skipped),
            opaque_entries=self.opaque_entries,
            details=details,
        )


def _first_preserved(metadata: object) -> str:
    """UUID of the first message that a compaction kept verbatim before its summary; empty if none is named."""
    if not isinstance(metadata, dict):
        return ""
    kept = metadata.get("preservedMessages")
    uuids = kept.get("uuids") if isinstance(kept, dict) else None
    if isinstance(uuids, list) and uuids:
        return text(uuids[0])
    segment = metadata.get("preservedSegment")
    return text(segment.get("headUuid")) if isinstance(segment, dict) else ""
