"""JSON from files that others write: one line at a time, never a traceback.

`entries` gives every line of a JSONL file as a parsed object or as the reason
why it was passed over; `parsed` is the same care for one text.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from ...model.errors import InputError
from ...model.session import SkippedLine

MAX_INPUT_DEPTH: Final = 64
"""Deepest nesting of a tool input that is kept as a value; deeper ones are kept as their JSON text."""

Entry = tuple[int, dict[str, Any]]

_SURROGATES = re.compile(
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)
_HALF = re.compile(r"\\u[dD]")  # one pass of re is twice as fast here as `in`
_BLANK = b"\0 \t\r\n"


def _nothing(_: str) -> None:
    """NaN and Infinity are no JSON: read as null."""


_DECODER = json.JSONDecoder(parse_constant=_nothing)
_decode = _DECODER.decode
_scan: Callable[[str, int], tuple[Any, int]] = _DECODER.scan_once  # type: ignore[attr-defined]


def parsed(text: str) -> Any:
    r"""The JSON value of `text`; half surrogate pairs (`\ud800`) become U+FFFD so that the text can be written again.

    Raises ValueError (not JSON) or RecursionError (nested too deep).
    """
    if _HALF.search(text):
        text = _SURROGATES.sub(lambda match: "\\ufffd" if match[1] else match[0], text)
    return _decode(text)


def entries(path: Path, skipped: list[SkippedLine]) -> Iterator[Entry]:
    """(1-based line number, object) of each line of a JSONL file; what cannot be read goes to `skipped`.

    Bytes that are not UTF-8 become U+FFFD: the line is kept, and reported.
    """
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            try:
                text = line.decode()
                if _HALF.search(text):
                    value = parsed(text)
                else:  # what `parsed` does, without the calls in between
                    value, end = _scan(text, 0)
                    if len(text) - end > 1 and text[end:].strip():
                        value = parsed(text)
            except StopIteration as error:  # the scanner's word for: no value here
                value = _repaired(number, line, error, skipped)
            except (ValueError, RecursionError) as error:
                value = _repaired(number, line, error, skipped)
            if type(value) is dict:
                yield number, value
            elif value is not None:
                skipped.append(SkippedLine(number, f"a JSON object was expected, not {type(value).__name__}"))


def _repaired(number: int, line: bytes, error: Exception, skipped: list[SkippedLine]) -> Any:
    """A second try at a bad line: without NUL bytes at its ends, with U+FFFD for bytes that are not UTF-8."""
    bare = line.strip(_BLANK)
    if not bare:
        if b"\0" in line:
            skipped.append(SkippedLine(number, "only NUL bytes"))
        return None
    try:
        value = parsed(bare.decode("utf-8", "replace"))
    except RecursionError:
        skipped.append(SkippedLine(number, "nested too deep"))
        return None
    except ValueError as second:
        torn = "" if line.endswith(b"\n") else " (torn last line)"
        skipped.append(SkippedLine(number, f"not JSON{torn}: {second}"))
        return None
    reason = (
        "bytes that are not UTF-8 were read as U+FFFD"
        if isinstance(error, UnicodeDecodeError)
        else "NUL bytes left out"
    )
    skipped.append(SkippedLine(number, reason))
    return value


def opened(path: Path) -> Any:
    """The file opened for reading bytes; a FIFO, device or folder is refused instead of hanging."""
    import os
    import stat

    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot read {path}: {reason}", hint="check the path and its permissions") from error
    file = os.fdopen(descriptor, "rb") if stat.S_ISREG(os.fstat(descriptor).st_mode) else None
    if file is None:
        os.close(descriptor)
        raise InputError(f"{path} is not a regular file", hint="name a file")
    return file


def tool_input(value: object) -> dict[str, Any]:
    """Arguments of a tool call as an object: JSON text is parsed, other shapes go under `input`."""
    if isinstance(value, str):
        try:
            value = parsed(value) if value.lstrip()[:1] == "{" else {"input": value}
        except (ValueError, RecursionError):
            value = {"input": value}
    if value is None:
        return {}
    if not isinstance(value, dict):
        value = {"input": value}
    return {"input": json.dumps(value, ensure_ascii=False)} if _is_deep(value) else value


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(MAX_INPUT_DEPTH):
        level = [
            child
            for each in level
            if isinstance(each, dict | list)
            for child in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return False
    return True
