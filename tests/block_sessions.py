"""Workspaces with journals and blocks that several tests share: small windows, so that little text fills them."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from context_memory.api.assemble import sessions
from context_memory.api.assemble.sessions import BlockServices
from context_memory.blocks.values import Swap, Swapped, Unchanged
from context_memory.messages import Message, Session
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing import SessionBuilder
from context_memory.testing.builders import blocks_of
from context_memory.text import tokens

NOW = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)
SMALL = Settings(window=8_192, policy="small", block_tokens=400, evict_tokens=900, summary_tokens=500)
"""Room for a few blocks only."""


def story(turns: int = 40) -> SessionBuilder:
    """Orders first, then rounds of reading and fixing with exact names in them."""
    told = SessionBuilder(session_id="story")
    told.user("Never touch config/prod.yaml. The billing port is 8443. Fix the retry loop.")
    for i in range(turns):
        told.agent(f"I decided to use backoff_policy_{i} in src/billing/module_{i}.py.")
        body = "".join(f"{n}: def handler_{i}_{n}(order): return lookup_{i}(order, {n * 37})\n" for n in range(8))
        told.call("read", {"path": f"src/billing/module_{i}.py"}, body)
        told.call("bash", {"command": f"pytest tests/test_module_{i}.py"}, f"{i + 2} passed in 0.{i + 10}s")
        told.user(f"Good. Next is module {i + 1}, ticket PAY-{100 + i}.")
    return told


def messages_of(turns: int = 40) -> tuple[Message, ...]:
    """The messages of the story."""
    return story(turns).build().messages


def without_ids(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The same as a format without ids tells them."""
    return tuple(replace(message, id="") for message in messages)


def session(messages: Sequence[Message], name: str = "story") -> Session:
    """A transcript of these messages."""
    return Session("anthropic", tuple(messages), id=name)


@contextmanager
def opened(folder: Path, settings: Settings = SMALL) -> Iterator[BlockServices]:
    """The services of a workspace as a fresh process has them."""
    services = sessions.blocks(places.of_workspace(folder), settings)
    try:
        yield services
    finally:
        services.close()


def ingested(folder: Path, messages: Sequence[Message], settings: Settings = SMALL, name: str = "story") -> list[str]:
    """Journal these messages as a transcript; the ids of all blocks afterwards."""
    with opened(folder, settings) as services:
        services.ingester.ingest(session(messages, name), NOW)
        return block_ids(services, name)


def block_ids(services: BlockServices, name: str = "story") -> list[str]:
    """Ids of the sealed blocks, oldest first."""
    return [block.id for block in services.store.blocks(name)]


def swapped(services: BlockServices, name: str = "story", **arguments: Any) -> Swapped:
    """A forced swap where nothing else may come out."""
    arguments.setdefault("force", True)
    outcome = services.viewer.swap(name, NOW, **arguments)
    assert isinstance(outcome, Swapped), outcome
    return outcome


def refused(services: BlockServices, name: str = "story", **arguments: Any) -> Unchanged:
    """A swap that must not happen."""
    outcome = services.viewer.swap(name, NOW, **arguments)
    assert isinstance(outcome, Unchanged), outcome
    return outcome


def canonical(messages: Sequence[Message], settings: Settings = SMALL, name: str = "story") -> list[str]:
    """The ids that any way of ingestion must give."""
    sizes = [tokens.of_message(message) for message in messages]
    return [block.id for block in blocks_of(name, list(messages), sizes, settings.block_tokens)]


def forget_derived(folder: Path) -> None:
    """Delete what can be derived again."""
    for path in (folder / ".context-memory").glob("state.sqlite*"):
        path.unlink()


def copied(folder: Path, to: Path) -> Path:
    """A copy of a workspace."""
    shutil.copytree(folder, to)
    return to


def journal_of(folder: Path, name: str = "story") -> Path:
    """The file of a session's journal."""
    return folder / ".context-memory" / "journal" / f"{name}.jsonl"


def current(services: BlockServices, name: str = "story") -> Swap:
    """What the view stands on now."""
    swap = services.store.swap(name)
    assert swap is not None
    return swap
