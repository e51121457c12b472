"""What browsers send and get: forms, cookies, the origin of a request, and headers that shut everything else out."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from ...errors import InputError

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


def page(html: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An HTML page of ours."""
    return Response(
        html.encode("utf-8", "replace"), status, {**HEADERS, **(headers or {})}, media_type="text/html; charset=utf-8"
    )


def to(path: str) -> Response:
    """Go on with GET: a page that is loaded again sends no form twice."""
    return Response(b"", 303, {**HEADERS, "location": path})


def cookie_of(request: Request) -> str:
    """The name of our cookie: browsers send cookies to every port, so the port is in it."""
    return f"context_memory_{request.url.port or request.url.scheme}"


def set_login(request: Request, response: Response, value: str, seconds: float) -> None:
    """Let the browser keep a login; no script reads it, no other site sends it."""
    response.set_cookie(
        cookie_of(request),
        value,
        max_age=int(seconds),
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def set_language(request: Request, response: Response, language: str) -> None:
    """Let the browser keep the language."""
    secure = request.url.scheme == "https"
    response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, secure=secure, httponly=True, samesite="strict")


def language_of(request: Request) -> str:
    """The language that was chosen, else the first of ours that the browser names, else English."""
    wanted = request.query_params.get("lang") or request.cookies.get(LANGUAGE_COOKIE, "")
    if wanted in LANGUAGES:
        return wanted
    for each in request.headers.get("accept-language", "").split(",")[:10]:
        if (name := each.strip()[:2].lower()) in LANGUAGES:
            return name
    return LANGUAGES[0]


def is_own_page(request: Request) -> bool:
    """Whether a form was sent by a page of this server; a program, which has no pages, says nothing and may."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin")
    host = request.headers.get("host", "")
    same = origin is None or origin.partition("://")[2].lower() == host.lower()
    return same and site in {"same-origin", "none"}


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form; of those that come twice the last."""
    body = await request.body()
    if len(body) > LARGEST_FORM:
        raise InputError("the form is too large", hint=f"{LARGEST_FORM:,} bytes at most")
    try:
        pairs = parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise InputError("the form cannot be read", hint="use the page") from error
    return dict(pairs)
