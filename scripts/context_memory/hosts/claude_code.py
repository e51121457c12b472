"""Maps Claude Code's hook events to calls of the provider, and their results to replies. Pure."""

import json
from collections.abc import Mapping
from typing import Any

from ..text.json_text import TooDeepError, parse_json
from ..text.patterns import lazy_regex
from ..transcripts import speakers
from ..transcripts.own_texts import FOR_THE_HOST
from ..trim.tool_kinds import is_printed_file
from .events import (
    CHECK_SECONDS,
    LEAST_OUTPUT,
    RECALL_SECONDS,
    TRIM_SECONDS,
    Ask,
    Event,
    action_of,
    first_of,
    may_mend,
    text_of,
)

PLUGIN = "context-memory-optimizer"
SERVER = "memory"
OWN_TOOLS = f"mcp__plugin_{PLUGIN}_{SERVER}__"
"""How the host names the tools of our server: what they say is ours already."""
RECALLED = 5
"""Most hits that are added to a prompt: each is paid for on every later request."""
_ASKS = lazy_regex(r"[?？؟]")
_ONE_WORD = lazy_regex(r"\W*(?:[^\W\d_\u3040-\u30ff\u3400-\u9fff]{0,11}|[\d\W_]*|[\u3040-\u30ff\u3400-\u9fff]{1,2})\W*")
_GOES_ON = lazy_regex(
    r"(?i)(?>\W*(?:o?k(?:ay)?|yes|ye[ap]h?|no(?:pe)?|sure|right|correct|exactly|agreed|thanks?(?: you)?|thx|please"
    r"|good|great|nice|perfect|cool|fine|lgtm|awesome|go (?:on|ahead|for it)|(?:please )?continue|proceed"
    r"|next(?: one| step)?|keep going|carry on|do (?:it|so|that)|(?:try|run|do)(?: it| that)? again"
    r"|(?:run|fix|ship|commit|push|merge|stop|try)(?: it| that| this)?|looks? good|sounds good|that works|works|done"
    r"|wait|undo|retry|both|all of (?:it|them)|never ?mind|weiter|ja|nein|danke|bitte|gut|genau|mach(?: das| weiter)?"
    r"|好的?|嗯+|行|可以的?|是的?|对的?|不是?|不用了?|没问题|没事|谢谢|多谢|辛苦了|收到|明白了?|知道了?|了解|不错|很好"
    r"|继续|接着来?|下一[步个]|开始|执行|就这样|同意|确认|没错|试试|再试一?[次下]|重试|停一?下?|吧|了|呢|啊|请"
    r"|はい|いいえ|うん|続けて(?:ください)?|了解(?:です)?|ありがとう(?:ございます)?|お願いします|次"
    r"|네|아니요|계속(?:해)?|좋아요?))*+\W*"
)
"""What a person says so that the agent goes on: it names nothing to look for. How little else is asked for protects
from noise the confidence of recall does, not a length: a question in Chinese has six characters."""
_TEXT_KEYS = ("stdout", "content", "result")
"""Where a tool of the host keeps its output: Bash, Grep, WebFetch."""


def event_of(value: Mapping[str, Any]) -> Event:
    """The event as the host writes it: objects on standard input, JSON texts as arguments of a tool."""
    tool, given = text_of(value.get("tool_name")), _object(value.get("tool_input"))
    response = _value(value.get("tool_response"))
    if tool.startswith("mcp__") and isinstance(response, Mapping):
        response = value.get("tool_response")  # a server's structured answer is a text to the model
    return Event(
        text_of(value.get("hook_event_name") or value.get("event")),
        tool,
        given if isinstance(given, Mapping) else None,
        response,
        text_of(value.get("session_id") or value.get("session")),
        text_of(value.get("prompt")),
        text_of(value.get("error")),
        text_of(value.get("cwd")),
        text_of(value.get("source") or value.get("trigger")),
        text_of(value.get("transcript_path")),
    )


def request_for(event: Event) -> Ask | None:
    """The call of the provider for this event; None for none."""
    match event.name:
        case "PostToolUse":
            return _trim_request(event)
        case "PreToolUse" if not event.tool.startswith(OWN_TOOLS) and (event.command or event.paths):
            return Ask("check", action_of(event), CHECK_SECONDS)
        case "PostToolUseFailure" if not event.tool.startswith(OWN_TOOLS) and event.error:
            return Ask("record-failure", {"error": event.error, **action_of(event)}, CHECK_SECONDS)
        case "UserPromptSubmit":
            words = speakers.said_in(event.prompt)
            if not names_something(words):
                return None
            return Ask("recall", {"query": words, "limit": RECALLED}, RECALL_SECONDS)
        case _:
            return None


def names_something(words: str) -> bool:
    """Whether a prompt has something to look for: no `go on`, `yes` or single word that asks for nothing."""
    is_more = _ASKS.search(words) is not None or _ONE_WORD.fullmatch(words) is None
    return is_more and _GOES_ON.fullmatch(words) is None


def reply_to(event: Event, result: Mapping[str, Any]) -> dict[str, Any]:
    """The reply to the host with this result; {} for none."""
    match event.name:
        case "PostToolUse" if result.get("handle"):
            return _hook(event, updatedToolOutput=_with_output(event.response, result["text"]))
        case "PreToolUse" if not result.get("allowed", True) and not may_mend(event, result):
            return denied(event, result.get("reason") or result.get("entry") or "it failed before")
        case "UserPromptSubmit" | "SessionStart" if result.get("block"):
            return _hook(event, additionalContext=result["block"])
        case _:
            return {}


def refusal_of_own_tool(event: Event) -> dict[str, Any]:
    """The answer to a model that calls the tool of the plugin itself; {} for every other event."""
    is_ours = event.name == "PreToolUse" and event.tool == f"{OWN_TOOLS}hook"
    return denied(event, FOR_THE_HOST) if is_ours else {}


def output_of(response: object) -> str:
    """The text of a tool's answer; empty where the shape has none that may be replaced.

    A file that was read is left alone: the host numbers its lines anew, and gives it back whole after a compaction.
    """
    match response:
        case str():
            return response
        case Mapping() if isinstance(response.get("file"), Mapping) or response.get("isImage"):
            return ""
        case Mapping():
            return first_of(response, _TEXT_KEYS)
        case list() if response and all(isinstance(each, Mapping) and each.get("type") == "text" for each in response):
            return "".join(text_of(each.get("text")) for each in response)
        case _:
            return ""


def _with_output(response: object, text: str) -> object:
    """The answer in the tool's own shape, which the host insists on, with this text."""
    if isinstance(response, Mapping):
        key = next(key for key in _TEXT_KEYS if isinstance(response.get(key), str) and response[key])
        return {**response, key: text}
    return [{"type": "text", "text": text}]


def _trim_request(event: Event) -> Ask | None:
    output = output_of(event.response)
    if event.tool.startswith(OWN_TOOLS) or len(output) <= LEAST_OUTPUT:
        return None
    is_of_server = event.tool.startswith("mcp__")
    if not is_of_server and not isinstance(event.response, Mapping):
        return None
    if is_printed_file(event.tool, event.given, output):
        return None
    call: dict[str, Any] = {"output": output, "tool": event.tool}
    call |= {"path": event.paths[0]} if event.paths and not event.command else {}
    return Ask("trim", call | ({"session": event.session} if event.session else {}), TRIM_SECONDS)


def denied(event: Event, reason: str) -> dict[str, Any]:
    """The answer that refuses a tool call."""
    return _hook(event, permissionDecision="deny", permissionDecisionReason=reason)


def _hook(event: Event, **wanted: object) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event.name, **wanted}}


def conversation_of(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The messages that a module of the host is given for a compaction, as the Messages API has them, one for one."""
    given = value.get("messages")
    return [_message(each) for each in given if isinstance(each, Mapping)] if isinstance(given, list) else []


def _message(value: Mapping[str, Any]) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    for each in _rows(value.get("toolResults")):
        block = {"type": "tool_result", "tool_use_id": text_of(each.get("tool_use_id"))}
        content.append(block | {"content": text_of(each.get("text")), "is_error": each.get("isError") is True})
    if text := text_of(value.get("text")):
        content.append({"type": "text", "text": text})
    for each in _rows(value.get("toolUses")):
        block = {"type": "tool_use", "id": text_of(each.get("tool_use_id")), "name": text_of(each.get("tool"))}
        content.append(block | {"input": _object(each.get("input")) or {}})
    return {"role": text_of(value.get("role")) or "user", "content": content}


def _rows(value: object) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _object(value: object) -> object:
    found = _value(value)
    return found if isinstance(found, Mapping) else None


def _value(value: object) -> object:
    """The value that a JSON text holds, where it is one of an object or a list; else the value itself."""
    if not isinstance(value, str) or not value.startswith(("{", "[")):
        return value
    try:
        return parse_json(value.encode("utf-8", "surrogatepass"))
    except (ValueError, TooDeepError):
        return value


def as_text(answer: Mapping[str, Any]) -> str:
    """The answer as the host reads it."""
    return json.dumps(answer, ensure_ascii=False)
