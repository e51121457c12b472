"""The routes of the memory, /api/v1/memory (SPEC 5.6): each one reads what is asked, calls a service, gives JSON."""

import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..api.memories import Memory
from ..errors import InputError
from ..memory import doc_requests
from ..memory.doc_requests import Request, is_internal_channel
from ..memory.docs import Found, MemoryDoc
from ..memory.recall import json_values, recall_block
from ..memory.recall.services.recall import MAX_HITS, Search
from ..memory.services import remember
from .requests import Asked, Parameters
from .responses import Answer

PREFIX = "/api/v1/memory"
DOCS = 200
"""Docs of a list where the client names no limit (SPEC 5.6)."""
MOST_DOCS = 1_000
MOST_WRITTEN = remember.AT_ONCE
"""Docs of one request: they are written in one transaction, all or none."""


@dataclass(frozen=True, slots=True)
class Done:
    """An answer, and the docs that were given out with it."""

    answer: Answer
    given: tuple[MemoryDoc, ...] = ()


Handler = Callable[[Memory, Asked, datetime], Done]


def stats(memory: Memory, asked: Asked, _now: datetime) -> Done:
    """Counts of everything that can be found."""
    asked.parameters()
    memory.freshen()
    counts = memory.store.counts()
    return _done(
        {
            "total": sum(counts["tier"].values()),
            "by_tier": counts["tier"],
            "by_kind": counts["kind"],
            "by_scope": counts["scope"],
            "pinned": counts["state"]["pinned"],
            "forgotten": counts["state"]["forgotten"],
        }
    )


def docs(memory: Memory, asked: Asked, now: datetime) -> Done:
    """Docs, newest first, or with `q` what the search finds, best first; `total` counts them before the limit.

    A search counts `MAX_HITS` at most.
    """
    given = asked.parameters("q", "scope", "kind", "limit")
    question, where = given.text("q"), given.filter()
    limit = given.whole("limit", DOCS, 1, MOST_DOCS)
    if question.strip():
        found = memory.recall().find(Search(question, now, where, limit=MAX_HITS))
        listed, total = [hit.doc for hit in found.hits[:limit]], len(found.hits)
    else:
        memory.freshen()
        listed = memory.store.select(where, limit=limit)
        total = memory.store.count(where)
    shown = {"docs": [json_values.of_listed_doc(doc, now) for doc in listed], "total": max(total, len(listed))}
    return _done(_warned(shown, memory))


def show(memory: Memory, asked: Asked, now: datetime) -> Done:
    """One doc, forgotten ones too."""
    asked.parameters()
    memory.store.refresh()
    return _done(json_values.of_listed_doc(memory.store.by_handle(asked.doc_id), now))


def write(memory: Memory, asked: Asked, now: datetime) -> Done:
    """Remember one doc, or a list of them: all or, when one cannot be used, none. Secrets are taken out."""
    asked.parameters()
    value = asked.json()
    lines = value if isinstance(value, list) else [value]
    if len(lines) > MOST_WRITTEN:
        raise InputError(f"{len(lines):,} docs in one request", hint=f"send {MOST_WRITTEN:,} at most")
    requests = [_request(line, number, memory, now) for number, line in enumerate(lines, 1)]
    written = memory.remember(requests, now)
    shown = [json_values.of_written(each.row, each.outcome, each.superseded) for each in written]
    is_new = any(each.outcome == "added" for each in written)
    answer = {"docs": shown} if isinstance(value, list) else shown[0]
    return _done(_warned(answer, memory), 201 if is_new else 200)


def pin(memory: Memory, asked: Asked, now: datetime) -> Done:
    """Pin a doc."""
    asked.parameters()
    return _done(json_values.of_doc(remember.pin(memory.store, asked.doc_id, now, pinned=True).after, now))


def unpin(memory: Memory, asked: Asked, now: datetime) -> Done:
    """Let a doc fade again."""
    asked.parameters()
    return _done(json_values.of_doc(remember.pin(memory.store, asked.doc_id, now, pinned=False).after, now))


def weigh(memory: Memory, asked: Asked, now: datetime) -> Done:
    """Give a doc another importance."""
    asked.parameters()
    importance = asked.object("importance").share("importance")
    change = remember.weigh(memory.store, asked.doc_id, now, importance=importance)
    return _done(json_values.of_doc(change.after, now))


def forget(memory: Memory, asked: Asked, now: datetime) -> Done:
    """Take a doc out of every search; it is kept."""
    asked.parameters()
    return _done(json_values.of_doc(remember.forget(memory.store, [asked.doc_id], now)[0], now))


def restore(memory: Memory, asked: Asked, now: datetime) -> Done:
    """Bring a forgotten doc back."""
    asked.parameters()
    return _done(json_values.of_doc(remember.forget(memory.store, [asked.doc_id], now, undo=True)[0], now))


_RECALLED = ("query", "scope", "limit", "now", "channel", "budget", "touch")


def recall(memory: Memory, asked: Asked, now: datetime) -> Done:
    """What `recall` finds, with the block for a model, by parameters of the address."""
    return _recall(memory, asked.parameters(*_RECALLED), now)


def recall_posted(memory: Memory, asked: Asked, now: datetime) -> Done:
    """The same by a JSON object, for questions that should not stand in an address."""
    asked.parameters()
    return _recall(memory, asked.object(*_RECALLED), now)


def _recall(memory: Memory, given: Parameters, now: datetime) -> Done:
    if not given.has("query"):
        raise InputError("query is missing", hint="what is looked for")
    settings = memory.settings
    search = Search(
        given.text("query"),
        given.moment("now", now),
        given.filter(),
        limit=given.whole("limit", settings.recall_limit, 1, MAX_HITS),
    )
    budget = given.whole("budget", settings.recall_tokens, recall_block.SMALLEST_BUDGET, recall_block.LARGEST_BUDGET)
    touch, internal = given.switch("touch", default=True), is_internal_channel(given.text("channel"))
    searched = memory.recall()
    started = time.perf_counter()
    found = Found(search.text, ()) if internal else searched.find(search)
    milliseconds = (time.perf_counter() - started) * 1_000
    block = recall_block.block(found.fitting, search.now, budget, notes=True)
    shown = json_values.of_found(found, milliseconds, search.now) | {
        "block": recall_block.metadata(block, f"recall_{uuid.uuid4()}"),
        "embedder": searched.embedder or "none",
    }
    return Done(Answer(_warned(shown, memory)), tuple(hit.doc for hit in found.hits) if touch else ())


def _request(line: object, number: int, memory: Memory, now: datetime) -> Request:
    if not isinstance(line, Mapping):
        raise InputError(f"doc {number} is no JSON object", hint='write {"text": "…"}')
    try:
        return doc_requests.request_of(line, now, scope=memory.scope, redacts=memory.settings.redact)
    except InputError as error:
        raise InputError(f"doc {number}: {error}", hint=error.hint or "see `context-memory remember --help`") from error


def _warned(shown: dict[str, Any], memory: Memory) -> dict[str, Any]:
    warnings = memory.warnings()
    return shown | {"warnings": warnings} if warnings else shown


def _done(value: Any, status: int = 200) -> Done:
    return Done(Answer(value, status))


ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/stats", stats),
    ("GET", "/docs", docs),
    ("POST", "/docs", write),
    ("GET", "/docs/{doc_id}", show),
    ("PATCH", "/docs/{doc_id}", weigh),
    ("DELETE", "/docs/{doc_id}", forget),
    ("POST", "/docs/{doc_id}/pin", pin),
    ("DELETE", "/docs/{doc_id}/pin", unpin),
    ("POST", "/docs/{doc_id}/restore", restore),
    ("GET", "/recall", recall),
    ("POST", "/recall", recall_posted),
)
"""Method, path behind the prefix, and who answers."""
