"""The client of a provider, with a fallback: the host's turn continues even if the provider fails.

A provider that does not answer in time is not called for a while, and the same verbs are
executed in this process on the same workspace; after the pause one call tries it
again: a second after the first failure, later and later after more in a row. Messages
that it missed are sent then, each with an id, so that none is lost or duplicated.
"""

import contextlib
import http.client
import itertools
import json
import socket
import ssl
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote, urlencode, urlsplit

from ..errors import ContextMemoryError, InputError, NotReadyError, RefusedError, UnknownError
from ..provider import http as routes
from ..provider.handlers import ConflictError
from ..text.json_text import parse_json

if TYPE_CHECKING:
    from ..provider.services.provider import Provider
    from ..settings.values import Settings

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

    @property
    def seconds(self) -> float:
        """How long one turn waits for this provider."""
        return self._connect_seconds + self._read_seconds

    def call(self, verb: str, arguments: dict[str, Any], until: float) -> dict[str, Any]:
        """The answer until this time (monotonic). Raises UnreachableError, or the error that the provider told."""
        method, path, body = request_of(verb, arguments)
        with self._lock:
            status, data = self._request(method, path, body, until)
        try:
            value = parse_json(data)
        except ValueError as error:
            raise UnreachableError("the answer of the provider is not JSON") from error
        if status < 300 and isinstance(value, dict):
            return value
        found = value.get("error") if isinstance(value, dict) else None
        told = found if isinstance(found, dict) else {"message": f"the provider answered {status}"}
        message, hint = str(told.get("message", status)), str(told.get("hint", ""))
        if status not in _ERRORS:
            raise UnreachableError(message, hint=hint)
        if status == 409 and told.get("reason"):
            raise ConflictError(message, str(told["reason"]), hint=hint)
        raise _ERRORS[status](message, hint=hint)

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()

    def _request(self, method: str, path: str, body: bytes | None, until: float) -> tuple[int, bytes]:
        """Status and body; retried once if the server had closed the connection meanwhile."""
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


PROBE_SECONDS = 30.0
"""After a failure, until one call tries the provider again at the latest (SPEC 3.6)."""
FIRST_PAUSE = 1.0
"""The same after one failure, doubled by each that follows: most are one late answer of a busy machine, and with the
whole pause for each a host lived on its fallback for 30 s in 31."""
HANDING_OVER = 1 / 3
"""Share of the time of one turn in which missed messages are sent; what is left goes with the next turn."""
MOST_MISSED = 10_000
"""Messages kept for a provider that is away; older ones are in the journal of the workspace."""
HANDED_OVER = 50
"""Messages of one request when a provider is back."""
BUILTIN = "builtin"


class Client:
    """Asks the provider at `endpoint`: `unix:/path`, `http://127.0.0.1:8770`, or `builtin`, which never calls out.

    `workspace` and `settings` are those of the fallback, which is opened at once, so that nobody waits for it later.
    Errors of the provider itself (a bad argument, a busy session) are raised and lead to no fallback.
    """

    def __init__(
        self,
        endpoint: str = BUILTIN,
        *,
        token: str = "",
        workspace: str | Path | None = None,
        settings: "Mapping[str, object] | Settings | None" = None,
        connect_seconds: float = CONNECT_SECONDS,
        read_seconds: float = READ_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connection: Connection | None = None
        if endpoint != BUILTIN:
            self._connection = connection_to(endpoint, token, connect_seconds, read_seconds)
        self._local = _open_fallback(workspace, settings)
        self._clock = clock
        self._lock = threading.Lock()
        self._closed_until = 0.0
        self._failed_in_a_row = 0
        self._handing_over = threading.Lock()
        self._missed: deque[tuple[str, dict[str, Any]]] = deque(maxlen=MOST_MISSED)
        self.failures = 0
        """How often the provider did not answer."""
        self.problem = ""
        """Why it did not answer the last time, a token that it refuses included; empty where it did."""

    @property
    def is_away(self) -> bool:
        """Whether the provider is not called at the moment."""
        return self._connection is None or self._clock() < self._closed_until

    def ping(self) -> dict[str, Any]:
        """`ok`, whether the provider answers (`builtin` does, in this process), and `latency_ms`, after how long."""
        started = time.perf_counter()
        self.call("ping")
        took = (time.perf_counter() - started) * 1_000
        return {"ok": self._connection is None or not self.is_away, "latency_ms": round(took, 2)}

    def append(self, session: str, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Append messages; those without id and seq get an id, so that repeats are recognised."""
        named = [_with_id(message) for message in messages]
        given = {"session": session, "messages": named}
        return self._execute("append", given, on_failure=lambda: self._remember_missed(session, named))

    def context(self, session: str, *, max_chars: int | None = None, max_tokens: int | None = None) -> dict[str, Any]:
        """The context for the model."""
        return self.call("context", session=session, max_chars=max_chars, max_tokens=max_tokens)

    def recall(self, query: str, *, session: str | None = None, limit: int | None = None) -> dict[str, Any]:
        """Search what was said or remembered."""
        return self.call("recall", query=query, session=session, limit=limit)

    def swap(self, session: str, *, expected_revision: int | None = None) -> dict[str, Any]:
        """Replace old messages with capsules if a swap is due.

        Raises RefusedError, with `reason` `busy` while a tool call is open, or `preparing` while the next view is being
        prepared: go on with the context at hand, and call it again after the next turn.
        """
        return self.call("swap", session=session, expected_revision=expected_revision)

    def hook(self, name: str, session: str) -> dict[str, Any]:
        """One of pre-compaction, post-compaction, session-start, session-end."""
        return self.call(name, session=session)

    def call(self, verb: str, **arguments: Any) -> dict[str, Any]:
        """Any verb of the table."""
        return self._execute(verb, {name: each for name, each in arguments.items() if each is not None})

    def close(self) -> None:
        """Close the connection and the fallback."""
        if self._connection is not None:
            self._connection.close()
        self._local.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # -- inside ------------------------------------------------------------------------------------

    def _execute(
        self, verb: str, arguments: dict[str, Any], on_failure: Callable[[], None] = lambda: None
    ) -> dict[str, Any]:
        """The provider's answer, or that of this process."""
        if self._connection is not None and self._may_try():
            self.problem = ""
            until = time.monotonic() + self._connection.seconds
            try:
                if self._has_all(self._connection, until):
                    answer = self._connection.call(verb, arguments, until)
                    self._note_answer()
                    return answer
            except UnreachableError as error:
                self._note_failure(error)
            except ContextMemoryError:  # also an answer
                self._note_answer()
                raise
        if self._connection is not None:
            on_failure()
        return _mark_fallback(verb, self._local.call(verb, arguments))

    def _may_try(self) -> bool:
        """Whether to call the provider; after the pause one call tries it, the others use the fallback."""
        with self._lock:
            now = self._clock()
            if now < self._closed_until:
                return False
            if self._closed_until:
                self._closed_until = now + PROBE_SECONDS
            return True

    def _note_failure(self, error: UnreachableError) -> None:
        with self._lock:
            self.failures += 1
            self.problem = str(error)
            self._failed_in_a_row += 1
            doublings = min(self._failed_in_a_row - 1, 10)
            self._closed_until = self._clock() + min(FIRST_PAUSE * 2**doublings, PROBE_SECONDS)

    def _note_answer(self) -> None:
        with self._lock:
            self._failed_in_a_row, self._closed_until = 0, 0.0

    def _remember_missed(self, session: str, messages: Sequence[dict[str, Any]]) -> None:
        with self._lock:
            self._missed.extend((session, message) for message in messages)

    def _has_all(self, connection: "Connection", until: float) -> bool:
        """Whether the provider has every message that it missed; what there is time for is sent."""
        if not self._missed:
            return True
        if not self._handing_over.acquire(blocking=False):  # another thread sends them
            return False
        try:
            is_done = self._send_missed(connection, until)
        finally:
            self._handing_over.release()
        if not is_done:
            with self._lock:
                self._closed_until = self._clock()  # the next call goes on, and no other beside it
        return is_done

    def _send_missed(self, connection: "Connection", until: float) -> bool:
        """Send the missed messages in order; those that it has from the shared journal are duplicates.

        Of a request that is refused each message is sent alone: for one of them, or their size, the others are kept.
        """
        alone = 0
        last = until - connection.seconds * (1 - HANDING_OVER)
        for number in itertools.count():
            session, part = self._first_missed(1 if alone else HANDED_OVER)
            if not part or (number and time.monotonic() > last):
                break
            try:
                connection.call("append", {"session": session, "messages": part}, until)
            except UnreachableError:
                raise
            except ContextMemoryError:
                if len(part) > 1:
                    alone = len(part)
                    continue
            alone = max(0, alone - 1)
            with self._lock:
                for message in part:
                    if self._missed and self._missed[0][1] is message:  # not dropped meanwhile as one too many
                        self._missed.popleft()
        return not part

    def _first_missed(self, most: int) -> tuple[str, list[dict[str, Any]]]:
        """The session of the oldest missed message, and so many of its messages in a row."""
        with self._lock:
            session = self._missed[0][0] if self._missed else ""
            part: list[dict[str, Any]] = []
            for name, message in self._missed:
                if name != session or len(part) >= most:
                    break
                part.append(message)
        return session, part


def _with_id(message: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(message, Mapping):
        raise InputError("a message is not an object", hint='use {"role": "user", "content": …}')
    if message.get("id") is not None or message.get("seq") is not None:
        return dict(message)
    return {"id": uuid.uuid4().hex, **message}


def _mark_fallback(verb: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Mark a context as made by the fallback."""
    return answer | {"fallback": "builtin"} if verb == "context" else answer


def _open_fallback(workspace: "str | Path | None", settings: "Mapping[str, object] | Settings | None") -> "Provider":
    from ..provider.services import opening

    return opening.in_process(workspace, settings)
