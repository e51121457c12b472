"""The ASGI application of the provider, /v1 (SPEC 3.6): each request calls a verb within its deadline."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from ..errors import ContextMemoryError
from ..provider import http
from ..provider.grants import Grant
from ..provider.services.provider import Provider, too_slow
from ..provider.verbs import Verb
from .authentication import TooLargeError
from .responses import send_json

PREFIX = http.PREFIX + "/"
DOCUMENT = "/openapi.json"
BODY_SECONDS = 30.0
"""In which a body has to arrive."""
LOOK_SECONDS = 1.0
"""Between two looks for bodies that are overdue."""
SMALL = 32_000
"""Bytes of a body up to which a call that ends at once is done here: a thread would cost as much as the call."""


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

    async def _answered(self, scope: Scope, receive: Receive) -> tuple[int, Any, dict[str, str]]:
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
            self._tell(f"a request failed: {type(error).__name__}")
            return 500, http.refusal("internal", "internal error", "report it"), {}

    async def _answer(self, scope: Scope, receive: Receive) -> tuple[int, Any]:
        body = await self._deadlines.within(_body(receive))
        method, path, grant = scope["method"], scope["path"], scope["grant"]
        if path == DOCUMENT:
            if method not in {"GET", "HEAD"}:
                raise http.MethodError(["GET"])
            return 200, http.openapi()
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


async def _body(receive: Receive) -> bytes:
    pieces = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        pieces.append(message.get("body", b""))
        if not message.get("more_body", False):
            return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _failed(error: ContextMemoryError) -> tuple[int, Any, dict[str, str]]:
    status, value = http.failure(error)
    headers = {"retry-after": "1"} if status == 503 else {}
    if isinstance(error, http.MethodError):
        headers["allow"] = ", ".join(error.allowed)
    return status, value, headers
