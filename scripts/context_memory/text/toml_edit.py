"""Adds and removes a table in a person's TOML file; every other byte stays."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from ..errors import InputError

_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


def parsed(text: str, name: str) -> dict[str, Any]:
    """Parse the document; InputError names `name` and the line of a fault."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name} is not TOML: {error}", hint="fix it; nothing was changed") from error


def with_table(text: str, path: tuple[str, ...], values: Mapping[str, Any], name: str) -> str:
    """The text with these values in the table at the path, added as the last table; other keys in it stay."""
    found = _at(parsed(text, name), path)
    if isinstance(found, Mapping):
        if all(found.get(key) == each for key, each in values.items()):
            return text
        added = {key: each for key, each in found.items() if isinstance(each, str | bool | int | list)}
        values = {**added, **values}
    left = without_table(text, path, name)
    lines = [
        f"[{'.'.join(path)}]",
        *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()),
    ]
    head = left if not left or left.endswith("\n") else left + "\n"
    made = head + ("\n" if head.strip() else "") + "\n".join(lines) + "\n"
    if _at(parsed(made, name), path) != dict(values):
        raise InputError(f"{'.'.join(path)} cannot be written into {name}", hint="add it by hand")
    return made


def without_table(text: str, path: tuple[str, ...], name: str) -> str:
    """The text without the table; InputError if it is not written as a separate table."""
    document = parsed(text, name)
    if _at(document, path) is None:
        return text
    wanted = _remove_member(document, path)
    header = re.compile(r"^[ \t]*\[[ \t]*" + r"[ \t]*\.[ \t]*".join(map(_key, path)) + r"[ \t]*(?:\]|\.)", re.MULTILINE)
    left = text
    while match := header.search(left):
        following = _HEADER.search(left, match.end())
        end = following.start() if following else len(left)
        start = match.start() - (1 if left[: match.start()].endswith("\n\n") else 0)
        left = left[:start] + left[end:]
    if parsed(left, name) != wanted:
        raise InputError(f"{'.'.join(path)} in {name} is not a separate table", hint="remove it by hand")
    return left


def _key(name: str) -> str:
    return rf"(?:{re.escape(name)}|\"{re.escape(name)}\"|'{re.escape(name)}')"


def _at(document: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    found: Any = document
    for each in path:
        found = found.get(each) if isinstance(found, Mapping) else None
    return found


def _remove_member(document: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """The document without the member, and without tables that become empty."""
    first, *rest = path
    left = {key: value for key, value in document.items() if key != first}
    inner = _remove_member(document[first], tuple(rest)) if rest else {}
    return left | ({first: inner} if inner else {})
