"""The handlers of the verbs on a `ContextMemory`: validated arguments in, JSON out."""

import struct
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import InputError, RefusedError, UnknownError
from ..text import tokens
from .grants import OWNERS_NAME, ForbiddenError

if TYPE_CHECKING:
    from ..api.context_memory import ContextMemory
    from .grants import Grant

Arguments = Mapping[str, Any]
LEARN_SECONDS = 3.0
"""Of learning from a journal while somebody waits."""
DOCS, MOST_LISTED = 200, 1_000
"""Docs of a list where the client names no limit, and most that are looked at."""
MOST_CHANGES = 200
"""Rows of the audit that one answer about changes looks at."""


class ConflictError(RefusedError):
    """A swap could not be done now; `reason` is its fixed word."""

    def __init__(self, message: str, reason: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.reason = reason


class Services(Protocol):
    """What a verb may use of the process that serves it."""

    @property
    def memory(self) -> "ContextMemory":
        """The workspace."""
        ...

    def rows(
        self, since: int, limit: int, session: str = "", actor: str = "", *, newest: bool = False
    ) -> list[dict[str, Any]]:
        """Rows of the audit behind a number, of one session or actor where it is named: the first, or the newest."""
        ...

    def verified(self) -> dict[str, Any]:
        """Whether every row of the audit is as it was written."""
        ...

    def state(self) -> dict[str, Any]:
        """What this process does beside answering."""
        ...

    def later(self, name: str, session: str) -> bool:
        """Have background work done for a session; whether there was room in the queue."""
        ...


def ping(_services: Services, _grant: "Grant", _given: Arguments, *, may_wait: bool = True) -> dict[str, Any]:  # noqa: ARG001
    """Whether the provider answers."""
    return {"ok": True}


def append(services: Services, _grant: "Grant", given: dict[str, Any], *, may_wait: bool = True) -> dict[str, Any]:
    """Journal messages; the next view is prepared where a swap is near."""
    session = given["session"]
    form = given.get("format", "auto")
    done = services.memory.sessions.append(session, given["messages"], format=form, may_wait=may_wait)
    if done.is_swap_near:
        services.later("prepare", session)
    return done.to_dict()


def context(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """What a model is to see."""
    room = {name: given[name] for name in ("max_chars", "max_tokens") if name in given}
    found = services.memory.sessions.context(
        given["session"], form=given.get("form", ""), with_files=grant.is_whole, **room
    )
    if found.stale:
        services.later("prepare", given["session"])
    return found.to_dict()


def swap(services: Services, _grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Swap; a refusal is a conflict. A view that nobody prepared is prepared in the background."""
    own = {name: each for name, each in given.items() if name != "session"}
    done = services.memory.sessions.swap(given["session"], **own, at_once=True)
    if done.reason == "preparing":
        services.later("prepare", given["session"])
    if done.outcome == "refused":
        raise ConflictError(done.message or "", done.reason or "", hint=done.hint or "")
    return done.to_dict()


def recall(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Find what was said or remembered."""
    own = dict(given)
    query, session = own.pop("query"), own.pop("session", "")
    limited = grant.sessions_seen(session)
    scope = grant.check_scope(own.pop("scope", ""))
    if limited is not None:
        own["said_in"] = limited
    found = services.memory.recall(query, scope=scope, **own)
    if not found.is_complete:
        services.later("index", "")
    return _with_warnings(grant, found.to_dict())


_COMMAND = ": context-memory "
_MENDED_BY = {"memory index": "they are taken in in the background, and fresh_to says up to when everything is found"}
"""What a client reads instead of a command of ours, which it could not run."""


def _with_warnings(grant: "Grant", result: dict[str, Any]) -> dict[str, Any]:
    """The result with warnings in terms of the API; they name sessions, so a token that may not see all gets none."""
    if not result.get("warnings"):
        return result
    told = [each.partition(_COMMAND) for each in result["warnings"] if grant.is_whole]
    mended = [_MENDED_BY.get(name, "whoever runs the provider can mend it") for _, _, name in told]
    shown = [f"{text}; {how}" if mark else text for (text, mark, _), how in zip(told, mended, strict=True)]
    return result | {"warnings": shown}


def remember(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Keep docs, in the scope of the client where it has one."""
    own = dict(given)
    if "docs" in own and "text" in own:
        raise InputError("both text and docs are given", hint="put the text into docs, or leave one of them out")
    docs = own.pop("docs", None)
    if docs is None:
        docs = own.pop("text", "")
    for doc in docs if isinstance(docs, list) else ():
        if isinstance(doc, dict) and doc.get("session"):
            grant.check(str(doc["session"]))
        if isinstance(doc, dict) and doc.get("scope"):
            grant.check_scope(str(doc["scope"]))
    own["scope"] = grant.check_scope(own.get("scope", ""))
    if grant.is_limited:
        own["replaces"] = lambda doc: grant.may_see(doc.session, derived=bool(doc.file))
    return _with_warnings(grant, services.memory.remember(docs, **own).to_dict())


def forget(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Take docs out of every search."""
    for handle in given["handles"]:
        _own(services, grant, handle)
    return services.memory.forget(given["handles"], undo=given.get("undo", False)).to_dict()


def pin(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Pin a doc."""
    _own(services, grant, given["handle"])
    return services.memory.docs.pin(given["handle"]).to_dict()


def unpin(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Let a doc fade again."""
    _own(services, grant, given["handle"])
    return services.memory.docs.pin(given["handle"], pinned=False).to_dict()


def show(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """One doc."""
    return {"doc": _own(services, grant, given["handle"])}


def list_docs(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Docs, newest first."""
    scope = grant.check_scope(given.get("scope", ""))
    which = {name: given[name] for name in ("kind", "limit", "forgotten", "own", "at_start") if name in given}
    if not grant.is_limited:
        return services.memory.docs.list(scope=scope, **which).to_dict()
    limit = which.pop("limit", DOCS)
    listed = services.memory.docs.list(scope=scope, limit=MOST_LISTED, **which).docs
    seen = [doc for doc in listed if grant.may_see(doc["session"], derived=doc["derived"])]
    return {"docs": seen[:limit], "total": len(seen)}


def _own(services: Services, grant: "Grant", handle: str) -> dict[str, Any]:
    """The doc, if this client may know of it; the error is the same as for one that does not exist."""
    try:
        doc: dict[str, Any] = services.memory.docs.show(handle).doc
    except InputError as error:
        if grant.is_whole:
            raise
        raise UnknownError(f"there is no doc {handle}", hint="list names the docs") from error  # that names others
    is_of_session = bool(grant.is_limited and doc["session"])
    is_hidden = grant.is_limited and not grant.may_see(doc["session"], derived=doc["derived"])
    if is_hidden or (grant.scope and doc["scope"] != grant.scope and not is_of_session):
        raise UnknownError(f"there is no doc {handle}", hint="list names the docs")
    return doc


def original(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Lines of an original; one of a session that the client may not see does not exist for it."""
    own = dict(given)
    handle = own.pop("handle")
    try:
        return services.memory.originals.read(handle, allows=grant.allows, **own).to_dict()
    except UnknownError as error:
        if not grant.is_limited:
            raise
        raise UnknownError(f"there is no original {handle[:60]}", hint="name a handle of your session") from error


def trim(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Shorten a tool output."""
    own = dict(given)
    if grant.is_limited and not own.get("session"):
        raise InputError("session is missing", hint="name yours: with this token its original could not be read")
    output = own.pop("output")
    trimmed: dict[str, Any] = services.memory.trim(output, **own).to_dict()
    return trimmed


def compact(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Make messages small; files and breaker of the workspace are those of a token for everything."""
    own = dict(given)
    if not grant.is_whole:
        own |= {"with_files": False, "counts_as_failure": False}
    return services.memory.compact(own.pop("messages"), **own).to_dict()


def check(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Whether an action repeats a recorded error; the words of the record are those of another session."""
    own = dict(given)
    verdict = services.memory.check_action(own.pop("command", ""), **own).to_dict()
    if grant.is_whole:
        return verdict
    return {name: verdict[name] for name in ("allowed", "what") if name in verdict}


def record_failure(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Record a failed call."""
    grant.check_whole("recorded errors count for every session")
    own = dict(given)
    return services.memory.record_failure(own.pop("error"), **own).to_dict()


def restore(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Files as they are now."""
    grant.check_whole("files of the workspace tell of every session")
    return services.memory.restore(files=given.get("files", ()), notes=given.get("notes", False)).to_dict()


def flush(services: Services, _grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Write a note."""
    if "messages" not in given:
        return services.memory.sessions.flush(given["session"]).to_dict()
    return services.memory.flush_notes(given["messages"], session=given["session"]).to_dict()


def learn(services: Services, _grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Learn lasting facts from the given messages, or from those of the journal; of many the rest in the background."""
    session, messages = given["session"], given.get("messages")
    if messages is not None:
        return services.memory.learn(messages, session=session).to_dict()
    messages = services.memory.sessions.transcript(session)
    done = services.memory.learn(messages, session=session, seconds=LEARN_SECONDS)
    if done.ended_at is not None:
        services.later("learn", session)
    return done.to_dict()


def pre_compaction(services: Services, _grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Everything on the disk; note and next view in the background."""
    session = given["session"]
    services.memory.sessions.sync(session)
    services.memory.sessions.preload(session)
    return {
        "ok": True,
        "session": session,
        "queued": services.later("flush", session) and services.later("prepare", session),
    }


def post_compaction(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Files to give back; none for a token that may not see them."""
    restored = (
        services.memory.restore(session=given["session"]).to_dict() if grant.is_whole else {"restored": [], "block": ""}
    )
    return {"ok": True, "session": given["session"], "restored": restored["restored"], "block": restored["block"]}


def session_start(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """The context of a session that is known, or null, and what people said in others that lasts."""
    told = None if grant.is_limited else services.memory.docs.at_start(scope=grant.scope)
    groups = {name: [each.text for each in getattr(told, name, ())] for name in ("orders", "others")}
    answer = {"ok": True, "session": given["session"], **groups}
    try:
        return answer | {"context": context(services, grant, given)}
    except UnknownError:
        return answer | {"context": None}


def session_end(services: Services, _grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Everything on the disk; note and learning in the background."""
    session = given["session"]
    services.memory.sessions.sync(session)
    services.memory.sessions.preload(session)
    return {
        "ok": True,
        "session": session,
        "queued": services.later("flush", session) and services.later("learn", session),
    }


def audit(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Rows of the audit."""
    actor = "" if grant.is_whole else grant.name
    since, limit, session = given.get("since", 0), given.get("limit", 100), given.get("session", "")
    rows = services.rows(since, limit, session, actor, newest=given.get("newest", False))
    return {"rows": rows, "next": rows[-1]["n"] if rows else since}


def _is_for(grant: "Grant", row: Arguments) -> bool:
    """Whether a client may know of this row: it names a session that it may see, or it is its own."""
    if row.get("session"):
        return grant.allows(row["session"])
    return not grant.is_limited or row["actor"] == grant.name != OWNERS_NAME


def sessions(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Sessions that the client may see, that written to last first."""
    return services.memory.overview.sessions(grant.sessions, limit=given.get("limit", 50)).to_dict()


def titles(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Titles of those of these sessions that the client may see."""
    names = [name for name in dict.fromkeys(given["sessions"]) if name and grant.allows(name)]
    return services.memory.overview.titles(names).to_dict()


def inspect(services: Services, _grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """What fills the context of a session."""
    return services.memory.overview.report(given["session"], language=given.get("language", "en"))


def stats(services: Services, grant: "Grant", _given: Arguments) -> dict[str, Any]:
    """Counts."""
    names = [name for name in services.memory.sessions.names() if grant.allows(name)]
    shown: dict[str, Any] = {"sessions": len(names), "background": services.state()}
    return shown if not grant.is_whole else shown | {"docs": services.memory.docs.counts()}


def embed(services: Services, _grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Vectors of texts, in the shape of OpenAI's API."""
    texts = [given["input"]] if isinstance(given["input"], str) else given["input"]
    if not all(texts):
        raise InputError("a text of input is empty", hint="leave it out")
    model, vectors = services.memory.docs.embed(texts)
    wanted = given.get("dimensions", len(vectors[0]))
    if wanted != len(vectors[0]):
        raise InputError(f"dimensions = {wanted}: {model} has {len(vectors[0])}", hint="leave it out")
    is_text = given.get("encoding_format") == "base64"
    rows = [
        {"object": "embedding", "index": number, "embedding": _as_base64(vector) if is_text else vector}
        for number, vector in enumerate(vectors)
    ]
    size = sum(map(tokens.cjk, texts))
    return {"object": "list", "data": rows, "model": model, "usage": {"prompt_tokens": size, "total_tokens": size}}


def _as_base64(vector: "Sequence[float]") -> str:
    """Floats of 32 bits, the lowest byte first."""
    return b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode("ascii")


def verify(services: Services, grant: "Grant", _given: Arguments) -> dict[str, Any]:
    """Whether the audit is whole."""
    if grant.is_limited:
        raise ForbiddenError("the audit tells of every session, and this token is not for all", hint="ask the owner")
    return services.verified()


def notes(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Dated notes."""
    grant.check_whole("notes tell of every session")
    return services.memory.notes.read(given.get("day", "")).to_dict()


def changes(services: Services, grant: "Grant", given: dict[str, Any]) -> dict[str, Any]:
    """Which sessions were asked what behind a row of the audit."""
    rows = services.rows(given.get("since", 0), MOST_CHANGES, newest=True)
    seen = [row for row in rows if _is_for(grant, row)]
    return {
        "next": rows[-1]["n"] if rows else given.get("since", 0),
        "sessions": sorted({row["session"] for row in seen if row.get("session") and row.get("outcome") != "error"}),
        "events": sorted({row["event"] for row in seen if isinstance(row.get("event"), str)}),
        "background": services.state(),
    }
