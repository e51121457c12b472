"""L5: recognise an overflow, then drop the oldest turns, groups whole, until the rest is accepted."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from ...errors import ContextMemoryError, RefusedError
from ...messages import Message, Role, Session, Thinking, inside_groups, turn_spans
from ...settings.values import Settings
from ...storage import files
from ...storage.archive import Archive
from ...storage.places import Places
from ...text import tokens
from ...text.patterns import lazy_regex
from ...text.secrets import redact
from ...text.tokens import Estimator
from ..digest.values import SessionMemory
from ..notes.services.notes import Notes, Origin, ended_at
from ..outcomes import EmergencyRound

CONCLUSION_CHARS = 1_200
"""The end of the last reply that goes into context.md: its closing paragraphs, not the whole reply."""


def successive_rounds(messages: Sequence[Message], turns_per_round: int) -> Iterator[EmergencyRound]:
    """One round after the other until only one turn is left; whoever asks stops when the rest is accepted."""
    this_round = one_round(messages, turns_per_round)
    while this_round is not None:
        yield this_round
        this_round = one_round(this_round.kept, turns_per_round)


@dataclass(frozen=True, slots=True)
class Scale:
    """The known size of a context, and what an estimate of it is worth in real tokens."""

    messages: tuple[Message, ...]
    actual: int
    """Real tokens of the context, system prompt and tools included."""
    estimator: Estimator
    factor: float = 1.0

    def tokens_with(self, kept: Sequence[Message]) -> int:
        """Real tokens when only `kept` is left: what is gone is subtracted, the fixed prefix stays counted."""
        gone = tokens.of_messages(self.messages, self.estimator) - tokens.of_messages(kept, self.estimator)
        return max(0, round(self.actual - self.factor * gone))


def one_round(messages: Sequence[Message], turns: int) -> EmergencyRound | None:
    """Drop the oldest `turns` turns, or as many as leave one; None when only one is left."""
    standing, rest = _apart(messages)
    cut = _cut_text(rest, turns)
    if cut == 0:
        return None
    kept = without_thinking(rest[cut:])
    return EmergencyRound(kept=(*standing, *kept), dropped=rest[:cut])


def without_thinking(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages without reasoning: its signatures hold only for the conversation as it was."""
    stripped = (
        replace(message, parts=tuple(part for part in message.parts if not isinstance(part, Thinking)))
        for message in messages
    )
    return tuple(after for after, before in zip(stripped, messages, strict=True) if after.parts or not before.parts)


def conclusion(messages: Sequence[Message]) -> str:
    """How the newest reply with text ends: its last paragraphs, at most CONCLUSION_CHARS characters."""
    text = next((m.text.strip() for m in reversed(messages) if m.role is Role.ASSISTANT and m.text.strip()), "")
    if len(text) <= CONCLUSION_CHARS:
        return text
    end = text[-CONCLUSION_CHARS:]
    starts = [end.find(mark) + len(mark) for mark in ("\n\n", "\n", "。", ". ", " ") if mark in end[:-1]]
    return "… " + end[starts[0] if starts else 0 :].strip()


def snapshot(text: str, updated: str) -> str:
    """The content of memories/context.md: where the work stood before turns were dropped."""
    return (
        "# Context snapshot\n\n"
        f"_Updated: {updated}. The context had outgrown its window; the oldest turns were dropped._\n\n"
        f"## Conclusion of the last reply\n\n{text}\n"
    )


def summary(kept: Sequence[Message], text: str) -> str:
    """What stands for the dropped turns in a transcript: the summaries so far and the conclusion."""
    earlier = [message.text for message in kept if message.is_summary and message.text]
    note = f"The oldest turns were dropped because the context had outgrown its window. The last reply ended: {text}"
    return "\n\n".join([*earlier, note])


def _apart(messages: Sequence[Message]) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Messages that stand above all turns (leading system messages, summaries), and the rest."""
    first = next((i for i, m in enumerate(messages) if m.role is not Role.SYSTEM), len(messages))
    standing = (*messages[:first], *(m for m in messages[first:] if m.is_summary))
    return standing, tuple(m for m in messages[first:] if not m.is_summary)


def _cut_text(messages: Sequence[Message], turns: int) -> int:
    """Index of the first kept message: whole turns, no group split, at least one turn left; 0 for none."""
    starts = [start for start, _ in turn_spans(messages)]
    broken = inside_groups(messages)
    allowed = [start for start in starts[1:] if start not in broken]
    wanted = starts[min(turns, len(starts) - 1)] if starts else 0
    later = [start for start in allowed if start >= wanted]
    return later[0] if later else (allowed[-1] if allowed else 0)


STOP_REASON = "model_context_window_exceeded"
TOO_LARGE_STATUS = 413
TOO_LARGE_TYPE = "request_too_large"

PHRASES = (
    "prompt is too long",
    "exceed context limit",
    "maximum context length",
    "context_length_exceeded",
    "exceeds the context window",
    "contextwindowexceedederror",
    "input is too long for requested model",
    "longer than the model's context length",
    "exceeds the available context size",
    "exceeds the maximum number of tokens allowed",
    "exceeded model token limit",
    "input token length too long",
    "input tokens exceed the configured limit",
    "maximum prompt length",
    "prompt exceeds max length",
    "range of input length should be",
    "context window exceeds limit",
    "reduce the length of the messages",
    STOP_REASON,
    TOO_LARGE_TYPE,
)
"""What providers say about an over-long context, lower case."""

EXCLUSIONS = ("string too long", "policy_blocked", "dlp_request_denied")
"""Errors that sound alike and are not cured by dropping messages."""

_TOKENS = r"\d[\d,]*"
_NUMBERS = tuple(
    re.compile(pattern.replace("#", _TOKENS), re.IGNORECASE)
    for pattern in (
        r"prompt is too long[^0-9]{0,200}(?P<actual>#)\s*tokens?\s*>\s*(?P<limit>#)",
        r"exceed context limit:?\s*(?P<actual>#)\s*\+\s*(?P<reply>#)\s*>\s*(?P<limit>#)",
        r"input token count[^0-9]{0,20}(?P<actual>#)[^0-9]{0,80}allowed[^0-9]{0,20}(?P<limit>#)",
        r"(?:maximum (?:context|prompt) length|model token limit|available context size|input length should be \[\d+,)"
        r"[^0-9]{0,40}(?P<limit>#)(?:[^0-9]{0,120}(?P<actual>#))?",
    )
)
"""Where an error says how long the context was and how long it may be; `reply` is added to the actual size."""
_STATUS_413 = lazy_regex(
    r"\b(?:http|status|code|error)\W{0,12}413\b|^\s*413\s*(?:$|[{:-]|payload|content|request|entity)", re.IGNORECASE
)

_READ = 100_000  # characters of an error that are looked at
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Overflow:
    """The context was too long; numbers are tokens, 0 where the error does not say them."""

    actual: int = 0
    limit: int = 0


def recognise(error: str | Mapping[str, Any]) -> Overflow | None:
    """The overflow that this error (text, JSON text or parsed body) is about, or None when it is something else."""
    text = error[:_READ] if isinstance(error, str) else "\n".join(_strings(error))[:_READ]
    parsed = _json(text) if isinstance(error, str) else error
    if isinstance(parsed, Mapping) and _is_reply(parsed):
        # a reply's own text may talk about overflows: only its stop reason counts
        return Overflow() if parsed.get("stop_reason") == STOP_REASON else None
    lowered = text.replace("’", "'").lower()
    if any(phrase in lowered for phrase in EXCLUSIONS):
        return None
    if _says_413(parsed) or _STATUS_413.search(text) or any(phrase in lowered for phrase in PHRASES):
        return _numbers(text)
    return None


def _is_reply(body: Mapping[str, Any]) -> bool:
    return "stop_reason" in body and body.get("type") != "error" and "error" not in body


def _says_413(body: object) -> bool:
    if not isinstance(body, Mapping):
        return False
    named = (body.get(key) for key in ("status", "status_code", "statusCode", "code"))
    return any(str(value) == str(TOO_LARGE_STATUS) for value in named) or _says_413(body.get("error"))


def _numbers(text: str) -> Overflow:
    """Actual size and limit as the message says them."""
    found = next((match for pattern in _NUMBERS if (match := pattern.search(text))), None)
    if found is None:
        return Overflow()
    said = {name: _count(digits or "") for name, digits in found.groupdict().items()}
    limit, actual = said["limit"], said["actual"] + said.get("reply", 0)
    return Overflow(actual if actual > limit else 0, limit)


def _count(digits: str) -> int:
    plain = digits.replace(",", "")
    return int(plain) if plain and len(plain) <= 12 else 0  # longer is no token count


def _json(text: str) -> object:
    """The JSON value inside the text (SDKs print `400 {...}`), or None."""
    start = text.find("{")
    if start < 0:
        return None
    try:
        return json.JSONDecoder().raw_decode(text[start:])[0]
    except (ValueError, RecursionError):
        return None


def _strings(value: object, depth: int = 0) -> Iterator[str]:
    """All keys and scalars of a parsed body as text."""
    if depth > _DEEPEST:
        return
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _strings(item, depth + 1)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item, depth + 1)
    elif value is not None:
        yield str(value)


NO_MORE = "trim its tool outputs, or start a new session from memories/context.md"

Accepts = Callable[[Sequence[Message]], bool]
Remembered = Callable[[Session], tuple[SessionMemory, Origin]]
"""Everything that is known of a session, and what it is called in a note."""


@dataclass(frozen=True, slots=True)
class Saved:
    """Where the conclusion of the last reply went, and the handle of the snapshot that was there before."""

    file: Path
    previous: str = ""


@dataclass(frozen=True, slots=True)
class EmergencyResult:
    """What is left of the context, and what each round dropped."""

    kept: tuple[Message, ...]
    rounds: tuple[EmergencyRound, ...]
    conclusion: str
    saved: Saved | None
    """None without a workspace, in a dry run, and when there was nothing to conclude."""

    @property
    def dropped(self) -> tuple[Message, ...]:
        """All dropped messages, oldest first."""
        return tuple(message for each in self.rounds for message in each.dropped)


class Emergency:
    """Runs the emergency stage for one workspace."""

    def __init__(
        self, places: Places, settings: Settings, *, remembered: Remembered | None = None, dry_run: bool = False
    ) -> None:
        self._places = places
        self._settings = settings
        self._remembered = remembered
        self.problems: list[str] = []
        """What went wrong beside the work itself; the caller says it."""
        self._turns = settings.emergency_turns
        self._dry_run = dry_run

    def until_accepted(self, session: Session, accepts: Accepts, now: datetime) -> EmergencyResult:
        """Drop turns until `accepts(messages)`; RefusedError when it does not even take the newest turn alone.

        Nothing is dropped or written when it takes the session as it is.
        """
        conclusion = self._conclusion(session)
        if accepts(session.context):
            return EmergencyResult(session.context, (), conclusion, None)
        self._note(session, now)
        saved = self._save(conclusion, now)
        done: list[EmergencyRound] = []
        for each in successive_rounds(session.context, self._turns):
            done.append(each)
            if accepts(each.kept):
                return EmergencyResult(each.kept, tuple(done), conclusion, saved)
        raise RefusedError(f"only one turn is left (rounds done: {len(done)}) and it is still too long", hint=NO_MORE)

    def exactly(self, session: Session, rounds: int, now: datetime) -> EmergencyResult:
        """Drop turns in so many rounds, at least one; RefusedError when the session does not have them."""
        conclusion = self._conclusion(session)
        self._note(session, now)
        saved = self._save(conclusion, now)
        done = tuple(islice(successive_rounds(session.context, self._turns), rounds))
        if len(done) < rounds:
            raise RefusedError(f"only one turn is left (rounds done: {len(done)} of {rounds})", hint=NO_MORE)
        return EmergencyResult(done[-1].kept, done, conclusion, saved)

    def _conclusion(self, session: Session) -> str:
        """How the newest reply ends, redacted."""
        redactor = redact.redactor(enabled=self._settings.redact)
        return conclusion(redact.without_counts(redactor.messages(session.context)))

    def _note(self, session: Session, now: datetime) -> None:
        """The note of the day of the session, before turns go; one that cannot be written is told and stops nothing."""
        is_wanted = self._places.workspace is not None and self._settings.flush_before_compact
        if self._remembered is None or not is_wanted or self._dry_run:
            return
        try:
            memory, origin = self._remembered(session)
            Notes(self._places, self._settings).flush_before(memory, origin, now, ended_at(session.messages, now))
        except (ContextMemoryError, OSError) as error:
            self.problems.append(f"no note was written before these turns went: {error}")

    def _save(self, conclusion: str, now: datetime) -> Saved | None:
        """Write the last reply's conclusion into context.md, once; the snapshot that was there is archived first."""
        if self._places.memories is None or self._dry_run or not conclusion:
            return None
        file = self._places.memories / "context.md"
        if self._places.workspace is not None and not files.inside(file, self._places.workspace):
            raise RefusedError(f"{file} lies outside the workspace", hint="remove the symlink")
        text = snapshot(conclusion, f"{now:%Y-%m-%d %H:%M}")
        previous = files.read_bytes(file) if file.exists() else b""
        handle = ""
        if previous.strip():
            handle = Archive(self._places.archive).put(previous, kind="snapshot", title="memories/context.md")
        files.replace_text(file, text)
        return Saved(file, handle)
