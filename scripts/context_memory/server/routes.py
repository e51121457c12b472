"""The routes of the memory, /api/v1/memory (SPEC 5.6): parses a request, calls a service, answers with JSON.

Parameters of the address and members of the JSON body are checked before
anything is done. What cannot be used raises InputError, which is answered with
400.
"""

import json
import re
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn

from ..api.memories import Memory
from ..errors import InputError
from ..memory import doc_requests, json_values
from ..memory.doc_requests import Request, is_internal_channel
from ..memory.docs import Found, MemoryDoc, scope_of, storable
from ..memory.ports import Filter
from ..memory.recall import recall_block
from ..memory.recall.services.recall import MAX_HITS, Search
from ..memory.services import remember
from ..memory.standing import kind_asked
from ..provider.schemas import Schema, arguments, boolean, integer, string
from ..text.json_text import TooDeepError, refuse_deep
from .responses import Answer

PREFIX = "/api/v1/memory"
DOCS = 200
"""Docs of a list where the client names no limit (SPEC 5.6)."""
MOST_DOCS = 1_000
MOST_WRITTEN = remember.AT_ONCE
"""Docs of one request: they are written in one transaction, all or none."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_SHOWN = 60  # characters of a bad value that an error repeats
_SWITCHES = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


# -- requests ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MemoryRequest:
    """One request, without how it came."""

    pairs: tuple[tuple[str, str], ...] = ()
    """Parameters of the address."""
    body: bytes = b""
    doc_id: str = ""
    """The doc that the address names, whole or by its first characters."""

    def parameters(self, *known: str) -> "Parameters":
        """The parameters of the address; unknown and repeated ones are refused."""
        found: dict[str, object] = {}
        for name, value in self.pairs:
            if name in found:
                raise InputError(f"{name} is given twice", hint="give it once")
            found[name] = value
        return Parameters(found).only(known)

    def object(self, *known: str) -> "Parameters":
        """The members of the JSON object in the body; unknown ones are refused."""
        value = self.json()
        if not isinstance(value, dict):
            raise InputError("the body is no JSON object", hint=f'write {{"{known[0]}": …}}')
        return Parameters(value).only(known)

    def json(self) -> Any:
        """The JSON value in the body."""
        if not self.body.strip():
            raise InputError("the body is empty", hint="send JSON")
        try:
            value = json.loads(self.body.decode("utf-8-sig"), parse_constant=_no_number)
            refuse_deep(self.body, value)
        except UnicodeDecodeError as error:
            raise InputError(f"the body is not UTF-8: byte {error.start}", hint="encode it as UTF-8") from error
        except (RecursionError, TooDeepError) as error:
            raise InputError("the body is nested too deeply", hint="send plain objects") from error
        except ValueError as error:
            raise InputError(f"the body is no JSON: {error}", hint="send JSON") from error
        return value


@dataclass(frozen=True, slots=True)
class Parameters:
    """Named values, as text from an address or as JSON has them."""

    given: Mapping[str, object] = field(default_factory=dict)

    def only(self, known: tuple[str, ...]) -> "Parameters":
        """The same; raises InputError when one is not known, because a misspelt filter would find everything."""
        for name in self.given:
            if name not in known:
                raise InputError(f"unknown parameter {_shown(name)}", hint=f"known are {', '.join(known) or 'none'}")
        return self

    def has(self, name: str) -> bool:
        """Whether it was given."""
        return self.given.get(name) is not None

    def text(self, name: str) -> str:
        """A text; empty where it was not given."""
        value = self.given.get(name)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{name} is not a text", hint=f'write "{name}": "…"')
        return storable(value or "")

    def integer(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.given.get(name)
        if value is None:
            return default
        number = int(value) if isinstance(value, str) and _WHOLE.fullmatch(value) else value
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            raise InputError(f"{name} = {_shown(value)} cannot be used", hint=f"a whole number from {low} to {high:,}")
        return number

    def fraction(self, name: str) -> float:
        """A number from 0 to 1."""
        value = self.given.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise InputError(f"{name} = {_shown(value)} cannot be used", hint="a number from 0 to 1")
        return float(value)

    def boolean(self, name: str, *, default: bool) -> bool:
        """True or false."""
        value = self.given.get(name)
        found = _SWITCHES.get(value.strip().lower()) if isinstance(value, str) else value
        if value is None:
            return default
        if not isinstance(found, bool):
            raise InputError(f"{name} = {_shown(value)} cannot be used", hint="true or false")
        return found

    def filter(self) -> Filter:
        """Which docs are meant."""
        scope = self.text("scope").strip()
        return Filter(scope_of(scope) if scope else None, kind_asked(self.text("kind")))

    def moment(self, name: str, now: datetime) -> datetime:
        """A point in time as the commands take it; `now` where it was not given."""
        value = self.given.get(name)
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,17}(\.[0-9]{1,9})?", value):
            value = float(value)
        return doc_requests.moment_of(value, now, name)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _shown(value: object) -> str:
    text = storable(repr(value))
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


# -- routes --------------------------------------------------------------------------------------

_SCOPE = string("whose memory: agent:main, global, …", least=0)
_LISTED: Schema = {
    "q": string("what is looked for", least=0, most=10_000),
    "scope": _SCOPE,
    "kind": string("kind of docs: note, fact, remember, …", least=0, most=40),
    "limit": integer("most docs", 1, MOST_DOCS),
}
_RECALLED: Schema = {
    "query": string("what is looked for, as a question or words", least=0, most=10_000),
    "scope": _SCOPE,
    "limit": integer("most hits", 1, MAX_HITS),
    "now": string("the time that `last week` counts from: ISO 8601, or seconds since 1970", least=0, most=40),
    "channel": string("where the question comes from; heartbeat, cron and system get nothing", least=0, most=40),
    "budget": integer("tokens of the block", recall_block.SMALLEST_BUDGET, recall_block.LARGEST_BUDGET),
    "touch": boolean("count what was given out"),
}
_WEIGHED: Schema = {"importance": {"type": "number", "minimum": 0, "maximum": 1, "description": "how much it matters"}}
_WRITTEN: Schema = {
    "text": string("what to remember", most=doc_requests.LONGEST_TEXT),
    "kind": _LISTED["kind"],
    "scope": _SCOPE,
    "source": string("where it comes from", least=0, most=400),
    "session": string("the session in which it was said", least=0),
    "speaker": string("who said it", least=0),
    "created_at": _RECALLED["now"] | {"description": "when it was said: ISO 8601, or seconds since 1970"},
    "id": string("an id of your own: another text under it takes the place of this one", least=0),
}


@dataclass(frozen=True, slots=True)
class Handled:
    """An answer, and the docs that were given out with it."""

    answer: Answer
    given: tuple[MemoryDoc, ...] = ()


Handler = Callable[[Memory, MemoryRequest, datetime], Handled]


def stats(memory: Memory, asked: MemoryRequest, _now: datetime) -> Handled:
    """Counts of everything that can be found."""
    asked.parameters()
    memory.freshen()
    counts = memory.store.counts()
    return _handled(
        {
            "total": sum(counts["tier"].values()),
            "by_tier": counts["tier"],
            "by_kind": counts["kind"],
            "by_scope": counts["scope"],
            "pinned": counts["state"]["pinned"],
            "forgotten": counts["state"]["forgotten"],
        }
    )


def docs(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """Docs, newest first, or with `q` what the search finds, best first; `total` counts them before the limit.

    A search counts 1,000 at most.
    """
    given = asked.parameters(*_LISTED)
    question, where = given.text("q"), given.filter()
    limit = given.integer("limit", DOCS, 1, MOST_DOCS)
    if question.strip():
        found = memory.recall().find(Search(question, now, where, limit=MAX_HITS))
        listed, total = [hit.doc for hit in found.hits[:limit]], len(found.hits)
    else:
        memory.freshen()
        listed = memory.store.select(where, limit=limit)
        total = memory.store.count(where)
    shown = {"docs": [json_values.of_listed_doc(doc, now) for doc in listed], "total": max(total, len(listed))}
    return _handled(_warned(shown, memory))


def show(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """One doc, forgotten ones too."""
    asked.parameters()
    memory.store.refresh()
    return _handled(json_values.of_listed_doc(memory.store.by_handle(asked.doc_id), now))


def write(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """Remember one doc, or a list of them: all or, when one cannot be used, none. Secrets are redacted."""
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
    return _handled(_warned(answer, memory), 201 if is_new else 200)


def pin(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """Pin a doc."""
    asked.parameters()
    return _handled(json_values.of_doc(remember.pin(memory.store, asked.doc_id, now, pinned=True).after, now))


def unpin(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """Let a doc fade again."""
    asked.parameters()
    return _handled(json_values.of_doc(remember.pin(memory.store, asked.doc_id, now, pinned=False).after, now))


def set_importance(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """Give a doc another importance."""
    asked.parameters()
    importance = asked.object(*_WEIGHED).fraction("importance")
    change = remember.weigh(memory.store, asked.doc_id, now, importance=importance)
    return _handled(json_values.of_doc(change.after, now))


def forget(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """Take a doc out of every search; it is kept."""
    asked.parameters()
    return _handled(json_values.of_doc(remember.forget(memory.store, [asked.doc_id], now)[0], now))


def restore(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """Bring a forgotten doc back."""
    asked.parameters()
    return _handled(json_values.of_doc(remember.forget(memory.store, [asked.doc_id], now, undo=True)[0], now))


def recall(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """What `recall` finds, with the block for a model, by parameters of the address."""
    return _recall(memory, asked.parameters(*_RECALLED), now)


def recall_posted(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
    """The same by a JSON object, for questions that should not stand in an address."""
    asked.parameters()
    return _recall(memory, asked.object(*_RECALLED), now)


def _recall(memory: Memory, given: Parameters, now: datetime) -> Handled:
    if not given.has("query"):
        raise InputError("query is missing", hint="what is looked for")
    settings = memory.settings
    search = Search(
        given.text("query"),
        given.moment("now", now),
        given.filter(),
        limit=given.integer("limit", settings.recall_limit, 1, MAX_HITS),
    )
    budget = given.integer("budget", settings.recall_tokens, recall_block.SMALLEST_BUDGET, recall_block.LARGEST_BUDGET)
    touch, internal = given.boolean("touch", default=True), is_internal_channel(given.text("channel"))
    searched = memory.recall()
    started = time.perf_counter()
    found = Found(search.text, ()) if internal else searched.find(search)
    milliseconds = (time.perf_counter() - started) * 1_000
    block = recall_block.block(found.fitting, search.now, budget, notes=True)
    shown = json_values.of_found(found, milliseconds, search.now) | {
        "block": recall_block.metadata(block, f"recall_{uuid.uuid4()}"),
        "embedder": searched.embedder or "none",
    }
    return Handled(Answer(_warned(shown, memory)), tuple(hit.doc for hit in found.used) if touch else ())


def _request(line: object, number: int, memory: Memory, now: datetime) -> Request:
    if not isinstance(line, Mapping):
        raise InputError(f"doc {number} is no JSON object", hint='write {"text": "…"}')
    try:
        return doc_requests.request_of(line, now, scope=memory.scope, redacts=memory.settings.redact)
    except InputError as error:
        raise InputError(f"doc {number}: {error}", hint=error.hint or '{"text": "…"} is enough') from error


def _warned(shown: dict[str, Any], memory: Memory) -> dict[str, Any]:
    warnings = memory.warnings()
    return shown | {"warnings": warnings} if warnings else shown


def _handled(value: Any, status: int = 200) -> Handled:
    return Handled(Answer(value, status))


ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/stats", stats),
    ("GET", "/docs", docs),
    ("POST", "/docs", write),
    ("GET", "/docs/{doc_id}", show),
    ("PATCH", "/docs/{doc_id}", set_importance),
    ("DELETE", "/docs/{doc_id}", forget),
    ("POST", "/docs/{doc_id}/pin", pin),
    ("DELETE", "/docs/{doc_id}/pin", unpin),
    ("POST", "/docs/{doc_id}/restore", restore),
    ("POST", "/{doc_id}/pin", pin),
    ("DELETE", "/{doc_id}/pin", unpin),
    ("GET", "/recall", recall),
    ("POST", "/recall", recall_posted),
)
"""Method, path behind the prefix, and who answers. RsClaw's clients pin a doc without `/docs`."""
_IN_ADDRESS: Mapping[Handler, Schema] = {docs: _LISTED, recall: _RECALLED}
_ONE: Schema = {"properties": _WRITTEN, "required": ["text"]}
_IN_BODY: Mapping[Handler, Schema] = {
    write: {"type": ["object", "array"], "maxItems": MOST_WRITTEN, "items": {"type": "object"} | _ONE} | _ONE,
    set_importance: arguments(("importance",), **_WEIGHED),
    recall_posted: arguments(("query",), **_RECALLED),
}
_REFUSALS = {
    "400": "what was sent cannot be used",
    "401": "no token, or an unknown one",
    "403": "another token than the owner's",
    "404": "there is no such doc",
    "408": "the body did not arrive in time",
    "409": "refused",
    "413": "too large",
    "429": "too many requests",
    "502": "the embedder does not answer",
    "503": "not available now",
}


def documented() -> dict[str, dict[str, Any]]:
    """The routes as paths of an OpenAPI document; the token of the owner opens them."""
    refused = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
    answers = {status: _answer_told(about, refused) for status, about in _REFUSALS.items()}
    paths: dict[str, dict[str, Any]] = {}
    for method, path, handler in ROUTES:
        name = handler.__name__ if not path.startswith("/{") else f"{handler.__name__}_by_id"
        given = [_parameter("doc_id", "path", string("id of a doc, or its first characters"))] if "{" in path else []
        given += [_parameter(name, "query", schema) for name, schema in _IN_ADDRESS.get(handler, {}).items()]
        done = {"200": _answer_told("done", {"type": "object"})}
        done |= {"201": _answer_told("at least one is new", {"type": "object"})} if handler is write else {}
        operation = {
            "operationId": f"memory_{name}",
            "summary": " ".join((handler.__doc__ or "").replace("`", "").split()),
            "parameters": given,
            "responses": done | answers,
        }
        if handler in _IN_BODY:
            content = {"application/json": {"schema": _IN_BODY[handler]}}
            operation |= {"requestBody": {"required": True, "content": content}}
        paths.setdefault(PREFIX + path, {})[method.lower()] = operation
    return paths


def _parameter(name: str, place: str, schema: Schema) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path" or name == "query", "schema": schema}


def _answer_told(about: str, schema: Schema) -> dict[str, Any]:
    return {"description": about, "content": {"application/json": {"schema": schema}}}
