"""What each page shows: the verbs that it asks, with the rights of its visitor, and its template; what forms do."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import ContextMemoryError, InputError
from ...provider.http import error_code
from ...provider.verbs import HOOKS
from ...report import charts
from ...report.charts import Paid
from ...report.model import MARKS_IN_PICTURE
from ...report.timeline import Point, Reset, Timeline
from ..provider_app import document
from .logins import Notice

Ask = Callable[[str, Mapping[str, Any]], Awaitable[dict[str, Any]]]
"""A verb of the provider, asked with the rights of a visitor."""
Values = dict[str, Any]

MOST_SESSIONS = 100
MOST_DOCS = 100
MOST_ROWS = 100
MOST_TITLES = 200
"""Sessions that a page names."""
LONGEST_ID = 200  # characters of a session's id
_EMPTY_ROW = {"time": "", "actor": "", "event": "", "session": ""}
_EMPTY_HIT: Values = {"seq": None, "parts": {}}
LONGEST_SAID = 90  # characters of a doc that a notice repeats
_MESSAGES = frozenset({"append", "swap", "compact", *HOOKS})
_DOCS = frozenset({"remember", "forget", "pin", "unpin", "learn", "session-end"})
_SHOWN_KINDS = ("remember", "fact", "preference", "entity", "relationship", "procedure", "lesson", "failure", "note")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of a page."""

    ask: Ask
    query: Mapping[str, str]
    form: Mapping[str, str]
    language: str
    may_see_all: bool
    """Whether the token is for every session."""


async def _nothing(_asked: Asked) -> Values:
    return {}


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the dashboard: its template, the values shown in it, and when they are out of date."""

    template: str
    values: Callable[[Asked], Awaitable[Values]] = _nothing
    watches: frozenset[str] = frozenset()
    """Verbs whose calls may change what it shows."""


async def _sessions(asked: Asked) -> Values:
    return {"listed": await asked.ask("sessions", {"limit": MOST_SESSIONS})}


async def _session(asked: Asked) -> Values:
    name = asked.query.get("id", "")
    shown = await asked.ask("inspect", {"session": name, "language": asked.language})
    return {"report": report_of(shown), "session": name}


async def _titles(asked: Asked, rows: Iterable[Mapping[str, Any]]) -> dict[str, Values]:
    """Title and start of the sessions that these rows name, by id."""
    ids = (row.get("session") for row in rows)
    names = list(dict.fromkeys(each for each in ids if each and len(each) <= LONGEST_ID))[:MOST_TITLES]
    found = (await asked.ask("titles", {"sessions": names}))["sessions"] if names else ()
    return {each["session"]: each for each in found}


async def _recall(asked: Asked) -> Values:
    query, session = asked.form.get("query", "").strip(), asked.form.get("session", asked.query.get("session", ""))
    values: Values = {"query": query, "session": session, "found": None, "most": 0.0}
    if query:
        own = {"session": session} if session else {}
        found = await asked.ask("recall", {"query": query, "touch": False, "explain": True, "limit": 10, **own})
        hits = [_EMPTY_HIT | hit for hit in found["hits"]]
        gains = [abs(gain) for hit in hits for gain in hit["parts"].values()]
        values |= {"found": found | {"hits": hits}, "most": max(gains, default=0.0) or 1.0}
        values["titles"] = await _titles(asked, hits)
    return values


async def _docs(asked: Asked) -> Values:
    kind, shown = asked.query.get("kind", ""), asked.query.get("show", "")
    given: dict[str, Any] = {"limit": MOST_DOCS, "own": True}
    given |= {"forgotten": True} if shown == "forgotten" else {"at_start": True} if shown == "start" else {}
    listed = await asked.ask("list", given | ({"kind": kind} if kind else {}))
    titles = await _titles(asked, listed["docs"])
    return {"listed": listed, "kind": kind, "shown": shown, "kinds": _SHOWN_KINDS, "titles": titles}


async def _notes(asked: Asked) -> Values:
    day = asked.query.get("day", "")
    notes = await asked.ask("notes", {"day": day} if day else {})
    return {"notes": notes, "pieces": pieces(notes["text"])}


async def _audit(asked: Asked) -> Values:
    session = asked.query.get("session", "")
    given: dict[str, Any] = {"newest": True, "limit": MOST_ROWS}
    rows = (await asked.ask("audit", given | ({"session": session} if session else {})))["rows"]
    checked = await asked.ask("verify", {}) if asked.query.get("check") == "now" else None
    titles = await _titles(asked, rows)
    return {"rows": [_EMPTY_ROW | row for row in rows[::-1]], "session": session, "checked": checked, "titles": titles}


async def _health(asked: Asked) -> Values:
    return {"stats": await asked.ask("stats", {})}


async def _api(_asked: Asked) -> Values:
    paths = document()["paths"].items()
    return {"operations": [_operation(method, path, each) for path, known in paths for method, each in known.items()]}


def _operation(method: str, path: str, given: Mapping[str, Any]) -> Values:
    """A request of the OpenAPI document in the words of the page."""
    body = given.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    named = [(each["name"], each["schema"], each["required"]) for each in given["parameters"]]
    named += [(name, each, name in body.get("required", ())) for name, each in body.get("properties", {}).items()]
    arguments = [
        {
            "name": name,
            "type": _type_name(schema["type"]),
            "required": needed,
            "description": schema.get("description", ""),
        }
        for name, schema, needed in named
    ]
    answers = ", ".join(f"{status} {each['description']}" for status, each in given["responses"].items())
    return {
        "method": method.upper(),
        "path": path,
        "summary": given["summary"],
        "arguments": arguments,
        "answers": answers,
    }


def _type_name(kind: str | list[str]) -> str:
    return kind if isinstance(kind, str) else " or ".join(kind)


LOGIN = Page("login")
FAILED = Page("failed")
PAGES: Mapping[str, Page] = {
    "/": Page("sessions", _sessions, _MESSAGES),
    "/ui/session": Page("session", _session, _MESSAGES),
    "/ui/recall": Page("recall", _recall),
    "/ui/docs": Page("docs", _docs, _DOCS),
    "/ui/notes": Page("notes", _notes, frozenset({"flush", "swap", "compact", "session-end", "pre-compaction"})),
    "/ui/audit": Page("audit", _audit, _MESSAGES | _DOCS | {"recall", "context", "login", "refusal"}),
    "/ui/health": Page("health", _health, _MESSAGES | _DOCS),
    "/ui/api": Page("api", _api),
}
WITH_FORM = frozenset({"/ui/recall"})
"""Pages that are asked by a form: what is looked for stands in no address and in no history."""


# -- what forms do -----------------------------------------------------------------------------------------------


async def _change(ask: Ask, form: Mapping[str, str], verb: str, key: str) -> Notice:
    handle = form.get("handle", "")
    if not handle:
        raise InputError("the form names no doc", hint="load the page again")
    if verb in {"forget", "restore"}:
        given: dict[str, Any] = {"handles": [handle], "undo": verb == "restore"}
        doc = (await ask("forget", given))["docs"][0]
    else:
        doc = (await ask(verb, {"handle": handle}))["doc"]
    text = " ".join(str(doc["text"]).split())
    said = text if len(text) <= LONGEST_SAID else text[: LONGEST_SAID - 1] + "…"
    return Notice(key, said, undo=handle if verb == "forget" else "")


ACTIONS: Mapping[str, tuple[str, str]] = {
    "/ui/docs/pin": ("pin", "done_pinned"),
    "/ui/docs/unpin": ("unpin", "done_unpinned"),
    "/ui/docs/forget": ("forget", "done_forgotten"),
    "/ui/docs/restore": ("restore", "done_restored"),
}
"""What a form at this path does, and what is said afterwards."""


async def act(ask: Ask, path: str, form: Mapping[str, str]) -> Notice:
    """Do what a form asks for; what could not be done is said on the page that it came from."""
    verb, key = ACTIONS[path]
    try:
        return await _change(ask, form, verb, key)
    except ContextMemoryError as error:
        return Notice("done_not", str(error), status=error_code(error)[1])


_COMMENT = re.compile(r"<!--.*?-->")
_LABEL = re.compile(r"([^:：]{1,28})[:：]\s+(.*)", re.DOTALL)
"""The label of a bullet, such as `Decision:`."""

Piece = tuple[str, list[tuple[str, str]]]
"""`heading`, `list` or `text`, and its lines: a label, which may be empty, and the rest."""


def pieces(text: str) -> list[Piece]:
    """A dated note as headings, lists and paragraphs, without the comments for programs. Nothing in it is markup."""
    found: list[Piece] = []
    for kind, line in _lines(text):
        if kind == "list" and found and found[-1][0] == "list":
            found[-1][1].append(line)
        else:
            found.append((kind, [line]))
    return found


def _lines(text: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for raw in _COMMENT.sub("", text).splitlines():
        line = raw.strip()
        if line.startswith("- "):
            label = _LABEL.fullmatch(line[2:])
            yield "list", (f"{label[1]}:", label[2]) if label else ("", line[2:])
        elif line.startswith("#"):
            yield "heading", ("", line.lstrip("#").strip())
        elif line:
            yield "text", ("", line)


_NO_ENTRY = {"where": "", "message": 0, "text": "", "quote": None}
_FIRST_SIZE = 3
"""Columns of a point before its sizes: message, time, counted."""


def report_of(shown: Mapping[str, Any]) -> dict[str, Any]:
    """What `inspect` answered, with the names that the parts of the report page use."""
    timeline = _timeline(shown["timeline"], shown["messages"])
    marks = {mark["name"]: mark["level"] for mark in shown["marks"]}
    levels = [(name, marks[name]) for name in MARKS_IN_PICTURE]
    return {
        **shown,
        "measured": shown["context"],
        "sizes": shown["context"]["sizes"],
        "levels": marks,
        "budget": {"window": shown["window"], "compact_at": marks["compact"]},
        "timeline": {"is_pruned": timeline.is_pruned, "smaller": timeline.smaller, "replies": timeline.replies},
        "chart": charts.areas(timeline, levels),
        "series": timeline,
        "crossings": shown["marks"],
        "cache": _cache(shown["cache"]) if shown["cache"] else None,
        "host_compactions": tuple(each for each in timeline.resets if not each.is_ours),
        "our_compactions": shown["compactions"],
        "proof": _proof(shown["receipt"]) if shown["receipt"] else None,
        "blocks": _blocks(shown["blocks"]) if shown["blocks"] else None,
    }


def _timeline(value: Mapping[str, Any], messages: int) -> Timeline:
    points = tuple(Point(row[0], row[1], tuple(row[_FIRST_SIZE:]), row[2]) for row in value["points"])
    resets = tuple(Reset(**reset) for reset in value["resets"])
    return Timeline(points, resets, messages, replies=value["replies"], smaller=value["smaller"])


def _cache(value: Mapping[str, Any]) -> dict[str, Any]:
    paid = [Paid(*row) for row in value["paid"]]
    return {**value, "chart": charts.bars(paid, value["replies"])}


def _proof(value: Mapping[str, Any]) -> dict[str, Any]:
    kinds: dict[str, list[dict[str, Any]]] = {}
    for entry in value["entries"]:
        kinds.setdefault(entry["kind"], []).append(_NO_ENTRY | entry)
    return {**value, "is_preview": False, "counts": list(value["counts"].items()), "kinds": list(kinds.items())}


def _blocks(value: Mapping[str, Any]) -> dict[str, Any]:
    return {**value, "by_state": [(each["state"], each["count"], each["tokens"]) for each in value["by_state"]]}
