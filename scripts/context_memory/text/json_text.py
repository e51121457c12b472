"""Parses untrusted JSON and JSON5: a value, or an error that says what is wrong."""

import json
import re
from collections.abc import Iterator
from typing import Any

from ..errors import InputError
from .patterns import Pattern

DEEPEST = 200
"""Levels of lists and objects. Python's own limit differs between versions; what walks a value has one too."""
_NESTS = (dict, list)


class TooDeepError(ValueError):
    """JSON that is nested too deeply."""


def parse_json(text: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError if it is not JSON or not text; TooDeepError is one."""
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise TooDeepError("nested too deeply") from error
    refuse_deep(text, value)
    return value


def refuse_deep(text: str | bytes, value: Any) -> None:
    """Raise TooDeepError if the value is nested too deeply, whatever limit this Python's parser has."""
    brackets = text.count("[") + text.count("{") if isinstance(text, str) else text.count(b"[") + text.count(b"{")
    if brackets > DEEPEST and _is_deep(value):
        raise TooDeepError("nested too deeply")


def _is_deep(value: Any) -> bool:
    level = [value] if type(value) in _NESTS else []
    for _ in range(DEEPEST):
        below = (each.values() if type(each) is dict else each for each in level)
        level = [child for children in below for child in children if type(child) in _NESTS]
        if not level:
            return False
    return True


_TOKEN = Pattern(
    r"""(?P<space>[\s\ufeff]+)
    |(?P<comment>//[^\n\r\u2028\u2029]*|/\*.*?\*/)
    |(?P<double>"(?:[^"\\\n]|\\(?:\r\n|.))*")
    |(?P<single>'(?:[^'\\\n]|\\(?:\r\n|.))*')
    |(?P<mark>[{}\[\],:])
    |(?P<number>[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w$]))
    |(?P<word>[^\W\d][\w$]*|\$[\w$]*)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPE = Pattern(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_LINE_ENDS = {"\n", "\r", "\r\n", "\u2028", "\u2029"}
_WORDS = {"true", "false", "null"}


def parse_json5(text: str, name: str) -> Any:
    """The value of a JSON5 document; InputError names `name` and the line of the fault."""
    tokens = list(_tokens(text, name))
    plain = "".join(
        token
        for i, (token, _line) in enumerate(tokens)
        if not (
            token == "," and i + 1 < len(tokens) and tokens[i + 1][0] in {"}", "]"} and tokens[i - 1][0] not in "[{,"
        )
    )
    try:
        return parse_json(plain)
    except TooDeepError as error:
        raise _fault(name, "it is nested too deeply") from error
    except ValueError as error:
        raise _fault(name, _where(tokens, error)) from error


def spans(text: str) -> Iterator[tuple[str, int, int]]:
    """The tokens of a JSON5 text, including space and comments: kind, start and end; stops at an invalid one."""
    position = 0
    while match := _TOKEN().match(text, position):
        yield str(match.lastgroup), position, match.end()
        position = match.end()


def _tokens(text: str, name: str) -> Iterator[tuple[str, int]]:
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN().match(text, position)
        if match is None:
            raise _fault(
                name, f"line {line} has something that is not JSON5: {text[position : position + 20].split()[:1]}"
            )
        kind, found = match.lastgroup, match[0]
        if kind not in {"space", "comment"}:
            yield _plain(str(kind), found, text, match.end(), f"{name}, line {line}"), line
        line += found.count("\n")
        position = match.end()


def _plain(kind: str, found: str, text: str, end: int, where: str) -> str:
    """The token in JSON syntax."""
    match kind:
        case "double" | "single":
            return json.dumps(_ESCAPE().sub(_unescape, found[1:-1]))
        case "number":
            return _number(found)
        case "word" if found not in _WORDS or _is_key(text, end):
            if not _is_key(text, end):
                raise _fault(where, f"{found} is not a value")
            return json.dumps(found)
        case _:
            return found


def _unescape(match: re.Match[str]) -> str:
    found = match[1]
    if found in _LINE_ENDS:
        return ""
    if len(found) > 1:
        return chr(int(found[1:], 16))
    return _ESCAPES.get(found, found)


def _number(found: str) -> str:
    sign, digits = ("-" if found.startswith("-") else ""), found.lstrip("+-")
    if digits[:2] in {"0x", "0X"}:
        return f"{sign}{int(digits, 16)}"
    whole, mark, exponent = re.fullmatch(r"([^eE]*)([eE]?)(.*)", digits).groups()  # type: ignore[union-attr]
    whole = ("0" if whole.startswith(".") else "") + whole + ("0" if whole.endswith(".") else "")
    return f"{sign}{whole}{mark}{exponent}"


def _is_key(text: str, end: int) -> bool:
    """Whether a colon follows, ignoring comments and white space."""
    while (match := _TOKEN().match(text, end)) and match.lastgroup in {"space", "comment"}:
        end = match.end()
    return text[end : end + 1] == ":"


def _where(tokens: list[tuple[str, int]], error: ValueError) -> str:
    if not isinstance(error, json.JSONDecodeError) or not tokens:
        return "it is empty" if not tokens else str(error)
    length = 0
    for token, line in tokens:
        length += len(token)
        if length > error.pos:
            return f"line {line}: {error.msg} at {token[:20]}"
    return f"it ends too early: {error.msg}"


def _fault(name: str, what: str) -> InputError:
    return InputError(f"{name} is not JSON5: {what}", hint="fix the file; the host cannot read it either")
