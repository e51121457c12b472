"""The verbs as HTTP: paths, statuses, errors, and the OpenAPI document. Both servers translate by it."""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..errors import (
    BreakerOpenError,
    ContextMemoryError,
    InputError,
    NotReadyError,
    RefusedError,
    RemoteError,
    UnknownError,
)
from ..text.json_text import TooDeepError, refuse_deep
from . import schemas
from .grants import ForbiddenError
from .handlers import ConflictError
from .verbs import HOOKS, VERBS, Verb

PREFIX = "/v1"
VERSION = "1"
"""Of the verbs and their paths; not that of the project."""
ACCEPTED = 202
_CODES: tuple[tuple[type[ContextMemoryError], str, int], ...] = (
    (ForbiddenError, "forbidden", 403),
    (UnknownError, "not_found", 404),
    (InputError, "bad_request", 400),
    (ConflictError, "conflict", 409),
    (BreakerOpenError, "conflict", 409),
    (RefusedError, "conflict", 409),
    (NotReadyError, "unavailable", 503),
    (RemoteError, "unavailable", 502),
)
"""The first that fits counts (SPEC 3.6)."""
_NAME = re.compile(r"\{(\w+)\}")
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one path, and the verb behind it."""

    method: str
    path: str
    """Behind the prefix; a name in braces is an argument of the verb."""
    verb: str
    status: int = 200
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Arguments that the path itself says."""

    @property
    def names(self) -> list[str]:
        """Arguments in the path."""
        return _NAME.findall(self.path)


@dataclass(frozen=True, slots=True)
class Call:
    """A request as a call of a verb."""

    verb: Verb
    arguments: dict[str, Any]
    status: int


class MethodError(ContextMemoryError):
    """The path is served, and not by this method."""

    def __init__(self, allowed: Sequence[str]) -> None:
        super().__init__("this method is not served here", hint="allowed: " + ", ".join(sorted(allowed)))
        self.allowed = tuple(sorted(allowed))


def _routes() -> tuple[Route, ...]:
    of_session = "/sessions/{session}"
    return (
        Route("GET", "/ping", "ping"),
        Route("POST", f"{of_session}/messages", "append", ACCEPTED),
        Route("GET", f"{of_session}/context", "context"),
        Route("POST", f"{of_session}/recall", "recall"),
        Route("POST", f"{of_session}/swap", "swap"),
        Route("POST", f"{of_session}/flush", "flush"),
        Route("POST", f"{of_session}/learn", "learn"),
        Route("POST", f"{of_session}/compact", "compact"),
        Route("GET", f"{of_session}/report", "inspect"),
        Route("GET", f"{of_session}/audit", "audit"),
        *(Route("POST", f"{of_session}/hooks/{name}", name) for name in HOOKS),
        Route("POST", "/recall", "recall"),
        Route("POST", "/remember", "remember"),
        Route("POST", "/forget", "forget"),
        Route("GET", "/docs", "list"),
        Route("GET", "/docs/{handle}", "show"),
        Route("POST", "/docs/{handle}/pin", "pin"),
        Route("DELETE", "/docs/{handle}/pin", "unpin"),
        Route("GET", "/originals/{handle}", "original"),
        Route("POST", "/embeddings", "embed"),
        Route("POST", "/trim", "trim"),
        Route("POST", "/check", "check"),
        Route("POST", "/restore", "restore"),
        Route("GET", "/audit", "audit"),
        Route("GET", "/audit/verify", "verify"),
        Route("GET", "/changes", "changes"),
        Route("GET", "/notes", "notes"),
        Route("GET", "/sessions", "sessions"),
        Route("GET", "/stats", "stats"),
    )


ROUTES = _routes()
_BY_PATH: dict[tuple[str, ...], dict[str, Route]] = {}
for _route in ROUTES:
    _BY_PATH.setdefault(tuple(_NAME.sub("{}", _route.path).strip("/").split("/")), {})[_route.method] = _route


def parse_request(method: str, path: str, pairs: Sequence[tuple[str, str]], body: bytes) -> Call:
    """The call that a request means; `path` is as it was sent, so that a name may hold a slash, written %2F."""
    methods, found = _found(path)
    route = methods.get("GET" if method == "HEAD" else method)
    if route is None:
        raise MethodError(list(methods))
    verb = VERBS[route.verb]
    given: dict[str, Any] = dict(zip(route.names, found, strict=True))
    named: dict[str, str] = {}
    for name, value in pairs:
        if name in named or name in given:
            raise InputError(f"{name[:60]!r} is given twice", hint="give it once")
        named[name] = value
    if named:
        given |= schemas.from_address(named, verb.schema)
    sent = parse_object(body) if method != "GET" and body.strip() else {}
    for name in sent:
        if name in given:
            raise InputError(f"{name[:60]!r} is given twice", hint="give it in the path or in the body")
    return Call(verb, given | sent, route.status)


def error_code(error: ContextMemoryError) -> tuple[str, int, bool]:
    """The code, the HTTP status, and whether asking again may help."""
    code, status = next(((code, status) for kind, code, status in _CODES if isinstance(error, kind)), ("internal", 500))
    if isinstance(error, ConflictError) and error.reason in {"busy", "preparing"}:
        return "busy", status, True
    return code, status, status in {502, 503}


def failure(error: ContextMemoryError) -> tuple[int, Any]:
    """Status and body of an error."""
    if isinstance(error, MethodError):
        return 405, refusal("method_not_allowed", str(error), error.hint)
    code, status, may_retry = error_code(error)
    body = refusal(code, str(error), error.hint, may_retry=may_retry)
    if isinstance(error, ConflictError):
        body["error"]["reason"] = error.reason
    return status, body


def refusal(code: str, message: str, hint: str = "", *, may_retry: bool = False) -> dict[str, Any]:
    """The body of an error (SPEC 3.6)."""
    error: dict[str, Any] = {"code": code, "message": message, "retryable": may_retry}
    return {"error": error | ({"hint": hint} if hint else {})}


def results() -> Mapping[str, type]:
    """What verbs give back, by name; those that are missing make an object of their own."""
    from ..api import docs, incoming, notes, overview, values  # who serves no document needs none of them

    return {
        "append": incoming.Appended,
        "context": values.Context,
        "swap": values.SwapResult,
        "recall": values.Recalled,
        "remember": values.Remembered,
        "forget": values.Forgotten,
        "list": docs.ListedDocs,
        "show": docs.DocResult,
        "pin": docs.DocResult,
        "unpin": docs.DocResult,
        "original": docs.OriginalPart,
        "trim": values.TrimmedOutput,
        "compact": values.Compaction,
        "check": values.ActionVerdict,
        "record-failure": values.FailureRecord,
        "restore": values.RestoredFiles,
        "flush": values.Note,
        "learn": values.Learning,
        "notes": notes.NotesOfDay,
        "sessions": overview.ListedSessions,
        "titles": overview.SessionTitles,
    }


_ABOUT = """\
What a host does, in the order of a session:

1. `POST /v1/sessions/{session}/messages` with each message as it comes, tool calls and results included, each with an \
`id` of its own: then a request whose answer was lost can be sent again. In the path a slash of a session's id is `%2F`.
2. `GET /v1/sessions/{session}/context?max_tokens=N` before the model is asked: `text` for a prompt, and with \
`form=openai` or `form=anthropic` also `messages` to send. Until the first append a session is `not_found`.
3. `POST /v1/sessions/{session}/swap` after a turn, best where the append told `is_swap_near`. 200 tells in `outcome` \
whether old messages were replaced or it was too early; 409 in `reason` why it cannot be now: `busy`, a tool call has \
no result yet; `preparing`, the next view is being made; `conflict`, the view is not at `expected_revision`: read it \
again. In each case go on with the context at hand, and ask again after the next turn.
4. `POST /v1/recall` searches all sessions and memories, `POST /v1/sessions/{session}/recall` one session. What was \
just appended is indexed in the background: `is_complete` tells whether all was searched.
5. `POST /v1/sessions/{session}/hooks/session-end` when it is over: the dated note, and what is learnt from it.

An error has a fixed `code`, a `message` for people, mostly a `hint` what to do, and `retryable`: the same request may \
work later. `GET /v1/audit/verify` tells whether the log of all requests is as it was written."""


def openapi(others: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The OpenAPI document of all routes, and of the paths of other APIs that the same server has."""
    known = {name: schemas.result_schema(kind) for name, kind in results().items()}
    paths: dict[str, Any] = {}
    for route in ROUTES:
        operation = _operation(route, known.get(route.verb, {"type": "object"}))
        paths.setdefault(PREFIX + route.path, {})[route.method.lower()] = operation
    error = {
        "type": "object",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["code", "message", "retryable"],
                "properties": {
                    "code": {"type": "string"},
                    "message": {"type": "string"},
                    "hint": {"type": "string"},
                    "reason": {"type": "string"},
                    "retryable": {"type": "boolean"},
                },
            }
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Context Memory Optimizer: memory provider", "version": VERSION, "description": _ABOUT},
        "paths": paths | dict(others or {}),
        "security": [{"bearer": []}],
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": error},
        },
    }


_REFUSALS = {
    "400": "bad_request",
    "401": "unauthorized",
    "403": "forbidden",
    "404": "not_found",
    "408": "timeout",
    "409": "conflict or busy",
    "413": "too_large",
    "429": "too_many_requests",
    "502": "unavailable",
    "503": "unavailable",
}


def _operation(route: Route, result: schemas.Schema) -> dict[str, Any]:
    verb = VERBS[route.verb]
    known = verb.schema["properties"]
    in_path = [{"name": name, "in": "path", "required": True, "schema": known[name]} for name in route.names]
    others = {name: schema for name, schema in known.items() if name not in route.names}
    required = [name for name in verb.schema.get("required", ()) if name in others]
    operation: dict[str, Any] = {
        "operationId": f"{route.method.lower()}{re.sub(r'[^a-z]+', '_', route.path.lower()).rstrip('_')}",
        "summary": verb.about,
        "responses": {
            str(route.status): {
                "description": "done",
                "content": {"application/json": {"schema": result}},
            }
        }
        | {
            status: {
                "description": code,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
            }
            for status, code in _REFUSALS.items()
        },
    }
    if route.method in {"GET", "DELETE"}:
        in_query = [
            {"name": name, "in": "query", "required": name in required, "schema": schema}
            for name, schema in others.items()
        ]
        return operation | {"parameters": in_path + in_query}
    body: dict[str, Any] = {"type": "object", "properties": others, "additionalProperties": False}
    if required:
        body["required"] = required
    content = {"required": bool(required), "content": {"application/json": {"schema": body}}}
    return operation | {"parameters": in_path, "requestBody": content}


@lru_cache(maxsize=1_024)
def _found(path: str) -> tuple[dict[str, Route], tuple[str, ...]]:
    """The routes of a path by method, and the names in it."""
    parts = path.removeprefix(PREFIX).strip("/").split("/")
    for pattern, methods in _BY_PATH.items():
        if len(pattern) != len(parts):
            continue
        if all(known in {"{}", part} for known, part in zip(pattern, parts, strict=True)):
            found = tuple(_unquoted(part) for known, part in zip(pattern, parts, strict=True) if known == "{}")
            if all(found):
                return methods, found
    raise UnknownError("nothing is served here", hint="GET /openapi.json lists what is")


def _unquoted(part: str) -> str:
    """A part of a path without its percent signs (RFC 3986, 2.1)."""
    if "%" not in part:
        return part
    data = _PERCENT.sub(lambda found: bytes.fromhex(found[1].decode("ascii")), part.encode("utf-8", "replace"))
    return data.decode("utf-8", "replace")


def parse_object(body: bytes) -> dict[str, Any]:
    """The JSON object of a body; InputError where it is none."""
    try:
        value = _decode(body.removeprefix(BOM_UTF8).decode())
        refuse_deep(body, value)
    except UnicodeDecodeError as error:
        raise InputError(f"the body is not UTF-8: byte {error.start}", hint="encode it as UTF-8") from error
    except (RecursionError, TooDeepError) as error:
        raise InputError("the body is nested too deeply", hint="send plain objects") from error
    except ValueError as error:
        raise InputError(f"the body is no JSON: {error}", hint="send JSON") from error
    if not isinstance(value, dict):
        raise InputError("the body is no JSON object", hint="send {…}")
    return value


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no JSON number")


_decode = json.JSONDecoder(parse_constant=_no_number).decode
