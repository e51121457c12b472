"""The dashboard of a real server in a headless Chromium: login, live updates, forget and undo, dark, 390 px, Chinese.

    python -m tests.browser.dashboard_page

Exit code 0: every check holds; 1: one does not; 77: it did not run, and why.
Screenshots are in build/screenshots.
"""

import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from examples.make_session import make

from ..memory_server import Server, serving
from ..provider.processes import hand_over, send
from ..provider.providers import said
from ..server.hostile import STRINGS
from ..server.test_dashboard_hostile import story as hostile_story
from .chromium import BrowserError, NotHereError, Pipe, Tab, browser, program
from .report_page import DESK, NOT_RUN, OUT, PHONE, Checks, run_command

PAGES = {
    "sessions": "/",
    "session": "/ui/session?id={session}",
    "recall": "/ui/recall",
    "docs": "/ui/docs",
    "notes": "/ui/notes",
    "audit": "/ui/audit?check=now",
    "health": "/ui/health",
    "api": "/ui/api",
}
KINDS = {
    "light": (DESK, False, "en"),
    "dark": (DESK, True, "en"),
    "phone": (PHONE, False, "en"),
    "zh": (PHONE, True, "zh"),
}
FACT = "Deploys go out on Tuesdays, never on Fridays"


@dataclass(frozen=True, slots=True)
class Site:
    """The server that is looked at, and the browser."""

    server: Server
    pipe: Pipe
    session: str

    @contextlib.contextmanager
    def tab(self, path: str, *, width: tuple[int, int] = DESK, dark: bool = False) -> Iterator[Tab]:
        """A page in a tab of its own, which gives its connection back."""
        tab = Tab.open(self.pipe, self.server.where["url"] + path, width=width[0], height=width[1], dark=dark)
        try:
            yield tab
        finally:
            tab.call("Page.close")


def main() -> int:
    """Fill a workspace, serve it, look."""
    try:
        print(f"with {program()}")
    except NotHereError as missing:
        print(f"make test-browser did not run: {missing}", file=sys.stderr)
        return NOT_RUN
    checks = Checks()
    try:
        with tempfile.TemporaryDirectory(prefix="context-memory-dashboard-") as folder, browser() as pipe:
            workspace = Path(folder) / "workspace"
            workspace.mkdir()
            with serving(workspace) as server:
                _starts(Site(server, pipe, ""), checks)
            session = fill(workspace)
            with serving(workspace) as server:
                site = Site(server, pipe, session)
                _logs_in(site, checks)
                _looks(site, checks)
                _is_live(site, checks)
                _forgets(site, checks)
                _recalls(site, checks)
                _by_keyboard(site, checks)
                _is_safe(site, checks)
                _logs_out(site, checks)
    except BrowserError as error:
        print(f"FAIL the browser: {error}", file=sys.stderr)
        return 1
    print(f"screenshots in {OUT}")
    return 1 if checks.failures else 0


def fill(workspace: Path) -> str:
    """The session of the demo, journaled, swapped, compacted and learnt from, and a fact; the id of the session."""
    transcript = workspace.parent / "session.jsonl"
    transcript.write_text(make().text, encoding="utf-8")
    about = ["--workspace", str(workspace)]
    run_command("workspace init", [*about, "--task", "Billing"])
    run_command("blocks ingest", [str(transcript), *about])
    run_command("blocks compress", [*about, "--codec", "extractive"])
    run_command("blocks view", [*about, "--force"])
    run_command("compact", [str(transcript), *about, "--force"])
    run_command("learn", [str(transcript), *about])
    run_command("remember", [FACT, *about])
    name = next((workspace / ".context-memory" / "journal").glob("*.jsonl")).name
    return name.removesuffix(".jsonl")


def log_in(site: Site, tab: Tab, token: str | None = None) -> None:
    """Type a token and press enter."""
    tab.click("#token")
    tab.call("Input.insertText", {"text": site.server.token if token is None else token})
    with tab.loading():
        tab.key("Enter", 13, "\r")


def text(tab: Tab, selector: str = "main") -> str:
    """What stands in an element."""
    return str(tab.value(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))


def _starts(site: Site, checks: Checks) -> None:
    print("no data")
    with site.tab("/") as tab:
        log_in(site, tab)
        for name, path in PAGES.items():
            if name in {"session", "api"}:  # there is none yet; it has no data
                continue
            tab.go(site.server.where["url"] + path)
            tab.screenshot(OUT / f"dashboard-empty-{name}.png", whole=False)
            is_said = bool(tab.value("!!document.querySelector('.empty h2, .facts, .rows')"))
            checks.that(f"{name}: it says what to do next", holds=is_said)
        tab.go(site.server.where["url"] + "/")
        first = text(tab, "#first")
        checks.that(
            "the command for a first message names this server", holds=site.server.where["url"] in first, seen=first
        )


def _logs_in(site: Site, checks: Checks) -> None:
    print("login")
    with site.tab("/ui/docs") as tab:
        log_in(site, tab, "wrong-token")
        checks.that("a wrong token is told", holds=bool(tab.value("!!document.querySelector('#wrong[role=alert]')")))
        checks.that("and shows nothing", holds=FACT not in text(tab))
        tab.screenshot(OUT / "dashboard-wrong-token.png", whole=False)
        log_in(site, tab)
        checks.that("the right one leads to the page that was asked for", holds=FACT in text(tab), seen=text(tab)[:80])
        checks.that("no script can read the cookie", holds=tab.value("document.cookie") == "")
        bad = [each for each in tab.complaints if "401" not in each]
        checks.that("no script error and nothing refused", holds=not bad, seen=bad)


def _looks(site: Site, checks: Checks) -> None:
    """Every page, light, dark, on a phone, in Chinese: no error, nothing wider than the window."""
    url = site.server.where["url"]
    for kind, (size, dark, language) in KINDS.items():
        print(kind)
        for name, path in PAGES.items():
            with site.tab(path.format(session=site.session), width=size, dark=dark) as tab:
                joint = "&" if "?" in path else "?"
                tab.go(url + path.format(session=site.session) + f"{joint}lang={language}")
                tab.screenshot(OUT / f"dashboard-{name}-{kind}.png")
                wide = tab.value("document.documentElement.scrollWidth")
                elsewhere = [each for each in tab.requests if not each.startswith(site.server.where["url"])]
                checks.that(f"{name}: it fits {size[0]} px", holds=wide <= size[0], seen=wide)
                checks.that(
                    f"{name}: no script error and nothing refused", holds=not tab.complaints, seen=tab.complaints
                )
                checks.that(f"{name}: nothing was asked for elsewhere", holds=not elsewhere, seen=elsewhere)
                checks.that(
                    f"{name}: {language}", holds=str(tab.value("document.documentElement.lang"))[:2] == language
                )
    with site.tab("/?lang=en"):
        pass


def _is_live(site: Site, checks: Checks) -> None:
    print("live")
    client = site.server.client()
    with site.tab("/") as tab:
        checks.that("the page listens", holds=tab.wait_until("document.getElementById('live').dataset.state === 'on'"))
        hand_over(client, "chat-7", [said(1, "Move the cache to port 6380, please.")])
        arrived = "document.querySelector('main').innerText.includes('Move the cache to port 6380')"
        checks.that(
            "a session that begins is there without a reload", holds=tab.wait_until(arrived), seen=text(tab)[:200]
        )
        tab.screenshot(OUT / "dashboard-live.png", whole=False)
    with site.tab("/ui/session?id=chat-7") as tab:
        before = text(tab, ".tile strong")
        tab.wait_until("document.getElementById('live').dataset.state === 'on'")
        hand_over(client, "chat-7", [said(2, "The cache moves to 6380. " * 200)])
        grew = f"document.querySelector('.tile strong').innerText !== {json.dumps(before)}"
        checks.that("its context grows before one's eyes", holds=tab.wait_until(grew), seen=before)
        tab.value("document.querySelector('#areas').focus()")
        tab.key("End", 35)
        shown = str(tab.value("document.getElementById('tip').hidden ? '' : document.getElementById('tip').innerText"))
        checks.that("the picture that came is read by arrow keys", holds="message 2" in shown, seen=shown)
        checks.that("no script error on the way", holds=not tab.complaints, seen=tab.complaints)


def _forgets(site: Site, checks: Checks) -> None:
    print("forget and undo")
    button = 'form[action="/ui/docs/forget"] button[aria-label*="Tuesdays"]'
    with site.tab("/ui/docs") as tab:
        with tab.loading():
            tab.click(button)
        gone = FACT not in text(tab, ".docs")
        checks.that("a click forgets a doc", holds=gone and FACT in text(tab, ".flash"), seen=text(tab, ".flash"))
        tab.screenshot(OUT / "dashboard-forgotten.png", whole=False)
        with tab.loading():
            tab.click(".flash button")
        checks.that("undo brings it back", holds=FACT in text(tab, ".docs"), seen=text(tab, ".flash"))
        with tab.loading():
            tab.click('form[action="/ui/docs/pin"] button[aria-label*="Tuesdays"]')
        checks.that("and a click pins it", holds=FACT in text(tab, ".docs .pinned"), seen=text(tab, ".flash"))


def _recalls(site: Site, checks: Checks) -> None:
    print("recall")
    with site.tab("/ui/recall") as tab:
        tab.key("/", 191, "/")
        tab.call("Input.insertText", {"text": "when do deploys go out"})
        with tab.loading():
            tab.key("Enter", 13, "\r")
        checks.that("the answer is first", holds=FACT in text(tab, ".docs li"), seen=text(tab, ".docs li")[:200])
        tab.click(".why-details summary")
        bars = tab.value("document.querySelectorAll('.docs li:first-child .gain-bar rect').length")
        checks.that("and its score is explained", holds=isinstance(bars, int) and bars >= 2, seen=bars)
        tab.screenshot(OUT / "dashboard-recalled.png", whole=False)
        checks.that("the question is in no address", holds="deploys" not in str(tab.value("location.href")))


def _by_keyboard(site: Site, checks: Checks) -> None:
    print("keyboard")
    with site.tab("/ui/docs") as tab:
        reached = []
        for _ in range(40):
            tab.key("Tab", 9)
            reached.append(
                str(tab.value("document.activeElement.getAttribute('href') ?? document.activeElement.tagName"))
            )
        wanted = {"#main", "/", "/ui/recall", "/ui/health", "/ui/docs?kind=fact", "BUTTON"}
        checks.that("tab reaches the pages, the tabs and the buttons", holds=wanted <= set(reached), seen=reached)
        tab.go(site.server.where["url"] + f"/ui/session?id={site.session}")
        tab.value("document.querySelector('nav a[href=\"#blocks\"]').focus()")
        ring = str(tab.value("getComputedStyle(document.activeElement).outlineStyle"))
        checks.that("what has the focus shows it", holds=ring != "none", seen=ring)
        tab.value("document.querySelector('#blocks summary').focus()")
        tab.key("Enter", 13, "\r")
        checks.that("enter opens the numbers", holds=bool(tab.value("document.querySelector('#blocks details').open")))


def _is_safe(site: Site, checks: Checks) -> None:
    print("hostile text")
    client = site.server.client()
    for words in STRINGS:
        send(client, "POST", f"/sessions/{quote(words[:200], safe='')}/messages", {"messages": hostile_story(words)})
        send(client, "POST", "/remember", {"docs": [{"text": words, "source": words[:100], "session": words[:60]}]})
    paths = [*PAGES.values(), *(f"/ui/session?id={quote(words[:200], safe='')}" for words in STRINGS)]
    with site.tab("/", width=PHONE) as tab:
        for path in paths:
            tab.go(site.server.where["url"] + path.format(session=site.session))
            tab.value("document.querySelectorAll('details').forEach(each => {each.open = true})")
            tab.pipe.drain(0.05)
            held = tab.value("window.stolen === undefined && document.querySelectorAll('h1').length === 1")
            wide = tab.value("document.documentElement.scrollWidth")
            checks.that(
                f"nothing of it runs, and it fits: {path[:60]}", holds=bool(held) and wide <= PHONE[0], seen=wide
            )
        tab.screenshot(OUT / "dashboard-hostile.png")
        checks.that("no script error and nothing refused", holds=not tab.complaints, seen=tab.complaints)


def _logs_out(site: Site, checks: Checks) -> None:
    print("logout")
    with site.tab("/") as tab:
        with tab.loading():
            tab.click('form[action="/ui/logout"] button')
        checks.that("out is out", holds=bool(tab.value("!!document.getElementById('token')")))
        tab.go(site.server.where["url"] + "/ui/docs")
        checks.that("and stays so", holds=FACT not in text(tab))


if __name__ == "__main__":
    sys.exit(main())
