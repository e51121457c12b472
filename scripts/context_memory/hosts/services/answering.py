"""Answers the events that a host sends through the connection of its plugin, each within its own time limit.

Whatever goes wrong, the host hears `{}` and goes on: a hook of ours never stops it.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from ...compaction.digest.headings import HEADINGS
from ...errors import ContextMemoryError
from ...messages import Message, Role, Text
from ...provider.services.provider import Provider
from ...transcripts import speakers
from .. import claude_code, codex, gemini, openclaw, repeats
from ..events import AFTER_COMPACTION, BEFORE_MODEL, Ask, Event
from ..files import shown

_ORIGINAL_SECONDS = 0.5
_UNSTEERED = frozenset({"gemini"})
"""Hosts whose summariser is told nothing: what a person orders is kept, and added to a summary that lost it."""
_MOST_WORDS = 20_000
"""Characters of one prompt that are searched for orders."""


class Host(Protocol):
    """What the module of a host knows of its events."""

    def event_of(self, value: Mapping[str, Any]) -> Event:
        """The event as the host writes it."""
        ...

    def asked(self, event: Event) -> Ask | None:
        """What it asks of the provider."""
        ...

    def answered(self, event: Event, result: Mapping[str, Any]) -> dict[str, Any]:
        """What the host is told of the result."""
        ...

    def refused_at_once(self, event: Event) -> dict[str, Any]:
        """What the host is told without the provider."""
        ...


HOSTS: Mapping[str, Host] = {"claude-code": claude_code, "openclaw": openclaw, "codex": codex, "gemini": gemini}


def answer(provider: Provider, value: Mapping[str, Any], host: str = "claude-code") -> dict[str, Any]:
    """What the host is told; {} for nothing, for an error, and after the deadline."""
    of_host = HOSTS[host]
    event = of_host.event_of(value)
    at_once = of_host.refused_at_once(event)
    ask = of_host.asked(event)
    try:
        if event.name == AFTER_COMPACTION and event.session:
            shown.compacted(provider.memory.state, event.session)
        if host in _UNSTEERED and event.session:
            if event.name == BEFORE_MODEL:
                return of_host.answered(event, {"block": _lost(provider.memory.state, event)})
            if event.name == "UserPromptSubmit":
                _keep_orders(provider.memory.state, event)
        if at_once or ask is None:
            return at_once
        return of_host.answered(event, _result(provider, event, ask))
    except (ContextMemoryError, TimeoutError, OSError):
        return {}


def _result(provider: Provider, event: Event, ask: Ask) -> Mapping[str, Any]:
    state = provider.memory.state
    if not event.session:
        return _asked(provider, ask)
    if ask.verb == "recall":
        known = shown.read(state, event.session)
        more: dict[str, Any] = {"without": sorted(known.docs)}
        more |= {"not_said_in": event.session} if known.is_whole else {}
        given = _asked(provider, Ask(ask.verb, ask.arguments | more, ask.seconds))
        shown.add_docs(state, event.session, (hit["id"] for hit in given["hits"]))
        return given
    result = _asked(provider, ask)
    if ask.verb == "trim" and result["handle"]:
        return _without_repetition(provider, event, ask, result, state)
    return result


def _keep_orders(state: Path, event: Event) -> None:
    """What the person orders in this prompt is in force from now on; what it revokes is not any more."""
    from ...compaction.digest.fold import Fold
    from ...compaction.digest.values import SessionMemory, Speaker

    known = shown.read(state, event.session).orders
    fold = Fold(SessionMemory())
    messages = [Message(Role.USER, (Text(each),)) for each in (*known, event.prompt[:_MOST_WORDS])]
    for message in messages:
        fold.add(message)
    orders = [each.text for each in fold.finished(messages).directives if each.speaker is Speaker.PERSON]
    if orders != list(known):
        shown.keep_orders(state, event.session, orders)


def _lost(state: Path, event: Event) -> str:
    """The orders that the host's summary lost, the same for each request with this summary; empty for none.

    A summary that is new means that the host compacted: what was shown before it may be shown again.
    """
    summary = event.response[-1]["content"] if isinstance(event.response, list) and event.response else ""
    digest = sha256(summary.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    known = shown.read(state, event.session)
    lost: Sequence[str] = known.lost
    if digest != known.summary:
        told = " ".join(event.prompt.split())
        lost = [each for each in known.orders if " ".join(each.split()) not in told]
        shown.compacted(state, event.session)
        shown.keep_lost(state, event.session, digest, lost)
    if not lost:
        return ""
    heading = HEADINGS["zh" if speakers.is_chinese(lost[-1]) else "en"]["directives"]
    return "\n".join([heading, *(f"- {each}" for each in lost)])


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
        part = _asked(provider, Ask("original", {"handle": before}, _ORIGINAL_SECONDS))
        if part["last"] < part["lines"]:
            return result
        old = part["text"]
    text = repeats.told(old, ask.arguments["output"], old_handle=before, new_handle=handle)
    return {**result, "text": text} if text and len(text) < len(result["text"]) else result


def _asked(provider: Provider, ask: Ask) -> dict[str, Any]:
    """The answer of the verb; TimeoutError after the deadline, and the verb goes on by itself."""
    work: Future[dict[str, Any]] = provider.start(ask.verb, ask.arguments)
    return work.result(ask.seconds)
