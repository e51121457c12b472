"""Where output goes: data to stdout, diagnostics to stderr, tables and colour for people."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TextIO

from ..rules import visible

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_LINE_ENDS = re.compile("[\x85\u2028\u2029]")
_OUR_COLOURS = re.compile(r"(\x1b\[(?:0|1|2|31|32|33|36)m)")
WORDS_ALONE = "search goes by words alone"
"""What a warning says where an embedder could not be asked."""
_COLOURS = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2", "cyan": "36"}


class Console:
    """One command's view of the terminal."""

    def __init__(
        self, *, as_json: bool = False, colour: str = "auto", out: TextIO | None = None, err: TextIO | None = None
    ) -> None:
        self.as_json = as_json
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        self._colour = colour
        self.has_written = False
        """Whether anything went to stdout."""
        self._watched: list[Callable[[], str]] = []
        self._warned: set[str] = set()

    def coloured(self, stream: TextIO) -> bool:
        """Whether the stream gets ANSI colours: a terminal without NO_COLOR, or `always`."""
        if self._colour != "auto":
            return self._colour == "always"
        return stream.isatty() and not os.environ.get("NO_COLOR")

    def paint(self, text: str, colour: str, stream: TextIO | None = None) -> str:
        """The text in a colour where the stream shows one."""
        return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if self.coloured(stream or self.out) else text

    def data(self, value: Any) -> None:
        """One JSON document on stdout."""
        self.has_written = True
        self.out.write(json_text(value, indent=2) + "\n")

    def text(self, text: str) -> None:
        """Text on stdout, ended by a newline."""
        self.has_written = True
        self.out.write(self._shown(text if text.endswith("\n") else text + "\n", self.out))

    def note(self, text: str) -> None:
        """A line for the person, on stderr."""
        self.err.write(self._shown(text + "\n", self.err))

    def warn(self, text: str) -> None:
        """A warning on stderr."""
        self._warned.add(text)
        self.err.write(self.paint("warning: ", "yellow", self.err) + self._shown(text + "\n", self.err))

    def warn_of_words_alone(self, reason: str) -> None:
        """Say once that meanings could not be compared."""
        if not any(WORDS_ALONE in each for each in self._warned):
            self.warn(f"{reason}; {WORDS_ALONE}")

    def watch(self, problem: Callable[[], str]) -> None:
        """Warn of a problem now, and again at the end if it has become another one."""
        self._watched.append(problem)
        self.finish()

    def finish(self) -> None:
        """Warn of what has become of the things that are watched."""
        for found in filter(None, [problem() for problem in self._watched]):
            if found not in self._warned:
                self.warn(found)

    def error(self, message: str, hint: str = "") -> None:
        """An error on stderr, with what to do next."""
        self.err.write(self.paint("error: ", "red", self.err) + self._shown(message + "\n", self.err))
        if hint:
            self.err.write(self._shown(f"  {hint}\n", self.err))

    def _shown(self, text: str, stream: TextIO) -> str:
        """On a terminal nothing of a foreign text is obeyed; only our own colours are. What is piped stays as it is."""
        if not stream.isatty():
            return text
        if not self.coloured(stream):
            return visible.on_terminal(text)
        parts = _OUR_COLOURS.split(text)
        return "".join(part if number % 2 else visible.on_terminal(part) for number, part in enumerate(parts))

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[object]], *, numeric: Sequence[int] = ()) -> None:
        """Rows under headers; columns listed in `numeric` are right-aligned."""
        cells = [[str(cell) for cell in row] for row in rows]
        widths = [max([display_width(h), *(display_width(r[i]) for r in cells)]) for i, h in enumerate(headers)]

        def line(row: Sequence[str]) -> str:
            padded = []
            for i, cell in enumerate(row):
                gap = " " * (widths[i] - display_width(cell))
                padded.append(gap + cell if i in numeric else cell + gap)
            return "  ".join(padded).rstrip()

        self.text(self.paint(line(headers), "bold"))
        for row in cells:
            self.text(line(row))


def json_text(value: object, indent: int | None = None) -> str:
    """JSON in which no line ends but at a newline: readers that split at U+2028 or U+0085 see one document."""
    text = _ENCODE(value) if indent is None else json.dumps(value, ensure_ascii=False, indent=indent)
    return _LINE_ENDS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def display_width(text: str) -> int:
    """Terminal columns of the text: East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
