"""A transcript for people: one heading per message, calls as JSON, results fenced. Same session, same bytes."""

import json
import re
from collections.abc import Sequence
from typing import Final

from ...messages import Image, Message, Opaque, Part, Session, Text, Thinking, ToolCall, ToolResult
from ...text.patterns import lazy_regex

_FENCES: Final = lazy_regex(r"^(.*?)(`{3,}|~{3,})(.*)$", re.MULTILINE)
_SWALLOWS: Final = lazy_regex(
    r"^[^\w\n]*(?:\d+[.)][^\w\n]+)*\d+ · (?:system|user|assistant|tool)|<(?:!|\?|script|pre|style|textarea)",
    re.MULTILINE | re.IGNORECASE,
)
"""Headings like ours, and HTML that ends only at its own end tag."""
_LINE_ENDS: Final = lazy_regex(r"\r\n|\r|\n")
_TICKS: Final = lazy_regex(r"`{3,}")


def to_markdown(transcript: Session | Sequence[Message], *, title: str = "") -> str:
    """Readable Markdown of a session or of some messages; nothing in it can open or close another message's fence."""
    messages = transcript.messages if isinstance(transcript, Session) else transcript
    start = transcript.context_start if isinstance(transcript, Session) else 0
    pieces = [f"# {_line(title)}"] if title else []
    for index, message in enumerate(messages, 1):
        if start and index == start + 1:
            pieces.append("---\n\n*The model's context starts here.*")
        pieces.append(_heading(index, message))
        pieces.extend(filter(None, map(_piece, message.parts)))
    return "\n\n".join(pieces) + "\n" if pieces else ""


def _heading(index: int, message: Message) -> str:
    said = [str(index), message.role.value]
    if message.is_summary:
        said.append("summary")
    if message.time:
        said.append(_line(message.time))
    return "## " + " · ".join(said)


def _piece(part: Part) -> str:
    match part:
        case Text(written):
            return _prose(written)
        case Thinking(thought):
            return "**thinking**\n\n" + _quoted(thought) if thought.strip() else ""
        case ToolCall(call_id, name, given):
            body = json.dumps(dict(given), ensure_ascii=False, indent=2)
            return f"**call** {_code(name or 'tool')} {_code(call_id)}\n\n{_fenced(body, 'json')}"
        case ToolResult():
            return _result(part)
        case Image(media_type):
            return f"*picture {media_type}*".replace(" *", "*")
        case Opaque(kind, raw):
            return f"**{_code(kind)}**\n\n{_fenced(raw, 'json')}"


def _result(result: ToolResult) -> str:
    kind = "error" if result.is_error else "result"
    pictures = f" · pictures: {result.images}" if result.images else ""
    return (
        f"**{kind}** {_code(result.name or 'tool')} {_code(result.call_id)}{pictures}\n\n{_fenced(result.whole_text)}"
    )


def _prose(text: str) -> str:
    """The text; parts that could swallow or imitate later headings are put in a quote."""
    body = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    return _quoted(body) if _SWALLOWS.search(body) or _may_leave_fence_open(body) else body


def _may_leave_fence_open(text: str) -> bool:
    """Whether this text may leave a code fence open."""
    fence = ""
    for before, marks, rest in _FENCES.findall(text):
        if before:
            if not before.strip(" \t>*+-0123456789.)"):
                return True
        elif not fence:
            fence = "" if marks[0] == "`" and "`" in rest else marks
        elif marks[0] == fence[0] and len(marks) >= len(fence) and not rest.strip():
            fence = ""
    return bool(fence)


def _fenced(text: str, language: str = "") -> str:
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}{'' if text.endswith(chr(10)) or not text else chr(10)}{fence}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in _LINE_ENDS.split(text.strip("\r\n")))


def _code(text: str) -> str:
    return f"`{_line(text).replace('`', chr(39))}`" if text else ""


def _line(text: str) -> str:
    return " ".join(text.split())
