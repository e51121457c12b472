"""What a client gets: JSON, and for each error of ours a status and what to do next. No traceback ever leaves."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from starlette.responses import Response
from starlette.types import Send

from ..errors import (
    CollidedError,
    ContextMemoryError,
    InputError,
    NotReadyError,
    RefusedError,
    RemoteError,
    UnknownError,
)

UNAUTHORIZED = {"error": "unauthorized"}
_STATUSES: tuple[tuple[type[ContextMemoryError], int], ...] = (
    (UnknownError, 404),
    (InputError, 400),
    (RefusedError, 409),
    (CollidedError, 503),
    (NotReadyError, 503),
    (RemoteError, 502),
)
"""The first that fits counts."""
_HEADERS = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
_RAW_HEADERS = tuple(
    (name.encode(), each.encode()) for name, each in (_HEADERS | {"content-type": "application/json"}).items()
)
_RAW_LINES = b"".join(b"%b: %b\r\n" % each for each in _RAW_HEADERS)
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Answer:
    """A JSON value with its status."""

    value: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """As Starlette sends it. Half a surrogate pair, which UTF-8 does not know, becomes a question mark."""
        return Response(_as_json(self.value), self.status, _HEADERS | self.headers, media_type="application/json")


async def send_json(send: Send, value: Any, status: int, headers: Mapping[str, str]) -> None:
    """Send a JSON value as `Answer` does, without a response object in between."""
    body = _as_json(value)
    own = [(name.encode("latin-1"), each.encode("latin-1")) for name, each in headers.items()]
    length = (b"content-length", str(len(body)).encode("ascii"))
    await send({"type": "http.response.start", "status": status, "headers": [*_RAW_HEADERS, length, *own]})
    await send({"type": "http.response.body", "body": body})


def as_bytes(value: Any, status: int, headers: Mapping[str, str], further: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The whole HTTP/1.1 answer that `send_json` would send, on a connection that is kept."""
    body = _as_json(value)
    lines = [f"{name}: {each}\r\n".encode("latin-1") for name, each in headers.items()]
    lines += [b"%b: %b\r\n" % each for each in further]
    head = b"HTTP/1.1 %d %b\r\n%b" % (status, HTTPStatus(status).phrase.encode("ascii"), _RAW_LINES)
    return b"%bcontent-length: %d\r\n%b\r\n%b" % (head, len(body), b"".join(lines), body)


def _as_json(value: Any) -> bytes:
    return _encode(value).encode("utf-8", "replace")


def refusal(status: int, error: str, hint: str = "", **headers: str) -> Answer:
    """An error, with what to do next where there is something."""
    value = {"error": error} | ({"hint": hint} if hint else {})
    return Answer(value, status, {name.replace("_", "-"): text for name, text in headers.items()})


def error_answer(error: ContextMemoryError) -> Answer:
    """An error of ours as a client gets it."""
    status = next((status for kind, status in _STATUSES if isinstance(error, kind)), 500)
    retry = {"retry_after": "1"} if status == 503 else {}
    return refusal(status, str(error), error.hint, **retry)
