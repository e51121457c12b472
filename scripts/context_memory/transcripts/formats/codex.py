"""Codex rollouts: JSON lines of `{timestamp, type, payload}`, and the older form without envelopes.

Calls belong to the assistant message before them, outputs are messages of their
own. What Codex itself injects (developer messages, environment, AGENTS.md) is
left out: no person and no agent said it. A `compacted` entry is one summary
message, and the context starts there.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from ...messages import Message, Part, Role, Session, SkippedLine, Text, Thinking, ToolCall, ToolResult, Usage
from .. import speakers
from ._chat_content import Calls, flat, images, items, mapping, opaque, openai_usage, required, text
from ._lines import entries, parsed, tool_input
from .detect import Head
from .openai import arguments_of, parts_of

NAME: Final = "codex"

INJECTED: Final = ("<environment_context", "<user_instructions", "<permissions", "# AGENTS.md instructions")
"""How user messages begin that Codex writes itself."""

_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output"})
_BARE = _CALLS | _OUTPUTS | {"message", "reasoning"}
_BOOKKEEPING = frozenset({"session_meta", "turn_context", "event_msg", "ghost_snapshot"})
_PIECES = frozenset({"input_text", "output_text", "input_image"})


def matches(head: Head) -> bool:
    """Envelopes of a rollout, or bare response items."""
    return any(_is_own(entry) for entry in head.objects)


def read(source: Path, head: Head) -> Session:  # noqa: ARG001
    """The session in the rollout; it is read line by line."""
    skipped: list[SkippedLine] = []
    reading = _Reading()
    for line, entry in entries(source, skipped):
        reading.add(entry, line)
    required(source, bool(reading.messages or reading.meta), "Codex entries")
    return reading.session(skipped)


def _is_own(entry: dict[str, Any]) -> bool:
    if text(entry.get("type")) in {"session_meta", "response_item"}:
        return isinstance(entry.get("payload"), dict)
    kind = text(entry.get("type"))
    if kind == "message":
        return any(text(mapping(piece).get("type")) in _PIECES for piece in items(entry.get("content")))
    return kind in _BARE and ("call_id" in entry or "summary" in entry)


@dataclass(slots=True)
class _Reading:
    """Builds a session from the lines of a rollout."""

    messages: list[Message] = field(default_factory=list)
    calls: Calls = field(default_factory=Calls)
    waiting: list[Part] = field(default_factory=list)
    """Reasoning and unknown items: they belong to the assistant message that comes."""
    meta: dict[str, str] = field(default_factory=dict)
    context_start: int = 0
    passed_over: int = 0
    line: int = 0
    time: str = ""

    def add(self, entry: dict[str, Any], line: int) -> None:
        kind = text(entry.get("type"))
        payload = mapping(entry.get("payload"))
        self.line, self.time = line, text(entry.get("timestamp"))
        if kind == "response_item":
            self._item(payload)
        elif kind == "compacted":
            self._compacted(payload or entry)
        elif kind == "event_msg":
            self._event(payload)
        elif kind in {"session_meta", "turn_context"}:
            self._read_meta(payload)
        elif kind in _BARE:
            self._item(entry)
        elif not kind and ("record_type" in entry or "instructions" in entry):  # head and state lines of the older form
            self._read_meta(entry)
        elif kind not in _BOOKKEEPING:
            self.passed_over += 1

    def _item(self, item: dict[str, Any]) -> None:
        kind = text(item.get("type"))
        if kind == "message":
            self._message(item)
        elif kind in _CALLS:
            self._call(item)
        elif kind in _OUTPUTS:
            self._output(item)
        elif kind == "reasoning":
            thought = flat(item.get("summary")) or flat(item.get("content"))
            self.waiting.extend([Thinking(thought)] if thought else [])
        elif kind not in _BOOKKEEPING:
            self.waiting.append(opaque(item))

    def _message(self, item: dict[str, Any]) -> None:
        role = item.get("role")
        if _is_injected(item):
            return
        parts = parts_of(item.get("content"))
        if role == "assistant":
            self.calls.new_message()
            self._append(Role.ASSISTANT, (*self._take_waiting(), *parts), text(item.get("id")))
        else:
            self._append(Role.USER if role == "user" else Role.SYSTEM, parts, text(item.get("id")))

    def _call(self, item: dict[str, Any]) -> None:
        name = text(item.get("name")) or "shell"
        if "arguments" in item:
            given = arguments_of(item["arguments"])
        else:
            given = tool_input(item.get("input", item.get("action")))
        if not (self.messages and self.messages[-1].role is Role.ASSISTANT):
            self.calls.new_message()
            self._append(Role.ASSISTANT, (), text(item.get("id")))
        call = ToolCall(self.calls.ask(name, text(item.get("call_id")) or text(item.get("id"))), name, given)
        last = self.messages[-1]
        self.messages[-1] = replace(last, parts=(*last.parts, *self._take_waiting(), call))

    def _output(self, item: dict[str, Any]) -> None:
        call_id, name = self.calls.answer(text(item.get("call_id")))
        written, failed = _output_text(item.get("output"))
        failed = failed or (name == "apply_patch" and speakers.wrote_nothing(written))
        result = ToolResult(call_id, name, written, failed, images(item.get("output")))
        self._append(Role.TOOL, (result,))

    def _compacted(self, payload: dict[str, Any]) -> None:
        history = [mapping(item) for item in items(payload.get("replacement_history"))]
        replayed = [item for item in history if item.get("type") == "message" and not _is_injected(item)]
        texts = [text(payload.get("message")), *(flat(item.get("content")) for item in replayed)]
        sealed = [opaque(item) for item in history if item.get("type") not in ("message", "reasoning")]
        written = [Text("\n".join(each for each in texts if each))] if any(texts) else []
        self.waiting.clear()
        self.context_start = len(self.messages)
        self._append(Role.SYSTEM, (*written, *sealed), is_summary=True)

    def _event(self, payload: dict[str, Any]) -> None:
        if payload.get("type") != "token_count":
            return
        info = mapping(payload.get("info"))
        last = mapping(info.get("last_token_usage"))
        usage = openai_usage(last)
        whole = last.get("total_tokens")
        if usage:
            self._attach_usage(usage, Role.ASSISTANT)
        elif isinstance(whole, int) and whole > 0:  # right after a compaction Codex only says how large the context is
            self._attach_usage(Usage(input=whole), Role.SYSTEM)

    def _attach_usage(self, usage: Usage, role: Role) -> None:
        for place in range(len(self.messages) - 1, self.context_start - 1, -1):
            if self.messages[place].role is role:
                self.messages[place] = replace(self.messages[place], usage=usage)
                return
            if self.messages[place].role is Role.USER:
                return

    def _read_meta(self, payload: dict[str, Any]) -> None:
        for key in ("id", "cwd", "model"):
            given = text(payload.get(key))
            if given and (key == "model" or key not in self.meta):
                self.meta[key] = given

    def _take_waiting(self) -> tuple[Part, ...]:
        parts = tuple(self.waiting)
        self.waiting.clear()
        return parts

    def _append(self, role: Role, parts: tuple[Part, ...], entry_id: str = "", *, is_summary: bool = False) -> None:
        model = self.meta.get("model", "") if role is Role.ASSISTANT else ""
        self.messages.append(
            Message(role, parts, entry_id, self.time, is_summary=is_summary, line=self.line, model=model)
        )

    def session(self, skipped: list[SkippedLine]) -> Session:
        return Session(
            NAME,
            tuple(self.messages),
            id=self.meta.get("id", ""),
            cwd=self.meta.get("cwd", ""),
            model=self.meta.get("model", ""),
            context_start=self.context_start,
            skipped=tuple(skipped),
            opaque_entries=self.passed_over + len(self.waiting),
        )


def _is_injected(item: dict[str, Any]) -> bool:
    if item.get("role") == "developer":
        return True
    return item.get("role") == "user" and flat(item.get("content")).startswith(INJECTED)


def _output_text(output: object) -> tuple[str, bool]:
    """(text, whether it failed) of a tool output; older versions wrap it in JSON with the exit code."""
    if isinstance(output, dict):
        return flat(output.get("content", output.get("output", output))), output.get("success") is False
    if isinstance(output, str) and output.startswith('{"output":'):
        try:
            wrapped = mapping(parsed(output))
        except (ValueError, RecursionError):
            return output, False
        code = mapping(wrapped.get("metadata")).get("exit_code")
        if isinstance(wrapped.get("output"), str) and isinstance(code, int):
            return (f"Exit code: {code}\n" if code else "") + wrapped["output"], bool(code)
    return flat(output), False
