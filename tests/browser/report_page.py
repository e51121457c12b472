"""`make test-browser`: the report page in a headless Chromium, with screenshots to look at.

    python -m tests.browser.report_page [SESSION ...]

Exit code 0: every check holds; 1: one does not; 77: it did not run, and why.
Screenshots are in build/screenshots.
"""

import argparse
import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from context_memory.cli.run import run
from examples.make_session import make

from .chromium import BrowserError, NotHereError, Pipe, Tab, browser, program

ROOT = Path(__file__).parent.parent.parent
OUT = ROOT / "build" / "screenshots"
NOT_RUN = 77
SMALL = "2600"
"""Tokens of a compaction that cannot keep everything: something has to be only in the archive."""
DESK, PHONE = (1_200, 900), (390, 844)
HOSTILE = (
    "{{ 7 * 7 }} {% raw %} \u202eevil\u202c " + "w" * 3_000,
    "<script>window.stolen=1</script>",
    "<img src=x onerror='window.stolen=1'>",
    "</pre></details></main><h1>gone</h1><style>*{display:none}</style>",
    "'\"><svg onload=window.stolen=1> javascript:alert(1)",
)


class Checks:
    """Says what holds and counts what does not."""

    def __init__(self) -> None:
        self.failures = 0

    def that(self, what: str, *, holds: bool, seen: object = "") -> None:
        """One claim."""
        print(f"  {'ok  ' if holds else 'FAIL'} {what}" + (f": {seen}" if seen != "" and not holds else ""))
        self.failures += not holds


def main(argv: Sequence[str] | None = None) -> int:
    """Make pages, open them, look."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.report_page", description=__doc__)
    parser.add_argument("sessions", metavar="SESSION", nargs="*", type=Path, help="screenshots of these sessions, too")
    sessions: list[Path] = parser.parse_args(argv).sessions
    try:
        print(f"with {program()}")
    except NotHereError as missing:
        print(f"make test-browser did not run: {missing}", file=sys.stderr)
        return NOT_RUN
    checks = Checks()
    try:
        with tempfile.TemporaryDirectory(prefix="context-memory-pages-") as folder, browser() as pipe:
            pages = make_pages(Path(folder), sessions)
            for name, page in pages.items():
                print(name)
                _looks(pipe, name, page, checks)
            print("use")
            _works(pipe, pages["report-en"], checks)
            print("hostile text")
            _is_safe(pipe, pages["hostile"], checks)
    except BrowserError as error:
        print(f"FAIL the browser: {error}", file=sys.stderr)
        return 1
    print(f"screenshots in {OUT}")
    return 1 if checks.failures else 0


def make_pages(folder: Path, sessions: Sequence[Path]) -> dict[str, Path]:
    """The pages by name."""
    workspace = folder / "workspace"
    workspace.mkdir()
    session = folder / "session.jsonl"
    session.write_text(make().text, encoding="utf-8")
    about = ["--workspace", str(workspace)]
    run_command("blocks ingest", [str(session), *about])
    run_command("blocks compress", [*about, "--codec", "extractive"])
    run_command("blocks view", [*about, "--force", "--window", "60000"])
    run_command("blocks evict", [*about, "--keep", "3000"])
    run_command("compact", [str(session), *about, "--force", "--budget", SMALL])
    hostile = folder / "hostile.jsonl"
    hostile.write_text(_hostile(), encoding="utf-8")
    empty = folder / "empty.jsonl"
    empty.write_text('{"type":"session","version":3,"id":"empty","cwd":"/srv"}\n', encoding="utf-8")
    wanted: dict[str, list[str]] = {
        "report-en": [str(session), "--workspace", str(workspace)],
        "report-zh": [str(session), "--workspace", str(workspace), "--lang", "zh"],
        "hostile": [str(hostile)],
        "empty": [str(empty)],
        **{path.stem: [str(path)] for path in sessions},
    }
    pages = {}
    for name, arguments in wanted.items():
        pages[name] = folder / f"{name}.html"
        # without --workspace there is the user's own state: these pages are about their session alone
        alone = [] if "--workspace" in arguments else ["--workspace", str(_fresh(folder / f"w-{name}"))]
        run_command("report", [*arguments, *alone, "-o", str(pages[name])])
    return pages


def _fresh(folder: Path) -> Path:
    folder.mkdir()
    return folder


def run_command(command: str, arguments: Sequence[str]) -> None:
    """Run a command of ours; SystemExit where it does not end well."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as err:
        code = run(command, list(arguments), program=command)
    if code:
        raise SystemExit(f"{command} {' '.join(arguments)} ended with {code}: {err.getvalue()}")


def _hostile() -> str:
    """A transcript whose every text tries to get out."""
    messages: list[dict[str, Any]] = []
    for number in range(12):
        for text in HOSTILE:
            messages.append({"role": "user", "content": f"Never do {text} in step {number}."})
            messages.append({"role": "assistant", "content": f"I decided to use {text} for /srv/{text}/{number}.py."})
    lines = ({"type": "message", "message": message, "id": f"{i:08x}"} for i, message in enumerate(messages))
    header = {"type": "session", "id": HOSTILE[1], "cwd": HOSTILE[2], "version": 3}
    return "".join(json.dumps(line) + "\n" for line in (header, *lines))


def _looks(pipe: Pipe, name: str, page: Path, checks: Checks) -> None:
    """Light, dark, phone: no error, no request, nothing wider than the window."""
    for kind, (width, height), dark in (("light", DESK, False), ("dark", DESK, True), ("phone", PHONE, False)):
        tab = Tab.open(pipe, page, width=width, height=height, dark=dark, scale=2 if kind == "phone" else 1)
        tab.screenshot(OUT / f"{name}-{kind}.png")
        wide = tab.value("document.documentElement.scrollWidth")
        checks.that(f"{kind}: no script error and nothing refused", holds=not tab.complaints, seen=tab.complaints)
        checks.that(f"{kind}: nothing was asked for but the file", holds=len(tab.requests) == 1, seen=tab.requests)
        checks.that(f"{kind}: it fits {width} px", holds=wide <= width, seen=wide)


def _works(pipe: Pipe, page: Path, checks: Checks) -> None:
    """Mouse and keyboard."""
    tab = Tab.open(pipe, page, width=DESK[0], height=DESK[1])
    item = 'li[data-state="archived"]'
    tab.click(f"{item} summary")
    text = str(tab.value(f"document.querySelector('{item} pre')?.innerText ?? ''"))
    checks.that("a click on an archived item shows its text", holds=len(text) > 20, seen=text[:80])
    checks.that("the item is marked in it", holds=bool(tab.value(f"!!document.querySelector('{item} pre mark')")))
    tab.screenshot(OUT / "report-opened.png", whole=False)

    tab.click('button[data-state="kept"]')
    hidden = tab.value("document.querySelectorAll('.items > li:not([hidden]):not([data-state=kept])').length")
    checks.that("the filter leaves only kept items", holds=hidden == 0, seen=hidden)
    tab.click("#find")
    words = str(tab.value("document.querySelector('.items > li[data-state=kept] .label').textContent")).strip()[:16]
    tab.call("Input.insertText", {"text": words})
    tab.pipe.drain(0.1)
    shown = tab.value("[...document.querySelectorAll('.items > li:not([hidden])')].map(e => e.textContent)")
    checks.that("words find items", holds=bool(shown) and all(words in each for each in shown), seen=shown[:3])

    tab.value("document.getElementById('areas').focus()")
    tab.key("Home", 36)
    tab.key("ArrowRight", 39)
    tip = str(tab.value("document.getElementById('tip').hidden ? '' : document.getElementById('tip').innerText"))
    checks.that("arrow keys read the picture", holds="message" in tip, seen=tip)
    tab.value("document.getElementById('areas').scrollIntoView({block: 'center'})")
    tab.screenshot(OUT / "report-reading.png", whole=False)
    tab.key("Escape", 27)
    checks.that("escape closes what it read", holds=bool(tab.value("document.getElementById('tip').hidden")))

    tab.value("document.activeElement.blur(); window.scrollTo(0, 0)")
    names = []
    for _ in range(60):
        tab.key("Tab", 9)
        names.append(str(tab.value("document.activeElement.tagName")))
    reached = {"A", "DIV", "BUTTON", "SUMMARY"} <= set(names)
    checks.that("the keyboard reaches links, regions, buttons and items", holds=reached, seen=set(names))
    item = ".items > li:not([hidden])"
    tab.value(f"document.querySelector('{item} summary').focus()")
    tab.key("Enter", 13, "\r")
    checks.that("enter opens an item", holds=bool(tab.value(f"document.querySelector('{item} details').open")))
    checks.that("no script error on the way", holds=not tab.complaints, seen=tab.complaints)


def _is_safe(pipe: Pipe, page: Path, checks: Checks) -> None:
    """Hostile text neither runs nor leaves its place."""
    tab = Tab.open(pipe, page, width=PHONE[0], height=PHONE[1])
    tab.value("document.querySelectorAll('details').forEach(each => {each.open = true})")
    tab.pipe.drain(0.3)
    checks.that("nothing of it ran", holds=tab.value("window.stolen") is None)
    headings = tab.value("document.querySelectorAll('h1').length")
    checks.that("there is one heading of the first level", holds=headings == 1, seen=headings)
    checks.that("no element came from it", holds=tab.value("document.querySelectorAll('img, main style').length") == 0)
    wide = tab.value("document.documentElement.scrollWidth")
    checks.that("opened, it still fits", holds=wide <= PHONE[0], seen=wide)
    checks.that("no script error and nothing refused", holds=not tab.complaints, seen=tab.complaints)
    checks.that("templates in it stay text", holds=bool(tab.value("document.body.textContent.includes('{{ 7 * 7 }}')")))


if __name__ == "__main__":
    sys.exit(main())
