"""The verbs over HTTP/1.1 on a Unix socket, by the standard library alone: one helper for one host process.

It says that it is ready after it has warmed up, and ends when its standard
input ends: the host holds the other end of that pipe, and the system closes it
whichever way the host dies.
"""

import contextlib
import json
import os
import selectors
import signal
import socket
import socketserver
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any, BinaryIO
from urllib.parse import parse_qsl, urlsplit

from ..errors import ContextMemoryError
from ..hosts.services import answering
from ..provider import http
from ..provider.files.tokens import TokenBook
from ..provider.grants import OWNER, Grant
from ..provider.services.opening import tune
from ..provider.services.provider import Provider
from . import DROP_SECONDS, MOST_DROPPED, QUIET_SECONDS

MOST_BYTES = 8 << 20
"""Of a body (SPEC 3.6)."""
MOST_CONNECTIONS = 64
"""Open at once; a host needs a few."""
IDLE_SECONDS = 600.0
"""After which a connection that asks nothing is closed; a body has to arrive in this time too."""
HOOKS = "/v1/hooks/"
"""Paths of the plugins of hosts, each for the events of one host; an answer is {} where there is nothing to say."""


def run(
    opened: socket.socket,
    provider: Provider,
    tokens: TokenBook,
    *,
    until: BinaryIO,
    announce: Callable[[], None],
    tell: Callable[[str], None],
) -> None:
    """Answer until the stream `until` ends; then what runs ends well, and all is closed."""
    signal.signal(signal.SIGTERM, _end)
    server = _Server(opened, provider, tokens, tell)
    try:
        provider.warm()
        tune()
        announce()
        _serve(server, until)
    finally:
        server.server_close()
        provider.close()


@contextlib.contextmanager
def beside(opened: socket.socket, provider: Provider, tokens: TokenBook, tell: Callable[[str], None]) -> Iterator[None]:
    """Answer on a thread while the block runs: the provider is that of another server of this process."""
    server = _Server(opened, provider, tokens, tell)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)


def _end(_number: int, _frame: object) -> None:
    """A signal ends it as the end of the stream does."""
    raise SystemExit(0)


def _serve(server: "_Server", until: BinaryIO) -> None:
    """Take connections until the stream ends; what comes on it means nothing."""
    selector = selectors.SelectSelector()  # the only kind that knows files, pipes and terminals
    with selector, woken_by_signals() as woken:
        selector.register(server, selectors.EVENT_READ)
        selector.register(until, selectors.EVENT_READ)
        selector.register(woken, selectors.EVENT_READ)
        while True:
            ready = {key.fileobj for key, _ in selector.select()}
            if until in ready and not os.read(until.fileno(), 4_096):
                return
            if server in ready:
                server.handle_request()


@contextlib.contextmanager
def woken_by_signals() -> Iterator[socket.socket]:
    """A socket that a signal makes readable: one that comes just before a wait begins would not end it."""
    woken, wakes = socket.socketpair()
    with woken, wakes:
        wakes.setblocking(False)
        before = signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        try:
            yield woken
        finally:
            signal.set_wakeup_fd(before)


class _Server(socketserver.ThreadingMixIn, socketserver.BaseServer):
    """Takes connections from a socket that listens already."""

    daemon_threads = True
    block_on_close = False

    def __init__(
        self, opened: socket.socket, provider: Provider, tokens: TokenBook, tell: Callable[[str], None]
    ) -> None:
        super().__init__("", _Request)
        self.socket = opened
        self.provider = provider
        self.tokens = tokens
        self.tell = tell
        self._places = threading.BoundedSemaphore(MOST_CONNECTIONS)

    def fileno(self) -> int:
        """Of the socket, for the selector of `serve_forever`."""
        return self.socket.fileno()

    def get_request(self) -> tuple[socket.socket, Any]:
        """The next connection."""
        connection, _ = self.socket.accept()
        return connection, ("unix", 0)

    def verify_request(self, request: Any, client_address: Any) -> bool:  # noqa: ARG002
        """Refuse those for which there is no place."""
        return self._places.acquire(blocking=False)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """One connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def shutdown_request(self, request: Any) -> None:
        """Close the connection."""
        with contextlib.suppress(OSError):
            request.shutdown(socket.SHUT_RDWR)
        request.close()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002
        """Ignore a client that disconnects; log any other error by its type, without its text."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            self.tell(f"a connection failed: {type(error).__name__}")


class _Request(BaseHTTPRequestHandler):
    """The requests of one connection."""

    protocol_version = "HTTP/1.1"
    timeout = IDLE_SECONDS
    server: _Server
    wbufsize = -1

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as the base class has it
        """Nothing is logged: requests name sessions."""

    def do_GET(self) -> None:
        """One request."""
        self._answer()

    do_POST = do_DELETE = do_PUT = do_PATCH = do_HEAD = do_GET  # noqa: N815 - the base class looks for these names

    def _answer(self) -> None:
        try:
            body = self._body()
            if body is None:
                return
            split = urlsplit(self.path)
            if split.path == "/openapi.json":
                self._send(200, http.openapi())
                return
            grant = self._grant()
            if grant is None:
                self.server.provider.record_refusal("unauthorized")
                self._send(401, http.refusal("unauthorized", "an unknown token"))
                return
            host = split.path.removeprefix(HOOKS)
            if self.command == "POST" and host in answering.HOSTS and grant is OWNER:
                self._send(200, answering.answer(self.server.provider, http.parse_object(body), host))
                return
            pairs = parse_qsl(split.query, keep_blank_values=True, errors="replace")
            call = http.parse_request(self.command, split.path, pairs, body)
            value = self.server.provider.call_now(call.verb.name, call.arguments, grant)
            if value is None:
                value = self.server.provider.within(call.verb.name, call.arguments, grant)
            self._send(call.status, value)
        except ContextMemoryError as error:
            self._send(*http.failure(error))
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - the edge: a client gets no traceback of ours
            self.server.tell(f"a request failed: {type(error).__name__}")
            self._send(500, http.refusal("internal", "internal error", "report it"))

    def _body(self) -> bytes | None:
        """The body; None where it cannot be taken, and that was answered."""
        length = self.headers.get("content-length", "0")
        if self.headers.get("transfer-encoding") or not length.isdigit():
            self.close_connection = True
            self._send(400, http.refusal("bad_request", "the length of the body is not said", "send Content-Length"))
            return None
        if int(length[:18]) > MOST_BYTES:
            self.close_connection = True
            self._send(413, http.refusal("too_large", f"the body is larger than {MOST_BYTES:,} bytes"))
            self._drop(int(length[:18]))
            return None
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self.close_connection = True
            return None
        return body

    def _drop(self, length: int) -> None:
        """Read a body that nobody wants, or enough of it."""
        left, until = min(length, MOST_DROPPED), time.monotonic() + DROP_SECONDS
        self.connection.settimeout(QUIET_SECONDS)
        while left > 0 and time.monotonic() < until and (read := self.rfile.read1(min(left, 1 << 16))):
            left -= len(read)

    def _grant(self) -> Grant | None:
        """What the client may do; a socket of mode 0600 is its owner's, unless a token says less."""
        scheme, _, token = self.headers.get("authorization", "").partition(" ")
        if not token.strip():
            return OWNER
        return self.server.tokens.grant_of(token.strip()) if scheme.lower() == "bearer" else None

    def _send(self, status: int, value: Any) -> None:
        body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        self.send_response_only(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "no-store")
        if self.close_connection:
            self.send_header("connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()
