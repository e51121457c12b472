"""Who is logged in: a cookie with a random id, the token behind it kept in this process, a CSRF token for its forms.

A login ends after twelve hours, with its token, and with the process. Nothing
of it is written anywhere.
"""

import hmac
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from ...provider.grants import Grant

SECONDS = 12 * 3_600.0
"""How long a login lasts."""
MOST = 64
"""Logins at once; a further one ends the oldest."""
BYTES = 32  # of chance


@dataclass(frozen=True, slots=True)
class Notice:
    """What the next page says once."""

    key: str
    """Of a text of the dashboard."""
    text: str = ""
    """Text of others that the notice quotes."""
    undo: str = ""
    """The doc that was forgotten."""
    status: int = 0
    """HTTP status of what could not be done; 0 where it was done."""


@dataclass(slots=True)
class Login:
    """One browser that showed a token."""

    token: str
    until: float
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(BYTES))
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Visitor:
    """A login, and what its token allows at this moment."""

    login: Login
    grant: Grant

    def sent_form(self, form: Mapping[str, str]) -> bool:
        """Whether a form came from one of our pages."""
        return hmac.compare_digest(form.get("csrf", "").encode(), self.login.csrf.encode())

    def take_notice(self) -> Notice | None:
        """What is to be said once."""
        notice, self.login.notice = self.login.notice, None
        return notice


class Logins:
    """All logins of a server; used by its event loop alone."""

    def __init__(self, known: Callable[[str], Grant | None], clock: Callable[[], float] = time.monotonic) -> None:
        self._known = known
        self._clock = clock
        self._open: dict[str, Login] = {}

    def open(self, token: str) -> str | None:
        """The cookie of a new login; None for an unknown token."""
        token = token.strip()
        if self._known(token) is None:
            return None
        while len(self._open) >= MOST:
            del self._open[next(iter(self._open))]
        cookie = secrets.token_urlsafe(BYTES)
        self._open[_key(cookie)] = Login(token, self._clock() + SECONDS)
        return cookie

    def visitor(self, cookie: str) -> Visitor | None:
        """Who sends this cookie; None where the login or its token has ended."""
        login = self._open.get(_key(cookie)) if cookie else None
        if login is None:
            return None
        grant = self._known(login.token) if self._clock() < login.until else None
        if grant is None:
            self.close(cookie)
            return None
        return Visitor(login, grant)

    def close(self, cookie: str) -> None:
        """End a login, if there is one."""
        self._open.pop(_key(cookie), None)


def _key(cookie: str) -> str:
    """What is compared is a hash: how long it takes says nothing about the cookie."""
    return sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()
