"""Which replies of a session lost the prefix cache, why, and what that cost.

A request can read from the cache what the request before it read and wrote.
If it read much less, the beginning of the prompt had changed or the entry
had expired. The cause is inferred from the transcript; it is the
likely one, never a proof.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from ..llm import prices
from ..llm.prices import PriceTable
from ..messages import Message, Role, Session, Usage, turn_spans
from ..text import tokens

KEPT_SHARE = 0.9
"""A reply that read at least this share of what it could read lost nothing worth naming."""
LEAST_LOST = 1_024
"""Fewer lost tokens than this are noise: one cache block of most models."""
START_SHARE = 0.1
"""Below this share not even tools and system text were read back."""
TTL_SECONDS: Final = {"5m": 300, "1h": 3_600}
"""Lifetimes of a cache entry; every read starts it anew."""

_INSERTED = re.compile(
    r"<system-reminder>|<<<BEGIN_\w*INTERNAL_CONTEXT|<relevant[-_ ]memor|<memory[-_ ]context|<recall"
    r"|<hook[-_ ]|hook success|additional context|UserPromptSubmit",
    re.IGNORECASE,
)


class Cause(StrEnum):
    """The likely reason for a lost prefix, from the most to the least certain."""

    FIRST = "first_reply"
    MODEL = "model_changed"
    COMPACTION = "compaction"
    IDLE = "idle"
    EDITED = "context_edited"
    INSERTED = "inserted_text"
    START = "start_changed"
    HISTORY = "history_changed"
    UNKNOWN = "unknown"


UNAVOIDABLE: Final = frozenset({Cause.FIRST, Cause.COMPACTION})
"""Causes after which the prompt is new text that no cache could have held."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a reply lost its prefix."""

    cause: Cause
    tokens: int
    """Tokens that could have been read from the cache and were not; 0 for the first reply."""
    read: int = 0
    """Tokens that were read from the cache."""
    seconds: float | None = None
    """Time between the two requests; None where the transcript has no times."""
    opens_turn: bool = False
    """The first reply after a message of the person."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One request of the session, priced."""

    number: int
    """1-based, among the replies that report usage."""
    turn: int
    """1-based turn of the person."""
    line: int
    time: str
    model: str
    usage: Usage
    loss: Loss | None
    cost: float | None
    """Dollars; None when the price table does not know the model."""
    if_cached: float | None
    """Dollars when the lost tokens had been read from the cache."""

    @property
    def prompt(self) -> int:
        """Tokens of the request, without the reply."""
        return prompt_tokens(self.usage)


FEWEST_REPLIES = 5
"""Replies from which a session's output counts can be told from a stream's first ones."""
LONGEST_TOKEN = 10
"""Characters that no model writes with one token on the mean; 370 tokens for 175 replies are over 100 a token."""


@dataclass(frozen=True, slots=True)
class Audit:
    """All replies of a session that report usage."""

    replies: tuple[Reply, ...]
    prices_date: str
    is_output_known: bool = True
    """False where the transcript holds only the first count of each stream: what the replies cost is unknown then."""

    @property
    def lost(self) -> tuple[Reply, ...]:
        """Replies that lost the prefix, the most expensive first; the first reply is not one."""
        found = [reply for reply in self.replies if reply.loss and reply.loss.cause is not Cause.FIRST]
        return tuple(
            sorted(found, key=lambda reply: (-(extra_cost(reply) or 0), -(reply.loss.tokens if reply.loss else 0)))
        )

    @property
    def usage(self) -> Usage:
        """Tokens of all replies."""
        return Usage(
            sum(reply.usage.input for reply in self.replies),
            sum(reply.usage.output for reply in self.replies),
            sum(reply.usage.cache_read for reply in self.replies),
            sum(reply.usage.cache_write for reply in self.replies),
            sum(reply.usage.cache_write_1h for reply in self.replies),
        )

    @property
    def cached_share(self) -> float:
        """Share of all prompt tokens that were read from the cache, 0 to 1."""
        total = prompt_tokens(self.usage)
        return self.usage.cache_read / total if total else 0.0

    @property
    def uses_cache(self) -> bool:
        """Whether any reply reports a cache read or write."""
        return bool(self.usage.cache_read or self.usage.cache_write)

    @property
    def cost(self) -> float:
        """Dollars of all replies with a known price."""
        return sum(reply.cost or 0.0 for reply in self.replies)

    @property
    def if_cached(self) -> float:
        """Dollars of the same replies without the avoidable losses."""
        return sum(reply.if_cached or 0.0 for reply in self.replies)

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Models without a price in the table."""
        return tuple(sorted({reply.model or "(unnamed)" for reply in self.replies if reply.cost is None}))


def prompt_tokens(usage: Usage) -> int:
    """Tokens of a request, without the reply."""
    return usage.input + usage.cache_read + usage.cache_write


def extra_cost(reply: Reply) -> float | None:
    """Dollars that the loss cost; None without a price."""
    return None if reply.cost is None or reply.if_cached is None else reply.cost - reply.if_cached


@dataclass(frozen=True, slots=True)
class _Caching:
    """How the session's provider caches."""

    ttl: str
    is_automatic: bool

    def held_after(self, usage: Usage) -> int:
        """Tokens cached after a request: what it read and wrote, or all of it (automatic caching)."""
        return prompt_tokens(usage) if self.is_automatic else usage.cache_read + usage.cache_write


def audit_cache(session: Session, table: PriceTable = prices.TABLE, ttl: str = "") -> Audit:
    """Price every reply that reports usage and explain the lost ones; `ttl` is `5m`, `1h`, or empty to infer it."""
    messages = session.messages
    turn_of = _turn_numbers(messages)
    replies: list[Reply] = []
    latest: int | None = None
    latest_of: dict[str, int] = {}  # every model has its own cache: a reply continues the last one of its model
    caching = _Caching(ttl, _is_automatic(messages))
    for i, message in enumerate(messages):
        usage = message.usage
        if message.role is not Role.ASSISTANT or usage is None or not prompt_tokens(usage):
            continue
        model = message.model or session.model
        loss = _loss(messages, latest_of.get(model, latest), i, caching)
        price = table.of(model)
        hour = ttl == "1h"
        could = _as_if_cached(usage, loss)
        replies.append(
            Reply(
                number=len(replies) + 1,
                turn=turn_of[i],
                line=message.line,
                time=message.time,
                model=model,
                usage=usage,
                loss=loss,
                cost=prices.cost(usage, price, writes_last_an_hour=hour) if price else None,
                if_cached=prices.cost(could, price, writes_last_an_hour=hour) if price else None,
            )
        )
        latest = latest_of[model] = i
    return Audit(tuple(replies), table.date, is_output_known=not _are_first_counts(messages))


def _are_first_counts(messages: Sequence[Message]) -> bool:
    """Whether output counts are far too low for the replies: the host recorded the start of each stream."""
    said = counted = replies = 0
    for message in messages:
        if message.role is Role.ASSISTANT and message.usage is not None and prompt_tokens(message.usage):
            said += len(message.text) + sum(len(tokens.call_text(call)) for call in message.calls)
            counted += message.usage.output
            replies += 1
    return replies >= FEWEST_REPLIES and counted * LONGEST_TOKEN < said


def _turn_numbers(messages: Sequence[Message]) -> list[int]:
    numbers = [1] * len(messages)
    for turn, (start, end) in enumerate(turn_spans(messages), start=1):
        numbers[start:end] = [turn] * (end - start)
    return numbers


def _is_automatic(messages: Sequence[Message]) -> bool:
    """Whether the provider caches automatically: it reports reads, never writes (they cost nothing extra)."""
    used = [message.usage for message in messages if message.usage]
    return any(usage.cache_read for usage in used) and not any(usage.cache_write for usage in used)


def _loss(messages: Sequence[Message], previous: int | None, i: int, caching: _Caching) -> Loss | None:
    if previous is None:
        return Loss(Cause.FIRST, 0, opens_turn=True)
    now, before = messages[i].usage or Usage(), messages[previous].usage or Usage()
    could_read = min(caching.held_after(before), prompt_tokens(now))
    lost = could_read - now.cache_read
    if lost < LEAST_LOST or now.cache_read >= KEPT_SHARE * could_read:
        return None
    between = messages[previous + 1 : i]
    seconds = _seconds_between(messages, previous, i)
    is_expired = seconds is not None and seconds > _lifetime(messages, previous, caching.ttl)
    cause = _plain_cause(messages[previous], messages[i], between, is_expired=is_expired)
    if cause is None:
        cause = _inferred_cause(now.cache_read / could_read, between, has_times=seconds is not None)
    return Loss(
        cause, lost, now.cache_read, seconds, opens_turn=any(m.role is Role.USER and not m.results for m in between)
    )


def _plain_cause(before: Message, reply: Message, between: Sequence[Message], *, is_expired: bool) -> Cause | None:
    """A cause that is visible in the transcript."""
    if reply.model and before.model and reply.model != before.model:
        return Cause.MODEL
    if any(message.is_summary for message in between):
        return Cause.COMPACTION
    if is_expired:
        return Cause.IDLE
    shrunk = prompt_tokens(before.usage or Usage()) - prompt_tokens(reply.usage or Usage())
    return Cause.EDITED if shrunk > LEAST_LOST else None


def _inferred_cause(share: float, between: Sequence[Message], *, has_times: bool) -> Cause:
    """A cause inferred from how much of the prefix was read from the cache."""
    if share < START_SHARE:
        return Cause.START if has_times else Cause.UNKNOWN
    return Cause.INSERTED if any(_INSERTED.search(message.text) for message in between) else Cause.HISTORY


def _lifetime(messages: Sequence[Message], previous: int, ttl: str) -> int:
    """Lifetime of the newest cache entry in seconds: `ttl`, else that of the newest write, else five minutes."""
    if ttl:
        return TTL_SECONDS[ttl]
    for message in reversed(messages[: previous + 1]):
        if message.usage and message.usage.cache_write:
            return TTL_SECONDS["1h" if message.usage.cache_write_1h else "5m"]
    return TTL_SECONDS["5m"]


def _seconds_between(messages: Sequence[Message], previous: int, i: int) -> float | None:
    """Seconds from one request's start to the next one's: a cache entry ages from the start of a request."""
    start, end = _request_time(messages, previous), _request_time(messages, i)
    return (end - start).total_seconds() if start and end else None


def _request_time(messages: Sequence[Message], i: int) -> datetime | None:
    """When the request of a reply was sent: the time of the message before it, else of the reply itself."""
    own = moment(messages[i].time)
    sent = moment(messages[i - 1].time) if i else None
    return sent if sent and (own is None or sent <= own) else own


def moment(text: str) -> datetime | None:
    """A transcript's time, UTC if it has no zone; None if it is not a time."""
    try:
        parsed = datetime.fromisoformat(text)
        return parsed.replace(tzinfo=parsed.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _as_if_cached(usage: Usage, loss: Loss | None) -> Usage:
    """The same request with the lost tokens read from the cache; unchanged if no cache could have had them."""
    if loss is None or loss.cause in UNAVOIDABLE:
        return usage
    from_write = min(loss.tokens, usage.cache_write)
    write = usage.cache_write - from_write
    return replace(
        usage,
        input=usage.input - (loss.tokens - from_write),
        cache_read=usage.cache_read + loss.tokens,
        cache_write=write,
        cache_write_1h=min(usage.cache_write_1h, write),
    )


LEAST_FOR_PATTERN = 3
"""So many losses of one kind are a pattern worth a hint."""


def describe_loss(loss: Loss, texts: Mapping[str, str]) -> str:
    """The likely cause of a loss, as a sentence."""
    return texts[f"cause.{loss.cause.value}"].format(gap=_gap(loss.seconds, texts), read=f"{loss.read:,}")


def describe_pattern(audit: Audit, texts: Mapping[str, str]) -> str:
    """A hint if most unexplained losses happen at the start of a turn; otherwise empty."""
    starts: Sequence[Loss] = [r.loss for r in audit.lost if r.loss and r.loss.cause is Cause.START]
    opening = sum(loss.opens_turn for loss in starts)
    if opening < LEAST_FOR_PATTERN or opening * 2 <= len(starts):
        return ""
    return texts["pattern.turn_start"].format(count=opening, all=len(starts))


def _gap(seconds: float | None, texts: Mapping[str, str]) -> str:
    if seconds is None:
        return "?"
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    units = [texts[f"unit.{name}"] for name in ("hours", "minutes", "seconds")]
    shown = [f"{amount}{unit}" for amount, unit in zip((hours, minutes, rest), units, strict=True) if amount]
    return " ".join(shown[:2]) or f"0{units[2]}"
