"""Edits the configurations of hosts to add or remove the plugin: texts in, texts out. Pure."""

import difflib
import json
import shlex
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..text import config_edit
from ..text.json_text import parse_json
from .claude_code import PLUGIN
from .codex import SERVER
from .openclaw import PROVIDER

MARKETPLACE = PLUGIN
NAME = f"{PLUGIN}@{MARKETPLACE}"
"""The plugin as Claude Code names it."""
COMPACTION = "context-memory-compaction"
"""The other plugin of the marketplace, which replaces the host's compaction; who wants it installs it."""
TESTED_CLAUDE_CODE = ("2.1.330",)
"""Versions of the host that the plugin was driven with, newest first, as those below; `make test-hosts` proves it."""
TESTED_OPENCLAW = ("2026.9.6",)
TESTED_CODEX = ("0.169.0",)
TESTED_GEMINI = ("0.61.0",)
"""Gemini CLI."""
TESTED_INSPECTOR = ("2.12.0",)
"""The inspector of the Model Context Protocol."""
_STARTER = '''\
"""Start the program that pip installed; `context-memory install` wrote this file."""

import os
import sys

PROGRAM = {program}

try:
    os.execv(PROGRAM[0], PROGRAM + sys.argv[1:])
except OSError as error:
    sys.exit("%s: %s; run `context-memory install` again" % (PROGRAM[0], error.strerror))
'''
_DECLARED, _ENABLED = "extraKnownMarketplaces", "enabledPlugins"


@dataclass(frozen=True, slots=True)
class Change:
    """One file that is changed; None stands for a file that is not there."""

    path: str
    before: str | None
    after: str | None
    copy_of: str = ""
    """A file of the package that comes here as it is, in a folder of ours."""

    @property
    def diff(self) -> str:
        """The change as `diff -u` writes it; of a copy the names alone."""
        if self.copy_of:
            return f"--- {self.copy_of}\n+++ {self.path}\n"
        old, new = (self.before or "").splitlines(keepends=True), (self.after or "").splitlines(keepends=True)
        lines = difflib.unified_diff(old, new, self.path, self.path if self.after is not None else "/dev/null")
        return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def starter(program: Sequence[str]) -> str:
    """A script that any Python 3 may run: it goes on as this program, with the words that it was given."""
    return _STARTER.format(program=json.dumps(list(program)))


def settings_with(text: str | None, path: str, source: str) -> str:
    """Settings of Claude Code that declare the folder `source` as a marketplace and enable the plugin in it."""
    _object(text, path)  # the host reads plain JSON
    entry = {"source": {"source": "directory", "path": source}}
    text = config_edit.with_member(text or "", (_DECLARED, MARKETPLACE), entry, path)
    return config_edit.with_member(text, (_ENABLED, NAME), True, path)


def settings_without(text: str, path: str) -> str:
    """The same without what comes from our marketplace; a part that is empty then goes too."""
    for part in (_DECLARED, _ENABLED):
        found = config_edit.value_at(text, (part,), path)
        for name in found if isinstance(found, dict) else ():
            text = config_edit.without_member(text, (part, name), path) if _is_ours(name) else text
    return text


def registry_without(text: str, path: str) -> str:
    """A list of what is installed, as the host keeps it, without the plugin."""
    listed = _object(text, path)
    inner = listed.get("plugins")
    if isinstance(inner, Mapping) and any(map(_is_ours, inner)):
        listed = listed | {"plugins": {key: each for key, each in inner.items() if not _is_ours(key)}}
    elif MARKETPLACE in listed:
        listed = {key: each for key, each in listed.items() if key != MARKETPLACE}
    else:
        return text
    return _written(listed, text)


def _is_ours(name: str) -> bool:
    """Whether this names our marketplace, or a plugin of it as the host does."""
    return name == MARKETPLACE or name.endswith(f"@{MARKETPLACE}")


def _object(text: str | None, path: str) -> dict[str, Any]:
    if text is None or not text.strip():
        return {}
    try:
        value = parse_json(text)
    except ValueError as error:
        raise InputError(f"{path} is no JSON: {error}", hint="mend it; nothing was changed") from error
    if not isinstance(value, dict):
        raise InputError(f"{path} holds no JSON object", hint="mend it; nothing was changed")
    return value


def _written(value: dict[str, Any], text: str | None) -> str:
    """JSON in the order and with the indentation of the text before."""
    lines = (text or "").splitlines()
    first = next((line for line in lines[1:] if line.strip()), "  ")
    indent = first[: len(first) - len(first.lstrip())] or "  "
    return json.dumps(value, ensure_ascii=False, indent="\t" if "\t" in indent else len(indent)) + "\n"


# -- Codex and Gemini CLI -----------------------------------------------------------------------------------

_SERVER_TABLE = ("mcp_servers", SERVER)
_HOOKS = "hooks"
_SCRIPT, _QUICK_SCRIPT = "context-memory.py", "answer_hook.py"
_OF_SESSIONS = frozenset({"SessionStart", "PreCompact", "SessionEnd"})
"""Events that the server is not asked about: only the hook's own process may be told of a transcript."""
_SERVER_VARIABLES = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "CONTEXT_MEMORY_STORE")
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
    if hooks is CODEX:
        _object(text, path)  # the host reads plain JSON
    for event, seconds in hooks.seconds.items():
        command = " ".join(map(shlex.quote, _hook_words(event, hooks.host, program)))
        hook = {"type": "command", "command": command, "timeout": seconds * hooks.unit}
        group = {_HOOKS: [{"name": PLUGIN, **hook} if hooks is GEMINI else hook]}

        def is_old(item: object, wanted: dict[str, Any] = group) -> bool:
            return _is_our_hook(item, hooks.host) and item != wanted

        text = config_edit.without_item(text, (_HOOKS, event), is_old, path)
        text = config_edit.with_item(text, (_HOOKS, event), group, path)
    return text


def commands_of(text: str, path: str, hooks: Hooks) -> dict[str, str]:
    """The command of our hook by event."""
    found = {}
    for event in hooks.seconds:
        for group in config_edit.value_at(text, (_HOOKS, event), path) or ():
            if _is_our_hook(group, hooks.host):
                found[event] = str(group[_HOOKS][0].get("command", ""))
    return found


def untrusted_events(config: str, path: str, hooks_file: str, events: Iterable[str]) -> list[str]:
    """Those whose hook in this file Codex was not told to trust, by its config.toml; whether the hook is still the one
    that was trusted Codex alone can tell."""
    try:
        parsed = tomllib.loads(config)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML: {error}", hint="mend it; nothing was changed") from error
    listed = parsed.get(_HOOKS, {}).get("state", {}) if isinstance(parsed.get(_HOOKS), dict) else {}
    known = [key for key, each in listed.items() if isinstance(each, dict) and each.get("trusted_hash")]
    known = [key for key in known if listed[key].get("enabled") is not False]

    def is_known(event: str) -> bool:
        name = "".join(f"_{char.lower()}" if char.isupper() else char for char in event).strip("_")
        return any(key.startswith(f"{hooks_file}:{name}:") for key in known)

    return [event for event in events if not is_known(event)]


def is_switched_off(text: str, path: str) -> bool:
    """Whether Gemini CLI's settings switch hooks off, all or ours."""
    config = config_edit.value_at(text, ("hooksConfig",), path)
    config = config if isinstance(config, dict) else {}
    disabled = config.get("disabled")
    names_ours = isinstance(disabled, list) and PLUGIN in disabled
    return names_ours or False in (config.get("enabled"), config_edit.value_at(text, ("tools", "enableHooks"), path))


def hooks_without(text: str, path: str, hooks: Hooks) -> str:
    """The same without our hooks."""
    for event in hooks.seconds:
        text = config_edit.without_item(text, (_HOOKS, event), lambda item: _is_our_hook(item, hooks.host), path)
    return text


def server_of(program: Sequence[str]) -> dict[str, str | list[str]]:
    """The MCP server, as both hosts want it: it works in the folder of the session, and answers hooks."""
    return {"command": program[0], "args": [*program[1:], "mcp", "--workspace", ".", "--hooks"]}


def codex_config_with(text: str | None, path: str, program: Sequence[str]) -> str:
    """Codex's config.toml with our MCP server, which is started with few variables unless they are named."""
    return config_edit.with_table(
        text or "", _SERVER_TABLE, server_of(program) | {"env_vars": list(_SERVER_VARIABLES)}, path
    )


def codex_config_without(text: str, path: str) -> str:
    """The same without it."""
    return config_edit.without_table(text, _SERVER_TABLE, path)


def gemini_settings_with(text: str | None, path: str, program: Sequence[str]) -> str:
    """Gemini CLI's settings.json with our hooks and our MCP server."""
    text = hooks_with(text, path, GEMINI, program)
    return config_edit.with_member(text, ("mcpServers", SERVER), server_of(program), path)


def gemini_settings_without(text: str, path: str) -> str:
    """The same without them."""
    return config_edit.without_member(hooks_without(text, path, GEMINI), ("mcpServers", SERVER), path)


def _hook_words(event: str, host: str, program: Sequence[str]) -> list[str]:
    """The command of a hook: for tools and prompts the script that imports next to nothing, where there is one."""
    *before, script = program
    if event in _OF_SESSIONS or not script.endswith(f"/{_SCRIPT}"):
        return [*program, "hook", host]
    return [*before, script.removesuffix(_SCRIPT) + _QUICK_SCRIPT, "--client", host]


def _is_our_hook(item: object, host: str) -> bool:
    inner = item.get(_HOOKS) if isinstance(item, Mapping) else None
    commands = [each.get("command") for each in inner if isinstance(each, Mapping)] if isinstance(inner, list) else []
    endings = (("context-memory", f" hook {host}"), (_QUICK_SCRIPT, f" {host}"))
    texts = [each for each in commands if isinstance(each, str)]
    return any(name in each and each.endswith(end) for each in texts for name, end in endings)


# -- OpenClaw -----------------------------------------------------------------------------------------------

OPENCLAW_FOLDER = "openclaw-plugin"
"""Of the plugin, in a clone and in a package."""
_OPENCLAW_PATHS = ("plugins", "load", "paths")
_OPENCLAW_ENTRY = ("plugins", "entries", PLUGIN)
_ALLOWED = ("plugins", "allow")
_PROVIDER = ("agents", "defaults", "compaction", "provider")
_ENGINE = ("plugins", "slots", "contextEngine")
_INCLUDE = "$include"


def openclaw_config_with(text: str | None, path: str, folder: str, python: str = "") -> str:
    """The configuration that loads the plugin from this folder, has it summarise compactions, and run this Python."""
    text = text or ""
    _check_openclaw(text, path)
    text = config_edit.without_item(text, _OPENCLAW_PATHS, lambda item: _is_our_folder(item) and item != folder, path)
    text = config_edit.with_item(text, _OPENCLAW_PATHS, folder, path)
    text = config_edit.with_member(text, (*_OPENCLAW_ENTRY, "enabled"), True, path)
    text = config_edit.with_member(text, (*_OPENCLAW_ENTRY, "hooks", "allowConversationAccess"), True, path)
    if python:
        text = config_edit.with_member(text, (*_OPENCLAW_ENTRY, "config", "python"), python, path)
    if config_edit.value_at(text, _ALLOWED, path):
        text = config_edit.with_item(text, _ALLOWED, PLUGIN, path)
    return config_edit.with_member(text, _PROVIDER, PROVIDER, path)


def openclaw_config_without(text: str, path: str, before: str | None) -> str:
    """The same without the plugin; the provider that the configuration named `before` is named again."""
    text = config_edit.without_item(text, _OPENCLAW_PATHS, _is_our_folder, path)
    text = config_edit.without_member(text, _OPENCLAW_ENTRY, path)
    text = config_edit.without_item(text, _ALLOWED, lambda item: item == PLUGIN, path)
    if config_edit.value_at(text, _ENGINE, path) == PROVIDER:
        text = config_edit.without_member(text, _ENGINE, path)
    if config_edit.value_at(text, _PROVIDER, path) != PROVIDER:
        return text
    earlier = config_edit.value_at(before or "", _PROVIDER, path)
    if earlier and earlier != PROVIDER:
        return config_edit.with_member(text, _PROVIDER, earlier, path)
    return config_edit.without_member(text, _PROVIDER, path)


def _is_our_folder(item: object) -> bool:
    return isinstance(item, str) and item.rstrip("/").rpartition("/")[2] == OPENCLAW_FOLDER


def _check_openclaw(text: str, path: str) -> None:
    value = config_edit.value_at(text, (), path)
    if not isinstance(value, dict):
        raise InputError(f"{path} holds no JSON object", hint="mend it; nothing was changed")
    for name in ("plugins", "agents"):
        if _INCLUDE in json.dumps(value.get(name, {})) or _INCLUDE in value:
            raise InputError(
                f"{path} takes {name} from another file",
                hint=f"add what `openclaw plugins install --link {OPENCLAW_FOLDER}` adds there; nothing was changed",
            )
    if config_edit.value_at(text, ("plugins", "enabled"), path) is False:
        raise InputError(f"plugins.enabled is false in {path}", hint="set it to true; nothing was changed")
    if PLUGIN in (config_edit.value_at(text, ("plugins", "deny"), path) or ()):
        raise InputError(f"plugins.deny names {PLUGIN} in {path}", hint="take it out; nothing was changed")
