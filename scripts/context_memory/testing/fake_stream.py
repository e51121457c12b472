"""A message as the server-sent events in which the API streams it."""

import json
from collections.abc import Iterator
from typing import Any

PIECE = 400
"""Characters of one text delta."""


def events(message: dict[str, Any]) -> Iterator[bytes]:
    """The events of the message, in order."""
    usage = message["usage"]
    start = {**message, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield _event("message_start", message=start)
    for index, block in enumerate(message["content"]):
        yield from _block(index, block)
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    used = {name: usage[name] for name in ("output_tokens", "iterations") if name in usage}
    yield _event("message_delta", delta=ending, usage=used)
    yield _event("message_stop")


def _block(index: int, block: dict[str, Any]) -> Iterator[bytes]:
    if block["type"] != "text":
        yield _event("content_block_start", index=index, content_block=block)
    else:
        yield _event("content_block_start", index=index, content_block={"type": "text", "text": ""})
        for at in range(0, len(block["text"]), PIECE):
            delta = {"type": "text_delta", "text": block["text"][at : at + PIECE]}
            yield _event("content_block_delta", index=index, delta=delta)
    yield _event("content_block_stop", index=index)


def _event(name: str, **data: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n".encode()
