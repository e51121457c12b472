"""One connection to a provider, kept alive: HTTP/1.1 over a Unix socket or TCP, with short deadlines."""

import contextlib
import http.client
import json
import socket
import ssl
import threading
import time
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from ..errors import InputError, NotReadyError, RefusedError, UnknownError
from ..provider import http as routes
from ..text.json_text import parse_json

CONNECT_SECONDS = 0.05
READ_SECONDS = 0.1
"""Deadlines of SPEC 3.6: a turn waits for both at most once, then it goes on without the provider."""
MOST_BYTES = 64 << 20  # of an answer
_ERRORS = {400: InputError, 403: RefusedError, 404: UnknownError, 405: InputError, 409: RefusedError, 413: InputError}


class UnreachableError(NotReadyError):
    """The provider did not answer, or could not."""


class Connection:
    """A connection to one provider; calls of several threads run one after another."""

    def __init__(self, connection: http.client.HTTPConnection, token: str, connect: float, read: float) -> None:
        self._connection = connection
        self._headers = {"authorization": f"Bearer {token}"} if token else {}
        self._connect_seconds = connect
        self._read_seconds = read
        self._lock = threading.Lock()

    def call(self, verb: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The answer. Raises UnreachableError, or the error that the provider answered with."""
        method, path, body = request_of(verb, arguments)
        with self._lock:
            status, data = self._request(method, path, body)
        try:
            value = parse_json(data)
        except ValueError as error:
            raise UnreachableError("the answer of the provider is not JSON") from error
        if status < 300 and isinstance(value, dict):
            return value
        found = value.get("error") if isinstance(value, dict) else None
        told = found if isinstance(found, dict) else {"message": f"the provider answered {status}"}
        if status not in _ERRORS:
            raise UnreachableError(str(told.get("message", status)))
        raise _ERRORS[status](str(told.get("message", status)), hint=str(told.get("hint", "")))

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()

    def _request(self, method: str, path: str, body: bytes | None) -> tuple[int, bytes]:
        """Status and body; retried once if the server had closed the connection meanwhile."""
        until = time.monotonic() + self._connect_seconds + self._read_seconds
        was_open = self._connection.sock is not None
        try:
            return self._request_once(method, path, body, until)
        except TimeoutError as error:
            self._connection.close()
            raise UnreachableError("the provider did not answer in time") from error
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            if not was_open and not isinstance(error, ConnectionResetError | http.client.BadStatusLine):
                raise UnreachableError(f"the provider cannot be reached: {error}") from error
        try:
            return self._request_once(method, path, body, until)
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise UnreachableError(f"the provider cannot be reached: {error}") from error

    def _request_once(self, method: str, path: str, body: bytes | None, until: float) -> tuple[int, bytes]:
        connection = self._connection
        if connection.sock is None:
            connection.timeout = self._connect_seconds
            connection.connect()
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if connection.sock is not None:
            connection.sock.settimeout(min(left, self._read_seconds))
        headers = self._headers | ({"content-type": "application/json"} if body is not None else {})
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read(MOST_BYTES)


class _UnixConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost")
        self._path = path

    def connect(self) -> None:
        """Connect within the deadline."""
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            opened.settimeout(self.timeout)
            opened.connect(self._path)
        except OSError:
            opened.close()
            raise
        self.sock = opened


def connection_to(endpoint: str, token: str, connect: float, read: float) -> Connection:
    """A connection to `unix:/path`, `http://host:port` or `https://host:port`, not opened yet."""
    if endpoint.startswith("unix:"):
        return Connection(_UnixConnection(endpoint.removeprefix("unix:")), token, connect, read)
    with contextlib.suppress(ValueError):
        found = urlsplit(endpoint)
        if found.scheme == "http" and found.hostname in {"127.0.0.1", "localhost", "::1"}:
            return Connection(http.client.HTTPConnection(found.hostname, found.port), token, connect, read)
        if found.scheme == "https" and found.hostname and token:
            context = ssl.create_default_context()
            secured = http.client.HTTPSConnection(found.hostname, found.port, context=context)
            return Connection(secured, token, connect, read)
    raise InputError(
        f"{endpoint[:60]!r} is not an endpoint",
        hint="unix:/path, http://127.0.0.1:8770, or https://host:port with a token",
    )


def request_of(verb: str, arguments: dict[str, Any]) -> tuple[str, str, bytes | None]:
    """Method, path and body of a verb: the route with most of its arguments in the path."""
    fitting = [route for route in routes.ROUTES if route.verb == verb and set(route.names) <= arguments.keys()]
    if not fitting:
        raise InputError(f"{verb[:60]!r} has no route for these arguments")
    route = max(fitting, key=lambda each: len(each.names))
    path = routes.PREFIX + route.path
    for name in route.names:
        path = path.replace("{" + name + "}", quote(str(arguments[name]), safe=""))
    rest = {name: value for name, value in arguments.items() if name not in route.names}
    if route.method == "POST":
        return "POST", path, json.dumps(rest).encode()
    return route.method, path + (f"?{urlencode(rest)}" if rest else ""), None
