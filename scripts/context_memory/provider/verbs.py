"""The table of verbs: name, schema of the arguments, who does it, how long it may take. Every transport reads it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from . import handlers, schemas
from .handlers import Services
from .schemas import Schema, arguments, boolean, integer, string, strings

if TYPE_CHECKING:
    from .grants import Grant

MOST_CHARS = 100_000_000
MOST_TOKENS = 10_000_000
MOST_MESSAGES = 10_000
LONGEST_TEXT = 4_000_000  # characters of one text
QUICK, USUAL, LONG = 2.0, 10.0, 120.0
"""Deadlines, seconds."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that a client may ask for."""

    name: str
    about: str
    """One line, for documents and for models."""
    schema: Schema
    run: "Callable[[Services, Grant, dict[str, Any]], dict[str, Any]]"
    is_read: bool = False
    """Whether it changes nothing that a client could see."""
    seconds: float = USUAL
    """Its deadline."""
    is_audited: bool = True
    run_now: "Callable[..., dict[str, Any]] | None" = None
    """`run` with `may_wait=False` for one that mostly ends at once: BlockingIOError where it would have to wait."""


_SESSION = string("id of the session")
_MESSAGES: Schema = {
    "type": "array",
    "minItems": 1,
    "maxItems": MOST_MESSAGES,
    "items": {"type": "object"},
    "description": "objects with role, content and any of id, seq, ts, tool_call_id, source; one whose id or seq is "
    "there already is a duplicate, and the first text stays (`warnings` tells of another); a seq tells repeats apart "
    "and is no place; one without both is another message each time",
}
_FORMAT = string("form of the messages", choices=("auto", "anthropic", "openai", "openclaw"))
_ROOM = {
    "max_chars": integer("most characters of the text", 1, MOST_CHARS),
    "max_tokens": integer("most tokens of the text, estimated", 1, MOST_TOKENS),
    "form": string("give the messages too, in this form", choices=("anthropic", "openai", "openclaw")),
}
_HANDLE = string("id of a doc, or its first characters")
_SCOPE = string("whose memory: agent:main, global, …")
_KIND = string("kind of docs: note, fact, remember, …", most=40)


def _table() -> tuple[Verb, ...]:
    return (
        Verb(
            "ping",
            "Whether the provider answers.",
            arguments(),
            handlers.ping,
            True,
            QUICK,
            is_audited=False,
            run_now=partial(handlers.ping, may_wait=False),
        ),
        Verb(
            "append",
            "Journal messages of a session, each once.",
            arguments(("session", "messages"), session=_SESSION, messages=_MESSAGES, format=_FORMAT),
            handlers.append,
            run_now=partial(handlers.append, may_wait=False),
        ),
        Verb(
            "context",
            "What a model is to see of a session; never asks a model.",
            arguments(("session",), session=_SESSION, **_ROOM),
            handlers.context,
            True,
        ),
        Verb(
            "recall",
            "Find what was said or remembered, best first, and a block of it for a model.",
            arguments(
                ("query",),
                query=string("what is looked for, as a question or words", least=0, most=LONGEST_TEXT),
                session=string("only what was said in this session, and what was remembered for good"),
                limit=integer("most hits", 1, 50),
                budget=integer("tokens of the block", 128, 4_096),
                scope=_SCOPE,
                kind=_KIND,
                channel=string("where the question comes from", least=0, most=40),
                touch=boolean("count what was given out"),
                without=strings("ids of hits that are not wanted again", most=10_000),
                explain=boolean("tell the parts of each score"),
                not_said_in=string("leave out what was said in this session: the model has it before it"),
                unasked=boolean("leave out hits of low confidence or far below the best: the model did not ask"),
            ),
            handlers.recall,
            True,
        ),
        Verb(
            "remember",
            "Keep a fact, a preference or a decision for good.",
            arguments(
                (),
                text=string("what to remember", most=LONGEST_TEXT),
                docs={"type": "array", "maxItems": 1_000, "items": {"type": ["string", "object"]}},
                kind=_KIND,
                scope=_SCOPE,
                source=string("where it comes from", least=0, most=400),
                pin=boolean("never let it fade"),
            ),
            handlers.remember,
        ),
        Verb(
            "forget",
            "Take docs out of every search, or bring them back; nothing is deleted.",
            arguments(
                ("handles",),
                handles=strings("ids of docs, or their first characters", most=100, longest=200) | {"minItems": 1},
                undo=boolean("bring them back"),
            ),
            handlers.forget,
        ),
        Verb("pin", "Pin a doc, so that it never fades.", arguments(("handle",), handle=_HANDLE), handlers.pin),
        Verb("unpin", "Let a doc fade again.", arguments(("handle",), handle=_HANDLE), handlers.unpin),
        Verb(
            "list",
            "Docs, newest first.",
            arguments(
                (),
                scope=_SCOPE,
                kind=_KIND,
                limit=integer("most docs", 1, 1_000),
                forgotten=boolean("those that were forgotten, in place of the others"),
                own=boolean("leave out pieces of files and messages"),
                at_start=boolean("what a new session begins with, in its order, in place of the others"),
            ),
            handlers.list_docs,
            True,
        ),
        Verb("show", "One doc with its standing.", arguments(("handle",), handle=_HANDLE), handlers.show, True),
        Verb(
            "original",
            "Read what was trimmed, compacted or swapped, as it was, by its handle.",
            arguments(
                ("handle",),
                handle=string("handle such as cm:3f2a9c1e0b7d"),
                first=integer("first line", 1, 1 << 40),
                last=integer("last line", 1, 1 << 40),
                offset=integer("characters of the first line to leave out", 0, 1 << 40),
            ),
            handlers.original,
            True,
        ),
        Verb(
            "embed",
            "Vectors of texts by the embedder that compares meanings here, as OpenAI's API gives them.",
            arguments(
                ("input",),
                input={
                    "type": ["string", "array"],
                    "minLength": 1,
                    "maxLength": LONGEST_TEXT,
                    "minItems": 1,
                    "maxItems": 256,
                    "items": {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT},
                    "description": "a text, or several",
                },
                model=string("is not looked at: the answer says which one it was", least=0),
                dimensions=integer("must be that of the embedder", 1, 100_000),
                encoding_format=string("form of a vector", choices=("float", "base64")),
                user=string("is not looked at", least=0),
            ),
            handlers.embed,
            True,
        ),
        Verb(
            "trim",
            "Shorten one tool output; its original is archived first.",
            arguments(
                ("output",),
                output=string("the output", least=0, most=LONGEST_TEXT),
                tool=string("name of the tool", least=0),
                path=string("file that was read", least=0, most=4_096),
                task=string("what the agent is after", least=0, most=4_096),
                session=_SESSION,
            ),
            handlers.trim,
        ),
        Verb(
            "compact",
            "Make a list of messages small: a summary, the newest messages, a receipt.",
            arguments(
                ("messages", "session"),
                messages=_MESSAGES,
                session=_SESSION,
                format=_FORMAT,
                previous=string("summary of an earlier compaction", least=0, most=LONGEST_TEXT),
                keep_messages=integer("newest messages that stay", 0, 10_000),
                budget=integer("most tokens of the result", 500, MOST_TOKENS),
                force=boolean("whatever the size"),
                counts_as_failure=boolean("whether a refusal counts for the breaker"),
            ),
            handlers.compact,
            seconds=LONG,
        ),
        Verb(
            "check",
            "Whether a command or paths repeat an error that was recorded.",
            arguments(
                (),
                command=string("the command line", least=0, most=100_000),
                paths=strings("paths that would be touched", most=1_000),
                tool=string("name of the tool", least=0),
                cwd=string("folder of the command", least=0, most=4_096),
            ),
            handlers.check,
            True,
            QUICK,
        ),
        Verb(
            "record-failure",
            "Record a failed call, where the same call would fail again.",
            arguments(
                ("error",),
                error=string("what the tool said", most=LONGEST_TEXT),
                command=string("the command line", least=0, most=100_000),
                paths=strings("paths that were touched", most=1_000),
                tool=string("name of the tool", least=0),
                cwd=string("folder of the command", least=0, most=4_096),
            ),
            handlers.record_failure,
            seconds=QUICK,
        ),
        Verb(
            "restore",
            "MEMORY.md and key files as they are now, for after a compaction.",
            arguments((), files=strings("files to give back", most=100), notes=boolean("the newest dated notes too")),
            handlers.restore,
            True,
        ),
        Verb(
            "flush",
            "Write what a session did into today's note.",
            arguments(("session",), session=_SESSION, messages=_MESSAGES),
            handlers.flush,
            seconds=LONG,
        ),
        Verb(
            "learn",
            "Learn lasting facts from what people said in a session.",
            arguments(("session",), session=_SESSION, messages=_MESSAGES),
            handlers.learn,
            seconds=LONG,
        ),
        Verb(
            "swap",
            "Put capsules in place of old messages where that is due.",
            arguments(
                ("session",),
                session=_SESSION,
                expected_revision=integer("revision that the host has", 0, 1 << 40),
                idle={"type": "number", "minimum": 0, "maximum": 1e9, "description": "seconds without a request"},
                tokens=integer("size of the context as the host counted it", 0, MOST_TOKENS),
                force=boolean("whatever the size"),
            ),
            handlers.swap,
            seconds=LONG,
        ),
        Verb(
            "pre-compaction",
            "Before the host compacts.",
            arguments(("session",), session=_SESSION),
            handlers.pre_compaction,
        ),
        Verb(
            "post-compaction",
            "After the host compacted: files to give back.",
            arguments(("session",), session=_SESSION),
            handlers.post_compaction,
        ),
        Verb(
            "session-start",
            "A session begins or goes on: its context, or null, and what people ordered or said for good in others.",
            arguments(("session",), session=_SESSION, **_ROOM),
            handlers.session_start,
        ),
        Verb(
            "session-end",
            "A session ends: note and learn in the background.",
            arguments(("session",), session=_SESSION),
            handlers.session_end,
        ),
        Verb(
            "audit",
            "Rows of the audit.",
            arguments(
                (),
                since=integer("number behind which rows are given", 0, 1 << 50),
                limit=integer("most rows", 1, 1_000),
                session=_SESSION,
                newest=boolean("the newest rows in place of the first ones"),
            ),
            handlers.audit,
            True,
            is_audited=False,
        ),
        Verb(
            "changes",
            "Which sessions were asked what behind a row of the audit; cheap enough to be asked twice a second.",
            arguments((), since=integer("number of the row", 0, 1 << 50)),
            handlers.changes,
            True,
            QUICK,
            is_audited=False,
        ),
        Verb(
            "sessions",
            "Sessions, that written to last first: how full their contexts are.",
            arguments((), limit=integer("most sessions", 1, 500)),
            handlers.sessions,
            True,
            is_audited=False,
        ),
        Verb(
            "titles",
            "What persons know sessions by: what was asked first, and when they began.",
            arguments(("sessions",), sessions=strings("ids of sessions", most=200, longest=200)),
            handlers.titles,
            True,
            is_audited=False,
        ),
        Verb(
            "verify",
            "Whether every row of the audit is as it was written.",
            arguments(),
            handlers.verify,
            True,
            LONG,
            is_audited=False,
        ),
        Verb(
            "notes",
            "The dated notes, newest first, and the text of one of them.",
            arguments((), day=string("of the text, YYYY-MM-DD; the newest otherwise", least=10, most=10)),
            handlers.notes,
            True,
        ),
        Verb(
            "inspect",
            "What fills the context of a session, its blocks, swaps, cache, cost and receipt.",
            arguments(("session",), session=_SESSION, language=string("of sentences in it", choices=("en", "zh"))),
            handlers.inspect,
            True,
            LONG,
            is_audited=False,
        ),
        Verb(
            "stats", "Counts, and what is done in the background.", arguments(), handlers.stats, True, is_audited=False
        ),
    )


VERBS: Mapping[str, Verb] = {verb.name: verb for verb in _table()}
HOOKS = ("pre-compaction", "post-compaction", "session-start", "session-end")


def checked(verb: Verb, value: object) -> dict[str, Any]:
    """The arguments of a verb, if its schema allows them."""
    return schemas.checked(value, verb.schema)
