"""A server on 127.0.0.1 as a context manager: the base of the fake APIs."""

import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """One request as it arrived, and the status of its answer (0: the connection was dropped)."""

    path: str
    headers: dict[str, str]
    """Names are lower case."""
    body: dict[str, Any]
    status: int


class Handler(BaseHTTPRequestHandler):
    """One connection; subclasses answer in `post` and `get` and find their API in `api`."""

    protocol_version = "HTTP/1.1"
    timeout = 30  # a client that never sends its body does not keep a thread for ever
    api: Any

    def log_message(self, *_: object) -> None:
        """Log nothing: requests are in `Loopback.requests`."""

    def do_POST(self) -> None:
        """Called by the standard library for a POST."""
        self.post()

    def do_GET(self) -> None:
        """Called by the standard library for a GET."""
        self.get()

    def post(self) -> None:
        """Answer a POST."""
        self.send_error(405)

    def get(self) -> None:
        """Answer a GET."""
        self.send_error(405)

    @property
    def asked(self) -> tuple[str, dict[str, str]]:
        """The path without its query, and the headers by names in lower case."""
        return self.path.partition("?")[0], {name.lower(): value for name, value in self.headers.items()}

    def raw_body(self) -> bytes:
        """The request body."""
        return self.rfile.read(int(self.headers.get("content-length", 0)))

    def write(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        """Send a complete answer."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Loopback:
    """Use it as a context manager; it listens at a free port until the block ends."""

    def __init__(self, handler: type[Handler]) -> None:
        self.requests: list[RecordedRequest] = []
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("_Handler", (handler,), {"api": self}))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def base_url(self) -> str:
        """Address for the client's `base_url`."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def record(self, path: str, headers: dict[str, str], body: dict[str, Any], status: int) -> None:
        """Record a request with the status of its answer."""
        with self._lock:
            self.requests.append(RecordedRequest(path, headers, body, status))
