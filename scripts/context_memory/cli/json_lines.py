"""Reads JSON Lines, one object each; a bad line is reported and skipped."""

import contextlib
import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ..errors import InputError
from ..text.json_text import DEEPEST, TooDeepError, parse_json
from .console import Console

LONGEST_LINE = 8_000_000  # bytes
SHOWN_PROBLEMS = 20
UNCOLLECTED = 50_000
"""Objects after which Python looks for cycles: lines make many and no cycle; 700, its default, costs a tenth."""
_DECODE = json.JSONDecoder().raw_decode
_ENDS = frozenset({"", "\n", "\r\n"})


class JsonLines:
    """The objects of a file or of standard input (`-`), with the count of skipped lines."""

    def __init__(self, name: str, console: Console) -> None:
        self._name = name
        self._console = console
        self.read = 0
        self.skipped = 0

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Line number and object of each good line."""
        gc.set_threshold(UNCOLLECTED)
        with self.opened() as file:
            for number, value in objects(file):
                self.read += 1
                if isinstance(value, str):
                    self.skip(number, value)
                else:
                    yield number, value

    @contextlib.contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The open file; InputError if it is not a file or cannot be read."""
        if self._name == "-":
            yield sys.stdin.buffer
            return
        path = Path(self._name)
        if not path.is_file():
            raise InputError(f"{path} is not a regular file", hint="name a file of JSON Lines, or - for standard input")
        try:
            with path.open("rb") as file:
                yield file
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror}", hint="check its permissions") from error

    def skip(self, number: int, reason: str) -> None:
        """Report an unusable line."""
        self.skipped += 1
        if self.skipped <= SHOWN_PROBLEMS:
            self._console.warn(f"line {number} was skipped: {reason}")
        elif self.skipped == SHOWN_PROBLEMS + 1:
            self._console.warn("more lines were skipped and are not listed")

    @property
    def exit_code(self) -> int:
        """0, or 2 if no line was usable."""
        return 2 if self.skipped and self.skipped == self.read else 0


def objects(file: BinaryIO) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Number and object of each line, or its error; empty lines are counted and skipped."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        too_long = len(line) > LONGEST_LINE
        while too_long and line and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)
        if too_long:
            yield number, f"it has more than {LONGEST_LINE:,} bytes"
        elif line.strip():
            yield number, _object(line)


def _object(line: bytes) -> dict[str, Any] | str:
    text = line.decode("utf-8", "replace")
    try:
        value, end = _DECODE(text)  # what `json.loads` does, without its looks for spaces
        is_whole = isinstance(value, dict) and text[end:] in _ENDS
        if is_whole and text.count("{") + text.count("[") <= DEEPEST:  # else `parse_json` looks how deep it is
            return value  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        pass
    try:
        value = parse_json(text.removeprefix("\ufeff"))
    except ValueError as error:
        return "nested too deeply" if isinstance(error, TooDeepError) else f"no JSON: {error}"
    return value if isinstance(value, dict) else "it is not a JSON object"
