"""Edits JSON, JSON5 and TOML that a person wrote: members are set and removed, and every other byte stays.

Comments, order, quotes, trailing commas and indentation are kept. A path of JSON5 is
the names of members from the outermost object; of TOML, a table is added or removed whole.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError
from . import json_text

_INDENT = "  "


@dataclass(slots=True)
class _Node:
    """A value of the text with its position."""

    start: int
    end: int = 0
    is_object: bool = False
    is_list: bool = False
    children: list["_Child"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Child:
    """A member or an item: its start (for a member that of its name), name, and value."""

    start: int
    name: str
    value: _Node


def value_at(text: str, path: Sequence[str], name: str) -> Any:
    """The value of a member; None if there is none. InputError names `name` and the line of a fault."""
    found = json_text.parse_json5(text, name) if text.strip() else {}
    for each in path:
        found = found.get(each) if isinstance(found, dict) else None
    return found


def with_member(text: str, path: Sequence[str], value: object, name: str) -> str:
    """The text with this value of the member; missing objects on its path are created."""
    if value_at(text, path, name) == value:
        return text
    if not text.strip():
        return _write_value(_nest(path, value), "") + "\n"
    node = _parse(text)
    for depth, each in enumerate(path):
        if not node.is_object:
            raise InputError(
                f"{'.'.join(path[:depth])} in {name} is not an object" if depth else f"{name} holds no JSON object",
                hint="fix it by hand; nothing was changed",
            )
        child = next((child for child in reversed(node.children) if child.name == each), None)
        if child is None:
            return _insert(text, node, each, _nest(path[depth + 1 :], value))
        node = child.value
    return text[: node.start] + _write_value(value, _indent_of(text, node.start)) + text[node.end :]


def with_item(text: str, path: Sequence[str], item: object, name: str) -> str:
    """The text with this item in the list at the path."""
    found = value_at(text, path, name)
    if found is None:
        return with_member(text, path, [item], name)
    if not isinstance(found, list):
        raise InputError(f"{'.'.join(path)} in {name} is not a list", hint="fix it by hand; nothing was changed")
    return text if item in found else _insert(text, _node_at(text, path), None, item)


def without_item(text: str, path: Sequence[str], is_unwanted: Callable[[object], bool], name: str) -> str:
    """The text without this item in the list at the path; an empty list is removed too."""
    found = value_at(text, path, name)
    if not isinstance(found, list):
        return text
    for number in [number for number, item in enumerate(found) if is_unwanted(item)][::-1]:
        node = _node_at(text, path)
        text = _remove(text, node, node.children[number])
    return without_member(text, path, name) if value_at(text, path, name) == [] != found else text


def without_member(text: str, path: Sequence[str], name: str) -> str:
    """The text without the member; objects on its path that become empty are removed too."""
    if value_at(text, path, name) is None:
        return text
    node = _node_at(text, path[:-1])
    text = _remove(text, node, next(child for child in reversed(node.children) if child.name == path[-1]))
    is_empty = len(path) > 1 and value_at(text, path[:-1], name) == {}
    return without_member(text, path[:-1], name) if is_empty else text


# -- where things stand ------------------------------------------------------------------------------


def _parse(text: str) -> _Node:
    marks = [(kind, start, end) for kind, start, end in json_text.spans(text) if kind not in {"space", "comment"}]
    node, _ = _value(text, marks, 0)
    return node


def _value(text: str, marks: list[tuple[str, int, int]], at: int) -> tuple[_Node, int]:
    """The value that begins at this token, and the number of the next token; the text must be JSON5."""
    _, start, end = marks[at]
    opening = text[start:end]
    if opening not in {"{", "["}:
        return _Node(start, end), at + 1
    node = _Node(start, is_object=opening == "{", is_list=opening == "[")
    at += 1
    while text[marks[at][1] : marks[at][2]] not in {"}", "]"}:
        if text[marks[at][1]] == ",":
            at += 1
            continue
        begin, name = marks[at][1], ""
        if node.is_object:
            name = _unquote_name(text[marks[at][1] : marks[at][2]])
            at += 2  # the name and its colon
        value, at = _value(text, marks, at)
        node.children.append(_Child(begin, name, value))
    node.end = marks[at][2]
    return node, at + 1


def _unquote_name(written: str) -> str:
    found = json_text.parse_json5(f"{{{written}: 0}}", "a name")
    return str(next(iter(found)))


def _node_at(text: str, path: Sequence[str]) -> _Node:
    node = _parse(text)
    for each in path:
        node = next(child.value for child in reversed(node.children) if child.name == each)
    return node


# -- the edits ---------------------------------------------------------------------------------------


def _insert(text: str, node: _Node, name: str | None, value: object) -> str:
    """The text with one more member or item at the end of an object or a list."""
    own = _indent_of(text, node.start)
    is_spread = not node.children or "\n" in text[node.start : node.children[0].start]
    inner = _indent_of(text, node.children[0].start) if node.children and is_spread else own + _unit(text)
    written = ("" if name is None else f"{json.dumps(name, ensure_ascii=False)}: ") + _write_value(value, inner)
    if not node.children:
        inside = text[: node.end - 1].rstrip()  # a comment may stand there
        return f"{inside}\n{inner}{written}\n{own}{text[node.end - 1 :]}"
    last = node.children[-1].value.end
    comma = _comma_after(text, last)
    close = max(end for kind, _, end in json_text.spans(text) if kind != "space" and end < node.end)
    before = text[:close] if comma is not None else f"{text[:last]},{text[last:close]}"
    between = f"\n{inner}" if is_spread else " "
    return before + between + written + ("," if comma is not None else "") + text[close:]


def _remove(text: str, node: _Node, child: _Child) -> str:
    """The text without one member or item, its comma and, if it was alone there, its lines."""
    start, end = child.start, child.value.end
    comma = _comma_after(text, end)
    if comma is not None:
        end = comma + 1
    else:
        before = [each.value.end for each in node.children if each.value.end <= start]
        left = _comma_after(text, before[-1]) if before else None
        if left is not None:
            text = f"{text[:left]}{text[left + 1 :]}"
            start, end = start - 1, end - 1
    line = text.rfind("\n", 0, start) + 1
    rest = text.find("\n", end)
    if rest >= 0 and not text[line:start].strip() and not text[end:rest].strip():
        return text[:line] + text[rest + 1 :]
    return text[:start].rstrip(" ") + text[end:] if comma is None else text[:start] + text[end:].lstrip(" ")


def _comma_after(text: str, end: int) -> int | None:
    """Position of the comma after a value."""
    for kind, start, _ in json_text.spans(text):
        if start >= end and kind not in {"space", "comment"}:
            return start if text[start] == "," else None
    return None


def _nest(path: Sequence[str], value: object) -> object:
    for each in reversed(path):
        value = {each: value}
    return value


def _write_value(value: object, indent: str) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=_INDENT).split("\n")
    return f"\n{indent}".join(lines)


def _indent_of(text: str, position: int) -> str:
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip())]


def _unit(text: str) -> str:
    """One step of the text's indentation."""
    first = next(_indentations(text), _INDENT)
    return first or _INDENT


def _indentations(text: str) -> Iterator[str]:
    for line in text.split("\n")[1:]:
        if line.strip():
            yield line[: len(line) - len(line.lstrip())]


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
