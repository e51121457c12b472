"""The ASGI application of the provider, /v1 (SPEC 3.6): each request calls a verb within its deadline."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import Future
from functools import lru_cache
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from ..errors import ContextMemoryError
from ..provider import http
from ..provider.grants import Grant
from ..provider.services.provider import Provider, too_slow
from ..provider.verbs import VERBS, Verb
from . import routes as memory_routes
from .authentication import Admission, TooLargeError
from .responses import as_bytes, send_json

PREFIX = http.PREFIX + "/"
DOCUMENT = "/openapi.json"
BODY_SECONDS = 30.0
"""In which a body has to arrive."""
LOOK_SECONDS = 1.0
"""Between two looks for bodies that are overdue."""
SMALL = 32_000
"""Bytes of a body up to which a call that ends at once is done here: a thread would cost as much as the call."""

SYNC_SECONDS = VERBS["append"].seconds
"""In which the disk has to take an append."""
MOST_HEAD = 4_096
"""Bytes of the header of an append that is answered before uvicorn reads it."""
_HEAD = re.compile(
    rb"POST (/v1/sessions/[A-Za-z0-9._~%:@!$&'()*+,;=-]+/messages) HTTP/1\.1\r\n"
    rb"((?:[A-Za-z-]+: [!-~](?:[ -~]*[!-~])?\r\n){1,12})\r\n"
)
_KNOWN = frozenset(
    [
        *(b"host", b"content-length", b"content-type", b"authorization", b"connection"),
        *(b"accept", b"accept-encoding", b"accept-language", b"user-agent", b"sec-fetch-mode"),
    ]
)
"""Headers that say nothing about how the request is read, but the length of its body and that the connection stays."""


Answered = tuple[int, Any, dict[str, str]]
"""Status, value and headers."""


class Deadlines:
    """Time-outs of the tasks of one loop, by one look a second: a timer for each request would cost more than a parse.

    A task that is overdue is cancelled at most a second late, and then gets TimeoutError.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._due: dict[asyncio.Task[Any], float] = {}
        self._overdue = set[asyncio.Task[Any]]()
        self._look_at: asyncio.TimerHandle | None = None

    async def within(self, work: Awaitable[bytes]) -> bytes:
        """The result of this; TimeoutError where it takes longer than the seconds."""
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None
        self._due[task] = loop.time() + self._seconds
        if self._look_at is None:
            self._look_at = loop.call_later(LOOK_SECONDS, self._look, loop)
        try:
            return await work
        except asyncio.CancelledError as error:
            if task in self._overdue and not task.uncancel():
                raise TimeoutError from error
            raise
        finally:
            del self._due[task]
            self._overdue.discard(task)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cancel what is overdue, and look again while there is anything."""
        now = loop.time()
        for task in [each for each, due in self._due.items() if due <= now and each not in self._overdue]:
            self._overdue.add(task)
            task.cancel()
        self._look_at = loop.call_later(LOOK_SECONDS, self._look, loop) if self._due else None


class ProviderApp:
    """Answers /v1 and /openapi.json, as an ASGI application: an append costs less than a framework's way to it."""

    def __init__(self, provider: Provider, tell: Callable[[str], None]) -> None:
        self._provider = provider
        self._tell = tell
        self._deadlines = Deadlines(BODY_SECONDS)

    @staticmethod
    def serves(path: str) -> bool:
        """Whether a path is answered here."""
        return path.startswith(PREFIX) or path == DOCUMENT

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """From the first request to the last; what runs ends well, and everything is closed."""
        try:
            yield
        finally:
            await asyncio.to_thread(self._provider.close)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, whose grant is in its scope."""
        status, value, headers = await self._answered(scope, receive)
        await send_json(send, value, status, headers)

    def now(self, path: str, body: bytes, grant: Grant) -> "Answered | Future[dict[str, Any]] | None":
        """The answer to a POST that ends at once, or what it waits for where that is the disk alone.

        None, and nothing was done, where it has to wait for anything else.
        """
        try:
            call = http.parse_request("POST", path, (), body)
            name, given = call.verb.name, call.arguments
            value = self._provider.call_now(name, given, grant)
            if value is None and (work := self._provider.start_now(name, given, grant)) is not None:
                return work
        except ContextMemoryError as error:
            return _failed(error)
        except Exception as error:  # noqa: BLE001 - the edge: a client gets no traceback of ours
            return self._broken(error)
        return None if value is None else (call.status, value, {})

    def after(self, work: "Future[dict[str, Any]]") -> "Answered":
        """The answer to an append that is on the disk."""
        try:
            return http.ACCEPTED, work.result(), {}
        except ContextMemoryError as error:
            return _failed(error)
        except Exception as error:  # noqa: BLE001 - the edge: a client gets no traceback of ours
            return self._broken(error)

    def _broken(self, error: Exception) -> "Answered":
        self._tell(f"a request failed: {type(error).__name__}")
        return 500, http.refusal("internal", "internal error", "report it"), {}

    async def _answered(self, scope: Scope, receive: Receive) -> "Answered":
        try:
            return (*await self._answer(scope, receive), {})
        except ContextMemoryError as error:
            return _failed(error)
        except TooLargeError:
            value = http.refusal("too_large", "the body is too large", "send it in several parts")
            return 413, value, {"connection": "close"}
        except TimeoutError:
            value = http.refusal("timeout", "the body did not arrive in time", may_retry=True)
            return 408, value, {"connection": "close"}
        except ClientDisconnect:
            return 400, http.refusal("bad_request", "the client went away"), {}
        except Exception as error:  # noqa: BLE001 - the edge: a client gets no traceback of ours
            return self._broken(error)

    async def _answer(self, scope: Scope, receive: Receive) -> tuple[int, Any]:
        body = await self._deadlines.within(_body(receive))
        method, path, grant = scope["method"], scope["path"], scope["grant"]
        if path == DOCUMENT:
            if method not in {"GET", "HEAD"}:
                raise http.MethodError(["GET"])
            return 200, document()
        pairs = QueryParams(scope["query_string"]).multi_items() if scope["query_string"] else ()
        call = http.parse_request(method, path, pairs, body)
        value = self._provider.call_now(call.verb.name, call.arguments, grant) if len(body) <= SMALL else None
        return call.status, await self._done(call.verb, call.arguments, grant) if value is None else value

    async def _done(self, verb: Verb, arguments: dict[str, Any], grant: Grant) -> dict[str, Any]:
        work = asyncio.wrap_future(self._provider.start(verb.name, arguments, grant))
        done, _ = await asyncio.wait((work,), timeout=verb.seconds)
        if not done:
            raise too_slow(verb.name)
        return work.result()


def document() -> dict[str, Any]:
    """The OpenAPI document of everything that the server answers."""
    return http.openapi(memory_routes.documented())


class AppendsAtOnce:
    """Answers an append that is written in the plainest way and has to wait for nothing, before uvicorn reads it.

    Reading, routing and answering a request there costs as much as the append. What this takes is a small part of what
    HTTP/1.1 allows; everything else goes to uvicorn's parser, untouched.
    """

    def __init__(self, app: ProviderApp, admission: Admission) -> None:
        self._app = app
        self._admission = admission

    def answer(
        self, data: bytes, further: Iterable[tuple[bytes, bytes]], later: Callable[[bytes], None]
    ) -> bytes | bool | None:
        """The answer, with `further` headers; empty where the rest of the body has to come first, None to pass it on.

        With None nothing was done. True where the disk has to be waited for: then `later` gets it, on the same thread.
        """
        request = plain_append(data)
        if request is None:
            return None
        path, headers, length, start = request
        given = headers.get(b"authorization")
        try:
            grant = self._admission.grant((given,) if given is not None else ())
        except (ContextMemoryError, OSError):  # the tokens cannot be read: the guard says so
            return None
        if grant is None or not self._admission.is_called((headers[b"host"],)):
            return None
        if len(data) < start + length:
            return b""
        if not self._admission.rates.allow(grant):
            return None
        done = self._app.now(path, data[start:], grant)
        if done is None:
            self._admission.rates.give_back(grant)
            return None
        if isinstance(done, Future):
            self.answer_after(done, lambda answered: later(_bytes_of(answered, further)))
            return True
        return _bytes_of(done, further)

    def answer_after(self, work: "Future[dict[str, Any]]", later: Callable[[Answered], None]) -> None:
        """Give the answer to an append when it is on the disk, or after its deadline that it is not."""
        loop = asyncio.get_running_loop()
        late = loop.call_later(SYNC_SECONDS, lambda: later(_failed(too_slow("append"))))

        def synced() -> None:
            if loop.time() < late.when():  # else it was told that it takes too long
                late.cancel()
                later(self._app.after(work))

        work.add_done_callback(lambda _: loop.call_soon_threadsafe(synced))


def _bytes_of(answered: Answered, further: Iterable[tuple[bytes, bytes]]) -> bytes:
    return as_bytes(answered[1], answered[0], answered[2], further)


def plain_append(data: bytes) -> tuple[str, dict[bytes, bytes], int, int] | None:
    """Path, headers, length of the body and where it begins, of one append and nothing behind it; None for all else."""
    start = data.find(b"\r\n\r\n", 0, MOST_HEAD) + 4
    found = _plain_head(data[:start]) if start > 4 else None
    if found is None or len(data) > start + found[2]:
        return None
    return *found, start


@lru_cache(maxsize=256)
def _plain_head(head: bytes) -> tuple[str, dict[bytes, bytes], int] | None:
    match = _HEAD.fullmatch(head)
    if match is None:
        return None
    headers: dict[bytes, bytes] = {}
    lines = match[2].split(b"\r\n")[:-1]
    for line in lines:
        name, _, value = line.partition(b": ")
        headers[name.lower()] = value
    if len(headers) != len(lines) or not _KNOWN.issuperset(headers) or b"host" not in headers:
        return None
    digits = headers.get(b"content-length", b"")
    if not digits.isdigit() or len(digits) > 5 or headers.get(b"connection", b"keep-alive").lower() != b"keep-alive":
        return None
    return (match[1].decode("ascii"), headers, int(digits)) if int(digits) <= SMALL else None


async def _body(receive: Receive) -> bytes:
    pieces = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        pieces.append(message.get("body", b""))
        if not message.get("more_body", False):
            return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _failed(error: ContextMemoryError) -> Answered:
    status, value = http.failure(error)
    headers = {"retry-after": "1"} if status == 503 else {}
    if isinstance(error, http.MethodError):
        headers["allow"] = ", ".join(error.allowed)
    return status, value, headers
