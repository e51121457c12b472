"""Answers the events that a host sends through the connection of its plugin, each within its own time limit.

Whatever goes wrong, the host hears `{}` and goes on: a hook of ours never stops it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError
from ...provider.services.provider import Provider
from ...transcripts import own_texts
from .. import claude_code, codex, gemini, openclaw
from ..events import AFTER_COMPACTION, BEFORE_MODEL, Ask, Event
from ..files import shown
from . import orders

_ORIGINAL_SECONDS = 0.5
_WITHOUT_START = frozenset({"openclaw"})
"""Hosts whose first prompt is what a session begins with for us."""
MOST_LINES = 40
"""That differ between two outputs; beyond that it is another output."""
MOST_CHARS = 1_500
LONGEST_LINE = 300


class Host(Protocol):
    """What the module of a host knows of its events."""

    def event_of(self, value: Mapping[str, Any]) -> Event:
        """The event as the host writes it."""
        ...

    def request_for(self, event: Event) -> Ask | None:
        """The call of the provider for it."""
        ...

    def reply_to(self, event: Event, result: Mapping[str, Any]) -> dict[str, Any]:
        """The reply to the host."""
        ...

    def refusal_of_own_tool(self, event: Event) -> dict[str, Any]:
        """What the host is told without the provider."""
        ...


HOSTS: Mapping[str, Host] = {"claude-code": claude_code, "openclaw": openclaw, "codex": codex, "gemini": gemini}


def answer(provider: Provider, value: Mapping[str, Any], host: str = "claude-code") -> dict[str, Any]:
    """What the host is told; {} for nothing, for an error, and after the deadline."""
    of_host = HOSTS[host]
    event = of_host.event_of(value)
    at_once = of_host.refusal_of_own_tool(event)
    ask = of_host.request_for(event)
    try:
        if event.name == AFTER_COMPACTION and event.session:
            shown.compacted(provider.memory.state, event.session)
        if event.session:
            if event.name in {"UserPromptSubmit", BEFORE_MODEL} and event.prompt:
                orders.keep(provider.memory.state, event.session, event.prompt)
            if event.name == BEFORE_MODEL:
                return of_host.reply_to(event, {"block": _lost(provider.memory, event, host)})
        if at_once or ask is None or (ask.verb == "record-failure" and own_texts.is_own_refusal(event.error)):
            return at_once
        return of_host.reply_to(event, _result(provider, event, ask))
    except (ContextMemoryError, TimeoutError, OSError):
        return {}


def _result(provider: Provider, event: Event, ask: Ask) -> Mapping[str, Any]:
    state = provider.memory.state
    if not event.session:
        return _call(provider, ask)
    if ask.verb == "recall":
        known = shown.read(state, event.session)
        more: dict[str, Any] = {"without": sorted(known.docs), "unasked": True}
        more |= {"not_said_in": event.session} if known.is_whole else {}
        given = _call(provider, Ask(ask.verb, ask.arguments | more, ask.seconds))
        shown.add_docs(state, event.session, _told(given["hits"], given["block"]))
        return given
    result = _call(provider, ask)
    if ask.verb == "trim" and result["handle"]:
        return _without_repetition(provider, event, ask, result, state)
    return result


def _told(hits: Iterable[Mapping[str, Any]], block: str) -> Iterator[str]:
    """The ids of the hits that a block tells, by their handle or in the words of another hit.

    The others, which do not fit the question or its room, may fit the next one.
    """
    words = " ".join(block.split())
    for hit in hits:
        if f"#{hit['handle']})" in block or (hit["confidence"] != "low" and " ".join(hit["text"].split()) in words):
            yield hit["id"]


def _lost(memory: ContextMemory, event: Event, host: str) -> str:
    if host in _WITHOUT_START:
        if not shown.read(memory.state, event.session).is_begun:
            orders.begin(memory, event.session, told=event.told)
        if not event.start:  # nothing was said before this prompt
            return orders.in_force(memory.state, event.session, told=event.told)
    is_summary = event.source == "compact"
    return orders.lost(memory.state, event.session, start=event.start, told=event.told, is_summary=is_summary)


def _without_repetition(
    provider: Provider, event: Event, ask: Ask, result: Mapping[str, Any], state: Path
) -> Mapping[str, Any]:
    """The trimmed output, or one line where the session has seen it before."""
    call, handle = shown.call_of(event.tool, event.command or " ".join(event.paths)), result["handle"]
    known = shown.read(state, event.session)
    before = handle if handle in known.handles else known.outputs.get(call, "")
    shown.add_output(state, event.session, call, handle)
    if not before:
        return result
    old = ask.arguments["output"]
    if before != handle:
        part = _call(provider, Ask("original", {"handle": before}, _ORIGINAL_SECONDS))
        if part["last"] < part["lines"]:
            return result
        old = part["text"]
    text = describe_repetition(old, ask.arguments["output"], old_handle=before, new_handle=handle)
    return {**result, "text": text} if text and len(text) < len(result["text"]) else result


def describe_repetition(old: str, new: str, *, old_handle: str, new_handle: str) -> str:
    """What is shown of an output in place of it: one line, and the lines that differ; empty where too many do."""
    if old_handle == new_handle:
        return f"[the same output as before, byte for byte — original: archive {new_handle}]"
    before, after = Counter(old.splitlines()), Counter(new.splitlines())
    gone, added = list((before - after).elements()), list((after - before).elements())
    if not gone and not added:
        return f"[the same lines as before in another order — original: archive {new_handle}; before: {old_handle}]"
    if len(gone) + len(added) > min(MOST_LINES, max(2, sum(after.values()) // 4)):
        return ""
    lines = [*(f"- {line[:LONGEST_LINE]}" for line in gone), *(f"+ {line[:LONGEST_LINE]}" for line in added)]
    head = f"[the same output as before but for these lines — original: archive {new_handle}; before: {old_handle}]"
    text = "\n".join([head, *lines])
    return text if len(text) <= MOST_CHARS else ""


def _call(provider: Provider, ask: Ask) -> dict[str, Any]:
    """The answer of the verb; TimeoutError after the deadline, and the verb goes on by itself."""
    work: Future[dict[str, Any]] = provider.start(ask.verb, ask.arguments)
    return work.result(ask.seconds)
