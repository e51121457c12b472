"""The room of the provider, /v1 (SPEC 3.6): each request is a verb, done on a thread within its deadline."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import ContextMemoryError
from ..provider import http
from ..provider.grants import Grant
from ..provider.services.provider import Provider, too_slow
from ..provider.verbs import Verb
from .authentication import TooLargeError
from .responses import Answer

BODY_SECONDS = 30.0
"""In which a body has to arrive."""
SMALL = 32_000
"""Bytes of a body up to which a call that ends at once is done here: a thread would cost as much as the call."""


class ProviderRoom:
    """Answers /v1 and /openapi.json."""

    def __init__(self, provider: Provider, tell: Callable[[str], None]) -> None:
        self._provider = provider
        self._tell = tell

    @property
    def routes(self) -> list[Route]:
        """For the application."""
        methods = ["GET", "POST", "DELETE", "PUT", "PATCH"]
        return [
            Route("/openapi.json", self._document),
            Route(http.PREFIX + "/{rest:path}", self._answered, methods=methods),
        ]

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """From the first request to the last; what runs ends well, and everything is closed."""
        try:
            yield
        finally:
            await asyncio.to_thread(self._provider.close)

    async def _answered(self, request: Request) -> Response:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await request.body()
            pairs = request.query_params.multi_items()
            asked = http.asked(request.method, request.scope["path"], pairs, body)
            grant = request.scope["grant"]
            value = self._provider.call_now(asked.verb.name, asked.arguments, grant) if len(body) <= SMALL else None
            if value is None:
                value = await self._done(asked.verb, asked.arguments, grant)
            return Answer(value, asked.status).response()
        except ContextMemoryError as error:
            return _failed(error)
        except TooLargeError:
            value = http.refusal("too_large", "the body is too large", "send it in several parts")
            return Answer(value, 413, {"connection": "close"}).response()
        except TimeoutError:
            value = http.refusal("timeout", "the body did not arrive in time", may_retry=True)
            return Answer(value, 408, {"connection": "close"}).response()
        except ClientDisconnect:
            return Answer(http.refusal("bad_request", "the client went away"), 400).response()
        except Exception as error:  # noqa: BLE001 - the edge: a client gets no traceback of ours
            self._tell(f"a request failed: {type(error).__name__}")
            return Answer(http.refusal("internal", "internal error", "report it"), 500).response()

    async def _done(self, verb: Verb, arguments: dict[str, Any], grant: Grant) -> dict[str, Any]:
        work = asyncio.wrap_future(self._provider.start(verb.name, arguments, grant))
        done, _ = await asyncio.wait((work,), timeout=verb.seconds)
        if not done:
            raise too_slow(verb.name)
        return work.result()

    async def _document(self, _request: Request) -> Response:
        return Answer(http.openapi()).response()


def _failed(error: ContextMemoryError) -> Response:
    status, value = http.failure(error)
    headers = {"retry-after": "1"} if status == 503 else {}
    if isinstance(error, http.MethodError):
        headers["allow"] = ", ".join(error.allowed)
    return Answer(value, status, headers).response()
