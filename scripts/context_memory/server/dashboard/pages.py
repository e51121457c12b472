"""The dashboard: which page a path is, who may see it, what a form does, and what browsers send and get.

Everything that a page shows is an answer of a verb of the provider, asked with
the rights of the token that the browser logged in with. Headers of the answers
shut everything else out.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ...errors import ContextMemoryError, InputError, UnknownError
from ...provider.grants import OWNER, ForbiddenError, Grant
from ...provider.http import error_code
from ...provider.services.provider import Provider, too_slow
from ...provider.verbs import VERBS
from ..authentication import TooLargeError
from . import rendering, views
from .events import Events
from .logins import SECONDS, Logins, Visitor

MOST_FIELDS = 40
LARGEST_FORM = 1 << 20
"""Bytes."""
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with no-referrer a browser says `Origin: null` of our own forms
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LANGUAGES = ("en", "zh")
LANGUAGE_COOKIE = "context_memory_language"
YEAR = 365 * 24 * 3_600
FORM_SECONDS = 30.0
"""In which a form has to arrive."""
LONGEST_NUMBER = 16  # digits
STREAM = {**HEADERS, "x-accel-buffering": "no"}


class Dashboard:
    """Answers `/` and `/ui/…`."""

    def __init__(self, provider: Provider, known: Callable[[str], Grant | None], tell: Callable[[str], None]) -> None:
        self._provider = provider
        self._tell = tell
        self._logins = Logins(known)
        self._events = Events(lambda since: self._ask(OWNER, "changes", {"since": since}))

    @property
    def routes(self) -> list[Route]:
        """For the application."""
        return [Route(path, self._answered, methods=["GET", "POST"]) for path in ("/", "/ui/{rest:path}")]

    def close(self) -> None:
        """End the streams of open pages."""
        self._events.close()

    # -- one request ---------------------------------------------------------------------------------------------

    async def _answered(self, request: Request) -> Response:
        try:
            return await self._answer(request)
        except ContextMemoryError as error:
            return self._failed(request, error_code(error)[1], str(error))
        except TooLargeError:
            return self._failed(request, 413)
        except (TimeoutError, ClientDisconnect):
            return self._failed(request, 408)
        except Exception as error:  # noqa: BLE001 - the edge: a browser gets no traceback of ours
            self._tell(f"a page failed: {type(error).__name__}")
            return self._failed(request, 500)

    async def _answer(self, request: Request) -> Response:
        path = request.scope["path"]
        if (asset := rendering.assets().get(path)) is not None:
            headers = {**HEADERS, "cache-control": "max-age=31536000, immutable"}
            return Response(asset.content, 200, headers, media_type=asset.media_type)
        if request.method == "POST":
            return await self._posted(request, path)
        if "lang" in request.query_params:
            return self._in_language(request)
        visitor = self._logins.visitor(request.cookies.get(_cookie_name(request), ""))
        if visitor is None:
            return self._login_page(request)
        if path == "/ui/events":
            return self._listening(request, visitor)
        return await self._shown(request, visitor, path)

    async def _shown(
        self, request: Request, visitor: Visitor, path: str, form: Mapping[str, str] | None = None
    ) -> Response:
        page = views.PAGES.get(path)
        if page is None:
            raise UnknownError("there is no such page", hint="go to the sessions")
        language = _language_of(request)
        asked = views.Asked(
            self._with_rights(visitor.grant),
            dict(request.query_params),
            form or {},
            language,
            may_see_all=not visitor.grant.is_limited,
        )
        since = (await asked.ask("changes", {}))["next"] if page.watches else 0
        values = await page.values(asked)
        is_live = "x-live" in request.headers  # the page asks for itself: what it says once it has said
        frame = self._frame(request, visitor, since) | {"notice": None if is_live else visitor.take_notice()}
        html = await asyncio.to_thread(rendering.html, page, frame, values, language)
        return _page_response(html)

    async def _posted(self, request: Request, path: str) -> Response:
        if not _is_own_page(request):
            raise ForbiddenError("this form was not sent by a page of this server", hint="open the page here")
        async with asyncio.timeout(FORM_SECONDS):
            form = await _form_of(request)
        if path == "/ui/login":
            return self._log_in(request, form)
        visitor = self._logins.visitor(request.cookies.get(_cookie_name(request), ""))
        if visitor is None:
            return self._login_page(request)
        if not visitor.sent_form(form):
            raise ForbiddenError("this form is not of this login", hint="load the page again and send it once more")
        if path == "/ui/logout":
            return self._log_out(request)
        if path in views.WITH_FORM:
            return await self._shown(request, visitor, path, form)
        if path not in views.ACTIONS:
            raise UnknownError("there is no such page", hint="go to the sessions")
        visitor.login.notice = await views.act(self._with_rights(visitor.grant), path, form)
        return _redirect(_own_path(form.get("next", "/")))

    def _with_rights(self, grant: Grant) -> views.Ask:
        return lambda verb, given: self._ask(grant, verb, given)

    async def _ask(self, grant: Grant, verb: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """The answer of a verb within its deadline."""
        work = asyncio.wrap_future(self._provider.start(verb, dict(given), grant))
        done, _ = await asyncio.wait((work,), timeout=VERBS[verb].seconds)
        if not done:
            raise too_slow(verb)
        return work.result()

    def _listening(self, request: Request, visitor: Visitor) -> Response:
        if self._events.is_full:
            return Response(b"", 503, {**HEADERS, "retry-after": "10"})
        session = request.query_params.get("session", "")
        visitor.grant.check(session or visitor.grant.sessions[0])
        page = views.PAGES.get(request.query_params.get("page", "/"), views.PAGES["/"])
        since = request.query_params.get("since", "0")
        row = int(since) if since.isascii() and since.isdigit() and len(since) < LONGEST_NUMBER else 0
        stream = self._events.stream(visitor.grant, session, page.watches, row)
        return StreamingResponse(stream, 200, STREAM, media_type="text/event-stream")

    # -- coming and going ----------------------------------------------------------------------------------------

    def _log_in(self, request: Request, form: Mapping[str, str]) -> Response:
        cookie = self._logins.open(form.get("token", ""))
        if cookie is None:
            self._provider.record_refusal("login")
            return self._login_page(request, is_wrong=True, path=form.get("next", "/"))
        visitor = self._logins.visitor(cookie)
        if visitor is not None:
            self._provider.record_login(visitor.grant)
        response = _redirect(_own_path(form.get("next", "/")))
        _set_login(request, response, cookie, SECONDS)
        return response

    def _log_out(self, request: Request) -> Response:
        self._logins.close(request.cookies.get(_cookie_name(request), ""))
        response = _redirect("/")
        _set_login(request, response, "", 0)
        return response

    def _in_language(self, request: Request) -> Response:
        language = _language_of(request)
        query = {name: value for name, value in request.query_params.items() if name != "lang"}
        response = _redirect(_own_path(_address(request.scope["path"], query)))
        _set_language(request, response, language)
        return response

    def _login_page(self, request: Request, *, is_wrong: bool = False, path: str = "") -> Response:
        """The same for every path, so that it does not show which paths exist."""
        frame = self._frame(request, None)
        values = {"is_wrong": is_wrong, "next": _own_path(path or frame["here"])}
        html = rendering.html(views.LOGIN, frame, values, _language_of(request))
        return _page_response(html, 401, {"www-authenticate": "Bearer"})

    def _failed(self, request: Request, status: int, message: str = "") -> Response:
        """What went wrong in the language of the page; the message, made for programs too, stands behind it."""
        visitor = self._logins.visitor(request.cookies.get(_cookie_name(request), ""))
        values = {"status": status, "message": message}
        html = rendering.html(views.FAILED, self._frame(request, visitor), values, _language_of(request))
        return _page_response(html, status)

    def _frame(self, request: Request, visitor: Visitor | None, since: int = 0) -> dict[str, Any]:
        """What every page shows around its own."""
        path = request.scope["path"]
        query = dict(request.query_params) if request.method in {"GET", "HEAD"} else {}
        other = next(each for each in LANGUAGES if each != _language_of(request))
        return {
            "path": path,
            "here": _address(path, query),
            "switch": _address(path, {**query, "lang": other}),
            "stream": _address("/ui/events", {"page": path, "session": query.get("id", ""), "since": str(since)}),
            "base": str(request.base_url).rstrip("/"),
            "visitor": visitor,
            "csrf": visitor.login.csrf if visitor else "",
            "notice": None,
        }


def _address(path: str, query: Mapping[str, str]) -> str:
    return path + (f"?{urlencode(query, errors='replace')}" if query else "")


def _own_path(given: str) -> str:
    """A path of the dashboard; everything else, other servers above all, becomes the first page."""
    plain = unquote(given)
    is_ours = given == "/" or given.startswith(("/?", "/ui/"))
    return given if is_ours and plain.isprintable() and "\\" not in plain and given.isascii() else "/"


# -- what browsers send and get ------------------------------------------------------------------------


def _page_response(html: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An HTML page of ours."""
    return Response(
        html.encode("utf-8", "replace"), status, {**HEADERS, **(headers or {})}, media_type="text/html; charset=utf-8"
    )


def _redirect(path: str) -> Response:
    """Go on with GET: a page that is loaded again sends no form twice."""
    return Response(b"", 303, {**HEADERS, "location": path})


def _cookie_name(request: Request) -> str:
    """The name of our cookie: browsers send cookies to every port, so the port is in it."""
    return f"context_memory_{request.url.port or request.url.scheme}"


def _set_login(request: Request, response: Response, value: str, seconds: float) -> None:
    """Let the browser keep a login; no script reads it, no other site sends it."""
    response.set_cookie(
        _cookie_name(request),
        value,
        max_age=int(seconds),
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _set_language(request: Request, response: Response, language: str) -> None:
    """Let the browser keep the language."""
    secure = request.url.scheme == "https"
    response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, secure=secure, httponly=True, samesite="strict")


def _language_of(request: Request) -> str:
    """The language that was chosen, else the first of ours that the browser names, else English."""
    wanted = request.query_params.get("lang") or request.cookies.get(LANGUAGE_COOKIE, "")
    if wanted in LANGUAGES:
        return wanted
    for each in request.headers.get("accept-language", "").split(",")[:10]:
        if (name := each.strip()[:2].lower()) in LANGUAGES:
            return name
    return LANGUAGES[0]


def _is_own_page(request: Request) -> bool:
    """Whether a form was sent by a page of this server; a program, which has no pages, says nothing and may."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin")
    host = request.headers.get("host", "")
    same = origin is None or origin.partition("://")[2].lower() == host.lower()
    return same and site in {"same-origin", "none"}


async def _form_of(request: Request) -> dict[str, str]:
    """The fields of a form; of those that come twice the last."""
    body = await request.body()
    if len(body) > LARGEST_FORM:
        raise InputError("the form is too large", hint=f"{LARGEST_FORM:,} bytes at most")
    try:
        pairs = parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise InputError("the form cannot be read", hint="use the page") from error
    return dict(pairs)
