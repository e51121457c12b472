"""Render and check prompt files, and audit the prefix cache of a session."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import Finding, InputError, Level, NotReadyError, RefusedError
from ..llm import prices
from ..llm.prices import PriceTable
from ..messages import Session
from ..storage import files, templates
from ..storage.places import Places
from ..text import tokens
from ..text.json_text import parse_json
from ..workspace.services import memory_index
from . import check, sections
from .cache_audit import Audit, audit_cache
from .check import BOUNDARIES
from .sections import BOUNDARY, Excerpt, Prompt


@dataclass(frozen=True, slots=True)
class _Block:
    text: str
    is_marked: bool


def prompt_of(text: str) -> str:
    """The prompt of a JSON request with the boundary line at its cache marker; any other text unchanged."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        request = parse_json(text)
    except ValueError:
        return text
    blocks = tuple(_blocks(request)) if isinstance(request, dict) else ()
    return _join_blocks(blocks) if blocks else text


def _join_blocks(blocks: tuple[_Block, ...]) -> str:
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


PROMPT_BYTES = 4 << 20
"""A prompt or MEMORY.md file larger than this is not one, bytes."""
DEFAULT_LANGUAGE = "en"
"""Language of a prompt for which nobody chose one: it must not depend on the task or the workspace."""


@dataclass(frozen=True, slots=True)
class PromptRequest:
    """Input for rendering a prompt. Only the first four fields reach the static section."""

    language: str = DEFAULT_LANGUAGE
    with_prewarm: bool = False
    prewarm_tokens: int = 0
    base: str = ""
    """The operator's own static rules, placed before ours word for word."""
    memory: str = ""
    task: str = ""
    timestamp: str = ""


def render(request: PromptRequest) -> Prompt:
    """Both sections; RefusedError if the operator's static rules contain dynamic content."""
    memory = sections.excerpt(request.memory, tokens.cjk)
    return Prompt(_static(request), _dynamic(request, memory), is_memory_cut=memory.is_cut)


def _static(request: PromptRequest) -> str:
    base = request.base.strip("\n")
    problems = [finding for finding in check.dynamic_content(base) if finding.level is Level.FAIL]
    if problems:
        (first,) = with_advice(problems[:1], DEFAULT_LANGUAGE)
        raise RefusedError(
            f"the static text has dynamic content on line {first.line}: {first.what}",
            hint=f"{first.fix} (context-memory prompt check lists all {len(problems)})",
        )
    return templates.render(
        "static_section.md",
        request.language,
        base=base,
        prewarm=request.with_prewarm,
        prewarm_tokens=request.prewarm_tokens,
    )


def _dynamic(request: PromptRequest, memory: Excerpt) -> str:
    return templates.render(
        "dynamic_section.md",
        request.language,
        memory=memory.text,
        memory_cut=memory.is_cut,
        memory_budget=sections.MEMORY_TOKENS,
        task=sections.one_line(request.task),
        timestamp=sections.one_line(request.timestamp),
    )


def read_prompt(path: Path) -> str:
    """Text of a prompt file or of MEMORY.md; InputError if it is too large."""
    return prompt_text(files.read_bytes(path, limit=PROMPT_BYTES + 1), str(path))


def prompt_text(content: bytes, name: str) -> str:
    """Text of a prompt that was read with `PROMPT_BYTES` + 1 as the limit."""
    if len(content) > PROMPT_BYTES:
        raise InputError(f"{name} has more than {PROMPT_BYTES >> 20} MiB", hint="pass only the prompt")
    return content.decode("utf-8", "replace").removeprefix("\ufeff")


def read_memory(places: Places) -> str:
    """MEMORY.md as it goes into a prompt, stale pointers marked; empty if there is none."""
    return memory_index.for_injection(places) if places.workspace else ""


def check_prompt(text: str, memory: str = "", language: str = DEFAULT_LANGUAGE) -> tuple[Finding, ...]:
    """Everything that breaks the prefix cache of a prompt, or of the prompt in a saved API request, by line."""
    return with_advice(check.find_in_prompt(prompt_of(text), memory), language)


def with_advice(findings: Sequence[Finding], language: str) -> tuple[Finding, ...]:
    """The findings with the reason and the fix of each."""
    if not findings:
        return ()
    texts = templates.texts("prompt_advice", language)
    return tuple(finding.with_advice(texts, boundary=sections.BOUNDARY) for finding in findings)


PRICES_BYTES = 1 << 20
"""A price file larger than this is not one, bytes."""


def audit_session(session: Session, name: str, *, price_file: Path | None = None, ttl: str = "") -> Audit:
    """The audit of a session; NotReadyError, with its name, if no reply reports usage."""
    table = price_table(price_file) if price_file else prices.TABLE
    audit = audit_cache(session, table, ttl)
    if not audit.replies:
        raise NotReadyError(
            f"{name} reports no token usage for any of its {len(session.messages)} messages",
            hint="the host did not record usage; audit a session whose replies carry it, or a longer part of this one",
        )
    return audit


def price_table(path: Path) -> PriceTable:
    """The built-in prices, overridden by those of a TOML file."""
    content = files.read_bytes(path, limit=PRICES_BYTES + 1)
    if len(content) > PRICES_BYTES:
        raise InputError(f"{path} has more than {PRICES_BYTES >> 20} MiB", hint="name the price file")
    try:
        document = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are both ValueErrors
        raise InputError(
            f"{path} is not TOML: {error}", hint='write [models."name"] tables with input and output'
        ) from error
    return prices.overlaid(prices.TABLE, document, str(path))
