"""What the plugin changes in OpenClaw's configuration, as texts before and after. Pure."""

import json

from ..errors import InputError
from ..text import config_edit
from .openclaw import PLUGIN, PROVIDER

FOLDER = "openclaw-plugin"
"""Of the plugin, in a clone and in a package."""
_PATHS = ("plugins", "load", "paths")
_ENTRY = ("plugins", "entries", PLUGIN)
_ALLOWED = ("plugins", "allow")
_PROVIDER = ("agents", "defaults", "compaction", "provider")
_ENGINE = ("plugins", "slots", "contextEngine")
_INCLUDE = "$include"


def config_with(text: str | None, path: str, folder: str, python: str = "") -> str:
    """The configuration that loads the plugin from this folder, has it summarise compactions, and run this Python."""
    text = text or ""
    _check(text, path)
    text = config_edit.without_item(text, _PATHS, lambda item: _is_ours(item) and item != folder, path)
    text = config_edit.with_item(text, _PATHS, folder, path)
    text = config_edit.with_member(text, (*_ENTRY, "enabled"), True, path)
    text = config_edit.with_member(text, (*_ENTRY, "hooks", "allowConversationAccess"), True, path)
    if python:
        text = config_edit.with_member(text, (*_ENTRY, "config", "python"), python, path)
    if config_edit.value_at(text, _ALLOWED, path):
        text = config_edit.with_item(text, _ALLOWED, PLUGIN, path)
    return config_edit.with_member(text, _PROVIDER, PROVIDER, path)


def config_without(text: str, path: str, before: str | None) -> str:
    """The same without the plugin; the provider that the configuration named `before` is named again."""
    text = config_edit.without_item(text, _PATHS, _is_ours, path)
    text = config_edit.without_member(text, _ENTRY, path)
    text = config_edit.without_item(text, _ALLOWED, lambda item: item == PLUGIN, path)
    if config_edit.value_at(text, _ENGINE, path) == PROVIDER:
        text = config_edit.without_member(text, _ENGINE, path)
    if config_edit.value_at(text, _PROVIDER, path) != PROVIDER:
        return text
    earlier = config_edit.value_at(before or "", _PROVIDER, path)
    if earlier and earlier != PROVIDER:
        return config_edit.with_member(text, _PROVIDER, earlier, path)
    return config_edit.without_member(text, _PROVIDER, path)


def _is_ours(item: object) -> bool:
    return isinstance(item, str) and item.rstrip("/").rpartition("/")[2] == FOLDER


def _check(text: str, path: str) -> None:
    value = config_edit.value_at(text, (), path)
    if not isinstance(value, dict):
        raise InputError(f"{path} holds no JSON object", hint="mend it; nothing was changed")
    for name in ("plugins", "agents"):
        if _INCLUDE in json.dumps(value.get(name, {})) or _INCLUDE in value:
            raise InputError(
                f"{path} takes {name} from another file",
                hint=f"add to that file what `openclaw plugins install --link {FOLDER}` adds; nothing was changed",
            )
    if config_edit.value_at(text, ("plugins", "enabled"), path) is False:
        raise InputError(f"plugins.enabled is false in {path}", hint="set it to true; nothing was changed")
    if PLUGIN in (config_edit.value_at(text, ("plugins", "deny"), path) or ()):
        raise InputError(f"plugins.deny names {PLUGIN} in {path}", hint="take it out; nothing was changed")
