"""Context editing of the Messages API: `clear_tool_uses_20250919`, what it removes and reports.

The server clears old tool results before the model sees the request; what the
client sent is unchanged, so thinking stays valid. It applies to the request as
it was sent, every time: cleared results are cleared again. Other edits are
accepted and do nothing.
"""

import json
from typing import Any

from .api_rules import RequestRefusedError, blocks

BETA = "context-management-2025-06-27"
CLEAR = "clear_tool_uses_20250919"
TRIGGER, KEEP = 100_000, 3
"""Input tokens above which results are cleared, and how many stay, where the request does not say."""
_CLEARED = "[Old tool result content cleared]"


def edited(
    body: dict[str, Any], betas: str, tokens: int, characters_per_token: float
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The request as the model sees it, and the applied edits; RequestRefusedError without the beta."""
    management = body.get("context_management")
    if management is None:
        return body, []
    if BETA not in betas:
        raise RequestRefusedError("context_management: Extra inputs are not permitted")
    applied: list[dict[str, Any]] = []
    for edit in management.get("edits") or []:
        if edit.get("type") == CLEAR:
            body, saved, count = _clear_tool_results(body, edit, tokens, characters_per_token)
            if count:
                applied.append({"type": CLEAR, "cleared_tool_uses": count, "cleared_input_tokens": saved})
    return body, applied


def _clear_tool_results(
    body: dict[str, Any], edit: dict[str, Any], tokens: int, characters_per_token: float
) -> tuple[dict[str, Any], int, int]:
    calls = [
        block for message in body["messages"] for block in blocks(message["content"]) if block["type"] == "tool_use"
    ]
    spared = {call["id"] for call in calls if call["name"] in (edit.get("exclude_tools") or ())}
    results = [
        block["tool_use_id"]
        for message in body["messages"]
        for block in blocks(message["content"])
        if block["type"] == "tool_result"
    ]
    trigger = edit.get("trigger") or {"type": "input_tokens", "value": TRIGGER}
    reached = len(results) if trigger["type"] == "tool_uses" else tokens
    keep = (edit.get("keep") or {}).get("value", KEEP)
    old = set(results[: max(0, len(results) - keep)]) - spared
    if reached <= trigger["value"] or not old:
        return body, 0, 0
    saved = 0
    messages = []
    for message in body["messages"]:
        content = []
        for block in blocks(message["content"]):
            if block["type"] == "tool_result" and block["tool_use_id"] in old:
                saved += len(json.dumps(block.get("content"), ensure_ascii=False)) - len(_CLEARED)
                block = {**block, "content": _CLEARED}  # noqa: PLW2901 - a copy in its place
            content.append(block)
        messages.append({**message, "content": content})
    saved = max(0, int(saved / characters_per_token))
    if saved < (edit.get("clear_at_least") or {}).get("value", 0):
        return body, 0, 0
    return {**body, "messages": messages}, saved, len(old)
