"""What is changed in the configurations of Codex and Gemini CLI, as texts before and after. Pure."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..text import config_edit
from .codex import SERVER

NAME = "context-memory-optimizer"
_TABLE = ("mcp_servers", SERVER)
_HOOKS = "hooks"
_SCRIPT, _QUICK_SCRIPT = "context-memory.py", "answer_hook.py"
_OF_SESSIONS = frozenset({"SessionStart", "PreCompact", "SessionEnd"})
"""Events that the server is not asked about: only the hook's own process may be told of a transcript."""
_VARIABLES = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "CONTEXT_MEMORY_STORE")
"""What says where our state is: the server has to find that of the hooks."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """The hooks of one host: events with the seconds that it waits, and how it counts them."""

    host: str
    seconds: Mapping[str, int]
    unit: int = 1
    """How many of the host's units a second has."""


CODEX = Hooks(
    "codex",
    {"SessionStart": 10, "UserPromptSubmit": 10, "PreToolUse": 5, "PostToolUse": 10, "PreCompact": 20, "SessionEnd": 3},
)
GEMINI = Hooks(
    "gemini",
    {"SessionStart": 10, "BeforeAgent": 10, "BeforeModel": 5, "BeforeTool": 5, "AfterTool": 10, "SessionEnd": 3},
    unit=1_000,
)


def hooks_with(text: str | None, path: str, hooks: Hooks, program: Sequence[str]) -> str:
    """The JSON in which these hooks run the program; hooks of ours that are written otherwise are replaced."""
    text = text or ""
    for event, seconds in hooks.seconds.items():
        command = " ".join(map(shlex.quote, _words(event, hooks.host, program)))
        hook = {"type": "command", "command": command, "timeout": seconds * hooks.unit}
        group = {_HOOKS: [{"name": NAME, **hook} if hooks is GEMINI else hook]}

        def is_old(item: object, wanted: dict[str, Any] = group) -> bool:
            return _is_ours(item, hooks.host) and item != wanted

        text = config_edit.without_item(text, (_HOOKS, event), is_old, path)
        text = config_edit.with_item(text, (_HOOKS, event), group, path)
    return text


def hooks_without(text: str, path: str, hooks: Hooks) -> str:
    """The same without our hooks."""
    for event in hooks.seconds:
        text = config_edit.without_item(text, (_HOOKS, event), lambda item: _is_ours(item, hooks.host), path)
    return text


def server_of(program: Sequence[str]) -> dict[str, str | list[str]]:
    """The MCP server, as both hosts want it: it works in the folder of the session, and answers hooks."""
    return {"command": program[0], "args": [*program[1:], "mcp", "--workspace", ".", "--hooks"]}


def codex_config_with(text: str | None, path: str, program: Sequence[str]) -> str:
    """Codex's config.toml with our MCP server, which is started with few variables unless they are named."""
    return config_edit.with_table(text or "", _TABLE, server_of(program) | {"env_vars": list(_VARIABLES)}, path)


def codex_config_without(text: str, path: str) -> str:
    """The same without it."""
    return config_edit.without_table(text, _TABLE, path)


def gemini_settings_with(text: str | None, path: str, program: Sequence[str]) -> str:
    """Gemini CLI's settings.json with our hooks and our MCP server."""
    text = hooks_with(text, path, GEMINI, program)
    return config_edit.with_member(text, ("mcpServers", SERVER), server_of(program), path)


def gemini_settings_without(text: str, path: str) -> str:
    """The same without them."""
    return config_edit.without_member(hooks_without(text, path, GEMINI), ("mcpServers", SERVER), path)


def _words(event: str, host: str, program: Sequence[str]) -> list[str]:
    """The command of a hook: for tools and prompts the script that imports next to nothing, where there is one."""
    *before, script = program
    if event in _OF_SESSIONS or not script.endswith(f"/{_SCRIPT}"):
        return [*program, "hook", host]
    return [*before, script.removesuffix(_SCRIPT) + _QUICK_SCRIPT, "--client", host]


def _is_ours(item: object, host: str) -> bool:
    inner = item.get(_HOOKS) if isinstance(item, Mapping) else None
    commands = [each.get("command") for each in inner if isinstance(each, Mapping)] if isinstance(inner, list) else []
    endings = (("context-memory", f" hook {host}"), (_QUICK_SCRIPT, f" {host}"))
    texts = [each for each in commands if isinstance(each, str)]
    return any(name in each and each.endswith(end) for each in texts for name, end in endings)
