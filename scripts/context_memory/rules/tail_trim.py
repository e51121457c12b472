"""Trim a tool output to the room that a kept message has for it, by the rules of the trim stage."""

from dataclasses import replace

from ..model.session import ToolCall, ToolResult
from ..model.settings import Settings
from . import trim
from .tail import TrimResult
from .trim import ToolKind

SMALLEST_ROOM = 160  # characters; in less only a beginning and the handle have a place


def of(settings: Settings) -> TrimResult:
    """How these settings trim a result in at most about a room of characters."""

    def trimmed(result: ToolResult, call: ToolCall | None, handle: str, room: int) -> str:
        if room < SMALLEST_ROOM:
            marker = f"[… show_archive {handle}]"
            return result.text[: max(0, room - len(marker))] + marker
        smaller = replace(
            settings,
            trim_chars=room,
            trim_read_chars=room,
            trim_tail_chars=room // 4,
            trim_fact_chars=room // 2,
        )
        name, tool_input = (call.name, call.input) if call else (result.name, {})
        kind = trim.kind_of(name, tool_input) if name else ToolKind.OTHER
        shown = trim.trim(result.text, kind=kind, path=trim.path_of(tool_input), handle=handle, settings=smaller).text
        if len(shown) <= room:
            return shown
        marker = f"\n[… original: show_archive {handle}]\n"
        half = max(20, (room - len(marker)) // 2)
        return shown[:half] + marker + shown[len(shown) - half :]

    return trimmed
