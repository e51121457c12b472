"""Trims tool outputs after archiving the original."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..settings.values import Settings
from ..storage.archive import Archive, Original
from . import ToolKind, command_of, is_long, kind_of, path_of, records, trimming
from .trimming import TrimOutcome, Untouched

if TYPE_CHECKING:
    from ..messages import Message, Part, Session

KIND = "tool-result"


class Trimmer:
    """Trims tool outputs; `dry` returns the result without archiving."""

    def __init__(self, archive: Archive, settings: Settings, *, dry: bool = False) -> None:
        self.archive = archive
        self.settings = settings
        self.dry = dry

    def trim(
        self,
        output: str | bytes,
        tool: str = "",
        tool_input: Mapping[str, Any] | None = None,
        path: str = "",
        task: str = "",
        *,
        session: str = "",
    ) -> TrimOutcome:
        """The trimmed output; the original is on disk, byte for byte, before anything shorter is returned."""
        text = output if isinstance(output, str) else output.decode("utf-8", "replace")
        kind = kind_of(tool, tool_input) if tool else ToolKind.READ if path else ToolKind.OTHER
        about = path or path_of(tool_input)
        if not is_long(text, kind=kind, path=about, settings=self.settings):
            return Untouched(text)
        raw = output if isinstance(output, bytes) else output.encode("utf-8", "surrogatepass")
        title = " ".join(filter(None, (tool, about or command_of(tool_input))))
        handle = (
            self.archive.handle_of(raw) if self.dry else self.archive.put(raw, kind=KIND, title=title, session=session)
        )
        return trimming.trim(text, kind=kind, path=about, handle=handle, settings=self.settings, task=task)

    def session(self, session: "Session", *, task: str = "") -> "tuple[tuple[Message, ...], int, int]":
        """The messages with old tool records reduced to one line each and other long results trimmed.

        Also how many characters that saved, and how many results and calls it changed.
        """
        from dataclasses import replace

        from ..messages import ToolResult

        messages = self.records(session.messages, session=session.id)
        calls = {call.id: call for message in messages for call in message.calls}

        def trimmed(part: "Part") -> "Part":
            if not isinstance(part, ToolResult):
                return part
            call = calls.get(part.call_id)
            name, given = part.name or (call.name if call else ""), call.input if call else None
            return replace(part, text=self.trim(part.text, name, given, task=task, session=session.id).text)

        shorter = tuple(replace(message, parts=tuple(map(trimmed, message.parts))) for message in messages)
        pairs = [
            (old, new)
            for before, after in zip(session.messages, shorter, strict=True)
            for old, new in zip(before.parts, after.parts, strict=True)
            if old != new
        ]
        return shorter, sum(_size(old) - _size(new) for old, new in pairs), len(pairs)

    def records(self, messages: "Sequence[Message]", *, session: str = "") -> "tuple[Message, ...]":
        """The messages with old tool records reduced to one line each; the originals are archived first."""
        originals: list[Original] = []

        def handle_of(text: str, title: str) -> str:
            raw = text.encode("utf-8", "surrogatepass")
            originals.append(Original(raw, KIND, title, session))
            return self.archive.handle_of(raw)

        shorter = records(messages, self.settings.keep_tool_records, handle_of=handle_of)
        if originals and not self.dry:
            self.archive.put_many(originals)
        return shorter


def _size(part: "Part") -> int:
    """Characters of a tool record."""
    from ..messages import ToolCall, ToolResult

    match part:
        case ToolResult():
            return len(part.text)
        case ToolCall():
            return sum(len(value) for value in part.input.values() if isinstance(value, str))
        case _:
            return 0
