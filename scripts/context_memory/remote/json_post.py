"""One POST of JSON and its answer: the door of httpx2.

No redirect is followed, so that neither the key nor the text goes anywhere
else; an answer may take only so long and be only so large. The key is never
part of an error. Nothing is tried again here.
"""

import ipaddress
import json
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import SplitResult, urlsplit

from ..model.errors import AnswerError, InputError, NotReadyError, RemoteError

CONNECT_SECONDS = 3.0
"""A server that is not there must not hold up a question."""
_BAD_INPUT = frozenset({400, 413, 422})
"""What servers answer to a text that is too long, or not to their liking."""
_LATER = frozenset({408, 409, 425, 429})
_SHOWN = 200  # characters of a server's words that an error repeats


def address(url: str, setting: str, *, plain_http: bool) -> SplitResult:
    """The parts of an address that a key may be sent to: https, or http where it is loopback or was allowed."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise InputError(f"{setting} is not an address: {error}", hint="write https://HOST/v1") from error
    if parts.scheme not in {"http", "https"} or not host:
        raise InputError(f"{setting} is not an address", hint="write https://HOST/v1")
    if parts.username or parts.password:
        raise InputError(f"{setting} holds a password", hint="give the key in the environment")
    if parts.scheme == "http" and not plain_http and not is_loopback(host):
        raise InputError(
            f"{setting} would send texts to {host} unencrypted", hint="use https, or set embedder_plain_http = true"
        )
    return parts


def is_loopback(host: str) -> bool:
    """Whether the host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.rstrip(".").lower() == "localhost"


class JsonPost:
    """Posts to one address with one key; use it as a context for several calls over one connection."""

    def __init__(self, url: str, key: str) -> None:
        self._url = url
        self._key = key
        self._trust: Any = None
        self._httpx: Any = None
        self._client: Any = None

    def __enter__(self) -> "JsonPost":
        if self._httpx is None:
            self._httpx = _library()
        headers = {"authorization": f"Bearer {self._key}"} if self._key else {}
        is_open = self._url.startswith("http://")  # what goes unencrypted goes to the address itself, through no proxy
        if self._trust is None:  # reading the certificates takes 50 ms: once, and not for http
            self._trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if is_open else self._httpx.create_ssl_context()
        self._client = self._httpx.Client(
            headers=headers, follow_redirects=False, trust_env=not is_open, verify=self._trust
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(self, body: Mapping[str, Any], *, seconds: float, largest: int) -> Any:
        """The JSON of the answer, of `largest` bytes at most.

        Raises AnswerError when the server cannot use what it was sent, RemoteError for everything else.
        """
        timeout = self._httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS))
        try:
            with self._client.stream("POST", self._url, json=body, timeout=timeout) as response:
                data = self._body(response, time.monotonic() + seconds, largest)
        except (self._httpx.HTTPError, self._httpx.InvalidURL, OSError) as error:
            raise RemoteError(
                f"{self._host} did not answer: {self._clean(str(error) or type(error).__name__)}",
                hint="check the network and embedder_url",
            ) from error
        if response.status_code != 200:
            raise self._refusal(response.status_code, response.headers, data)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise RemoteError(
                f"{self._host} answered with something that is not JSON", hint="check embedder_url"
            ) from error

    @property
    def _host(self) -> str:
        return urlsplit(self._url).netloc

    def _body(self, response: Any, until: float, largest: int) -> bytes:
        data = bytearray()
        for piece in response.iter_bytes():
            data += piece
            if len(data) > largest:
                raise RemoteError(f"{self._host} answered with more than {largest:,} bytes", hint="check embedder_url")
            if time.monotonic() > until:
                raise RemoteError(f"{self._host} took too long to answer", hint="raise embedder_seconds")
        return bytes(data)

    def _refusal(self, status: int, headers: Mapping[str, str], data: bytes) -> RemoteError | AnswerError:
        said = f"{self._host} answered {status}"
        if 300 <= status < 400:
            return RemoteError(f"{said}: redirects are not followed", hint="name the final address", is_final=True)
        words = self._clean(data[:2_000].decode("utf-8", "replace"))
        said = f"{said}: {words}" if words else said
        if status in _BAD_INPUT:
            return AnswerError(said, hint="check embedder_model and embedder_dimensions")
        is_final = status < 500 and status not in _LATER
        return RemoteError(
            said,
            hint="check the key and embedder_url" if is_final else "it is asked again later",
            is_final=is_final,
            retry_after=retry_after(headers),
        )

    def _clean(self, text: str) -> str:
        """One printable line without the key."""
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return (line.replace(self._key, "[key]") if self._key else line)[:_SHOWN]


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds the server asks to wait: milliseconds, seconds or a date."""
    for name, factor in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        with suppress(ValueError):
            return max(0.0, float(headers.get(name, "")) * factor)
    with suppress(ValueError):
        return max(0.0, parsedate_to_datetime(headers.get("retry-after", "")).timestamp() - time.time())
    return 0.0


def _library() -> Any:
    try:
        import httpx2
    except ImportError as error:
        raise NotReadyError(
            "the remote embedder needs the package httpx2", hint="pip install httpx2, or set embedder = none"
        ) from error
    return httpx2
