"""The model APIs of other agents on loopback: OpenAI Responses (Codex) and Gemini. They give scripted answers.

Both record every request and check nothing: they exist so that the real
programs run without a key. Without a script every request is answered "ok", or
with what `model` returns for its body: a text, or a tool and its arguments.
"""

import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from ..messages import Usage
from .api_rules import AutomaticCache
from .loopback import Handler, Loopback

Model = Callable[[dict[str, Any]], str | tuple[str, dict[str, Any]]]
OUTPUT_TOKENS = 5


@dataclass(frozen=True, slots=True)
class _Step:
    text: str = "ok"
    tool: str = ""
    given: dict[str, Any] | None = None


class _Scripted(Loopback, ABC):
    """A server with a queue of answers."""

    def __init__(self, handler: type[Handler], model: Model | None, *, counts_tokens: bool) -> None:
        super().__init__(handler)
        self.tokens = 100
        """Of each request, as its answer says, unless they are counted."""
        self._script: deque[_Step] = deque()
        self._answers = 0
        self._model = model
        self._cache = AutomaticCache() if counts_tokens else None

    def reply(self, text: str) -> Self:
        """Queue a text."""
        self._script.append(_Step(text))
        return self

    def call(self, tool: str, given: dict[str, Any]) -> Self:
        """Queue a call of a tool."""
        self._script.append(_Step("", tool, given))
        return self

    @abstractmethod
    def answers(self, path: str) -> bool:
        """Whether a request to this path takes the next answer."""

    @abstractmethod
    def prompt_parts(self, body: dict[str, Any]) -> list[Any]:
        """The parts of the prompt, in the order that the cache uses."""

    def usage_of(self, body: dict[str, Any]) -> Usage:
        """The usage that the answer reports."""
        if self._cache is None:
            return Usage(self.tokens, OUTPUT_TOKENS)
        with self._lock:
            tokens, read = self._cache.usage(self.prompt_parts(body))
        return Usage(tokens - read, OUTPUT_TOKENS, read)

    @abstractmethod
    def answer(self, path: str, step: _Step, number: int, usage: Usage) -> tuple[bytes, str]:
        """The body of an answer and its content type."""

    def next_answer(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> tuple[bytes, str]:
        """Record a request and return its answer."""
        self.record(path, headers, body, 200)
        if not self.answers(path):
            return b'{"object": "list", "data": [], "models": []}', "application/json"
        with self._lock:
            step = self._script.popleft() if self._script else None
            self._answers += 1
            number = self._answers  # hosts and journals tell messages and calls by their ids
        usage = self.usage_of(body)
        return self.answer(path, step or self._step_of_model(body), number, usage)

    def _step_of_model(self, body: dict[str, Any]) -> _Step:
        made = self._model(body) if self._model else "ok"
        return _Step(made) if isinstance(made, str) else _Step("", *made)


class _Handler(Handler):
    api: _Scripted

    def post(self) -> None:
        path, headers = self.asked
        try:
            body = json.loads(self.raw_body())
        except ValueError:
            body = {}
        data, kind = self.api.next_answer(path, headers, body if isinstance(body, dict) else {})
        self.write(200, data, {"content-type": kind})

    def get(self) -> None:
        path, headers = self.asked
        data, kind = self.api.next_answer(path, headers, {})
        self.write(200, data, {"content-type": kind})


class FakeResponses(_Scripted):
    """OpenAI's Responses API, streamed, as Codex asks it; `base_url` + "/v1" is its address."""

    def __init__(self, model: Model | None = None, *, counts_tokens: bool = False) -> None:
        super().__init__(_Handler, model, counts_tokens=counts_tokens)

    def answers(self, path: str) -> bool:
        """Only responses; lists of models are empty."""
        return path.endswith("/responses")

    def prompt_parts(self, body: dict[str, Any]) -> list[Any]:
        """Tools, instructions, and the items of the input."""
        return [body.get("tools"), body.get("instructions"), *(body.get("input") or [])]

    def answer(self, path: str, step: _Step, number: int, usage: Usage) -> tuple[bytes, str]:  # noqa: ARG002
        """The events of one response."""
        sent = usage.input + usage.cache_read
        name = f"resp_{number:04}"
        item: dict[str, Any] = {
            "type": "message",
            "id": f"msg_{number:04}",
            "role": "assistant",
            "content": [{"type": "output_text", "text": step.text, "annotations": []}],
        }
        if step.tool:
            arguments = json.dumps(step.given or {})
            names = {"id": f"fc_{number:04}", "call_id": f"call_{number:04}"}
            namespace, _, tool = step.tool.rpartition("__")  # the tools of an MCP server have one of their own
            names |= {"namespace": namespace} if namespace else {}
            item = {"type": "function_call", **names, "name": tool, "arguments": arguments}
        used = {
            "input_tokens": sent,
            "input_tokens_details": {"cached_tokens": usage.cache_read},
            "output_tokens": usage.output,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": sent + usage.output,
        }
        events: list[tuple[str, dict[str, Any]]] = [
            ("response.created", {"response": {"id": name}}),
            ("response.output_item.added", {"output_index": 0, "item": item}),
            ("response.output_item.done", {"output_index": 0, "item": item}),
            ("response.completed", {"response": {"id": name, "usage": used, "output": [item]}}),
        ]
        lines = (f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n" for kind, data in events)
        return "".join(lines).encode(), "text/event-stream"


class FakeGemini(_Scripted):
    """Gemini's API, streamed or not, as Gemini CLI asks it."""

    def __init__(self, model: Model | None = None, *, counts_tokens: bool = False) -> None:
        super().__init__(_Handler, model, counts_tokens=counts_tokens)

    def answers(self, path: str) -> bool:
        """Only content; counting tokens takes no scripted answer."""
        return "enerateContent" in path

    def prompt_parts(self, body: dict[str, Any]) -> list[Any]:
        """Tools, instructions, and the contents."""
        return [body.get("tools"), body.get("systemInstruction"), *(body.get("contents") or [])]

    def answer(self, path: str, step: _Step, number: int, usage: Usage) -> tuple[bytes, str]:  # noqa: ARG002
        """One candidate."""
        sent = usage.input + usage.cache_read
        used = {"promptTokenCount": sent, "cachedContentTokenCount": usage.cache_read}
        part = {"functionCall": {"name": step.tool, "args": step.given or {}}} if step.tool else {"text": step.text}
        value = {
            "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": used | {"candidatesTokenCount": usage.output, "totalTokenCount": sent + usage.output},
            "modelVersion": "loopback",
        }
        if "stream" in path:
            return f"data: {json.dumps(value)}\n\n".encode(), "text/event-stream"
        return json.dumps(value).encode(), "application/json"
