"""The prompt inside a saved API request: the text of `system`, or of the leading system messages.

In a request the cache mark of a block is the boundary: what stands behind the
last marked block may change. A text that is no request is a prompt as it is.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .prompt_check import BOUNDARIES
from .prompt_sections import BOUNDARY


@dataclass(frozen=True, slots=True)
class _Block:
    text: str
    is_marked: bool


def prompt_of(text: str) -> str:
    """The prompt of a JSON request with the boundary line at its cache mark; any other text unchanged."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        return text
    blocks = tuple(_blocks(request)) if isinstance(request, dict) else ()
    return _joined(blocks) if blocks else text


def _joined(blocks: tuple[_Block, ...]) -> str:
    marked = max((i for i, block in enumerate(blocks) if block.is_marked), default=-1)
    texts = [block.text for block in blocks]
    has_own = any(line.strip() in BOUNDARIES for each in texts for line in each.splitlines())
    if marked >= 0 and not has_own:
        texts.insert(marked + 1, BOUNDARY)
    return "\n".join(texts)


def _blocks(request: dict[str, Any]) -> Iterator[_Block]:
    if "system" in request:
        yield from _of_content(request["system"])
        return
    messages = request.get("messages")
    for message in messages if isinstance(messages, list) else ():
        if not isinstance(message, dict) or message.get("role") not in ("system", "developer"):
            return
        yield from _of_content(message.get("content"))


def _of_content(content: object) -> Iterator[_Block]:
    if isinstance(content, str):
        yield _Block(content, is_marked=False)
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and isinstance(block.get("text"), str):
            yield _Block(block["text"], is_marked=bool(block.get("cache_control")))
