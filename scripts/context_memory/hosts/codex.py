"""Maps Codex's hook events to calls of the provider, and their results to replies. Pure.

Events have Claude Code's names and members; a tool's answer is one text. An
output is replaced by `decision: block`, whose reason takes its place whole.
Whether a call failed is not said, so failures are not recorded.
"""

from collections.abc import Mapping
from typing import Any

from ..transcripts.own_texts import FOR_THE_HOST
from ..trim.tool_kinds import is_printed_file
from . import claude_code
from .events import LEAST_OUTPUT, TRIM_SECONDS, Ask, Event

SERVER = "context_memory"
"""How the configuration names our MCP server."""
OWN_TOOLS = f"mcp__{SERVER}__"
"""How the host names the tools of our server: what they say is ours already."""


def event_of(value: Mapping[str, Any]) -> Event:
    """The event as the host writes it on standard input."""
    return claude_code.event_of(value)


def request_for(event: Event) -> Ask | None:
    """The call of the provider for this event; None for none."""
    if event.tool.startswith(OWN_TOOLS):
        return None
    return (
        trim_request(event, claude_code.output_of(event.response))
        if event.name == "PostToolUse"
        else _request_for(event)
    )


def reply_to(event: Event, result: Mapping[str, Any]) -> dict[str, Any]:
    """The reply to the host with this result; {} for none."""
    if event.name == "PostToolUse" and result.get("handle"):
        return {"decision": "block", "reason": result["text"]}
    return claude_code.reply_to(event, result)


def refusal_of_own_tool(event: Event) -> dict[str, Any]:
    """The answer to a model that calls the tool of the plugin itself; {} for every other event."""
    is_ours = event.name == "PreToolUse" and event.tool == f"{OWN_TOOLS}hook"
    return claude_code.denied(event, FOR_THE_HOST) if is_ours else {}


def trim_request(event: Event, output: str, *, least: int = LEAST_OUTPUT) -> Ask | None:
    """The trim of a long output; none of a file that was printed: the agent is about to change it."""
    if len(output) <= least or is_printed_file(event.tool, event.given, output):
        return None
    call: dict[str, Any] = {"output": output, "tool": event.tool}
    return Ask("trim", call | ({"session": event.session} if event.session else {}), TRIM_SECONDS)


def _request_for(event: Event) -> Ask | None:
    return None if event.name == "PostToolUseFailure" else claude_code.request_for(event)
