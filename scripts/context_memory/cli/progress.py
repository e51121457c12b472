"""Progress of long work: a bar if Rich is installed, otherwise lines; nothing if stderr is not a terminal."""

import time
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING

from .console import Console, json_text

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

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
