"""The session methods of the public API: compact, trim, measure, restore, note, view, learn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, overload

from ..errors import InputError
from .workspace import Messages, OpenWorkspace, now_utc, overridden

if TYPE_CHECKING:
    from ..messages import Session
    from ..trim.service import Trimmer
    from .memories import Memory
    from .values import (
        Compaction,
        Estimate,
        Learning,
        Note,
        RestoredFiles,
        TextEstimate,
        TrimmedMessages,
        TrimmedOutput,
        ViewResult,
    )


class SessionMethods(OpenWorkspace):
    """The methods of `ContextMemory` that take the messages of a session."""

    def compact(
        self,
        messages: Messages,
        *,
        format: str = "auto",  # noqa: A002 - the same word as the commands'
        session: str = "",
        previous: str = "",
        keep_messages: int | None = None,
        budget: int | None = None,
        force: bool = False,
        dry_run: bool = False,
        counts_as_failure: bool = True,
        with_files: bool = True,
        to: str = "",
    ) -> "Compaction":
        """Compact a session to a summary and its newest messages, with a receipt; `outcome` is the result.

        `session` names the session where the messages do not. `previous` is the summary of an earlier compaction
        that a host hands back beside the messages; text that the host wrote around it is archived.
        `keep_messages=0` keeps none: the continuation is all. `budget` caps everything that is delivered, restored
        files included, tokens, at least 500. `force` compacts whatever the size, also around an open tool call.
        `counts_as_failure=False` for pieces that a host chose: neither a refusal nor a quick refill opens the breaker.
        `with_files=False` gives no file of the workspace back and leaves memories/context.md as it is.
        `to` is the form of the messages that come out (anthropic, openai or openclaw; default: as they came).

        Raises InputError for what cannot be read. A refusal and an open breaker are outcomes, not errors.
        """
        from ..compaction.services.compact import Request
        from ..transcripts.formats.messages import with_cache_marks
        from ..workspace.files import history_queue
        from . import results
        from .assemble import sessions

        self._check_open()
        form, given = self._read(messages, format, session)
        form = _known_form(to or form)
        if previous:
            given = _with_previous(given, previous)
        changed = {} if keep_messages is None else {"keep_messages": keep_messages}
        settings = overridden(self._settings, changed)
        problems: list[str] = []
        with self._writing:
            compaction = sessions.compaction(
                self._places, settings, dry_run=dry_run, session=given.id or "session", with_files=with_files
            )
            request = Request(budget, force, dry_run, "", counts_as_failure, with_files)
            with history_queue.recording(
                self._places, f"compact: {given.id or 'session'}", problems.append, dry_run=dry_run
            ):
                outcome = compaction.compact(given, request, now_utc())
        told = (*compaction.problems, *problems)
        done = results.of_compaction(outcome, given, str(self._places.state), form=form, problems=told)
        if done.messages and form == "anthropic" and isinstance(messages, list | tuple | Mapping):
            return replace(done, messages=with_cache_marks(done.messages, messages))
        return done

    @overload
    def trim(
        self,
        output: str | bytes,
        *,
        tool: str = "",
        tool_input: Mapping[str, Any] | None = None,
        path: str = "",
        task: str = "",
        format: str = "auto",
        session: str = "",
        dry_run: bool = False,
    ) -> "TrimmedOutput": ...

    @overload
    def trim(
        self,
        output: Sequence[Mapping[str, Any]] | Mapping[str, Any] | Path,
        *,
        tool: str = "",
        tool_input: Mapping[str, Any] | None = None,
        path: str = "",
        task: str = "",
        format: str = "auto",
        session: str = "",
        dry_run: bool = False,
    ) -> "TrimmedMessages": ...

    def trim(
        self,
        output: str | bytes | Sequence[Mapping[str, Any]] | Mapping[str, Any] | Path,
        *,
        tool: str = "",
        tool_input: Mapping[str, Any] | None = None,
        path: str = "",
        task: str = "",
        format: str = "auto",  # noqa: A002
        session: str = "",
        dry_run: bool = False,
    ) -> "TrimmedOutput | TrimmedMessages":
        """Shorten one tool output (a text), or the tool records of a session (its messages; a `Path` is a transcript).

        An output longer than `trim_chars` characters (a file: `trim_read_chars`) keeps its end and the lines that
        carry the fact. Of messages all but the newest `keep_tool_records` records become one line each, and the
        others are shortened like an output; everything else in them comes back as it was given. Originals are
        archived first, byte for byte. The same input gives the same result, and a result is not shortened again.

        `tool` is its name as the host calls it, `path` the file that was read, `task` what the agent is after.
        """
        from ..storage.archive import Archive
        from ..trim.service import Trimmer
        from .values import TrimmedOutput

        self._check_open()
        trimmer = Trimmer(Archive(self._places.archive), self._settings, dry=dry_run)
        if isinstance(output, str | bytes):
            trimmed = trimmer.trim(output, tool, tool_input, path, task, session=session)
            saved, handle = getattr(trimmed, "saved_chars", 0), getattr(trimmed, "handle", "")
            return TrimmedOutput(trimmed.text, saved, handle)
        return self._trimmed_messages(trimmer, output, format, task, session)

    def estimate(
        self,
        messages: Messages | None = None,
        *,
        text: str | None = None,
        format: str = "auto",  # noqa: A002
    ) -> "Estimate | TextEstimate":
        """The size of a session with the thresholds of its budget, or of a `text`, in tokens."""
        from ..tokens.service import Measuring, counter_of
        from . import results
        from .values import TextEstimate

        self._check_open()
        measuring = Measuring(self._settings, self._places, counter_of(self._settings))
        if text is not None:
            size = len(text.encode("utf-8", "surrogatepass"))
            return TextEstimate(measuring.count_text(text), self._settings.estimator, len(text), size)
        if messages is None:
            raise InputError("there is nothing to measure", hint="pass messages, or text=")
        return results.of_measured(self._read(messages, format)[1], measuring, self._settings)

    def restore(
        self,
        messages: Messages | None = None,
        *,
        files: Sequence[str] = (),
        cwd: str = "",
        notes: bool = False,
        without: Sequence[str] = (),
        session: str = "",
        format: str = "auto",  # noqa: A002
    ) -> "RestoredFiles":
        """MEMORY.md, memories/context.md and the key files, as they are now, to restore after a compaction.

        memories/context.md sums up the session that was compacted last. Of `session`, or that of the messages, its own
        last summary is given from the archive if another came after it.

        Key files are the named `files` and those of the session, newest first, at most `restore_files` of
        `restore_tokens` tokens each, from the workspace or `cwd` alone. `notes` adds the newest dated notes.
        `without` names files of the workspace that the model has before it already.
        """
        from ..compaction.services.restore import restore_session
        from . import results

        self._check_open()
        given = None if messages is None else self._read(messages, format)[1]
        at = now_utc() if notes else None
        found = restore_session(
            given,
            self._places,
            self._settings,
            files=files,
            cwd=cwd,
            notes_at=at,
            without=without,
            session_id=session or (given.id if given else ""),
        )
        return results.of_restoration(found)

    def flush_notes(
        self,
        messages: Messages,
        *,
        format: str = "auto",  # noqa: A002
        session: str = "",
        previous: str = "",
        if_due: bool = False,
        dry_run: bool = False,
    ) -> "Note":
        """Write results, decisions and requests of a session to the note of its day; nothing is noted twice.

        `if_due` waits for the flush mark of the budget. Raises InputError without a workspace.
        """
        from .assemble import learning

        self._check_open()
        _, given = self._read(messages, format, session)
        if previous:
            given = _with_previous(given, previous)
        problems: list[str] = []
        with self._writing:
            flushing = learning.session_notes(self._places, self._settings, problems.append, problems.append)
            note, _ = flushing.flush(given, "session", if_due=if_due, dry_run=dry_run)
        return replace(note, problems=tuple(problems) or None)

    def view(
        self,
        messages: Messages | None = None,
        *,
        session: str = "",
        format: str = "auto",  # noqa: A002
        swap: bool = True,
        force: bool = False,
        idle: float = 0,
        tokens: int | None = None,
        revision: int | None = None,
        to: str = "",
    ) -> "ViewResult":
        """What the model sees next: header, restored files, capsules, raw tail. Uses no model.

        Messages that are given are journaled first, each once. Old blocks are swapped for their capsules when that is
        due (`swap`), or whatever the size (`force`). `idle` is how long the prompt cache was idle, seconds; `tokens`
        the size of the context as the host counted it; `revision` the one that the host has: a swap from another is
        refused. Without `session` the messages' own id counts, else the newest session of the journal.
        """
        from . import results
        from .assemble import sessions

        self._check_open()
        form, given = ("anthropic", None) if messages is None else self._read(messages, format, session)
        form = _known_form(to or form)
        if given is not None and not given.id:
            raise InputError("the messages have no session id", hint="pass session=")
        with self._writing:
            services = sessions.blocks(self._places, self._settings)
            try:
                if given is not None:
                    session = services.ingester.ingest(given, now_utc(), name=given.id).session
                name = services.session_named(session)
                outcome = None
                if swap or force:
                    outcome = services.viewer.swap(
                        name, now_utc(), expected_revision=revision, idle=idle, size=tokens, force=force
                    )
                view = services.viewer.view(name)
            finally:
                services.close()
        return results.of_view(outcome, view, form=form, problems=services.problems)

    def learn(
        self,
        messages: Messages,
        *,
        format: str = "auto",  # noqa: A002
        session: str = "",
        scope: str = "",
        after: int = 0,
        seconds: float | None = None,
        dry_run: bool = False,
    ) -> "Learning":
        """Learn lasting facts, lessons and failures from what people said in a session; each message once.

        With the setting `learn_codec` a model is asked too, which may take `compress_seconds` a message. After so many
        `seconds`, and as long as reading the session took, it ends early; go on with its `ended_at` as `after`.
        """
        from ..memory.assembly import scope_of
        from ..memory.learning.services.learnt_docs import Told
        from . import results
        from .assemble import learning

        _, given = self._read(messages, format, session)
        name, warnings = given.id or "session", list[str]()

        def learn(memory: "Memory") -> Any:
            learner = learning.learner(self._places, self._settings, memory.store, warnings.append, dry_run=dry_run)
            told = Told(name, scope_of(self._settings, scope or None), enumerate(given.messages, 1))
            is_over = _over_after(seconds) if seconds is not None else lambda: False
            return learner.learn(told, now_utc(), after=after, is_over=is_over)

        learnt = self._on_memory(learn)
        return results.of_learnt(name, learnt, dry_run=dry_run, warnings=(*warnings, *learnt.problems))

    def _trimmed_messages(
        self, trimmer: "Trimmer", given: object, form: str, task: str, name: str
    ) -> "TrimmedMessages":
        from ..transcripts.formats import messages as of_program
        from . import results
        from .values import TrimmedMessages

        if isinstance(given, Path):
            shown, session = self._read(given, form, name)
            trimmed, saved, changed = trimmer.session(session, task=task)
            return TrimmedMessages(results.messages_in(shown, trimmed), shown, saved, changed)
        value = of_program.plain(given)
        shown = of_program.form_of(value, form)
        session = of_program.read_messages(value, shown)
        trimmed, saved, changed = trimmer.session(replace(session, id=name) if name else session, task=task)
        messages = of_program.rewritten(value, shown, session.messages, trimmed)
        return TrimmedMessages(tuple(messages), shown, saved, changed)


def _with_previous(session: "Session", previous: str) -> "Session":
    """The session with the summary inserted after the system text."""
    from ..messages import Message, Role, Text
    from ..transcripts import as_text

    at = as_text.prefix_length(session.messages)
    summary = Message(Role.USER, (Text(previous),), is_summary=True)
    seen_from = session.context_start + (session.context_start > at)
    messages = (*session.messages[:at], summary, *session.messages[at:])
    return replace(session, messages=messages, context_start=seen_from)


def _known_form(form: str) -> str:
    from . import results

    if form not in results.WRITERS:
        raise InputError(f"unknown form of messages {form!r}", hint="choose one of: " + ", ".join(results.WRITERS))
    return form


def _over_after(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds are over since it was asked first, and as long again as that took from now."""
    started, until = monotonic(), 0.0

    def is_over() -> bool:
        nonlocal until
        now = monotonic()
        until = until or now + max(seconds, now - started)
        return now >= until

    return is_over
