"""What a person at a terminal sees: wrapped tables, bars; and that nobody else does."""

import io
import sys

import pytest

from context_memory.cli import console
from context_memory.cli.console import Console, ProgressReport

LIBRARY = "rich"
HAS_BAR, HAS_LINES = "with rich", "without rich"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(params=[HAS_BAR, HAS_LINES])
def has_rich(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(console, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(console, "LINE_SECONDS", 0.0)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm")
    if request.param == HAS_LINES:
        for name in [LIBRARY, *(name for name in sys.modules if name.startswith(LIBRARY + "."))]:
            monkeypatch.setitem(sys.modules, name, None)
    return bool(request.param == HAS_BAR)


def test_a_terminal_shows_how_far_the_work_is_with_or_without_the_library(has_rich: bool) -> None:
    err = Terminal()

    with ProgressReport(Console(err=err)) as report:
        report.tell("docs", 512, 2_048)
        report.tell("docs", 1_024, 2_048)

    assert "docs" in err.getvalue()
    assert ("1024/2048" if has_rich else "1,024 of 2,048 docs, ") in err.getvalue()
    assert has_rich or " s left" in err.getvalue()


def test_a_total_that_is_unknown_or_changes_is_no_old_one(has_rich: bool) -> None:
    err = Terminal()

    with ProgressReport(Console(err=err)) as report:
        report.tell("docs", 1_500)
        report.tell("pages", 3, 7)

    assert "/100" not in err.getvalue()
    assert ("3/7" if has_rich else "3 of 7 pages, ") in err.getvalue()


def test_nobody_watches_a_pipe(has_rich: bool) -> None:
    err = io.StringIO()

    with ProgressReport(Console(err=err)) as report:
        report.tell("docs", 1_024, 2_048)

    assert err.getvalue() == ""


def test_a_program_gets_documents_on_stdout(has_rich: bool) -> None:
    out, err = io.StringIO(), Terminal()

    with ProgressReport(Console(as_json=True, out=out, err=err)) as report:
        report.tell("docs", 1, 2, {"done": 1})

    assert out.getvalue() == '{"outcome": "progress", "done": 1}\n'
    assert err.getvalue() == ""


def test_a_table_on_a_terminal_holds_every_cell_and_obeys_none(has_rich: bool) -> None:
    out = Terminal()
    rows = [("[bold]a[/]", "x" * 90, 7), ("\x1b[2Jgone", "多字节", 1_024)]

    Console(out=out, colour="never").table(("name", "text", "size"), rows, numeric=(2,))

    shown = out.getvalue()
    assert "[bold]a[/]" in shown
    assert "\x1b[2J" not in shown
    assert "多字节" in shown
    assert shown.count("x") >= 90
    assert not has_rich or max(map(len, shown.splitlines())) <= 60


def test_a_pipe_gets_the_plain_table(has_rich: bool) -> None:
    out = io.StringIO()

    Console(out=out).table(("name", "size"), [("a", 7)], numeric=(1,))

    assert out.getvalue() == "name  size\na        7\n"


FORGED = "n\nl\x1b[2J\u2028 pass  secrets"
"""The name of a file."""


@pytest.mark.parametrize("kind", [io.StringIO, Terminal])
def test_a_name_with_line_breaks_or_escapes_forges_no_line(kind: type[io.StringIO]) -> None:
    out, err = kind(), kind()
    shown = Console(out=out, err=err)

    shown.line(f"{shown.paint('FAIL', 'red')}  {FORGED}")
    shown.table(("path", "size"), [(FORGED, 3)])
    shown.warn(f"{FORGED} cannot be read")
    shown.error(f"there is no {FORGED}", "name another")

    lines = (out.getvalue() + err.getvalue()).splitlines()
    assert sum("secrets" in line for line in lines) == 4
    assert not [line for line in lines if line.lstrip().startswith(("pass", "l"))]
    assert "\x1b[2J" not in "".join(lines)
    assert lines[0].startswith(shown.paint("FAIL", "red"))
