"""A Messages API on loopback: it enforces the API's rules, records every request, and gives scripted answers.

Messages whole or streamed, on-demand compaction, context editing, the prompt cache, token counting and batches.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from . import api_rules
from .api_rules import BINDING_BETA, MAX_BYTES, PromptCache, RequestRefusedError, blocks
from .loopback import Handler, Loopback

BETA = "context-management-2025-06-27"
CLEAR = "clear_tool_uses_20250919"
TRIGGER, KEEP = 100_000, 3
"""Input tokens above which results are cleared, and how many stay, where the request does not say."""
_CLEARED = "[Old tool result content cleared]"


def edited(
    body: dict[str, Any], betas: str, tokens: int, characters_per_token: float
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The request as the model sees it, and the applied edits; RequestRefusedError without the beta."""
    management = body.get("context_management")
    if management is None:
        return body, []
    if BETA not in betas:
        raise RequestRefusedError("context_management: Extra inputs are not permitted")
    applied: list[dict[str, Any]] = []
    for edit in management.get("edits") or []:
        if edit.get("type") == CLEAR:
            body, saved, count = _clear_tool_results(body, edit, tokens, characters_per_token)
            if count:
                applied.append({"type": CLEAR, "cleared_tool_uses": count, "cleared_input_tokens": saved})
    return body, applied


def _clear_tool_results(
    body: dict[str, Any], edit: dict[str, Any], tokens: int, characters_per_token: float
) -> tuple[dict[str, Any], int, int]:
    calls = [
        block for message in body["messages"] for block in blocks(message["content"]) if block["type"] == "tool_use"
    ]
    spared = {call["id"] for call in calls if call["name"] in (edit.get("exclude_tools") or ())}
    results = [
        block["tool_use_id"]
        for message in body["messages"]
        for block in blocks(message["content"])
        if block["type"] == "tool_result"
    ]
    trigger = edit.get("trigger") or {"type": "input_tokens", "value": TRIGGER}
    reached = len(results) if trigger["type"] == "tool_uses" else tokens
    keep = (edit.get("keep") or {}).get("value", KEEP)
    old = set(results[: max(0, len(results) - keep)]) - spared
    if reached <= trigger["value"] or not old:
        return body, 0, 0
    saved = 0
    messages = []
    for message in body["messages"]:
        content = []
        for block in blocks(message["content"]):
            if block["type"] == "tool_result" and block["tool_use_id"] in old:
                saved += len(json.dumps(block.get("content"), ensure_ascii=False)) - len(_CLEARED)
                block = {**block, "content": _CLEARED}  # noqa: PLW2901 - a copy in its place
            content.append(block)
        messages.append({**message, "content": content})
    saved = max(0, int(saved / characters_per_token))
    if saved < (edit.get("clear_at_least") or {}).get("value", 0):
        return body, 0, 0
    return {**body, "messages": messages}, saved, len(old)


_DELTA_CHARS = 400
"""Characters of one text delta."""


def stream_events(message: dict[str, Any]) -> Iterator[bytes]:
    """The events of the message, in order."""
    usage = message["usage"]
    start = {**message, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield _stream_event("message_start", message=start)
    for index, block in enumerate(message["content"]):
        yield from _block_events(index, block)
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    used = {name: usage[name] for name in ("output_tokens", "iterations") if name in usage}
    yield _stream_event("message_delta", delta=ending, usage=used)
    yield _stream_event("message_stop")


def _block_events(index: int, block: dict[str, Any]) -> Iterator[bytes]:
    if block["type"] == "tool_use":  # the API sends the input as pieces of JSON, and clients read only these
        yield _stream_event("content_block_start", index=index, content_block={**block, "input": {}})
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield _stream_event("content_block_delta", index=index, delta=delta)
    elif block["type"] != "text":
        yield _stream_event("content_block_start", index=index, content_block=block)
    else:
        yield _stream_event("content_block_start", index=index, content_block={"type": "text", "text": ""})
        for at in range(0, len(block["text"]), _DELTA_CHARS):
            delta = {"type": "text_delta", "text": block["text"][at : at + _DELTA_CHARS]}
            yield _stream_event("content_block_delta", index=index, delta=delta)
    yield _stream_event("content_block_stop", index=index)


def _stream_event(name: str, **data: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n".encode()


_NEVER = "2026-09-14T08:00:00Z"


class Batches:
    """The batches of one server."""

    def __init__(self, polls: int) -> None:
        self._polls = polls
        self._results: dict[str, list[dict[str, Any]]] = {}
        self._asked: dict[str, int] = {}

    def create(self, body: dict[str, Any], answer: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """A new batch; requests that break a rule or meet a scripted error are `errored` in its results."""
        entries = body.get("requests") or []
        names = [entry["custom_id"] for entry in entries]
        if not entries or len(set(names)) != len(names):
            raise RequestRefusedError("requests: at least one is required, and custom ids must be unique")
        identity = f"msgbatch_{len(self._results):04}"
        self._results[identity] = [
            {"custom_id": entry["custom_id"], "result": _result(entry["params"], answer)} for entry in entries
        ]
        self._asked[identity] = 0
        return self._state(identity, "")

    def found(self, path: str, base_url: str) -> dict[str, Any] | bytes | None:
        """The state or the results at a path; None if there is no such batch."""
        identity, _, rest = path.removeprefix("/v1/messages/batches/").partition("/")
        if identity not in self._results:
            return None
        if rest == "results":
            return b"".join(json.dumps(line).encode() + b"\n" for line in self._results[identity])
        self._asked[identity] += 1
        return self._state(identity, base_url)

    def _state(self, identity: str, base_url: str) -> dict[str, Any]:
        is_ended = self._asked[identity] > self._polls
        count = len(self._results[identity])
        counts = {"processing": 0 if is_ended else count, "succeeded": count if is_ended else 0}
        return {
            "id": identity,
            "type": "message_batch",
            "processing_status": "ended" if is_ended else "in_progress",
            "request_counts": {**counts, "errored": 0, "canceled": 0, "expired": 0},
            "created_at": _NEVER,
            "expires_at": _NEVER,
            "ended_at": _NEVER if is_ended else None,
            "archived_at": None,
            "cancel_initiated_at": None,
            "results_url": f"{base_url}/v1/messages/batches/{identity}/results" if is_ended else None,
        }


def _result(params: dict[str, Any], answer: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    try:
        message = answer(params)
    except RequestRefusedError as refused:
        error = {"type": "error", "error": {"type": refused.kind, "message": str(refused)}}
        return {"type": "errored", "error": error}
    return {"type": "succeeded", "message": message} if isinstance(message, dict) else {"type": "expired"}


KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}


@dataclass(frozen=True, slots=True)
class _Answer:
    content: tuple[dict[str, Any], ...]
    stop_reason: str = "end_turn"


@dataclass(frozen=True, slots=True)
class _Failure:
    status: int
    message: str
    retry_after_ms: int


@dataclass(frozen=True, slots=True)
class _Drop:
    """Close the connection without an answer."""


class FakeAnthropic(Loopback):
    """Use it as a context manager; it listens on 127.0.0.1 at a free port until the block ends.

    Without a script every request is answered with "ok", or with what `model` makes of its body: a text, or content
    blocks. `reply`, `call`,
    `fail` and `drop` queue what the next requests get; a request that breaks a rule is refused first and uses
    nothing up. A batch is ended after it was asked for `batch_polls` times.
    """

    def __init__(
        self,
        *,
        window: int = 200_000,
        preserved_thinking: bool = False,
        characters_per_token: float = 4,
        model: "Callable[[dict[str, Any]], str | list[dict[str, Any]]] | None" = None,
        batch_polls: int = 0,
    ) -> None:
        super().__init__(_Handler)
        self.window = window
        self.preserved_thinking = preserved_thinking
        self.characters_per_token = characters_per_token
        self.most_in_flight = 0
        """The most messages that were in work at the same time."""
        self._in_flight = 0
        self._model = model or _ok
        self._cache = PromptCache()
        self._batches = Batches(batch_polls)
        self._script: deque[_Answer | _Failure | _Drop] = deque()

    # -- the script -------------------------------------------------------------------------------------

    def reply(self, text: str, *, stop_reason: str = "end_turn") -> Self:
        """Queue a text answer; an empty text is an answer without content, like a refusal."""
        return self._queue(_Answer(({"type": "text", "text": text},) if text else (), stop_reason))

    def call(self, tool: str, given: dict[str, Any]) -> Self:
        """Queue an answer that asks for a tool."""
        block = {
            "type": "tool_use",
            "id": f"toolu_{len(self._script):04}_{len(self.requests):04}",
            "name": tool,
            "input": given,
        }
        return self._queue(_Answer((block,), "tool_use"))

    def fail(self, status: int, message: str = "", *, times: int = 1, retry_after_ms: int = 1) -> Self:
        """Queue errors, e.g. 429 or 529, with a very short `retry-after`."""
        for _ in range(times):
            self._queue(_Failure(status, message or f"scripted {status}", retry_after_ms))
        return self

    def drop(self, *, times: int = 1) -> Self:
        """Queue connections that close without an answer."""
        for _ in range(times):
            self._queue(_Drop())
        return self

    def _queue(self, step: _Answer | _Failure | _Drop) -> Self:
        with self._lock:
            self._script.append(step)
        return self

    # -- answering, called by the handler threads -------------------------------------------------------

    def _answer(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> dict[str, Any] | _Drop:
        """The reply to a request; raises RequestRefusedError."""
        if path.startswith("/v1/messages/batches"):
            return self._batches.create(body, lambda params: self._message(path, headers, params))
        with self._lock:
            self._in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self._in_flight)
        try:
            return self._message(path, headers, body)
        finally:
            with self._lock:
                self._in_flight -= 1

    def _message(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> dict[str, Any] | _Drop:
        counting = path.endswith("/count_tokens")
        betas = headers.get("anthropic-beta", "")
        api_rules.check_shape(body, version=headers.get("anthropic-version", ""), counting=counting)
        api_rules.check_compaction(body, betas)
        api_rules.check_pairs(body["messages"])
        dropped = api_rules.check_thinking(body, betas) if self.preserved_thinking else []
        tokens = api_rules.tokens_of(body, self.characters_per_token)
        seen, applied = edited(body, betas, tokens, self.characters_per_token)
        if applied:
            tokens = api_rules.tokens_of(seen, self.characters_per_token)
        api_rules.check_window(tokens, self.window)
        step = self._next_step(body, counting=counting)
        if isinstance(step, _Drop):
            return step
        if counting:
            return {"input_tokens": tokens}
        if body.get("compaction"):
            return _compaction_message(body["model"], step, tokens)
        content = list(step.content)
        if self.preserved_thinking:
            content.insert(0, {"type": "thinking", "thinking": "", "signature": api_rules.signature(body)})
        reply = _message(body["model"], content, step.stop_reason, tokens)
        with self._lock:
            reply["usage"] |= self._cache.usage(seen, tokens, self.characters_per_token)
        reply |= {"context_management": {"applied_edits": applied}} if body.get("context_management") else {}
        return {**reply, "input_transformations": dropped} if BINDING_BETA in betas else reply

    def _next_step(self, body: dict[str, Any], *, counting: bool) -> _Answer | _Drop:
        with self._lock:
            step = self._script.popleft() if self._script else None
        if step is None:
            return _Answer(()) if counting else _answer_of(self._model(body))
        if isinstance(step, _Failure):
            raise _ScriptedError(step)
        return step


def _ok(_: dict[str, Any]) -> str:
    return "ok"


def _answer_of(said: str | list[dict[str, Any]]) -> _Answer:
    if isinstance(said, str):
        return _Answer(({"type": "text", "text": said},))
    return _Answer(tuple(said), "tool_use" if any(block["type"] == "tool_use" for block in said) else "end_turn")


class _ScriptedError(RequestRefusedError):
    def __init__(self, failure: _Failure) -> None:
        super().__init__(failure.message, status=failure.status, kind=KINDS.get(failure.status, "api_error"))
        self.retry_after_ms = failure.retry_after_ms


def _message(model: str, content: Sequence[dict[str, Any]], stop_reason: str, input_tokens: int) -> dict[str, Any]:
    usage = {"input_tokens": input_tokens, "output_tokens": max(1, len(json.dumps(content)) // 4)}
    usage |= {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    head = {"id": f"msg_{input_tokens:06}", "type": "message", "role": "assistant", "model": model}
    return {**head, "content": list(content), "stop_reason": stop_reason, "stop_sequence": None, "usage": usage}


def _compaction_message(model: str, step: _Answer, input_tokens: int) -> dict[str, Any]:
    """One signed compaction block; None if the answer has no text or another stop reason."""
    text = "".join(block.get("text", "") for block in step.content)
    block = {"type": "compaction", "content": text, "encrypted_content": None, "signature": f"signed {len(text)}"}
    is_done = bool(text) and step.stop_reason == "end_turn"
    reply = _message(model, [block] if is_done else [], "compaction" if is_done else step.stop_reason, input_tokens)
    iteration = {"type": "compaction", **reply["usage"]}
    return {**reply, "usage": {**dict.fromkeys(reply["usage"], 0), "iterations": [iteration]}}


class _Handler(Handler):
    api: FakeAnthropic

    def post(self) -> None:
        path, headers = self.asked
        body: dict[str, Any] = {}
        try:
            body = self._body(path, headers)
            answer = self.api._answer(path, headers, body)
        except RequestRefusedError as refused:
            self.api.record(path, headers, body, refused.status)
            self._send(
                refused.status, {"type": "error", "error": {"type": refused.kind, "message": str(refused)}}, refused
            )
        else:
            self.api.record(path, headers, body, 0 if isinstance(answer, _Drop) else 200)
            if isinstance(answer, _Drop):
                self.close_connection = True
            elif body.get("stream"):
                self._stream(answer)
            else:
                self._send(200, answer)

    def get(self) -> None:
        path, headers = self.asked
        found = self.api._batches.found(path, self.api.base_url)
        self.api.record(path, headers, {}, 200 if found else 404)
        if isinstance(found, bytes):
            self.write(200, found, {"content-type": "application/binary"})
        elif found is not None:
            self._send(200, found)
        else:
            self._send(404, {"type": "error", "error": {"type": KINDS[404], "message": "Not found"}})

    def _body(self, path: str, headers: dict[str, str]) -> dict[str, Any]:
        if int(headers.get("content-length", 0)) > MAX_BYTES:
            self.close_connection = True
            raise RequestRefusedError("Request exceeds the maximum size", status=413, kind=KINDS[413])
        raw = self.raw_body()
        if path not in {"/v1/messages", "/v1/messages/count_tokens", "/v1/messages/batches"}:
            raise RequestRefusedError("Not found", status=404, kind=KINDS[404])
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        if not (headers.get("x-api-key") or bearer):
            raise RequestRefusedError("x-api-key header is required", status=401, kind=KINDS[401])
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise RequestRefusedError("The request body is not valid JSON")
        return body

    def _stream(self, message: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in stream_events(message):
            self.wfile.write(event)
        self.close_connection = True

    def _send(self, status: int, value: dict[str, Any], refused: RequestRefusedError | None = None) -> None:
        headers = {"content-type": "application/json"}
        if isinstance(refused, _ScriptedError):
            headers["retry-after-ms"] = str(refused.retry_after_ms)
        self.write(status, json.dumps(value).encode(), headers)
