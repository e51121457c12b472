"""A message of a session as the pieces that search gives back: what was said, and what a tool answered.

What comes from our own memory is never taken in again: recall blocks,
continuations, restored files, reads of memory files and the output of our own
commands. Polls and texts of the host, thinking and system text stay out too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from ... import trim
from ...errors import InputError
from ...messages import Message, Role, Text, ToolCall, ToolResult
from ...settings.values import Settings
from ...text import locations
from ...text.patterns import lazy_regex
from ...text.secrets import redact
from ...transcripts import own_texts, speakers
from ...trim import ToolKind
from .. import doc_requests
from ..docs import ASSISTANT, DEFAULT_SCOPE, TOOL, USER, Kind, MemoryDoc, Scope, Tier, id_of_message, storable
from ..standing import importance_of

LONGEST_PIECE = 800
"""Characters; about 200 tokens, so that a recall block holds several."""
MOST_PIECES = 16
"""Pieces of one message; the end of a giant paste stays in the journal."""
LONGEST_TEXT = 100_000
"""Characters of one text that are looked at: wrappings of hosts and all pieces fit in it."""
MOST_OUTPUT = 200_000
"""Characters of a tool output that are looked at, half from each end: hosts cut theirs at 30,000, a megabyte takes
most of a second."""
TOOL_CHARACTERS = 600
"""Room for the lines of a tool output that carry its facts."""
TOOL_TAIL = 200
SHORTEST_TOOL_OUTPUT = 12  # characters; `ok` and `done` say nothing
TOOL_IMPORTANCE = 0.1
_NO_HANDLE = "cm:000000000000"
_THOUGHT = lazy_regex(r"(?s)\A\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)")
"""Some models think aloud at the head of their text."""
_SENDER = lazy_regex(
    r"Sender \(untrusted[^)\n]*\):?\s*```(?:json)?[^`]{0,400}?\"name\"\s*:\s*\"(?P<name>[^\"\\\n]{1,40})\""
)
_NO_PERSON = lazy_regex(r"(?i)openclaw|gateway|client|webchat|\btui\b|\bbot\b|^user$")
_WRAPPED = lazy_regex(r"</?(?:final|answer|response)>")
_MEMORY_IN_COMMAND = lazy_regex(r"(?:^|[\s/'\"])(?:MEMORY\.md|memories/\S*\.md|memory/\d{4}-\d\d-\d\d\S*\.md)")
_BREAKS = ("\n\n", "\n", "。", "！", "？", ". ", "! ", "? ", "；", "; ", "，", ", ", " ")


@dataclass(frozen=True, slots=True)
class TurnPiece:
    """A part of a message, and who speaks in it."""

    text: str
    speaker: str
    number: int
    """Place in its message, from 0."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message and where it stands."""

    message: Message
    session: str
    seq: int
    key: str
    """What the message is known by for ever: its hash."""
    source: str
    """What shows it whole: a block's place or an archive's handle."""


def docs_of(
    spoken: Spoken, calls: Mapping[str, ToolCall], settings: Settings, *, file: str, otherwise: datetime
) -> list[MemoryDoc]:
    """The pieces of a message as docs, derived from `file`; a message without a time counts as made `otherwise`."""
    try:
        created = doc_requests.moment_of(spoken.message.time, otherwise)
    except InputError:
        created = otherwise
    return [
        MemoryDoc(
            id=id_of_message(spoken.session, spoken.seq, spoken.key, piece.number),
            scope=scope_of(spoken.session),
            kind=Kind.TURN,
            text=piece.text,
            tier=Tier.PERIPHERAL,
            importance=TOOL_IMPORTANCE if piece.speaker == TOOL else importance_of(Kind.TURN),
            created_at=created,
            accessed_at=created,
            session=spoken.session,
            seq=spoken.seq,
            speaker=piece.speaker,
            source=spoken.source,
            file=file,
        )
        for piece in pieces_of_message(spoken.message, calls, settings)
    ]


def scope_of(session: str) -> Scope:
    """Whose turns these are: `agent:work` for a session `agent:work:chat-7`, else the default agent's."""
    parts = storable(session).split(":")
    return Scope(":".join(parts[:2])) if len(parts) > 1 and parts[0] == "agent" and parts[1] else DEFAULT_SCOPE


def pieces_of_message(message: Message, calls: Mapping[str, ToolCall], settings: Settings) -> list[TurnPiece]:
    """The pieces of a message, without secrets; `calls` are the tool calls that its results may answer."""
    found = list[tuple[str, str]]()
    for speaker, text in _texts(message, calls, settings):
        clean = storable(redact.cleaned(text) if settings.redact else text)
        found += [(speaker, piece) for piece in cut(clean)]
    return [TurnPiece(text, speaker, number) for number, (speaker, text) in enumerate(found[:MOST_PIECES])]


def cut(text: str) -> Iterator[str]:
    """The text in pieces of at most `LONGEST_PIECE` characters, cut where a paragraph, line or sentence ends."""
    rest = text.strip()
    while rest:
        piece = rest if len(rest) <= LONGEST_PIECE else rest[: _end(rest)]
        rest = rest[len(piece) :].strip()
        if any(c.isalnum() for c in piece):
            yield piece.strip()


def _end(text: str) -> int:
    for mark in _BREAKS:
        found = text.rfind(mark, LONGEST_PIECE // 3, LONGEST_PIECE - len(mark))
        if found > 0:
            return found + len(mark)
    return LONGEST_PIECE


def _texts(message: Message, calls: Mapping[str, ToolCall], settings: Settings) -> Iterator[tuple[str, str]]:
    """(speaker, text) of everything that is worth finding."""
    if message.is_summary or message.role is Role.SYSTEM:
        return
    if message.role is not Role.TOOL:
        speaker = USER if message.role is Role.USER else ASSISTANT
        if speaker == USER:
            speaker = _sender(message.text[:LONGEST_TEXT])
        own = [own_texts.stripped(part.text[:LONGEST_TEXT]) for part in message.parts if isinstance(part, Text)]
        said = [
            speakers.said_in(text) if message.role is Role.USER else _WRAPPED.sub("", _THOUGHT.sub("", text))
            for text in own
        ]
        words = "\n".join(filter(None, said)).strip()
        if words and (message.role is Role.USER or not speakers.is_noise(message)):
            yield speaker, words
    for result in message.results:
        if shown := _output(result, calls.get(result.call_id), settings):
            yield TOOL, shown


def _sender(text: str) -> str:
    """Who wrote to the agent, as the host says; where it names nobody, or itself, the user."""
    found = _SENDER.search(text) if "Sender (untrusted" in text else None
    return found["name"].strip() if found and not _NO_PERSON.search(found["name"]) else USER


def _ends(text: str) -> str:
    half = MOST_OUTPUT // 2
    return text if len(text) <= MOST_OUTPUT else f"{text[:half]}\n{text[-half:]}"


def _output(result: ToolResult, call: ToolCall | None, settings: Settings) -> str:
    """What a tool was asked and the lines of its answer that carry facts; empty where that is nothing of its own."""
    name, given = (call.name, call.input) if call is not None else (result.name, {})
    kind = trim.kind_of(name, given) if name else ToolKind.OTHER
    path, command = trim.path_of(given), trim.command_of(given)
    if kind is ToolKind.MEMORY or own_texts.is_own_refusal(result.text) or own_texts.is_own_call(name, given):
        return ""
    if own_texts.is_memory_file(path) or own_texts.is_state_file(path):
        return ""
    if _MEMORY_IN_COMMAND.search(command) and kind is not ToolKind.EDIT:
        return ""
    text = _ends(own_texts.stripped(result.text).strip())
    asked = f"{name} {locations.place_of_call(call)}" if call is not None else name
    if kind is ToolKind.EDIT and not (result.is_error or speakers.wrote_nothing(text)):
        return asked if path else ""
    if len(text) < SHORTEST_TOOL_OUTPUT:
        return ""
    small = settings._replace(
        trim_chars=TOOL_CHARACTERS,
        trim_read_chars=TOOL_CHARACTERS,
        trim_tail_chars=TOOL_TAIL,
        trim_fact_chars=TOOL_CHARACTERS - TOOL_TAIL,
    )
    made = trim.trim(text, kind=kind, path=path, handle=_NO_HANDLE, settings=small).text
    shown = own_texts.stripped(made).strip()
    return f"{asked}: {shown}"[:LONGEST_PIECE] if asked else shown[:LONGEST_PIECE]
