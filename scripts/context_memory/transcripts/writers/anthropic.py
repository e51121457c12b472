"""Messages for the Anthropic API, by its rules: user first, calls and results paired, no empty text.

Thinking is left out unless asked for: after an edit of what stands before it
the API refuses it. System messages become text of the user. A picture stands
as one where the API takes it; elsewhere a line names its original.
"""

import json
from collections.abc import Sequence, Set
from typing import Any, Final

from ...messages import Image, Message, Opaque, Part, Role, Text, Thinking, ToolCall, ToolResult
from ...text import pictures
from .pairing import Said, accepted, paired

OPENING: Final = "[The conversation before this point is not shown.]"
"""Stands first where the first message would be the assistant's."""

_ASSISTANT_BLOCKS: Final = frozenset(
    {
        "bash_code_execution_tool_result",
        "code_execution_tool_result",
        "compaction",
        "container_upload",
        "mcp_tool_result",
        "mcp_tool_use",
        "server_tool_use",
        "text_editor_code_execution_tool_result",
        "tool_search_tool_result",
        "web_fetch_tool_result",
        "web_search_tool_result",
    }
)
_PICTURES: Final = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_USER_BLOCKS: Final = frozenset({"document", "search_result", "container_upload"})
_RESULT_BLOCKS: Final = frozenset({"document", "search_result", "tool_reference"})


def to_messages(messages: Sequence[Message], *, keep_thinking: bool = False) -> list[dict[str, Any]]:
    """The messages in the API's form; what cannot be a block becomes text."""
    sent: list[dict[str, Any]] = []
    for said in paired(messages):
        content = [block for part in said.parts for block in _blocks(part, said.role, keep_thinking=keep_thinking)]
        if content:
            sent.append({"role": _role(said), "content": content})
        if said.results:
            sent.append({"role": "user", "content": [_result(result) for result in said.results]})
    if sent and sent[0]["role"] != "user":
        sent.insert(0, {"role": "user", "content": [_text(OPENING)]})
    return sent


def _role(said: Said) -> str:
    return "assistant" if said.role is Role.ASSISTANT else "user"


def _blocks(part: Part, role: Role, *, keep_thinking: bool) -> list[dict[str, Any]]:
    match part:
        case Text(written):
            return [_text(written)]
        case Thinking(thought, signature):
            keeps = keep_thinking and signature and role is Role.ASSISTANT
            return [{"type": "thinking", "thinking": thought, "signature": signature}] if keeps else []
        case ToolCall(call_id, name, given):
            return [{"type": "tool_use", "id": call_id, "name": accepted(name) or "tool", "input": dict(given)}]
        case ToolResult():  # paired() has moved or rewritten all of them
            return []
        case Image():
            return [_picture(part) if role is not Role.ASSISTANT else _text(pictures.note(part))]
        case Opaque(kind, raw):
            return _opaque(kind, raw, role, keep_thinking=keep_thinking)


def _opaque(kind: str, raw: str, role: Role, *, keep_thinking: bool) -> list[dict[str, Any]]:
    """The original block if the API accepts it, else its JSON as text."""
    if kind in {"thinking", "redacted_thinking"} and not (keep_thinking and role is Role.ASSISTANT):
        return []
    return [_block(kind, raw, {*_ASSISTANT_BLOCKS, "redacted_thinking"} if role is Role.ASSISTANT else _USER_BLOCKS)]


def _block(kind: str, raw: str, known: Set[str]) -> dict[str, Any]:
    try:
        block = json.loads(raw) if kind in known else None
    except (ValueError, RecursionError):
        block = None
    if isinstance(block, dict) and block.get("type") == kind:
        return block
    return _text(f"[{kind}] {raw}")


def _result(result: ToolResult) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "tool_result", "tool_use_id": result.call_id}
    shown = [_picture(each) for each in result.pictures if each.source]
    shown += [_block(each.kind, each.json, _RESULT_BLOCKS) for each in result.others]
    if not result.is_error and any(each["type"] != "text" for each in shown):  # an error may hold text alone
        block["content"] = [*([_text(result.text)] if result.text.strip() else []), *shown]
    elif content := "\n".join(filter(None, (result.whole_text, pictures.result_note(result)))):
        block["content"] = content
    if result.is_error:
        block["is_error"] = True
        block.setdefault("content", "[failed without a message]")  # the API refuses an error without content
    return block


def _picture(picture: Image) -> dict[str, Any]:
    """The image as a block; a line of text if its bytes are missing or of an unsupported type."""
    head, _, rest = picture.source.partition(",")
    kind = head.removeprefix("data:").partition(";")[0]
    if kind in _PICTURES and head == f"data:{kind};base64":
        return {"type": "image", "source": {"type": "base64", "media_type": kind, "data": rest}}
    if head.startswith("https://"):
        return {"type": "image", "source": {"type": "url", "url": picture.source}}
    if head.startswith("file:"):
        return {"type": "image", "source": {"type": "file", "file_id": picture.source.removeprefix("file:")}}
    return _text(pictures.note(picture))


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}
