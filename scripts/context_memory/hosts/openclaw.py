"""Maps OpenClaw's hook events to calls of the provider, and their results to replies. Pure.

The plugin (`openclaw-plugin/`) sends an event as a JSON object: event, tool,
params, output, error, session, cwd; before a prompt, what the person says, what
the context begins with, and what stands behind that.
"""

from collections.abc import Mapping
from typing import Any

from ..trim.tool_kinds import is_printed_file
from .events import BEFORE_MODEL, CHECK_SECONDS, LEAST_OUTPUT, TRIM_SECONDS, Ask, Event, action_of, may_mend, text_of

PLUGIN = "context-memory-optimizer"
PROVIDER = PLUGIN
"""Id of our compaction provider and of our context engine."""
OWN_TOOLS = frozenset({"recall_memory", "remember_fact", "read_original"})
"""What they say is ours already."""
_LEFT_WHOLE = OWN_TOOLS | {"read", "memory_search", "memory_get", "tool_search", "tool_describe"}
"""A file that was read is worked on; the others are found or described to be used."""

_EVENTS = {"before_prompt_build": BEFORE_MODEL}


def event_of(value: Mapping[str, Any]) -> Event:
    """The event as the plugin sends it; a tool that was called through `tool_call` is the one that is meant."""
    tool, given = text_of(value.get("tool")), value.get("params")
    if tool == "tool_call" and isinstance(given, Mapping):
        tool, given = text_of(given.get("id")), given.get("args")
    name, prompt = text_of(value.get("event")), text_of(value.get("prompt"))
    start, said = text_of(value.get("start")), value.get("said")
    between = map(text_of, said) if isinstance(said, list) else ()
    return Event(
        _EVENTS.get(name, name),
        tool,
        given if isinstance(given, Mapping) else None,
        response=value.get("output"),
        session=text_of(value.get("session")),
        prompt=prompt,
        error=text_of(value.get("error")),
        cwd=text_of(value.get("cwd")),
        start=start,
        told="\n".join([start, *between, prompt]),
    )


def request_for(event: Event) -> Ask | None:
    """The call of the provider for this event; None for none."""
    if event.tool in OWN_TOOLS:
        return None
    match event.name:
        case "tool_result":
            return _trim_request(event)
        case "before_tool_call" if event.command or event.paths:
            return Ask("check", action_of(event), CHECK_SECONDS)
        case "after_tool_call" if event.error:
            return Ask("record-failure", {"error": event.error, **action_of(event)}, CHECK_SECONDS)
        case _:
            return None


def reply_to(event: Event, result: Mapping[str, Any]) -> dict[str, Any]:
    """The reply to the plugin with this result; {} for none."""
    match event.name:
        case "tool_result" if result.get("handle"):
            return {"text": result["text"]}
        case "before_tool_call" if not result.get("allowed", True) and not may_mend(event, result):
            return {"block": result.get("reason") or result.get("entry") or "it failed before"}
        case "BeforeModel" if result.get("block"):
            return {"system": result["block"]}
        case _:
            return {}


def refusal_of_own_tool(event: Event) -> dict[str, Any]:  # noqa: ARG001
    """Nothing: a model cannot reach the socket of the plugin."""
    return {}


def _trim_request(event: Event) -> Ask | None:
    output = text_of(event.response)
    is_whole = event.tool in _LEFT_WHOLE or len(output) <= LEAST_OUTPUT
    if is_whole or is_printed_file(event.tool, event.given, output):
        return None
    call: dict[str, Any] = {"output": output, "tool": event.tool}
    call |= {"path": event.paths[0]} if event.paths and not event.command else {}
    return Ask("trim", call | ({"session": event.session} if event.session else {}), TRIM_SECONDS)
