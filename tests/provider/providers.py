"""Providers of a workspace in this process, and messages to feed them with."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from context_memory import ContextMemory
from context_memory.provider.services.provider import Provider
from context_memory.storage import places
from context_memory.storage.audit_chain import AuditChain
from context_memory.testing import WorkspaceBuilder

from ..block_sessions import SMALL


def audit_of(workspace: Path) -> tuple[Path, Path]:
    """The chained log of a workspace and its head."""
    found = places.of_workspace(workspace)
    return found.audit_chain, found.audit_head


@contextlib.contextmanager
def provider_of(workspace: Path, **settings: Any) -> Iterator[Provider]:
    """A provider with room for a few blocks."""
    if not workspace.is_dir():
        WorkspaceBuilder(workspace).index("# Memory\n").memory("errors", "# Errors\n")
    told: list[str] = []
    opened = Provider(
        ContextMemory(workspace, SMALL._replace(**settings)), AuditChain(*audit_of(workspace)), told.append
    )
    try:
        yield opened
    finally:
        opened.close()
    assert not told


def said(number: int, text: str = "", **known: Any) -> dict[str, Any]:
    """One message with an id of its own."""
    role = "assistant" if number % 2 == 0 else "user"
    return {"id": f"m{number}", "role": role, "content": text or f"message {number}", **known}


def story(turns: int = 30) -> list[dict[str, Any]]:
    """Rounds of reading and fixing with exact names in them, as the Anthropic API has them."""
    told: list[dict[str, Any]] = [{"role": "user", "content": "Never touch config/prod.yaml. Fix the retry loop."}]
    for i in range(turns):
        call = {"type": "tool_use", "id": f"c{i}", "name": "read", "input": {"path": f"src/module_{i}.py"}}
        text = {"type": "text", "text": f"I decided to use backoff_policy_{i} in src/module_{i}.py."}
        body = "".join(f"{n}: def handler_{i}_{n}(order): return lookup_{i}(order, {n * 37})\n" for n in range(8))
        told.append({"role": "assistant", "content": [text, call]})
        told.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"c{i}", "content": body}]})
        told.append({"role": "assistant", "content": f"Module {i} is done, {i + 2} tests passed."})
        told.append({"role": "user", "content": f"Good. Next is module {i + 1}, ticket PAY-{100 + i}."})
    return [{"id": f"s{i}", "ts": f"2026-09-14T12:{i % 60:02}:00Z", **message} for i, message in enumerate(told)]


def appended(provider: Provider, session: str, messages: list[dict[str, Any]], at_once: int = 7) -> None:
    """Hand over all of these, a few at a time."""
    for first in range(0, len(messages), at_once):
        provider.call("append", {"session": session, "messages": messages[first : first + at_once]})
