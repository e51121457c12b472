"""OpenClaw and pi sessions as JSON lines: versions 1 (no ids), 3 and 4 (a tree of entries).

`OpenclawEntries` takes entries from any source, so that the database reader
shares it; what a branch is stands in `openclaw_tree`.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ...model.errors import InputError
from ...model.session import Message, Part, Role, Session, SkippedLine, Text, Thinking, ToolCall, ToolResult
from . import openclaw_tree
from .content import text
from .detect import Head
from .lines import entries, tool_input
from .openclaw_tree import Node
from .parts import flat, spoken, time_of, usage_of

NAME = "openclaw"

ENTRY_TYPES: Final = frozenset(
    {
        "session", "message", "model_change", "thinking_level_change", "custom", "custom_message", "compaction",
        "reset", "branch_summary", "label", "session_info",
    }
)  # fmt: skip
USAGE_KEYS: Final = ("input", "output", "cacheRead", "cacheWrite")
HOST_PROVIDER: Final = "openclaw"
"""Provider of replies that the gateway itself wrote; they name no real model."""
_SPEAKERS: Final = {"user": Role.USER, "custom": Role.USER, "system": Role.SYSTEM, "developer": Role.SYSTEM}


def matches(head: Head) -> bool:
    """Whether a session header or an entry with a role inside stands among the first lines."""
    return any(map(_is_entry, head.objects))


def _is_entry(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if kind == "session":
        return "id" in value and "messages" not in value
    if kind == "message":
        message = value.get("message")
        return isinstance(message, dict) and "role" in message
    return isinstance(kind, str) and kind in ENTRY_TYPES and "parentId" in value


def read(source: Path, head: Head) -> Session:  # noqa: ARG001
    """The active branch of the session file."""
    skipped: list[SkippedLine] = []
    collected = OpenclawEntries()
    add = collected.add
    for number, entry in entries(source, skipped):
        reason = add(number, entry)
        if reason:
            skipped.append(SkippedLine(number, reason))
    if collected.is_empty:
        raise InputError(f"{source} holds no OpenClaw session entry", hint="check the path, or use --format auto")
    return collected.session(NAME, skipped)


@dataclass(slots=True)
class OpenclawEntries:
    """Collects entries in file order and makes a Session of the active branch."""

    header: dict[str, str] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """Tool call id -> tool name."""
    has_lines: bool = True
    """Whether `line` of a message means a line of a file; False for rows of a database."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing of a session was seen."""
        return not self.header and not self.nodes

    def session(self, format_name: str, skipped: list[SkippedLine]) -> Session:
        """The active branch of all entries that were taken."""
        return openclaw_tree.session(format_name, self.header, self.nodes, skipped)

    def add(self, line: int, entry: dict[str, Any]) -> str:
        """Take one entry; returns why it could not be used, or nothing."""
        kind = entry.get("type")
        if not isinstance(kind, str):
            return "an entry without a type"
        if kind == "session":
            return self._add_header(entry)
        id_, parent = entry.get("id"), entry.get("parentId", "")
        if parent is not None and type(parent) is not str:
            parent = ""
        node = Node(kind, line, id_ if type(id_) is str else "", parent)
        self.nodes.append(node)
        try:
            if kind == "message":
                return self._fill_message(node, entry)
            self._fill(node, entry)
        except RecursionError:
            return "nested too deep"
        return ""

    def _add_header(self, entry: dict[str, Any]) -> str:
        for key in ("id", "cwd", "version", "modelId"):
            value = entry.get(key)
            if isinstance(value, str | int) and value:
                self.header[key] = str(value)
        return "" if self.header else "a session header without an id"

    def _fill(self, node: Node, entry: dict[str, Any]) -> None:
        match node.kind:
            case "compaction" | "branch_summary":
                role = Role.SYSTEM if node.kind == "compaction" else Role.USER
                node.message = self._message(node, entry, role, spoken(entry.get("summary")), is_summary=True)
                node.first_kept = _first_kept(entry)
            case "reset":
                node.first_kept = _first_kept(entry)
            case "custom_message":
                node.message = self._message(node, entry, Role.USER, spoken(entry.get("content")))
            case "model_change":
                node.model = text(entry.get("modelId"))

    def _message(
        self, node: Node, entry: dict[str, Any], role: Role, parts: list[Any], *, is_summary: bool = False
    ) -> Message:
        time = entry.get("timestamp")
        line = node.line if self.has_lines else 0
        return Message(
            role, tuple(parts), node.id, time if type(time) is str else time_of(time), None, is_summary, line
        )

    def _fill_message(self, node: Node, entry: dict[str, Any]) -> str:
        raw = entry.get("message")
        if type(raw) is not dict:
            return "a message entry without a message object"
        time = entry.get("timestamp")
        if type(time) is not str:
            time = time_of(time or raw.get("timestamp"))
        line = node.line if self.has_lines else 0
        role = raw.get("role")
        if role == "toolResult":
            node.message = Message(Role.TOOL, (self._result(raw),), node.id, time, None, False, line)
        elif role == "assistant":
            usage = usage_of(raw.get("usage"), USAGE_KEYS)
            parts = tuple(self._reply_parts(raw.get("content")))
            node.message = Message(Role.ASSISTANT, parts, node.id, time, usage, False, line, text(raw.get("model")))
            if raw.get("provider") != HOST_PROVIDER:
                node.model = text(raw.get("model"))
        elif role == "bashExecution":
            node.message = Message(Role.USER, _shell_parts(raw), node.id, time, None, False, line)
        elif type(role) is str and role in _SPEAKERS:
            node.message = Message(_SPEAKERS[role], tuple(spoken(raw.get("content"))), node.id, time, None, False, line)
        else:
            return f"a message of unknown role {role!r:.40}"
        return ""

    def _result(self, raw: dict[str, Any]) -> ToolResult:
        words, images = flat(raw.get("content"))
        call = text(raw.get("toolCallId"))
        name = text(raw.get("toolName")) or self.names.get(call, "")
        return ToolResult(call, name, words, raw.get("isError") is True, images)

    def _reply_parts(self, content: object) -> list[Part]:
        if not isinstance(content, list):
            return list(spoken(content))
        found: list[Part] = []
        for piece in content:
            if type(piece) is not dict:
                continue
            kind = piece.get("type")
            if kind == "text" and type(words := piece.get("text")) is str:
                found.append(Text(words))
            elif kind == "thinking":
                found.append(Thinking(text(piece.get("thinking")), text(piece.get("thinkingSignature"))))
            elif kind in ("toolCall", "toolUse", "tool_use"):
                call, name = text(piece.get("id")), text(piece.get("name"))
                self.names[call] = name
                found.append(ToolCall(call, name, tool_input(piece.get("arguments", piece.get("input")))))
            else:
                found.extend(spoken([piece]))
        return found


def _first_kept(entry: dict[str, Any]) -> str | int:
    """The first entry that a cut leaves visible: its id, or in version 1 its line (the header is entry 0)."""
    index = entry.get("firstKeptEntryIndex")
    return index + 1 if type(index) is int else text(entry.get("firstKeptEntryId"))


def _shell_parts(raw: dict[str, Any]) -> tuple[Part, ...]:
    """A command that the person ran themselves, with what it printed."""
    code = raw.get("exitCode")
    failed = f"\n[exit code {code}]" if isinstance(code, int) and code else ""
    return (Text(f"$ {text(raw.get('command'))}\n{text(raw.get('output'))}{failed}"),)
