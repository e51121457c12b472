"""What the Messages API refuses, with its error texts, and what its prompt cache holds.

Only rules that a program which rewrites conversations can break: order of roles, pairing of tool calls and
results, empty text, the window, and the binding of thinking to everything before it.

Entries of the cache never expire: time is up to the caller. Tools come first, then the
system prompt, then the blocks of the messages; a marker stores the prefix that
ends with its block, and finds the longest stored one at most 20 blocks before.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

SAMPLING = ("temperature", "top_p", "top_k")
NO_SAMPLING_SINCE = "2026-10-21"  # API version in which they became errors
BINDING_BETA = "thinking-binding-controls-2026-08-01"
COMPACTION_BETA = "compact-2026-09-04"
NO_COMPACTION = re.compile(r"claude-3|-4-[0-5](?!\d)|-4-20")
"""Models before 4.6 do not know on-demand compaction."""
MAX_CACHE_MARKS = 4
MAX_BYTES = 32 * 1024 * 1024  # larger bodies are answered with 413

Block = dict[str, Any]


class RequestRefusedError(Exception):
    """The answer is an error with this status, kind and text."""

    def __init__(self, message: str, *, status: int = 400, kind: str = "invalid_request_error") -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind


def blocks(content: Any) -> list[Block]:
    """Content blocks of a message; a plain string is one text block."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content or [] if isinstance(block, dict)]


def check_shape(body: dict[str, Any], *, version: str, counting: bool) -> None:
    """Fields, roles, cache markers, and text that must not be empty."""
    for name in ("model", "messages") if counting else ("model", "messages", "max_tokens"):
        if name not in body:
            raise RequestRefusedError(f"{name}: Field required")
    for name in SAMPLING:
        if name in body and version >= NO_SAMPLING_SINCE:
            raise RequestRefusedError(f"{name}: Extra inputs are not permitted")
    messages = body["messages"]
    if not messages:
        raise RequestRefusedError("messages: at least one message is required")
    if messages[0]["role"] != "user":
        raise RequestRefusedError('messages: first message must use the "user" role')
    if messages[-1]["role"] == "assistant" and not counting:
        raise RequestRefusedError(
            "This model does not support assistant message prefill. The conversation must end with a user message."
        )
    for message in messages:
        if any(block["type"] == "text" and not block["text"].strip() for block in blocks(message["content"])):
            raise RequestRefusedError("messages: text content blocks must be non-empty")
    marks = json.dumps(body).count('"cache_control"')
    if marks > MAX_CACHE_MARKS:
        raise RequestRefusedError(f"A maximum of 4 blocks with cache_control may be provided. Found {marks}.")


def check_compaction(body: dict[str, Any], betas: str) -> None:
    """The top-level `compaction`: its beta, its model, and parameters that exclude it."""
    wanted = body.get("compaction")
    if wanted is None:
        return
    if COMPACTION_BETA not in betas:
        raise RequestRefusedError("compaction: Extra inputs are not permitted")
    if not isinstance(wanted, dict) or wanted.get("type") != "summarize" or set(wanted) - {"type", "instructions"}:
        raise RequestRefusedError("compaction: only type `summarize` with `instructions` is known")
    if NO_COMPACTION.search(body["model"]):
        raise RequestRefusedError(f"compaction: model {body['model']} does not support it")
    forced = (body.get("tool_choice") or {}).get("type") in {"any", "tool"}
    formatted = (body.get("output_config") or {}).get("format")
    if body.get("context_management") or body.get("stop_sequences") or forced or formatted:
        raise RequestRefusedError(
            "compaction: cannot be combined with context_management, stop_sequences, a forced tool_choice or a format"
        )


def check_pairs(messages: list[dict[str, Any]]) -> None:
    """Every tool call has its result in the next message, and every result its call in the one before."""
    for index, message in enumerate(messages):
        here = blocks(message["content"])
        after = blocks(messages[index + 1]["content"]) if index + 1 < len(messages) else []
        before = blocks(messages[index - 1]["content"]) if index else []
        answered = {block.get("tool_use_id") for block in after if block["type"] == "tool_result"}
        open_calls = [block["id"] for block in here if block["type"] == "tool_use" and block["id"] not in answered]
        if open_calls:
            raise RequestRefusedError(
                f"messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately after: "
                f"{', '.join(open_calls)}. Each `tool_use` block must have a corresponding `tool_result` block "
                "in the next message."
            )
        asked = {block["id"] for block in before if block["type"] == "tool_use"}
        for position, block in enumerate(here):
            if block["type"] == "tool_result" and block["tool_use_id"] not in asked:
                raise RequestRefusedError(
                    f"messages.{index}.content.{position}: unexpected `tool_use_id` found in `tool_result` blocks: "
                    f"{block['tool_use_id']}. Each `tool_result` block must have a corresponding `tool_use` block "
                    "in the previous message."
                )


def tokens_of(body: dict[str, Any], characters_per_token: float) -> int:
    """Tokens of the request, estimated by characters."""
    seen = [_plain(body[name]) for name in ("system", "tools", "messages") if body.get(name)]
    return max(1, int(sum(len(json.dumps(value, ensure_ascii=False)) for value in seen) / characters_per_token))


def check_window(tokens: int, window: int) -> None:
    """Refuse a request that exceeds the window."""
    if tokens > window:
        raise RequestRefusedError(f"prompt is too long: {tokens} tokens > {window} maximum")


# -- thinking is bound to what stands before it ---------------------------------------------------------


def signature(body: dict[str, Any]) -> str:
    """Signature of thinking that answers this request: bound to its prefix and to the thinking before it."""
    earlier = [
        block for message in body["messages"] for block in blocks(message["content"]) if block["type"] == "thinking"
    ]
    previous = _digest(earlier[-1]["signature"]) if earlier else "first"
    *_, whole = _prefixes(body)
    return f"{whole}.{previous}"


def check_thinking(body: dict[str, Any], betas: str) -> list[dict[str, str]]:
    """Blocks that are dropped instead of refused, because the request asked for that.

    Thinking may be taken away from the front, from the back, or altogether. Anything else before a thinking
    block that changes, or a gap in the run of thinking blocks, makes its signature invalid.
    """
    binding = (body.get("thinking") or {}).get("block_binding") or {}
    drops = binding.get("prefix_mismatch_behavior") == "drop_block"
    if binding and BINDING_BETA not in betas:
        raise RequestRefusedError("thinking.adaptive.block_binding: Extra inputs are not permitted")
    dropped: list[dict[str, str]] = []
    previous = None
    for index, (message, before) in enumerate(zip(body["messages"], _prefixes(body), strict=False)):
        for position, block in enumerate(blocks(message["content"])):
            if block["type"] != "thinking":
                continue
            prefix, _, follows = str(block.get("signature", "")).partition(".")
            path = f"messages.{index}.content.{position}"
            if prefix == before and previous in {None, follows}:
                previous = _digest(block["signature"])
            elif drops:
                dropped.append({"type": "thinking_dropped", "reason": "prefix_binding_mismatch", "path": path})
            else:
                raise RequestRefusedError(
                    f"{path}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. "
                    'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
                )
    return dropped


def _prefixes(body: dict[str, Any]) -> Iterator[str]:
    """The prefix hash that thinking in each message is bound to, and last that of a reply."""
    tools = sorted((_plain(tool) for tool in body.get("tools") or []), key=lambda tool: str(tool.get("name")))
    before = _digest([_plain(blocks(body.get("system"))), tools])
    yield before
    for message in body["messages"]:
        said = [_plain(block) for block in blocks(message["content"]) if block["type"] != "thinking"]
        before = _digest([before, message["role"], said])
        yield before


def _plain(value: Any) -> Any:
    """The value without differences that are not edits: cache markers, outer whitespace, string or text block."""
    if isinstance(value, dict):
        kept = {key: _plain(item) for key, item in value.items() if key != "cache_control"}
        if value.get("type") == "tool_result":
            kept["content"] = _plain(blocks(value.get("content")))
        return kept
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value.strip() if isinstance(value, str) else value


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:24]


LOOK_BACK = 20
"""Blocks before a marker at which a stored prefix is looked for."""
_MINIMUM = (("haiku-4-5", 4_096), ("opus-4-5", 4_096), ("opus-4-6", 4_096), ("opus-4-7", 2_048), ("-4-", 1_024))
_MINIMUM_NOW = 512
"""Tokens below which a prefix is not stored: of models since 5, and the exceptions by a part of the name."""


@dataclass(frozen=True, slots=True)
class _Block:
    digest: str
    """Of everything up to its end."""
    end: int
    """Characters up to its end."""
    is_marked: bool


class PromptCache:
    """The stored prefixes of one server."""

    def __init__(self) -> None:
        self._stored: set[str] = set()

    def usage(self, body: dict[str, Any], tokens: int, characters_per_token: float) -> dict[str, int]:
        """Store the prefixes of the request; returns its input tokens as the API splits them."""
        found = list(_blocks(body))
        marks = [index for index, block in enumerate(found) if block.is_marked]
        least = next((size for part, size in _MINIMUM if part in body["model"]), _MINIMUM_NOW)

        def size(index: int) -> int:
            return min(tokens, int(found[index].end / characters_per_token))

        read = written = 0
        for mark in reversed(marks):
            near = range(mark, max(-1, mark - LOOK_BACK), -1)
            hit = next((index for index in near if found[index].digest in self._stored), None)
            if hit is not None:
                read = size(hit)
                break
        for mark in marks:
            if size(mark) >= least:
                self._stored.add(found[mark].digest)
                written = max(written, size(mark) - read)
        return {
            "input_tokens": tokens - read - written,
            "cache_creation_input_tokens": written,
            "cache_read_input_tokens": read,
        }


class AutomaticCache:
    """A cache without markers, as OpenAI and Gemini have it: it reads the longest prefix sent before."""

    LEAST = 1_024
    """Tokens below which no prefix is stored."""

    def __init__(self) -> None:
        self._stored: set[str] = set()

    def usage(self, parts: Sequence[Any], characters_per_token: float = 4) -> tuple[int, int]:
        """Tokens of the request, and the number read from the cache."""
        running, characters, read, ends = hashlib.sha256(), 0, 0, []
        for part in parts:
            raw = json.dumps(part, ensure_ascii=False, sort_keys=True)
            running.update(raw.encode("utf-8", "surrogatepass"))
            characters += len(raw)
            tokens, digest = int(characters / characters_per_token), running.copy().hexdigest()
            if tokens >= self.LEAST:
                read = tokens if digest in self._stored else read
                ends.append(digest)
        self._stored.update(ends)
        return int(characters / characters_per_token), read


def _blocks(body: dict[str, Any]) -> Iterator[_Block]:
    """Every block of the prompt with the digest of the prefix up to it."""
    units = [*(body.get("tools") or []), *blocks(body.get("system"))]
    for message in body["messages"]:
        units += [{"role": message["role"], **block} for block in blocks(message["content"])]
    running, end = hashlib.sha256(body["model"].encode()), 0
    for index, unit in enumerate(units):
        plain = {key: value for key, value in unit.items() if key != "cache_control"}
        raw = json.dumps(plain, ensure_ascii=False, sort_keys=True)
        running.update(raw.encode("utf-8", "surrogatepass"))
        end += len(raw)
        is_last = index == len(units) - 1
        yield _Block(
            running.copy().hexdigest(), end, bool(unit.get("cache_control") or (is_last and body.get("cache_control")))
        )
