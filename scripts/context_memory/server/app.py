"""The ASGI application: routers behind authentication, handlers on a thread pool, errors as JSON."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from datetime import UTC, datetime
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ..api.memories import Memory
from ..errors import ContextMemoryError
from . import routes as memory_routes
from .authentication import Admission, Guard, TooLargeError, too_large
from .dashboard.pages import Dashboard
from .metrics import Metrics
from .provider_app import ProviderApp
from .responses import Answer, error_answer, refusal
from .routes import Handler, MemoryRequest
from .workers import Workers

BODY_SECONDS = 30.0
"""In which a body has to arrive."""
_WITH_BODY = frozenset({"POST", "PATCH", "PUT"})


def build(
    workers: Workers,
    admission: Admission,
    tell: Callable[[str], None],
    provider: ProviderApp | None = None,
    dashboard: Dashboard | None = None,
    metrics: Metrics | None = None,
) -> ASGIApp:
    """The application over the memory that the workers open; `tell` logs internal errors."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as running:
            await running.enter_async_context(workers.running())
            if provider is not None:
                await running.enter_async_context(provider.running())
            yield

    routes = [Route("/healthz", _health), *routes_under(memory_routes.PREFIX, memory_routes.ROUTES, workers, tell)]
    for each in (dashboard, metrics):
        routes += each.routes if each is not None else []
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _refused})
    app.router.redirect_slashes = False

    async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
        if provider is not None and scope["type"] == "http" and provider.serves(scope["path"]):
            await provider(scope, receive, send)
        else:
            await app(scope, receive, send)

    return _RawPath(Guard(dispatch, admission, has_pages=dashboard is not None))


def routes_under(
    prefix: str, routes: Iterable[tuple[str, str, Handler]], workers: Workers, tell: Callable[[str], None]
) -> Sequence[Route]:
    """Routes under a prefix: one for each path, whatever methods it has."""
    by_path: dict[str, dict[str, Handler]] = {}
    for method, path, handler in routes:
        by_path.setdefault(path, {})[method] = handler
    return [
        Route(prefix + path, _endpoint(handlers, workers, tell), methods=list(handlers))
        for path, handlers in by_path.items()
    ]


class _RawPath:
    """Routes are found by the path as it was sent, so that an id may hold a slash, written %2F."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "path": scope["raw_path"].decode("ascii", "replace")}
        await self._app(scope, receive, send)


def _endpoint(
    handlers: dict[str, Handler], workers: Workers, tell: Callable[[str], None]
) -> Callable[[Request], "asyncio.Future[Response]"]:
    async def answered(request: Request) -> Response:
        try:
            body = await _body(request)
            handler = handlers["GET" if request.method == "HEAD" else request.method]
            doc_id = unquote(request.path_params.get("doc_id", ""))
            given = MemoryRequest(tuple(request.query_params.multi_items()), body, doc_id.removeprefix("#"))

            def job(memory: Memory) -> Response:
                done = handler(memory, given, datetime.now(UTC))
                workers.note_given(done.given)
                return done.answer.response()

            return await workers.run(job)
        except TooLargeError:
            return too_large().response()
        except TooSlowError:
            return refusal(408, f"the body took longer than {BODY_SECONDS:.0f} s", connection="close").response()
        except ClientDisconnect:
            return refusal(400, "the client went away").response()
        except ContextMemoryError as error:
            return error_answer(error).response()
        except Exception as error:  # noqa: BLE001 - the edge: a client gets no traceback of ours
            return _internal_error(error, tell).response()

    return answered  # type: ignore[return-value]  # a coroutine function, which Starlette takes


class TooSlowError(Exception):
    """The body did not arrive in time."""


async def _body(request: Request) -> bytes:
    if request.method not in _WITH_BODY:
        return b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await request.body()
    except TimeoutError as error:
        raise TooSlowError from error


def _internal_error(error: Exception, tell: Callable[[str], None]) -> Answer:
    if os.environ.get("CONTEXT_MEMORY_DEBUG"):
        import traceback

        traceback.print_exception(error, file=sys.stderr)
    tell(f"a request failed: {type(error).__name__}: {error}")
    return refusal(500, "internal error", "the log of the server says more; report it")


async def _health(_request: Request) -> Response:
    return Answer({"ok": True}).response()


async def _refused(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 404:
        return refusal(404, "nothing is served here", f"the memory is under {memory_routes.PREFIX}").response()
    headers = (error.headers or {}) if isinstance(error, HTTPException) else {}
    allowed = ", ".join(sorted(headers.get("Allow", "").split(", ")))
    return refusal(status, "this method is not served here", f"allowed: {allowed}", allow=allowed).response()
