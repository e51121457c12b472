"""Results of the public API: frozen values, with `to_dict` as JSON values.

Fields that do not apply are None, and `to_dict` omits them. Tokens are estimates; times are ISO 8601 in UTC.
"""

from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any


class Result:
    """A value with `to_dict`."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The value as JSON objects, lists and plain values, without fields that are None."""
        names = _names(type(self))  # type: ignore[arg-type]  # mypy thinks that a class cannot be hashed
        return {
            name: value if type(value) in _ATOMS else _plain(value)
            for name in names
            if (value := getattr(self, name)) is not None
        }


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


_ATOMS = frozenset({str, int, float, bool, NoneType})


def _plain(value: Any) -> Any:
    if type(value) in _ATOMS:
        return value
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    assert not is_dataclass(value), f"{type(value).__name__} is no result"
    return value


@dataclass(frozen=True, slots=True)
class ReceiptEntry(Result):
    """One item that had to be kept."""

    kind: str
    text: str
    where: str | None = None
    """Handle and line of the archived message that holds it; None where it stands in the result."""


@dataclass(frozen=True, slots=True)
class ReceiptResult(Result):
    """The items that had to be kept: in the result, only in the archive, or in neither."""

    score: float
    """Share of it that stands in the result, weighted by kind, 0 to 1."""
    kept: tuple[ReceiptEntry, ...] = ()
    archived: tuple[ReceiptEntry, ...] = ()
    missing: tuple[ReceiptEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Skipped(Result):
    """A line of a transcript that could not be read."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class File(Result):
    """A restored file."""

    path: str
    tokens: int


@dataclass(frozen=True, slots=True)
class PassedOver(Result):
    """A file that was not restored, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Compaction(Result):
    """The result of a compaction: `outcome` determines which fields are set."""

    outcome: str
    """`compacted`, `not_needed`, `refused` or `breaker_open`."""
    format: str
    """Form of the messages that were read."""
    session: str
    messages_before: int
    tokens_before: int
    """Tokens of the whole context, as the API counted them where the messages say it."""
    state: str
    """Folder of the archive and the records."""
    skipped_lines: tuple[Skipped, ...] = ()
    tokens_after: int | None = None
    reason: str | None = None
    """Why nothing was done."""
    hint: str | None = None
    mark: int | None = None
    """The size from which a compaction is due, tokens."""
    opened_at: str | None = None
    """When the breaker opened."""
    estimate_before: int | None = None
    """Tokens of the messages alone."""
    kept_messages: int | None = None
    dropped_messages: int | None = None
    thinking_removed: int | None = None
    compactions: int | None = None
    """Of this session so far."""
    summary: dict[str, Any] | None = None
    """The headings of the summary: completed, pending, key_files, current_task, last_request, directives, …"""
    continuation: str | None = None
    """The text that stands for what was removed; hand it back as `previous`, whatever you write around it."""
    restored: tuple[File, ...] | None = None
    receipt: ReceiptResult | None = None
    archive: str | None = None
    """Handle of the removed messages."""
    written: tuple[str, ...] | None = None
    """Files that were written."""
    system: str | None = None
    """Text of the system messages, which stay what they are."""
    messages: tuple[dict[str, Any], ...] | None = None
    """The whole result in the form that was asked for: continuation, restored files, newest messages."""
    problems: tuple[str, ...] | None = None
    """What went wrong beside the compaction itself."""


@dataclass(frozen=True, slots=True)
class TrimmedOutput(Result):
    """One tool output; `handle` retrieves the original."""

    text: str
    saved_chars: int
    handle: str
    """Empty where the output was short enough as it was."""


@dataclass(frozen=True, slots=True)
class TrimmedMessages(Result):
    """Messages with shortened tool records; everything else is unchanged."""

    messages: tuple[dict[str, Any], ...]
    format: str
    saved_chars: int
    changed: int
    """Tool results and calls that were shortened."""


@dataclass(frozen=True, slots=True)
class RecallHit(Result):
    """One hit."""

    id: str
    handle: str
    """The first characters of the id, which `forget` takes too."""
    text: str
    score: float
    kind: str
    tier: str
    scope: str
    pinned: bool
    importance: float
    """0 to 1."""
    created_at: str
    age: str
    """In words."""
    session: str
    seq: int | None
    """Place in its session."""
    speaker: str
    source: str
    confidence: str
    """How sure it is that this answers: high, medium or low."""
    superseded_by: str | None = None  # handle of the newer hit that says what is true now
    parts: dict[str, float] | None = None
    """What each feature added to the score; None unless it was asked for."""


@dataclass(frozen=True, slots=True)
class Recalled(Result):
    """The hits, best first."""

    query: str
    hits: tuple[RecallHit, ...]
    degraded: bool
    """Whether the embedder of the settings did not answer."""
    confidence: str
    """How sure it is that one of them answers: high, medium, or low where nothing fits and these are the nearest."""
    reason: str
    ms: float
    """Milliseconds."""
    block: str
    """The text to show to a model, within the budget; empty where nothing fits."""
    block_tokens: int
    embedder: str
    """Identity of what compared meanings, or `none`."""
    warnings: tuple[str, ...] = ()
    fresh_to: str = ""
    """Up to when everything that was said could be found; empty where the index was not complete yet."""
    is_complete: bool = True
    """Whether that is as of now: nothing waits to be indexed."""


@dataclass(frozen=True, slots=True)
class Written(Result):
    """The result for one doc."""

    id: str
    handle: str
    outcome: str
    """`added`, `refreshed` (it was there) or `replaced` (another text under the same id)."""
    kind: str
    superseded: tuple[str, ...] = ()
    """Ids of older values of the same thing."""


@dataclass(frozen=True, slots=True)
class Remembered(Result):
    """The results for the docs, in the given order."""

    docs: tuple[Written, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Forgotten(Result):
    """The docs that were forgotten or restored."""

    docs: tuple[dict[str, Any], ...]
    """Each with id, text, scope, kind and its standing."""


@dataclass(frozen=True, slots=True)
class ActionVerdict(Result):
    """Whether an action repeats an error that memories/errors.md records."""

    allowed: bool
    notes: tuple[str, ...] | None = None
    """Recorded things that are there again; None where the action is refused."""
    what: str | None = None
    """The path or command that is refused."""
    reason: str | None = None
    entry: str | None = None
    """The line of memories/errors.md."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class FailureRecord(Result):
    """The result of recording a failed call."""

    outcome: str
    """`recorded`, `known` (the line is there), or `passed_over`: it may well succeed the next time."""
    entry: str
    """The line of memories/errors.md, without its date; empty where it was passed over."""


@dataclass(frozen=True, slots=True)
class RestoredFiles(Result):
    """Current files to restore after a compaction."""

    tokens: int
    restored: tuple[File, ...]
    passed_over: tuple[PassedOver, ...]
    block: str
    """The text to show to a model; empty where there is nothing."""


@dataclass(frozen=True, slots=True)
class Note(Result):
    """The result of writing today's note."""

    outcome: str
    """`flushed`, `nothing_to_note` or `not_due`."""
    session: str
    reason: str | None = None
    """Why it is not due."""
    dry_run: bool | None = None
    path: str | None = None
    """The note, relative to the workspace."""
    messages: int | None = None
    """Messages of the session so far."""
    entry: str | None = None
    title: str | None = None
    bullets: tuple[str, ...] | None = None
    codec: str | None = None
    dropped: int | None = None
    """Lines of a model that the session does not bear out."""
    cost: float | None = None
    """Dollars."""
    problems: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Learning(Result):
    """The result of learning from a session."""

    session: str
    dry_run: bool
    messages: int
    said: int
    """Messages of people."""
    known: int
    """Of these, learnt before."""
    gated_out: int
    """Of these, with nothing to learn."""
    telling: int
    correcting: int
    docs: tuple[dict[str, Any], ...]
    unsure: int
    """Things said that may last: a session's start tells them where there is room."""
    rejected: dict[str, int]
    model: dict[str, Any]
    """Calls, dollars and what became of them, where a model is configured."""
    ended_at: int | None = None
    """Number of the last message that was learnt where the time was over; the rest follows with it as `after`."""
    warnings: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ViewResult(Result):
    """What the model sees next: header, restored files, capsules and the raw tail."""

    outcome: str
    """Of the swap: `shown` (none was asked for), `unchanged`, `swapped` or `refused`."""
    session: str
    revision: int
    covers: dict[str, int]
    """first_seq, last_seq and message_count of the journal's messages that the view stands for."""
    raw_tail_from_seq: int
    tokens: int
    tokens_prefix: int
    sources: tuple[str, ...]
    """Ids of the blocks whose capsules are shown."""
    restored_files: tuple[str, ...]
    warning: str
    text: str
    """Header, files and capsules; empty before the first swap."""
    messages: tuple[dict[str, Any], ...]
    reason: str | None = None
    message: str | None = None
    hint: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None
    blocks: int | None = None
    evicted: int | None = None
    score: float | None = None
    archive: str | None = None
    problems: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Estimate(Result):
    """The size of a session and its budget."""

    tokens: int
    source: str
    """`usage` (counted by the API), `calibration`, `estimate` or `api`."""
    estimate: int
    """Tokens of the messages alone."""
    estimator: str
    fixed_prefix: int
    """Tokens of the system text and the tools, as far as they are known."""
    format: str
    messages: int
    context_messages: int
    kinds: dict[str, int]
    """Tokens by kind of part."""
    roles: dict[str, int]
    budget: dict[str, Any]
    """The marks, tokens."""
    crossed: tuple[str, ...]
    """Names of the marks that are reached."""
    skipped_lines: tuple[Skipped, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class TextEstimate(Result):
    """The size of a text."""

    tokens: int
    estimator: str
    characters: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Context(Result):
    """The context of a session for a model (SPEC 3.2)."""

    version: int
    session_id: str
    revision: int
    """How often it was swapped."""
    built_at: str
    covers: dict[str, int]
    """first_seq, last_seq and message_count of the messages that it stands for."""
    text: str
    chars: int
    tokens_est: int
    raw_tail_from_seq: int
    """The first message that is in it as it was said."""
    sources: tuple[str, ...]
    """Ids of the blocks whose capsules are shown."""
    restored_files: tuple[str, ...]
    stale: bool
    """Whether the summary ends before the first message of the tail."""
    fallback: str
    """`none`, or `deterministic` where the view had no room and rules made a smaller text."""
    recall_ids: tuple[str, ...] = ()
    fresh_to: str = ""
    """`built_at`, or where it is stale the time of the last message that the summary knows."""
    messages: tuple[dict[str, Any], ...] | None = None
    """The same as messages to send, where a form was asked for."""


@dataclass(frozen=True, slots=True)
class SwapResult(Result):
    """The result of a swap."""

    outcome: str
    """`unchanged`, `swapped` or `refused`."""
    session: str
    revision: int
    """Of the view as it is now."""
    reason: str | None = None
    """A fixed word: `busy`, `conflict`, `not-due`, `need-2-blocks`, …"""
    message: str | None = None
    hint: str | None = None
    tokens_before: int | None = None
    tokens_after: int | None = None
    blocks: int | None = None
    """Blocks that this swap took out of the raw part."""
    evicted: int | None = None
    """Blocks that left the view: the summary alone tells of them."""
    score: float | None = None
    archive: str | None = None
