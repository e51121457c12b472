"""A headless Chromium, spoken to over two pipes; standard library only.

The browser gets a profile of its own that goes away, and no network service
that it would start by itself. Nothing but the page's own file is ever asked for.
"""

import base64
import contextlib
import fcntl
import json
import os
import select
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SECONDS = 30
READ, WRITE = 3, 4
"""The file descriptors at which Chromium reads commands and writes answers."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
)


class NotHereError(Exception):
    """No Chromium on this machine."""


class BrowserError(Exception):
    """The browser answered with an error or not at all."""


def program() -> str:
    """The path of Chromium; NotHereError where there is none."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    raise NotHereError("chromium is not installed (Debian and Ubuntu: apt-get install chromium)")


class Pipe:
    """One browser process."""

    def __init__(self, pid: int, commands: int, answers: int) -> None:
        self._pid = pid
        self._commands = commands
        self._answers = answers
        self._buffer = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, parameters: dict[str, Any] | None = None, session: str = "") -> dict[str, Any]:
        """One command and its answer; events that come in between are kept."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters or {}}
        if session:
            command["sessionId"] = session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        until = time.monotonic() + SECONDS
        while True:
            message = self.read(until)
            if message is None:
                raise BrowserError(f"no answer to {method} in {SECONDS} s")
            if message.get("id") == self._number:
                if "error" in message:
                    raise BrowserError(f"{method}: {message['error'].get('message')}")
                result: dict[str, Any] = message.get("result", {})
                return result

    def count(self, event: str, session: str) -> int:
        """How often an event was heard."""
        return sum(each["method"] == event and each.get("sessionId") == session for each in self.events)

    def wait_for(self, event: str, session: str, *, more_than: int = 0) -> None:
        """Wait until an event was heard once more than so often."""
        until = time.monotonic() + SECONDS
        while self.count(event, session) <= more_than:
            if self.read(until) is None:
                raise BrowserError(f"no {event} in {SECONDS} s")

    def drain(self, seconds: float) -> None:
        """Hear what still comes."""
        until = time.monotonic() + seconds
        while self.read(until) is not None:
            pass

    def read(self, until: float) -> dict[str, Any] | None:
        """The next message; None when the time is over."""
        while b"\0" not in self._buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._answers], [], [], left)[0]:
                return None
            piece = os.read(self._answers, 1 << 16)
            if not piece:
                raise BrowserError("the browser went away")
            self._buffer += piece
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if "method" in message:
            self.events.append(message)
        return message

    def close(self) -> None:
        """End this browser, and only this one."""
        with contextlib.suppress(BrowserError, OSError):
            self.call("Browser.close")
        for descriptor in (self._commands, self._answers):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        for _ in range(50):
            if os.waitpid(self._pid, os.WNOHANG)[0]:
                return
            time.sleep(0.1)
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


@contextlib.contextmanager
def browser() -> Iterator[Pipe]:
    """A browser that ends with the block."""
    path = program()
    with tempfile.TemporaryDirectory(prefix="context-memory-browser-", ignore_cleanup_errors=True) as profile:
        pipe = _started(path, profile)
        try:
            yield pipe
        finally:
            pipe.close()


def _started(path: str, profile: str) -> Pipe:
    ours = [os.pipe(), os.pipe()]
    far = [fcntl.fcntl(ours[0][0], fcntl.F_DUPFD, 20), fcntl.fcntl(ours[1][1], fcntl.F_DUPFD, 20)]
    silent = os.open(os.devnull, os.O_RDWR)
    pid = os.posix_spawn(
        path,
        [path, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
        {**os.environ, "HOME": profile},
        file_actions=[
            (os.POSIX_SPAWN_DUP2, silent, 1),
            (os.POSIX_SPAWN_DUP2, silent, 2),
            (os.POSIX_SPAWN_DUP2, far[0], READ),
            (os.POSIX_SPAWN_DUP2, far[1], WRITE),
        ],
    )
    for descriptor in (ours[0][0], ours[1][1], *far, silent):
        os.close(descriptor)
    return Pipe(pid, ours[0][1], ours[1][0])


@dataclass
class Tab:
    """A page in the browser, at one size and in one colour scheme."""

    pipe: Pipe
    session: str
    width: int
    asked: list[str] = field(default_factory=list)

    @classmethod
    def open(
        cls, pipe: Pipe, page: Path | str, *, width: int, height: int, dark: bool = False, scale: float = 1
    ) -> "Tab":
        """Open a file or an address and wait until it has loaded."""
        target = pipe.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = pipe.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        tab = cls(pipe, session, width)
        for domain in ("Page", "Runtime", "Log", "Network"):
            tab.call(f"{domain}.enable")
        tab.call(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600},
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        tab.call("Emulation.setEmulatedMedia", {"features": [scheme, still]})
        tab.go(page if isinstance(page, str) else page.absolute().as_uri())
        return tab

    def go(self, url: str) -> None:
        """Go to an address and wait until it has loaded."""
        with self.loading():
            self.call("Page.navigate", {"url": url})

    @contextlib.contextmanager
    def loading(self) -> Iterator[None]:
        """What is done in the block makes a page load: wait for it."""
        loaded = self.pipe.count("Page.loadEventFired", self.session)
        yield
        self.pipe.wait_for("Page.loadEventFired", self.session, more_than=loaded)
        self.pipe.drain(0.2)

    def wait_until(self, expression: str) -> bool:
        """Whether an expression became true in time."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            if self.value(expression):
                return True
            self.pipe.drain(0.05)
        return False

    def call(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """A command for this page."""
        return self.pipe.call(method, parameters, self.session)

    def value(self, expression: str) -> Any:
        """What an expression is in the page."""
        answer = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        if "exceptionDetails" in answer:
            raise BrowserError(f"{expression}: {answer['exceptionDetails'].get('text')}")
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """Click the middle of an element with the mouse."""
        place = self.value(
            f"(() => {{const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            " const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2];})()"
        )
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {"button": "left", "clickCount": 1} if kind != "mouseMoved" else {}
            self.call("Input.dispatchMouseEvent", {"type": kind, "x": place[0], "y": place[1], **button})
        self.pipe.drain(0.1)

    def key(self, key: str, code: int, text: str = "") -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            extra = {"text": text} if text and kind == "keyDown" else {}
            parameters = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, **extra}
            self.call("Input.dispatchKeyEvent", parameters)

    def screenshot(self, path: Path, *, whole: bool = True) -> None:
        """The page as a picture, from top to bottom or as much as the window shows."""
        parameters: dict[str, Any] = {"format": "png", "captureBeyondViewport": whole}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            parameters["clip"] = {"x": 0, "y": 0, "width": self.width, "height": min(size["height"], 7_000), "scale": 1}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", parameters)["data"]))

    @property
    def complaints(self) -> list[str]:
        """Script errors, refused parts and anything else that the browser logged as an error."""
        found = []
        for event in self.pipe.events:
            if event.get("sessionId") != self.session:
                continue
            parameters = event.get("params", {})
            match event["method"]:
                case "Runtime.exceptionThrown":
                    details = parameters["exceptionDetails"]
                    found.append(str(details.get("exception", {}).get("description") or details.get("text")))
                case "Log.entryAdded" if parameters["entry"]["level"] in {"error", "warning"}:
                    found.append(str(parameters["entry"]["text"]))
                case "Page.javascriptDialogOpening":
                    found.append(f"a dialog: {parameters.get('message')}")
                case _:
                    pass
        return found

    @property
    def requests(self) -> list[str]:
        """Every address that the page asked for."""
        return [
            event["params"]["request"]["url"]
            for event in self.pipe.events
            if event.get("sessionId") == self.session and event["method"] == "Network.requestWillBeSent"
        ]
