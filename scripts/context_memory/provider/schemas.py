"""JSON Schemas of the verbs' arguments and results, and the validation of arguments.

The schemas are plain JSON: what is checked here is what `/openapi.json` and
the list of MCP tools publish.
"""

import re
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from ..errors import InputError

Schema = dict[str, Any]

_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (dict,),
}
_OBJECT = {"type": "object"}
_NAMES = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object"}
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?")
_SHOWN = 60  # characters of a bad value that an error repeats


def string(description: str, *, least: int = 1, most: int = 200, choices: tuple[str, ...] = ()) -> Schema:
    """A string."""
    if choices:
        return {"type": "string", "enum": list(choices), "description": description}
    return {"type": "string", "minLength": least, "maxLength": most, "description": description}


def integer(description: str, low: int, high: int) -> Schema:
    """A whole number."""
    return {"type": "integer", "minimum": low, "maximum": high, "description": description}


def boolean(description: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": description}


def strings(description: str, *, most: int, longest: int = 4_096) -> Schema:
    """A list of strings."""
    items = {"type": "string", "maxLength": longest}
    return {"type": "array", "items": items, "maxItems": most, "description": description}


def arguments(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """The arguments of one verb; others are refused, because a misspelt one would change nothing in silence."""
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": list(required)} if required else {})


def result_schema(kind: type) -> Schema:
    """What a result of the public API is as JSON: every field, but those that are None and thus left out."""
    known = {each.name: each.type for each in fields(kind)}
    told = _told_in(kind.__module__).get(kind.__name__, {})
    return {
        "type": "object",
        "properties": {name: _type_schema(each) | told.get(name, {}) for name, each in known.items()},
        "required": [name for name, each in known.items() if NoneType not in get_args(each)],
        "additionalProperties": False,
    }


@cache
def _told_in(module: str) -> dict[str, dict[str, Schema]]:
    """Descriptions of the fields of each class: what stands below them in the source; none where that is missing."""
    import ast
    import inspect

    try:
        body = ast.parse(inspect.getsource(sys.modules[module])).body
    except (OSError, SyntaxError):
        return {}
    found: dict[str, dict[str, Schema]] = {}
    for kind in [each for each in body if isinstance(each, ast.ClassDef)]:
        for field, text in pairwise(kind.body):
            match field, text:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                    told = {"description": " ".join(words.split()).replace("`", "")}
                    found.setdefault(kind.name, {})[name] = told
    return found


def _type_schema(kind: Any) -> Schema:
    inner = [each for each in get_args(kind) if each is not NoneType]
    if isinstance(kind, UnionType):
        return _type_schema(inner[0])
    if get_origin(kind) is tuple:
        return {"type": "array", "items": _type_schema(inner[0])}
    if get_origin(kind) is dict and inner[1] is not Any:
        return {"type": "object", "additionalProperties": _type_schema(inner[1])}
    if isinstance(kind, type) and is_dataclass(kind):
        return result_schema(kind)
    return {"type": _NAMES[get_origin(kind) or kind]}


def checked(value: object, schema: Schema, where: str = "") -> dict[str, Any]:
    """The object, if the schema allows it; InputError names the member that it does not allow."""
    if not isinstance(value, Mapping):
        raise InputError("the arguments are no JSON object", hint="send {…}")
    known = schema["properties"]
    for name in value:
        if name not in known:
            raise InputError(f"unknown argument {_shown(name)}", hint=f"known are {', '.join(known) or 'none'}")
    for name in schema.get("required", ()):
        if value.get(name) is None:
            raise InputError(f"{where}{name} is missing", hint=known[name].get("description", ""))
    given = {name: each for name, each in value.items() if each is not None}
    for name, each in given.items():
        _check(each, known[name], where + name)
    return given


def from_address(pairs: Mapping[str, str], schema: Schema) -> dict[str, Any]:
    """Parameters of an address as the values that the schema wants; what is none stays text, and is refused then."""
    return {name: _converted(each, schema["properties"].get(name, {})) for name, each in pairs.items()}


def _converted(given: str, schema: Schema) -> object:
    match schema.get("type"):
        case "integer" if _WHOLE.fullmatch(given):
            return int(given)
        case "number" if _NUMBER.fullmatch(given):
            return float(given)
        case "boolean" if given.lower() in {"true", "false", "1", "0"}:
            return given.lower() in {"true", "1"}
        case "array":
            return given.split(",")
        case _:
            return given


def _check(value: Any, schema: Schema, where: str) -> None:
    kinds = schema.get("type")
    fits = _is_a(value, kinds) if isinstance(kinds, str) else any(_is_a(value, kind) for kind in kinds or ())
    if kinds is not None and not fits:
        wanted = kinds if isinstance(kinds, str) else " or ".join(kinds)
        raise InputError(f"{where} = {_shown(value)} is no {wanted}", hint=schema.get("description", ""))
    if isinstance(value, str):
        _check_text(value, schema, where)
    elif isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            raise InputError(f"{where} has {len(value):,} items", hint=f"{schema['maxItems']:,} at most")
        if len(value) < schema.get("minItems", 0):
            raise InputError(f"{where} is empty", hint=schema.get("description", ""))
        items = schema.get("items", {})
        if items == _OBJECT and all(type(each) is dict for each in value):  # messages: there is nothing else to look at
            return
        for number, each in enumerate(value, 1):
            _check(each, items, f"{where}, item {number}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        if not low <= value <= high:
            raise InputError(f"{where} = {_shown(value)} cannot be used", hint=f"a number from {low:,} to {high:,}")


def _check_text(value: str, schema: Schema, where: str) -> None:
    if "enum" in schema and value not in schema["enum"]:
        raise InputError(f"{where} = {_shown(value)} is unknown", hint="choose one of: " + ", ".join(schema["enum"]))
    if len(value) < schema.get("minLength", 0):
        raise InputError(f"{where} is empty", hint=schema.get("description", ""))
    if len(value) > schema.get("maxLength", len(value)):
        raise InputError(f"{where} is too long", hint=f"{schema['maxLength']:,} characters at most")


def _is_a(value: object, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _KINDS[kind])


def _shown(value: object) -> str:
    found = repr(value).encode("utf-8", "replace").decode()
    return found if len(found) <= _SHOWN else found[:_SHOWN] + "…"
