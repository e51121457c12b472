"""Trims the tool results of a request, each independently, so that it is the same on every call.

A reply's thinking is bound to everything before it, so a result has to be sent
as it was sent first. The trimmed form depends on the result's own text and call
only, never on its age; the originals are in the archive.
"""

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any

from ..errors import ContextMemoryError
from ..trim.tool_kinds import ToolKind, is_printed_file, kind_of

if TYPE_CHECKING:
    from ..api.context_memory import ContextMemory

REMEMBERED = 10_000
"""Results whose short form is kept, so that a call does not trim the whole conversation again."""


class Trimmer:
    """Trims request bodies of one client. Results of the memory tool stay whole: a model edits them word for word."""

    def __init__(self, memory: "ContextMemory", session: str) -> None:
        self._memory = memory
        self._session = session
        self._known: OrderedDict[bytes, str] = OrderedDict()
        self._guard = Lock()

    def body(self, body: Any) -> Any:
        """The body with its tool results trimmed: the same object if nothing changes, else a partial copy."""
        messages = body.get("messages") if isinstance(body, Mapping) else None
        if not isinstance(messages, list):
            return body
        calls = {block["id"]: block for block in _blocks(messages, "tool_use") if isinstance(block.get("id"), str)}
        shorter = [self._message(message, calls) for message in messages]
        is_same = all(new is old for new, old in zip(shorter, messages, strict=True))
        return body if is_same else {**body, "messages": shorter}

    def _message(self, message: Any, calls: Mapping[str, Mapping[str, Any]]) -> Any:
        content = message.get("content") if isinstance(message, Mapping) else None
        if not isinstance(content, list):
            return message
        blocks = [self._block(block, calls) for block in content]
        is_same = all(new is old for new, old in zip(blocks, content, strict=True))
        return message if is_same else {**message, "content": blocks}

    def _block(self, block: Any, calls: Mapping[str, Mapping[str, Any]]) -> Any:
        if not isinstance(block, Mapping) or block.get("type") != "tool_result":
            return block
        call = calls.get(str(block.get("tool_use_id")), {})
        name, given = str(call.get("name", "")), call.get("input")
        if kind_of(name) is ToolKind.MEMORY:
            return block
        content = block.get("content")
        if isinstance(content, str):
            short = self._text(content, name, given)
            return block if short == content else {**block, "content": short}
        if not isinstance(content, list):
            return block
        texts = [each for each in content if isinstance(each, Mapping) and isinstance(each.get("text"), str)]
        whole = "".join(each["text"] for each in texts)
        short = self._text(whole, name, given)
        if short == whole:
            return block
        others = [each for each in content if not any(each is text for text in texts)]
        return {**block, "content": [{**texts[-1], "text": short}, *others]}

    def _text(self, text: str, tool: str, given: Any) -> str:
        settings = self._memory.settings
        if len(text) <= min(settings.trim_chars, settings.trim_read_chars):
            return text
        about = given if isinstance(given, Mapping) else None
        if is_printed_file(tool, about, text):
            return text
        key = sha256(json.dumps([tool, about, text], default=str).encode()).digest()
        with self._guard:
            short = self._known.get(key)
        if short is None:
            try:
                short = self._memory.trim(text, tool=tool, tool_input=about, session=self._session).text
            except ContextMemoryError:
                short = text  # sent whole once, it is sent whole on every later call too
        with self._guard:
            self._known[key] = short
            self._known.move_to_end(key)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return short


def _blocks(messages: list[Any], kind: str) -> Iterator[Mapping[str, Any]]:
    for message in messages:
        content = message.get("content") if isinstance(message, Mapping) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, Mapping) and block.get("type") == kind:
                yield block
