"""Where output goes: data to stdout, diagnostics to stderr, tables and colour for people."""

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from ..text.patterns import lazy_regex

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_LINE_ENDS = lazy_regex("[\x85\u2028\u2029]")
_OUR_COLOURS = lazy_regex(r"(\x1b\[(?:0|1|2|31|32|33|36)m)")
WORDS_ALONE = "search goes by words alone"
"""What a warning says where an embedder could not be asked."""
_COLOURS = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2", "cyan": "36"}


class Closable(Protocol):
    """A resource with files or connections."""

    def close(self) -> None:
        """Close the files or connections."""


class Console:
    """One run of a command: its view of the terminal, and the owner of what it opens."""

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
        self._resources = contextlib.ExitStack()
        self._warned: set[str] = set()

    def coloured(self, stream: TextIO) -> bool:
        """Whether the stream gets ANSI colours: a terminal without NO_COLOR, or `always`."""
        if self._colour != "auto":
            return self._colour == "always"
        return stream.isatty() and not os.environ.get("NO_COLOR")

    def paint(self, text: str, colour: str, stream: TextIO | None = None) -> str:
        """The text in a colour, if the stream is coloured."""
        return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if self.coloured(stream or self.out) else text

    def data(self, value: Any) -> None:
        """One JSON document on stdout."""
        self.has_written = True
        self.out.write(json_text(value, indent=2) + "\n")

    def text(self, text: str) -> None:
        """Text on stdout, ended by a newline."""
        self.has_written = True
        self.out.write(self._sanitise(text if text.endswith("\n") else text + "\n", self.out))

    def line(self, text: str) -> None:
        """One line on stdout, whatever names of others are in it."""
        self.text(self._on_one_line(text, self.out))

    def note(self, text: str) -> None:
        """A line for the person, on stderr."""
        self.err.write(self._sanitise(text + "\n", self.err))

    def warn(self, text: str) -> None:
        """A warning on stderr, on one line."""
        self._warned.add(text)
        self.err.write(
            self.paint("warning: ", "yellow", self.err)
            + self._sanitise(self._on_one_line(text, self.err) + "\n", self.err)
        )

    def warn_of_words_alone(self, reason: str) -> None:
        """Warn once that there was no vector search."""
        if not any(WORDS_ALONE in each for each in self._warned):
            self.warn(f"{reason}; {WORDS_ALONE}")

    def watch(self, problem: Callable[[], str]) -> None:
        """Warn of a problem now, and again at the end if it has changed."""
        self._watched.append(problem)
        self.finish()

    def finish(self) -> None:
        """Warn of changes of the watched problems."""
        for found in filter(None, [problem() for problem in self._watched]):
            if found not in self._warned:
                self.warn(found)

    def close_at_end(self, resource: Closable) -> None:
        """Close the resource when the command ends."""
        self._resources.callback(resource.close)

    def close(self) -> None:
        """Close all resources of the command, the newest first."""
        self._resources.close()

    def error(self, message: str, hint: str = "") -> None:
        """An error on stderr, on one line, with what to do next."""
        self.err.write(
            self.paint("error: ", "red", self.err)
            + self._sanitise(self._on_one_line(message, self.err) + "\n", self.err)
        )
        if hint:
            self.err.write(self._sanitise(f"  {hint}\n", self.err))

    def _sanitise(self, text: str, stream: TextIO) -> str:
        """Remove terminal control from text for a terminal, except our colours. Piped text is unchanged."""
        if not stream.isatty():
            return text
        from ..text import control_characters  # most output is piped

        if not self.coloured(stream):
            return control_characters.on_terminal(text)
        parts = _OUR_COLOURS.split(text)
        return "".join(
            part if number % 2 else control_characters.on_terminal(part) for number, part in enumerate(parts)
        )

    def _on_one_line(self, text: str, stream: TextIO) -> str:
        """The text without line breaks and control characters, which names of files may have, except our colours."""
        if text.isprintable():
            return text
        from ..text import control_characters

        parts = _OUR_COLOURS.split(text) if self.coloured(stream) else [text]
        return "".join(
            part if number % 2 else control_characters.without_breaks(part) for number, part in enumerate(parts)
        )

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[object]], *, numeric: Sequence[int] = ()) -> None:
        """Rows under headers, each on one line; columns listed in `numeric` are right-aligned.

        On a terminal long cells are wrapped.
        """
        cells = [[self._on_one_line(str(cell), self.out) for cell in row] for row in rows]
        if self.out.isatty() and self._wrapped_table(headers, cells, numeric):
            return
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

    def _wrapped_table(self, headers: Sequence[str], cells: Sequence[Sequence[str]], numeric: Sequence[int]) -> bool:
        """Print it with Rich, as wide as the terminal; False if Rich is not installed."""
        try:
            from rich import box
            from rich.console import Console as Terminal
            from rich.table import Table
            from rich.text import Text
        except ImportError:
            return False
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold" if self.coloured(self.out) else "")
        for i, header in enumerate(headers):
            shown = Text.from_ansi(self._sanitise(header, self.out))
            table.add_column(shown, justify="right" if i in numeric else "left", overflow="fold")
        for row in cells:
            table.add_row(*(Text.from_ansi(self._sanitise(cell, self.out)) for cell in row))
        self.has_written = True
        Terminal(file=self.out, color_system="auto" if self.coloured(self.out) else None).print(table)
        return True


def json_text(value: object, indent: int | None = None) -> str:
    """JSON without other line separators than newlines, for readers that split at U+2028 or U+0085."""
    text = _ENCODE(value) if indent is None else json.dumps(value, ensure_ascii=False, indent=indent)
    return _LINE_ENDS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def counted(number: int, noun: str) -> str:
    """So many of these things: `1 doc`, `1,024 docs`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def display_width(text: str) -> int:
    """Terminal columns of the text: East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def unified(path: str, before: str, after: str) -> str:
    """Unified diff of one file; bytes that are not UTF-8 show as U+FFFD."""
    from difflib import unified_diff

    lines = unified_diff(_lines(before), _lines(after), f"a/{path}", f"b/{path}", lineterm="")
    return "".join(f"{line}\n" for line in lines)


def _lines(text: str) -> list[str]:
    readable = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return [line.rstrip("\r") for line in readable.removesuffix("\n").split("\n")]


QUIET_SECONDS = 1.0
"""Work that is done sooner shows nothing."""
LINE_SECONDS = 2.0
"""Between two lines, where no bar can be drawn."""


class ProgressReport:
    """Progress of one task: a bar or lines on stderr for the length of the `with`; documents with --json."""

    def __init__(self, console: Console, *, at_once: bool = False) -> None:
        self._console = console
        self._is_watched = console.err.isatty()
        self._begun = time.monotonic()
        self._next = self._begun + (0.0 if at_once else QUIET_SECONDS)
        self._what, self._since = "", self._begun
        self._bar: Progress | None = None
        self._shown = ("", 0)

    def __enter__(self) -> "ProgressReport":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tell(self, what: str, done: int, total: int = 0, values: Mapping[str, object] | None = None) -> None:
        """So many of `what` are done, with a total also of how many; `values` is what a program gets."""
        now = time.monotonic()
        if what != self._what:
            self._what, self._since = what, now
        if now < self._next:
            return
        if self._console.as_json:
            self._next = now + LINE_SECONDS
            self._write(values)
        elif self._is_watched:
            self._show(done, total, done / max(now - self._since, 0.001), now)

    def _write(self, values: Mapping[str, object] | None) -> None:
        if values is not None:
            self._console.text(json_text({"outcome": "progress", **values}))
            self._console.out.flush()

    def _show(self, done: int, total: int, speed: float, now: float) -> None:
        if self._bar is None and (bar := _bar(self._console)):
            self._bar = bar
            bar.start()
        if self._bar is not None:
            task = self._task(self._bar, total)
            self._bar.update(task, completed=done, rate=f"{speed:,.0f}/s")
            return
        self._next = now + LINE_SECONDS
        of = f" of {total:,}" if total else ""
        left = f", {(total - done) / speed:,.0f} s left" if total and speed else ""
        self._console.note(f"{done:,}{of} {self._what}, {speed:,.0f}/s{left}")

    def _task(self, bar: "Progress", total: int) -> "TaskID":
        """The one task of the bar; a new kind of work gets a new one, because Rich keeps a total once it is set."""
        known = (self._what, total)
        if self._shown != known:
            for each in bar.task_ids:
                bar.remove_task(each)
            bar.add_task(self._what, total=total or None, rate="")
            self._shown = known
        return bar.task_ids[0]


def _bar(console: Console) -> "Progress | None":
    """A bar of Rich on stderr; None if Rich is not installed."""
    try:
        from rich.console import Console as Terminal
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        return None
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(),
        console=Terminal(file=console.err, color_system="auto" if console.coloured(console.err) else None),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
