"""The input of a call as named fields, whatever shape a host has given it."""

from dataclasses import replace
from typing import Any

from ...messages import ToolCall
from ...text.patterns import lazy_regex

_KEYS = (
    "file_path|filePath|path|notebook_path|filename|command|cmd|old_string|new_string|oldText|newText|old_str|new_str"
    "|file_text|content|pattern|query|url|prompt|description|subject|status|taskId|input|text|message|workdir|cwd"
)
TASK_CHARACTERS = 80
_FIELD = lazy_regex(rf"(?m)^(?P<key>{_KEYS}): ?")


def plain(call: ToolCall) -> ToolCall:
    """The call with named fields: some hosts hand over the whole input as one text of `key: value` lines."""
    if len(call.input) != 1:
        return call
    ((key, value),) = call.input.items()
    if not isinstance(value, str) or key not in {"input", "arguments", "raw"} or "*** Begin Patch" in value[:200]:
        return call
    starts = list(_FIELD.finditer(value))
    if not starts or starts[0].start() != 0:
        return call
    fields: dict[str, Any] = {}
    for match, following in zip(starts, [*starts[1:], None], strict=True):
        text = value[match.end() : following.start() if following else len(value)]
        fields.setdefault(match["key"], text.removesuffix("\n"))
    return replace(call, input=fields)


def command_of(call: ToolCall) -> str:
    """The shell command of a call; empty where it runs none."""
    value = call.input.get("command") or call.input.get("cmd") or ""
    if isinstance(value, list):
        return str(value[-1]) if value and value[0] in {"bash", "sh", "zsh"} else " ".join(map(str, value))
    return str(value)


def task_of(call: ToolCall) -> str:
    """What a call asks another agent for, in a few words; empty where its host names no task."""
    value = call.input.get("description") or call.input.get("subagent_type") or call.input.get("agent") or ""
    return " ".join(value.split())[:TASK_CHARACTERS] if isinstance(value, str) else ""
