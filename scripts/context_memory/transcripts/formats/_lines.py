"""Reads JSON lines of foreign files one at a time; bad lines are reported, not raised.

`entries` gives every line of a JSONL file as a parsed object or as the reason
why it was passed over; `parsed` is the same care for one text.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from ...errors import InputError
from ...messages import SkippedLine
from ...text.json_text import TooDeepError, refuse_deep
from ...text.patterns import lazy_regex

MAX_INPUT_DEPTH: Final = 64
"""Deepest nesting of a tool input that is kept as a value; deeper ones are kept as their JSON text."""

BLANK: Final = b"\0 \t\r\n"
"""Bytes around a line that mean nothing; NUL is what a crash leaves of a line that was not yet on the disk."""
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

LONGEST_LINE: Final = 256_000_000
"""Bytes of an entry; a longer line is read in pieces of that size, which are no entries."""
LARGEST_TRANSCRIPT: Final = 4_000_000_000
"""Bytes of a file; sessions of a year have a tenth of that."""

Entry = tuple[int, dict[str, Any]]

_SURROGATES = lazy_regex(
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)
_HALF = lazy_regex(r"\\u[dD]")  # one pass of re is twice as fast here as `in`
_ENTRY = lazy_regex(r'\{"(?:type|id|parentUuid|timestamp)":')
"""How the entries of all hosts begin."""
_MARKS = frozenset({"message", "payload", "timestamp", "parentId"})
"""What an entry has and a piece of one has not."""


_NESTS = (dict, list)


def _null(_: str) -> None:
    """NaN and Infinity are no JSON: read as null."""


_DECODER = json.JSONDecoder(parse_constant=_null)
_decode = _DECODER.decode
_scan: Callable[[str, int], tuple[Any, int]] = _DECODER.scan_once  # type: ignore[attr-defined]


def parsed(text: str) -> Any:
    r"""The JSON value of `text`; half surrogate pairs (`\ud800`) become U+FFFD so that the text can be written again.

    Raises ValueError (not JSON; TooDeepError) or RecursionError (nested too deep for the parser).
    """
    value = _decode(_without_lone_surrogates(text))
    refuse_deep(text, value)
    return value


def _without_lone_surrogates(text: str) -> str:
    if _HALF.search(text):
        return _SURROGATES.sub(lambda match: "\\ufffd" if match[1] else match[0], text)
    return text


def entries(path: Path, skipped: list[SkippedLine]) -> Iterator[Entry]:
    """(1-based line number, object) of each line of a JSONL file; unreadable lines go to `skipped`.

    Bytes that are not UTF-8 become U+FFFD: the line is kept, and reported.
    """
    with opened(path) as file:
        for number, line in enumerate(bounded(file), 1):
            try:
                text = line.decode()
                if _HALF.search(text):
                    value = parsed(text)
                else:  # what `parsed` does, without the calls in between
                    value, end = _scan(text, 0)
                    if len(text) - end > 1 and text[end:].strip():
                        value = parsed(text)
                    refuse_deep(text, value)
            except (StopIteration, ValueError, RecursionError) as error:  # StopIteration: the scanner found no value
                yield from ((number, each) for each in _recover_entries(number, line, error, skipped))
                continue
            if type(value) is dict:
                yield number, value
            else:
                skipped.append(SkippedLine(number, f"a JSON object was expected, not {type(value).__name__}"))


def bounded(file: Any) -> Iterable[bytes]:
    """The lines of the file; over-long lines of a large file are split."""
    import os

    if os.fstat(file.fileno()).st_size <= LONGEST_LINE:
        return file  # type: ignore[no-any-return]
    return iter(lambda: file.readline(LONGEST_LINE), b"")


def _recover_entries(number: int, line: bytes, error: Exception, skipped: list[SkippedLine]) -> list[dict[str, Any]]:
    """Recovers entries from a bad line and records the error, except for a byte order mark.

    NUL bytes around the line go, bytes that are not UTF-8 become U+FFFD, and
    an entry that was appended to a torn one, without a line end, is found.
    """
    bare = line.strip(BLANK)
    is_marked = number == 1 and bare.startswith(BYTE_ORDER_MARK)
    bare = bare.removeprefix(BYTE_ORDER_MARK)
    if not bare:
        if b"\0" in line:
            skipped.append(SkippedLine(number, "only NUL bytes"))
        return []
    text = bare.decode("utf-8", "replace")
    try:
        value = parsed(text)
    except (RecursionError, TooDeepError):
        found, reason = [], "nested too deep"
    except ValueError as second:
        found = list(_complete_entries(_without_lone_surrogates(text)))
        torn = "" if line.endswith(b"\n") else " (torn last line)"
        reason = f"several entries in one line, {len(found)} read" if found else f"not JSON{torn}: {second}"
    else:
        found = [value] if isinstance(value, dict) else []
        is_encoding = isinstance(error, UnicodeDecodeError)
        reason = "bytes that are not UTF-8 read as U+FFFD" if is_encoding else "" if is_marked else "NUL bytes left out"
    if reason:
        skipped.append(SkippedLine(number, reason))
    return found


def _complete_entries(text: str) -> Iterator[dict[str, Any]]:
    """The complete entries of a line that holds several, some truncated."""
    position = 0
    for start in _ENTRY.finditer(text):
        if start.start() < position:
            continue
        try:
            value, position = _scan(text, start.start())
        except (StopIteration, ValueError, RecursionError):
            continue
        if isinstance(value, dict) and _MARKS & value.keys():
            yield value


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
    if (size := os.fstat(descriptor).st_size) > LARGEST_TRANSCRIPT:
        file.close()
        hint = "split it, or name the file of one session"
        raise InputError(f"{path} has {size:,} bytes, the limit is {LARGEST_TRANSCRIPT:,}", hint=hint)
    return file


def tool_input(value: object) -> dict[str, Any]:
    """Arguments of a tool call as an object: JSON text is parsed, other shapes go under `input`."""
    if type(value) is dict and not any(type(child) in _NESTS for child in value.values()):
        return value  # nearly all inputs are as flat as this
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
