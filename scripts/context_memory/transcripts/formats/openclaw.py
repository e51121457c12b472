"""OpenClaw and pi sessions as JSON lines: versions 1 (no ids), 3 and 4 (a tree of entries).

`OpenclawEntries` takes entries from any source, so that the database reader
shares it; what a branch is stands in `openclaw_tree`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ...errors import InputError
from ...messages import Message, Part, Role, Session, SkippedLine, Text, Thinking, ToolCall, ToolResult
from ._chat_content import spoken, text, text_and_pictures, time_of, usage_of
from ._lines import entries, tool_input
from .detect import Head

TOLD: Final = frozenset({"message", "compaction", "branch_summary"})
"""Entries that are messages of the conversation."""
CUTS: Final = frozenset({"compaction", "reset"})
"""Entries after which the model no longer sees what stands before them."""
SILENT: Final = frozenset({"compaction", "reset", "model_change"})
"""Entries that are understood although they are no message of their own."""


@dataclass(slots=True)
class Node:
    """One entry of the tree, reduced to the needed fields."""

    kind: str
    line: int
    id: str
    parent: str | None
    """None: a root. Empty: not said, so the entry before it in the file."""
    message: Message | None = None
    model: str = ""
    first_kept: str | int = ""
    """Of a cut: id, or line of a file without ids, of the first entry that stays visible."""


def active_branch(nodes: Sequence[Node]) -> list[Node]:
    """Entries from the root to the newest one.

    Where a parent is not said, or is a line that was lost, the entry before it in the file takes its place.
    """
    at = {node.id: position for position, node in enumerate(nodes) if node.id}
    path: list[Node] = []
    left = bytearray(b"\1") * len(nodes)
    position = len(nodes) - 1
    while position >= 0 and left[position]:
        left[position] = 0
        node = nodes[position]
        path.append(node)
        if node.parent is None:
            break
        position = at.get(node.parent, position - 1) if node.parent else position - 1
    path.reverse()
    return path


def session_of_branch(
    format_name: str, header: dict[str, str], nodes: Sequence[Node], skipped: Sequence[SkippedLine]
) -> Session:
    """The active branch as a Session."""
    branch = active_branch(nodes)
    cut = next((node for node in reversed(branch) if node.kind in CUTS), None)
    first_kept = cut.first_kept if cut else ""
    carriers = TOLD if any(map(_is_said, branch)) else TOLD | {"custom_message"}
    messages: list[Message] = []
    context_start, kept_start, opaque_entries = 0, -1, 0
    model = header.get("modelId", "")
    for node in branch:
        if node is cut:
            context_start = kept_start if kept_start >= 0 else len(messages)
        elif first_kept and first_kept in (node.id, node.line):
            kept_start = len(messages)
        if node.model:
            model = node.model
        if node.message is not None and node.kind in carriers:
            messages.append(node.message)
        elif node.kind not in SILENT:
            opaque_entries += 1
    return Session(
        format_name,
        tuple(messages),
        id=header.get("id", ""),
        cwd=header.get("cwd", ""),
        model=model,
        context_start=context_start,
        skipped=tuple(skipped),
        opaque_entries=opaque_entries,
        details=_details(header, branch),
    )


def _details(header: dict[str, str], branch: Sequence[Node]) -> dict[str, str]:
    """The header's version and the ids of the newest entry, compaction and reset."""
    details = {"version": header.get("version", "1"), "leaf_id": next((n.id for n in reversed(branch) if n.id), "")}
    for kind in sorted(CUTS):
        newest = next((node for node in reversed(branch) if node.kind == kind), None)
        if newest is not None:
            details[f"{kind}_id"] = newest.id
    return details


def _is_said(node: Node) -> bool:
    """Whether this entry is a user message."""
    message = node.message
    return node.kind == "message" and message is not None and message.role is Role.USER and bool(message.text)


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
    """Collects entries in file order and builds a Session of the active branch."""

    header: dict[str, str] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """Tool call id -> tool name."""
    has_lines: bool = True
    """Whether `line` of a message means a line of a file; False for rows of a database."""

    @property
    def is_empty(self) -> bool:
        """Whether no entry was read yet."""
        return not self.header and not self.nodes

    def session(self, format_name: str, skipped: list[SkippedLine]) -> Session:
        """The active branch of all entries read."""
        return session_of_branch(format_name, self.header, self.nodes, skipped)

    def add(self, line: int, entry: dict[str, Any]) -> str:
        """Reads one entry; returns why it was skipped, or an empty text."""
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
        elif role in ("compactionSummary", "branchSummary"):
            speaker = Role.SYSTEM if role == "compactionSummary" else Role.USER
            node.message = Message(speaker, tuple(spoken(raw.get("summary"))), node.id, time, None, True, line)
        else:
            return f"a message of unknown role {role!r:.40}"
        return ""

    def _result(self, raw: dict[str, Any]) -> ToolResult:
        words, images = text_and_pictures(raw.get("content"))
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
    """A command that the person ran, with its output, in the tags that Claude Code uses."""
    code = raw.get("exitCode")
    failed = f"\n[exit code {code}]" if isinstance(code, int) and code else ""
    ran = f"<bash-input>{text(raw.get('command'))}</bash-input>"
    return (Text(f"{ran}\n<bash-stdout>{text(raw.get('output'))}{failed}</bash-stdout>"),)
