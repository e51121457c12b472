"""Who may ask: the Host that was called, the Origin of a page, the bearer token, and how much may be sent.

It stands before every route, unknown ones too, so that nobody learns what
there is. A page in a browser that reaches loopback by a name of its own (DNS
rebinding) is refused by its Host. What answers without a token is named here.
"""

import hmac
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .answers import UNAUTHORIZED, Answer, refusal

MOST_BYTES = 8 << 20
"""Of a body (SPEC 3.6)."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
OPEN = frozenset({"/healthz"})
"""Paths that answer without a token, and tell nothing."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What is asked of a client."""

    token: str | None
    """None where the file mode of a Unix socket says who may come."""
    hosts: frozenset[str] | None = LOOPBACK
    """Names that the server may be called by, in small letters; None asks for none, as no browser reaches a socket."""


class Guard:
    """Lets requests through to the application, or answers them itself."""

    def __init__(self, app: ASGIApp, admission: Admission) -> None:
        self._app = app
        self._hosts = admission.hosts
        self._token = None if admission.token is None else admission.token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is not None:
            await refused.response()(scope, receive, send)
            return
        await self._app(scope, _counted(receive), send)

    def _refused(self, scope: Scope) -> Answer | None:
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name, []).append(value)
        if self._hosts is not None:
            if [_host(value) in self._hosts for value in headers.get(b"host", ())] != [True]:
                return refusal(
                    403, "this host is not served here", "call it by its address, or start it with --allow-host"
                )
            if not all(_of_origin(value) in self._hosts for value in headers.get(b"origin", ())):
                return refusal(403, "pages of this origin may not ask", "call it from a program, not from a web page")
        if self._token is not None and scope["path"] not in OPEN and not self._is_known(headers):
            return Answer(UNAUTHORIZED, 401, {"www-authenticate": "Bearer"})
        if any(not value.isdigit() or int(value[:18]) > MOST_BYTES for value in headers.get(b"content-length", ())):
            return too_large()
        return None

    def _is_known(self, headers: dict[bytes, list[bytes]]) -> bool:
        given = headers.get(b"authorization", [])
        scheme, _, token = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
        return hmac.compare_digest(token.strip(), self._token or b"") and scheme.lower() == b"bearer"


class TooLargeError(Exception):
    """More was sent than is taken."""


def too_large() -> Answer:
    """The answer to a body that is too large."""
    return refusal(413, f"the body is larger than {MOST_BYTES:,} bytes", "send it in several parts", connection="close")


def _counted(receive: Receive) -> Receive:
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MOST_BYTES:  # sent in pieces, without its length
            raise TooLargeError
        return message

    return counted


def _host(value: bytes) -> str:
    """The name in a Host header, without its port."""
    text = value.decode("latin-1").strip().lower()
    if text.startswith("["):
        name, end, rest = text[1:].partition("]")
        return name if end and (not rest or rest.startswith(":")) else ""
    return text.partition(":")[0].removesuffix(".")


def _of_origin(value: bytes) -> str:
    try:
        found = urlsplit(value.decode("latin-1").strip().lower())
    except ValueError:
        return ""
    return found.hostname or "" if found.scheme in {"http", "https"} else ""
