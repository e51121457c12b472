"""Simulates the prompt cache of the Messages API, and an automatic cache without markers.

Entries never expire: time is up to the caller. In the Messages API, tools come first, then the
system prompt, then the blocks of the messages; a marker stores the prefix that
ends with its block, and finds the longest stored one at most 20 blocks before.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .api_rules import blocks

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
