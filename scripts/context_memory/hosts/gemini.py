"""Maps Gemini CLI's hook events to calls of the provider, and their results to replies. Pure.

An output can only be replaced as an error (`decision: deny`), so only one is
that fills the context; the text says that the call succeeded. A call that
failed says so in its output. Its summariser cannot be told anything, so what a
summary lost is added to it in each request (`BeforeModel`).
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..transcripts.own_texts import FOR_THE_HOST, SUCCEEDED
from . import claude_code, codex
from .codex import SERVER
from .events import BEFORE_MODEL, CHECK_SECONDS, Ask, Event, action_of, may_mend, text_of

LEAST_OUTPUT = 12_000
"""Characters of an output below which it is not replaced: it would come as an error, which a model may try again."""
_EVENTS = {
    "SessionStart": "SessionStart",
    "BeforeAgent": "UserPromptSubmit",
    "BeforeTool": "PreToolUse",
    "AfterTool": "PostToolUse",
    BEFORE_MODEL: BEFORE_MODEL,
    "SessionEnd": "SessionEnd",
}
_NAMES = {ours: theirs for theirs, ours in _EVENTS.items()} | {"PostToolUseFailure": "AfterTool"}
_ADDED = re.compile(r"<hook_context>.*?</hook_context>\s*", re.DOTALL)
"""What hooks added to a prompt comes back in it."""
_FAILED = re.compile(r"(?m)^(?:Exit Code|Error): (?!0\b|\(none\))")
ACKNOWLEDGED = "Got it. Thanks for the additional context!"
"""What the host has the model say behind a summary; the summary itself is the model's, and may look in any way."""
OWN_TOOLS = (f"mcp_{SERVER}_", f"{SERVER}__", f"mcp__{SERVER}__")
_READS = frozenset({"read_file", "read_many_files"})


def event_of(value: Mapping[str, Any]) -> Event:
    """The event as the host writes it on standard input, with the name that it has elsewhere."""
    name = _EVENTS.get(text_of(value.get("hook_event_name")), "")
    event = claude_code.event_of(value)
    if name == BEFORE_MODEL:
        return _before_model(event, value.get("llm_request"))
    output = _output(value.get("tool_response"))
    event = replace(event, name=name, prompt=_ADDED.sub("", event.prompt), response=output)
    if name == "PostToolUse" and _FAILED.search(output):
        return replace(event, name="PostToolUseFailure", error=output)
    return event


def request_for(event: Event) -> Ask | None:
    """The call of the provider for this event; None for none."""
    if event.tool.startswith(OWN_TOOLS):
        return None
    match event.name:
        case "PostToolUse" if event.tool not in _READS:
            return codex.trim_request(event, text_of(event.response), least=LEAST_OUTPUT)
        case "PostToolUseFailure" if event.command or event.paths:
            return Ask("record-failure", {"error": event.error, **action_of(event)}, CHECK_SECONDS)
        case "PreToolUse" | "UserPromptSubmit":
            return claude_code.request_for(event)
        case _:
            return None


def reply_to(event: Event, result: Mapping[str, Any]) -> dict[str, Any]:
    """The reply to the host with this result; {} for none."""
    match event.name:
        case "PostToolUse" if result.get("handle"):
            return {"decision": "deny", "reason": SUCCEEDED + result["text"]}
        case "PreToolUse" if not result.get("allowed", True) and not may_mend(event, result):
            return _denied(result.get("reason") or result.get("entry") or "it failed before")
        case "BeforeModel" if result.get("block") and isinstance(event.response, list):
            *before, summary = event.response
            messages = [*before, {**summary, "content": f"{summary['content']}\n\n{result['block']}"}]
            return {"hookSpecificOutput": {"hookEventName": BEFORE_MODEL, "llm_request": {"messages": messages}}}
        case "UserPromptSubmit" | "SessionStart" if result.get("block"):
            added = {"hookEventName": _NAMES[event.name], "additionalContext": result["block"]}
            return {"hookSpecificOutput": added}
        case _:
            return {}


def refusal_of_own_tool(event: Event) -> dict[str, Any]:
    """The answer to a model that calls the tool of the plugin itself; {} for every other event."""
    is_ours = event.name == "PreToolUse" and event.tool in {f"{each}hook" for each in OWN_TOOLS}
    return _denied(FOR_THE_HOST) if is_ours else {}


def _before_model(event: Event, request: object) -> Event:
    """The event with the messages up to the summary as its response.

    The host puts messages that come back over its own, one after the other, and leaves those after them alone.
    """
    given = request.get("messages") if isinstance(request, Mapping) else None
    messages = [each for each in given if isinstance(each, Mapping)] if isinstance(given, list) else []
    texts = [text_of(each.get("content")) for each in messages]
    if ACKNOWLEDGED not in texts[1:]:
        return replace(event, name="")
    until = texts.index(ACKNOWLEDGED, 1)
    told = "\n".join(texts)
    return replace(event, response=messages[:until], start=texts[until - 1], told=told, source="compact")


def _denied(reason: str) -> dict[str, Any]:
    return {"decision": "deny", "reason": reason}


def _output(response: object) -> str:
    """The text that the model is shown: a text, or parts of which some are texts."""
    given = response.get("llmContent") if isinstance(response, Mapping) else response
    if isinstance(given, str):
        return given
    parts = given if isinstance(given, list) else [given]
    texts = [each.get("text") if isinstance(each, Mapping) else each for each in parts]
    return "".join(text for text in texts if isinstance(text, str)) if all(isinstance(t, str) for t in texts) else ""
