"""The public API for the sessions and the memory of one workspace.

Every method takes JSON values and returns a frozen value of `api.values`,
whose `to_dict()` is JSON. Errors are `ContextMemoryError`s: their text says what
happened to which thing, `hint` what to do next.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import InputError, RefusedError
from .sessions import SessionMethods
from .workspace import now_utc, overridden

if TYPE_CHECKING:
    from ..memory.doc_requests import Request
    from ..memory.docs import Found, MemoryDoc
    from .docs import Docs, Originals
    from .journaled import Journaled
    from .memories import Memory
    from .notes import DatedNotes
    from .overview import Overview
    from .values import ActionVerdict, FailureRecord, Forgotten, Recalled, Remembered

Doc = str | Mapping[str, Any]
"""What is remembered: a text, or an object with `text` and any of kind, scope, id, session, seq, speaker, created_at
(ISO 8601 or seconds since 1970), source."""


class ContextMemory(SessionMethods):
    """The context and the memory of one workspace. Thread-safe.

    `workspace` is the folder of MEMORY.md; None keeps state in the user's state folder, as the commands do.
    `settings` are overrides by name (unknown names and bad values raise InputError), on top of the workspace's
    settings file and `CONTEXT_MEMORY_*`, read once, here; or a whole `Settings`, which counts alone.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as workspace, ContextMemory(workspace) as memory:
    ...     written = memory.remember("Deploys go out on Tuesdays, never on Fridays")
    ...     found = memory.recall("When do we deploy?")
    >>> written.docs[0].outcome, found.hits[0].text
    ('added', 'Deploys go out on Tuesdays, never on Fridays')

    Close it, or use it in a `with` block: it holds files open. A method that is called after `close` raises
    NotReadyError; calls that are under way end well, and what they hold open is closed then.
    """

    _journaled: "Journaled | None" = None
    _overview: "Overview | None" = None

    @property
    def sessions(self) -> "Journaled":
        """The journaled sessions, kept open between calls: append messages, get the context, swap."""
        with self._guard:
            self._check_open()
            if self._journaled is None:
                from .journaled import Journaled

                self._journaled = Journaled(self._places, self._settings)
            return self._journaled

    @property
    def overview(self) -> "Overview":
        """A read-only overview of the journaled sessions, for operators."""
        from .overview import Overview

        with self._guard:
            self._check_open()
            if self._overview is None:
                self._overview = Overview(self._places, self._settings)
            return self._overview

    @property
    def docs(self) -> "Docs":
        """Single docs of the memory: list, show, pin, count; the standing orders among them."""
        from .docs import Docs

        return Docs(self._on_memory, self._places, self._settings)

    @property
    def notes(self) -> "DatedNotes":
        """The dated notes of the workspace."""
        from .notes import DatedNotes

        return DatedNotes(self._places)

    @property
    def originals(self) -> "Originals":
        """Originals of the archive, by their handles."""
        from .docs import Originals

        return Originals(self._places)

    def close(self) -> None:
        """Close all files; may be called more than once."""
        super().close()
        with self._guard:
            journaled, self._journaled = self._journaled, None
            overview, self._overview = self._overview, None
        for held in (journaled, overview):
            if held is not None:
                held.close()

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        scope: str = "",
        kind: str = "",
        budget: int | None = None,
        channel: str = "",
        now: str | float | None = None,
        touch: bool = True,
        said_in: Sequence[str] | None = None,
        without: Sequence[str] = (),
        not_said_in: str = "",
        unasked: bool = False,
        explain: bool = False,
    ) -> "Recalled":
        """Search docs, notes and turns, best first, with their block for a model.

        `limit` hits at most, `budget` tokens of the block (128 to 4,096); `scope` and `kind` narrow the search.
        `channel` is where the question comes from: heartbeat, cron and system get nothing. `now` is the time that
        `last week` counts from (ISO 8601 or seconds since 1970). `touch=False` does not count what was given out.
        `said_in` leaves out what was said in other sessions than these (names, or beginnings with `*`), and every file.
        `without` leaves out hits by their ids, `not_said_in` what was said in a session: what the model has before it.
        `unasked` leaves out hits of low confidence or far below the best, and turns that say no more than what
        `without` names: what is added to a prompt is paid for with every later request.
        `explain` tells the parts of each score.
        """
        from ..memory.doc_requests import is_internal_channel, moment_of
        from ..memory.docs import Found, scope_of
        from ..memory.ports import Filter
        from ..memory.recall.services.recall import Search
        from ..memory.standing import kind_asked
        from . import docs, results

        if not isinstance(query, str):
            raise InputError("query is not a text", hint="pass what to search for")
        changed = {"recall_limit": limit, "recall_tokens": budget}
        settings = overridden(self._settings, {key: value for key, value in changed.items() if value is not None})
        at = moment_of(now, now_utc(), "now")
        where = Filter(scope_of(scope) if scope else None, kind_asked(kind))
        search = Search(query, at, where, limit=settings.recall_limit)

        def find(memory: "Memory") -> "Recalled":
            recall = memory.recall()
            started = time.perf_counter()
            if is_internal_channel(channel):
                found = Found(query, ())
            else:
                found = recall.find(search) if said_in is None else docs.found_in_sessions(recall, search, said_in)
            told = [doc.text for doc in memory.store.get_many(without).values()] if unasked else []
            found = _wanted(found, without, not_said_in, told, unasked=unasked)
            recalled, shown = results.of_found(
                found,
                at,
                budget=settings.recall_tokens,
                milliseconds=(time.perf_counter() - started) * 1_000,
                embedder=recall.embedder or "none",
                warnings=memory.warnings(),
                fresh_to=memory.freshness.at,
                is_complete=memory.freshness.is_complete,
                explain=explain,
            )
            if touch and shown:
                memory.count_given([hit.doc for hit in found.used if hit.doc.id in shown], now_utc())
            return recalled

        return self._on_memory(find)

    def remember(
        self,
        docs: Doc | Sequence[Doc],
        *,
        kind: str = "remember",
        scope: str = "",
        source: str = "",
        pin: bool = False,
        entities: bool = False,
        replaces: "Callable[[MemoryDoc], bool] | None" = None,
    ) -> "Remembered":
        """Remember a text, an object, or a list of them: all, or none if one is invalid.

        What a doc says of itself counts before `kind`, `scope` and `source`. The same fact told again is not stored
        twice. `entities` also remembers e-mail, phone and address that a text names. Secrets are redacted.
        `replaces` says of a doc with the id of a given one whether it may be replaced; RefusedError where not.
        """
        from ..memory.assembly import scope_of
        from ..memory.services import remember
        from . import results
        from .values import Remembered

        now, known = now_utc(), scope_of(self._settings, scope or None)
        requests: list[Request] = []
        for number, doc in enumerate([docs] if isinstance(docs, str | Mapping) else docs, 1):
            if not isinstance(doc, str | Mapping):
                raise InputError(f"doc {number} is neither a text nor an object", hint='use "text" or {"text": "…"}')
            own = {"text": doc} if isinstance(doc, str) else dict(doc)
            line = {"kind": kind, "source": source} | own
            try:
                requests += remember.requests_of_text(
                    line, now, scope=known, redacts=self._settings.redact, pinned=pin, entities=entities
                )
            except InputError as error:
                raise InputError(f"doc {number}: {error}", hint=error.hint or '{"text": "…"} is enough') from error

        def write(memory: "Memory") -> "Remembered":
            if replaces is not None:
                memory.store.refresh()
                for doc in memory.store.get_many(each.doc.id for each in requests if each.keeps_id).values():
                    if not replaces(doc):
                        raise RefusedError("there is another doc with this id", hint="take another id")
            written = memory.remember(requests, now)
            return Remembered(tuple(map(results.of_written, written)), tuple(memory.warnings()))

        return self._on_memory(write)

    def forget(self, handles: str | Sequence[str], *, undo: bool = False, dry_run: bool = False) -> "Forgotten":
        """Remove docs from every search, by id or id prefix; `undo` restores them.

        Nothing is deleted. Raises UnknownError for a handle that no doc has; then nothing is changed.
        """
        from ..memory import json_values
        from ..memory.services import remember
        from .values import Forgotten

        wanted = [each.removeprefix("#") for each in ([handles] if isinstance(handles, str) else handles)]
        now = now_utc()

        def change(memory: "Memory") -> "Forgotten":
            memory.store.refresh()
            docs = remember.forget(memory.store, wanted, now, undo=undo, dry_run=dry_run)
            return Forgotten(tuple(json_values.of_doc(doc, now) for doc in docs))

        return self._on_memory(change)

    def check_action(
        self,
        command: str = "",
        *,
        paths: Sequence[str] = (),
        tool: str = "",
        cwd: str = "",
        event: Mapping[str, Any] | None = None,
        language: str = "en",
    ) -> "ActionVerdict":
        """Whether a command line or paths would repeat an error in memories/errors.md.

        Or give the host's PreToolUse `event` ({tool_name, tool_input, cwd}). `language` of the reason is en or zh.
        Raises InputError without a workspace, and where neither a command nor a path is named.
        """
        from ..workspace.services import check_action as action_guard
        from ..workspace.services.check_action import Action
        from .values import ActionVerdict

        self._check_open()
        if language not in action_guard.WORDS:
            raise InputError(f"unknown language {language!r}", hint="use en or zh")
        if event is None and not command.strip() and not any(map(str.strip, paths)):
            raise InputError("nothing is named that could be checked", hint="name a command or paths")
        action = (
            Action(command, tuple(paths), tool, cwd)
            if event is None
            else action_guard.action_of_event(dict(event), tool=tool)
        )
        shown = action_guard.describe(action_guard.look_up(self._places, action), language)
        return ActionVerdict(**shown | ({"notes": tuple(shown["notes"])} if "notes" in shown else {}))

    def record_failure(
        self, error: str, *, command: str = "", paths: Sequence[str] = (), tool: str = "", cwd: str = ""
    ) -> "FailureRecord":
        """Record a failed call in memories/errors.md, if the same call would fail again.

        That is a program that is not installed, a file that is not there, and a denied path outside of the
        workspace; each once. Raises InputError without a workspace.
        """
        from ..workspace.services import check_action as action_guard
        from ..workspace.services.check_action import Action
        from .values import FailureRecord

        self._check_open()
        action = Action(command, tuple(paths), tool, cwd)
        return FailureRecord(*action_guard.record(self._places, action, error, now_utc()))


TOLD_AGAIN = 0.7
"""Share of a turn that the model has before it in a doc, from which the turn says nothing more. By hand."""


def _wanted(found: "Found", without: Sequence[str], not_said_in: str, told: Sequence[str], *, unasked: bool) -> "Found":
    """What was found without what the model has before it, and unasked without what is doubtful or was told."""
    from ..memory.docs import FAR_UNASKED, Confidence, shown_id
    from ..memory.recall.ranking.confidence import shares_code

    hits = found.hits
    if without or not_said_in:
        kept = (hit for hit in hits if shown_id(hit.doc) not in without)
        hits = tuple(hit for hit in kept if hit.doc.session != (not_said_in or None))
    if unasked:
        hits = tuple(hit for hit in hits if not _is_told_again(hit.doc.text, told))
        near = FAR_UNASKED * max((hit.score for hit in found.hits), default=0.0)
        sure = tuple(
            hit for hit in hits if hit.is_likely and hit.confidence is not Confidence.LOW and hit.score >= near
        )
        same = (hit for hit in hits if not sure and shares_code(found.query, hit.doc.text))
        hits = sure or tuple(hit._replace(confidence=Confidence.MEDIUM) for hit in same)
    return found._replace(hits=hits)


def _is_told_again(text: str, told: Sequence[str]) -> bool:
    return any(len(each) >= TOLD_AGAIN * len(text) and each in text for each in told)
