"""What the plugin changes in the configuration of a host, as texts before and after. Pure."""

import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..text import config_edit
from ..text.json_text import parse_json
from .claude_code import PLUGIN

MARKETPLACE = PLUGIN
NAME = f"{PLUGIN}@{MARKETPLACE}"
"""The plugin as Claude Code names it."""
COMPACTION = "context-memory-compaction"
"""The other plugin of the marketplace, which replaces the host's compaction; who wants it installs it."""
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
