"""Authentication and limits: the Host called, the Origin of a page, the bearer token, rates and body sizes.

It runs before every route, unknown ones too, so that a client without a token
cannot find out which exist. A page in a browser that reaches loopback by a name of its own (DNS
rebinding) is refused by its Host. What answers without a token is named here.
Agents and clients without a token are rate-limited.
"""

import asyncio
import contextlib
import hmac
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..provider import http
from ..provider.grants import OWNER, Grant
from . import DROP_SECONDS, MOST_DROPPED, QUIET_SECONDS
from .responses import UNAUTHORIZED, Answer, refusal
from .sockets import LOOPBACK

MOST_BYTES = 8 << 20
"""Of a body (SPEC 3.6)."""
TOO_LARGE = 413
OPEN = frozenset({"/healthz"})
"""Paths that answer without a token, and tell nothing."""
PAGES = ("/", "/ui/")
"""The dashboard: the path, and the beginning of paths. It asks for its cookie itself."""
_NO_TOKEN = ("no token, or an unknown one", 'send the header "Authorization: Bearer TOKEN"')
FOR_ALL = ("/v1/", "/openapi.json")
"""What the tokens of agents open; all else is the owner's."""
_AUTHORITY = re.compile(rb"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::(?P<port>[0-9]{1,5}))?")
"""RFC 9110, 4.2: no user, no path, no escape; nothing that two parsers could read in two ways."""
_LAST_PORT = 65_535
AGENT_RATE = (500.0, 1_000.0)
"""Requests a second of one token of an agent, and how many of them at once: more is a program that runs wild."""
UNKNOWN_RATE = (20.0, 200.0)
"""The same of all who have no token, or a wrong one."""
_READ = frozenset({b"host", b"origin", b"authorization", b"content-length"})
"""Headers that are looked at here."""


class Rates:
    """Token buckets: requests a second of each agent, and of all clients without a known token together."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """By name what is left, and when that was so."""

    def allow(self, grant: Grant | None) -> bool:
        """Whether one more request is allowed now; the owner may ask as often as the machine answers."""
        if grant == OWNER:
            return True
        rate, burst = AGENT_RATE if grant is not None else UNKNOWN_RATE
        name, now = grant.name if grant is not None else "", self._clock()
        left, before = self._left.get(name, (burst, now))
        left = min(burst, left + (now - before) * rate)
        self._left[name] = (max(0.0, left - 1), now)
        return left >= 1

    def give_back(self, grant: Grant) -> None:
        """Forget the request that was allowed last: it is asked for again."""
        if grant != OWNER:
            left, before = self._left[grant.name]
            self._left[grant.name] = (left + 1, before)


@dataclass(frozen=True, slots=True)
class Admission:
    """What is asked of a client."""

    token: str | None
    """None where the file mode of a Unix socket says who may come."""
    hosts: frozenset[str] | None = LOOPBACK
    """Names that the server may be called by, in small letters; None asks for none, as no browser reaches a socket."""
    grant_of: Callable[[str], Grant | None] = lambda _token: None
    """Whose token it is, where it is not the owner's."""
    note: Callable[[str], None] = lambda _reason: None
    """Is called with the reason for each refusal."""
    rates: Rates = field(default_factory=Rates)

    def grant(self, given: Sequence[bytes]) -> Grant | None:
        """What a client with these Authorization headers may do; None for one without a token that is known."""
        scheme, _, token = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
        token = token.strip()
        if self.token is None and not token and len(given) < 2:  # the mode of the socket says who may come
            return OWNER
        return self.known(token.decode("latin-1")) if scheme.lower() == b"bearer" else None

    def is_called(self, host: Sequence[bytes]) -> bool:
        """Whether these Host headers name this server."""
        return self.hosts is None or [_host(value) in self.hosts for value in host] == [True]

    def known(self, token: str) -> Grant | None:
        """Whose token this is; None for an empty or unknown one."""
        if not token:
            return None
        sent = token.encode("utf-8", "replace")
        if self.token is not None and hmac.compare_digest(sent, self.token.encode()):
            return OWNER
        return self.grant_of(token)


class Guard:
    """Lets requests through to the application, or answers them itself."""

    def __init__(self, app: ASGIApp, admission: Admission, *, has_pages: bool = False) -> None:
        self._app = app
        self._admission = admission
        self._has_pages = has_pages
        self._hosts = admission.hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; the application finds in its scope what the client may do."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            if name in _READ:
                headers.setdefault(name, []).append(value)
        grant = None
        refused = self._refused(headers, scope["path"])
        if refused is None and self._has_pages and is_page(scope["path"]):
            refused = _too_long(headers, scope["path"])
        elif refused is None:
            grant = self._admission.grant(headers.get(b"authorization", ()))
            refused = self._not_granted(grant, scope["path"]) or _too_long(headers, scope["path"])
        if refused is not None:
            response = refused.response()
            await (
                _answer_and_drop(response, scope, receive, send)
                if refused.status == TOO_LARGE
                else response(scope, receive, send)
            )
            return
        scope["grant"] = grant
        await self._app(scope, _counted(receive), send)

    def _not_granted(self, grant: Grant | None, path: str) -> Answer | None:
        if path not in OPEN and not self._admission.rates.allow(grant):
            self._admission.note("rate")
            return _too_many(path)
        if grant is None and path not in OPEN:
            self._admission.note("unauthorized")
            value = http.refusal("unauthorized", *_NO_TOKEN) if _is_v1(path) else UNAUTHORIZED
            return Answer(value, 401, {"www-authenticate": "Bearer"})
        if grant is not None and grant != OWNER and not _is_v1(path):
            self._admission.note("forbidden")
            return refusal(403, "this token is for /v1 only", "use the token of the owner")
        return None

    def _refused(self, headers: dict[bytes, list[bytes]], path: str) -> Answer | None:
        if self._hosts is not None:
            if not self._admission.is_called(headers.get(b"host", ())):
                self._admission.note("host")
                return _forbidden(
                    path, "this host is not served here", "call it by its address, or start it with --allow-host"
                )
            if not all(_of_origin(value) in self._hosts for value in headers.get(b"origin", ())):
                self._admission.note("origin")
                return _forbidden(
                    path, "pages of this origin may not ask", "call it from a program, not from a web page"
                )
        return None


def is_page(path: str) -> bool:
    """Whether a path is the dashboard's."""
    return path == PAGES[0] or path.startswith(PAGES[1])


def _is_v1(path: str) -> bool:
    return path.startswith(FOR_ALL)


def _forbidden(path: str, message: str, hint: str) -> Answer:
    return Answer(http.refusal("forbidden", message, hint), 403) if _is_v1(path) else refusal(403, message, hint)


def _too_long(headers: dict[bytes, list[bytes]], path: str) -> Answer | None:
    lengths = headers.get(b"content-length", ())
    if not any(not each.isdigit() or int(each[:18]) > MOST_BYTES for each in lengths):
        return None
    if not _is_v1(path):
        return too_large()
    value = http.refusal("too_large", f"the body is larger than {MOST_BYTES:,} bytes", "send it in several parts")
    return Answer(value, TOO_LARGE, {"connection": "close"})


def _too_many(path: str) -> Answer:
    hint = "send several messages in one request, or ask again in a second"
    if not _is_v1(path):
        return refusal(429, "too many requests", hint, retry_after="1")
    value = http.refusal("too_many_requests", "too many requests", hint, may_retry=True)
    return Answer(value, 429, {"retry-after": "1"})


class TooLargeError(Exception):
    """More was sent than is taken."""


def too_large() -> Answer:
    """The answer to a body that is too large."""
    return refusal(
        TOO_LARGE, f"the body is larger than {MOST_BYTES:,} bytes", "send it in several parts", connection="close"
    )


def _counted(receive: Receive) -> Receive:
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MOST_BYTES:  # sent in pieces, without its length
            if message.get("more_body"):
                await _drop(receive)
            raise TooLargeError
        return message

    return counted


async def _answer_and_drop(response: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer at once, and end the answer only when the client has sent the body, or enough of it."""

    async def unended(message: Message) -> None:
        await send({**message, "more_body": True} if message["type"] == "http.response.body" else message)

    await response(scope, receive, unended)
    await _drop(receive)
    await send({"type": "http.response.body", "body": b""})


async def _drop(receive: Receive) -> None:
    """Read the rest of a body, which nobody wants."""
    left = MOST_DROPPED
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DROP_SECONDS):
            while left > 0:
                message = await asyncio.wait_for(receive(), QUIET_SECONDS)
                left -= len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def _host(value: bytes) -> str:
    """The name in a Host header, without its port; empty where it is not exactly `name` or `name:port`."""
    found = _AUTHORITY.fullmatch(value.lower())
    if found is None or int(found["port"] or 0) > _LAST_PORT:
        return ""
    return (found["address"] or found["name"].removesuffix(b".")).decode("ascii")


def _of_origin(value: bytes) -> str:
    """The name in an Origin header, which has no path and no user."""
    scheme, _, authority = value.partition(b"://")
    return _host(authority) if scheme.lower() in {b"http", b"https"} else ""
