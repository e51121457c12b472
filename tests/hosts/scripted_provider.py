"""A model provider on loopback that says what it is told to say, and remembers what it was asked.

Speaks streaming and plain chat completions, as much as a host needs for a
turn. It runs in a thread of the process that uses it and ends with it.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

RUNTIME_CONTEXT = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>"
"""A message that the host adds behind the one of the person."""


@dataclass(frozen=True)
class Call:
    """The model asks for a tool."""

    tool: str
    arguments: dict[str, Any]


@dataclass
class Provider:
    """The replies still to give, in order, and every request so far."""

    mark: str
    """Only requests about a message with this text take a reply; others get a word."""
    port: int = 0
    replies: list[Call | str] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)

    def answer(self, body: dict[str, Any]) -> Call | str:
        """The next reply to this request."""
        if self.mark not in json.dumps(body, ensure_ascii=False):
            return "noted"
        self.requests.append(body)
        return self.replies.pop(0) if self.replies else "done"


def text_of(content: Any) -> str:
    """Text of a message's content, whatever its shape."""
    if isinstance(content, list):
        return "\n".join(text_of(each.get("text", "") if isinstance(each, dict) else each) for each in content)
    return content if isinstance(content, str) else ""


def system_text(request: dict[str, Any]) -> str:
    """Everything a request says as the system."""
    messages = request.get("messages", [])
    return "\n".join(text_of(m.get("content")) for m in messages if m.get("role") in {"system", "developer"})


def tool_texts(request: dict[str, Any]) -> list[str]:
    """The tool results that a request carries, oldest first."""
    return [text_of(m.get("content")) for m in request.get("messages", []) if m.get("role") == "tool"]


@contextmanager
def running(mark: str) -> Iterator[Provider]:
    """A provider that listens while the block runs."""
    provider = Provider(mark)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(provider))
    server.daemon_threads = True
    provider.port = int(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_words: object) -> None:
            """Silence: the host's own output is what people read."""

        def do_GET(self) -> None:
            self._json({"object": "list", "data": [{"id": "scripted-1", "object": "model"}]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
            reply = provider.answer(body)
            if body.get("stream"):
                self._stream(reply)
            else:
                self._json(_whole(reply))

        def _json(self, document: dict[str, Any]) -> None:
            data = json.dumps(document).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _stream(self, reply: Call | str) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            self.close_connection = True
            for chunk in _chunks(reply):
                self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
            self.wfile.write(b"data: [DONE]\n\n")

    return Handler


def _whole(reply: Call | str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None if isinstance(reply, Call) else reply}
    if isinstance(reply, Call):
        message["tool_calls"] = [_tool_call(reply)]
    finish = "tool_calls" if isinstance(reply, Call) else "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion", "model": "scripted-1", "choices": [choice], "usage": _USAGE}


def _chunks(reply: Call | str) -> Iterator[dict[str, Any]]:
    yield _chunk({"role": "assistant", "content": ""})
    if isinstance(reply, Call):
        yield _chunk({"tool_calls": [{"index": 0, **_tool_call(reply)}]})
        yield _chunk({}, "tool_calls")
    else:
        yield _chunk({"content": reply})
        yield _chunk({}, "stop")
    yield {**_BASE, "choices": [], "usage": _USAGE}


def _chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {**_BASE, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _tool_call(call: Call) -> dict[str, Any]:
    function = {"name": call.tool, "arguments": json.dumps(call.arguments)}
    return {"id": f"call_{call.tool}", "type": "function", "function": function}


_BASE = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "scripted-1"}
_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
